//! Counts tokens exactly.
//!
//! ```text
//! text ─split→ pieces ─cache→ tokens of each, added up
//!                 └─ unknown: one token, or merged ─→ remembered
//! ```
//!
//! Texts repeat their pieces, so splitting and looking up pieces need nearly all of the time. Pieces of up to 15 bytes are
//! stored with their count in 16 bytes, so that the common ones stay in the second-level cache. The vocabulary itself has
//! several megabytes and does not.

mod key;
mod kinds;
#[cfg(test)]
#[path = "../../packing/last_pair.rs"]
mod last_pair;
mod long_pieces;
mod merge;
mod packing;
mod pieces;
mod split;
mod unpack;
mod vocabulary;

use crate::encoding::Encoding;
use long_pieces::LongPieces;
use merge::Merger;
use pieces::{Batch, LONGEST, PieceCache};
use split::piece_end;
use std::borrow::Cow;
use std::cell::RefCell;
pub use unpack::{use_vocabulary, vocabulary};
use vocabulary::Vocabulary;

/// Exact tokens of a text. The first call for an encoding unpacks the vocabulary (some 100 to 200 ms) and keeps it, and a
/// cache of 1.4 MB for each thread and encoding. Text that spells a special token (`<|endoftext|>`) is ordinary text.
/// Bytes that are not UTF-8 become U+FFFD, as with `TextDecoder`. Usually linear; O(n log n) for one long run without a
/// place to split at.
#[must_use]
pub fn count_utf8(text: &[u8], encoding: Encoding) -> u64 {
    // `from_utf8_lossy` alone needs longer to find that there is nothing to replace.
    let text = std::str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed);
    COUNTERS.with_borrow_mut(|counters| {
        let [o200k, cl100k] = counters;
        let counter = if encoding == Encoding::O200kBase { o200k } else { cl100k };
        counter.get_or_insert_with(|| Counter::new(encoding)).count(text.as_bytes())
    })
}

thread_local! {
    static COUNTERS: RefCell<[Option<Counter>; 2]> = const { RefCell::new([None, None]) };
}

/// A thread's caches for an encoding.
struct Counter {
    encoding: Encoding,
    known: PieceCache,
    known_long: LongPieces,
    merger: Merger,
}

impl Counter {
    fn new(encoding: Encoding) -> Self {
        let merger = Merger::new(Vocabulary::of(encoding));
        Self { encoding, known: PieceCache::new(), known_long: LongPieces::new(), merger }
    }

    fn count(&mut self, text: &[u8]) -> u64 {
        let Self { encoding, known, known_long, merger } = self;
        let piece = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
        let mut batch = Batch::new();
        let (mut at, mut tokens) = (0, 0);
        while at < text.len() {
            let end = piece_end(text, at, *encoding).max(at + 1);
            match end - at {
                1 => tokens += 1,
                length @ 2..=LONGEST => {
                    if batch.push(text, at, length) {
                        tokens += batch.count(known, |from, to| merger.count(piece(from, to)));
                    }
                }
                _ => tokens += known_long.tokens(piece(at, end), |piece| merger.count(piece)),
            }
            at = end;
        }
        tokens + batch.count(known, |from, to| merger.count(piece(from, to)))
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn crates_count(text: &str, encoding: Encoding) -> u64 {
        tiktoken::get_encoding(encoding.name()).unwrap().count(text) as u64
    }

    #[test]
    fn gives_known_counts() {
        let table: [(&[u8], u64, u64); 5] =
            [(b"", 0, 0), (b"hello world", 2, 2), (b"<|endoftext|>", 7, 7), (b"\xFF", 1, 1), (b"1234567", 3, 3)];
        for (text, o200k, cl100k) in table {
            assert_eq!(count_utf8(text, Encoding::O200kBase), o200k, "{text:?}");
            assert_eq!(count_utf8(text, Encoding::Cl100kBase), cl100k, "{text:?}");
        }
    }

    #[test]
    fn counts_exactly_after_every_slot_was_replaced() {
        // More pieces than slots, twice over.
        let words: Vec<String> = (0..40_000).map(|number: u32| format!(" w{number:x}")).collect();
        for text in [words.concat(), words.iter().rev().cloned().collect()] {
            assert_eq!(count_utf8(text.as_bytes(), Encoding::O200kBase), crates_count(&text, Encoding::O200kBase));
        }
    }

    #[test]
    fn distinguishes_long_pieces_with_equal_ends() {
        let ends = "syllables".repeat(2);
        for letters in [1, 40, 90, 91, 200] {
            for letter in ('a'..='z').chain('a'..='z') {
                let text = format!("{ends}{}{ends}", letter.to_string().repeat(letters));
                for encoding in Encoding::ALL {
                    assert_eq!(count_utf8(text.as_bytes(), encoding), crates_count(&text, encoding), "{text}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn counts_as_the_tiktoken_crate_does(text in prop_oneof![
            "[ -~\t\n\r\x0b\x0c\\x00\\x7f]{0,60}",
            "[ \t\n\ra'sTlLeERvVdm1/.é\u{a0}\u{17f}\u{3000}語А—→“│]{0,24}",
            "\\PC{0,30}",
            "[a-c]{10,200}",
            "[ -]{10,200}",
            "[語漢字の]{1,80}",
        ]) {
            for encoding in Encoding::ALL {
                prop_assert_eq!(count_utf8(text.as_bytes(), encoding), crates_count(&text, encoding), "{:?}", text);
            }
        }

        #[test]
        fn counts_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for encoding in Encoding::ALL {
                prop_assert_eq!(count_utf8(&bytes, encoding) > 0, !bytes.is_empty());
            }
        }
    }
}
