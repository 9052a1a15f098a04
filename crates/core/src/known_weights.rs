//! What parts of earlier requests weighed: a request repeats the one before it and adds a turn, so that nearly all of its
//! parts are known, and hashing a part takes a tenth of weighing it.
//!
//! ```text
//! hash of the part's bytes ──▶ one of 8,192 sets, two cache lines each ──▶ 8 parts     1 MB, of which only sets in use are touched
//! ```
//! In a full set a part has a place of its own choice, whoever is there: requests come again from their first part to their
//! last, so that the oldest is the one needed next.
//! A weight depends on the part's bytes alone, so what is remembered changes no answer. The hash has a seed of its own in
//! each process: nobody can prepare two parts that are taken for each other.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;
use xxhash_rust::xxh3::{Xxh3, xxh3_128_with_seed};

use crate::scan::{LINE_BYTES, prefetch_lines};

/// Shorter parts are weighed again: hashing and looking up cost as much.
const LEAST_BYTES: usize = 48;
const SET_BITS: u32 = 13;
const SET_PARTS: usize = 8;
/// Two cache lines, which many CPUs fetch together.
const SET_BYTES: usize = size_of::<Part>() * SET_PARTS;
const _: () = assert!(SET_BYTES == 2 * LINE_BYTES);
/// Bytes between what is hashed and what is asked for: the rest of the part, and the part behind it.
const AHEAD_BYTES: usize = 4096;
/// Bytes of a long part that are hashed at a time, after as many have been asked for.
const STEP_BYTES: usize = 2048;
/// More than any part of a body has: a byte weighs two tokens at most.
const WEIGHT_BITS: u32 = 42;
const WEIGHT: u128 = (1 << WEIGHT_BITS) - 1;

static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

/// The weight of a part, and above it the upper 86 bits of its hash. 0: none.
type Part = u128;

/// Bounded memory of weights.
#[derive(Default)]
pub struct KnownWeights {
    parts: Vec<Part>,
    /// The first of `parts` that begins an aligned pair of cache lines.
    first: usize,
}

impl KnownWeights {
    /// The weight of `part`, which `weigh` gives where it is not known.
    pub fn get_or(&mut self, part: &[u8], weigh: impl FnOnce() -> u64) -> u64 {
        if part.len() < LEAST_BYTES {
            return weigh();
        }
        let hash = hash_of(part);
        let Some(set) = self.set(hash) else { return weigh() };
        if let Some(known) = set.iter().find(|&&known| (known ^ hash) & !WEIGHT == 0) {
            return (known & WEIGHT) as u64;
        }
        let weight = weigh();
        if weight >> WEIGHT_BITS == 0 {
            let empty = set.iter().position(|&known| known == 0);
            let chosen = (hash >> SET_BITS) as usize % SET_PARTS;
            set[empty.unwrap_or(chosen)] = hash & !WEIGHT | u128::from(weight);
        }
        weight
    }

    fn set(&mut self, hash: u128) -> Option<&mut [Part; SET_PARTS]> {
        if self.parts.is_empty() {
            // Zeros from the system, which makes a page when it is written first.
            self.parts = vec![0; (SET_PARTS << SET_BITS) + SET_PARTS];
            self.first = self.parts.as_ptr().align_offset(SET_BYTES);
        }
        let number = hash as usize % (1 << SET_BITS);
        self.parts.get_mut(self.first + SET_PARTS * number..)?.first_chunk_mut()
    }
}

fn hash_of(part: &[u8]) -> u128 {
    if part.len() <= AHEAD_BYTES {
        prefetch_lines(part, AHEAD_BYTES, part.len() / LINE_BYTES);
        return xxh3_128_with_seed(part, *SEED);
    }
    let mut hash = Xxh3::with_seed(*SEED);
    for step in part.chunks(STEP_BYTES) {
        prefetch_lines(step, AHEAD_BYTES, step.len() / LINE_BYTES);
        hash.update(step);
    }
    hash.digest128()
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
        assert!(remembered > 95, "eight in the same set push out the ninth only: {remembered}");
    }

    #[test]
    fn long_parts_that_differ_in_one_byte_are_two() {
        let mut known = KnownWeights::default();
        let long = vec![b'x'; AHEAD_BYTES + 3 * STEP_BYTES];
        assert_eq!(known.get_or(&long, || 1), 1);
        for at in [0, STEP_BYTES, AHEAD_BYTES + 1, long.len() - 1] {
            let mut other = long.clone();
            other[at] = b'y';
            assert_eq!(known.get_or(&other, || 2), 2, "{at}");
        }
        assert_eq!(known.get_or(&long, || 3), 1);
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
    fn keeps_some_of_more_than_it_has_room_for() {
        let mut known = KnownWeights::default();
        let room = (SET_PARTS << SET_BITS) as u64;
        let mut hits = 0;
        for round in 0..3 {
            for number in 0..room * 3 / 2 {
                let mut part = vec![b'x'; LEAST_BYTES];
                part[..8].copy_from_slice(&number.to_le_bytes());
                let mut is_new = false;
                let weigh = || {
                    is_new = true;
                    number
                };
                assert_eq!(known.get_or(&part, weigh), number);
                hits += u64::from(round == 2 && !is_new);
            }
        }
        assert!(hits > room / 3, "of {room}: {hits}");
        assert_eq!(known.parts.len() as u64, room + SET_PARTS as u64);
    }
}
