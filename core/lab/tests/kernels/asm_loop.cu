__device__ unsigned int isqrt(unsigned int n) {
  unsigned int d;
  asm volatile("{\n\t"
      ".reg .pred %%p;\n\t.reg .u32 %%q;\n\t"
      "mov.u32 %0, 0;\n\t"
      "AGAIN:\n\t"
      "add.u32 %0, %0, 1;\n\t"
      "mul.lo.u32 %%q, %0, %0;\n\t"
      "setp.le.u32 %%p, %%q, %1;\n\t"
      "@%%p bra AGAIN;\n\t"
      "sub.u32 %0, %0, 1;\n\t}" : "=r"(d) : "r"(n));
  return d;
}
