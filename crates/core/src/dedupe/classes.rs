//! Finds the runs of four lines that occur at least twice, by their keys' hashes.
//!
//! ```text
//! lines     a b c d e f a b c d
//! runs      abcd bcde cdef … abcd        class 1: entries 0 and 6
//! ```
//! Nearly every run is unlike all others, so two sets of bits come first: a run whose bit is set twice may occur twice, and
//! only such runs enter the table. The sets fit a processor's cache where a table of all runs would not. The table is
//! open-addressed and nothing is deleted from it. A search that meets too many other runs ends, and its run has no class,
//! so that no choice of lines makes it slow. Linear.

use super::MIN_LINES;
use super::lines::{LineTable, NO_HASH};

/// Slots that a search looks at. In a table that is half full, fewer than one of 10^20 searches needs more.
const MAX_SEARCH: usize = 256;
/// Bits of each set for a run. One of 16 unlike runs meets another's bit.
const BITS_PER_RUN: usize = 16;
const NO_CLASS: u32 = 0;

/// The runs that occur at least twice.
pub struct Classes {
    /// First entry of each such run and its class, ascending by entry.
    repeated: Vec<(u32, u32)>,
    /// By result: where its runs begin in `repeated`.
    firsts: Vec<u32>,
    /// Number of classes, which count from 1.
    pub count: usize,
}

impl Classes {
    /// Compares all runs of `lines`.
    pub fn find(lines: &LineTable) -> Self {
        let hashes = &lines.hashes;
        let mut repeated = candidates(hashes);
        let count = classify(hashes, &mut repeated);
        repeated.retain(|&(_, class)| class != NO_CLASS);
        let firsts = lines.firsts.iter().map(|&first| repeated.partition_point(|&(entry, _)| entry < first) as u32);
        Self { firsts: firsts.collect(), repeated, count }
    }

    /// Entries of a result where a run of a class begins, with the class, ascending.
    pub fn within(&self, result: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let at = |result: usize| self.firsts.get(result).map_or(0, |&at| at as usize);
        let found = self.repeated.get(at(result)..at(result + 1)).unwrap_or_default();
        found.iter().map(|&(entry, class)| (entry as usize, class as usize))
    }
}

/// Each run of four lines that can be compared, with its first entry.
fn runs(hashes: &[u64]) -> impl Iterator<Item = (u32, &[u64; MIN_LINES])> {
    // Lines since the last one that is no part of a run.
    let mut lines = 0;
    let windows = hashes.array_windows::<MIN_LINES>().zip(0_u32..);
    let first = hashes.iter().take(MIN_LINES - 1);
    for &hash in first {
        lines = if hash == NO_HASH { 0 } else { lines + 1 };
    }
    windows.filter_map(move |(run, entry)| {
        lines = if run[MIN_LINES - 1] == NO_HASH { 0 } else { lines + 1 };
        (lines >= MIN_LINES).then_some((entry, run))
    })
}

/// Hash of a run. Those of its lines are random already.
fn mix(&[a, b, c, d]: &[u64; MIN_LINES]) -> u64 {
    a.wrapping_add(b.rotate_left(17)) ^ c.rotate_left(31).wrapping_add(d.rotate_left(47))
}

/// A set of bits.
struct Bits(Vec<u64>);

impl Bits {
    fn for_runs(runs: usize) -> Self {
        Self(vec![0; (runs * BITS_PER_RUN / 64).next_power_of_two().max(4)])
    }

    /// Sets the bit of a hash. Returns 1 if it was set before, else 0.
    fn set(&mut self, hash: u32, bit: u64) -> u64 {
        let at = (hash >> 6) as usize & (self.0.len() - 1);
        let Some(word) = self.0.get_mut(at) else { return 0 };
        let was = *word >> (hash & 63) & 1;
        *word |= bit << (hash & 63);
        was
    }

    fn has(&self, hash: u32) -> bool {
        let at = (hash >> 6) as usize & (self.0.len() - 1);
        self.0.get(at).is_some_and(|word| word >> (hash & 63) & 1 == 1)
    }
}

/// Runs that may occur twice, without classes.
fn candidates(hashes: &[u64]) -> Vec<(u32, u32)> {
    let (mut once, mut twice) = (Bits::for_runs(hashes.len()), Bits::for_runs(hashes.len()));
    let mut any = false;
    // No set has more than 2^32 bits.
    for (_, run) in runs(hashes) {
        let hash = mix(run) as u32;
        if once.set(hash, 1) == 1 {
            twice.set(hash, 1);
            any = true;
        }
    }
    if !any {
        return Vec::new();
    }
    runs(hashes).filter(|(_, run)| twice.has(mix(run) as u32)).map(|(entry, _)| (entry, NO_CLASS)).collect()
}

/// Gives each run that occurs twice its class. Returns the number of classes.
fn classify(hashes: &[u64], candidates: &mut [(u32, u32)]) -> usize {
    let mut slots = vec![0_u32; (2 * candidates.len()).next_power_of_two().max(16)];
    let mut count = 0;
    for at in 0..candidates.len() {
        let Some(slot) = search(&mut slots, hashes, candidates, at) else { continue };
        let Some(first) = slot.checked_sub(1) else {
            *slot = at as u32 + 1;
            continue;
        };
        let Some((_, class)) = candidates.get_mut(first as usize) else { continue };
        if *class == NO_CLASS {
            count += 1;
            *class = count;
        }
        let class = *class;
        if let Some((_, own)) = candidates.get_mut(at) {
            *own = class;
        }
    }
    count as usize
}

/// The slot with the first candidate that is the run of candidate `at`, plus 1, or the empty slot where it belongs; none if
/// too many others are in the way.
fn search<'a>(slots: &'a mut [u32], hashes: &[u64], candidates: &[(u32, u32)], at: usize) -> Option<&'a mut u32> {
    let run_of = |candidate: usize| {
        let &(entry, _) = candidates.get(candidate)?;
        hashes.get(entry as usize..)?.first_chunk::<MIN_LINES>()
    };
    let run = run_of(at)?;
    let mask = slots.len() - 1;
    // The lowest bits chose the bit of the sets, and are alike for many candidates.
    let start = (mix(run) >> 32) as usize;
    let is_its = |slot: u32| slot.checked_sub(1).is_none_or(|first| run_of(first as usize) == Some(run));
    let place = (0..MAX_SEARCH.min(slots.len())).map(|step| (start + step) & mask);
    let found = place.into_iter().find(|&place| slots.get(place).is_some_and(|&slot| is_its(slot)))?;
    slots.get_mut(found)
}
