//! Remembers the weights of parts of earlier requests. A request repeats the previous one and adds a turn, so nearly all
//! of its parts are known, and hashing a part costs a tenth of weighing it.
//!
//! ```text
//! hash of the part's bytes ──▶ one of 16,384 sets, a cache line each     1 MB; unused pages are not allocated
//!                              └ 5 tags, 5 weights, 5 ages
//! ```
//! In a full set a new part replaces one that was not requested lately, or else one chosen by its hash: requests repeat
//! from their first part to their last, so the oldest part is the one needed next. A weight depends on the part's bytes
//! alone, so remembering changes no answer. Parts with the same set and tag have 77 equal bits of a hash; its seed
//! differs in each process, so an attacker cannot prepare two such parts.

use xxhash_rust::xxh3::{Xxh3, xxh3_128_with_seed};

use crate::hash::SEED;
use crate::json::scan::{LINE_BYTES, prefetch_lines};
use crate::span::Span;

/// Shorter parts are weighed again, because hashing and looking up cost as much.
const LEAST_BYTES: usize = 16;
const SETS: u32 = 1 << 14;
const SET_PARTS: usize = 5;
/// Parts whose weights are remembered.
pub const KNOWN_PARTS: usize = SETS as usize * SET_PARTS;
/// Requests of weights in a period, as a power of two.
const PERIOD_BITS: u32 = 15;
/// Periods that are distinguished.
const TIMES: u64 = 8;
/// Age, in periods, from which on a part makes room: in that time more parts are requested than fit. Much older parts
/// sometimes look newer.
const OLD: u64 = 4;
const _: () = assert!(time_bits(SET_PARTS).0 < size_of::<Set>() / size_of::<u64>() && time_bits(SET_PARTS).1 <= 64);
/// Bytes between the place hashed and the place prefetched: the rest of the part, and the part behind it.
const AHEAD_BYTES: usize = 4096;
/// Bytes of a long part that are hashed at a time, after as many have been prefetched.
const STEP_BYTES: usize = 2048;

/// Identifies a part in its set. 0: none.
type Tag = u64;

/// The tag of each part, then the weight of each in half a word, and last the times of all.
type Set = [u64; LINE_BYTES / size_of::<u64>()];

/// Identifies a part whose weight is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartKey {
    set: u32,
    /// 0 if the part is too short to be remembered.
    tag: Tag,
}

impl PartKey {
    /// The key of a part that is too short to be remembered.
    pub const NONE: Self = Self { set: 0, tag: 0 };

    /// The key of `part`. Linear.
    #[must_use]
    pub fn of(part: &[u8]) -> Self {
        if part.len() < LEAST_BYTES { Self::NONE } else { Self::new(hash_of(part)) }
    }

    /// The key of a part of that hash.
    #[must_use]
    pub const fn of_hash(hash: u64) -> Self {
        Self::new((hash as u128) << 64 | hash as u128)
    }

    /// A hash of the part and its key; of all parts that are too short the same.
    #[must_use]
    pub const fn hash(self) -> u64 {
        self.tag
    }

    /// The key of the part after `added` replaces its bytes at `place`. Linear in `added`.
    #[must_use]
    pub fn after(self, place: Span, added: &[u8]) -> Self {
        if self.tag == 0 {
            return Self::NONE;
        }
        let place = u64::from(place.start) << 32 | u64::from(place.end);
        Self::new(xxh3_128_with_seed(added, self.tag ^ place))
    }

    /// The part's own set, and the set used if the own one is full.
    const fn sets(self) -> [u32; 2] {
        [self.set, (self.tag >> 32) as u32 % SETS]
    }

    const fn new(hash: u128) -> Self {
        Self { set: hash as u32 % SETS, tag: (hash >> 64) as Tag | 1 }
    }
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
    /// Prefetches the memory of `key`.
    pub fn ask_for(&mut self, key: PartKey) {
        if let Some(set) = self.set(key.set) {
            prefetch_lines(set, 0, 1);
        }
    }

    /// The weight of the part of `key`; calls `weigh` if it is not known.
    pub fn get_or(&mut self, key: PartKey, weigh: impl FnOnce() -> u64) -> u64 {
        if key.tag == 0 {
            return weigh();
        }
        self.asked = self.asked.wrapping_add(1);
        let now = u64::from(self.asked >> PERIOD_BITS) % TIMES;
        if let Some(weight) = self.find(key, now) {
            return u64::from(weight);
        }
        let weight = weigh();
        if let Ok(weight) = u32::try_from(weight) {
            self.remember(key, weight, now);
        }
        weight
    }

    /// The weight of the part of `key`, if it is known.
    pub fn known(&mut self, key: PartKey) -> Option<u64> {
        if key.tag == 0 {
            return None;
        }
        let now = u64::from(self.asked >> PERIOD_BITS) % TIMES;
        self.find(key, now).map(u64::from)
    }

    fn find(&mut self, key: PartKey, now: u64) -> Option<u32> {
        for number in key.sets() {
            let set = self.set(number)?;
            if let Some(place) = place_of(set, key.tag) {
                if age(set, place, now) != 0 {
                    set_time(set, place, now);
                }
                return Some(weight(set, place));
            }
            // A full set stays full, so a part is in its other set only if its own set is full.
            place_of(set, 0).map_or(Some(()), |_| None)?;
        }
        None
    }

