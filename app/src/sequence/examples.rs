//! Sequences to begin with.

/// What each shows, and the link to it; a link that says nothing else shows the first.
pub const EXAMPLES: [(&str, &str); 4] = [
    (
        "to e4m3 directly, and through f16",
        "v1/sequence@sm_90?code=cvt.rn.satfinite.e4m3x2.f32~once,x,x~~cvt.rn.f16x2.f32~h,x,x~~\
         cvt.rn.satfinite.e4m3x2.f16x2~twice,h&x=0x3f880008",
    ),
    (
        "mul and add, and fma",
        "v1/sequence@sm_90?code=mul.rn.f32~t,a,a~~add.rn.f32~two,t,c~~fma.rn.f32~one,a,a,c\
         &a=0x3f800800&c=0xbf801000",
    ),
    (
        "sums with .ftz and without",
        "v1/sequence@sm_90?code=add.ftz.f32~t,a,b~~add.ftz.f32~flushed,t,c~~add.f32~u,a,b~~\
         add.f32~kept,u,c&a=0x00c00000&b=0x80800000&c=0x00800000",
    ),
    (
        "two f16 in a register",
        "v1/sequence@sm_90?code=add.f16~s,lo,hi~~mov.b32~p,s:hi~~mul.f16x2~d,p,p\
         &lo=0x3c00&hi=0x4000",
    ),
];

#[cfg(test)]
mod tests {
    use ptxfp::link::parse_sequence;

    use super::*;
    use crate::sequence::{VIEW, is_sequence};

    #[test]
    fn examples_are_canonical_and_differ_where_they_say_so() {
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
    fn the_header_links_to_sequences() {
        let page = include_str!("../../../index.html");
        let link = ["<a href=\"#", VIEW, "\" data-module=\"sequence\">"].concat();
        assert!(page.contains(&link), "{link}");
    }
}
