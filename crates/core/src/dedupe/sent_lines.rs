//! Where each line is sent, so that a quote can be checked: a reader who looks for it must find one place.

use super::lines::{LineTable, MAX_LINES, NO_HASH};
use core::cell::Cell;
use core::ops::Range;

/// Most lines with the hash of a quote that are looked at in one request, so that no choice of lines makes it slow. Then nothing
/// more is quoted.
const MAX_LOOKS: usize = 64 * MAX_LINES;

/// The lines that are sent as they are, chained by their hashes. Filled only as far as quotes are checked, which most requests
/// have none of.
pub(super) struct SentLines {
    /// Results whose lines are in it.
    pub(super) noted: usize,
    /// By the hash's lowest bits: the last such entry, plus 1.
    newest: Vec<u32>,
    /// By entry: the one before it with the same bits, plus 1.
    before: Vec<u32>,
    /// Lines that may still be looked at.
    looks: Cell<usize>,
}

impl SentLines {
    pub(super) const fn new() -> Self {
        Self { noted: 0, newest: Vec::new(), before: Vec::new(), looks: Cell::new(MAX_LOOKS) }
    }

    /// Adds lines that are behind those in it. Linear.
    pub(super) fn add(&mut self, lines: &LineTable, entries: Range<usize>) {
        if self.newest.is_empty() {
            self.newest = vec![0; lines.hashes.len().next_power_of_two()];
            self.before = vec![0; lines.hashes.len()];
        }
        let mask = self.newest.len() - 1;
        let hashes = lines.hashes.get(entries.clone()).unwrap_or_default();
        for (entry, &hash) in entries.zip(hashes).filter(|(_, hash)| **hash != NO_HASH) {
            if let (Some(newest), Some(before)) =
                (self.newest.get_mut(hash as usize & mask), self.before.get_mut(entry))
            {
                *before = core::mem::replace(newest, entry as u32 + 1);
            }
        }
    }

    /// Whether every line with the first of the hashes `wanted`, outside the entries `own`, is followed by the others. Linear in
    /// the lines with that hash.
    pub(super) fn are_all(&self, lines: &LineTable, wanted: &[u64], own: &Range<usize>) -> bool {
        let Some(&first) = wanted.first().filter(|&&hash| hash != NO_HASH) else { return false };
        let newest = self.newest.get(first as usize & self.newest.len().wrapping_sub(1));
        let mut next = newest.copied().unwrap_or(0);
        while let Some(at) = (next as usize).checked_sub(1) {
            let Some(left) = self.looks.get().checked_sub(1) else { return false };
            self.looks.set(left);
            let is_other = || lines.hashes.get(at..at + wanted.len()) != Some(wanted);
            if lines.hash_at(at) == first && !own.contains(&at) && is_other() {
                return false;
            }
            next = self.before.get(at).copied().unwrap_or(0);
        }
        true
    }
}
