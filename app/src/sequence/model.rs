//! What the view of sequences remembers, as plain data, and how it changes.

use core::ops::Range;

use ptxfp::catalog::{Context, IsaVersion, Target, Type};
use ptxfp::explore::sequence::{Register, Sequence};
use ptxfp::link::{self, SequenceState, parse_sequence};

use super::examples::EXAMPLES;
use super::screen::{Screen, screen};
use super::{VIEW, is_sequence};
use crate::browser::address::Visit;
use crate::present::link::notice;
use crate::present::{operand, sequence};
use crate::store::{Module, Summary};
use crate::view_model::instruction::FixAction;
use crate::view_model::notice::NoticeView;
use crate::view_model::operand::EntryView;

/// The state of the view.
#[derive(Clone, Debug)]
pub struct Model {
    /// The statements as typed, with their comments.
    pub text: String,
    /// Where they are to run.
    pub context: Context,
    /// The statements, resolved.
    pub sequence: Sequence,
    /// What inputs were set to, also those that the statements have no more.
    inputs: Vec<Input>,
    /// What is typed in the fields of inputs.
    drafts: Vec<Draft>,
    /// The statements whose reasons are shown, by their place.
    pub open: Vec<String>,
    /// What there is to say about the link.
    pub notice: Option<NoticeView>,
    /// What was last said of an edit.
    pub said: String,
    loaded: Option<SequenceState>,
    /// What a link says of what else is shown.
    view: Option<String>,
    visit: Visit,
}

/// What a register was set to.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Input {
    name: String,
    kind: Type,
    bits: u64,
}

/// What is typed in the field of an input, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    name: String,
    /// What is typed.
    pub text: String,
    /// What became of it.
    pub entry: EntryView,
    /// The value when it had been read.
    stored: u64,
}

/// A change of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// The statements are typed.
    Type(String),
    /// A text is typed for an input, by its place.
    Enter(usize, String),
    /// The field of an input is left.
    Leave(usize),
    /// What is typed there is given up.
    Forget(usize),
    /// A target is chosen.
    Target(String),
    /// A version of the ISA is chosen.
    Isa(String),
    /// A way out of a problem is taken: what replaces which bytes, or where the statements run.
    Fix(Range<usize>, FixAction),
    /// An example is loaded, by its place.
    Example(usize),
    /// The reasons of a statement are shown or hidden.
    Fold(String),
    /// The notice about the link is taken away.
    Dismiss,
    /// What came of an edit is said.
    Say(String),
}

impl Default for Model {
    fn default() -> Self {
        let context = link::State::default().context;
        Self {
            text: String::new(),
            context,
            sequence: Sequence::new("", &context),
            inputs: Vec::new(),
            drafts: Vec::new(),
            open: Vec::new(),
            notice: None,
            said: String::new(),
            loaded: None,
            view: None,
            visit: Visit::Edit,
        }
    }
}

impl Model {
    /// The registers that are read before they are written.
    pub fn inputs(&self) -> impl Iterator<Item = &Register> {
        self.sequence.inputs().iter().filter_map(|index| self.sequence.register(*index))
    }

    /// Their bits.
    pub fn registers(&self) -> Vec<u64> {
        self.inputs().map(|register| self.bits(register)).collect()
    }

    /// The state, as a link holds it.
    pub fn snapshot(&self) -> SequenceState {
        let view = self.view.clone();
        SequenceState { view, ..SequenceState::new(&self.text, self.context, &self.registers()) }
    }

    /// The link's state, if it recorded results and nothing it says has been changed.
    pub fn recorded(&self) -> Option<&SequenceState> {
        let loaded = self.loaded.as_ref()?;
        loaded.recorded.as_ref()?;
        let now = SequenceState { recorded: loaded.recorded.clone(), ..self.snapshot() };
        (*loaded == now).then_some(loaded)
    }

