//! The files that the model works on: those read or edited last. Their text stays: what newer reads do not show again, and
//! what edits wrote since.
//!
//! ```text
//! read a · read b · edit a · read c        the newest first: c, a, b
//!                                          c  the file in work stays
//!                                          a  was edited, then left: it goes, and what small edits wrote stays for a while
//!                                          b  was read and is not edited yet: it stays for a while
//! ```
//! Once a session has edited and then goes on without an edit, only the file in work stays. Files of one turn, such as those of
//! one command, are in work together.
//! A prompt of the user ends a task: what was used in front of it leaves, but for files that were read after the last edit,
//! which wait for the user to agree to a plan.
//! A file that is used again comes to the front. What has left the set stays where no move has taken it yet, as age decides.
//!
//! Measured on recordings, for a million chars that stay for one turn: a file in work is needed by 8 edits, one that was read
//! and not edited by 0.5 to 3, one that was edited before another came to the front by 0.1.

use super::call_facts::Use;
use crate::arrival::file_tools::LineRange;
use crate::arrival::file_uses::UseKind;
use crate::hash::{Map, Set};
use crate::policy::Budget;

/// Most reads of a file, and most edits, whose texts stay: the newest ones. Numbers, and no sizes: what came reduced already is
/// smaller, and the set must not be another one for it.
const MAX_READS: usize = 4;
const MAX_EDITS: usize = 8;
/// Longer texts, in bytes, do not stay.
const MAX_TEXT_BYTES: u32 = 120_000;
/// Most bytes of all files together, for those besides the one in work: a quarter of the smallest context of today's models.
/// What came reduced is smaller, so it takes no file out of the set.
const MAX_SET_BYTES: usize = 200_000;
/// Most bytes of a file besides the one in work, all its texts together: 15,000 tokens of four bytes.
const MAX_FILE_BYTES: usize = 4 * 15_000;
/// Prompts after which a file leaves that was read after the last edit of any file: the user may have to agree to a plan. Any
/// other leaves at the first prompt after its last use.
const MAX_PROMPTS_UNEDITED: usize = 2;
/// Results after which a file leaves that was not used again, and what small edits wrote.
const MAX_AGE: usize = 90;
/// Most bytes of the arguments of a small edit. All those whose file has left have at most [`MAX_FILE_BYTES`].
///
/// Measured: for 100,000 chars that edits wrote, later edits quote 10 to 15 places from those of under 1,000 chars that no read
/// has shown again, 4 from those of up to 4,000, and fewer than 1 from whole files that were written.
const MAX_SMALL_BYTES: u32 = 640;
/// Results without an edit after which all such files leave, once something was edited.
const MAX_WITHOUT_EDIT: usize = 9;

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

/// A text that may be held: a result, or the arguments of an edit.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Index into [`crate::transcript::Transcript::results`].
    pub(super) result: u32,
    /// The arguments of its call, likewise, which stay with it; none if they are not planned.
    pub(super) arguments: Option<u32>,
    pub(super) message: u32,
    /// The turn of its call.
    pub(super) turn: u32,
    pub(super) bytes: u32,
}

/// A text of a file.
struct Item {
    place: Place,
    kind: UseKind,
    path: u64,
    /// The message from which on it is held; none while it is not.
    from: Option<u32>,
}

impl Item {
    const fn is_read(&self) -> bool {
        matches!(self.kind, UseKind::Reads(_))
    }

    /// Whether it is what a small edit wrote.
    const fn is_small_edit(&self) -> bool {
        !self.is_read() && self.place.bytes <= MAX_SMALL_BYTES
    }
}

#[derive(Default)]
struct File {
    items: Vec<Item>,
    is_in: bool,
    /// Results and prompts that had been seen when it was used last, and the turn.
    used: usize,
    used_prompts: usize,
    turn: u32,
    /// Whether it left at a prompt and was not used since.
    is_past: bool,
    /// Results that had been seen at its last edit.
    edited: usize,
    /// Whether it was edited since it was read.
    is_edited: bool,
}

impl File {
    /// Of all its texts.
    fn bytes(&self) -> usize {
        self.items.iter().map(|item| item.place.bytes as usize).sum()
    }

    fn written_bytes(&self) -> usize {
        self.items.iter().filter(|item| item.is_small_edit()).map(|item| item.place.bytes as usize).sum()
    }
}

