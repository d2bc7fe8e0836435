//! Stands in for the crate of this name, with which Leptos fetches parts of a program later.
//!
//! The page does that by itself. That crate marks each program with a digest of the folder in which
//! it was compiled, so that builds of two people would differ. Leptos only passes it on.
