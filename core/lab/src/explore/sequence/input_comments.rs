//! Values of inputs in the comments of a text.

/// The beginning of a comment with a value.
const MARK: &str = "// ptxfp:";

/// The values that comments of a text give to inputs: names, and texts as
/// [`syntax::value`](crate::syntax::value) reads them. A program that is saved as a file keeps its
/// inputs so.
///
/// ```
/// use ptxfp::explore::sequence::input_comments;
///
/// let text = "// ptxfp: a = 0x3f800000\n// ptxfp: b = 1.5\nadd.f32 d, a, b;";
/// assert!(input_comments(text).eq([("a", "0x3f800000"), ("b", "1.5")]));
/// ```
pub fn input_comments(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let (name, value) = line.trim().strip_prefix(MARK)?.split_once('=')?;
        Some((name.trim(), value.trim()))
    })
}
