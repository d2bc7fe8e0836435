//! The views of the page, one of which is shown.

use crate::learn::place::is_learn;
use crate::route::{Route, is_sequence, is_tensor};

/// A view, in the order of the links to them in the page's header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// One instruction, its operands and its result.
    Playground,
    /// One element of a product of matrices.
    Tensor,
    /// Several statements, a program.
    Program,
    /// The instructions, what versions brought, and the evidence for observed results.
    Reference,
    /// The formats.
    Formats,
    /// The course.
    Learn,
    /// The lessons, and the terms below them: a part of *Learn* without a link of its own.
    Lessons,
}

/// The part of the page that draws a view; each stays as it is while another one is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The playground, with the explorer below it.
    Playground,
    /// Tensor cores.
    Tensor,
    /// Reference, formats and lessons.
    Library,
    /// The course.
    Learn,
    /// The program.
    Program,
}

impl Place {
    /// The parts beside the playground, in the order of their elements.
    pub const BESIDE: [Self; 4] = [Self::Tensor, Self::Library, Self::Learn, Self::Program];

    /// The `id` of its element, which is also its class.
    pub fn id(self) -> &'static str {
        match self {
            Self::Playground => "playground",
            Self::Tensor => "tensor",
            Self::Library => "library",
            Self::Learn => "learn",
            Self::Program => "sequence",
        }
    }

    /// Its name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::Playground => "playground",
            Self::Tensor => "view of tensor cores",
            Self::Library => "library",
            Self::Learn => "course",
            Self::Program => "program view",
        }
    }

    /// Whether the page for other pages has it.
    pub fn is_embedded(self) -> bool {
        self != Self::Library
    }
}

impl View {
    /// The views with a link in the header, in their order.
    pub const ALL: [Self; 6] = [
        Self::Playground,
        Self::Tensor,
        Self::Program,
        Self::Reference,
        Self::Formats,
        Self::Learn,
    ];

    /// The view that a fragment asks for; what no other view owns belongs to the playground.
    pub fn of(fragment: &str) -> Self {
        if is_sequence(fragment) {
            return Self::Program;
        }
        if is_tensor(fragment) {
            return Self::Tensor;
        }
        if is_learn(fragment) {
            return Self::Learn;
        }
        match Route::of(fragment) {
            None => Self::Playground,
            Some(Route::Reference(_) | Route::News(_) | Route::Evidence(_)) => Self::Reference,
            Some(Route::Formats(_) | Route::Across(_)) => Self::Formats,
            Some(Route::Lessons(_) | Route::Glossary(_)) => Self::Lessons,
        }
    }

    /// The part of the page that draws it.
    pub fn place(self) -> Place {
        match self {
            Self::Playground => Place::Playground,
            Self::Tensor => Place::Tensor,
            Self::Reference | Self::Formats | Self::Lessons => Place::Library,
            Self::Learn => Place::Learn,
            Self::Program => Place::Program,
        }
    }

    /// Its position among the links in the header.
    pub fn position(self) -> usize {
        if self == Self::Lessons { Self::Learn as usize } else { self as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, View};

    #[test]
    fn a_fragment_asks_for_one_view() {
        for (fragment, view, place) in [
            ("", View::Playground, Place::Playground),
            ("v1/add.f16@sm_90?a=0x3c00", View::Playground, Place::Playground),
            ("nonsense", View::Playground, Place::Playground),
            ("tensor", View::Tensor, Place::Tensor),
            ("v1/tensor@sm_90?code=x", View::Tensor, Place::Tensor),
            ("reference?q=op:fma", View::Reference, Place::Library),
            ("evidence/exhaustive", View::Reference, Place::Library),
            ("new/9.2", View::Reference, Place::Library),
            ("formats/e4m3", View::Formats, Place::Library),
            ("glossary/ulp", View::Lessons, Place::Library),
            ("gallery/relu", View::Lessons, Place::Library),
            ("learn", View::Learn, Place::Learn),
            ("exercise/ties/7", View::Learn, Place::Learn),
            ("sequence", View::Program, Place::Program),
            ("V1/Sequence@sm_90?code=neg.f32~d,a", View::Program, Place::Program),
        ] {
            assert_eq!(
                (View::of(fragment), View::of(fragment).place()),
                (view, place),
                "{fragment}"
            );
        }
        assert_eq!(View::Lessons.position(), 5);
    }

    #[test]
    fn the_header_has_a_link_to_each_view_in_their_order() {
        let page = include_str!("../../../index.html");
        let (_, header) = page.split_once("id=\"views\"").unwrap();
        let (links, _) = header.split_once("</nav>").unwrap();
        let links = links.split("<a href=\"#").skip(1);
        let views: Vec<_> = links.map(|link| View::of(link.split('"').next().unwrap())).collect();
        assert_eq!(views, View::ALL);
        assert!(View::ALL.iter().enumerate().all(|(index, view)| view.position() == index));
    }
}
