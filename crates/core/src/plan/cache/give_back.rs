//! What a move brings back: a result that is masked may be what others point to.
//!
//! ```text
//! before a move    source    pointer    pointer      sent before anything is masked
//! it takes the     masked    content    pointer      the first pointer that is left has its content again, and the
//! source                                             others lead to it
//! ```
//! Each side is a masked set and the pointers that it turns into content. What is held (see [`super::holds`]) is as if it
//! were not masked; a result that was masked before it was held comes back with a move.

use super::holds::{HeldAtEnd, Hold, HoldEvents};
use super::saved_sums::SavedSums;
use super::units::Candidate;
use std::collections::BTreeSet;

/// No candidate.
pub(super) const NOBODY: u32 = u32::MAX;

/// A pointer in the requests that are sent before anything is masked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    /// Number of its group: pointers that replace the same content of the same source.
    pub(super) group: u32,
    /// The candidate with the content.
    pub(super) source: u32,
    /// The candidate with the pointer; [`NOBODY`] if nothing masks it.
    pub(super) holder: u32,
    /// 0-based unit with the pointer.
    pub(super) unit: u32,
    /// 0-based message with the pointer.
    pub(super) message: u32,
    /// Tokens that the content has more than the pointer.
    pub(super) tokens: u32,
}

/// Lists of numbers by number.
#[derive(Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Of pairs of a list's number and an item; the order of items stays.
    fn of(pairs: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut pairs: Vec<(u32, u32)> = pairs.collect();
        pairs.sort_by_key(|&(list, _)| list);
        pairs.dedup();
        let count = pairs.last().map_or(0, |&(list, _)| list + 1);
        let start = |list| pairs.partition_point(|&(one, _)| one < list) as u32;
        Self { starts: (0..=count).map(start).collect(), items: pairs.iter().map(|&(_, item)| item).collect() }
    }

    fn get(&self, list: u32) -> &[u32] {
        let at = |list: u32| self.starts.get(list as usize).copied();
        let (Some(start), Some(end)) = (at(list), at(list.saturating_add(1))) else { return &[] };
        self.items.get(start as usize..end as usize).unwrap_or_default()
    }
}

/// What each candidate has to do with pointers.
struct Links<'a> {
    pointers: &'a [Pointer],
    candidates: &'a [Candidate],
    /// By group: its pointers in document order.
    groups: Lists,
    /// By candidate: the groups of which it is the source, and its own pointers.
    sourced: Lists,
    held: Lists,
}

impl<'a> Links<'a> {
    fn new(pointers: &'a [Pointer], candidates: &'a [Candidate]) -> Self {
        let numbered = || pointers.iter().zip(0_u32..);
        Self {
            pointers,
            candidates,
            groups: Lists::of(numbered().map(|(one, at)| (one.group, at))),
            sourced: Lists::of(pointers.iter().map(|one| (one.source, one.group))),
            held: Lists::of(numbered().filter(|(one, _)| one.holder != NOBODY).map(|(one, at)| (one.holder, at))),
        }
    }

    fn get(&self, pointer: u32) -> Option<&'a Pointer> {
        self.pointers.get(pointer as usize)
    }
}

/// A group on one side.
#[derive(Clone, Copy, Default)]
struct Group {
    /// Whether the source is masked.
    is_gone: bool,
    /// Place of the first pointer that is not masked.
    first: u32,
    /// Pointers that were sent.
    seen: u32,
    /// The pointer that has its content again.
    shown: Option<u32>,
}

/// What becomes of a candidate on one side.
#[derive(Clone, Copy, Default)]
struct Place {
    is_masked: bool,
    /// An answer in the window refers to it.
    is_held: bool,
}

impl Place {
    const fn is_gone(self) -> bool {
        self.is_masked && !self.is_held
    }
}

/// Tokens by pointer, and by candidate that is held.
struct Sums {
    pointers: SavedSums,
    held: SavedSums,
}

/// A masked set.
struct Side {
    places: Vec<Place>,
    groups: Vec<Group>,
    total: i64,
}

impl Side {
    fn new(links: &Links<'_>, candidates: usize) -> Self {
        let groups = links.pointers.iter().map(|one| one.group as usize + 1).max().unwrap_or(0);
        Self { places: vec![Place::default(); candidates], groups: vec![Group::default(); groups], total: 0 }
    }

    fn place(&self, candidate: u32) -> Place {
        self.places.get(candidate as usize).copied().unwrap_or_default()
    }

    fn see(&mut self, links: &Links<'_>, pointer: u32, sums: Option<&mut Sums>) {
        let Some(group) = links.get(pointer).map(|one| one.group) else { return };
        if let Some(state) = self.groups.get_mut(group as usize) {
            state.seen += 1;
        }
        self.refresh(links, group, sums);
    }

