//! No text makes the core panic, and every report points into the text.

use conformance::subject::context;
use proptest::prelude::*;
use ptxfp::link;
use ptxfp::syntax::{self, chips};
use ptxfp::text;

use crate::strategies::{config, format, nearly_ptx};

proptest! {
    #![proptest_config(config(6_000))]

    #[test]
    fn any_statement_is_answered(text in nearly_ptx()) {
        let context = context("8.0", "sm_90");
        let found = syntax::check(&text, &context);
        prop_assert_eq!(found.instruction.is_none(), found.legality == syntax::Legality::Rejected);
        for diagnostic in &found.diagnostics {
            prop_assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
        }
        let is_rejected = !found.diagnostics.is_empty();
        prop_assert_eq!(is_rejected, found.instruction.is_none());
        if let Some(instruction) = found.instruction {
            prop_assert!(!chips(&instruction, &context).is_empty());
        }
    }

    #[test]
    fn any_operand_text_is_answered(text in nearly_ptx(), format in format()) {
        match text::parse(&text, format) {
            Ok(entry) => prop_assert!(entry.bits <= format.magnitude_mask() | format.sign_mask()),
            Err(error) => {
                prop_assert!(text.get(error.span.clone()).is_some(), "{error:?}");
                prop_assert!(!error.message.is_empty());
            }
        }
    }

    #[test]
    fn arbitrary_text_is_answered(text: String) {
        let found = syntax::check(&text, &context("9.1", "sm_100"));
        prop_assert_eq!(found.instruction.is_none(), found.legality == syntax::Legality::Rejected);
        for diagnostic in &found.diagnostics {
            prop_assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
        }
        if let Err(error) = text::parse(&text, &ptxfp::format::table::F64) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{error:?}");
        }
    }
}

/// Every message is one line without hidden or reordering characters, whatever it quotes.
#[test]
fn a_message_about_several_lines_has_one() {
    for hidden in ["\n", "\u{1b}", "\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}"] {
        let statement = format!("add.f32 {{a}} b{hidden}c");
        let found = syntax::check(&statement, &context("9.1", "sm_90"));
        let error = text::parse(&format!("0x{hidden}add"), &ptxfp::format::table::F32).unwrap_err();
        let link = link::parse(&format!("add?a=0x{hidden}.rn"));
        let mut messages: Vec<_> = found.diagnostics.iter().map(ToString::to_string).collect();
        messages.push(error.message);
        messages.extend(link.problems.into_iter().map(|problem| problem.message));
        assert!(messages.len() > 2);
        for message in messages {
            assert!(!message.contains(hidden), "{message:?}");
        }
    }
}
