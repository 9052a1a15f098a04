//! The words that a model has from elsewhere.

use super::rank::rank_of;
use super::record::is_code;
use super::words::words_of;
use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashSet;
use xxhash_rust::xxh3::xxh3_64;

/// A set of words, as the hashes (xxh3) of those that a digest could name: 8 bytes and a little each.
#[derive(Clone, Debug, Default)]
pub struct SeenWords(HashSet<u64, BuildHasherDefault<Hashed>>);

impl SeenWords {
    /// Adds the words of a text that a digest could name. One linear pass.
    pub fn note(&mut self, text: &str) {
        self.0.extend(hashes_of(text));
    }

    /// Adds words by their hashes ([`hashes_of`]).
    pub fn add(&mut self, hashes: &[u64]) {
        self.0.extend(hashes);
    }

    /// Whether a word was in one of the texts.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.0.contains(&hash_of_word(word))
    }

    /// Number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forgets the words and keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// The hashes of the words of a text that a digest could name, as often as they occur. Linear.
pub fn hashes_of(text: &str) -> impl Iterator<Item = u64> {
    words_of(text).map(|(_, word)| word).filter(|word| is_code(word) || rank_of(word).is_some()).map(hash_of_word)
}

/// The hash of a word.
#[must_use]
pub fn hash_of_word(word: &str) -> u64 {
    xxh3_64(word.as_bytes())
}

/// Hashes a word by xxh3, and a hash by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, word: &[u8]) {
        self.0 = xxh3_64(word);
    }

    /// The end of a string.
    fn write_u8(&mut self, _: u8) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
