//! `mdbook`: a preprocessor of mdBook, which shows fenced blocks of language `ptx,float` as elements.

use std::io::{self, Read, Write};

use clap::Args;
use ptxfp::internals::export::{Given, fence_body, fence_options, site};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use serde_json::Value;

use crate::context::one_line;
use crate::export::embedded;
use crate::{Failure, json_text};

pub(crate) const HELP: &str = "\
In book.toml:
  [preprocessor.ptx-float]
  command = \"ptxfp mdbook\"
  host = \"https://example.org/ptxfp/\"   # the folder of the playground
  wrong = \"fail\"                         # or \"warn\": the effect of a wrong block on the build

A chapter contains a statement with its operands or a link, and optionally the result that the text around
it states:
  ```ptx,float,target=sm_90,ui=result
  add.rn.f16 2048, 1
  = 2048
  ```
Options of a block, separated by commas or spaces:
  target=sm_90, isa=9.1          where a statement is read
  ui=full|compact|result         the playground, or a card with operands or without [default: compact]
  theme=auto|light|dark          the colors [default: auto, those of the page]
  views=\"lanes,steps,cases\"      the parts of full that are shown
  readonly                       readers of full cannot edit
  title=\"A sum\"                  the name of the frame for a screen reader
The block becomes the playground's element, with a sentence that says the same where scripts do not
run. A block that cannot be evaluated, or whose result the ISA does not permit, fails the build.";

/// The command that mdBook calls.
#[derive(Args)]
pub(crate) struct MdbookArgs {
    /// `supports` and the name of a renderer, as mdBook asks before it passes a book
    #[arg(num_args = 0..=2, value_name = "supports RENDERER")]
    question: Vec<String>,
}

/// The name of the table in `book.toml`.
const TABLE: &str = "/config/preprocessor/ptx-float";

impl MdbookArgs {
    /// Answers a question, or rewrites the book of standard input; returns whether the answer is yes.
    pub(crate) fn run(&self, mut output: impl Write) -> Result<bool, Failure> {
        match self.question.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            [] => {}
            ["supports", renderer] => return Ok(matches!(*renderer, "html" | "markdown")),
            _ => return Err("expected `supports RENDERER`, or nothing".into()),
        }
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        let no_book = |error| format!("standard input is not an mdBook book: {error}");
        let (context, mut book): (Value, Value) = serde_json::from_str(&text).map_err(no_book)?;
        let host = context.pointer(&format!("{TABLE}/host")).and_then(Value::as_str);
        let host = host.ok_or("missing `host` in [preprocessor.ptx-float] of book.toml: the address of the playground's folder")?;
        let host = site(host).map_err(|message| format!("`host` in book.toml: {message}"))?;
        let mut problems = Vec::new();
        chapters(&mut book, &mut |path, content| rewrite(path, content, &host, &mut problems));
        for problem in &problems {
            writeln!(io::stderr().lock(), "{problem}")?;
        }
        let is_lenient = context.pointer(&format!("{TABLE}/wrong")) == Some(&"warn".into());
        if let ([_, ..], false) = (problems.as_slice(), is_lenient) {
            let n = problems.len();
            let noun = if n == 1 { "mistake" } else { "mistakes" };
            return Err(format!("{n} {noun} in blocks; see above").into());
        }
        output.write_all(json_text(&book).as_bytes())?;
        Ok(true)
    }
}

/// Calls `change` with the path and the text of every chapter, at any depth.
fn chapters(value: &mut Value, change: &mut impl FnMut(&str, &str) -> String) {
    match value {
        Value::Object(map) => {
            if let Some(chapter) = map.get_mut("Chapter") {
                let text = |name| chapter.get(name).and_then(Value::as_str);
                let path = text("source_path").or(text("path")).or(text("name"));
                let new = text("content").map(|content| change(path.unwrap_or_default(), content));
                if let (Some(place), Some(new)) = (chapter.get_mut("content"), new) {
                    *place = new.into();
                }
            }
            map.values_mut().for_each(|each| chapters(each, change));
        }
        Value::Array(all) => all.iter_mut().for_each(|each| chapters(each, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A chapter with elements instead of blocks; a block with an error is a problem, and stays.
fn rewrite(path: &str, content: &str, host: &str, problems: &mut Vec<String>) -> String {
    let mut text = String::new();
    let mut done = 0;
    let mut block: Option<(Result<Vec<Given>, String>, String)> = None;
    for (event, range) in Parser::new(content).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                block = fence_options(&info).map(|given| (given, String::new()));
            }
            Event::Text(part) => {
                if let Some((_, body)) = &mut block {
                    body.push_str(&part);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                let Some((given, body)) = block.take() else { continue };
                match element(given, &body, host) {
                    Ok(element) => {
                        let before = content.get(..range.start).unwrap_or_default();
                        text.push_str(content.get(done..range.start).unwrap_or_default());
                        text.push_str(&indented(&element, before));
                        done = range.end;
                    }
                    Err(mistakes) => {
                        let before = content.get(..range.start).unwrap_or_default();
                        let line = before.matches('\n').count() + 1;
                        let located =
                            |message: String| format!("{path}:{line}: {}", one_line(&message));
                        problems.extend(mistakes.into_iter().map(located));
                    }
                }
            }
            _ => {}
        }
    }
    text.push_str(content.get(done..).unwrap_or_default());
    text
}

/// A text with the list or the quotation around it kept, from what comes before.
fn indented(text: &str, before: &str) -> String {
    let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
    let margin: String = line.chars().map(|c| if c == '>' { '>' } else { ' ' }).collect();
    text.trim_end().replace('\n', &format!("\n{margin}"))
}

/// The element of a block, or every mistake in it.
fn element(
    given: Result<Vec<Given>, String>,
    body: &str,
    host: &str,
) -> Result<String, Vec<String>> {
    let one = |message| vec![message];
    let mut given = given.map_err(one)?;
    let (source, stated) = fence_body(body).map_err(one)?;
    given.extend(stated.map(|text| ("result".to_owned(), Some(text))));
    embedded(&source, &given).map(|element| element.markup(host))
}
