//! Results that answers in the window refer to: they stay, or come back with the next move.
//!
//! ```text
//! a move     result masked    answer that refers to it    a move: the result is back    answer leaves the window    a move
//! ```
//! What is masked follows from the last move alone: everything that was ready then, without what was held then.

use super::moves::Delay;
use super::stays::STAYS;
use super::units::Candidate;
use super::{Decision, NEVER, is_planned};
use crate::hash::Map;
use crate::plan::references::Mention;
use crate::transcript::Transcript;

/// A candidate, while an answer that refers to it is in the window, or while it is in the working set ([`super::stays`]).
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    /// Index of the candidate.
    pub(super) candidate: u32,
    /// The message with the answer, or that brought the text into the set.
    pub(super) from: u32,
    /// The message after which the answer is no longer in the window, or that took the text out of the set.
    pub(super) until: u32,
}

impl Hold {
    /// Whether it holds in the request of so many messages.
    const fn is_at(&self, messages: u32) -> bool {
        self.from < messages && self.until >= messages
    }
}

/// The holds of candidates, which are the decisions with edits. O(m log c).
pub(super) fn holds_of(mentions: &[Mention], decisions: &[Decision]) -> Vec<Hold> {
    if mentions.is_empty() {
        return Vec::new();
    }
    let planned = planned_results(decisions);
    let hold = |&Mention { target, message, until }: &Mention| {
        let candidate = planned.binary_search(&target).ok()? as u32;
        // A result that comes so late that its call has left the window holds nothing.
        (until > message).then_some(Hold { candidate, from: message, until })
    };
    mentions.iter().filter_map(hold).collect()
}

/// By candidate: its result, ascending.
pub(super) fn planned_results(decisions: &[Decision]) -> Vec<u32> {
    decisions.iter().filter(|one| is_planned(one)).map(|one| one.result).collect()
}

/// What a replay left of the holds.
#[derive(Default)]
pub(super) struct HeldAtEnd {
    /// Candidates, ascending, that its last move masks and that are held all the same.
    pub(super) back: Vec<u32>,
    /// The first unit that a move at the last step may edit.
    pub(super) first_unit: u32,
}

/// The message after which a candidate is ready that a reference in the window holds.
pub(super) const HELD: u32 = NEVER - 1;

/// The candidates with holds in one request.
pub(super) struct Held<'a> {
    holds: &'a [Hold],
    messages: u32,
    /// The candidates, ascending: the number, the unit and the message after which it is ready without the holds.
    candidates: Vec<(u32, u32, u32)>,
}

impl<'a> Held<'a> {
    pub(super) fn new(holds: &'a [Hold], candidates: &[Candidate], transcript: &Transcript) -> Self {
        let of = |at: u32| candidates.get(at as usize).map(|one| (at, one.unit, one.ready_message));
        let is_ready = |one: &(u32, u32, u32)| one.2 < STAYS;
        let candidates = distinct(holds.iter()).into_iter().filter_map(of).filter(is_ready).collect();
        Self { holds, messages: transcript.roles.len() as u32, candidates }
    }

    /// When the candidates are ready after the replay, whose last move had that many messages before it.
    pub(super) fn after_replay(&self, last: Option<u32>, at_end: &HeldAtEnd) -> Vec<Delay> {
        self.ready(last, |at, _| at_end.back.binary_search(&at).is_ok())
    }

    /// The same where the last move is not the replay's.
    pub(super) fn after(&self, last: Option<u32>, at_end: &HeldAtEnd) -> Vec<Delay> {
        let held = held_at(self.holds, last.unwrap_or(0));
        self.ready(last, |at, unit| {
            let back = if unit >= at_end.first_unit { &held } else { &at_end.back };
            back.binary_search(&at).is_ok()
        })
    }

    /// The same where every request moves.
    pub(super) fn now(&self) -> Vec<Delay> {
        self.after(Some(self.messages), &HeldAtEnd::default())
    }

    /// [`HELD`] for what a reference in the window keeps; of the rest that the last move left, as `is_back` says, the
    /// move's message, so that the next one takes it.
    fn ready(&self, last: Option<u32>, is_back: impl Fn(u32, u32) -> bool) -> Vec<Delay> {
        let last = last.unwrap_or(0);
        let held = held_at(self.holds, self.messages);
        let ready = |&(candidate, unit, came): &(u32, u32, u32)| {
            let is_back = is_back(candidate, unit);
            let is_held = (is_back || came >= last) && held.binary_search(&candidate).is_ok();
            let left = if is_back { came.max(last) } else { came };
            Delay { candidate, ready_message: if is_held { HELD } else { left } }
        };
        self.candidates.iter().map(ready).collect()
    }
}

/// The candidates that are held in the request of so many messages, ascending.
pub(super) fn held_at(holds: &[Hold], messages: u32) -> Vec<u32> {
    distinct(holds.iter().filter(|hold| hold.is_at(messages)))
}

fn distinct<'a>(holds: impl Iterator<Item = &'a Hold>) -> Vec<u32> {
    let mut candidates: Vec<u32> = holds.map(|hold| hold.candidate).collect();
    candidates.sort_unstable();
    candidates.dedup();
    candidates
}

/// Holds, as steps see them.
pub(super) struct HoldEvents {
    /// Ends and beginnings by message, the last first: whether one begins.
    events: Vec<(u32, bool, u32)>,
    /// By candidate: holds now.
    active: Map<u32, u32>,
}

impl HoldEvents {
    pub(super) fn new(holds: &[Hold]) -> Self {
        let both = |one: &Hold| [(one.from, true, one.candidate), (one.until, false, one.candidate)];
        let mut events: Vec<_> = holds.iter().flat_map(both).collect();
        // A hold that begins takes over from one that ends.
        events.sort_unstable_by_key(|&(message, begins, candidate)| core::cmp::Reverse((message, !begins, candidate)));
        Self { events, active: Map::default() }
    }

    /// Whether a candidate is held now.
    pub(super) fn is_held(&self, candidate: u32) -> bool {
        self.active.get(&candidate).is_some_and(|&active| active > 0)
    }

    /// The next candidate that is held from now on, or no longer, before that many messages.
    pub(super) fn next_change(&mut self, cut: u32) -> Option<(u32, bool)> {
        while let Some((_, begins, candidate)) = self.events.pop_if(|&mut (message, ..)| message < cut) {
            let active = self.active.entry(candidate).or_default();
            *active = if begins { *active + 1 } else { active.saturating_sub(1) };
            if u32::from(begins) == *active {
                return Some((candidate, begins));
            }
        }
        None
    }
}
