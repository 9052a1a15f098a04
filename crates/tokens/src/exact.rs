//! The exact count.
//!
//! ```text
//! text ─split→ pieces ─cache→ tokens of each, added up
//!                 └─ not known: the crate tiktoken merges it ─→ kept
//! ```
//!
//! Texts repeat their pieces, so nearly all of the time goes into finding out what a piece is and looking it up. Pieces of
//! up to 15 bytes are kept with their count in 16 bytes, so that what is common stays in the second-level cache; the
//! vocabulary itself, several megabytes, does not. The crate also counts longer pieces and what is not ASCII.

use crate::encoding::Encoding;
use crate::split::{piece_end, region_end};
use std::borrow::Cow;
use std::cell::RefCell;
use tiktoken::CoreBpe;

/// Tokens of a text. The vocabulary is unpacked at the first call for its encoding (some 30 ms) and kept; so is a cache
/// of 1 MB for each thread and encoding. Text that spells a special token (`<|endoftext|>`) is ordinary text. Bytes that
/// are not UTF-8 are replaced by U+FFFD as `TextDecoder` replaces them. O(n log n) at worst, in a single run without a
/// place to split at.
#[must_use]
pub fn count_utf8(text: &[u8], encoding: Encoding) -> u64 {
    // Both vocabularies are compiled in.
    let Some(vocabulary) = tiktoken::get_encoding(encoding.name()) else { return 0 };
    // `from_utf8_lossy` alone takes longer to see that there is nothing to replace.
    let text = std::str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed);
    CACHES.with_borrow_mut(|caches| {
        let [o200k, cl100k] = caches;
        let cache = if encoding == Encoding::O200kBase { o200k } else { cl100k };
        count(&text, encoding, vocabulary, cache.get_or_insert_with(PieceCache::new))
    })
}

thread_local! {
    static CACHES: RefCell<[Option<PieceCache>; 2]> = const { RefCell::new([None, None]) };
}

fn count(text: &str, encoding: Encoding, vocabulary: &CoreBpe, cache: &mut PieceCache) -> u64 {
    let bytes = text.as_bytes();
    let merge = |from: usize, to: usize| text.get(from..to).map_or(0, |piece| vocabulary.count(piece) as u64);
    let mut batch = Batch { pieces: [(0, 0); BATCH], filled: 0 };
    let (mut at, mut tokens) = (0, 0);
    while at < bytes.len() {
        let end = piece_end(bytes, at, encoding);
        let to = end.unwrap_or_else(|| region_end(bytes, at));
        match to - at {
            1 if end.is_some() => tokens += 1,
            2..=LONGEST if end.is_some() => {
                batch.push(key_of(bytes, at, to - at), at);
                if batch.filled == BATCH {
                    tokens += batch.count(cache, merge);
                }
            }
            _ => tokens += merge(at, to),
        }
        at = to;
    }
    tokens + batch.count(cache, merge)
}

/// Pieces looked up together.
const BATCH: usize = 64;

/// Pieces to be looked up. Apart from finding them, so that the processor waits for many places in the cache at a time.
struct Batch {
    /// Keys, and where the pieces begin.
    pieces: [(u128, usize); BATCH],
    filled: usize,
}

impl Batch {
    #[inline]
    fn push(&mut self, key: u128, at: usize) {
        if let Some(place) = self.pieces.get_mut(self.filled) {
            *place = (key, at);
            self.filled += 1;
        }
    }

    /// Tokens of all pieces; it is empty then.
    #[inline]
    fn count(&mut self, cache: &mut PieceCache, merge: impl Fn(usize, usize) -> u64) -> u64 {
        let pieces = self.pieces.get(..self.filled).unwrap_or_default();
        self.filled = 0;
        pieces.iter().map(|&(key, at)| cache.tokens(key, || merge(at, at + length_of(key)))).sum()
    }
}

/// Bytes of the longest piece that is kept.
const LONGEST: usize = 15;
/// Lines of four pieces, as a power of two: 1 MB.
const LINE_BITS: u32 = 14;

