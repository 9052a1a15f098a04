//! What parts of earlier requests weighed: a request repeats the one before it and adds a turn, so that nearly all of its
//! parts are known, and hashing a part takes a tenth of weighing it.
//!
//! ```text
//! hash of the part's bytes ──▶ one of 16,384 sets, a cache line each     1 MB, of which only pages in use are there
//!                              └ 5 tags, 5 weights, 5 ages
//! ```
//! In a full set a new part takes the place of one that nobody has asked for lately, or else a place of its own choice,
//! whoever is there: requests come again from their first part to their last, so that the oldest is the one needed next.
//! A weight depends on the part's bytes alone, so what is remembered changes no answer: parts with the same set and tag agree
//! in 77 bits of a hash that has a seed of its own in each process, so that nobody can prepare two that do.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;
use xxhash_rust::xxh3::{Xxh3, xxh3_128_with_seed};

use crate::scan::{LINE_BYTES, prefetch_lines};

/// Shorter parts are weighed again: hashing and looking up cost as much.
const LEAST_BYTES: usize = 48;
const SETS: u32 = 1 << 14;
const SET_PARTS: usize = 5;
/// Parts asked for in a period of time.
const PERIOD_BITS: u32 = 15;
/// Periods that are told apart.
const TIMES: u64 = 8;
/// A part last asked for as many periods ago, or more, makes room: in that time more are asked for than there is room for.
/// Much longer ago looks newer now and then.
const OLD: u64 = 4;
const _: () = assert!(time_bits(SET_PARTS).0 < size_of::<Set>() / size_of::<u64>() && time_bits(SET_PARTS).1 <= 64);
/// Bytes between what is hashed and what is asked for: the rest of the part, and the part behind it.
const AHEAD_BYTES: usize = 4096;
/// Bytes of a long part that are hashed at a time, after as many have been asked for.
const STEP_BYTES: usize = 2048;

static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());

/// Tells a part from all others of its set. 0: none.
type Tag = u64;

/// A tag for each part, and behind them in half a word each their weights and, last, all their times.
type Set = [u64; LINE_BYTES / size_of::<u64>()];

/// Which part a weight is of.
#[derive(Clone, Copy)]
pub struct PartKey {
    set: u32,
    /// 0: the part is too short to be remembered.
    tag: Tag,
}

/// Bounded memory of weights.
#[derive(Default)]
pub struct KnownWeights {
    words: Vec<u64>,
    /// The first of `words` that begins a cache line.
    first: usize,
    asked: u32,
}

impl KnownWeights {
    /// Where the weight of `part` is remembered, if it may be. Asks for the memory there, which is in no near cache.
    pub fn key_of(&mut self, part: &[u8]) -> PartKey {
        if part.len() < LEAST_BYTES {
            return PartKey { set: 0, tag: 0 };
        }
        let hash = hash_of(part);
        let set = hash as u32 % SETS;
        if let Some(set) = self.set(set) {
            prefetch_lines(set, 0, 1);
        }
        PartKey { set, tag: (hash >> 64) as Tag | 1 }
    }

    /// The weight of the part of `key`, which `weigh` gives where it is not known.
    pub fn get_or(&mut self, PartKey { set, tag }: PartKey, weigh: impl FnOnce() -> u64) -> u64 {
        self.asked = self.asked.wrapping_add(1);
        let now = u64::from(self.asked >> PERIOD_BITS) % TIMES;
        let Some(set) = self.set(set).filter(|_| tag != 0) else { return weigh() };
        if let Some(known) = place_of(set, tag) {
            if age(set, known, now) != 0 {
                set_time(set, known, now);
            }
            return u64::from(weight(set, known));
        }
        let new = weigh();
        if let Ok(new) = u32::try_from(new) {
            let old = || (0..SET_PARTS).find(|&place| age(set, place, now) >= OLD);
            let chosen = (tag >> 1) as usize % SET_PARTS;
            let place = place_of(set, 0).or_else(old).unwrap_or(chosen);
            set[place] = tag;
            set_weight(set, place, new);
            set_time(set, place, now);
        }
        new
    }

    fn set(&mut self, number: u32) -> Option<&mut Set> {
        if self.words.is_empty() {
            // Zeros from the system, which makes a page when it is written first.
            self.words = vec![0; size_of::<Set>() / size_of::<u64>() * (SETS as usize + 1)];
            self.first = self.words.as_ptr().align_offset(LINE_BYTES);
        }
        let start = self.first + size_of::<Set>() / size_of::<u64>() * number as usize;
        self.words.get_mut(start..)?.first_chunk_mut()
    }
}

fn place_of(set: &Set, tag: Tag) -> Option<usize> {
    set[..SET_PARTS].iter().position(|&known| known == tag)
}

