//! `i/evidence/index.html`: how it is known what GPUs return.

use ptxfp::observed::{Evidence, Grade};
use ptxfp::source::observation::Observation;
use ptxfp_view::library::evidence::EVIDENCE;

use crate::markup::Markup;
use crate::shell::{About, page as shell};
use crate::site::{File, Site};
use crate::table::{Cell, table};

/// The folder of the page.
pub(crate) const FOLDER: &str = "i/evidence/";
/// Its title.
const TITLE: &str = "What GPUs return for approximate instructions, and how that is known";

/// The page.
pub(crate) fn page(site: &Site) -> File {
    let about = About {
        folder: FOLDER,
        title: TITLE,
        description: "Each claim about the bits that NVIDIA GPUs return where the PTX ISA leaves them \
                      open, with source, method, count, date and grade.",
        has_oembed: false,
        opcode: Some("evidence"),
    };
    let content = shell(site, &about, |markup| {
        markup.leaf("h1", "headline", TITLE);
        markup.leaf("p", "lead", EVIDENCE.lead);
        markup.leaf("p", "", EVIDENCE.grades_lead);
        let grades = EVIDENCE.grades.into_iter().map(grade);
        table(markup, "form-table", "Grades", ["grade", "what it means"], grades);
        markup.leaf("h2", "", "Approximate instructions");
        let claims = EVIDENCE.claims.iter().map(|each| claim(each));
        table(markup, "form-table", "Claims", CLAIMS, claims);
        markup.open("p").rich(EVIDENCE.unknown).close();
        markup.leaf("h2", "", "Open bits");
        markup.open("p").rich(EVIDENCE.observations_lead).close();
        let observations = EVIDENCE.observations.iter().map(|each| observation(each));
        table(
            markup,
            "form-table",
            "Observations",
            ["kind", "these bits are", "origin"],
            observations,
        );
        markup.leaf("h2", "", "To add a capture").open("ol");
        for step in EVIDENCE.steps {
            markup.open("li").rich(step).close();
        }
        markup.close();
    });
    File::new([FOLDER, "index.html"].concat(), content)
}

const CLAIMS: [&str; 6] =
    ["where", "what was found", "how many", "how", "source", "grade and date"];

fn grade(grade: Grade) -> Vec<Cell> {
    [grade.name(), grade.words()].map(|text| text.to_owned().into()).into()
}

fn claim(claim: &Evidence) -> Vec<Cell> {
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
        [claim.grade.name(), ", ", claim.date].concat().into(),
    ]
}

fn observation(each: &Observation) -> Vec<Cell> {
    [each.kind.name(), each.words, each.origin].map(|text| text.to_owned().into()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_is_on_the_page() {
        let page = page(&Site { address: None, sheets: Vec::new() });
        assert_eq!(page.path, "i/evidence/index.html");
        for claim in EVIDENCE.claims {
            for part in [claim.place, claim.count, claim.date, claim.url] {
                let part = part.replace('`', "");
                let text = page.content.replace("<code>", "").replace("</code>", "");
                assert!(text.contains(&part), "{}: {part}", claim.id);
            }
        }
    }
}
