//! The reference: the results of a query.

use std::sync::Arc;

use ptxfp::catalog::query::{Message, Problem, Query};
use ptxfp::catalog::{Form, Target, forms};
use ptxfp::internals::companion;

use crate::find::{Found, find, is_known};
use crate::library::form::{FormView, form_view};
use crate::library::found::{FoundView, by_opcode, found_view, score};
use crate::library::{Screen, companions};
use crate::message::sentence;

/// A button for another query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryView {
    /// The text; code is between back quotes.
    pub label: String,
    /// The query.
    pub query: String,
}

/// The whole reference, with a field for each component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceView {
    /// The search.
    pub search: SearchView,
    /// The forms, by opcode; those of companion instructions are the last.
    pub groups: Vec<GroupView>,
}

/// The search of the reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchView {
    /// The text that is typed.
    pub query: String,
    /// The number of forms that are found.
    pub count: String,
    /// Lessons, terms, formats and sections for the words of the query.
    pub found: Vec<FoundView>,
    /// The query that an assembler message is read as.
    pub reading: Option<String>,
    /// The errors in the query.
    pub problems: Vec<String>,
    /// Queries to try.
    pub examples: Vec<QueryView>,
    /// Queries with results, if this one has none.
    pub ways: Vec<QueryView>,
}

/// The forms of an opcode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupView {
    /// Its number among the groups of all forms.
    pub number: usize,
    /// The heading.
    pub head: OpcodeView,
    /// The forms that are found.
    pub forms: Vec<Arc<FormView>>,
}

/// The heading of the forms of an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpcodeView {
    /// The opcode.
    pub opcode: &'static str,
    /// Whether they are companion instructions.
    pub is_companion: bool,
    /// Whether they are the first of those.
    pub is_first_companion: bool,
}

impl Screen {
    /// The numbers of the groups that are found.
    pub fn groups(&self) -> Option<Vec<usize>> {
        let groups = &self.reference.as_ref()?.groups;
        Some(groups.iter().map(|group| group.number).collect())
    }

    fn group(&self, number: usize) -> Option<&GroupView> {
        self.reference.as_ref()?.groups.iter().find(|group| group.number == number)
    }

    /// The heading of the group of a number.
    pub fn opcode(&self, number: usize) -> Option<OpcodeView> {
        self.group(number).map(|group| group.head)
    }

    /// The numbers of the forms that are found in the group of a number.
    pub fn forms(&self, group: usize) -> Option<Vec<usize>> {
        Some(self.group(group)?.forms.iter().map(|form| form.number).collect())
    }

    /// The form of a number in the group of a number.
    pub fn form(&self, group: usize, number: usize) -> Option<Arc<FormView>> {
        self.group(group)?.forms.iter().find(|form| form.number == number).cloned()
    }
}

/// The number of words that are a sentence rather than names.
const SENTENCE: usize = 4;

/// Queries to try.
const EXAMPLES: [&str; 8] = [
    "fma bf16",
    "fp8",
    "sm>=100 !cvt",
    "satfinite isa<=8.1",
    "since:9.1",
    "approx",
    "status:undocumented",
    "prmt",
];

/// Returns the page for a query; `open` are the keys of open forms.
pub fn reference(text: &str, open: &[String]) -> ReferenceView {
    let message = Message::of(text);
    let query = message.as_ref().map(Message::query);
    let asked = query.as_deref().unwrap_or(text);
    let (query, mut problems) = Query::parse(asked);
    let found_words = if message.is_none() { find(asked) } else { Vec::new() };
    let is_word = |problem: &Problem| {
        let word = asked.get(problem.span.clone()).unwrap_or_default();
        !word.contains([':', '<', '>', '='])
    };
    // Words that are no names of the catalog say nothing about forms. In a sentence, others than
    // those that are found are no errors.
    let has_words = problems.iter().any(is_word);
    let is_sentence = asked.split_whitespace().count() >= SENTENCE && !found_words.is_empty();
    problems.retain(|problem| {
        let word = asked.get(problem.span.clone()).unwrap_or_default();
        !is_word(problem) || !is_sentence && !is_known(word)
    });
    let is_wrong = !problems.is_empty() && query == Query::default();
    let companions = companion::find(asked);
    // A word that only companions have is not an error; the query is then about them alone.
    let is_about_others = companions.is_some() && !problems.is_empty();
    let (forms_found, problems) = if is_about_others {
        (Vec::new(), Vec::new())
    } else if has_words || is_wrong {
        (about(&query, &found_words), problems)
    } else {
        (query.forms(), problems)
    };
    // The opcode that words are about comes first: `fp8` is first of all a conversion.
    let forms_found = by_opcode(forms_found, &found_words);
    let companions = companions.unwrap_or_default();
    let found = forms_found.len() + companions.len();
    let count = count(forms_found.len(), companions.len());
    let (all, mut groups) = (all_groups(), Vec::new());
    for form in forms_found {
        group(&mut groups, &all, form.opcode, false, form_view(form, open));
    }
    for form in companions {
        group(&mut groups, &all, form.opcode, true, companions::form_view(form, open));
    }
    let ways = if found == 0 { query.relaxed() } else { Vec::new() };
    let way = |(query, left, count): (String, String, usize)| QueryView {
        label: ["without `", &left, "`: ", &count.to_string()].concat(),
        query,
    };
    let example =
        |query: &&str| QueryView { label: (*query).to_owned(), query: (*query).to_owned() };
    let mut problems: Vec<_> = problems.iter().map(|problem| sentence(&problem.message)).collect();
    if found == 0 && problems.is_empty() && !has_words {
        problems.push(String::from("No form matches every term."));
    }
    let search = SearchView {
        query: text.to_owned(),
        count,
        found: found_view(found_words),
        reading: message.map(|message| match message.query() {
            query if query.is_empty() => sentence(&message.sentence()),
            query => ["An assembler message, read as `", &*query, "`."].concat(),
        }),
        problems,
        examples: EXAMPLES.iter().map(example).collect(),
        ways: ways.into_iter().map(way).chain(targets(text)).collect(),
    };
    ReferenceView { search, groups }
}

