//! A picture of the card: a state with its result in a few lines, as SVG.
//!
//! It consists of text in the viewer's fonts, as on the page. Pieces that are followed by others
//! state their length, so that the picture looks the same in all fonts.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::markup::escaped;
use super::subject::Subject;
use super::text::add;
use crate::eval::Guarantee;
use crate::link::State;

/// Whether a picture is dark on light or light on dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The colors of a theme: those of `style/tokens.css`.
struct Colors {
    ground: &'static str,
    ink: &'static str,
    muted: &'static str,
    edge: &'static str,
    accent: &'static str,
    warn: &'static str,
}

impl Theme {
    const fn colors(self) -> Colors {
        match self {
            Self::Light => Colors {
                ground: "#fff",
                ink: "#14181b",
                muted: "#586168",
                edge: "#7f8a92",
                accent: "#0a6b62",
                warn: "#96410e",
            },
            Self::Dark => Colors {
                ground: "#121417",
                ink: "#e9ecef",
                muted: "#a3acb4",
                edge: "#79838c",
                accent: "#5fd4c4",
                warn: "#ffb38a",
            },
        }
    }
}

/// Its width, and the margin at its edges.
const WIDTH: u32 = 720;
const EDGE: u32 = 16;
/// The space between pieces of a row.
const GAP: u32 = 14;
/// The width of letters in thousandths of their size: in code, and at most in sentences.
pub(super) const CODE: u32 = 602;
const WORDS: u32 = 560;

const CODE_FONT: &str = "ui-monospace, Menlo, Consolas, monospace";
const WORDS_FONT: &str = "ui-sans-serif, system-ui, sans-serif";

/// The card of a state, with a sentence about its result in which code is between back quotes; without
/// one it says what the instruction computes.
///
/// ```
/// use ptxfp::internals::export::{Theme, picture};
/// use ptxfp::link::parse;
///
/// let state = parse("v1/add.f32@sm_90?a=1&b=2").sound().unwrap();
/// let svg = picture(&state, "The sum is exact.", Theme::Light);
/// assert!(svg.starts_with("<svg ") && svg.contains(">0x40400000<"));
/// ```
#[must_use]
pub fn picture(state: &State, sentence: &str, theme: Theme) -> String {
    draw(&Subject::new(state.clone(), ""), sentence, theme)
}

/// Draws the picture of a state and its result as SVG; without a sentence, it has the formula.
pub(super) fn draw(subject: &Subject, sentence: &str, theme: Theme) -> String {
    let formula = subject.state.instruction.formula();
    let sentence = if sentence.is_empty() { &formula } else { sentence };
    let mut pen = Pen { colors: theme.colors(), text: String::new(), x: EDGE, y: 0 };
    pen.statement(subject);
    pen.result(subject);
    pen.y += 6;
    let muted = pen.colors.muted;
    for line in wrapped(&sentence.replace('`', ""), room(13, WORDS)) {
        pen.begin(19);
        pen.words(&line, 13, "400", muted);
    }
    let (width, height) = (WIDTH.to_string(), (pen.y + EDGE).to_string());
    let label = [&subject.line(), " is ", &subject.answer()].concat();
    let mut svg = String::new();
    add(&mut svg, &["<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", &width]);
    add(&mut svg, &["\" height=\"", &height, "\" viewBox=\"0 0 ", &width, " ", &height]);
    add(&mut svg, &["\" role=\"img\">\n<title>", &escaped(&[&label]), "</title>\n"]);
    add(&mut svg, &["<rect x=\"0.5\" y=\"0.5\" width=\"", &(WIDTH - 1).to_string()]);
    add(&mut svg, &["\" height=\"", &(pen.y + EDGE - 1).to_string(), "\" rx=\"6\" fill=\""]);
    add(&mut svg, &[pen.colors.ground, "\" stroke=\"", pen.colors.edge, "\"/>\n"]);
    add(&mut svg, &[&pen.text, "</svg>\n"]);
    svg
}

/// A pen that draws one row after the other, each from left to right.
struct Pen {
    colors: Colors,
    text: String,
    /// The left edge of the next piece.
    x: u32,
    /// The baseline of the row.
    y: u32,
}

impl Pen {
    /// Begins a row, this far below the last.
    fn begin(&mut self, height: u32) {
        self.x = EDGE;
        self.y += height;
    }

