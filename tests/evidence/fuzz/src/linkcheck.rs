//! Links in any text: all that are separate are found, at their positions.

use ptxfp::link::parse;

use crate::find::find;
use crate::input::{Input, assert_inside};
use crate::link::assert_problems;

/// A link that is certainly one.
const LINK: &str = "v1/add.f32@sm_90?a=0x3f800000&b=0x3f800000&d=0x40000000";

/// A text.
pub fn linkcheck(data: &[u8]) {
    let text = &*Input::new(data).text();
    assert_found(text);
    // It is found after any text, and in front of any that a link does not go on with.
    let around = [text, "\n<a href=\"#", LINK, "\">", text].concat();
    let place = text.len() + "\n<a href=\"#".len();
    assert!(assert_found(&around).contains(&(place, LINK.to_owned())), "{text:?}");
}

/// Claims that what is found lies in the text; returns where each link begins, and what it says.
fn assert_found(text: &str) -> Vec<(usize, String)> {
    let mut last = 0;
    let mut all = Vec::new();
    for found in find(text) {
        assert_eq!(found.places.len(), found.text.len() + 1);
        assert!(found.places.is_sorted_by(|a, b| a < b), "{:?}", found.places);
        let (start, end) = (found.places[0], found.places[found.text.len()]);
        assert!(start >= last, "links overlap in {text:?}");
        last = end;
        for place in &found.places {
            assert_inside(text, &(*place..*place));
        }
        assert!(text[start..].starts_with(['v', 'V']));
        assert_problems(&found.text, &parse(&found.text).problems);
        all.push((start, found.text));
    }
    all
}