/// See the module.
pub(super) struct WorkingSet {
    /// Most files.
    most: usize,
    /// Most bytes of all files together, for those besides the one in work.
    most_bytes: usize,
    files: Vec<File>,
    by_key: Map<u64, usize>,
    /// Files by their last use, the newest last; those outside the set are left out.
    order: Vec<usize>,
    holds: Vec<Stay>,
    held: Set<u32>,
    /// Results so far.
    results: usize,
    /// Results that had been seen at the last edit of any file; none before the first.
    edited: Option<usize>,
    /// Cuts at which the user speaks, and the number of those so far.
    prompts: Vec<u32>,
    seen_prompts: usize,
}

/// Whether a call only shows files.
pub(super) fn reads(uses: &[Use]) -> bool {
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
    /// Within a budget the set is at most a quarter of that, a token being four bytes. `prompts`: the cuts at which the user
    /// speaks, ascending.
    pub(super) fn new(most: usize, budget: Option<Budget>, prompts: Vec<u32>) -> Self {
        let tokens = budget.map_or(usize::MAX, |budget| usize::try_from(budget.tokens).unwrap_or(usize::MAX));
        Self {
            most,
            most_bytes: tokens.min(MAX_SET_BYTES),
            files: Vec::new(),
            by_key: Map::default(),
            order: Vec::new(),
            holds: Vec::new(),
            held: Set::default(),
            results: 0,
            edited: None,
            prompts,
            seen_prompts: 0,
        }
    }

    /// Notes the arguments of a call that edits files.
    pub(super) fn note_edit(&mut self, uses: &[Use], place: Place) {
        self.see_prompts(place.message);
        for one in uses.iter().filter(|one| one.kind == UseKind::Edits) {
            let file = self.use_file(one.file, one.kind, place.turn);
            self.add(file, Item { place, kind: UseKind::Edits, path: one.path, from: None });
            self.settle(place.message);
        }
    }

    /// Notes a result of a call that uses files. `is_text`: it shows their text.
    pub(super) fn note_result(&mut self, uses: &[Use], place: Place, is_text: bool) {
        self.see_prompts(place.message);
        self.results += 1;
        let oldest = self.order.first().and_then(|&at| self.files.get(at));
        let has_old = oldest.is_some_and(|file| self.results - file.used >= MAX_AGE);
        if uses.is_empty() && (has_old || (self.order.len() > 1 && self.has_stopped_editing())) {
            self.settle(place.message);
        }
        for one in uses {
            let file = self.use_file(one.file, one.kind, place.turn);
            if let UseKind::Reads(lines) = one.kind
                && is_text
            {
                self.displace(file, one.path, lines, place.message);
                self.add(file, Item { place, kind: one.kind, path: one.path, from: None });
            }
            self.settle(place.message);
        }
    }

    /// Sees the prompts in front of a message.
    fn see_prompts(&mut self, message: u32) {
        while let Some(&cut) = self.prompts.get(self.seen_prompts).filter(|&&cut| cut <= message) {
            self.seen_prompts += 1;
            for &at in &self.order {
                let Some(file) = self.files.get_mut(at) else { continue };
                let waits_for_edit = self.edited.is_none_or(|edited| file.used > edited);
                let most = if waits_for_edit { MAX_PROMPTS_UNEDITED } else { 0 };
                file.is_past = self.seen_prompts - file.used_prompts > most;
            }
            // The request with the prompt is the first without what leaves.
            self.settle(cut.saturating_sub(1));
        }
    }

    /// Whether something was edited, and nothing for a while since.
    fn has_stopped_editing(&self) -> bool {
        self.edited.is_some_and(|edited| self.results - edited >= MAX_WITHOUT_EDIT)
    }

    /// Brings a file to the front.
    fn use_file(&mut self, key: u64, kind: UseKind, turn: u32) -> usize {
        let next = self.files.len();
        let file = *self.by_key.entry(key).or_insert(next);
        if file == next {
            self.files.push(File::default());
        }
        self.order.retain(|&one| one != file);
        self.order.push(file);
        if let Some(file) = self.files.get_mut(file) {
            (file.used, file.used_prompts, file.turn) = (self.results, self.seen_prompts, turn);
            (file.is_edited, file.is_past) = (kind == UseKind::Edits, false);
        }
        if kind == UseKind::Edits {
            self.edited = Some(self.results);
            self.files.get_mut(file).into_iter().for_each(|file| file.edited = self.results);
        }
        file
    }

    fn add(&mut self, file: usize, item: Item) {
        let Some(file) = self.files.get_mut(file).filter(|_| item.place.bytes <= MAX_TEXT_BYTES) else { return };
        let (is_read, message) = (item.is_read(), item.place.message);
        let of_kind = |item: &&Item| item.is_read() == is_read;
        if file.items.iter().filter(of_kind).count() == if is_read { MAX_READS } else { MAX_EDITS }
            && let Some(oldest) = file.items.iter().position(|item| of_kind(&item))
        {
            let oldest = file.items.remove(oldest);
            self.held.remove(&oldest.place.result);
            self.holds.extend(hold_of(&oldest, message));
        }
        file.items.push(item);
        // Its items are settled anew.
        file.is_in = false;
    }

    /// What a read of `lines` shows again need not stay.
    fn displace(&mut self, file: usize, path: u64, lines: Option<LineRange>, message: u32) {
        let Some(file) = self.files.get_mut(file) else { return };
        let shows = |kind: UseKind| match kind {
            UseKind::Reads(older) => covers(lines, older),
            UseKind::Edits => lines.is_none(),
        };
        let is_shown = |item: &Item| item.path == path && shows(item.kind);
        for item in file.items.extract_if(.., |item| is_shown(item)) {
            self.held.remove(&item.place.result);
            self.holds.extend(hold_of(&item, message));
        }
    }

    /// Finds what is in the set now. Linear in its files.
    fn settle(&mut self, message: u32) {
        let keeps_others = !self.has_stopped_editing();
        let Self { most, most_bytes, files, order, holds, held, results, .. } = self;
        let last_turn = order.last().and_then(|&at| files.get(at)).map(|file| file.turn);
        let (mut bytes, mut written) = (0, 0);
        let mut left = Vec::new();
        for (rank, &at) in order.iter().rev().enumerate() {
            let Some(file) = files.get_mut(at) else { continue };
            let own = file.bytes();
            let is_small = own <= MAX_FILE_BYTES && bytes + own <= *most_bytes;
            let is_in_work = Some(file.turn) == last_turn;
            let is_new = *results - file.used < MAX_AGE;
            let stays = is_in_work || (keeps_others && is_new && is_small && !file.is_edited);
            let is_in = rank < *most && !file.is_past && stays;
            let wrote = if is_in { 0 } else { file.written_bytes() };
            let keeps_written = wrote > 0 && *results - file.edited < MAX_AGE && written + wrote <= MAX_FILE_BYTES;
            if !is_in && !keeps_written {
                left.push(at);
            }
            bytes += if is_in { own } else { 0 };
            written += if keeps_written { wrote } else { 0 };
            if core::mem::replace(&mut file.is_in, is_in) && is_in {
                continue;
            }
            for item in &mut file.items {
                if is_in || (keeps_written && item.is_small_edit()) {
                    item.from = item.from.or(Some(message));
                    held.insert(item.place.result);
                } else {
                    holds.extend(hold_of(item, message));
                    item.from = None;
                    held.remove(&item.place.result);
                }
            }
        }
        order.retain(|at| !left.contains(at));
    }

    /// Whether a result is in the set now.
    pub(super) fn holds(&self, result: u32) -> bool {
        self.held.contains(&result)
    }

    /// All texts that were ever held, and when.
    pub(super) fn into_holds(mut self) -> Vec<Stay> {
        self.see_prompts(u32::MAX);
        let items = self.files.iter().flat_map(|file| &file.items);
        let open: Vec<Stay> = items.flat_map(|item| hold_of(item, u32::MAX)).collect();
        self.holds.extend(open);
        self.holds
    }
}

/// What an item holds up to a message, with the arguments that tell what it is; nothing if it was not held.
fn hold_of(item: &Item, until: u32) -> impl Iterator<Item = Stay> + use<> {
    let from = item.from.filter(|&from| until > from);
    let Place { result, arguments, .. } = item.place;
    let held = [Some(result), arguments.filter(|&at| at != result)].into_iter().flatten();
    from.into_iter().flat_map(move |from| held.clone().map(move |result| Stay { result, from, until }))
}
