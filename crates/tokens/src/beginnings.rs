//! The beginnings of a vocabulary's tokens, as a set that may err.
//!
//! ```text
//! token 中国人   beginnings 中 · 中国 · 中国人   each a hash of its chars   three bits of a table
//! ```
//!
//! A Bloom filter (Bloom 1970): it contains every beginning, and one in a hundred texts that are none. Only tokens of
//! [`scripts`](crate::scripts) are in it, some with a space in front. The exact vocabulary would need 4 MB and a parser;
//! these tables have 128 and 8 KB. `examples/beginnings` writes them.

use crate::encoding::Encoding;

/// A hash of the chars of a text.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Hash(u32);

/// Added to two bytes of a char, so that they are no char.
const PAIR: u32 = 1 << 24;
/// Bits of each beginning.
const BITS: u32 = 3;

impl Hash {
    /// The hash of the text with one more char, or pair of bytes.
    #[must_use]
    pub const fn with(self, code: u32) -> Self {
        let mixed = (self.0 ^ code).wrapping_mul(0x9E37_79B1);
        Self(mixed ^ mixed >> 15)
    }

    /// Two bytes of a char that are a token.
    #[must_use]
    pub const fn of_pair(first: u8, second: u8) -> Self {
        Self(0).with(PAIR | (first as u32) << 8 | second as u32)
    }

    /// The bits of this hash among `bits`, a power of two.
    pub fn places(self, bits: usize) -> impl Iterator<Item = usize> {
        let first = self.0.wrapping_mul(0x85EB_CA6B);
        let step = self.0.wrapping_mul(0xC2B2_AE35);
        let (first, step) = (first ^ first >> 13, (step ^ step >> 16) | 1);
        (0..BITS).map(move |at| first.wrapping_add(at.wrapping_mul(step)) as usize & (bits - 1))
    }
}

static O200K_BASE: &[u8] = include_bytes!("../weights/o200k_base-beginnings.bin");
static CL100K_BASE: &[u8] = include_bytes!("../weights/cl100k_base-beginnings.bin");

/// The beginnings of an encoding's tokens.
#[derive(Clone, Copy)]
pub(crate) struct Beginnings {
    bits: &'static [u8],
}

impl Beginnings {
    pub(crate) const fn of(encoding: Encoding) -> Self {
        let bits = match encoding {
            Encoding::O200kBase => O200K_BASE,
            Encoding::Cl100kBase => CL100K_BASE,
        };
        Self { bits }
    }

    pub(crate) fn has(self, hash: Hash) -> bool {
        let is_set = |place: usize| self.bits.get(place >> 3).is_some_and(|byte| byte >> (place & 7) & 1 == 1);
        hash.places(8 * self.bits.len()).all(is_set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(text: &str) -> Hash {
        text.chars().fold(Hash::default(), |hash, char| hash.with(u32::from(char)))
    }

    #[test]
    fn contains_the_beginnings_of_tokens() {
        let beginnings = Beginnings::of(Encoding::O200kBase);
        for text in ["中", "中国", " при", " привет", "ない", "한국"] {
            assert!(beginnings.has(hash_of(text)), "{text}");
        }
    }

    #[test]
    fn contains_few_other_texts() {
        for encoding in Encoding::ALL {
            let beginnings = Beginnings::of(encoding);
            // Private use: no token has such a char.
            let found = (0..10_000).filter(|&code| beginnings.has(Hash::default().with(0xF_0000 + code))).count();
            assert!(found < 200, "{} {found}", encoding.name());
        }
    }
}
