//! Where each line is sent, so that a quote can be checked: a reader who looks for it must find one place.

use super::MIN_LINES;
use super::lines::{LineTable, MAX_LINES, NO_HASH};
use core::cell::Cell;
use core::ops::Range;

/// Most lines that are looked at in one request beside those that are added, so that no choice of lines makes it slow. Then
/// nothing more is quoted.
const MAX_LOOKS: usize = 8 * MAX_LINES;

/// See [`SentLines::alike`].
const ALONE: usize = MIN_LINES + 1;

/// [`MAX_LOOKS`] lines were looked at.
struct TooMany;

/// The lines that are sent as they are, chained by their hashes. Filled only as far as quotes are checked, which most requests
/// have none of.
pub(super) struct SentLines {
    /// Results whose lines are in it.
    pub(super) noted: usize,
    /// By the hash's lowest bits: the last such entry, plus 1.
    newest: Vec<u32>,
    /// By entry: the one before it with the same bits, plus 1.
    before: Vec<u32>,
    /// By entry: of all lines with its hash up to there, how many lines from each on are the same, [`MIN_LINES`] at most; one
    /// more than these if it is the first; 0 if that is not known.
    alike: Vec<u8>,
    /// Lines that may still be looked at.
    looks: Cell<usize>,
}

impl SentLines {
    pub(super) const fn new() -> Self {
        Self { noted: 0, newest: Vec::new(), before: Vec::new(), alike: Vec::new(), looks: Cell::new(MAX_LOOKS) }
    }

    /// Adds lines that are behind those in it. Linear.
    pub(super) fn add(&mut self, lines: &LineTable, entries: Range<usize>) {
        if self.newest.is_empty() {
            self.newest = vec![0; lines.hashes.len().next_power_of_two()];
            self.before = vec![0; lines.hashes.len()];
            self.alike = vec![0; lines.hashes.len()];
        }
        let mask = self.newest.len() - 1;
        let hashes = lines.hashes.get(entries.clone()).unwrap_or_default();
        for (entry, &hash) in entries.zip(hashes).filter(|(_, hash)| **hash != NO_HASH) {
            let alike = match self.last_with(lines, hash) {
                Ok(None) => ALONE,
                Ok(Some(last)) => {
                    let is_same = |line: &usize| lines.hash_at(last + line) == lines.hash_at(entry + line);
                    (1 + (1..MIN_LINES).take_while(is_same).count()).min(self.alike_at(last))
                }
                Err(TooMany) => 0,
            };
            if let (Some(newest), Some(before), Some(own)) =
                (self.newest.get_mut(hash as usize & mask), self.before.get_mut(entry), self.alike.get_mut(entry))
            {
                *before = core::mem::replace(newest, entry as u32 + 1);
                *own = alike as u8;
            }
        }
    }

    fn alike_at(&self, entry: usize) -> usize {
        self.alike.get(entry).copied().unwrap_or(0).into()
    }

    /// The last line with a hash.
    fn last_with(&self, lines: &LineTable, hash: u64) -> Result<Option<usize>, TooMany> {
        self.chain(hash).find(|at| at.as_ref().map_or(true, |&at| lines.hash_at(at) == hash)).transpose()
    }

    /// The lines that may have a hash, the last one first.
    fn chain(&self, hash: u64) -> impl Iterator<Item = Result<usize, TooMany>> {
        let newest = self.newest.get(hash as usize & self.newest.len().wrapping_sub(1)).copied();
        let mut next = newest.unwrap_or(0);
        core::iter::from_fn(move || {
            let at = (next as usize).checked_sub(1)?;
            let Some(left) = self.looks.get().checked_sub(1) else { return Some(Err(TooMany)) };
            self.looks.set(left);
            next = self.before.get(at).copied().unwrap_or(0);
            Some(Ok(at))
        })
    }

    /// Whether every line with the first of the hashes `wanted`, outside the entries `own`, is followed by the others; no more
    /// than [`MIN_LINES`]. Fewer tell lines of a text from no other place: then it must be the only line with that hash. Constant
    /// without `own`, else linear in the lines with that hash.
    pub(super) fn are_all(&self, lines: &LineTable, wanted: &[u64], own: &Range<usize>) -> bool {
        let Some(&first) = wanted.first().filter(|&&hash| hash != NO_HASH) else { return false };
        let is_it = |at: usize| lines.hashes.get(at..at + wanted.len()) == Some(wanted);
        let needed = if own.is_empty() && wanted.len() < MIN_LINES { ALONE } else { wanted.len() };
        match self.last_with(lines, first) {
            Ok(None) => true,
            Err(TooMany) => false,
            Ok(Some(last)) if self.alike_at(last) >= needed && is_it(last) => true,
            Ok(Some(_)) if own.is_empty() => false,
            Ok(Some(_)) => self
                .chain(first)
                .all(|at| at.is_ok_and(|at| lines.hash_at(at) != first || own.contains(&at) || is_it(at))),
        }
    }
}
