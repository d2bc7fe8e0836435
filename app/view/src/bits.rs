//! Bits of one lane, ready to draw: grouped by nibble, each with its field and its spoken name.

/// The part of an encoding that a bit belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The sign.
    Sign,
    /// The biased exponent.
    Exponent,
    /// The trailing significand.
    Significand,
    /// Outside the encoding: ignored or zero.
    Padding,
}

impl Field {
    /// The field's name, spoken and used as a style class.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sign => "sign",
            Self::Exponent => "exponent",
            Self::Significand => "significand",
            Self::Padding => "padding",
        }
    }

    /// The letter above the field's first bit.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Sign => "S",
            Self::Exponent => "E",
            Self::Significand => "M",
            Self::Padding => "",
        }
    }
}

/// One bit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitView {
    /// Its field.
    pub field: Field,
    /// Its position in the lane; 0 is the least significant.
    pub position: u32,
    /// Whether it is set.
    pub one: bool,
    /// The label for screen readers: field, index in the field, value.
    pub label: String,
}

/// Up to four bits under one hex digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NibbleView {
    /// The hex digit of these bits.
    pub digit: char,
    /// The bits, most significant first.
    pub bits: Vec<BitView>,
    /// The index of the first bit where a row of a wide lane starts.
    pub row_index: Option<u32>,
}

/// All bits of one lane, most significant nibble first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitsView {
    /// The nibbles.
    pub nibbles: Vec<NibbleView>,
    /// The whole as `0x` and hex digits.
    pub hex: String,
}

/// A label above a column of bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TickView {
    /// The field that starts here, if one does.
    pub starts: Option<Field>,
    /// The text: the field's letter, an index at a nibble's end, or nothing.
    pub text: String,
}

/// The number of bits in one row of a wide lane.
pub const ROW_BITS: u32 = 16;

/// The widths of an encoding's fields, most significant first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// Bits in the lane, padding included.
    pub width: u32,
    /// 1 where there is a sign bit.
    pub sign: u32,
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the trailing significand.
    pub significand: u32,
    /// Padding below the significand.
    pub padding_below: u32,
}

impl Layout {
    /// Whether the lane needs more than one row.
    pub const fn is_tall(&self) -> bool {
        self.width > ROW_BITS
    }

    /// The field at a position, and the index of that position within the field.
    pub const fn field(&self, position: u32) -> (Field, u32) {
        let mut low = self.padding_below;
        if position < low {
            return (Field::Padding, position);
        }
        if position < low + self.significand {
            return (Field::Significand, position - low);
        }
        low += self.significand;
        if position < low + self.exponent {
            return (Field::Exponent, position - low);
        }
        low += self.exponent;
        if position < low + self.sign {
            // A sign bit has no index of its own: its place in the lane says more.
            return (Field::Sign, position);
        }
        (Field::Padding, position)
    }

    /// The bits of a lane.
    pub fn bits(&self, lane: u64, hex: String) -> BitsView {
        let mut nibbles = Vec::new();
        let mut top = self.width;
        while top > 0 {
            let bottom = (top - 1) / 4 * 4;
            let digit = char::from_digit(u32::from(nibble_at(lane, bottom)), 16).unwrap_or('?');
            let starts_row = self.is_tall() && (top.is_multiple_of(ROW_BITS) || top == self.width);
            nibbles.push(NibbleView {
                digit,
                bits: (bottom..top).rev().map(|position| self.bit(lane, position)).collect(),
                row_index: starts_row.then_some(top - 1),
            });
            top = bottom;
        }
        BitsView { nibbles, hex }
    }

    /// One bit of a lane.
    fn bit(&self, lane: u64, position: u32) -> BitView {
        let (field, index) = self.field(position);
        let one = lane >> position & 1 == 1;
        let mut label = String::from(field.name());
        label.push_str(" bit ");
        label.push_str(&index.to_string());
        label.push_str(if one { ": 1" } else { ": 0" });
        BitView { field, position, one, label }
    }

    /// The labels above the first row, in nibbles.
    pub fn ticks(&self) -> Vec<Vec<TickView>> {
        let last = self.width.saturating_sub(ROW_BITS);
        let mut nibbles = Vec::new();
        let mut top = self.width;
        while top > last {
            let bottom = (top - 1) / 4 * 4;
            nibbles.push((bottom..top).rev().map(|position| self.tick(position)).collect());
            top = bottom;
        }
        nibbles
    }

    /// The label above one position.
    fn tick(&self, position: u32) -> TickView {
        let (field, _) = self.field(position);
        let starts = position + 1 == self.width || self.field(position + 1).0 != field;
        // The bits of an integer or of a fixed-point number have their indices alone.
        let is_named = field == Field::Sign || self.exponent > 0 && field != Field::Padding;
        if starts && is_named {
            return TickView { starts: Some(field), text: String::from(field.letter()) };
        }
        let at_end = position.is_multiple_of(4) || position % 4 == 3;
        TickView { starts: None, text: if at_end { position.to_string() } else { String::new() } }
    }
}

/// The four bits of a lane from a position up.
fn nibble_at(lane: u64, bottom: u32) -> u8 {
    u8::try_from(lane >> bottom & 0xf).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BF16: Layout =
        Layout { width: 16, sign: 1, exponent: 8, significand: 7, padding_below: 0 };

    #[test]
    fn bits_of_bf16_name_their_fields() {
        let view = BF16.bits(0x3fc0, String::from("0x3fc0"));
        let labels: Vec<_> =
            view.nibbles.iter().flat_map(|n| n.bits.iter().map(|b| b.label.as_str())).collect();
        assert_eq!(labels[0], "sign bit 15: 0");
        assert_eq!(labels[1], "exponent bit 7: 0");
        assert_eq!(labels[9], "significand bit 6: 1");
        assert_eq!(view.nibbles.iter().map(|n| n.digit).collect::<String>(), "3fc0");
        assert!(view.nibbles.iter().all(|n| n.row_index.is_none()));
    }

    #[test]
    fn rows_of_wide_lanes_start_with_an_index() {
        let layout = Layout { width: 64, sign: 1, exponent: 11, significand: 52, padding_below: 0 };
        let rows: Vec<_> =
            layout.bits(0, String::new()).nibbles.iter().filter_map(|n| n.row_index).collect();
        assert_eq!(rows, [63, 47, 31, 15]);
    }

    #[test]
    fn ticks_stand_at_field_starts_and_nibble_ends() {
        let text: Vec<String> = BF16.ticks().into_iter().flatten().map(|t| t.text).collect();
        assert_eq!(text.join(" "), "S E  12 11   8 7 M  4 3   0");
    }
}
