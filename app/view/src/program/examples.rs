//! Example sequences.

/// The title of each and the link to it; an empty link shows the first.
pub const EXAMPLES: [(&str, &str); 12] = [
    (
        "to e4m3 directly, and through f16",
        "v1/sequence@sm_90?code=cvt.rn.satfinite.e4m3x2.f32~once,x,x~~cvt.rn.f16x2.f32~h,x,x~~\
         cvt.rn.satfinite.e4m3x2.f16x2~twice,h&x=0x3f880008&isa=9.5",
    ),
    (
        "mul and add, and fma",
        "v1/sequence@sm_90?code=mul.rn.f32~t,a,a~~add.rn.f32~two,t,c~~fma.rn.f32~one,a,a,c\
         &a=0x3f800800&c=0xbf801000&isa=9.5",
    ),
    (
        "sums with and without .ftz",
        "v1/sequence@sm_90?code=add.ftz.f32~t,a,b~~add.ftz.f32~flushed,t,c~~add.f32~u,a,b~~\
         add.f32~kept,u,c&a=0x00c00000&b=0x80800000&c=0x00800000&isa=9.5",
    ),
    (
        "two f16 in a register",
        "v1/sequence@sm_90?code=add.f16~s,lo,hi~~mov.b32~p,s:hi~~mul.f16x2~d,p,p\
         &lo=0x3c00&hi=0x4000&isa=9.5",
    ),
    (
        "a kernel: y = a x + y",
        "v1/sequence@sm_90?code=.visible@20.entry@20saxpy@28@20.param@20.u32@20n@2c@20.param@20.f32@20a@2c@20.param@20.u64@20x@2c@20.param@20.u64@20y@20@29@20@7b~~.reg@20.pred@20@25p@3c2@3e~~ld.param.u32~/r2,@5bn@5d~~ld.param.f32~/f1,@5ba@5d~~ld.param.u64~/rd1,@5bx@5d~~ld.param.u64~/rd2,@5by@5d~~mov.u32~/r1,/tid.x~~setp.ge.s32~/p1,/r1,/r2~~@40@25p1@20bra@20DONE~~mul.wide.s32~/rd3,/r1,4~~add.s64~/rd4,/rd1,/rd3~~add.s64~/rd5,/rd2,/rd3~~ld.global.f32~/f2,@5b@25rd4@5d~~ld.global.f32~/f3,@5b@25rd5@5d~~fma.rn.f32~/f4,/f1,/f2,/f3~~st.global.f32~@5b@25rd5@5d,/f4~~DONE@3a~~ret~~@7d&n=0x00000001&a=0x3fc00000&@5bx@5d=0x3dcccccd&@5by@5d=0x3e4ccccd&isa=9.5",
    ),
    (
        "fma against mul and add",
        "v1/sequence@sm_90?code=fma.rn.f32~d,a,b,c&a=0xc0400000&b=0x3f8ccccd&c=0x40000000&isa=9.5\
         &with=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c",
    ),
    (
        "mul and add that may be fused, against fma",
        "v1/sequence@sm_90?code=mul.f32~t,a,b~~add.f32~d,t,c\
         &a=0x3f800800&b=0x3f800800&c=0xbf801000&isa=9.5&with=fma.rn.f32~d,a,b,c",
    ),
    (
        "to e4m3 directly against through f16",
        "v1/sequence@sm_90?code=cvt.rn.satfinite.e4m3x2.f32~d,a,b&a=0x3f800000&b=0x3f000000&isa=9.5\
         &with=cvt.rn.f16x2.f32~h,a,b~~cvt.rn.satfinite.e4m3x2.f16x2~d,h",
    ),
    (
        "(a + b) + c against a + (b + c)",
        "v1/sequence@sm_90?code=add.rn.f32~t,a,b~~add.rn.f32~d,t,c\
         &a=0x3f800000&b=0x40000000&c=0x40400000&isa=9.5&with=add.rn.f32~t,b,c~~add.rn.f32~d,a,t",
    ),
    (
        ".relu against max with 0",
        "v1/sequence@sm_90?code=fma.rn.relu.f16~d,a,b,c&a=0xbc00&b=0x3c00&c=0x3800&isa=9.5\
         &with=fma.rn.f16~t,a,b,c~~mov.b16~z,0~~max.f16~d,t,z",
    ),
    (
        "the same on sm_90 against sm_13",
        "v1/sequence@sm_90?code=mul.rn.f32~t,a,b~~add.rn.f32~d,t,c\
         &a=0x3f800000&b=0x40000000&c=0x40400000&isa=9.5\
         &with=sm_13@1.4~~mul.rn.f32~t,a,b~~add.rn.f32~d,t,c",
    ),
    (
        "a square with .sat in f16 against one in f32",
        "v1/sequence@sm_90?code=mul.rn.sat.f16~d,a,a&a=0x3e00&isa=9.5\
         &with=cvt.f32.f16~x,a~~mul.rn.f32~y,x,x~~cvt.rn.sat.f16.f32~d,y",
    ),
];

/// The first example that compares two sequences.
pub const FIRST_COMPARED: usize = 5;

#[cfg(test)]
mod tests {
    use ptxfp::explore::difference::{Proof, Search, Subject, Verdict};
    use ptxfp::link::parse_sequence;

    use super::*;
    use crate::route::is_sequence;

    #[test]
    fn examples_are_canonical_and_differ_as_stated() {
        for (title, link) in EXAMPLES {
            let parsed = parse_sequence(link).expect("a sequence");
            assert_eq!(parsed.problems, [], "{title}");
            assert_eq!(parsed.state.to_fragment(), link, "{title}");
            assert!(parsed.state.sequence().is_complete() && is_sequence(link), "{title}");
        }
        let ends = |index: usize| -> Vec<u64> {
            let state = parse_sequence(EXAMPLES[index].1).expect("a sequence").state;
            let sequence = state.sequence();
            let values = sequence.evaluate(&state.registers);
            sequence.outputs().iter().map(|output| values[*output].bits).collect()
        };
        assert_eq!(ends(0), [0x3939, 0x3838]);
        assert_eq!(ends(1), [0, 0x3380_0000]);
        assert_eq!(ends(2), [0x0080_0000, 0x00c0_0000]);
    }

    #[test]
    fn what_is_compared_differs_or_is_proven_not_to() {
        for (index, (title, link)) in EXAMPLES.iter().enumerate() {
            let state = parse_sequence(link).expect("a sequence").state;
            assert_eq!(state.other.is_some(), index >= FIRST_COMPARED, "{title}");
            let Some(other) = state.other else { continue };
            let subject = |code: &str, context| Subject::of_statements(code, context).unwrap();
            let one = subject(&state.code, &state.context);
            let two = subject(&other.code, &other.context);
            let is_free = one.sequence().is_contractible();
            let mut search = Search::new(one, two).expect("a match");
            while search.verdict() == Verdict::Open && search.progress().tried < 1 << 22 {
                search.step(10_000);
            }
            let expected = match index {
                _ if is_free => Verdict::MayDiffer,
                _ if index + 1 == EXAMPLES.len() => Verdict::NoneExists(Proof::EveryOperand),
                _ => Verdict::Differ,
            };
            assert_eq!(search.verdict(), expected, "{title}");
        }
    }
}
