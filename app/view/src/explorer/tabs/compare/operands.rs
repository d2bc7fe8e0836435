//! A second set of operands: a compared instruction may have its own.

use ptxfp::catalog::Operand;
use ptxfp::format::mask;
use ptxfp::link::{Compared, State};
use ptxfp::text::hex;

use crate::explorer::tabs::compare::Compare;
use crate::number::value;

/// An operand of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnView {
    /// Its name.
    pub name: &'static str,
    /// The text that is typed, or else its bits.
    pub text: String,
    /// The values of its lanes, most significant first.
    pub value: String,
    /// The reason why the typed text cannot be read; may be empty.
    pub wrong: String,
}

/// The text that is typed for an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Typed {
    /// The places of the compared instruction and of the operand.
    place: [usize; 2],
    text: String,
    /// The reason why it cannot be read; may be empty.
    pub(super) wrong: String,
}

impl Compare {
    /// Reads the text typed for an operand and stores its value; `None` if it cannot be read.
    pub(super) fn enter(
        &mut self,
        place: [usize; 2],
        text: String,
        state: &mut State,
    ) -> Option<()> {
        let [row, index] = place;
        let other = state.compared.get_mut(row)?;
        let operand = other.instruction.form.sources().get(index)?;
        let width = other.instruction.operand_type(operand).packing().register_width();
        let bits = bits(&text, width.into());
        let wrong = if bits.is_some() {
            String::new()
        } else {
            ["Expected at most ", &*width.to_string(), " bits in hexadecimal."].concat()
        };
        self.typed = Some(Typed { place, text, wrong });
        *other.registers.as_mut()?.get_mut(index)? = bits?;
        Some(())
    }
}

/// The bits of a register in hexadecimal: to read numbers, too, takes more code than the explorer
/// has room for.
fn bits(text: &str, width: u32) -> Option<u64> {
    let text = text.trim();
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let bits = u64::from_str_radix(digits, 16).ok();
    bits.filter(|bits| bits & !mask(width) == 0)
}

/// The operands of an instruction that has its own.
pub(super) fn operands(compare: &Compare, other: &Compared, place: usize) -> Vec<OwnView> {
    let Compared { instruction, registers, .. } = other;
    let sources = instruction.form.sources().iter().zip(registers.iter().flatten()).enumerate();
    let own = |(index, (operand, bits)): (usize, (&Operand, &u64))| {
        let kind = instruction.operand_type(operand);
        let packing = kind.packing();
        let lanes = (0..packing.lanes).rev();
        let values = lanes.map(|lane| value(packing.extract(*bits, lane), kind.format()));
        let value = values.collect::<Vec<_>>().join(", ");
        let name = operand.name;
        let typed = compare.typed.as_ref().filter(|typed| typed.place == [place, index]);
        if let Some(Typed { text, wrong, .. }) = typed {
            return OwnView { name, text: text.clone(), value, wrong: wrong.clone() };
        }
        let text = hex(*bits, packing.register_width().into());
        OwnView { name, text, value, wrong: String::new() }
    };
    sources.map(own).collect()
}

#[cfg(test)]
mod tests {
    use ptxfp::link;

    use super::*;
    use crate::explorer::tabs::compare::{Edit, view};

    #[test]
    fn a_second_set_of_operands_is_edited_and_takes_the_place_of_the_first() {
        let state = link::parse("v1/add.bf16x2@sm_90?a=0x3f803f80&b=0x3f803f80").sound().unwrap();
        let mut compare = Compare::default();
        let with = compare.apply(Edit::Twice, &state).unwrap();
        assert_eq!(with.compared[0].registers.as_ref(), Some(&state.registers));
        compare.follow(&with);
        assert_eq!((compare.wanted(), compare.searches.len()), (None, 1));
        let row =
            |compare: &Compare, state: &State| view::view(compare, state).compared.rows.remove(1);
        assert!(row(&compare, &with).is_same);
        let typed = |text: &str| Edit::Operand(0, 1, text.to_owned());
        let other = compare.apply(typed("0x40003f80"), &with).unwrap();
        assert!(other.to_fragment().ends_with("&with=add.bf16x2@sm_90:0x3f803f80,0x40003f80"));
        compare.follow(&other);
        let shown = row(&compare, &other);
        let marked: String = shown.digits.iter().filter(|it| it.1).map(|it| it.0).collect();
        assert_eq!(
            (shown.is_same, shown.operands[1].text.as_str(), &*marked),
            (false, "0x40003f80", "4")
        );
        assert_eq!(compare.apply(typed("2, x"), &other), None);
        compare.apply(Edit::Settle, &other);
        let wrong = row(&compare, &other).operands.remove(1);
        assert_eq!((wrong.text.as_str(), wrong.wrong.is_empty()), ("2, x", false));
        let swapped = compare.apply(Edit::Swap(0), &other).unwrap();
        assert_eq!(swapped.registers[1], 0x4000_3f80);
        assert_eq!(swapped.compared[0].registers, Some(other.registers));
    }
}
