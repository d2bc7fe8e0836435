// Records what NVIDIA's headers compute on the host for conversions and half precision.
//
//   pip install nvidia-cuda-runtime==13.1.80 nvidia-cuda-crt==13.1.115 nvidia-cuda-cccl==13.1.115
//   g++ -std=c++17 -w -O2 -I INCLUDE -I INCLUDE/cccl nvidia_host.cpp -o nvidia_host
//   ./nvidia_host samples > nvidia-host.txt
//   ./nvidia_host digests > nvidia-host-digests.txt
//
// The tests need neither this program nor the headers. It holds nothing of theirs but names.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp4.h"
#include "cuda_fp6.h"
#include "cuda_fp8.h"

using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

template <class To, class From> To bits(From from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

float f32(u64 v) { return bits<float>(u32(v)); }
double f64(u64 v) { return bits<double>(v); }
__half f16(u64 v) { return __half(__half_raw{u16(v)}); }
__nv_bfloat16 bf16(u64 v) { return __nv_bfloat16(__nv_bfloat16_raw{u16(v)}); }
u64 of(__half h) { return __half_raw(h).x; }
u64 of(__nv_bfloat16 h) { return __nv_bfloat16_raw(h).x; }
u64 of(float f) { return bits<u32>(f); }

// How operands are enumerated; the tests enumerate them likewise.
enum Walk { All8, All16, Top16, Top19, Mixed, Doubles, Pairs };
const char *const WALKS[] = {"all8", "all16", "top16", "top19", "mixed", "doubles", "pairs"};

u64 length(Walk walk) {
    switch (walk) {
    case All8: return 1 << 8;
    case All16: return 1 << 16;
    case Top16: return u64(12) << 16;
    case Top19: return u64(6) << 19;
    case Mixed: return 1 << 18;
    case Doubles: return 1 << 18;
    default: return 1 << 20;
    }
}

u64 mix(u64 i) {
    u64 z = (i + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

u64 operand(Walk walk, u64 i) {
    static const u64 low16[] = {0, 1, 0x1000, 0x1fff, 0x4000, 0x6000, 0x7fff, 0x8000, 0x8001, 0xa000, 0xc000, 0xffff};
    static const u64 low13[] = {0, 1, 0xfff, 0x1000, 0x1001, 0x1fff};
    u64 m = mix(i);
    switch (walk) {
    case Top16: return i / 12 << 16 | low16[i % 12];
    case Top19: return i / 6 << 13 | low13[i % 6];
    case Mixed: return m >> (i % 64);
    case Doubles: {
        u64 exponent = 1023 - 160 + (m >> 52) % 320;
        u64 low = i % 3 == 0 ? ~u64(0) << (38 + i % 9) : ~u64(0);
        return ((m & 0x800fffffffffffff) | exponent << 52) & low;
    }
    case Pairs: return m >> 32;
    default: return i;
    }
}

struct Case {
    std::string text;
    Walk walk;
    int digits;                                     // of the result
    std::vector<int> operands;                      // digits of each
    std::function<std::vector<u64>(u64)> registers; // from a walk's value
    std::function<u64(const std::vector<u64> &)> compute;
};

std::vector<Case> cases;

// Two lanes of f32 packed into a register of elements `stride` bits apart.
void pack(std::string to, int stride, std::function<u64(float)> one, std::string modifiers) {
    cases.push_back({"cvt" + modifiers + "." + to + "x2.f32", Top16, stride / 2, {8, 8},
                     [](u64 v) { return std::vector<u64>{v, v ^ 0x80000000}; },
                     [=](auto &r) { return one(f32(r[0])) << stride | one(f32(r[1])); }});
}

// Two lanes of 16 bits in a register.
void repack(std::string to, std::string from, int stride, std::function<u64(u64)> one, std::string modifiers) {
    cases.push_back({"cvt" + modifiers + "." + to + "x2." + from + "x2", All16, stride / 2, {8},
                     [](u64 v) { return std::vector<u64>{v | (~v & 0xffff) << 16}; },
                     [=](auto &r) { return one(r[0] >> 16) << stride | one(r[0] & 0xffff); }});
}

// Two small lanes to two of 16 bits.
void unpack(std::string to, std::string from, int stride, std::function<u64(u64)> one) {
    u64 mask = from == "e2m1" ? 0xf : stride == 8 && from[0] == 'e' && (from == "e2m3" || from == "e3m2") ? 0x3f : 0xff;
    cases.push_back({"cvt.rn." + to + "x2." + from + "x2", All8, 8, {stride / 2},
                     [=](u64 v) { return std::vector<u64>{(v & mask) | (~v & mask) << stride}; },
                     [=](auto &r) { return one(r[0] >> stride) << 16 | one(r[0] & mask); }});
}

void single(std::string text, Walk walk, int from, int to, std::function<u64(u64)> one) {
    u64 mask = ~u64(0) >> (64 - 4 * from);
    cases.push_back({text, walk, to, {from}, [=](u64 v) { return std::vector<u64>{v & mask}; },
                     [=](auto &r) { return one(r[0]) & (~u64(0) >> (64 - 4 * to)); }});
}

void pair(std::string text, std::function<u64(u64, u64)> one) {
    cases.push_back({text, Pairs, 4, {4, 4}, [](u64 v) { return std::vector<u64>{v >> 16, v & 0xffff}; },
                     [=](auto &r) { return one(r[0], r[1]); }});
}

void small() {
    struct { const char *name; __nv_fp8_interpretation_t kind; } eight[] = {{"e4m3", __NV_E4M3}, {"e5m2", __NV_E5M2}};
    for (auto it : eight) {
        auto kind = it.kind;
        pack(it.name, 8, [=](float f) -> u64 { return __nv_cvt_float_to_fp8(f, __NV_SATFINITE, kind); }, ".rn.satfinite");
        repack(it.name, "f16", 8, [=](u64 h) -> u64 { return __nv_cvt_halfraw_to_fp8(__half_raw{u16(h)}, __NV_SATFINITE, kind); }, ".rn.satfinite");
        repack(it.name, "bf16", 8, [=](u64 h) -> u64 { return __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw{u16(h)}, __NV_SATFINITE, kind); }, ".rn.satfinite");
        unpack("f16", it.name, 8, [=](u64 v) -> u64 { return __nv_cvt_fp8_to_halfraw(v, kind).x; });
    }
    struct { const char *name; __nv_fp6_interpretation_t kind; } six[] = {{"e2m3", __NV_E2M3}, {"e3m2", __NV_E3M2}};
    for (auto it : six) {
        auto kind = it.kind;
        pack(it.name, 8, [=](float f) -> u64 { return __nv_cvt_float_to_fp6(f, kind, cudaRoundNearest); }, ".rn.satfinite");
        repack(it.name, "f16", 8, [=](u64 h) -> u64 { return __nv_cvt_halfraw_to_fp6(__half_raw{u16(h)}, kind, cudaRoundNearest); }, ".rn.satfinite");
        repack(it.name, "bf16", 8, [=](u64 h) -> u64 { return __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw{u16(h)}, kind, cudaRoundNearest); }, ".rn.satfinite");
        unpack("f16", it.name, 8, [=](u64 v) -> u64 { return __nv_cvt_fp6_to_halfraw(v, kind).x; });
    }
    pack("e2m1", 4, [](float f) -> u64 { return __nv_cvt_float_to_fp4(f, __NV_E2M1, cudaRoundNearest); }, ".rn.satfinite");
    repack("e2m1", "f16", 4, [](u64 h) -> u64 { return __nv_cvt_halfraw_to_fp4(__half_raw{u16(h)}, __NV_E2M1, cudaRoundNearest); }, ".rn.satfinite");
    repack("e2m1", "bf16", 4, [](u64 h) -> u64 { return __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw{u16(h)}, __NV_E2M1, cudaRoundNearest); }, ".rn.satfinite");
    unpack("f16", "e2m1", 4, [](u64 v) -> u64 { return __nv_cvt_fp4_to_halfraw(v, __NV_E2M1).x; });
    struct { const char *name; cudaRoundMode mode; } modes[] = {{".rz", cudaRoundZero}, {".rp", cudaRoundPosInf}};
    for (auto it : modes)
        for (auto saturation : {__NV_NOSAT, __NV_SATFINITE}) {
            auto mode = it.mode;
            std::string modifiers = std::string(it.name) + (saturation == __NV_SATFINITE ? ".satfinite" : "");
            pack("ue8m0", 8, [=](float f) -> u64 { return __nv_cvt_float_to_e8m0(f, saturation, mode); }, modifiers);
            repack("ue8m0", "bf16", 8, [=](u64 h) -> u64 { return __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw{u16(h)}, saturation, mode); }, modifiers);
        }
    unpack("bf16", "ue8m0", 8, [](u64 v) -> u64 { return __nv_cvt_e8m0_to_bf16raw(v).x; });
}

