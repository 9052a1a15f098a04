//! Remembers counts of pieces.

pub(super) use super::key::LONGEST;
use super::key::{Line, hash, key_of, length_of};

/// Lines of four pieces, as a power of two: 1 MB.
const LINE_BITS: u32 = 14;

/// Pieces with their counts. A piece's hash selects a line of the processor's cache with four places. A new piece comes
/// first and drops the last one.
///
/// ```text
/// byte 0 … 14: the piece, then zeros     byte 15: its length, and its count × 16
/// ```
pub(super) struct PieceCache(Box<[Line]>);

const COUNT_AT: u32 = 124;
const COUNT: u128 = 0xF << COUNT_AT;

impl PieceCache {
    pub(super) fn new() -> Self {
        Self(Line::empty(LINE_BITS))
    }

    /// Tokens of a piece of 2 to [`LONGEST`] bytes; calls `merge` if they are not known. A piece has at most as many
    /// tokens as bytes, so the number fits.
    #[inline]
    fn tokens(&mut self, key: u128, merge: impl FnOnce() -> u64) -> u64 {
        let line = &mut self.0[hash(key, LINE_BITS)];
        if let Some(known) = line.find(key, COUNT) {
            return (known >> COUNT_AT) as u64;
        }
        let tokens = merge();
        let [first, second, third, _] = line.0;
        line.0 = [key | u128::from(tokens) << COUNT_AT, first, second, third];
        tokens
    }
}

/// Pieces looked up together.
const BATCH: usize = 64;

/// Pieces to be looked up together, so that the processor waits for many cache lines at a time.
pub(super) struct Batch {
    /// Keys and starts of the pieces.
    pieces: [(u128, usize); BATCH],
    filled: usize,
}

impl Batch {
    pub(super) const fn new() -> Self {
        Self { pieces: [(0, 0); BATCH], filled: 0 }
    }

    /// Adds a piece of 2 to [`LONGEST`] bytes. Returns whether the batch is full.
    #[inline]
    pub(super) fn push(&mut self, text: &[u8], at: usize, length: usize) -> bool {
        if let Some(place) = self.pieces.get_mut(self.filled) {
            *place = (key_of(text, at, length), at);
            self.filled += 1;
        }
        self.filled == BATCH
    }

    /// Tokens of all pieces; empties the batch. `merge` counts the piece between two offsets.
    #[inline]
    pub(super) fn count(&mut self, cache: &mut PieceCache, mut merge: impl FnMut(usize, usize) -> u64) -> u64 {
        let pieces = self.pieces.get(..self.filled).unwrap_or_default();
        self.filled = 0;
        pieces.iter().map(|&(key, at)| cache.tokens(key, || merge(at, at + length_of(key)))).sum()
    }
}