/// Pieces with their counts, each in one of the four places of a line of the processor's cache by its hash; a new one moves
/// the others on.
///
/// ```text
/// byte 0 … 14: the piece, zeros behind it     byte 15: its length, and its count × 16
/// ```
struct PieceCache(Box<[Line]>);

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u128; 4]);

const LENGTH_AT: u32 = 120;
const COUNT_AT: u32 = 124;
const COUNT: u128 = 0xF << COUNT_AT;

impl PieceCache {
    fn new() -> Self {
        Self(vec![Line([0; 4]); 1 << LINE_BITS].into_boxed_slice())
    }

    /// Tokens of a piece of 2 to [`LONGEST`] bytes: those known, else those that `merge` gives. A piece has at most as
    /// many as bytes, so they fit.
    #[inline]
    fn tokens(&mut self, key: u128, merge: impl FnOnce() -> u64) -> u64 {
        let Some(Line(slots)) = self.0.get_mut(hash(key)) else { return merge() };
        for &slot in slots.iter() {
            if slot & !COUNT == key {
                return (slot >> COUNT_AT) as u64;
            }
        }
        let tokens = merge();
        *slots = [key | u128::from(tokens) << COUNT_AT, slots[0], slots[1], slots[2]];
        tokens
    }
}

#[inline]
fn key_of(text: &[u8], from: usize, length: usize) -> u128 {
    let bytes = match text.get(from..).and_then(<[u8]>::first_chunk::<16>) {
        Some(chunk) => u128::from_le_bytes(*chunk),
        None => near_end(text, from),
    };
    bytes & ((1 << (8 * length)) - 1) | (length as u128) << LENGTH_AT
}

fn length_of(key: u128) -> usize {
    (key >> LENGTH_AT & 0xF) as usize
}

#[cold]
fn near_end(text: &[u8], from: usize) -> u128 {
    let mut chunk = [0; 16];
    for (place, &byte) in chunk.iter_mut().zip(text.get(from..).unwrap_or_default()) {
        *place = byte;
    }
    u128::from_le_bytes(chunk)
}

#[inline]
fn hash(key: u128) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (folded.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (64 - LINE_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn crates_count(text: &str, encoding: Encoding) -> u64 {
        tiktoken::get_encoding(encoding.name()).unwrap().count(text) as u64
    }

    #[test]
    fn counts_what_is_known() {
        let table: [(&[u8], u64, u64); 5] =
            [(b"", 0, 0), (b"hello world", 2, 2), (b"<|endoftext|>", 7, 7), (b"\xFF", 1, 1), (b"1234567", 3, 3)];
        for (text, o200k, cl100k) in table {
            assert_eq!(count_utf8(text, Encoding::O200kBase), o200k, "{text:?}");
            assert_eq!(count_utf8(text, Encoding::Cl100kBase), cl100k, "{text:?}");
        }
    }

    #[test]
    fn every_slot_may_be_taken_over() {
        // More pieces than slots, twice over.
        let words: Vec<String> = (0..40_000).map(|number: u32| format!(" w{number:x}")).collect();
        for text in [words.concat(), words.iter().rev().cloned().collect()] {
            assert_eq!(count_utf8(text.as_bytes(), Encoding::O200kBase), crates_count(&text, Encoding::O200kBase));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn is_the_crates_count(text in prop_oneof![
            "[ -~\t\n\r\x0b\x0c\\x00\\x7f]{0,60}",
            "[ \t\n\ra'sTlLeERvVdm1/.é\u{a0}\u{17f}\u{3000}語А—→“│]{0,24}",
            "\\PC{0,30}",
        ]) {
            for encoding in Encoding::ALL {
                prop_assert_eq!(count_utf8(text.as_bytes(), encoding), crates_count(&text, encoding), "{:?}", text);
            }
        }

        #[test]
        fn any_bytes_are_counted(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for encoding in Encoding::ALL {
                prop_assert_eq!(count_utf8(&bytes, encoding) > 0, !bytes.is_empty());
            }
        }
    }
}
