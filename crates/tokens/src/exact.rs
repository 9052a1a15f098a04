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
use std::cell::RefCell;
use tiktoken::CoreBpe;

/// Tokens of a text. The vocabulary is unpacked at the first call for its encoding (some 30 ms) and kept; so is a cache
/// of 256 KB for each thread and encoding. Text that spells a special token (`<|endoftext|>`) is ordinary text. Bytes that
/// are not UTF-8 are replaced by U+FFFD as `TextDecoder` replaces them. O(n log n) at worst, in a single run without a
/// place to split at.
#[must_use]
pub fn count_utf8(text: &[u8], encoding: Encoding) -> u64 {
    // Both vocabularies are compiled in.
    let Some(vocabulary) = tiktoken::get_encoding(encoding.name()) else { return 0 };
    let text = String::from_utf8_lossy(text);
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
    let (mut at, mut tokens) = (0, 0);
    while at < bytes.len() {
        let end = piece_end(bytes, at, encoding);
        let (to, found) = match end {
            Some(end) if end - at == 1 => (end, 1),
            Some(end) if end - at <= LONGEST => (end, cache.tokens(bytes, at, end, || merge(at, end))),
            Some(end) => (end, merge(at, end)),
            None => {
                let end = region_end(bytes, at);
                (end, merge(at, end))
            }
        };
        tokens += found;
        at = to;
    }
    tokens
}

/// Bytes of the longest piece that is kept.
const LONGEST: usize = 15;
/// Pieces kept, as a power of two.
const SLOT_BITS: u32 = 14;

/// Pieces with their counts, each in one place by its hash; a new one takes the place of an old one.
///
/// ```text
/// byte 0 … 14: the piece, zeros behind it     byte 15: its length, and its count × 16
/// ```
struct PieceCache(Box<[u128]>);

const LENGTH_AT: u32 = 120;
const COUNT_AT: u32 = 124;
const COUNT: u128 = 0xF << COUNT_AT;

impl PieceCache {
    fn new() -> Self {
        Self(vec![0; 1 << SLOT_BITS].into_boxed_slice())
    }

    /// Tokens of a piece of 2 to [`LONGEST`] bytes: those known, else those that `merge` gives. A piece has at most as
    /// many as bytes, so they fit.
    #[inline]
    fn tokens(&mut self, text: &[u8], from: usize, to: usize, merge: impl FnOnce() -> u64) -> u64 {
        let key = key_of(text, from, to - from);
        let slots = self.0.len();
        // The mask is there for the compiler: the hash has no more bits.
        let Some(slot) = self.0.get_mut(hash(key) & (slots - 1)) else { return merge() };
        if *slot & !COUNT == key {
            return (*slot >> COUNT_AT) as u64;
        }
        let tokens = merge();
        *slot = key | u128::from(tokens) << COUNT_AT;
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
    (folded.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (64 - SLOT_BITS)) as usize
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
            "[ \t\n\ra'sTlLeERvVdm1/.é\u{a0}\u{17f}\u{3000}語А—]{0,24}",
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
