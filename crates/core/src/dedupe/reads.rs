//! Which results show the content of which files.

use super::Facts;
use std::collections::BTreeMap;

/// Results with content of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    Only(u32),
    Several,
}

/// What results show of files. Most requests have no pointer for which a path matters, so paths are asked late.
pub(super) struct Reads<'r> {
    /// By result: whether it is visible and not a pointer to a file.
    pub(super) shows: Vec<bool>,
    /// Results whose paths have been asked.
    noted: usize,
    by_path: BTreeMap<&'r str, Read>,
}

impl<'r> Reads<'r> {
    /// Of so many results, none of which is visible yet.
    pub(super) fn of(count: usize) -> Self {
        Self { shows: vec![false; count], noted: 0, by_path: BTreeMap::new() }
    }

    /// Whether `source` is the only result before `index` that shows its file, and `index` shows the same. Results are asked
    /// about in order.
    pub(super) fn is_only(&mut self, facts: &'r (impl Facts + ?Sized), index: usize, source: usize) -> bool {
        let Some(path) = facts.path(index).filter(|path| facts.path(source) == Some(*path)) else { return false };
        for result in self.noted..index {
            if let Some(path) =
                Some(result).filter(|&at| self.shows.get(at) == Some(&true)).and_then(|at| facts.path(at))
            {
                let several = |read: &mut Read| *read = Read::Several;
                self.by_path.entry(path).and_modify(several).or_insert(Read::Only(result as u32));
            }
        }
        self.noted = self.noted.max(index);
        self.by_path.get(path) == Some(&Read::Only(source as u32))
    }
}
