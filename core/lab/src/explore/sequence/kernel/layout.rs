//! The functions of a text, and the places that jumps lead to.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::super::guard::behind_guard;
use super::super::split::{Kind, Piece, on_one_line};
use super::super::unevaluated;
use super::variables::{Type, typed};
use crate::syntax::{Statement, is_name, is_word, parse};

/// A parameter or a result in the head of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Formal {
    pub(super) name: String,
    /// Whether it is a register, as in `.func (.reg .f32 d) f(.reg .f32 a)`.
    pub(super) is_register: bool,
    /// Whether it is declared as a pointer: `.ptr`.
    pub(super) is_pointer: bool,
    /// Its type, if it is known.
    pub(super) kind: Option<Type>,
    /// Whether it has several elements of the type.
    pub(super) is_array: bool,
}

/// A function with its statements, or the whole of a text without functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: Option<String>,
    pub(super) is_entry: bool,
    /// The indices of its pieces.
    pub(super) pieces: Range<usize>,
    pub(super) results: Vec<Formal>,
    pub(super) parameters: Vec<Formal>,
    /// The block that it is made for: `.reqntid`.
    pub(super) block: Option<[u32; 3]>,
}

/// The pieces of a text as functions.
pub(super) struct Layout<'t> {
    pub(super) text: &'t str,
    pub(super) pieces: &'t [Piece],
    pub(super) functions: Vec<Function>,
    /// The pieces of each block in braces.
    blocks: Vec<Range<usize>>,
}

impl<'t> Layout<'t> {
    /// The functions of a text; a text without any is one.
    pub(super) fn of(text: &'t str, pieces: &'t [Piece]) -> Self {
        let blocks = blocks(pieces);
        let mut functions = Vec::new();
        for (index, piece) in pieces.iter().enumerate() {
            let own = text.get(piece.span.clone()).unwrap_or_default();
            let is_head = piece.kind == Kind::Directive && unevaluated::function(own).is_some();
            let body = blocks.iter().find(|block| block.start == index + 1);
            if let (true, Some(body)) = (is_head, body) {
                functions.push(function(own, body.clone()));
            }
        }
        if functions.is_empty() {
            functions.push(Function {
                name: None,
                is_entry: true,
                pieces: 0..pieces.len(),
                results: Vec::new(),
                parameters: Vec::new(),
                block: None,
            });
        }
        Self { text, pieces, functions, blocks }
    }

    /// The text of a piece.
    pub(super) fn own(&self, piece: usize) -> &'t str {
        let span = self.pieces.get(piece).map(|piece| piece.span.clone());
        span.and_then(|span| self.text.get(span)).unwrap_or_default()
    }

    /// The statement of a piece, behind its guard.
    pub(super) fn statement(&self, piece: usize) -> Statement<'t> {
        let own = self.own(piece);
        parse(own.get(behind_guard(own)..).unwrap_or_default()).0
    }

    /// The function of a name.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.functions.iter().position(|it| it.name.as_deref() == Some(name))
    }

    /// The function that runs if none is named: the first entry, or else the first function.
    pub(super) fn first(&self) -> usize {
        self.functions.iter().position(|it| it.is_entry).unwrap_or(0)
    }

    /// The names of the functions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().filter_map(|it| it.name.as_deref())
    }

    /// The piece of a label for a jump at a piece of a function: the one in the innermost block that
    /// has both.
    pub(super) fn label(&self, function: &Function, name: &str, from: usize) -> Option<usize> {
        let is_it = |piece: &usize| {
            self.pieces.get(*piece).is_some_and(|it| it.kind == Kind::Label)
                && self.own(*piece) == name
        };
        let block = |piece: usize| {
            let around = self.blocks.iter().filter(|block| block.contains(&piece));
            around.max_by_key(|block| block.start).cloned()
        };
        let found = function.pieces.clone().filter(is_it);
        let depth = |piece: usize| match block(piece) {
            Some(block) if block.contains(&from) => block.start + 1,
            Some(_) | None => 0,
        };
        found.max_by_key(|piece| depth(*piece))
    }

    /// The names of the labels in the list of `.branchtargets` that a label is before.
    pub(super) fn targets(&self, function: &Function, list: &str, from: usize) -> Vec<&'t str> {
        let Some(label) = self.label(function, list, from) else { return Vec::new() };
        let own = self.own(label + 1);
        let names = own.strip_prefix(".branchtargets").unwrap_or_default();
        names.split(',').map(str::trim).filter(|name| is_name(name)).collect()
    }

    /// The pieces that a jump may lead to; `None` if one is not there.
    pub(super) fn jumps(
        &self,
        function: &Function,
        statement: &Statement<'_>,
        from: usize,
    ) -> Option<Vec<usize>> {
        let operand = |index: usize| Some(statement.operands.get(index)?.elements.first()?.text);
        match statement.opcode.as_ref()?.text {
            "bra" => Some(alloc::vec![self.label(function, operand(0)?, from)?]),
            "brx" => {
                let names = self.targets(function, operand(1)?, from);
                names.into_iter().map(|name| self.label(function, name, from)).collect()
            }
            _ => None,
        }
    }
}

