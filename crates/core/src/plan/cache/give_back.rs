//! What a move brings back: a result that is masked may be what others point to.
//!
//! ```text
//! before a move    source    pointer    pointer      sent before anything is masked
//! it takes the     masked    content    pointer      the first pointer that is left has its content again, and the
//! source                                             others lead to it
//! ```
//! Each side is a masked set and the pointers that it turns into content.

use super::saved_sums::SavedSums;

/// A pointer in the requests that are sent before anything is masked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    /// Number of its group: pointers that replace the same content of the same source.
    pub(super) group: u32,
    /// The candidate with the content.
    pub(super) source: u32,
    /// The candidate with the pointer; none if nothing masks it.
    pub(super) holder: Option<u32>,
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
    /// By group: its pointers in document order.
    groups: Lists,
    /// By candidate: the groups of which it is the source, and its own pointers.
    sourced: Lists,
    held: Lists,
}

impl<'a> Links<'a> {
    fn new(pointers: &'a [Pointer]) -> Self {
        let numbered = || pointers.iter().zip(0_u32..);
        Self {
            pointers,
            groups: Lists::of(numbered().map(|(one, at)| (one.group, at))),
            sourced: Lists::of(pointers.iter().map(|one| (one.source, one.group))),
            held: Lists::of(numbered().filter_map(|(one, at)| Some((one.holder?, at)))),
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

/// A masked set.
struct Side {
    masked: Vec<bool>,
    groups: Vec<Group>,
    total: i64,
}

impl Side {
    fn new(links: &Links<'_>, candidates: usize) -> Self {
        let groups = links.pointers.iter().map(|one| one.group as usize + 1).max().unwrap_or(0);
        Self { masked: vec![false; candidates], groups: vec![Group::default(); groups], total: 0 }
    }

    /// Sees that a pointer is sent.
    fn see(&mut self, links: &Links<'_>, pointer: u32, sums: Option<&mut SavedSums>) {
        let Some(group) = links.get(pointer).map(|one| one.group) else { return };
        if let Some(state) = self.groups.get_mut(group as usize) {
            state.seen += 1;
        }
        self.refresh(links, group, sums);
    }

    fn set(&mut self, links: &Links<'_>, candidate: u32, is_masked: bool, mut sums: Option<&mut SavedSums>) {
        if let Some(masked) = self.masked.get_mut(candidate as usize) {
            *masked = is_masked;
        }
        for &pointer in links.held.get(candidate) {
            let Some(group) = links.get(pointer).map(|one| one.group) else { continue };
            if let (false, Some(state)) = (is_masked, self.groups.get_mut(group as usize)) {
                let place = links.groups.get(group).partition_point(|&one| one < pointer) as u32;
                state.first = state.first.min(place);
            }
            self.refresh(links, group, sums.as_deref_mut());
        }
        for &group in links.sourced.get(candidate) {
            if let Some(state) = self.groups.get_mut(group as usize) {
                state.is_gone = is_masked;
            }
            self.refresh(links, group, sums.as_deref_mut());
        }
    }

    /// Amortised constant: a first pointer moves back only where candidates are given up.
    fn refresh(&mut self, links: &Links<'_>, group: u32, sums: Option<&mut SavedSums>) {
        let Self { masked, groups, total } = self;
        let Some(state) = groups.get_mut(group as usize) else { return };
        let members = links.groups.get(group);
        let is_masked = |pointer: u32| {
            let holder = links.get(pointer).and_then(|one| one.holder);
            holder.and_then(|holder| masked.get(holder as usize)) == Some(&true)
        };
        while members.get(state.first as usize).is_some_and(|&pointer| is_masked(pointer)) {
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
                sums.take(pointer as usize, u64::from(tokens(before)));
            }
            if let Some(pointer) = shown {
                sums.add(pointer as usize, u64::from(tokens(shown)));
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
    /// Of the second: tokens by pointer.
    sums: SavedSums,
    waiting: Vec<u32>,
    seen: u32,
}

impl<'a> GiveBack<'a> {
    /// `pointers` are in document order.
    pub(super) fn new(pointers: &'a [Pointer], candidates: usize) -> Self {
        let links = Links::new(pointers);
        let candidates = if pointers.is_empty() { 0 } else { candidates };
        let (now, then) = (Side::new(&links, candidates), Side::new(&links, candidates));
        Self { links, now, then, sums: SavedSums::new(pointers.len()), waiting: Vec::new(), seen: 0 }
    }

    const fn is_empty(&self) -> bool {
        self.links.pointers.is_empty()
    }

    /// What is left of `taken` tokens that masking took out.
    pub(super) fn left_of_masked(&self, taken: u64) -> u64 {
        left(taken, self.now.total)
    }

    /// What is left of `taken` tokens that a move of all that waits takes out.
    pub(super) fn left_of_waiting(&self, taken: u64) -> u64 {
        left(taken, self.then.total - self.now.total)
    }

    /// Sees the pointers of a step with that many messages.
    pub(super) fn see(&mut self, cut: u32) {
        while self.links.get(self.seen).is_some_and(|one| one.message < cut) {
            self.now.see(&self.links, self.seen, None);
            self.then.see(&self.links, self.seen, Some(&mut self.sums));
            self.seen += 1;
        }
    }

    /// A candidate waits.
    pub(super) fn admit(&mut self, candidate: u32) {
        if !self.is_empty() {
            self.then.set(&self.links, candidate, true, Some(&mut self.sums));
            self.waiting.push(candidate);
        }
    }

    /// A candidate that waits is never masked.
    pub(super) fn give_up(&mut self, candidate: u32) {
        if !self.is_empty() {
            self.then.set(&self.links, candidate, false, Some(&mut self.sums));
        }
    }

    /// What waits is masked.
    pub(super) fn make_move(&mut self) {
        for candidate in core::mem::take(&mut self.waiting) {
            // Not what was given up since.
            if self.then.masked.get(candidate as usize) == Some(&true) {
                self.now.set(&self.links, candidate, true, None);
            }
        }
    }

    /// Tokens that come back with a move, in units from `unit` on and messages before `cut`. O(log n).
    pub(super) fn between(&self, unit: u32, cut: u32) -> u64 {
        let pointers = self.links.pointers;
        let from = pointers.partition_point(|one| one.unit < unit);
        let end = pointers.partition_point(|one| one.message < cut);
        if end <= from { 0 } else { self.sums.before(end).saturating_sub(self.sums.before(from)) }
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
        if *is_shown || !is_masked(one.source) || one.holder.is_some_and(&is_masked) {
            continue;
        }
        *is_shown = true;
        tokens += u64::from(one.tokens);
    }
    tokens
}