    fn mask(&mut self, links: &Links<'_>, candidate: u32, is_masked: bool, sums: Option<&mut Sums>) {
        self.set(links, candidate, Place { is_masked, ..self.place(candidate) }, sums);
    }

    fn hold(&mut self, links: &Links<'_>, candidate: u32, is_held: bool, sums: Option<&mut Sums>) {
        self.set(links, candidate, Place { is_held, ..self.place(candidate) }, sums);
    }

    fn set(&mut self, links: &Links<'_>, candidate: u32, place: Place, mut sums: Option<&mut Sums>) {
        let Some(own) = self.places.get_mut(candidate as usize) else { return };
        let before = core::mem::replace(own, place);
        self.count_held(links, candidate, (before, place), sums.as_deref_mut());
        let is_gone = place.is_gone();
        for &pointer in links.held.get(candidate) {
            let Some(group) = links.get(pointer).map(|one| one.group) else { continue };
            if let (false, Some(state)) = (is_gone, self.groups.get_mut(group as usize)) {
                let place = links.groups.get(group).partition_point(|&one| one < pointer) as u32;
                state.first = state.first.min(place);
            }
            self.refresh(links, group, sums.as_deref_mut());
        }
        for &group in links.sourced.get(candidate) {
            if let Some(state) = self.groups.get_mut(group as usize) {
                state.is_gone = is_gone;
            }
            self.refresh(links, group, sums.as_deref_mut());
        }
    }

    /// What is masked and held takes nothing out.
    fn count_held(&mut self, links: &Links<'_>, at: u32, (before, now): (Place, Place), sums: Option<&mut Sums>) {
        let is_back = |place: Place| place.is_masked && place.is_held;
        if is_back(before) == is_back(now) {
            return;
        }
        let saved = links.candidates.get(at as usize).map_or(0, |one| one.saved);
        self.total += if is_back(now) { i64::from(saved) } else { -i64::from(saved) };
        let tokens = u64::from(saved);
        match sums {
            Some(sums) if is_back(now) => sums.held.add(at as usize, tokens),
            Some(sums) => sums.held.take(at as usize, tokens),
            None => {}
        }
    }

    /// Amortised constant: a first pointer moves back only where candidates are given up.
    fn refresh(&mut self, links: &Links<'_>, group: u32, sums: Option<&mut Sums>) {
        let Self { places, groups, total } = self;
        let Some(state) = groups.get_mut(group as usize) else { return };
        let members = links.groups.get(group);
        let is_gone = |pointer: u32| {
            links.get(pointer).and_then(|one| places.get(one.holder as usize)).is_some_and(|place| place.is_gone())
        };
        while members.get(state.first as usize).is_some_and(|&pointer| is_gone(pointer)) {
            state.first += 1;
        }
        let is_shown = state.is_gone && state.first < state.seen;
        let shown = members.get(state.first as usize).copied().filter(|_| is_shown);
        let before = core::mem::replace(&mut state.shown, shown);
        if shown == before {
            return;
        }
        let tokens = |pointer: Option<u32>| pointer.and_then(|at| links.get(at)).map_or(0, |one| one.tokens);
        *total += i64::from(tokens(shown)) - i64::from(tokens(before));
        if let Some(sums) = sums {
            if let Some(pointer) = before {
                sums.pointers.take(pointer as usize, u64::from(tokens(before)));
            }
            if let Some(pointer) = shown {
                sums.pointers.add(pointer as usize, u64::from(tokens(shown)));
            }
        }
    }
}

/// The content that comes back with what is masked, and with what waits for a move.
pub(super) struct GiveBack<'a> {
    links: Links<'a>,
    /// What is masked, and that with what waits.
    now: Side,
    then: Side,
    /// Of the second.
    sums: Sums,
    waiting: Vec<u32>,
    seen: u32,
    references: HoldEvents,
    /// Candidates that a move brings back, or takes although it has taken them before.
    changes: BTreeSet<u32>,
}

impl<'a> GiveBack<'a> {
    /// `pointers` are in document order. `tells`: whether [`GiveBack::is_gone`] is asked.
    pub(super) fn new(pointers: &'a [Pointer], holds: &[Hold], candidates: &'a [Candidate], tells: bool) -> Self {
        let links = Links::new(pointers, candidates);
        let is_used = tells || !pointers.is_empty() || !holds.is_empty();
        let count = if is_used { candidates.len() } else { 0 };
        let (now, then) = (Side::new(&links, count), Side::new(&links, count));
        let sums = Sums {
            pointers: SavedSums::new(pointers.len()),
            held: SavedSums::new(if holds.is_empty() { 0 } else { count }),
        };
        let (references, changes) = (HoldEvents::new(holds), BTreeSet::new());
        Self { links, now, then, sums, waiting: Vec::new(), seen: 0, references, changes }
    }

    /// Whether a candidate is masked, and not back.
    pub(super) fn is_gone(&self, candidate: u32) -> bool {
        self.now.place(candidate).is_gone()
    }

