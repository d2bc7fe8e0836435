//! Labels along a line, arranged so that none overlaps another or leaves the line.
//!
//! Lines are as wide as their place, so places are parts of a width and labels have a fixed one. A
//! label that has room at a width has it at every greater one: labels are arranged for a few widths,
//! and style sheets switch between the arrangements.

/// A position on a line in hundredths of a percent of its length.
pub type Position = i32;

/// The widths, in CSS pixels, from which each arrangement holds: those of the narrowest frame, of a
/// phone, and of a result beside its operands.
pub const WIDTHS: [u32; N_WIDTHS] = [220, 280, 440];
const N_WIDTHS: usize = 3;

/// The end of a line as a position.
const END: Position = 10_000;
/// The least distance between two labels, in tenths of a pixel.
const GAP: i32 = 50;

/// The part of a label that is at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its middle.
    Middle,
    /// Its right end: it is left of its place.
    End,
    /// Its left end.
    Start,
}

/// A label; a line has several rows of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelView {
    /// The place.
    pub at: Position,
    /// The text.
    pub text: String,
    /// How it is placed at each of [`WIDTHS`]; `None` where it has no room.
    pub anchors: [Option<Anchor>; N_WIDTHS],
}

impl LabelView {
    /// The style classes of all arrangements, to be appended to others.
    pub fn class(&self) -> String {
        let mut class = String::new();
        for (anchor, width) in self.anchors.iter().zip([" small-", " medium-", " wide-"]) {
            let word = match anchor {
                Some(Anchor::Middle) => continue,
                Some(Anchor::End) => "end",
                Some(Anchor::Start) => "start",
                None => "none",
            };
            class.extend([width, word]);
        }
        class
    }

    /// The ends of its box in tenths of a pixel on a line of that width, whose characters are so
    /// many tenths of a pixel wide.
    pub fn span(&self, anchor: Anchor, width: u32, character: i32) -> [i32; 2] {
        span(self.at, &self.text, anchor, width, character)
    }
}

/// The ends of a label's box in tenths of a pixel.
fn span(at: Position, text: &str, anchor: Anchor, width: u32, character: i32) -> [i32; 2] {
    let at = i32::try_from(i64::from(at) * i64::from(width) * 10 / i64::from(END)).unwrap_or(0);
    let length = i32::try_from(text.chars().count()).unwrap_or(0) * character;
    let start = match anchor {
        Anchor::Middle => at - length / 2,
        Anchor::End => at - length,
        Anchor::Start => at,
    };
    [start, start + length]
}

/// Arranges a row of labels, of which the first ones get their place first; `character` is the
/// width of a character in tenths of a pixel.
pub fn arrange(
    labels: impl IntoIterator<Item = (Position, String)>,
    character: i32,
) -> Vec<LabelView> {
    arrange_like(labels, character, &[])
}

/// Arranges a row of labels as those of another row at the same places, where they have room.
pub fn arrange_like(
    labels: impl IntoIterator<Item = (Position, String)>,
    character: i32,
    row: &[LabelView],
) -> Vec<LabelView> {
    let new = |(at, text)| LabelView { at, text, anchors: [None; N_WIDTHS] };
    let mut all: Vec<LabelView> = labels.into_iter().map(new).collect();
    for (place, width) in WIDTHS.into_iter().enumerate() {
        let mut taken: Vec<[i32; 2]> = Vec::new();
        for label in &mut all {
            let beside = row.iter().find(|other| other.at == label.at);
            let first = beside.and_then(|other| other.anchors[place]);
            let all = [Anchor::Middle, Anchor::End, Anchor::Start];
            let found = first.into_iter().chain(all).find_map(|it| {
                let [start, end] = label.span(it, width, character);
                let is_free = |other: &[i32; 2]| end + GAP <= other[0] || other[1] + GAP <= start;
                let is_inside = start >= 0 && end <= i32::try_from(10 * width).unwrap_or(0);
                (is_inside && taken.iter().all(is_free)).then_some((it, [start, end]))
            });
            if let Some((anchor, span)) = found {
                taken.push(span);
                label.anchors[place] = Some(anchor);
            }
        }
    }
    all
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Panics if labels of a row overlap, or leave lines of the widths that phones and screens have.
    pub(crate) fn check(labels: &[LabelView], character: i32, what: &str) {
        for width in [220, 248, 279, 280, 288, 327, 360, 439, 440, 489, 560, 1264] {
            let place = WIDTHS.iter().filter(|least| width >= **least).count() - 1;
            let shown = labels.iter().filter_map(|label| Some((label, label.anchors[place]?)));
            let mut boxes: Vec<_> =
                shown.map(|(label, anchor)| label.span(anchor, width, character)).collect();
            boxes.sort_unstable();
            let is_apart = boxes.windows(2).all(|pair| pair[0][1] <= pair[1][0]);
            let end = i32::try_from(10 * width).unwrap();
            let is_inside = boxes.iter().all(|[start, last]| *start >= 0 && *last <= end);
            assert!(is_apart && is_inside, "{what} at {width}: {labels:?}");
        }
    }

    #[test]
    fn a_label_moves_beside_its_place_before_it_is_left_out() {
        let text = |text: &str| text.to_owned();
        let row = [(50_00, text("5.9604645e-8")), (34_50, text("5.960464e-8")), (33_00, text("x"))];
        let labels = arrange(row, 66);
        check(&labels, 66, "a row");
        let anchors: Vec<_> = labels.iter().map(|label| label.anchors).collect();
        let [middle, end] = [Some(Anchor::Middle), Some(Anchor::End)];
        assert_eq!(anchors, [[middle; 3], [None, None, end], [None, end, None]]);
        assert_eq!(labels[1].class(), " small-none medium-none wide-end");
        // At an end of the line it hangs inwards.
        assert_eq!(arrange([(0, text("-inf"))], 66)[0].anchors, [Some(Anchor::Start); 3]);
    }
}