    /// What is typed in the field of an input.
    pub fn draft(&self, name: &str) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.name == name)
    }

    /// The bits of an input: what it was set to, carried over to the type that it has now; 1 if it
    /// was not.
    pub fn bits(&self, register: &Register) -> u64 {
        let kind = register.kind;
        let width = |kind: Type| kind.packing().register_width();
        match self.inputs.iter().find(|input| input.name == register.name) {
            Some(input) if width(input.kind) == width(kind) => input.bits,
            Some(input) => operand::converted(input.bits, input.kind, kind),
            None => link::value("1", kind).unwrap_or(0),
        }
    }

    fn set(&mut self, name: String, kind: Type, bits: u64) {
        self.inputs.retain(|input| input.name != name);
        self.inputs.push(Input { name, kind, bits });
    }

    /// The name and the type of an input.
    fn input(&self, place: usize) -> Option<(String, Type)> {
        self.inputs().nth(place).map(|register| (register.name.clone(), register.kind))
    }

    fn enter(&mut self, place: usize, text: String) {
        let Some((name, kind)) = self.input(place) else { return };
        let entry = sequence::entry(kind, &text);
        if let EntryView::Exact(bits) | EntryView::Rounded { bits, .. } = entry {
            self.set(name.clone(), kind, bits);
        }
        let stored = self.registers().get(place).copied().unwrap_or(0);
        self.drafts.retain(|draft| draft.name != name);
        self.drafts.push(Draft { name, text, entry, stored });
    }

    /// Gives up what is typed for an input; where it need not be exact, only what is.
    fn leave(&mut self, place: usize, is_exact: bool) {
        let Some((name, _)) = self.input(place) else { return };
        self.drafts.retain(|draft| {
            draft.name != name || is_exact && !matches!(draft.entry, EntryView::Exact(_))
        });
    }

    fn resolve(&mut self) {
        self.sequence = Sequence::new(&self.text, &self.context);
        let mut drafts = core::mem::take(&mut self.drafts);
        drafts.retain(|draft| {
            let mut inputs = self.inputs();
            let input = inputs.find(|register| register.name == draft.name);
            input.is_some_and(|register| self.bits(register) == draft.stored)
        });
        self.drafts = drafts;
    }

    fn fix(&mut self, head: &Range<usize>, action: FixAction) {
        match action {
            FixAction::Instruction(spelling) | FixAction::Spelling(spelling) => {
                let (before, after) = (self.text.get(..head.start), self.text.get(head.end..));
                if let (Some(before), Some(after)) = (before, after) {
                    self.text = [before, &spelling, after].concat();
                }
            }
            FixAction::Target(target) => self.place(Some(&target), None),
            FixAction::Isa(isa) => self.place(None, Some(&isa)),
            FixAction::Context { target, isa, .. } => self.place(Some(&target), Some(&isa)),
        }
    }

    /// Sets target and version, as far as they are given.
    fn place(&mut self, target: Option<&str>, isa: Option<&str>) {
        self.visit = Visit::Step;
        let Context { target: old_target, isa: old_isa } = self.context;
        self.context = Context {
            target: target.and_then(Target::parse).unwrap_or(old_target),
            isa: isa.and_then(IsaVersion::parse).unwrap_or(old_isa),
        };
    }

    fn example(&mut self, index: usize) {
        let example = EXAMPLES.get(index).and_then(|example| parse_sequence(example.1));
        if let Some(parsed) = example {
            self.load(parsed.state);
            self.notice = None;
        }
    }

    fn load(&mut self, state: SequenceState) {
        self.text.clone_from(&state.code);
        self.context = state.context;
        self.view.clone_from(&state.view);
        self.drafts.clear();
        self.open.clear();
        self.resolve();
        let inputs: Vec<_> =
            self.inputs().map(|register| (register.name.clone(), register.kind)).collect();
        for ((name, kind), bits) in inputs.into_iter().zip(&state.registers) {
            self.set(name, kind, *bits);
        }
        self.loaded = Some(state);
    }
}

impl Module for Model {
    type Edit = Edit;
    type Screen = Screen;

    fn apply(&mut self, edit: Edit) {
        self.visit = Visit::Edit;
        match edit {
            Edit::Type(text) => self.text = text,
            Edit::Enter(place, text) => return self.enter(place, text),
            Edit::Leave(place) => return self.leave(place, true),
            Edit::Forget(place) => return self.leave(place, false),
            Edit::Target(name) => self.place(Some(&name), None),
            Edit::Isa(name) => self.place(None, Some(&name)),
            Edit::Fix(head, action) => {
                self.visit = Visit::Step;
                self.fix(&head, action);
            }
            Edit::Example(index) => {
                self.example(index);
                self.visit = Visit::Step;
            }
            Edit::Fold(key) => match self.open.iter().position(|open| *open == key) {
                Some(place) => drop(self.open.remove(place)),
                None => self.open.push(key),
            },
            Edit::Dismiss => self.notice = None,
            Edit::Say(text) => self.said = text,
        }
        self.resolve();
    }

    fn screen(&self, _: Option<&Screen>) -> Screen {
        screen(self)
    }

    fn visit(&self) -> Visit {
        self.visit
    }

    fn owns(fragment: &str) -> bool {
        is_sequence(fragment)
    }

    /// Takes over the state of a link, with a banner if it is not all there; a link that says nothing
    /// leaves what there is, and where there is nothing shows an example. What is wrong with the
    /// statements alone stands below them anyway; comments stay if the link asks for just what there
    /// is.
    fn follow(&mut self, fragment: &str) -> Option<String> {
        self.visit = Visit::Edit;
        if fragment == VIEW {
            if self.text.is_empty() {
                self.example(0);
            }
            return None;
        }
        if fragment == self.snapshot().to_fragment() {
            return None;
        }
        if let Some(parsed) = parse_sequence(fragment) {
            let is_canonical = parsed.state.to_fragment() == fragment;
            let is_whole = is_canonical || parsed.problems.is_empty();
            self.notice = (!is_whole).then(|| notice(fragment, &parsed.problems));
            self.load(parsed.state);
        } else {
            let message = String::from("It is no link to a sequence, or too long for one.");
            self.notice = Some(NoticeView { messages: vec![message], link: Vec::new() });
        }
        None
    }