/// The ranges of pieces in braces, with these.
fn blocks(pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece.kind {
            Kind::Open => open.push(index),
            Kind::Close => found.extend(open.pop().map(|start| start..index + 1)),
            Kind::Statement | Kind::Declaration | Kind::Directive | Kind::Label => {}
        }
    }
    found.extend(open.into_iter().map(|start| start..pieces.len()));
    found
}

/// A function with its head.
fn function(head: &str, pieces: Range<usize>) -> Function {
    let head = on_one_line(head);
    let is_entry = crate::text::quote::position(&head, ".entry").is_some();
    let word = if is_entry { ".entry" } else { ".func" };
    let rest = head.split_once(word).map_or("", |(_, rest)| rest.trim_start());
    let (results, rest) = match rest.strip_prefix('(') {
        Some(list) => list.split_once(')').unwrap_or((list, "")),
        None => ("", rest),
    };
    let rest = rest.trim_start();
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    let (parameters, rest) = match rest.trim_start().strip_prefix('(') {
        Some(list) => list.split_once(')').unwrap_or((list, "")),
        None => ("", rest),
    };
    Function {
        name: Some(name.to_string()),
        is_entry,
        pieces,
        results: formals(results),
        parameters: formals(parameters),
        block: block(rest),
    }
}

/// The formal parameters in a list.
fn formals(list: &str) -> Vec<Formal> {
    let mut found = Vec::new();
    for text in list.split(',') {
        let (before, array) = text.split_once('[').map_or((text, None), |(a, b)| (a, Some(b)));
        let mut words = before.split_whitespace();
        let Some(name) = words.clone().next_back().filter(|name| is_name(name)) else { continue };
        found.push(Formal {
            name: name.to_string(),
            is_register: words.clone().any(|word| word == ".reg"),
            is_pointer: words.clone().any(|word| word == ".ptr"),
            kind: words.find_map(|word| typed(word).or_else(|| predicate(word))),
            is_array: array.is_some(),
        });
    }
    found
}

/// The type of a predicate, which registers have and memory has not.
fn predicate(word: &str) -> Option<Type> {
    let kind = crate::catalog::Type::Pred;
    (word == kind.spelling()).then_some(Type { kind, is_typed: true, size: 1 })
}

/// The numbers of `.reqntid`.
fn block(directives: &str) -> Option<[u32; 3]> {
    let (_, rest) = directives.split_once(".reqntid")?;
    let rest = rest.split('.').next()?;
    let mut sizes = [1; 3];
    for (size, text) in sizes.iter_mut().zip(rest.split(',')) {
        *size = text.trim().parse().ok()?;
    }
    Some(sizes)
}