    /// The statement, and where it runs.
    fn statement(&mut self, subject: &Subject) {
        let Colors { ink, muted, .. } = self.colors;
        let (spelling, place) = (&subject.spelling, subject.presented.place());
        let rest = subject.operands();
        let taken = place.len() + 2;
        self.begin(30);
        self.code(spelling, 14, "700", ink);
        let room = room(14, CODE);
        if spelling.len() + 1 + rest.len() + taken <= room {
            self.x = self.x.saturating_sub(GAP) + length(1, 14, CODE);
            self.code(&rest, 14, "500", ink);
        }
        self.piece(&place, "end", WIDTH - EDGE, [CODE_FONT, "12", "500", muted], None);
        if spelling.len() + 1 + rest.len() + taken > room {
            for line in wrapped(&rest, room) {
                self.begin(20);
                self.code(&line, 14, "500", ink);
            }
        }
    }

    /// The value of each lane with its bits and its guarantee.
    fn result(&mut self, subject: &Subject) {
        let Colors { ink, muted, .. } = self.colors;
        let lanes = subject.presented.lanes();
        let is_alone = lanes.len() == 1;
        for (row, lane) in lanes.rev().enumerate() {
            self.begin(if is_alone { 34 } else { 28 });
            let is_first = row == 0;
            self.code(if is_first { "→" } else { " " }, 18, "400", muted);
            if !is_alone {
                self.code(&lane.name, 13, "600", muted);
            }
            let value = lane.value.replace('-', "−");
            let size = match value.chars().count() {
                _ if !is_alone => 18,
                0..=18 => 26,
                _ => 20,
            };
            self.code(&value, size, "650", ink);
            self.digits(&lane.hex, lane.guarantee);
            self.tag(&lane.tag, lane.guarantee);
        }
        if !is_alone && let Some(register) = subject.presented.registers().first() {
            self.begin(28);
            let text = [register.name, " = ", &register.hex()].concat();
            self.code(&text, 14, "400", muted);
        }
    }

    /// Hex digits, whose underline shows the guarantee.
    fn digits(&mut self, digits: &str, guarantee: Guarantee) {
        let Colors { ink, muted, accent, warn, .. } = self.colors;
        let (from, y) = (self.x, self.y + 5);
        self.code(digits, 17, "600", ink);
        let (color, width, dashes) = match guarantee {
            Guarantee::Bits | Guarantee::Reading => (ink, "2", ""),
            Guarantee::AnyNan => (muted, "2", "6 4"),
            Guarantee::Within { .. } => (accent, "4", "1.5 3.5"),
            Guarantee::Unbounded | Guarantee::Unspecified => (warn, "2", "2 3"),
        };
        let [from, to, y] = [from, self.x - GAP, y].map(|place| place.to_string());
        add(&mut self.text, &["<path d=\"M", &from, " ", &y, "H", &to, "\" stroke=\"", color]);
        add(
            &mut self.text,
            &["\" stroke-width=\"", width, "\" stroke-dasharray=\"", dashes, "\"/>\n"],
        );
    }

    /// The guarantee in its frame, in a row of its own where there is no room for it.
    fn tag(&mut self, words: &str, guarantee: Guarantee) {
        let Colors { ink, edge, accent, warn, .. } = self.colors;
        let inside = length(words.chars().count(), 12, WORDS);
        if self.x + inside + 16 > WIDTH - EDGE {
            self.begin(28);
        }
        let (stroke, fill, dashes) = match guarantee {
            Guarantee::Bits | Guarantee::Reading => (edge, ink, ""),
            Guarantee::AnyNan => (edge, ink, "4 3"),
            Guarantee::Within { .. } => (accent, accent, ""),
            Guarantee::Unbounded | Guarantee::Unspecified => (warn, warn, "1 2"),
        };
        let [x, y, width] = [self.x, self.y - 16, inside + 16].map(|place| place.to_string());
        add(&mut self.text, &["<rect x=\"", &x, ".5\" y=\"", &y, ".5\" width=\"", &width]);
        add(&mut self.text, &["\" height=\"21\" rx=\"3\" fill=\"none\" stroke=\"", stroke]);
        add(&mut self.text, &["\" stroke-dasharray=\"", dashes, "\"/>\n"]);
        let middle = self.x + 8 + inside / 2;
        self.piece(words, "middle", middle, [WORDS_FONT, "12", "600", fill], None);
    }

    /// Adds a piece of code; the next one begins after it.
    fn code(&mut self, text: &str, size: u32, weight: &str, fill: &str) {
        let length = length(text.chars().count(), size, CODE);
        let style = [CODE_FONT, &size.to_string(), weight, fill];
        self.piece(text, "start", self.x, style, Some(length));
        self.x += length + GAP;
    }

    /// A piece of a sentence.
    fn words(&mut self, text: &str, size: u32, weight: &str, fill: &str) {
        self.piece(text, "start", self.x, [WORDS_FONT, &size.to_string(), weight, fill], None);
    }

