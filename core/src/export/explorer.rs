//! A link to Compiler Explorer with the program.
//!
//! `/clientstate/` and a state in base64 are documented in `docs/API.md` of
//! <https://github.com/compiler-explorer/compiler-explorer>; the names of compilers are in
//! `etc/config/cuda.amazon.properties` there.

use alloc::string::String;

use super::cuda;
use super::subject::Subject;
use crate::present::json::{members, to_json};

/// The compiler of CUDA 13.3, the newest that is there (August 2026). It has PTX ISA 9.3, so it
/// refuses what is newer.
const COMPILER: &str = "nvcc133";

const ADDRESS: &str = "https://godbolt.org/clientstate/";

/// The state that Compiler Explorer opens.
struct Sessions {
    sessions: [Session; 1],
}
members!(Sessions { sessions });

struct Session {
    id: u8,
    language: &'static str,
    source: String,
    compilers: [Compiler; 1],
}
members!(Session { id, language, source, compilers });

struct Compiler {
    id: &'static str,
    options: String,
}
members!(Compiler { id, options });

pub(super) fn link(subject: Subject) -> String {
    let options = cuda::options(&subject);
    session(cuda::program(subject), options)
}

/// A link with a program, compiled with these options.
pub(super) fn session(source: String, options: String) -> String {
    let compilers = [Compiler { id: COMPILER, options }];
    let sessions = [Session { id: 1, language: "cuda", source, compilers }];
    let mut link = String::from(ADDRESS);
    base64(to_json(&Sessions { sessions }).as_bytes(), &mut link);
    link
}

/// Appends bytes in base64 (RFC 4648 §4).
pub(super) fn base64(bytes: &[u8], text: &mut String) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (place, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let digit = DIGITS.get((bits >> shift & 0x3f) as usize).copied().unwrap_or(b'=');
            text.push(if place > group.len() { '=' } else { digit.into() });
        }
    }
}
