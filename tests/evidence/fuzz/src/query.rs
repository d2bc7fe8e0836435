//! Queries of the reference.

use ptxfp::catalog::query::Query;

use crate::input::{Input, assert_inside, assert_plain};

/// A query.
pub fn query(data: &[u8]) {
    let text = &*Input::new(data).text();
    let (query, problems) = Query::parse(text);
    for problem in &problems {
        assert_inside(text, &problem.span);
        assert_plain(&problem.message);
    }
    let forms = query.forms();
    assert!(forms.iter().all(|form| query.finds(form)));
    if forms.is_empty() {
        for (fewer, without, count) in query.relaxed() {
            let (again, problems) = Query::parse(&fewer);
            assert_eq!(problems, [], "{fewer} without {without}");
            assert_eq!(again.forms().len(), count, "{fewer} without {without}");
        }
    }
}
