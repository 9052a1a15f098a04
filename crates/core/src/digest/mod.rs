//! Names what a text was about: paths, identifiers and numbers that a model may need again.
//!
//! ```text
//! src/a.ts:12 calls parseBody(x) 4096 times  →  src/a.ts, parseBody, 4096
//! ```

mod rank;
mod ranked;
mod secrets;
mod seen;
mod words;

pub use ranked::{RankedWord, visit_ranked};
pub use seen::{Hashed, SeenWords, hash_of_word, hashes_of};

use core::hash::BuildHasherDefault;
use rank::{RANKS, rank_of};
use secrets::is_named_secret;
use std::collections::HashSet;
use words::words_of;

/// Between two words.
const SEPARATOR: &str = ", ";

/// Appends the words of `text` that a model may need again to `out`, joined by `, `: paths and names of files first, then
/// compound identifiers, then numbers and other words; of equals the earliest. Words that are `seen` elsewhere are left
/// out; [`SeenWords`] collects those of texts. At most `max_words` words and `max_chars` chars, separators included (all are
/// ASCII). Returns the number of words. Linear.
pub fn digest(text: &str, seen: &dyn Fn(&str) -> bool, max_words: usize, max_chars: usize, out: &mut String) -> usize {
    let mut ranks: [Vec<&str>; RANKS] = Default::default();
    let mut known: HashSet<&str, BuildHasherDefault<Hashed>> = HashSet::default();
    for (start, word) in words_of(text) {
        if ranks.first().is_some_and(|first| first.len() == max_words) {
            break;
        }
        let Some(rank) = rank_of(word).and_then(|rank| ranks.get_mut(rank)) else { continue };
        if rank.len() < max_words && !known.contains(word) && !seen(word) && !is_named_secret(text, start, word) {
            known.insert(word);
            rank.push(word);
        }
    }
    let (mut words, mut chars) = (0, 0);
    for word in ranks.into_iter().flatten() {
        let separator = if words == 0 { "" } else { SEPARATOR };
        let added = separator.len() + word.len();
        if words < max_words && chars + added <= max_chars {
            out.push_str(separator);
            out.push_str(word);
            (words, chars) = (words + 1, chars + added);
        }
    }
    words
}

/// The paths and names of files in `text`, in order. Linear.
pub fn paths_of(text: &str) -> impl Iterator<Item = &str> {
    words_of(text).map(|(_, word)| word).filter(|word| rank_of(word) == Some(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated_texts::Generated;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Example {
        name: String,
        text: String,
        #[serde(default)]
        seen: String,
        max_words: usize,
        max_chars: usize,
        out: String,
    }

    #[derive(Deserialize)]
    struct Fixtures {
        examples: Vec<Example>,
        generated: Generated,
    }

    fn digested(text: &str, before: &str, max_words: usize, max_chars: usize) -> String {
        let mut seen = SeenWords::default();
        seen.note(before);
        let mut out = String::new();
        let words = digest(text, &|word| seen.has(word), max_words, max_chars, &mut out);
        assert_eq!(words, out.split(SEPARATOR).filter(|word| !word.is_empty()).count());
        assert!(words <= max_words && out.len() <= max_chars && out.is_ascii());
        out
    }

    #[test]
    fn agrees_with_the_fixtures() {
        let Fixtures { examples, generated } =
            serde_json::from_str(include_str!("../../../../__test__/fixtures/digest.json")).unwrap();
        assert!(examples.len() > 20);
        for Example { name, text, seen, max_words, max_chars, out } in examples {
            assert_eq!(digested(&text, &seen, max_words, max_chars), out, "{name}");
        }
        let hash = generated.hash_of(|text| Some(digested(text, "src/a.ts fooBar 4096", 6, 60)));
        assert_eq!(hash, generated.hash);
    }
}
