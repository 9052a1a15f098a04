//! Where a provider checks thinking against everything before it, an edit may only be made where no thinking behind it is
//! kept. A prompt step takes all thinking that is closed, so it may edit everything; any other step only what is behind the
//! last kept thinking.
//!
//! ```text
//! prompt step    [thinking] [result] [thinking] [result] user         everything in brackets may be edited
//! other step     thinking result user thinking result result [result]  only what no kept thinking is behind
//! ```

use super::Conversation;
use super::memory::Memory;
use super::units::Candidate;
use crate::transcript::{Thinking, Unit};

/// Tells at each step which units may be edited. Steps come in order.
pub(super) struct Gate<'a> {
    thinking: &'a [Thinking],
    /// No move takes any thinking.
    all_stay: bool,
    /// Cuts at which the user speaks and no call is open.
    prompts: &'a [u32],
    /// What a session remembers.
    memory: Memory<'a>,
    units: &'a [Unit],
    /// Thinking blocks of the steps so far.
    seen: usize,
    /// One more than the unit of the last thinking that is kept, and of the last that no move takes; 0 if there is none.
    last_kept: u32,
    barrier: u32,
    /// Candidates that wait, the earliest ready first.
    waiting: Vec<u32>,
    /// Candidates in front of thinking that no move takes.
    bound: Vec<u32>,
}

impl<'a> Gate<'a> {
    /// None if thinking restricts nothing, and will not: the first thinking must not change what earlier steps did.
    pub(super) fn new(conversation: Conversation<'a>) -> Option<Self> {
        let Conversation { transcript, prompts, memory, .. } = conversation;
        transcript.will_bind().then(|| Self {
            thinking: &transcript.thinking,
            all_stay: !transcript.thinking_rule.goes,
            prompts,
            memory,
            units: &transcript.units,
            seen: 0,
            last_kept: 0,
            barrier: 0,
            waiting: Vec::new(),
            bound: Vec::new(),
        })
    }

    /// Sees the thinking of a step with that many messages, and thinking that has gone since; returns the waiting candidates
    /// that are bound from now on.
    pub(super) fn see(&mut self, (step, cut): (u32, u32), candidates: &[Candidate]) -> Vec<u32> {
        let before = self.barrier;
        if let Some(bound) = self.memory.bound_at(step) {
            let units = self.units.partition_point(|unit| unit.message() < bound) as u32;
            (self.barrier, self.last_kept) = (self.barrier.max(units), self.last_kept.max(units));
        }
        while let Some(block) = self.thinking.get(self.seen).filter(|block| block.message < cut) {
            self.seen += 1;
            self.last_kept = block.unit + 1;
            if block.stays || self.all_stay {
                self.barrier = block.unit + 1;
            }
        }
        if self.barrier == before {
            return Vec::new();
        }
        let waiting = core::mem::take(&mut self.waiting);
        let is_bound = |&at: &u32| candidates.get(at as usize).is_some_and(|one| self.is_behind(one));
        let (bound, waiting): (Vec<u32>, Vec<u32>) = waiting.into_iter().partition(is_bound);
        self.waiting = waiting;
        self.bound.extend_from_slice(&bound);
        bound
    }

    /// Adds a candidate that becomes ready; false if thinking that no move takes is behind it.
    pub(super) fn admit(&mut self, at: u32, candidate: &Candidate) -> bool {
        let is_bound = self.is_behind(candidate);
        if is_bound {
            self.bound.push(at);
        } else {
            self.waiting.push(at);
        }
        !is_bound
    }

    /// Whether the barrier is behind the candidate, or in one unit with it, as thinking may be with arguments.
    const fn is_behind(&self, candidate: &Candidate) -> bool {
        candidate.unit < self.barrier
    }

    /// Gives up waiting candidates, and returns them.
    pub(super) fn give_up(&mut self, is_gone: impl Fn(u32) -> bool) -> Vec<u32> {
        let waiting = core::mem::take(&mut self.waiting);
        let (gone, waiting): (Vec<u32>, Vec<u32>) = waiting.into_iter().partition(|&at| is_gone(at));
        self.waiting = waiting;
        gone
    }

    /// The first waiting candidate of the body.
    pub(super) fn first(&self) -> Option<usize> {
        self.waiting.iter().min().map(|&at| at as usize)
    }

    /// Whether a move after `messages` messages may edit everything from `first` on.
    pub(super) fn allows(&self, messages: u32, first: &Candidate) -> bool {
        self.is_prompt(messages) || first.unit + 1 > self.last_kept
    }

    /// The first unit that a move after `messages` messages may edit.
    pub(super) fn first_unit(&self, messages: u32) -> u32 {
        if self.is_prompt(messages) { self.barrier } else { self.barrier.max(self.last_kept) }
    }

    /// Whether a session remembers a move at this step.
    pub(super) fn is_remembered(&self, step: u32) -> bool {
        self.memory.last_step == step || self.memory.bound_at(step).is_some()
    }

    /// A move at a prompt step takes all thinking that can go.
    pub(super) fn make_move(&mut self, messages: u32) {
        self.waiting.clear();
        if self.is_prompt(messages) {
            self.last_kept = self.barrier;
        }
    }

    /// Whether the user speaks in the request of so many messages, and no call is open.
    pub(super) fn is_prompt(&self, messages: u32) -> bool {
        self.prompts.binary_search(&messages).is_ok()
    }

    /// Every candidate that no move takes.
    pub(super) fn into_bound(self) -> Vec<u32> {
        self.bound
    }
}
