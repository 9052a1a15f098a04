//! A model imitates what it sees: after it has seen shortened arguments, it may write a call with a mark itself. From then on
//! no more arguments are shortened; those that are stay so.
//!
//! ```text
//! step 20 shortens the arguments of calls 1 to 9      message 44 calls with a mark      no more from the next step on
//! ```
//! A mark in a call before the first such step came with the request: it is our own, of a history that comes back reduced.

use super::units::Candidate;
use super::{Conversation, NEVER};

/// Sees at each step whether the model has imitated shortened arguments. Steps come in order.
pub(super) struct Imitation<'a> {
    /// Messages with a mark, ascending.
    marked: &'a [u32],
    next: usize,
    /// Messages at the first step that shortened arguments; [`NEVER`] if there is none.
    first_cut: u32,
    /// The same of a step that a session remembers; what was ready then has been shortened.
    remembered_cut: u32,
    /// Messages at the step that saw an imitation; [`NEVER`] if none has.
    stop_cut: u32,
}

impl<'a> Imitation<'a> {
    /// Before the first step.
    pub(super) fn new(conversation: Conversation<'a>, candidates: &[Candidate]) -> Self {
        let Conversation { transcript, memory, .. } = conversation;
        // Where thinking restricts moves, the replay itself makes the remembered one.
        let remembered_cut = memory.cut(transcript).filter(|_| !transcript.is_bound()).unwrap_or(0);
        let is_before = |one: &Candidate| one.is_arguments && one.ready_message < remembered_cut;
        let is_known = !transcript.marked.is_empty() && candidates.iter().any(is_before);
        let first_cut = if is_known { remembered_cut } else { NEVER };
        Self { marked: &transcript.marked, next: 0, first_cut, remembered_cut, stop_cut: NEVER }
    }

    /// Whether the model has imitated.
    pub(super) const fn is_seen(&self) -> bool {
        self.stop_cut < NEVER
    }

    /// Whether a step may see an imitation.
    pub(super) const fn is_possible(&self) -> bool {
        !self.marked.is_empty()
    }

    /// Notes that a step with `messages` messages shortens arguments.
    pub(super) fn shorten(&mut self, messages: u32) {
        self.first_cut = self.first_cut.min(messages);
    }

    /// Whether the model has imitated for the first time in what a step with `messages` messages sends.
    pub(super) fn see(&mut self, messages: u32) -> bool {
        if self.is_seen() {
            return false;
        }
        let rest = self.marked.get(self.next..).unwrap_or_default();
        self.next += rest.iter().take_while(|&&at| at < self.first_cut && at < messages).count();
        if self.marked.get(self.next).is_some_and(|&at| at < messages) {
            self.stop_cut = messages;
        }
        self.is_seen()
    }

    /// Whether a candidate that is not shortened yet stays.
    pub(super) const fn stops(&self, one: &Candidate) -> bool {
        let is_shortened = self.remembered_cut < self.stop_cut && one.ready_message < self.remembered_cut;
        self.is_seen() && one.is_arguments && !is_shortened
    }
}
