//! `docs/evidence.md`: what GPUs were observed to return, and how that is known.

use ptxfp::observed::{self, Evidence, Grade};
use ptxfp::source::{claim, reading};
use ptxfp::tensor;

use crate::text::{section, table};

/// The columns of claims.
const HEAD: [&str; 7] = ["where", "observation", "results", "method", "source", "date", "name"];

pub(crate) fn text() -> String {
    let mut text = String::from(
        "# Evidence\n\n\
         Results of GPUs and NVIDIA's tools where the PTX ISA leaves the bits open.\n\
         Observations are not promises: they do not change what is guaranteed, and another GPU or release may behave differently.\n\
         This project measured an H200 ([hardware.md](hardware.md)); every claim says who measured what, or *not recorded* where that is unknown.\n\
         The page shows the same under *Evidence*, the built site in `i/evidence/`, and `ptxfp eval --json` beside each result.\n\
         [hardware.md](hardware.md) says how to add a capture and what happens with it.\n\n\
         ## Grades\n\n\
         Every observed result of an approximate instruction or of a tensor core has a grade, the strongest first.\n\n",
    );
    let grades = [
        Grade::Measured,
        Grade::Replayed,
        Grade::TwoGroups,
        Grade::SameCode,
        Grade::Composed,
        Grade::OneGroup,
        Grade::Spot,
    ];
    let rows = grades.map(|grade| vec![grade.name().to_owned(), grade.words().to_owned()]);
    text += &table(&["grade", "meaning"], rows);
    text += "## Approximate instructions\n\n";
    text += &observations(&observed::ALL, observed::UNKNOWN);
    text += "## Tensor cores\n\n\
             Elements of `mma`, `wmma`, `wgmma` and `tcgen05.mma`, which `ptxfp mma` and the view *Tensor cores* show with their steps. \
             *Same code* says here that the target itself was not measured, and another one with its machine code was.\n\n";
    text += &observations(&tensor::ALL, tensor::UNKNOWN);
    text += "## Open bits\n\n\
             NaNs, operands outside the domain, the special NaN of `.oob`, and the random bits of `.rs`. \
             A result that depends on one of these says so and names the source.\n\n";
    let rows = claim::ALL.iter().map(|each| {
        let found = [each.found, " *", each.observation.kind.name(), "*"].concat();
        let source = each.observation.origin;
        let cells = [each.place, &*found, each.count, each.method, source, each.date, each.id];
        cells.map(ToOwned::to_owned).into()
    });
    text += &table(&HEAD, rows);
    text + &readings()
}

/// Observed results, and what they leave out.
fn observations(all: &[&Evidence], unknown: &str) -> String {
    let rows = all.iter().map(|each| {
        let source = match each.url {
            "" => each.source.to_owned(),
            url => format!("[{}]({url})", each.source),
        };
        let found = [each.words, " *", each.grade.name(), "*"].concat();
        let cells = [each.place, &*found, each.count, each.method, &*source, each.date, each.id];
        cells.map(ToOwned::to_owned).into()
    });
    format!("{}{unknown}\n\n", table(&HEAD, rows))
}

/// The evidence for the readings of the text.
fn readings() -> String {
    let is_seen = |each: &&reading::Reading| !each.evidence.is_empty();
    let (seen, unseen): (Vec<_>, Vec<_>) = reading::ALL.into_iter().partition(is_seen);
    let link = |each: &reading::Reading| format!("[{0}](reference.md#{0})", each.id);
    let rows = seen.iter().map(|each| {
        let all: Vec<_> = each.evidence.iter().map(|it| it.id).collect();
        vec![link(each), section(&each.source), each.taken.to_owned(), all.join(", ")]
    });
    let unseen: Vec<_> = unseen.into_iter().map(link).collect();
    format!(
        "## Readings\n\n\
         Where the text can be read in two ways, one reading is chosen. The last column has the names of \
         [observations](reference.md#observations).\n\n\
         {}No observation covers {}.\n",
        table(&["reading", "source", "interpretation", "observations"], rows),
        unseen.join(", ")
    )
}
