//! Names what a text was about: paths, identifiers and numbers that a model may need again.
//!
//! ```text
//! src/a.ts:12 calls parseBody(x) 4096 times      →  src/a.ts, parseBody, 4096
//! {"flight_type":"round","number":"HAT045"}      →  HAT045, flight_type
//!      1→fn main() { run_all() } …               →  lines 1-40, run_all
//! src/a.ts-12-  parseBody(x)                     →  src/a.ts, parseBody
//! ```

mod blobs;
mod escapes;
pub(crate) mod fact;
mod rank;
mod ranked;
mod record;
mod secrets;
mod seen;
mod words;

pub use ranked::{RankedWord, visit_ranked};
pub use seen::{Hashed, SeenWords, hash_of_word, hashes_of};

pub(crate) use blobs::{long_blobs, name_of};

use blobs::Blobs;
use core::hash::BuildHasherDefault;
use fact::{BINARY, NumberedLines, is_binary, is_line_number};
use record::ALL_RANKS;
use secrets::is_named_secret;
use std::collections::HashSet;
use words::words_of;

/// Between two words.
const SEPARATOR: &str = ", ";

/// Appends the words of `text` that a model may need again to `out`, joined by `, `: what the text is, where that is no
/// language or lines with numbers ([`fact`]); then paths and names of files, then compound identifiers and the values of
/// records, then numbers and other words, and keys of records last; of equals the earliest. Words that are `seen` elsewhere
/// are left out; [`SeenWords`] collects those of texts. At most `max_words` words and `max_chars` chars, separators included
/// (all are ASCII). Returns the number of words. Linear.
pub fn digest(text: &str, seen: &dyn Fn(&str) -> bool, max_words: usize, max_chars: usize, out: &mut String) -> usize {
    if max_words == 0 {
        return 0;
    }
    let mut list = List { out, words: 0, max_words, max_chars, chars: 0 };
    if is_binary(text) {
        list.push(BINARY);
        return list.words;
    }
    let lines = NumberedLines::of(text);
    let mut ranks: [Vec<&str>; ALL_RANKS] = Default::default();
    let mut known: HashSet<&str, BuildHasherDefault<Hashed>> = HashSet::default();
    let mut words = words_of(text);
    for (start, word) in words.by_ref() {
        if ranks.first().is_some_and(|first| first.len() == max_words) {
            break;
        }
        let word = rank::without_line(word);
        let Some(rank) = record::rank_in(text, start, word).and_then(|rank| ranks.get_mut(rank)) else { continue };
        if rank.len() < max_words
            && !known.contains(word)
            && !seen(word)
            && !is_named_secret(text, start, word)
            && !lines.as_ref().is_some_and(|_| is_line_number(text, start, word))
        {
            known.insert(word);
            rank.push(word);
        }
    }
    words.by_ref().for_each(drop);
    let Blobs { media_type, in_urls, bare, .. } = words.blobs;
    let facts = [
        lines.map(|lines| lines.fact()),
        (in_urls > 0).then(|| blobs::name_of(Some(media_type.unwrap_or("base64")), in_urls)),
        (bare > 0).then(|| blobs::name_of(None, bare)),
    ];
    facts.into_iter().flatten().for_each(|fact| list.push(&fact));
    ranks.into_iter().flatten().for_each(|word| list.push(word));
    list.words
}

/// Words of a digest as they are written, as long as there is room.
struct List<'o> {
    out: &'o mut String,
    words: usize,
    max_words: usize,
    max_chars: usize,
    chars: usize,
}

impl List<'_> {
    fn push(&mut self, word: &str) {
        let separator = if self.words == 0 { "" } else { SEPARATOR };
        let added = separator.len() + word.len();
        if self.words < self.max_words && self.chars + added <= self.max_chars {
            self.out.push_str(separator);
            self.out.push_str(word);
            (self.words, self.chars) = (self.words + 1, self.chars + added);
        }
    }
}

/// The paths and names of files in `text`, in order. Linear.
pub fn paths_of(text: &str) -> impl Iterator<Item = &str> {
    words_of(text).map(|(_, word)| word).filter(|word| rank::rank_of(word) == Some(0))
}