void scalar() {
    single("cvt.rn.f16.f32", Top19, 8, 4, [](u64 v) { return of(__float2half_rn(f32(v))); });
    single("cvt.rz.f16.f32", Top19, 8, 4, [](u64 v) { return of(__float2half_rz(f32(v))); });
    single("cvt.rm.f16.f32", Top19, 8, 4, [](u64 v) { return of(__float2half_rd(f32(v))); });
    single("cvt.rp.f16.f32", Top19, 8, 4, [](u64 v) { return of(__float2half_ru(f32(v))); });
    single("cvt.rn.bf16.f32", Top16, 8, 4, [](u64 v) { return of(__float2bfloat16_rn(f32(v))); });
    single("cvt.rz.bf16.f32", Top16, 8, 4, [](u64 v) { return of(__float2bfloat16_rz(f32(v))); });
    single("cvt.rm.bf16.f32", Top16, 8, 4, [](u64 v) { return of(__float2bfloat16_rd(f32(v))); });
    single("cvt.rp.bf16.f32", Top16, 8, 4, [](u64 v) { return of(__float2bfloat16_ru(f32(v))); });
    single("cvt.rn.f16.f64", Doubles, 16, 4, [](u64 v) { return of(__double2half(f64(v))); });
    single("cvt.rn.bf16.f64", Doubles, 16, 4, [](u64 v) { return of(__double2bfloat16(f64(v))); });
    single("cvt.f32.f16", All16, 4, 8, [](u64 v) { return of(__half2float(f16(v))); });
    single("cvt.f32.bf16", All16, 4, 8, [](u64 v) { return of(__bfloat162float(bf16(v))); });
#define TO_INTEGER(from, name, type, cuda, digits) \
    single("cvt.rzi." type "." #from, All16, 4, digits, [](u64 v) -> u64 { return name##cuda##_rz(from(v)); });
#define TO_INTEGERS(from, name) \
    TO_INTEGER(from, name, "s8", char, 2) TO_INTEGER(from, name, "u8", uchar, 2) \
    TO_INTEGER(from, name, "s16", short, 4) TO_INTEGER(from, name, "u16", ushort, 4) \
    TO_INTEGER(from, name, "s32", int, 8) TO_INTEGER(from, name, "u32", uint, 8) \
    TO_INTEGER(from, name, "s64", ll, 16) TO_INTEGER(from, name, "u64", ull, 16)
    TO_INTEGERS(f16, __half2)
    TO_INTEGERS(bf16, __bfloat162)
#define OF_INTEGER(to, suffix, mode, type, cuda, digits) \
    single("cvt." mode "." #to "." type, digits == 4 ? All16 : Mixed, digits, 4, [](u64 v) { return of(__##cuda##suffix(v)); });
#define OF_INTEGERS(to, suffix, mode) \
    OF_INTEGER(to, suffix, mode, "s16", short, 4) OF_INTEGER(to, suffix, mode, "u16", ushort, 4) \
    OF_INTEGER(to, suffix, mode, "s32", int, 8) OF_INTEGER(to, suffix, mode, "u32", uint, 8) \
    OF_INTEGER(to, suffix, mode, "s64", ll, 16) OF_INTEGER(to, suffix, mode, "u64", ull, 16)
    OF_INTEGERS(f16, 2half_rn, "rn")
    OF_INTEGERS(f16, 2half_rz, "rz")
    OF_INTEGERS(f16, 2half_rd, "rm")
    OF_INTEGERS(f16, 2half_ru, "rp")
    OF_INTEGERS(bf16, 2bfloat16_rn, "rn")
}

void arithmetic() {
#define UNARY(opcode, name) \
    single(opcode ".f16", All16, 4, 4, [](u64 v) { return of(name(f16(v))); }); \
    single(opcode ".bf16", All16, 4, 4, [](u64 v) { return of(name(bf16(v))); });
#define BINARY(text, kind, name) pair(text "." #kind, [](u64 a, u64 b) { return of(name(kind(a), kind(b))); });
#define BOTH(text, name) BINARY(text, f16, name) BINARY(text, bf16, name)
    UNARY("abs", __habs)
    UNARY("neg", __hneg)
    BOTH("add.rn", __hadd_rn)
    BOTH("sub.rn", __hsub_rn)
    BOTH("mul.rn", __hmul_rn)
    BINARY("add.sat", f16, __hadd_sat)
    BINARY("sub.sat", f16, __hsub_sat)
    BINARY("mul.sat", f16, __hmul_sat)
    BOTH("min", __hmin)
    BOTH("max", __hmax)
    BOTH("min.NaN", __hmin_nan)
    BOTH("max.NaN", __hmax_nan)
}

int main(int count, char **arguments) {
    small();
    scalar();
    arithmetic();
    bool is_digest = count > 1 && std::string(arguments[1]) == "digests";
    char date[32];
    std::time_t now = std::time(nullptr);
    std::strftime(date, sizeof date, "%F", std::gmtime(&now));
    std::printf("# What NVIDIA's headers return on the host: their own model, not a run of a GPU.\n");
    std::printf("# oracle: cuda_fp16, cuda_bf16, cuda_fp8, cuda_fp6 and cuda_fp4 headers of CUDA 13.1.80, compiled for the host\n");
    std::printf("# command: nvidia_host %s (see nvidia_host.cpp)\n", is_digest ? "digests" : "samples");
    std::printf("# date: %s\n# GPU, driver: none\n", date);
    if (is_digest)
        std::printf("# WALK SPELLING = FNV-1a of the results of all operands of that walk, 8 bytes each, least significant first\n");
    for (auto &each : cases) {
        if (is_digest) {
            u64 hash = 0xcbf29ce484222325;
            for (u64 i = 0; i < length(each.walk); i++) {
                u64 result = each.compute(each.registers(operand(each.walk, i)));
                for (int byte = 0; byte < 8; byte++)
                    hash = (hash ^ (result >> (8 * byte) & 0xff)) * 0x100000001b3;
            }
            std::printf("%s %s = %016llx\n", WALKS[each.walk], each.text.c_str(), (unsigned long long)hash);
            continue;
        }
        for (u64 i = 0; i < 24; i++) {
            u64 n = length(each.walk);
            auto registers = each.registers(operand(each.walk, n <= 24 ? i : mix(i) % n));
            std::printf("9.1 sm_100f %s", each.text.c_str());
            for (size_t j = 0; j < registers.size(); j++)
                std::printf(" %0*llx", each.operands[j], (unsigned long long)registers[j]);
            std::printf(" = %0*llx\n", each.digits, (unsigned long long)each.compute(registers));
        }
    }
}