    fn summary(screen: &Screen) -> Summary<'_> {
        Summary {
            heading: &screen.heading,
            fragment: &screen.fragment,
            spoken: &screen.view.spoken,
        }
    }

    fn say(text: String) -> Edit {
        Edit::Say(text)
    }

    fn shown(_: &Screen) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(link: &str) -> Model {
        let mut model = Model::default();
        model.follow(link);
        model
    }

    fn ends(model: &Model) -> Vec<u64> {
        let values = model.sequence.evaluate(&model.registers());
        model.sequence.outputs().iter().map(|output| values[*output].bits).collect()
    }

    const LINK: &str = "v1/sequence@sm_90?code=add.f32~d,a,b&a=0x3f800000&b=0x40000000";

    #[test]
    fn a_link_is_taken_over_and_followed_by_edits() {
        let mut model = follow(LINK);
        assert_eq!((model.text.as_str(), ends(&model)), ("add.f32 d, a, b;", vec![0x4040_0000]));
        assert_eq!((model.notice.clone(), model.snapshot().to_fragment()), (None, LINK.into()));
        model.apply(Edit::Enter(1, String::from("0.5")));
        assert_eq!(ends(&model), [0x3fc0_0000]);
        assert!(model.snapshot().to_fragment().ends_with("&b=0x3f000000"));
        assert_eq!(model.draft("b").map(|draft| draft.text.as_str()), Some("0.5"));
        model.apply(Edit::Leave(1));
        assert_eq!(model.draft("b"), None);
        model.apply(Edit::Enter(1, String::from("banana")));
        model.apply(Edit::Leave(1));
        assert!(model.draft("b").is_some());
        assert_eq!(ends(&model), [0x3fc0_0000]);
        model.apply(Edit::Forget(1));
        assert_eq!(model.draft("b"), None);
    }

    #[test]
    fn comments_stay_while_the_link_says_the_same() {
        let mut model = follow(LINK);
        let text = "// a sum\nadd.f32 d, a, b;";
        model.apply(Edit::Type(text.into()));
        assert_eq!(model.snapshot().to_fragment(), LINK);
        model.follow(LINK);
        assert_eq!(model.text, text);
    }

    #[test]
    fn inputs_keep_what_they_were_set_to() {
        let mut model = follow(LINK);
        for text in ["add.f d, a, b;", "add.f16x2 d, a, b;", "add.f16 d, a, b;", "add.f32 d, a, b;"]
        {
            model.apply(Edit::Type(text.into()));
        }
        assert_eq!(model.registers(), [0x3f80_0000, 0x4000_0000]);
        model.apply(Edit::Type("add.f16 d, a, new;".into()));
        assert_eq!(model.registers(), [0x3c00, 0x3c00]);
    }

    #[test]
    fn what_is_not_known_is_told_once_and_a_way_out_is_taken() {
        let link = "v1/sequence@sm_90?code=fma.rn.ftz.bf16x2~d,a,b,c";
        let mut model = follow(link);
        let link = model.snapshot().to_fragment();
        let problem = &screen(&model).view.problems[0];
        assert_eq!((problem.line, problem.column), (1, 7));
        let fix = problem.item.fixes[0].action.clone();
        model.apply(Edit::Fix(problem.head.clone(), fix));
        assert!(model.sequence.is_complete(), "{}", model.text);
        assert_eq!(model.visit, Visit::Step);
        // What is wrong with statements stands below them, and not in the banner too.
        assert_eq!(follow(&link).notice, None);
        assert!(follow(&[LINK, "&x=1"].concat()).notice.is_some());
    }

    #[test]
    fn recorded_results_count_until_something_changes() {
        let mut model = follow(&[LINK, "&out=0x40400000"].concat());
        assert!(model.recorded().is_some());
        let linked = |model: &Model| screen(model).view.linked.map(|linked| linked.verdict);
        assert_eq!(linked(&model), Some(link::Verdict::Reproduced));
        model.apply(Edit::Enter(0, "3".into()));
        assert_eq!(linked(&model), None);
        let other = follow(&[LINK, "&out=0x40400001"].concat());
        assert_eq!(linked(&other), Some(link::Verdict::Differs));
    }

    #[test]
    fn a_link_that_says_nothing_leaves_what_there_is() {
        let mut model = follow(VIEW);
        assert_eq!(model.snapshot().to_fragment(), EXAMPLES[0].1);
        model.apply(Edit::Type("add.f32 d, a, b;".into()));
        model.follow(VIEW);
        assert_eq!(model.text, "add.f32 d, a, b;");
    }

    #[test]
    fn only_what_is_a_sequence_is_owned() {
        assert!(Model::owns(LINK) && Model::owns("V1/Sequence@sm_90"));
        assert!(
            !Model::owns("v1/add.f32@sm_90?a=1") && !Model::owns("") && !Model::owns("gallery")
        );
    }
}