    fn remember(&mut self, key: PartKey, weight: u32, now: u64) {
        let [own, other] = key.sets();
        let mut room = |number| self.set(number).and_then(|set| room(set, now)).map(|place| (number, place));
        let chosen = (own, (key.tag >> 1) as usize % SET_PARTS);
        let (number, place) = room(own).or_else(|| room(other)).unwrap_or(chosen);
        if let Some(set) = self.set(number) {
            set[place] = key.tag;
            set_weight(set, place, weight);
            set_time(set, place, now);
        }
    }

    fn set(&mut self, number: u32) -> Option<&mut Set> {
        if self.words.is_empty() {
            // Zeros from the system, which allocates a page at its first write.
            self.words = vec![0; size_of::<Set>() / size_of::<u64>() * (SETS as usize + 1)];
            self.first = self.words.as_ptr().align_offset(LINE_BYTES);
        }
        let start = self.first + size_of::<Set>() / size_of::<u64>() * number as usize;
        self.words.get_mut(start..)?.first_chunk_mut()
    }
}

/// The place of `tag` in a set. Compares all places, because no processor can predict which one matches.
fn place_of(set: &Set, tag: Tag) -> Option<usize> {
    let is_at = |place: usize| u32::from(set[place] == tag) << place;
    let places = (0..SET_PARTS).fold(0, |places, place| places | is_at(place));
    (places != 0).then_some(places.trailing_zeros() as usize)
}

/// A free place, or one whose part was not requested lately.
fn room(set: &Set, now: u64) -> Option<usize> {
    place_of(set, 0).or_else(|| (0..SET_PARTS).find(|&place| age(set, place, now) >= OLD))
}

/// Word and shift of the weight at a place. The half word behind the last weight has the times.
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

/// Word and shift of the time at a place.
const fn time_bits(place: usize) -> (usize, usize) {
    let (word, shift) = half_word(SET_PARTS);
    (word, shift + place * TIMES.ilog2() as usize)
}

/// Periods since a part was last requested.
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
            let key = PartKey::of(part);
            self.get_or(key, weigh)
        }
    }

    #[test]
    fn remembers_a_weight() {
        let mut known = KnownWeights::default();
        let parts: Vec<Vec<u8>> = (0..100_u8).map(|byte| vec![byte; LEAST_BYTES + usize::from(byte)]).collect();
        for (weight, part) in parts.iter().enumerate() {
            assert_eq!(known.weigh(part, || weight as u64), weight as u64);
        }
        let again = parts.iter().map(|part| known.weigh(part, || 1_000));
        let remembered = again.enumerate().filter(|(weight, found)| *found == *weight as u64).count();
        assert!(remembered > 95, "a set drops a part only when a sixth one comes: {remembered}");
    }

    #[test]
    fn distinguishes_long_parts_that_differ_in_one_byte() {
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
    fn distinguishes_a_part_by_its_edits() {
        let mut known = KnownWeights::default();
        let key = PartKey::of(&[b'x'; LEAST_BYTES]);
        let (place, other) = (Span { start: 1, end: 9 }, Span { start: 2, end: 9 });
        let edited = |place, added: &[u8]| key.after(place, added);
        let keys = [key, edited(place, b"a"), edited(place, b"b"), edited(place, b""), edited(other, b"a")];
        let twice = edited(place, b"a").after(Span { start: 20, end: 30 }, b"a");
        for (weight, key) in keys.into_iter().chain([twice]).enumerate() {
            assert_eq!(known.get_or(key, || weight as u64), weight as u64);
        }
        assert_eq!(known.get_or(edited(place, b"a"), || 9), 1);
        let short = PartKey::of(b"short").after(place, b"a");
        assert_eq!([1, 2].map(|weight| known.get_or(short, || weight)), [1, 2]);
    }

    #[test]
    fn weighs_short_parts_each_time() {
        let mut known = KnownWeights::default();
        assert_eq!([1, 2].map(|weight| known.weigh(b"short", || weight)), [1, 2]);
    }

    #[test]
    fn does_not_remember_a_weight_above_32_bits() {
        let mut known = KnownWeights::default();
        let part = [b'x'; LEAST_BYTES];
        for weight in [1 << 32, u64::from(u32::MAX)] {
            assert_eq!(known.weigh(&part, || weight), weight);
        }
        assert_eq!(known.weigh(&part, || 0), u64::from(u32::MAX));
    }

    /// Requests the weights of `count` parts, from number `first` on. Returns how many were known.
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
    fn remembers_some_of_more_parts_than_fit() {
        let mut known = KnownWeights::default();
        let room = KNOWN_PARTS as u64;
        let hits = [(); 6].map(|()| hits(&mut known, 0, room * 3 / 2))[5];
        assert!(hits > room / 3, "of {room}: {hits}");
        assert_eq!(known.words.len() as u64, 8 * u64::from(SETS) + 8);
    }

    #[test]
    fn replaces_parts_that_are_no_longer_requested() {
        let mut known = KnownWeights::default();
        let room = KNOWN_PARTS as u64;
        hits(&mut known, 0, 2 * room);
        let hits = [(); 8].map(|()| hits(&mut known, 10 * room, room / 2))[7];
        assert!(hits > room / 2 * 99 / 100, "of {}: {hits}", room / 2);
    }
}
