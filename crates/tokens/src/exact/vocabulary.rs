//! The tokens of an encoding by their bytes.

use super::key::{LONGEST, Line, ends_of, hash, key_of};
use crate::encoding::Encoding;
use std::collections::HashMap;
use std::sync::OnceLock;
use tiktoken::CoreBpe;

/// No token. Higher than all numbers.
pub(super) const NO_TOKEN: u32 = u32::MAX;

/// Tokens of at most so many bytes are in lines: the free bits of their keys are the number.
const IN_LINES: usize = 12;
const NUMBER_AT: u32 = 96;
const NUMBER_BITS: u32 = 24;
const NUMBER: u128 = ((1 << NUMBER_BITS) - 1) << NUMBER_AT;
/// Lines of four tokens, as a power of two: 4 MB, of which three quarters are full.
const LINE_BITS: u32 = 16;
/// Bits of the hashes that are tested first, because most looked-up bytes are no token and the lines are far away: 128 KB.
const HASH_BITS: u32 = 20;

/// A token's number is its rank: the lower, the earlier it is merged.
///
/// ```text
/// byte 0 … 11: the token, then zeros     12 … 14: its number     15: its length
/// ```
pub(super) struct Vocabulary {
    bytes: [u32; 256],
    lines: Box<[Line]>,
    /// A bit for the hash of each token of two or more bytes.
    hashes: Box<[u64]>,
    longer: HashMap<Box<[u8]>, u32>,
    longest: usize,
}

impl Vocabulary {
    /// The vocabulary of an encoding, unpacked at the first call.
    pub(super) fn of(encoding: Encoding) -> &'static Self {
        static O200K: OnceLock<Vocabulary> = OnceLock::new();
        static CL100K: OnceLock<Vocabulary> = OnceLock::new();
        match encoding {
            Encoding::O200kBase => O200K.get_or_init(|| Self::new(&tiktoken::encoding::o200k_base())),
            Encoding::Cl100kBase => CL100K.get_or_init(|| Self::new(&tiktoken::encoding::cl100k_base())),
        }
    }

    fn new(source: &CoreBpe) -> Self {
        let mut all = Self {
            bytes: [NO_TOKEN; 256],
            lines: Line::empty(LINE_BITS),
            hashes: vec![0; 1 << (HASH_BITS - 6)].into_boxed_slice(),
            longer: HashMap::new(),
            longest: 0,
        };
        for number in 0..source.vocab_size() as u32 {
            all.add(&source.decode(&[number]), number);
        }
        all
    }

    fn add(&mut self, token: &[u8], number: u32) {
        self.longest = self.longest.max(token.len());
        if let [byte] = token {
            self.bytes[usize::from(*byte)] = number;
            return;
        }
        let (key, hash) = key_and_hash(token, 0, token.len());
        self.hashes[hash >> 6] |= 1 << (hash & 63);
        if token.len() <= IN_LINES {
            self.add_to_lines(key | u128::from(number) << NUMBER_AT, hash);
        } else {
            self.longer.insert(token.into(), number);
        }
    }

    /// Adds a token to the lines. There is always room, because there are more places than tokens.
    fn add_to_lines(&mut self, token: u128, hash: usize) {
        let mut at = hash >> (HASH_BITS - LINE_BITS);
        for _ in 0..self.lines.len() {
            if let Some(slot) = self.lines[at].0.iter_mut().find(|slot| **slot == 0) {
                *slot = token;
                return;
            }
            at = (at + 1) % (1 << LINE_BITS);
        }
    }

    pub(super) fn byte(&self, byte: u8) -> u32 {
        self.bytes[usize::from(byte)]
    }

    /// The token of the `length` bytes at `from`, at least 2, or [`NO_TOKEN`].
    #[inline]
    pub(super) fn number(&self, text: &[u8], from: usize, length: usize) -> u32 {
        if length > self.longest {
            return NO_TOKEN;
        }
        let (key, hash) = key_and_hash(text, from, length);
        if self.hashes[hash >> 6] >> (hash & 63) & 1 == 0 {
            return NO_TOKEN;
        }
        if length <= IN_LINES {
            return self.in_lines(key, hash);
        }
        let token = text.get(from..from + length).unwrap_or_default();
        self.longer.get(token).copied().unwrap_or(NO_TOKEN)
    }

    #[inline]
    fn in_lines(&self, key: u128, hash: usize) -> u32 {
        let mut at = hash >> (HASH_BITS - LINE_BITS);
        loop {
            let line = &self.lines[at];
            if let Some(token) = line.find(key, NUMBER) {
                return (token >> NUMBER_AT) as u32 & ((1 << NUMBER_BITS) - 1);
            }
            if line.0[3] == 0 {
                return NO_TOKEN;
            }
            at = (at + 1) % (1 << LINE_BITS);
        }
    }
}

#[inline]
fn key_and_hash(text: &[u8], from: usize, length: usize) -> (u128, usize) {
    let key = if length <= LONGEST { key_of(text, from, length) } else { ends_of(text, from, length) };
    (key, hash(key, HASH_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_number_of_every_token() {
        for encoding in Encoding::ALL {
            let source = tiktoken::get_encoding(encoding.name()).unwrap();
            let vocabulary = Vocabulary::of(encoding);
            for number in 0..source.vocab_size() as u32 {
                let token = source.decode(&[number]);
                assert!(!token.is_empty());
                let found = if let [byte] = token[..] {
                    vocabulary.byte(byte)
                } else {
                    vocabulary.number(&token, 0, token.len())
                };
                assert_eq!(found, number);
            }
        }
    }

    #[test]
    fn bytes_that_are_no_token_have_no_number() {
        let vocabulary = Vocabulary::of(Encoding::O200kBase);
        for text in ["qzx", "a\0", "\0a\0b", "zqzqzqzqzqzq", "zqzqzqzqzqzqzq", &"zq".repeat(50), &"zq".repeat(100)] {
            assert_eq!(vocabulary.number(text.as_bytes(), 0, text.len()), NO_TOKEN, "{text:?}");
        }
    }
}
