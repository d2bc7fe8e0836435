//! stub
/// x
pub struct Explanation;
/// x
pub struct Piece;
/// x
pub fn explain() {}
