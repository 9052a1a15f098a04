//! What parts of earlier requests weighed: a request repeats the one before it and adds a turn, so that nearly all of its
//! parts are known, and hashing a part takes a tenth of weighing it.
//!
//! ```text
//! hash of the part's bytes ──▶ one of 8,192 sets ──▶ 2 parts, the newer first     512 KB, from the first of them on
//! ```
//! A weight depends on the part's bytes alone, so what is remembered changes no answer. The hash has a seed of its own in
//! each process: nobody can prepare two parts that are taken for each other.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Shorter parts are weighed again: hashing and looking up cost as much.
const LEAST_BYTES: usize = 48;
/// The same in a large body, whose short parts would push one another out.
const LEAST_BYTES_OF_LARGE: usize = 256;
/// Bytes of a large body.
const LARGE_BYTES: usize = 4 << 20;
const SETS: usize = 1 << 13;

static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

/// One part; all zeros: none.
#[derive(Clone, Copy, Default)]
struct Part {
    hash: u128,
    weight: u64,
}

/// Bounded memory of weights.
pub struct KnownWeights {
    sets: Vec<[Part; 2]>,
    least_bytes: usize,
}

impl Default for KnownWeights {
    fn default() -> Self {
        Self { sets: Vec::new(), least_bytes: LEAST_BYTES }
    }
}

impl KnownWeights {
    /// The parts to come are those of a body of `bytes`.
    pub fn begin(&mut self, bytes: usize) {
        self.least_bytes = if bytes < LARGE_BYTES { LEAST_BYTES } else { LEAST_BYTES_OF_LARGE };
    }

    /// The weight of `part`, which `weigh` gives where it is not known.
    pub fn get_or(&mut self, part: &[u8], weigh: impl FnOnce() -> u64) -> u64 {
        if part.len() < self.least_bytes {
            return weigh();
        }
        if self.sets.is_empty() {
            self.sets.resize(SETS, Default::default());
        }
        let hash = xxh3_128_with_seed(part, *SEED);
        let Some(set) = self.sets.get_mut(hash as usize % SETS) else { return weigh() };
        if let Some(known) = set.iter().find(|known| known.hash == hash) {
            return known.weight;
        }
        let weight = weigh();
        *set = [Part { hash, weight }, set[0]];
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
    fn of_a_large_body_only_long_parts_are_remembered() {
        let mut known = KnownWeights::default();
        let parts = [[b'x'; LEAST_BYTES].as_slice(), &[b'x'; LEAST_BYTES_OF_LARGE]];
        known.begin(LARGE_BYTES);
        assert_eq!(parts.map(|part| known.get_or(part, || 1)), [1, 1]);
        assert_eq!(parts.map(|part| known.get_or(part, || 2)), [2, 1]);
        known.begin(LARGE_BYTES - 1);
        assert_eq!(parts.map(|part| known.get_or(part, || 3)), [3, 1]);
        assert_eq!(parts.map(|part| known.get_or(part, || 4)), [3, 1]);
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
