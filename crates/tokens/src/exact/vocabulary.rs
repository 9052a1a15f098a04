//! The tokens of an encoding by their bytes.

use super::key::{LONGEST, Line, ends_of, hash, key_of};
use super::packing::ENCODINGS;
use super::unpack::unpack;
use crate::encoding::Encoding;
use std::collections::HashMap;
use std::sync::OnceLock;

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

const _: () = assert!(Encoding::ALL.len() == ENCODINGS, "the build script packs these encodings");

/// A token's number is its rank: the lower, the earlier it is merged. It is not the number that models know the token by,
/// but gives the same merges (`packing/order.rs`).
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
            Encoding::O200kBase => O200K.get_or_init(|| Self::new(0)),
            Encoding::Cl100kBase => CL100K.get_or_init(|| Self::new(1)),
        }
    }

    /// The vocabulary of the encoding with this place among all.
    fn new(encoding: usize) -> Self {
        let mut all = Self {
            bytes: [NO_TOKEN; 256],
            lines: Line::empty(LINE_BITS),
            hashes: vec![0; 1 << (HASH_BITS - 6)].into_boxed_slice(),
            longer: HashMap::new(),
            longest: 0,
        };
        let (mut bytes, mut tokens) = (Vec::new(), Vec::new());
        unpack(|token, layers| {
            if let Some(Some(layer)) = layers.get(encoding) {
                tokens.push((*layer, bytes.len(), token.len()));
                bytes.extend_from_slice(token);
            }
        });
        tokens.sort_unstable();
        for (number, (_, at, length)) in (0..).zip(tokens) {
            all.add(&bytes[at..at + length], number);
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
    use super::super::last_pair::last_pair;
    use super::*;

    fn number_of(vocabulary: &Vocabulary, token: &[u8]) -> usize {
        let number = if let [byte] = token { vocabulary.byte(*byte) } else { vocabulary.number(token, 0, token.len()) };
        assert_ne!(number, NO_TOKEN, "{token:?}");
        number as usize
    }

    fn tokens_of(encoding: Encoding) -> Vec<Vec<u8>> {
        let source = tiktoken::get_encoding(encoding.name()).unwrap();
        (0..source.vocab_size() as u32).map(|number| source.decode(&[number])).collect()
    }

    #[test]
    fn every_token_has_a_number_of_its_own() {
        for encoding in Encoding::ALL {
            let tokens = tokens_of(encoding);
            let vocabulary = Vocabulary::of(encoding);
            let mut numbers: Vec<_> = tokens.iter().map(|token| number_of(vocabulary, token)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..tokens.len()));
        }
    }

    /// Two tokens that can want the same bytes, in the order of the published numbers.
    #[test]
    fn numbers_keep_the_order_of_tokens_that_meet() {
        for encoding in Encoding::ALL {
            let tokens = tokens_of(encoding);
            let vocabulary = Vocabulary::of(encoding);
            let published: HashMap<&[u8], usize> =
                tokens.iter().enumerate().map(|(at, token)| (token.as_slice(), at)).collect();
            // The highest own number of the tokens so far that begin or end with a token.
            let (mut begun, mut ended) = (vec![0; tokens.len()], vec![0; tokens.len()]);
            for token in tokens.iter().filter(|token| token.len() > 1) {
                let own = number_of(vocabulary, token);
                let (left, right) = last_pair(token, &published);
                let parts = [left, right].map(|part| number_of(vocabulary, &tokens[part]));
                let before = [ended[left], begun[right], parts[0], parts[1]];
                assert!(before.iter().all(|number| *number < own), "{token:?}");
                begun[left] = own.max(begun[left]);
                ended[right] = own.max(ended[right]);
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
