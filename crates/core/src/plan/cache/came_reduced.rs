//! A request that another gateway or an earlier call has reduced: no new move edits what is in front of its newest mark.
//! What was reduced there was left, or edited, by who knew more of the session, and every edit makes the provider write again.
//!
//! ```text
//! came with    [masked]  result  [masked]  ⟨ Reference: … ⟩  result  result
//! a move                 └ stays when one is due             └ may begin here later
//! ```
//! Only the place of a mark counts, never what it says: a forged one can do no more than keep results as they are. A step
//! sees the marks of its own messages, so that a mark which comes later takes back no move.

use super::Conversation;
use super::units::Candidate;
use crate::plan::Request;
use crate::plan::text_signs::Sign;
use crate::policy::Strategy;
use crate::transcript::ToolResult;

/// The marks in the results of a request. Steps come in order.
#[derive(Default)]
pub(super) struct CameReduced {
    /// Messages with a mark, ascending.
    marked: Vec<u32>,
    next: usize,
    /// The newest of those that a step has seen.
    newest: u32,
}

impl CameReduced {
    /// Before the first step. Linear in the body where results may be pointed to and there are `candidates`.
    pub(super) fn new(
        conversation: Conversation<'_>,
        request: &Request<'_>,
        strategy: Strategy,
        candidates: &[Candidate],
    ) -> Self {
        // Who masks at each step, or does not wait, has no moves that the form of a request could change.
        if candidates.is_empty() || !matches!(strategy, Strategy::Rent { .. } | Strategy::Auto { .. }) {
            return Self::default();
        }
        let Conversation { transcript, own, memory, .. } = conversation;
        let results = &transcript.results;
        let message_of = |&at: &u32| results.get(at as usize).map(|result| result.message);
        // A session's own marks, where its client keeps what was sent.
        let own_end = memory.cut(transcript).unwrap_or(0);
        let mut marked: Vec<u32> = own.iter().filter_map(message_of).collect();
        if request.policy.dedupe.is_some() {
            let is_marked = |(at, result): &(usize, &ToolResult)| {
                result.message >= own_end && request.came_with(Sign::PointsBack, *at, result)
            };
            marked.extend(results.iter().enumerate().filter(is_marked).map(|(_, result)| result.message));
            marked.sort_unstable();
        }
        marked.retain(|&message| message >= own_end);
        Self { marked, next: 0, newest: 0 }
    }

    /// Whether a step may see a mark.
    pub(super) const fn is_possible(&self) -> bool {
        !self.marked.is_empty()
    }

    /// Whether a step has seen a mark.
    pub(super) const fn is_seen(&self) -> bool {
        self.next > 0
    }

    /// Sees the marks in what a step with `messages` messages sends.
    pub(super) fn see(&mut self, messages: u32) {
        while let Some(&message) = self.marked.get(self.next).filter(|&&message| message < messages) {
            self.newest = message;
            self.next += 1;
        }
    }

    /// Whether a mark that a step has seen is behind the candidate, or in its message: what a pointer has left of a result is
    /// another text than what came, and so is its placeholder.
    pub(super) const fn is_behind(&self, one: &Candidate) -> bool {
        one.message < self.newest || (self.is_seen() && one.message == self.newest)
    }
}
