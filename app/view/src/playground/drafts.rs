//! The texts typed in the fields of operands, kept until they are committed.

use crate::playground::operand::EntryView;

/// The field in which an operand is entered: that of its register, or of one of its lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldId {
    /// The operand's place among the source operands.
    pub operand: usize,
    /// The lane; nothing for the register.
    pub lane: Option<u8>,
}

/// The text that is typed in a field, with its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// The field.
    pub place: FieldId,
    /// The text that is typed.
    pub text: String,
    /// The outcome.
    pub entry: EntryView,
    /// The value stored after it was read.
    pub stored: u64,
}

/// The drafts, one at most for a field.
///
/// While a field is being typed in, its text is never rewritten. Leaving it replaces an exact entry
/// by the canonical text; a rounded or unreadable one stays, with a note, until the value changes
/// in another way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Drafts(Vec<Draft>);

impl Drafts {
    /// The draft of a field.
    pub(super) fn of(&self, place: FieldId) -> Option<&Draft> {
        self.0.iter().find(|draft| draft.place == place)
    }

    /// The first draft that cannot be read.
    pub(super) fn wrong(&self) -> Option<&Draft> {
        self.0.iter().find(|draft| matches!(draft.entry, EntryView::Wrong(_)))
    }

    /// Replaces the draft of a field. A register and its lanes are not typed at the same time.
    pub(super) fn keep(&mut self, draft: Draft) {
        let FieldId { operand, lane } = draft.place;
        self.0.retain(|each| {
            each.place != draft.place
                && (each.place.operand != operand || each.place.lane.is_some() == lane.is_some())
        });
        self.0.push(draft);
    }

    /// Discards a draft.
    pub(super) fn forget(&mut self, place: FieldId) {
        self.0.retain(|draft| draft.place != place);
    }

    /// Discards a draft if it is exact.
    pub(super) fn settle(&mut self, place: FieldId) {
        if self.of(place).is_some_and(|draft| matches!(draft.entry, EntryView::Exact(_))) {
            self.forget(place);
        }
    }

    /// Discards every exact draft.
    pub(super) fn settle_all(&mut self) {
        self.0.retain(|draft| !matches!(draft.entry, EntryView::Exact(_)));
    }

    /// Discards every draft whose value has been changed in another way.
    pub(super) fn follow(&mut self, stored: impl Fn(FieldId) -> u64) {
        self.0.retain(|draft| draft.stored == stored(draft.place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: FieldId = FieldId { operand: 0, lane: Some(0) };

    fn drafts(entry: EntryView) -> Drafts {
        let mut drafts = Drafts::default();
        drafts.keep(Draft { place: PLACE, text: String::from("0.1"), entry, stored: 7 });
        drafts
    }

    #[test]
    fn exact_entry_gives_way_to_the_canonical_text_when_left() {
        let mut drafts = drafts(EntryView::Exact(7));
        drafts.follow(|_| 7);
        assert!(drafts.of(PLACE).is_some());
        drafts.settle(PLACE);
        assert_eq!(drafts.of(PLACE), None);
    }

    #[test]
    fn rounded_or_unreadable_entry_stays_until_the_value_changes() {
        let rounded = EntryView::Rounded { bits: 7, note: String::new() };
        for entry in [rounded, EntryView::Wrong(String::new())] {
            let mut drafts = drafts(entry);
            drafts.settle(PLACE);
            drafts.follow(|_| 7);
            assert!(drafts.of(PLACE).is_some());
            drafts.follow(|_| 8);
            assert_eq!(drafts.of(PLACE), None);
        }
    }

    #[test]
    fn a_register_and_its_lanes_are_not_typed_at_once() {
        let mut drafts = drafts(EntryView::Wrong(String::new()));
        let register = FieldId { lane: None, ..PLACE };
        let other = FieldId { operand: 1, ..PLACE };
        for place in [other, register] {
            let text = String::from("0x7");
            drafts.keep(Draft { place, text, entry: EntryView::Exact(7), stored: 7 });
        }
        assert_eq!(drafts.of(PLACE), None);
        assert!(drafts.of(register).is_some() && drafts.of(other).is_some());
        drafts.settle_all();
        assert_eq!(drafts.of(register), None);
    }
}