/// The forms that a query with other words finds: those of its terms, or else those of the opcodes
/// that the words are about.
fn about(query: &Query, found: &[Found]) -> Vec<&'static Form> {
    if *query != Query::default() {
        let forms = query.forms();
        if !forms.is_empty() {
            return forms;
        }
    }
    forms().filter(|form| score(found, form.opcode) > 0).collect()
}

/// Queries about the targets that words of a query name.
fn targets(query: &str) -> Vec<QueryView> {
    let named = query.split_whitespace().filter_map(Target::parse);
    let way = |target: &Target| {
        let name = target.name.strip_prefix("sm_").unwrap_or(target.name);
        QueryView {
            label: ["forms on `", target.name, "`"].concat(),
            query: ["sm:", name].concat(),
        }
    };
    named.map(way).collect()
}

/// Describes the number of forms that are found.
fn count(forms_found: usize, companions: usize) -> String {
    let of = |count: usize, all: usize| [&*count.to_string(), " of ", &*all.to_string()].concat();
    let main = of(forms_found, forms().count()) + " forms";
    let others = of(companions, companion::ROWS.len());
    if companions == 0 { main } else { main + ", " + &others + " of integers and bits" }
}

/// The opcode of a group, and whether its forms are companion instructions.
type Group = (&'static str, bool);

/// All groups that a query can find, in their order.
fn all_groups() -> Vec<Group> {
    let (all, _) = Query::parse("");
    let forms = all.forms().into_iter().map(|form| (form.opcode, false));
    let companions = companion::find("").unwrap_or_default().into_iter();
    let mut groups = Vec::new();
    for group in forms.chain(companions.map(|form| (form.opcode, true))) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// Adds a form to those of its opcode.
fn group(
    groups: &mut Vec<GroupView>,
    all: &[Group],
    opcode: &'static str,
    is_companion: bool,
    form: FormView,
) {
    let mut known = groups.iter_mut();
    if let Some(known) =
        known.find(|each| (each.head.opcode, each.head.is_companion) == (opcode, is_companion))
    {
        known.forms.push(Arc::new(form));
        return;
    }
    let is_first = !groups.last().is_some_and(|last| last.head.is_companion);
    let is_first_companion = is_companion && is_first;
    let number = all.iter().position(|each| *each == (opcode, is_companion)).unwrap_or(0);
    let forms = vec![Arc::new(form)];
    let head = OpcodeView { opcode, is_companion, is_first_companion };
    groups.push(GroupView { number, head, forms });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Edit, Model};
    use crate::module::Module;

    #[test]
    fn every_form_has_all_there_is_to_know() {
        let open: Vec<_> = (0..forms().count()).map(|index| index.to_string()).collect();
        let view = reference("", &open);
        let main = view.groups.iter().filter(|group| !group.head.is_companion);
        let all = main.flat_map(|group| &group.forms);
        assert_eq!(all.clone().count(), forms().count());
        for form in all {
            let body = form.body.as_ref().unwrap();
            // An entry has the formula; without one, it is the first note.
            let n_notes = body.notes.len() + usize::from(body.entry.is_some());
            assert!(n_notes >= 2 && !body.tables.is_empty(), "{}", form.syntax);
            assert!(body.support.is_some(), "{}", form.syntax);
            assert_eq!(body.entry.is_some(), form.status != "refused");
            let Some(entry) = &body.entry else { continue };
            assert!(!entry.formula.is_empty() && !entry.lanes.is_empty(), "{}", form.syntax);
            assert!(entry.why.ends_with(['.', ')']), "{}", entry.why);
            assert!(entry.cases.starts_with(&entry.open) && entry.names.ends_with(';'));
        }
    }

    #[test]
    fn examples_find_something_and_an_empty_list_has_ways_out() {
        for example in EXAMPLES {
            let view = reference(example, &[]);
            assert!(view.search.problems.is_empty() && !view.groups.is_empty(), "{example}");
        }
        let view = reference("max e4m3", &[]);
        assert_eq!((view.search.problems.len(), view.search.ways.len()), (1, 2));
        assert!(view.search.count.starts_with("0 of "));
    }

    /// The titles of finds beside forms, by the name of their kind.
    fn titles(query: &str, kind: &str) -> Vec<String> {
        let view = reference(query, &[]);
        let rows = view.search.found.into_iter().filter(|each| each.title == kind);
        rows.flat_map(|each| each.rows).map(|each| each.title).collect()
    }

    #[test]
    fn formats_are_found_by_their_names_and_by_those_from_elsewhere() {
        for (query, names) in [
            ("fp8", &["e4m3", "e5m2"][..]),
            ("torch.float8_e5m2 e5m2", &["e5m2"]),
            ("bf16 fma BFLOAT16", &["bf16"]),
            ("int32", &[]),
            ("", &[]),
        ] {
            assert_eq!(titles(query, "Formats"), names, "{query}");
        }
    }

    #[test]
    fn words_find_lessons_and_terms_and_no_form_that_they_are_not_about() {
        for (query, kind, title) in [
            ("denormal", "Terms", "subnormal"),
            ("ulp", "Terms", "ulp"),
            ("rounding", "Terms", "round"),
            ("stochastic", "Lessons", "The same operand, two results"),
            ("sm_90", "Terms", "target"),
            ("§9.7.4.1", "Sections", "§9.7.4.1 Half precision floating point instructions: add"),
        ] {
            let view = reference(query, &[]);
            assert_eq!(titles(query, kind).first().map(String::as_str), Some(title), "{query}");
            assert_eq!(view.search.problems, [""; 0], "{query}");
            assert!(view.groups.len() <= 2, "{query}: {}", view.search.count);
        }
        assert_eq!(reference("sm_90", &[]).search.ways[0].query, "sm:90");
        // The forms of other terms stay.
        let view = reference("why does max return a number", &[]);
        assert_eq!(view.groups[0].head.opcode, "max");
        let nothing = reference("xyzzy", &[]);
        assert_eq!((nothing.search.problems.len(), nothing.groups.len()), (1, 0));
        let unknown = reference("fma bf17", &[]);
        assert_eq!((unknown.search.problems.len(), unknown.groups.len()), (1, 1));
        let wrong = reference("denormal foo:bar", &[]);
        assert_eq!(wrong.search.problems.len(), 1);
    }

    #[test]
    fn the_opcode_that_words_are_about_is_first() {
        assert_eq!(reference("fp8", &[]).groups[0].head.opcode, "cvt");
        assert_eq!(reference("reciprocal", &[]).groups[0].head.opcode, "rcp");
    }

    #[test]
    fn groups_and_forms_have_numbers_of_their_own() {
        let view = reference("", &[]);
        assert!(view.groups.iter().map(|group| group.number).eq(0..all_groups().len()));
        let found = view.groups.iter().flat_map(|group| &group.forms);
        let mut numbers: Vec<_> = found.map(|form| form.number).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..forms().count() + companion::ROWS.len()));
    }

    #[test]
    fn companions_are_found_beside_the_forms_and_alone() {
        let all = reference("", &[]);
        let first = |group: &GroupView| group.head.is_first_companion;
        assert_eq!(all.groups.iter().filter(|group| first(group)).count(), 1);
        let both = reference("op:min", &["c0".to_owned()]);
        assert_eq!(both.groups.len(), 2);
        assert!(both.search.count.ends_with("of integers and bits"), "{}", both.search.count);
        let alone = reference("prmt", &["c85".to_owned()]);
        assert!(alone.search.problems.is_empty() && alone.groups.iter().all(first));
        assert!(alone.search.count.starts_with("0 of "));
        let wrong = reference("prmtt", &[]);
        assert_eq!(wrong.search.problems.len(), 1);
    }

    #[test]
    fn a_message_of_the_assembler_is_looked_up() {
        let text =
            "ptxas k.ptx, line 4; error   : Feature '.bf16' requires .target sm_80 or higher";
        let found = reference(text, &[]);
        assert_eq!(found.search.query, text);
        assert_eq!(found.search.count, reference(".bf16", &[]).search.count);
        assert!(
            found.search.problems.is_empty() && found.search.reading.unwrap().contains("`.bf16`")
        );
    }

    #[test]
    fn forms_keep_their_numbers_whatever_a_query_finds() {
        let mut model = Model::default();
        let all = model.screen(None);
        model.apply(Edit::Seek(String::from("prmt")));
        let some = model.screen(None);
        let groups = some.groups().expect("groups");
        assert!(groups.len() < all.groups().expect("groups").len());
        for group in groups {
            assert_eq!(some.opcode(group).unwrap().opcode, all.opcode(group).unwrap().opcode);
            for form in some.forms(group).expect("forms") {
                assert_eq!(some.form(group, form), all.form(group, form));
            }
        }
        assert_eq!(some.format_cards(), None);
    }
}
