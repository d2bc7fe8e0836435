//! `i/evidence/index.html`: the evidence for what GPUs return.

use ptxfp::observed::Grade;
use ptxfp::source::reading::Reading;
use ptxfp_view::library::evidence::{ClaimView, EVIDENCE, seen_by};

use crate::shell::{About, page as shell};
use crate::site::{CAPTURE, EVIDENCE as FOLDER, File, Site};
use crate::table::{Cell, table};

/// The title of the page.
const TITLE: &str = "What GPUs return for approximate instructions, and how that is known";

/// The text after the link to the program.
const CAPTURE_STEPS: &str = " records what a GPU computes: tensor cores of every type that it has, \
                             approximate functions, the bits of NaNs. `python3 capture.py` writes \
                             `capture.json`, and `ptxfp capture capture.json` compares it with what is \
                             claimed here. For every instruction of a target:";

/// The page.
pub(crate) fn page(site: &Site) -> File {
    let about = About {
        folder: FOLDER,
        title: TITLE,
        description: "Each claim about the bits that NVIDIA GPUs return where the PTX ISA does not \
                      specify them, with source, method, count, date and grade.",
        opcode: Some("evidence"),
    };
    let content = shell(site, &about, |markup| {
        markup.leaf("h1", "headline", TITLE);
        markup.leaf("p", "lead", EVIDENCE.lead);
        markup.leaf("p", "", EVIDENCE.grades_lead);
        let grades = EVIDENCE.grades.into_iter().map(grade);
        table(markup, "form-table", "Grades", ["grade", "meaning"], grades);
        markup.leaf("h2", "", "Approximate instructions");
        let claims = EVIDENCE.claims().map(claim);
        table(markup, "form-table", "Claims", CLAIMS, claims);
        markup.open("p").rich(EVIDENCE.unknown).close();
        markup.leaf("h2", "", "Unspecified bits");
        markup.open("p").rich(EVIDENCE.open_lead).close();
        table(
            markup,
            "form-table",
            "Claims about unspecified bits",
            CLAIMS,
            EVIDENCE.open().map(claim),
        );
        markup.leaf("h2", "", "Readings of the ISA");
        markup.leaf("p", "", EVIDENCE.readings_lead);
        let readings = EVIDENCE.readings().map(reading);
        table(markup, "form-table", "Readings", ["reading", "choice", "evidence"], readings);
        markup.leaf("p", "", &EVIDENCE.unseen());
        markup.leaf("h2", "", "Add a capture");
        markup.open("p").text("With Python and NVIDIA’s driver alone, ").open("a");
        markup.attribute("href", &format!("../../{CAPTURE}")).text(CAPTURE).close();
        markup.rich(CAPTURE_STEPS).close().open("ol");
        for step in EVIDENCE.steps {
            markup.open("li").rich(step).close();
        }
        markup.close();
    });
    File::new([FOLDER, "index.html"].concat(), content)
}

const CLAIMS: [&str; 6] = ["where", "finding", "count", "method", "source", "kind and date"];

fn grade(grade: Grade) -> Vec<Cell> {
    [grade.name(), grade.words()].map(|text| text.to_owned().into()).into()
}

fn claim(claim: ClaimView) -> Vec<Cell> {
    let source = if claim.url.is_empty() {
        claim.source.to_owned().into()
    } else {
        Cell::link(claim.source.to_owned(), claim.url.to_owned())
    };
    vec![
        claim.place.to_owned().into(),
        claim.words.to_owned().into(),
        claim.count.to_owned().into(),
        claim.method.to_owned().into(),
        source,
        [claim.label, ", ", claim.date].concat().into(),
    ]
}

fn reading(each: &'static Reading) -> Vec<Cell> {
    vec![each.id.to_owned().into(), each.taken.to_owned().into(), seen_by(each).into()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_is_on_the_page() {
        let page = page(&Site { address: None, sheets: Vec::new() });
        assert_eq!(page.path, "i/evidence/index.html");
        for claim in EVIDENCE.claims().chain(EVIDENCE.open()) {
            for part in [claim.place, claim.count, claim.date, claim.url] {
                let part = part.replace('`', "");
                let text = page.content.replace("<code>", "").replace("</code>", "");
                assert!(text.contains(&part), "{}: {part}", claim.id);
            }
        }
        for reading in EVIDENCE.readings() {
            assert!(page.content.contains(reading.id), "{}", reading.id);
        }
    }
}
