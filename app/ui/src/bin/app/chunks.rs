//! Where the app is cut into chunks: what is reached only through one of these functions is fetched
//! when it is first called.
//!
//! They are here rather than in the library because the linker keeps them in every program that
//! contains them. A build without the splitter (`build.rs`) has everything in one file, and the same
//! functions.

use ptxfp_ui::lazy::{Fetched, Open, Part};
use ptxfp_ui::{card, explorer, learn, library, playground, program, tensor};
use ptxfp_view::views::Place;

/// Fetches a part.
pub(crate) fn fetch(part: Part) -> Fetched {
    match part {
        // The playground is in the main chunk, whatever the first view is.
        Part::View(Place::Playground) => Box::pin(async { Some(playground::open as Open) }),
        Part::View(Place::Tensor) => fetched(tensor_chunk()),
        Part::View(Place::Library) => fetched(library_chunk()),
        Part::View(Place::Learn) => fetched(learn_chunk()),
        Part::View(Place::Program) => fetched(program_chunk()),
        Part::Explorer => fetched(explorer_chunk()),
        Part::Card => fetched(card_chunk()),
    }
}

/// The function of a chunk, or none if it could not be fetched: the browser's console says why.
fn fetched<E>(chunk: impl Future<Output = Result<Open, E>> + 'static) -> Fetched {
    Box::pin(async move { chunk.await.ok() })
}

/// Defines the function that fetches a chunk and returns the function in it that opens a part.
macro_rules! chunk {
    ($function:ident, $chunk:ident, $open:path) => {
        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($chunk, wasm_split_path = leptos::wasm_split, fallible)]
        fn $function() -> Result<Open, leptos::wasm_split::SplitLoaderError> {
            Ok($open)
        }

        #[cfg(not(split))]
        async fn $function() -> Result<Open, std::convert::Infallible> {
            Ok($open)
        }
    };
}

chunk!(explorer_chunk, explorer, explorer::open);
// The dialog for sharing is opened from the playground, and shares the pieces that draw results.
chunk!(card_chunk, explorer, card::open);
chunk!(tensor_chunk, tensor, tensor::open);
chunk!(library_chunk, library, library::open);
chunk!(learn_chunk, learn, learn::open);
chunk!(program_chunk, sequence, program::open);
