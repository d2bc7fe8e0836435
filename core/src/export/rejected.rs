//! Copies of a statement that is rejected: what it is, where, and why.

use alloc::string::{String, ToString};

use super::Kind;
use super::embed::{Embedded, of_rejected};
use super::frame::{FRAME_WIDTHS, rejected_height};
use super::markup::frame;
use super::subject::folder;
use super::text::add;
use crate::link::Rejected;
use crate::present::place;
use crate::text::quote::one_line;

/// The copy of a rejected statement, with a link that records the rejection; `None` for the kinds that
/// need a result.
///
/// ```
/// use ptxfp::internals::export::{Kind, export_rejected};
/// use ptxfp::link::{Linked, parse};
///
/// let Linked::Rejected(rejected) = parse("v1/fma.rn.ftz.bf16@sm_90?a=1&b=2&c=3").linked else { panic!() };
/// let text = export_rejected(Kind::Markdown, &rejected, "https://example.org/ptxfp/").unwrap();
/// assert!(text.starts_with("[`fma.rn.ftz.bf16 1, 2, 3` on sm_90, PTX ISA 9.1: rejected: `fma` takes"));
/// assert_eq!(export_rejected(Kind::Cuda, &rejected, ""), None);
/// ```
#[must_use]
pub fn export_rejected(kind: Kind, rejected: &Rejected, base: &str) -> Option<String> {
    let base = folder(base);
    let mut recorded = rejected.clone();
    recorded.is_recorded = true;
    let fragment = recorded.to_fragment();
    let link = [&*base, "#", &fragment].concat();
    let mut text = String::new();
    match kind {
        Kind::Link => return Some(link),
        Kind::Markdown => {
            // A backquote would end the code, and brackets the text of the link.
            let sentence = rejected_sentence(rejected).replace(['[', ']'], "");
            add(&mut text, &["[", &sentence, "](", &link, ")\n"]);
        }
        Kind::Iframe => {
            let heights = FRAME_WIDTHS.map(|width| rejected_height(rejected, width));
            let title = rejected_sentence(rejected).replace('`', "");
            return Some(frame(&base, &fragment, &title, heights));
        }
        Kind::Element => {
            return Some(Embedded::card(fragment, of_rejected(rejected)).markup(&base));
        }
        Kind::Svg | Kind::Ptx | Kind::Cuda | Kind::CompilerExplorer | Kind::Json => return None,
    }
    Some(text)
}

/// A rejected statement with its place and the first reason, in a line with code between backquotes.
///
/// ```
/// use ptxfp::internals::export::rejected_sentence;
/// use ptxfp::link::{Linked, parse};
///
/// let Linked::Rejected(rejected) = parse("v1/ad.f32@sm_90?a=1&b=2").linked else { panic!() };
/// assert_eq!(
///     rejected_sentence(&rejected),
///     "`ad.f32 1, 2` on sm_90, PTX ISA 9.1: rejected: unknown instruction `ad`; did you mean `add`?"
/// );
/// ```
#[must_use]
pub fn rejected_sentence(rejected: &Rejected) -> String {
    let statement = one_line(rejected.statement().replace('`', "'"));
    ["`", &*statement, "` on ", &place(&rejected.context), ": rejected: ", &reason(rejected)]
        .concat()
}

/// The first reason.
pub(super) fn reason(rejected: &Rejected) -> String {
    rejected.diagnostics().first().map(ToString::to_string).unwrap_or_default()
}
