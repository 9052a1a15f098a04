//! What the replay reads of a conversation's steps, and what it finds.

use core::ops::Range;

use super::units::{Candidate, Units};

/// A place where a request was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Messages before it.
    pub messages: u32,
    /// Tool turns begun before it.
    pub turns: u32,
}

/// A cut, with what the replay reads of the request that was sent there.
#[derive(Clone, Copy)]
pub(super) struct Here {
    pub(super) cut: Cut,
    /// Units in the messages before it.
    pub(super) units: usize,
    /// Tokens of the whole request as it came.
    pub(super) whole: u64,
    /// Tokens of units that were not sent before.
    pub(super) fresh: u64,
}

/// The result of the replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Messages before the cut of the last move; none if there was no move.
    pub last: Option<u32>,
    /// Messages before the cut of the move before it.
    pub previous: Option<u32>,
    /// Number of the step of the last move, the first being 1; 0 if there was no move.
    pub last_step: u32,
    /// Moves in all.
    pub count: u32,
    /// Whether the last move is this request's own.
    pub is_now: bool,
    /// Whether this request would move, but may not before the user speaks again.
    pub is_blocked: bool,
    /// Tokens sent before that the provider still has.
    pub kept_tokens: u64,
    /// Tokens sent before that this request's move makes the provider write again.
    pub lost_tokens: u64,
    /// Cost of waiting since the last move, in tokens of fresh input times 10,000.
    pub meter: i128,
    /// The model has imitated shortened arguments.
    pub is_imitated: bool,
    /// Savings of masking so far less the cost of moves, in the same unit.
    pub net: i128,
}

impl Moves {
    /// The last move takes what is ready after these messages.
    pub(super) fn made(&self) -> Option<Range<u32>> {
        Some(self.previous.unwrap_or(0)..self.last?)
    }

    /// Their number, and the step of the last.
    pub(super) const fn in_short(self) -> (u32, u32) {
        (self.count, self.last_step)
    }
}

/// A candidate that becomes ready later than the plain policy says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delay {
    /// Index of the candidate.
    pub(super) candidate: u32,
    /// The message after which the next move takes it; [`NEVER`] if none does.
    pub(super) ready_message: u32,
}

/// A move that a step could make.
#[derive(Clone, Copy)]
pub(super) struct PossibleMove {
    /// The first candidate that it takes.
    pub(super) from: usize,
    /// Tokens that it saves.
    pub(super) tokens: u64,
    /// Tokens that it makes the provider write again.
    pub(super) behind: u64,
    /// What waiting with these candidates has cost.
    pub(super) meter: i128,
    /// What the move costs in this request.
    pub(super) cost: i128,
}

/// Numbers of units and candidates.
#[derive(Default)]
pub(super) struct Sent {
    pub(super) units: usize,
    pub(super) candidates: usize,
}

impl Sent {
    /// What the replay reads at a later cut. Linear in the units between.
    pub(super) fn look(&self, units: &Units<'_>, cut: Cut) -> Here {
        let before = units.before_message_from(self.units, cut.messages);
        let whole = units.other_tokens + units.between(0, before);
        Here { cut, units: before, whole, fresh: units.between(self.units, before) }
    }

    /// Advances to that cut.
    pub(super) fn advance(&mut self, candidates: &[Candidate], here: Here) {
        self.units = here.units;
        let rest = candidates.get(self.candidates..).unwrap_or_default();
        self.candidates += rest.iter().take_while(|candidate| candidate.message < here.cut.messages).count();
    }
}
