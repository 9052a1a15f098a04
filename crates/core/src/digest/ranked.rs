//! The words of a text that have a rank, for who reads many texts of one conversation again and again.

use super::rank::rank_of;
use super::secrets::is_named_secret;
use super::seen::Hashed;
use super::words::words_of;
use core::hash::BuildHasherDefault;
use std::collections::HashMap;

/// A word and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedWord {
    /// Chars (UTF-16 units) in front of it.
    pub start: usize,
    /// Its chars, all of them ASCII.
    pub chars: usize,
    /// The lowest is named first.
    pub rank: usize,
    /// Whether it looks like a secret there, so that no digest names it.
    pub is_secret: bool,
}

/// Calls `visit` with every word that has a rank, in order: once where it may be named first, and once before that if it
/// is a secret there. Linear.
pub fn visit_ranked(text: &str, mut visit: impl FnMut(RankedWord)) {
    let bytes = text.as_bytes();
    let is_ascii = text.is_ascii();
    // By word: whether it was visited as one that may be named.
    let mut known: HashMap<&str, bool, BuildHasherDefault<Hashed>> = HashMap::default();
    let (mut at, mut chars) = (0, 0);
    for (start, word) in words_of(text) {
        let was_named = known.get(word).copied();
        if was_named == Some(true) {
            continue;
        }
        let Some(rank) = rank_of(word) else { continue };
        let is_secret = is_named_secret(text, start, word);
        if is_secret && was_named.is_some() {
            continue;
        }
        known.insert(word, !is_secret);
        chars += if is_ascii { start - at } else { units(bytes.get(at..start).unwrap_or_default()) };
        at = start;
        visit(RankedWord { start: chars, chars: word.len(), rank, is_secret });
    }
}

/// UTF-16 units of a part of UTF-8 that ends where a code point does.
fn units(part: &[u8]) -> usize {
    part.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(text: &str) -> Vec<(usize, String, usize, bool)> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut found = Vec::new();
        visit_ranked(text, |RankedWord { start, chars, rank, is_secret }| {
            let word = String::from_utf16(&units[start..start + chars]).unwrap();
            found.push((start, word, rank, is_secret));
        });
        found
    }

    #[test]
    fn each_word_is_visited_once_as_named_and_once_before_as_a_secret() {
        let text = "é😀 src/a.ts plain token=x_1 src/a.ts x_1 token=x_1";
        let found = ranked(text);
        let word = |start, word: &str, rank, is_secret| (start, word.to_string(), rank, is_secret);
        assert_eq!(found, [word(4, "src/a.ts", 0, false), word(25, "x_1", 1, true), word(38, "x_1", 1, false)]);
    }

    #[test]
    fn plain_words_have_no_rank() {
        assert_eq!(ranked("plain words, HTTP and 12"), []);
    }
}
