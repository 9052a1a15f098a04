//! Unpacks the vocabularies that the build script packed.

use super::packing::{Bits, Coder, Layers, walk};
use std::sync::OnceLock;

/// The number of tokens, then the code. Without the feature the caller brings it.
static PACKED: OnceLock<Vec<u8>> = OnceLock::new();

#[cfg(feature = "vocabulary")]
static BUILT_IN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/vocabularies.bin"));
#[cfg(not(feature = "vocabulary"))]
static BUILT_IN: &[u8] = &[];

/// The packed vocabularies; empty where none was brought.
pub fn vocabulary() -> &'static [u8] {
    PACKED.get().map_or(BUILT_IN, Vec::as_slice)
}

/// Brings the packed vocabularies, as [`vocabulary`] gives them in a build that has them. False where there were some.
pub fn use_vocabulary(packed: Vec<u8>) -> bool {
    BUILT_IN.is_empty() && PACKED.set(packed).is_ok()
}

/// Gives every token of all encodings, sorted by bytes. Needs some 100 ms.
pub(super) fn unpack(found: impl FnMut(&[u8], Layers)) {
    let Some((count, code)) = vocabulary().split_first_chunk() else { return };
    walk(&mut Coder::new(Unpacker::new(code)), u32::from_be_bytes(*count) as usize, || None, found);
}

/// A range decoder: the code is a number, of which each bit takes the lower or the upper part of the range that is left.
struct Unpacker<'a> {
    range: u32,
    /// The code's distance from the range's lower end.
    code: u32,
    rest: std::slice::Iter<'a, u8>,
}

impl<'a> Unpacker<'a> {
    fn new(code: &'a [u8]) -> Self {
        let (first, rest) = code.split_first_chunk().unwrap_or((&[0; 4], &[]));
        Self { range: u32::MAX, code: u32::from_be_bytes(*first), rest: rest.iter() }
    }

    #[inline]
    fn refill(&mut self) {
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | self.rest.next().map_or(0, |&byte| u32::from(byte));
        }
    }
}

impl Bits for Unpacker<'_> {
    #[inline]
    fn bit(&mut self, set: u32, _: bool) -> bool {
        let part = (self.range >> 16) * set;
        let bit = self.code < part;
        if bit {
            self.range = part;
        } else {
            self.range -= part;
            self.code -= part;
        }
        self.refill();
        bit
    }

    #[inline]
    fn plain(&mut self, width: u32, _: u32) -> u32 {
        self.range >>= width;
        let value = (self.code / self.range).min((1 << width) - 1);
        self.code -= value * self.range;
        self.refill();
        value
    }
}
