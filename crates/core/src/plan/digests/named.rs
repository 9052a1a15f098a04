//! The words that digests before a result name.

use super::mixed;
use crate::digest::{Hashed, hash_of_word, hashes_of};
use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use xxhash_rust::xxh3::xxh3_64;

/// The digests of a request so far. Their words are read only where a digest is made anew.
#[derive(Default)]
pub(super) struct Named {
    digests: String,
    /// Where each ends in `digests`, and the message from which on it is ready.
    ends: Vec<(usize, u32)>,
    hash: u64,
    words: NamedWords,
    /// Digests whose words are in `words`.
    read: usize,
}

/// By the hash of a word: the first message from which on a digest with it is ready.
#[derive(Default)]
pub(super) struct NamedWords(HashMap<u64, u32, BuildHasherDefault<Hashed>>);

impl NamedWords {
    /// Whether a digest with the word is ready whenever one that is ready at `message` is.
    pub(super) fn is_there_by(&self, word: &str, message: u32) -> bool {
        self.0.get(&hash_of_word(word)).is_some_and(|&ready| ready <= message)
    }
}

impl Named {
    pub(super) fn reset(&mut self) {
        self.digests.clear();
        self.ends.clear();
        self.words.0.clear();
        (self.hash, self.read) = (0, 0);
    }

    pub(super) fn add(&mut self, digest: &str, ready: u32) {
        if digest.is_empty() {
            return;
        }
        self.digests.push_str(digest);
        self.ends.push((self.digests.len(), ready));
        self.hash = mixed(mixed(self.hash, xxh3_64(digest.as_bytes())), u64::from(ready));
    }

    /// Of all digests and when they are ready.
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    /// The words of all digests.
    pub(super) fn words(&mut self) -> &NamedWords {
        let mut start = self.read.checked_sub(1).and_then(|last| self.ends.get(last)).map_or(0, |&(end, _)| end);
        for &(end, ready) in self.ends.get(self.read..).unwrap_or_default() {
            for hash in hashes_of(self.digests.get(start..end).unwrap_or_default()) {
                let first = self.words.0.entry(hash).or_insert(ready);
                *first = ready.min(*first);
            }
            start = end;
        }
        self.read = self.ends.len();
        &self.words
    }
}
