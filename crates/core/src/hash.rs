//! The hash that identifies a result's content, and the one of maps.

use crate::json::scan::Level;
use crate::json::text::Text;
use core::hash::{BuildHasher, Hasher};
use std::collections::{HashMap, HashSet};
use std::hash::RandomState;
use std::sync::LazyLock;
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

/// A map whose hash costs a tenth of the standard one. No caller can choose keys that meet in it.
pub type Map<K, V> = HashMap<K, V, Seeded>;
/// As [`Map`].
pub type Set<K> = HashSet<K, Seeded>;

/// A number of this process that nobody knows.
pub static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
/// Numbers without a pattern.
pub const ODD: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03];

/// Two numbers as one that depends on each bit of both: the halves of their product.
#[cfg(not(target_arch = "wasm32"))]
#[inline]
pub fn folded_product(one: u64, other: u64) -> u64 {
    let wide = u128::from(one) * u128::from(other);
    wide as u64 ^ (wide >> 64) as u64
}

/// As good: WebAssembly has no wide product, and a call for it takes more than twice as long.
#[cfg(target_arch = "wasm32")]
#[inline]
pub fn folded_product(one: u64, other: u64) -> u64 {
    let first = one.wrapping_mul(ODD[0]);
    let second = (first ^ (first >> 32) ^ other).wrapping_mul(ODD[1]);
    second ^ (second >> 32)
}

/// Makes hashers that begin with a number of this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seeded;

impl BuildHasher for Seeded {
    type Hasher = Mixed;

    fn build_hasher(&self) -> Mixed {
        Mixed(*SEED)
    }
}

/// See [`Seeded`].
pub struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64_with_seed(bytes, self.0);
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = folded_product(self.0 ^ value, ODD[0]);
    }

    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// xxh3-128 of the decoded texts, one after the other, as UTF-8 (a lone surrogate as its three generalised bytes). Texts
/// that differ in the spelling of escapes alone have the same hash. `raw` are the insides of valid JSON strings. Linear.
#[must_use]
pub fn content_hash<'a>(raw: impl Iterator<Item = &'a [u8]>) -> u128 {
    let mut hasher = Xxh3::new();
    let mut decoded = Vec::new();
    for part in raw {
        decoded.clear();
        Text::new(part, Level::SCALAR).decode_into(&mut decoded);
        hasher.update(&decoded);
    }
    hasher.digest128()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_in_escapes_alone_have_one_hash() {
        let hash = |parts: &[&str]| content_hash(parts.iter().map(|part| part.as_bytes()));
        assert_eq!(hash(&[r"a\nb\u00e9"]), hash(&[r"a\u000ab", "é"]));
        assert_ne!(hash(&["a"]), hash(&["b"]));
        // The published value for the empty input.
        assert_eq!(hash(&[]), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
    }
}
