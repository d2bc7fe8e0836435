//! The names of functions as C++ compilers write them.

use alloc::string::String;
use alloc::vec::Vec;

/// The name of a function in its source, without parameters and arguments of templates, if a text is one
/// as the Itanium C++ ABI mangles it.
///
/// ```
/// use ptxfp::explore::sequence::kernel::demangled;
///
/// assert_eq!(demangled("_Z5saxpyifPfS_").as_deref(), Some("saxpy"));
/// assert_eq!(demangled("_ZN4math3addIfEEvPT_").as_deref(), Some("math::add"));
/// assert_eq!(demangled("saxpy"), None);
/// ```
#[must_use]
pub fn demangled(name: &str) -> Option<String> {
    let rest = name.strip_prefix("_Z")?;
    let is_nested = rest.starts_with('N');
    let mut rest = rest.trim_start_matches(['N', 'K', 'V', 'L']);
    let mut parts: Vec<&str> = Vec::new();
    loop {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let Ok(length) = rest.get(..digits)?.parse::<usize>() else { break };
        let part = rest.get(digits..digits.checked_add(length)?)?;
        // That is a namespace without a name.
        parts.push(if part.starts_with("_GLOBAL__N") { "(anonymous)" } else { part });
        rest = rest.get(digits + length..)?;
        if !is_nested {
            break;
        }
    }
    (!parts.is_empty()).then(|| parts.join("::"))
}