/// The word of the weight at a place, and how far up in it. Behind the last weight: where the times are.
const fn half_word(place: usize) -> (usize, usize) {
    (SET_PARTS + place / 2, place % 2 * 32)
}

const fn weight(set: &Set, place: usize) -> u32 {
    let (word, shift) = half_word(place);
    (set[word] >> shift) as u32
}

const fn set_weight(set: &mut Set, place: usize, weight: u32) {
    let (word, shift) = half_word(place);
    set[word] = set[word] & !((u32::MAX as u64) << shift) | (weight as u64) << shift;
}

/// The word of the time at a place, and how far up in it.
const fn time_bits(place: usize) -> (usize, usize) {
    let (word, shift) = half_word(SET_PARTS);
    (word, shift + place * TIMES.ilog2() as usize)
}

/// Periods since a part was last asked for.
const fn age(set: &Set, place: usize, now: u64) -> u64 {
    let (word, shift) = time_bits(place);
    now.wrapping_sub(set[word] >> shift) % TIMES
}

const fn set_time(set: &mut Set, place: usize, now: u64) {
    let (word, shift) = time_bits(place);
    set[word] = set[word] & !((TIMES - 1) << shift) | now << shift;
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

    impl KnownWeights {
        fn weigh(&mut self, part: &[u8], weigh: impl FnOnce() -> u64) -> u64 {
            let key = self.key_of(part);
            self.get_or(key, weigh)
        }
    }

    #[test]
    fn gives_what_was_weighed_once() {
        let mut known = KnownWeights::default();
        let parts: Vec<Vec<u8>> = (0..100_u8).map(|byte| vec![byte; LEAST_BYTES + usize::from(byte)]).collect();
        for (weight, part) in parts.iter().enumerate() {
            assert_eq!(known.weigh(part, || weight as u64), weight as u64);
        }
        let again = parts.iter().map(|part| known.weigh(part, || 1_000));
        let remembered = again.enumerate().filter(|(weight, found)| *found == *weight as u64).count();
        assert!(remembered > 95, "five in the same set push out the sixth only: {remembered}");
    }

    #[test]
    fn long_parts_that_differ_in_one_byte_are_two() {
        let mut known = KnownWeights::default();
        let long = vec![b'x'; AHEAD_BYTES + 3 * STEP_BYTES];
        assert_eq!(known.weigh(&long, || 1), 1);
        for at in [0, STEP_BYTES, AHEAD_BYTES + 1, long.len() - 1] {
            let mut other = long.clone();
            other[at] = b'y';
            assert_eq!(known.weigh(&other, || 2), 2, "{at}");
        }
        assert_eq!(known.weigh(&long, || 3), 1);
    }

    #[test]
    fn short_parts_are_weighed_each_time() {
        let mut known = KnownWeights::default();
        assert_eq!([1, 2].map(|weight| known.weigh(b"short", || weight)), [1, 2]);
    }

    #[test]
    fn a_weight_beyond_its_bits_is_not_remembered() {
        let mut known = KnownWeights::default();
        let part = [b'x'; LEAST_BYTES];
        for weight in [1 << 32, u64::from(u32::MAX)] {
            assert_eq!(known.weigh(&part, || weight), weight);
        }
        assert_eq!(known.weigh(&part, || 0), u64::from(u32::MAX));
    }

    /// Asks for the weights of as many parts, from number `first` on; how many were known.
    fn hits(known: &mut KnownWeights, first: u64, count: u64) -> u64 {
        let mut hits = count;
        for number in first..first + count {
            let mut part = vec![b'x'; LEAST_BYTES];
            part[..8].copy_from_slice(&number.to_le_bytes());
            let weigh = || {
                hits -= 1;
                number % 1_000
            };
            assert_eq!(known.weigh(&part, weigh), number % 1_000);
        }
        hits
    }

    #[test]
    fn keeps_some_of_more_than_it_has_room_for() {
        let mut known = KnownWeights::default();
        let room = u64::from(SETS) * SET_PARTS as u64;
        let hits = [(); 6].map(|()| hits(&mut known, 0, room * 3 / 2))[5];
        assert!(hits > room / 3, "of {room}: {hits}");
        assert_eq!(known.words.len() as u64, 8 * u64::from(SETS) + 8);
    }

    #[test]
    fn what_nobody_asks_for_makes_room() {
        let mut known = KnownWeights::default();
        let room = u64::from(SETS) * SET_PARTS as u64;
        hits(&mut known, 0, 2 * room);
        let hits = [(); 8].map(|()| hits(&mut known, 10 * room, room / 2))[7];
        assert!(hits > room / 2 * 9 / 10, "but for sets of six and more: of {}: {hits}", room / 2);
    }
}
