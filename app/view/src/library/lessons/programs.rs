//! Programs in lessons: several statements, and what they come to.

/// Statements that a lesson shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of the lesson.
    pub slug: &'static str,
    /// The fragment that shows them.
    pub link: &'static str,
    /// The statements.
    pub code: &'static str,
    /// Every value that their result may have; first the one where nothing is fused.
    pub results: &'static [&'static str],
    /// What it shows; code stands between back quotes.
    pub says: &'static str,
}

/// The programs, by their lessons.
const PROGRAMS: [Program; 2] = [
    Program {
        slug: "contraction",
        link: "v1/sequence@sm_90?code=mul.f32~t,a,a~~add.f32~d,t,c&a=0x3f800800&c=0xbf801000",
        code: "mul.f32 t, a, a; add.f32 d, t, c;",
        results: &["0", "5.9604645e-8"],
        says: "Both results are permitted. The assembler writes one `FFMA` for sm_75 to sm_100a, which gives the second.",
    },
    Program {
        slug: "contraction",
        link: "v1/sequence@sm_90?code=mul.rn.f32~t,a,a~~add.rn.f32~d,t,c&a=0x3f800800&c=0xbf801000",
        code: "mul.rn.f32 t, a, a; add.rn.f32 d, t, c;",
        results: &["0"],
        says: "With `.rn` they stay two instructions, and the result is determined.",
    },
];

/// The programs of a lesson.
pub fn programs_of(slug: &str) -> impl Iterator<Item = &'static Program> {
    PROGRAMS.iter().filter(move |program| program.slug == slug)
}

#[cfg(test)]
mod tests {
    use ptxfp::link::parse_sequence;
    use ptxfp::number::text::concise;

    use super::PROGRAMS;
    use crate::library::lessons::HEADS;

    #[test]
    fn programs_come_to_what_the_lessons_say() {
        for program in PROGRAMS {
            assert!(HEADS.iter().any(|head| head.slug == program.slug), "{}", program.slug);
            let parsed = parse_sequence(program.link).expect("a sequence");
            assert_eq!(parsed.problems, [], "{}", program.link);
            assert_eq!(parsed.state.to_fragment(), program.link);
            assert_eq!(parsed.state.code.replace('\n', " "), program.code);
            let sequence = parsed.state.sequence();
            let outcomes = sequence.outcomes(&parsed.state.registers);
            let [output] = sequence.outputs() else { panic!("one result") };
            let kind = sequence.registers()[*output].kind;
            let values = outcomes.of(*output).iter().map(|it| concise(it.bits, kind.format()));
            assert_eq!(values.collect::<Vec<_>>(), program.results, "{}", program.link);
        }
    }
}
