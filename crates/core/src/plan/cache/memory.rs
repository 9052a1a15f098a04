//! Facts that a caller with state adds to a request: the last boundary, and whether the cache is dead.

use super::Conversation;
use super::stays::STAYS;

use super::moves::Moves;
use super::units::Candidate;
use crate::transcript::Transcript;

/// Facts that the caller remembers from earlier requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct Memory<'a> {
    /// Number of the step of the last move, the first being 1; 0 if there is none.
    pub last_step: u32,
    /// Whether the provider has dropped its cache, so that masking costs nothing now. Default: false.
    pub is_dead: bool,
    /// Number of the first step that was sent under these rules: no edit is older. 0 and 1: all of them were.
    pub start_step: u32,
    /// Whether everything that waited at that step was edited, as far as thinking let it. Default: false.
    pub start_moves: bool,
    /// Whether no move is made after `last_step`. Default: false.
    pub is_frozen: bool,
    /// The last steps that moved, ascending, where the history alone does not tell any more: its client has taken out
    /// thinking. Of each the number, and the messages in front of which nothing was edited any more. Of the steps between
    /// them, and after them up to `known_step`, none has moved.
    pub moves: &'a [[u32; 2]],
    /// Number of the last step of which `moves` tells; 0 for none.
    pub known_step: u32,
    /// Whether there was thinking in front of the start that is checked, wherever it is now. Default: false.
    pub start_binds: bool,
}

impl Memory<'_> {
    /// Whether the step moves, where that is not the rule's to say.
    pub(super) fn ruling(self, step: u32) -> Option<bool> {
        // One that was not bound has edited all that earlier ones had.
        if step <= self.known_step && self.moves.first().is_none_or(|&[first, bound]| step >= first || bound > 0) {
            return Some(self.bound_at(step).is_some());
        }
        if step < self.start_step || (self.is_frozen && step > self.last_step) {
            return Some(false);
        }
        if self.start_moves && step == self.start_step { Some(true) } else { None }
    }

    /// The messages in front of which the remembered move of a step edited nothing; none if it made none.
    pub(super) fn bound_at(self, step: u32) -> Option<u32> {
        self.moves.iter().find(|&&[moved, _]| moved == step).map(|&[_, bound]| bound)
    }

    /// The replayed moves and the remembered one; also a move now if the cache is dead and a candidate waits.
    pub(super) fn add_to(self, mut moves: Moves, conversation: Conversation<'_>, candidates: &[Candidate]) -> Moves {
        let Conversation { transcript, prompts, .. } = conversation;
        // Where thinking restricts moves, the replay itself has made the remembered one.
        if let Some(cut) = self.cut(transcript).filter(|_| !transcript.is_bound()) {
            remember(&mut moves, cut, self.last_step);
        }
        if self.is_dead {
            (moves.kept_tokens, moves.lost_tokens) = (0, 0);
            let masked = moves.last.unwrap_or(0);
            let messages = transcript.roles.len() as u32;
            let may_move = !transcript.is_bound() || prompts.last() == Some(&messages);
            let waits = |candidate: &Candidate| (masked..STAYS).contains(&candidate.ready_message);
            if may_move && candidates.iter().any(waits) {
                let steps = transcript.step_starts().count() as u32;
                (moves.previous, moves.last) = (moves.last, Some(messages));
                (moves.is_now, moves.is_blocked, moves.last_step, moves.meter) = (true, false, steps, 0);
                moves.count += 1;
            }
        }
        moves
    }

    /// Number of messages at the remembered step.
    pub(super) fn cut(self, transcript: &Transcript) -> Option<u32> {
        let step = (self.last_step as usize).checked_sub(1)?;
        transcript.step_starts().nth(step).map(|messages| messages as u32)
    }
}

fn remember(moves: &mut Moves, cut: u32, step: u32) {
    if Some(cut) > moves.last {
        (moves.previous, moves.last, moves.last_step) = (moves.last, Some(cut), step);
        moves.count += 1;
    } else if Some(cut) > moves.previous && Some(cut) < moves.last {
        moves.previous = Some(cut);
        moves.count += 1;
    }
}
