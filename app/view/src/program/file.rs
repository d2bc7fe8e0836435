//! Programs as files: PTX with its inputs in comments, and a test in CUDA C++.

use ptxfp::catalog::{Context, IsaVersion, Target};
use ptxfp::explore::sequence::kernel::Kernel;
use ptxfp::explore::sequence::{
    ContextDirectives, Register, Sequence, input_comments, inputs_in_text,
};
use ptxfp::internals::export::cuda_test;
use ptxfp::internals::program::inline::inline;
use ptxfp::link::{MAX_LENGTH, MAX_SHARED};

use crate::program::Screen;
use crate::program::view::SequenceView;

/// The buttons for files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilesView {
    /// A remark on sharing or exporting.
    pub remark: Option<String>,
    /// Whether the program is not compared with another one.
    pub is_alone: bool,
}

impl Screen {
    /// The buttons for files.
    pub fn files(&self) -> FilesView {
        FilesView {
            remark: self.remark.clone(),
            is_alone: self.view.beside.is_none() && self.view.thread.is_none(),
        }
    }
}

/// The beginning of a comment with an input; [`input_comments`] reads it.
const MARK: &str = "// ptxfp:";

/// The context of the first program.
fn context(view: &SequenceView) -> Option<Context> {
    let isa = IsaVersion::parse(&view.code.isa)?;
    Some(Context { isa, target: Target::parse(view.code.target)? })
}

/// The statements as they are typed, below the inputs and, in a text of PTX, version and target.
pub fn ptx(view: &SequenceView) -> String {
    let mut file = String::new();
    for input in &view.inputs {
        file.extend([MARK, " ", &input.name, " = ", &input.hex, "\n"]);
    }
    let text = &view.code.text;
    let stated = ContextDirectives::of(text);
    // Other languages have no directives.
    let is_ptx = inline(text).is_none();
    if is_ptx && stated.isa.is_none() {
        file.extend([".version ", &*view.code.isa, "\n"]);
    }
    if is_ptx && stated.target.is_none() {
        file.extend([".target ", view.code.target, "\n"]);
    }
    file.push_str(text);
    if !file.ends_with('\n') {
        file.push('\n');
    }
    file
}

/// The text of a file without the inputs in its comments, and those.
pub(super) fn opened(file: &str) -> (String, Vec<(String, String)>) {
    let inputs = inputs_in_text(file).into_iter();
    let is_kept = |line: &&str| input_comments(line).next().is_none();
    let lines: Vec<_> = file.lines().filter(is_kept).collect();
    (lines.join("\n"), inputs.collect())
}

/// A test of the first program in CUDA C++, or the reason why there is none.
///
/// # Errors
///
/// A sentence.
pub fn cuda(view: &SequenceView, base: &str) -> Result<String, String> {
    let context = context(view).ok_or("The target is unknown.")?;
    let bits = |hex: &str| u64::from_str_radix(hex.trim_start_matches("0x"), 16).unwrap_or(0);
    let registers = match &view.thread {
        Some(thread) => straight(thread.kernel(), &Sequence::new(&view.code.text, &context)),
        None => view.inputs.iter().map(|input| bits(&input.hex)).collect(),
    };
    cuda_test(&view.code.text, context, &registers, base)
        .map_err(|reason| ["There is no test: ", &reason, "."].concat())
}

/// The inputs of a kernel as straight statements, where loads are known by their destinations.
fn straight(kernel: &Kernel, statements: &Sequence) -> Vec<u64> {
    let value = |register: &Register| {
        let mut all = kernel.sequence().input_registers().zip(kernel.inputs());
        let name = |it: &Register| it.name.split(" = ").next() == Some(&*register.name);
        all.find(|(it, _)| name(it)).map_or(0, |(_, bits)| *bits)
    };
    statements.input_registers().map(value).collect()
}

