//! The recorded questions, and the answers of the assembler.

use std::collections::{HashMap, HashSet};

use conformance::subject::context;
use conformance::{files, is_extensive};
use ptxas_record::{GRID, Grid, LEGALITY, ORDER, Record, Span, Statement, Version};
use ptxfp::catalog::{Context, ISA_VERSIONS, IsaVersion, LATEST_ISA, TARGETS};

/// The grid and the record.
pub(crate) struct Recorded {
    pub(crate) grid: Grid,
    pub(crate) record: Record,
}

/// A statement that was asked about.
pub(crate) struct Candidate<'r> {
    /// The statement for the core.
    pub(crate) text: String,
    /// Opcode and types.
    pub(crate) group: String,
    /// Its position in the record, if it is accepted anywhere. Bugs of the assembler do not count.
    class: Option<usize>,
    record: &'r Record,
}

impl Recorded {
    /// Reads the files.
    pub(crate) fn read() -> Self {
        let grid = Grid::parse(&file(GRID)).unwrap_or_else(|error| panic!("{GRID}: {error}"));
        let record = Record::parse(&file(LEGALITY));
        let record = record.unwrap_or_else(|error| panic!("{LEGALITY}: {error}"));
        Self { grid, record }
    }

    /// The statements of the grid, or those that `ONLY` asks for.
    pub(crate) fn candidates(&self) -> Vec<Candidate<'_>> {
        let mut classes = HashMap::new();
        for (index, class) in self.record.classes.iter().enumerate() {
            classes.extend(class.statements.iter().map(|it| (it.to_string(), index)));
        }
        let assembler_bugs: HashSet<_> =
            self.grid.assembler_bugs.iter().map(Statement::to_string).collect();
        let mut candidates = Vec::new();
        for statement in &self.grid.statements {
            let (text, group) = (statement.to_string(), statement.group(&self.grid));
            if is_wanted(&group) {
                let class = classes.get(&text).copied().filter(|_| !assembler_bugs.contains(&text));
                let (text, record) = (format!("{text};"), &self.record);
                candidates.push(Candidate { text, group, class, record });
            }
        }
        candidates
    }

    /// Every pair of version and target that the assembler knows.
    pub(crate) fn contexts(&self) -> Vec<Context> {
        let pairs = self.record.pairs().into_iter();
        pairs.map(|(version, target)| context(&version.to_string(), target)).collect()
    }

    /// A few contexts that represent all: on the newest version one of those in which the same is
    /// accepted, and the last ones in which something is accepted that later versions reject.
    pub(crate) fn typical_contexts(&self) -> Vec<Context> {
        let mut seen = HashSet::new();
        let mut contexts = self.contexts();
        contexts.retain(|context| {
            let (isa, target) = (version(context.isa), context.target.name);
            let spans = || self.record.classes.iter().map(|class| class.availability.get(target));
            let ends = spans().flatten().flatten().any(|span| span.to == Some(isa));
            let accepts = |spans: Option<&Vec<Span>>| {
                spans.into_iter().flatten().any(|span| span.contains(isa))
            };
            let accepted: Vec<_> = spans().map(accepts).collect();
            (ends || context.isa == LATEST_ISA) && seen.insert(accepted)
        });
        contexts
    }
}

impl Candidate<'_> {
    /// Whether the assembler accepts it anywhere.
    pub(crate) fn is_ever_accepted(&self) -> bool {
        self.class.is_some()
    }

    /// Whether the assembler accepts it there.
    pub(crate) fn is_accepted(&self, context: &Context) -> bool {
        let class = self.class.and_then(|class| self.record.classes.get(class));
        let spans = class.and_then(|class| class.availability.get(context.target.name));
        spans.into_iter().flatten().any(|span| span.contains(version(context.isa)))
    }

    /// Whether the assembler accepts the statement somewhere, and has another verdict for the
    /// version before or after this one. It has none for a version that does not exist or does not
    /// know the target.
    pub(crate) fn changes_at(&self, context: &Context) -> bool {
        let verdict = |isa: IsaVersion| {
            (isa >= context.target.since)
                .then(|| self.is_accepted(&Context { isa, target: context.target }))
        };
        let place = ISA_VERSIONS.iter().position(|isa| *isa == context.isa);
        self.is_ever_accepted()
            && place.is_some_and(|place| {
                let before = place.checked_sub(1).and_then(|before| ISA_VERSIONS.get(before));
                [before, ISA_VERSIONS.get(place + 1)]
                    .into_iter()
                    .any(|isa| isa.and_then(|isa| verdict(*isa)) != verdict(context.isa))
            })
    }
}

/// Whether `ONLY` asks for statements of this opcode and types: it lists opcodes, or beginnings of
/// opcode and types, with commas, such as `ONLY=min,max,cvt.tf32`.
pub(crate) fn is_wanted(group: &str) -> bool {
    let only = only();
    let is_start = |word: &str| {
        group.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    only.is_empty() || only.split(',').any(is_start)
}

/// Whether verdicts are compared in every context: in the long runs, and for the few statements that
/// `ONLY` asks for.
pub(crate) fn is_all_wanted() -> bool {
    is_extensive() || !only().is_empty()
}

fn only() -> String {
    std::env::var("ONLY").unwrap_or_default()
}

/// Reads a file of the record.
pub(crate) fn file(name: &str) -> String {
    files::read(&format!("vectors/{name}"))
}

fn version(isa: IsaVersion) -> Version {
    Version { major: isa.major, minor: isa.minor }
}

#[test]
fn the_core_knows_the_versions_and_targets_that_the_assembler_knows() {
    let record = Recorded::read().record;
    let versions: Vec<_> = ISA_VERSIONS.iter().map(|isa| version(*isa)).collect();
    assert_eq!(versions, record.versions);
    let targets = TARGETS.iter().map(|it| (it.name.to_owned(), version(it.since))).collect();
    assert_eq!(record.targets, targets);
}

#[test]
fn the_record_is_about_the_grid() {
    let Recorded { grid, record } = Recorded::read();
    let text = file(LEGALITY);
    let without_comments: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(without_comments.join("\n") + "\n", record.write(&grid), "as xtask writes it");
    let asked: HashSet<_> = grid.statements.iter().map(Statement::to_string).collect();
    assert!(text.contains(&format!("of the {} that", asked.len())), "asked: {}", asked.len());
    let taken: HashSet<_> = record
        .classes
        .iter()
        .flat_map(|class| &class.statements)
        .map(Statement::to_string)
        .collect();
    assert!(taken.is_subset(&asked));
    for bug in &grid.assembler_bugs {
        assert!(
            taken.contains(&bug.to_string()),
            "{bug} is listed as a bug of the assembler, which rejects it"
        );
    }
    let orders = file(ORDER);
    let recorded = orders.lines().filter_map(|line| line.split_once("ed ")).map(|(_, it)| it);
    assert!(recorded.eq(grid.orders.iter().map(Statement::to_string)), "{ORDER}");
}