    /// A text at a place, in a font, size, weight and color.
    fn piece(
        &mut self,
        text: &str,
        anchor: &str,
        x: u32,
        [font, size, weight, fill]: [&str; 4],
        length: Option<u32>,
    ) {
        let [x, y] = [x, self.y].map(|place| place.to_string());
        add(&mut self.text, &["<text x=\"", &x, "\" y=\"", &y, "\" text-anchor=\"", anchor]);
        add(&mut self.text, &["\" font-family=\"", font, "\" font-size=\"", size]);
        add(&mut self.text, &["\" font-weight=\"", weight, "\" fill=\"", fill, "\""]);
        if let Some(length) = length {
            add(&mut self.text, &[" textLength=\"", &length.to_string(), "\""]);
        }
        add(&mut self.text, &[">", &escaped(&[text]), "</text>\n"]);
    }
}

/// Returns the length of some letters of a size.
pub(super) fn length(letters: usize, size: u32, width: u32) -> u32 {
    u32::try_from(letters).unwrap_or(WIDTH) * size * width / 1000
}

/// Returns the number of letters of a size that fit in a row.
fn room(size: u32, width: u32) -> usize {
    usize::try_from((WIDTH - 2 * EDGE) * 1000 / (size * width)).unwrap_or(1)
}

/// Breaks a text between words; a word that no line has room for is cut.
pub(super) fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut taken = room;
    for word in text.split(' ') {
        let length = word.chars().count();
        if taken + 1 + length <= room
            && let Some(line) = lines.last_mut()
        {
            add(line, &[" ", word]);
            taken += 1 + length;
            continue;
        }
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(room.max(1)) {
            lines.push(piece.iter().collect());
            taken = piece.len();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::{Theme, picture, wrapped};
    use crate::catalog::forms;
    use crate::link::{State, parse};

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert!(wrapped("", 3).is_empty());
    }

    /// Every token that the page has is a color here with the same value.
    #[test]
    fn colors_are_those_of_the_page() {
        let sheet = include_str!("../../../style/tokens.css");
        let themes = [Theme::Light, Theme::Dark].map(Theme::colors);
        let pairs = |of: fn(&super::Colors) -> &'static str| {
            let [light, dark] = [of(&themes[0]), of(&themes[1])];
            ["light-dark(", light, ", ", dark, ");"].concat()
        };
        for (name, pair) in [
            ("bg", pairs(|it| it.ground)),
            ("ink", pairs(|it| it.ink)),
            ("muted", pairs(|it| it.muted)),
            ("edge", pairs(|it| it.edge)),
            ("accent", pairs(|it| it.accent)),
            ("warn", pairs(|it| it.warn)),
        ] {
            let rule = ["--", name, ": ", &pair].concat();
            assert!(sheet.contains(&rule), "{rule}");
        }
    }

    /// The picture of any instruction is well-formed, and nothing is wider than the picture.
    #[test]
    fn every_instruction_has_a_picture() {
        for state in forms().filter_map(State::example) {
            let svg = picture(&state, "", Theme::Dark);
            let opened = svg.matches("<text").count();
            assert_eq!(opened, svg.matches("</text>").count(), "{svg}");
            assert!(!svg.contains("NaN\"") && svg.ends_with("</svg>\n"), "{svg}");
            for piece in svg.split("<text x=\"").skip(1) {
                let x: u32 = piece.split('"').next().unwrap().parse().unwrap();
                let length = piece.split_once("textLength=\"").map_or(0, |(_, behind)| {
                    behind.split('"').next().unwrap().parse::<u32>().unwrap()
                });
                let is_own = piece.find("textLength") < piece.find("</text>");
                assert!(!is_own || x + length <= super::WIDTH, "{state:?}: {piece}");
            }
        }
    }

    #[test]
    fn a_picture_says_how_sure_the_bits_are() {
        let draw = |link| picture(&parse(link).sound().unwrap(), "One & `two`.", Theme::Light);
        let exact = draw("v1/add.rn.bf16@sm_90?a=0x3dcd&b=0x3e4d");
        for piece in [
            ">add.rn.bf16<",
            ">0.1, 0.2<",
            ">0.30078125<",
            ">0x3e9a<",
            ">exact bits guaranteed<",
            ">One &amp; two.<",
            "height=\"105\"",
        ] {
            assert!(exact.contains(piece), "{piece}: {exact}");
        }
        let open = draw("v1/ex2.approx.ftz.f32@sm_90?a=0x3dcccccd");
        assert!(open.contains("any of ") && open.contains("\"1.5 3.5\""), "{open}");
        let lanes = draw("v1/max.f16x2@sm_90?a=0x3c007e00&b=0x7e007e00");
        assert!(lanes.contains(">hi<") && lanes.contains(">d = 0x3c007fff<"), "{lanes}");
    }
}
