//! Texts of the working set ([`crate::plan::roles`]): while one is held, no move takes it, and it is in no sum of the replay.
//! What a move has taken stays so: the set of masked results only grows.
//!
//! ```text
//! read a     held ─────────────┐ left the set     waits for a move     a is edited: held again     …
//! ```

use super::holds::{Hold, HoldEvents, held_at, planned_results};
use super::moves::Delay;
use super::units::Candidate;
use super::{Action, Decision, NEVER};
use crate::hash::Set;
use crate::plan::Request;
use crate::plan::roles::{Again, Stay};
use crate::plan::stillness::Stillness;

/// The message after which a candidate is ready that the working set holds.
pub(super) const STAYS: u32 = NEVER - 2;

/// What roles say of candidates, which are the decisions with edits.
#[derive(Default)]
pub(super) struct Kept {
    holds: Vec<Hold>,
    /// Results that came again: the earlier candidate, none where that is gone anyway; the message of the later one.
    again: Vec<(Option<u32>, u32)>,
}

impl Kept {
    /// O(n log n).
    pub(super) fn of(request: &Request<'_>, decisions: &[Decision]) -> Self {
        let roles = request.roles;
        if roles.holds.is_empty() && roles.again.is_empty() {
            return Self::default();
        }
        let planned = planned_results(decisions);
        let candidate_of = |result: u32| planned.binary_search(&result).ok().map(|at| at as u32);
        let hold_of = |&Stay { result, from, until }: &Stay| {
            candidate_of(result).map(|candidate| Hold { candidate, from, until })
        };
        let is_masked = |result: u32| {
            let at = decisions.binary_search_by_key(&result, |one| one.result).ok();
            at.and_then(|at| decisions.get(at)).is_some_and(|one| one.action == Action::Mask)
        };
        let of_again = |&Again { earlier, result, message, is_gone }: &Again| {
            // What our own text stands for is gone, and so is an original that was asked for, and what was clipped at first.
            if earlier == result || is_gone || request.is_cut(earlier) {
                return Some((None, message));
            }
            // What is no candidate was never taken.
            let before = candidate_of(earlier).filter(|_| is_masked(earlier))?;
            Some((Some(before), message))
        };
        // What came whole because the same call had come clipped stays.
        let is_whole = |one: &&Again| one.earlier != one.result && request.is_cut(one.earlier);
        let whole = roles.again.iter().filter(is_whole);
        let stay_of = |one: &Again| Stay { result: one.result, from: one.message, until: u32::MAX };
        let holds = roles.holds.iter().copied().chain(whole.map(stay_of)).filter_map(|stay| hold_of(&stay)).collect();
        Self { holds, again: roles.again.iter().filter_map(of_again).collect() }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.holds.is_empty() && self.again.is_empty()
    }

    /// What is held at `cut`, of the candidates that the replay has not taken; it is ready later.
    pub(super) fn held_at(&self, cut: u32, is_left: impl Fn(u32) -> bool) -> Vec<Delay> {
        let held = held_at(&self.holds, cut).into_iter().filter(|&candidate| is_left(candidate));
        held.map(|candidate| Delay { candidate, ready_message: STAYS }).collect()
    }
}

/// The texts of the working set, as steps see them.
pub(super) struct Stays<'a> {
    kept: &'a Kept,
    events: HoldEvents,
    /// Candidates that are ever held, those of them that wait for a move, and those that are ready and held.
    watched: Set<u32>,
    waiting: Set<u32>,
    parked: Set<u32>,
    /// Of the list of what came again: those seen.
    seen: usize,
    /// Steps that make no move because results were fetched again.
    stillness: Stillness,
}

impl<'a> Stays<'a> {
    pub(super) fn new(kept: &'a Kept) -> Self {
        Self {
            kept,
            events: HoldEvents::new(&kept.holds),
            watched: kept.holds.iter().map(|hold| hold.candidate).collect(),
            waiting: Set::default(),
            parked: Set::default(),
            seen: 0,
            stillness: Stillness::default(),
        }
    }

    /// Whether nothing is held, and nothing came again.
    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The next candidate that is held from now on, or no longer, before `cut` messages, if a move could take it.
    pub(super) fn next_change(&mut self, cut: u32) -> Option<(u32, bool)> {
        while let Some((candidate, is_held)) = self.events.next_change(cut) {
            let is_changed = if is_held { self.waiting.remove(&candidate) } else { self.parked.remove(&candidate) };
            if is_changed && is_held {
                self.parked.insert(candidate);
            }
            if is_changed {
                return Some((candidate, is_held));
            }
        }
        None
    }

    /// Whether a candidate that becomes ready is held; it comes back from [`Stays::next_change`].
    pub(super) fn parks(&mut self, candidate: u32) -> bool {
        let is_held = self.events.is_held(candidate);
        if is_held {
            self.parked.insert(candidate);
        }
        is_held
    }

    pub(super) fn wait(&mut self, candidate: u32) {
        if self.watched.contains(&candidate) {
            self.waiting.insert(candidate);
        }
    }

    /// A candidate waits no longer.
    pub(super) fn give_up(&mut self, candidate: u32) {
        self.waiting.remove(&candidate);
    }

    /// All that waits from candidate `from` on is taken.
    pub(super) fn make_move(&mut self, from: u32) {
        self.waiting.retain(|&at| at < from);
    }

    /// Sees what came again in the request of a step with `messages` messages. `is_gone`: whether a candidate is not sent.
    pub(super) fn see_again(&mut self, (step, messages): (u32, u32), is_gone: impl Fn(u32) -> bool) {
        while let Some(&(earlier, _)) = self.kept.again.get(self.seen).filter(|one| one.1 < messages) {
            self.seen += 1;
            if earlier.is_none_or(&is_gone) {
                self.stillness.see_fetch(step);
            }
        }
    }

    /// Whether a step makes no move because results were fetched again.
    pub(super) const fn is_still(&self, step: u32) -> bool {
        self.stillness.is_at(step)
    }

    /// At the end: candidates that are held, and those that wait since the move with `cut` messages
    /// although they were ready before it.
    pub(super) fn into_delays(self, candidates: &[Candidate], cut: u32) -> Vec<Delay> {
        let at = |ready_message: u32| move |candidate: u32| Delay { candidate, ready_message };
        let is_early = |one: &u32| candidates.get(*one as usize).is_some_and(|one| one.ready_message < cut);
        let held = self.parked.into_iter().map(at(STAYS));
        held.chain(self.waiting.into_iter().filter(is_early).map(at(cut))).collect()
    }
}
