//! Remembers counts of longer pieces: sentences without spaces, long names, indents and rules.

use super::key::{ends_of, hash};

/// Bytes of the longest piece.
const LONGEST: usize = 126;
/// Places, as a power of two: 128 KB.
const PLACE_BITS: u32 = 10;

/// Each piece has one place, by its ends and length. A new piece replaces the old one.
pub(super) struct LongPieces(Box<[Place]>);

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Place {
    length: u8,
    count: u8,
    /// The piece: the first `length` bytes.
    piece: [u8; LONGEST],
}

impl LongPieces {
    pub(super) fn new() -> Self {
        Self(vec![Place { length: 0, count: 0, piece: [0; LONGEST] }; 1 << PLACE_BITS].into_boxed_slice())
    }

    /// Tokens of a piece of more than 15 bytes; calls `merge` if they are not known.
    pub(super) fn tokens(&mut self, piece: &[u8], merge: impl FnOnce(&[u8]) -> u64) -> u64 {
        if piece.len() > LONGEST {
            return merge(piece);
        }
        let place = &mut self.0[hash(ends_of(piece, 0, piece.len()), PLACE_BITS)];
        if usize::from(place.length) == piece.len() && place.piece.starts_with(piece) {
            return u64::from(place.count);
        }
        let count = merge(piece);
        (place.length, place.count) = (piece.len() as u8, count as u8);
        place.piece[..piece.len()].copy_from_slice(piece);
        count
    }
}