/// A remark on a link that cannot be shared as it is: to a program that no link holds, or so long that
/// it may be cut off. `packed` is the length of the compressed one.
pub(super) fn too_long(fragment: &str, packed: usize) -> Option<String> {
    if fragment.len() > MAX_LENGTH {
        let most = MAX_LENGTH.to_string();
        let length = fragment.len().to_string();
        return Some(
            [
                "The program is too long for a link, which would have ",
                &length,
                " characters, more than ",
                &most,
                ". Save it as a file; otherwise this page cannot restore it.",
            ]
            .concat(),
        );
    }
    (fragment.len() > MAX_SHARED && packed > MAX_SHARED).then(|| {
        let length = packed.to_string();
        [
            "The link has ",
            &length,
            " characters. Chats and mail may cut off a link of that length; save the program as a file \
             to share it.",
        ]
        .concat()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::Module as _;
    use crate::program::code::Which;
    use crate::program::{Edit, Model};

    fn model(text: &str) -> Model {
        let mut model = Model::default();
        model.apply(Edit::Open(Which::First, text.to_owned()));
        model
    }

    #[test]
    fn a_file_is_opened_as_it_was_saved() {
        let text =
            "// ptxfp: a = 1.5\n// A product.\nmul.rn.f32 d, a, b;\n// ptxfp: b = 0x40000000";
        let first = model(text);
        assert_eq!(first.code.text, "// A product.\nmul.rn.f32 d, a, b;");
        assert_eq!(first.registers(), [0x3fc0_0000, 0x4000_0000]);
        let saved = ptx(&first.screen(None).view);
        assert_eq!(
            saved,
            "// ptxfp: a = 0x3fc00000\n// ptxfp: b = 0x40000000\n.version 9.5\n.target sm_90\n\
             // A product.\nmul.rn.f32 d, a, b;\n"
        );
        let second = model(&saved);
        assert_eq!(second.registers(), first.registers());
        assert_eq!(second.snapshot(), first.snapshot());
        assert_eq!(ptx(&second.screen(None).view), saved);
    }

    #[test]
    fn inline_assembly_stays_as_it_is() {
        let text = "asm(\"neg.f32 %0, %1;\" : \"=f\"(d) : \"f\"(a));";
        let saved = ptx(&model(text).screen(None).view);
        assert!(saved.ends_with(&format!("= 0x3f800000\n{text}\n")), "{saved}");
    }

    #[test]
    fn tests_are_written_or_refused_with_a_reason() {
        let screen = model("neg.f32 d, a;").screen(None);
        let test = cuda(&screen.view, "https://example.org/").expect("a test");
        assert!(test.contains("\"neg.f32 d, a;\\n\\t\""), "{test}");
        let mut model = model("shfl.sync.idx.b32 d, a, 0, 31, -1;");
        let refused = cuda(&model.screen(None).view, "").expect_err("no test");
        assert!(
            refused.starts_with("There is no test: a statement is not evaluated: "),
            "{refused}"
        );
        model.apply(Edit::Refuse(refused.clone()));
        assert_eq!(model.screen(None).remark, Some(refused));
        model.apply(Edit::Open(Which::First, String::from("neg.f32 d, a;")));
        assert_eq!(model.screen(None).remark, None);
    }

    #[test]
    fn a_kernel_keeps_its_inputs_in_a_file() {
        let text = "ld.global.f32 %f1, [%rd1+4];\nneg.f32 %f2, %f1;\nst.global.f32 [%rd1], %f2;";
        let mut first = model(text);
        first.apply(Edit::Enter(0, String::from("2.5")));
        let view = first.screen(None).view;
        let saved = ptx(&view);
        assert!(saved.starts_with("// ptxfp: [%rd1+4] = 0x40200000\n.version 9.5\n"), "{saved}");
        let second = model(&saved).screen(None);
        assert_eq!(second.outputs().expect("outputs").outputs[0].hex, "0xc0200000");
        // A test has what is loaded as its input, and the jumps of a kernel are no part of one.
        let test = cuda(&view, "").expect("a test");
        assert!(test.contains("0x40200000") && test.contains("0xc0200000"), "{test}");
        let jumps = [text, "\n@%p1 bra L;\nL: ret;"].concat();
        let refused = cuda(&model(&jumps).screen(None).view, "").expect_err("no test");
        assert!(refused.starts_with("There is no test: "), "{refused}");
    }

    #[test]
    fn a_link_that_is_too_long_to_share_is_named() {
        assert_eq!(too_long(&"x".repeat(MAX_SHARED), 9_000), None);
        assert_eq!(too_long(&"x".repeat(20_000), 8_000), None);
        let remark = too_long(&"x".repeat(30_000), 8_001).expect("a remark");
        assert!(remark.starts_with("The link has 8001 characters."), "{remark}");
        let remark = too_long(&"x".repeat(MAX_LENGTH + 1), 0).expect("a remark");
        assert!(remark.contains("would have 65537 characters, more than 65536"), "{remark}");
    }
}
