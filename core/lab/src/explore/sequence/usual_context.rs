//! The version and target in which a text is read where none is named.

use super::{ContextDirectives, Sequence};
use crate::catalog::{Context, IsaVersion, LATEST_ISA, TARGETS, Target, USUAL_TARGET};
use crate::companion;
use crate::syntax::{check, parse};

/// The context in which one statement is read: `sm_90`, or the newest target that has the statement.
#[must_use]
pub fn usual_context_of_statement(statement: &str, isa: IsaVersion) -> Context {
    let (parsed, _) = parse(statement);
    let is_legal = |each: &Context| {
        check(statement, each).instruction.is_some()
            || matches!(companion::resolve(&parsed, each), Some(Ok(_)))
    };
    first(isa, is_legal)
}

/// The context in which a text is read, of one statement or of several: the given target and version,
/// else those in its directives, else the newest version and `sm_90`, or the newest target that
/// has its instructions.
///
/// ```
/// use ptxfp::explore::sequence::usual_context;
///
/// let target = |text| usual_context(text, None, None).target.name;
/// assert_eq!(target("add.f32 d, a, b;"), "sm_90");
/// assert_eq!(target(".target sm_80\nadd.f32 d, a, b;"), "sm_80");
/// // Only sm_100 and newer targets have it.
/// assert_eq!(target("add.rn.f32x2"), "sm_121f");
/// ```
#[must_use]
pub fn usual_context(
    text: &str,
    target: Option<&'static Target>,
    isa: Option<IsaVersion>,
) -> Context {
    let stated = ContextDirectives::of(text);
    let isa = isa.or(stated.isa.map(|(_, isa)| isa)).unwrap_or(LATEST_ISA);
    if let Some(target) = target.or(stated.target.map(|(_, target)| target)) {
        return Context { isa, target };
    }
    let usual = usual_context_of_statement(text, isa);
    if check(text, &usual).instruction.is_some() {
        return usual;
    }
    let is_read = |context: &Context| Sequence::new(text, context).is_complete();
    if is_read(&usual) { usual } else { first(isa, is_read) }
}

/// The usual target, or the newest one, of which something holds; the usual one if it holds of none.
fn first(isa: IsaVersion, holds: impl Fn(&Context) -> bool) -> Context {
    let usual = Context { isa, target: USUAL_TARGET };
    let newest = TARGETS.iter().rev().map(|target| Context { isa, target });
    [usual].into_iter().chain(newest).find(holds).unwrap_or(usual)
}
