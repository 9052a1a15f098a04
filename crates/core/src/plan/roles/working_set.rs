//! The files that the model works on: those read or edited last. Their text stays: what newer reads do not show again, and
//! what edits wrote since.
//!
//! ```text
//! read a · read b · edit a · read c        the newest first: c, a, b      up to a number of files and a part of the request
//! ```
//! A file that is used again comes to the front. What has left the set stays where no move has taken it yet, as age decides.

use crate::arrival::file_tools::{FileUse, LineRange, UseKind};
use std::collections::HashMap;

/// How large the working set may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkingSetLimits {
    /// Most files.
    pub files: usize,
    /// Most bytes, as a share of the request so far, times 10,000. The newest file is in the set whatever its size.
    pub share: u32,
}

/// A text of the working set, while it is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// Index into [`crate::transcript::Transcript::results`].
    pub(in crate::plan) result: u32,
    /// The message that brought it into the set.
    pub(in crate::plan) from: u32,
    /// The message that took it out; `u32::MAX` while it is in it.
    pub(in crate::plan) until: u32,
}

/// Bytes up to which the share does not matter.
const LEAST_BYTES: u64 = 16_000;

/// A text that may be held: a result, or the arguments of an edit.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Index into [`crate::transcript::Transcript::results`].
    pub(super) result: u32,
    pub(super) message: u32,
    /// Bytes of the body in front of it.
    pub(super) offset: u32,
    pub(super) bytes: u32,
}

/// A text of a file.
struct Item {
    place: Place,
    /// None for what an edit wrote.
    reads: Option<Option<LineRange>>,
    path: String,
    /// The message from which on it is held; none while it is not.
    from: Option<u32>,
}

#[derive(Default)]
struct File {
    items: Vec<Item>,
    bytes: u64,
    is_in: bool,
}

/// See the module.
pub(super) struct WorkingSet {
    limits: WorkingSetLimits,
    files: Vec<File>,
    by_key: HashMap<String, usize>,
    /// Files by their last use, the newest last; those outside the set are left out.
    order: Vec<usize>,
    holds: Vec<Stay>,
}

/// Whether a call only shows files.
pub(super) fn reads(uses: &[FileUse]) -> bool {
    !uses.is_empty() && uses.iter().all(|one| matches!(one.kind, UseKind::Reads(_)))
}

/// Whether two reads have lines in common; of lines that nobody knows that is not said.
pub(super) fn overlap(one: Option<LineRange>, other: Option<LineRange>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return true };
    if one.first == 0 || other.first == 0 {
        return one == other;
    }
    let end = |lines: LineRange| lines.last.unwrap_or(u64::MAX);
    one.first <= end(other) && other.first <= end(one)
}

/// Whether a read of `newer` shows all of `older`.
fn covers(newer: Option<LineRange>, older: Option<LineRange>) -> bool {
    let Some(newer) = newer else { return true };
    let Some(older) = older else { return false };
    if newer.first == 0 || older.first == 0 {
        return newer == older;
    }
    let end = |lines: LineRange| lines.last.unwrap_or(u64::MAX);
    newer.first <= older.first && end(older) <= end(newer)
}

impl WorkingSet {
    pub(super) fn new(limits: WorkingSetLimits) -> Self {
        Self { limits, files: Vec::new(), by_key: HashMap::new(), order: Vec::new(), holds: Vec::new() }
    }

    /// Notes the arguments of a call that edits files.
    pub(super) fn note_edit(&mut self, uses: &[FileUse], place: Place) {
        for one in uses.iter().filter(|one| one.kind == UseKind::Edits) {
            let file = self.use_file(&one.path);
            self.add(file, Item { place, reads: None, path: one.path.clone(), from: None });
            self.settle(place);
        }
    }

    /// Notes a result of a call that uses files. `is_text`: it shows their text.
    pub(super) fn note_result(&mut self, uses: &[FileUse], place: Place, is_text: bool) {
        for one in uses {
            let file = self.use_file(&one.path);
            if let UseKind::Reads(lines) = one.kind
                && is_text
            {
                self.displace(file, &one.path, lines, place.message);
                self.add(file, Item { place, reads: Some(lines), path: one.path.clone(), from: None });
            }
            self.settle(place);
        }
    }

    /// Brings a file to the front.
    fn use_file(&mut self, path: &str) -> usize {
        let key = key_of(path);
        let next = self.files.len();
        let file = *self.by_key.entry(key).or_insert(next);
        if file == next {
            self.files.push(File::default());
        }
        self.order.retain(|&one| one != file);
        self.order.push(file);
        file
    }

    fn add(&mut self, file: usize, item: Item) {
        let Some(file) = self.files.get_mut(file) else { return };
        file.bytes += u64::from(item.place.bytes);
        file.items.push(item);
        // Its items are settled anew.
        file.is_in = false;
    }

    /// What a read of `lines` shows again need not stay.
    fn displace(&mut self, file: usize, path: &str, lines: Option<LineRange>, message: u32) {
        let Some(file) = self.files.get_mut(file) else { return };
        let is_shown =
            |item: &Item| item.path == path && item.reads.map_or(lines.is_none(), |older| covers(lines, older));
        for item in file.items.extract_if(.., |item| is_shown(item)) {
            file.bytes -= u64::from(item.place.bytes);
            self.holds.extend(hold_of(&item, message));
        }
    }

    /// Finds what is in the set now.
    fn settle(&mut self, Place { message, offset, .. }: Place) {
        let most = LEAST_BYTES.max(u64::from(offset) * u64::from(self.limits.share) / 10_000);
        let (mut bytes, mut kept) = (0, 0);
        for &at in self.order.iter().rev() {
            let Some(file) = self.files.get_mut(at) else { continue };
            bytes += file.bytes;
            if kept == self.limits.files || (bytes > most && kept > 0) {
                break;
            }
            kept += 1;
            if !file.is_in {
                file.is_in = true;
                file.items.iter_mut().for_each(|item| item.from = item.from.or(Some(message)));
            }
        }
        let gone = self.order.len() - kept;
        for at in self.order.drain(..gone) {
            let Some(file) = self.files.get_mut(at) else { continue };
            file.is_in = false;
            for item in &mut file.items {
                self.holds.extend(hold_of(item, message));
                item.from = None;
            }
        }
    }

    /// All texts that were ever held, and when.
    pub(super) fn into_holds(mut self) -> Vec<Stay> {
        let items = self.files.iter().flat_map(|file| &file.items);
        let open: Vec<Stay> = items.filter_map(|item| hold_of(item, u32::MAX)).collect();
        self.holds.extend(open);
        self.holds
    }
}

/// The hold of an item up to a message; none if it was not held.
fn hold_of(item: &Item, until: u32) -> Option<Stay> {
    let from = item.from?;
    (until > from).then_some(Stay { result: item.place.result, from, until })
}

/// Paths of one file, one with its whole folder and one without, have the same key; so may those of two files.
fn key_of(path: &str) -> String {
    let path = path.replace('\\', "/");
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or_default();
    let folder = parts.next().filter(|folder| !matches!(*folder, "" | ".")).unwrap_or_default();
    format!("{folder}/{name}")
}
