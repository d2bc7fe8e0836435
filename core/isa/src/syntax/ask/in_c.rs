//! Numbers of two types, as C has them: an operation on f32 numbers alone is one of f32, and an f32 beside
//! an f64 is converted.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::chain::{Chain, Place};
use super::tree::Node;
use super::words::Piece;
use crate::catalog::Type;

impl Chain {
    /// The places of two expressions as f64.
    pub(super) fn doubles(&mut self, ends: [&Node; 2]) -> Option<[Place; 2]> {
        self.asked.note(String::from(
            "as in C, a number without `f` is an f64, to which an f32 beside it is converted",
        ));
        let [first, second] = ends;
        Some([self.double(first)?, self.double(second)?])
    }

    /// The place of an expression as f64.
    fn double(&mut self, node: &Node) -> Option<Place> {
        match (self.type_in_c(node), node) {
            (Some(Type::F32), _) => {
                let place = self.value_in(node, Type::F32)?;
                Some(self.widened(&place))
            }
            (Some(_), Node::Call(name, arguments)) => {
                let places = arguments.iter().map(|each| self.double(each));
                let places = places.collect::<Option<Vec<_>>>()?;
                let own = mem::replace(&mut self.kind, Type::F64);
                let place = self.call(name, &places);
                self.kind = own;
                place
            }
            _ => self.value_in(node, Type::F64),
        }
    }

    /// The type of an expression, as far as its numbers and variables have one.
    fn type_in_c(&self, node: &Node) -> Option<Type> {
        match node {
            Node::Number(text) => Piece::Number(text).literal(),
            Node::Name(name) => {
                let found = self.variables.iter().rev().find(|(own, _)| own == name);
                found.map(|(_, place)| place.kind)
            }
            Node::Cast(kind, _) => Some(*kind),
            Node::Call(_, arguments) => {
                let kinds = arguments.iter().filter_map(|each| self.type_in_c(each));
                kinds.reduce(|one, other| if one == other { one } else { Type::F64 })
            }
        }
    }
}