    const fn is_empty(&self) -> bool {
        self.now.places.is_empty()
    }

    /// What is left of `taken` tokens that masking took out.
    pub(super) fn left_of_masked(&self, taken: u64) -> u64 {
        left(taken, self.now.total)
    }

    /// What is left of `taken` tokens that a move of all that waits takes out.
    pub(super) fn left_of_waiting(&self, taken: u64) -> u64 {
        left(taken, self.then.total - self.now.total)
    }

    /// Sees the pointers and the references of a step with that many messages.
    pub(super) fn see(&mut self, cut: u32) {
        while self.links.get(self.seen).is_some_and(|one| one.message < cut) {
            self.now.see(&self.links, self.seen, None);
            self.then.see(&self.links, self.seen, Some(&mut self.sums));
            self.seen += 1;
        }
        while let Some((candidate, is_held)) = self.references.next_change(cut) {
            self.then.hold(&self.links, candidate, is_held, Some(&mut self.sums));
            let now = self.now.place(candidate);
            if !now.is_masked {
                self.now.hold(&self.links, candidate, is_held, None);
            } else if now.is_held == is_held {
                self.changes.remove(&candidate);
            } else {
                self.changes.insert(candidate);
            }
        }
    }

    /// A candidate waits.
    pub(super) fn admit(&mut self, candidate: u32) {
        if !self.is_empty() {
            self.then.mask(&self.links, candidate, true, Some(&mut self.sums));
            self.waiting.push(candidate);
        }
    }

    /// A candidate that waits is never masked.
    pub(super) fn give_up(&mut self, candidate: u32) {
        if !self.is_empty() {
            self.then.mask(&self.links, candidate, false, Some(&mut self.sums));
        }
    }

    /// What waits is masked, from candidate `from` on. What is held from now on comes back, and what is no longer held goes, in units from
    /// `first_unit` on.
    pub(super) fn make_move(&mut self, first_unit: u32, from: u32) {
        for candidate in self.waiting.extract_if(.., |candidate| *candidate >= from).collect::<Vec<_>>() {
            // Not what was given up since.
            if self.then.place(candidate).is_masked {
                self.now.mask(&self.links, candidate, true, None);
            }
        }
        let first = self.first_candidate(first_unit);
        for candidate in self.changes.split_off(&first) {
            self.now.hold(&self.links, candidate, self.then.place(candidate).is_held, None);
        }
    }

    /// The first candidate, in units from `first_unit` on, that comes back or goes with a move because of references.
    pub(super) fn first_change(&self, first_unit: u32) -> Option<usize> {
        if self.changes.is_empty() {
            return None;
        }
        let first = self.first_candidate(first_unit);
        self.changes.range(first..).next().map(|&at| at as usize)
    }

    fn first_candidate(&self, unit: u32) -> u32 {
        self.links.candidates.partition_point(|one| one.unit < unit) as u32
    }

    /// Tokens that come back with a move, in units from `unit` on and messages before `cut`. O(log n).
    pub(super) fn between(&self, unit: u32, cut: u32) -> u64 {
        if self.is_empty() {
            return 0;
        }
        let sum = |sums: &SavedSums, from: usize, end: usize| {
            if end <= from { 0 } else { sums.before(end).saturating_sub(sums.before(from)) }
        };
        let Links { pointers, candidates, .. } = self.links;
        let from = pointers.partition_point(|one| one.unit < unit);
        let end = pointers.partition_point(|one| one.message < cut);
        let back = sum(&self.sums.pointers, from, end);
        let from = self.first_candidate(unit) as usize;
        back + sum(&self.sums.held, from, candidates.partition_point(|one| one.message < cut))
    }

    /// What is left at the last step, at which a move could edit units from `first_unit` on.
    pub(super) fn into_held(self, first_unit: u32) -> HeldAtEnd {
        let places = self.now.places.iter().zip(0_u32..);
        let back = places.filter(|(place, _)| place.is_masked && place.is_held).map(|(_, at)| at).collect();
        HeldAtEnd { back, first_unit }
    }
}

fn left(taken: u64, back: i64) -> u64 {
    u64::try_from(i128::from(taken) - i128::from(back)).unwrap_or(0)
}

/// Tokens that came back where everything of `is_masked` is masked. Linear.
pub(super) fn given_back(pointers: &[Pointer], is_masked: impl Fn(u32) -> bool) -> u64 {
    let mut shown = vec![false; pointers.iter().map(|one| one.group as usize + 1).max().unwrap_or(0)];
    let mut tokens = 0;
    for one in pointers {
        let Some(is_shown) = shown.get_mut(one.group as usize) else { continue };
        if *is_shown || !is_masked(one.source) || (one.holder != NOBODY && is_masked(one.holder)) {
            continue;
        }
        *is_shown = true;
        tokens += u64::from(one.tokens);
    }
    tokens
}
