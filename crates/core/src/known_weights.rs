//! What parts of earlier requests weighed: a request repeats the one before it and adds a turn, so that nearly all of its
//! parts are known, and hashing a part takes a tenth of weighing it.
//!
//! ```text
//! hash of the part's bytes ──▶ one of 32,768 sets ──▶ 2 parts, the newer first     1 MB, of which only sets in use are touched
//! ```
//! A weight depends on the part's bytes alone, so what is remembered changes no answer. The hash has a seed of its own in
//! each process: nobody can prepare two parts that are taken for each other.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Shorter parts are weighed again: hashing and looking up cost as much.
const LEAST_BYTES: usize = 48;
const SETS: usize = 1 << 15;
/// More than any part of a body has: a byte weighs two tokens at most.
const WEIGHT_BITS: u32 = 42;
const WEIGHT: u128 = (1 << WEIGHT_BITS) - 1;

static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

/// The weight of a part, and above it the upper 86 bits of its hash: four parts share a cache line. 0: none.
type Part = u128;

/// Bounded memory of weights.
#[derive(Default)]
pub struct KnownWeights {
    sets: Vec<[Part; 2]>,
}

impl KnownWeights {
    /// The weight of `part`, which `weigh` gives where it is not known.
    pub fn get_or(&mut self, part: &[u8], weigh: impl FnOnce() -> u64) -> u64 {
        if part.len() < LEAST_BYTES {
            return weigh();
        }
        if self.sets.is_empty() {
            // Zeros from the system, which makes a page when it is written first.
            self.sets = vec![[0; 2]; SETS];
        }
        let hash = xxh3_128_with_seed(part, *SEED);
        let Some(set) = self.sets.get_mut(hash as usize % SETS) else { return weigh() };
        if let Some(known) = set.iter().find(|&&known| (known ^ hash) & !WEIGHT == 0) {
            return (known & WEIGHT) as u64;
        }
        let weight = weigh();
        if weight >> WEIGHT_BITS == 0 {
            *set = [hash & !WEIGHT | u128::from(weight), set[0]];
        }
        weight
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_what_was_weighed_once() {
        let mut known = KnownWeights::default();
        let parts: Vec<Vec<u8>> = (0..100_u8).map(|byte| vec![byte; LEAST_BYTES + usize::from(byte)]).collect();
        for (weight, part) in parts.iter().enumerate() {
            assert_eq!(known.get_or(part, || weight as u64), weight as u64);
        }
        let again = parts.iter().map(|part| known.get_or(part, || 1_000));
        let remembered = again.enumerate().filter(|(weight, found)| *found == *weight as u64).count();
        assert!(remembered > 95, "two in the same set push out the third only: {remembered}");
    }

    #[test]
    fn short_parts_are_weighed_each_time() {
        let mut known = KnownWeights::default();
        assert_eq!([1, 2].map(|weight| known.get_or(b"short", || weight)), [1, 2]);
    }

    #[test]
    fn a_weight_beyond_its_bits_is_not_remembered() {
        let mut known = KnownWeights::default();
        let part = [b'x'; LEAST_BYTES];
        for weight in [1 << WEIGHT_BITS, WEIGHT as u64] {
            assert_eq!(known.get_or(&part, || weight), weight);
        }
        assert_eq!(known.get_or(&part, || 0), WEIGHT as u64);
    }

    #[test]
    fn forgets_the_oldest_when_full() {
        let mut known = KnownWeights::default();
        for number in 0..3 * SETS as u64 {
            let mut part = vec![b'x'; LEAST_BYTES];
            part[..8].copy_from_slice(&number.to_le_bytes());
            assert_eq!(known.get_or(&part, || number), number);
        }
        assert_eq!(known.sets.len(), SETS);
    }
}
