//! The replay: at which steps the boundary moved.
//!
//! ```text
//! at each cut     E = candidates ready by now, not yet masked        ΔT = what masking them saves
//!                 S = tokens already sent behind the first of them, which a move would write again
//!                 meter += r·ΔT;   meter ≥ rent·(w − r)·S  ──▶ a move: all of E is masked from here on
//! ```
//! A pure function of the conversation's units and the policy, in integers. O(n log n) in candidates and steps.

use super::gate::Gate;
use super::memory::Memory;
use super::saved_sums::SavedSums;
use super::units::{Candidate, Units};
use crate::policy::{CachePolicy, Strategy};
use crate::transcript::Prices;

/// Prices and rent are integers in units of 1 / `SCALE`.
pub const SCALE: u128 = 10_000;

/// A place where a request was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Messages before it.
    pub messages: u32,
    /// Tool turns begun before it.
    pub turns: u32,
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
    pub meter: u128,
    /// Savings of masking so far less the cost of moves, in the same unit.
    pub net: i128,
}

/// The rule of a replay.
#[derive(Clone, Copy)]
pub(super) struct Rule<'a> {
    pub(super) prices: Prices,
    pub(super) strategy: Strategy,
    pub(super) policy: &'a CachePolicy,
    pub(super) window_turns: u32,
    pub(super) memory: Memory,
}

/// Replays `cuts`, in ascending order; the last one is this request. Also the candidates that thinking keeps for good.
pub(super) fn replay<'a>(
    units: &'a Units<'a>,
    candidates: &'a [Candidate],
    cuts: impl Iterator<Item = Cut>,
    rule: Rule<'a>,
    gate: Option<Gate<'a>>,
) -> (Moves, Vec<u32>) {
    let mut replay = Replay::new(units, candidates, rule, gate);
    for cut in cuts {
        replay.steps += 1;
        replay.step(cut);
    }
    (replay.moves, replay.gate.map(Gate::into_bound).unwrap_or_default())
}

struct Replay<'a> {
    units: &'a Units<'a>,
    candidates: &'a [Candidate],
    /// Indexes of candidates, the earliest ready first.
    by_ready: Vec<u32>,
    rule: Rule<'a>,
    /// None if thinking restricts nothing.
    gate: Option<Gate<'a>>,
    /// Whether a stride is due that could not move.
    is_due: bool,
    /// Candidates of `by_ready` that are waiting or masked.
    ready: usize,
    /// Tokens that the waiting candidates save, and the first of these candidates.
    waiting: u64,
    first: Option<usize>,
    /// By candidate, in document order: tokens that it saves, once it is ready.
    saved: SavedSums,
    masked: u64,
    /// Tool turns that the window had passed at the previous step.
    passed_before: u32,
    /// Units and candidates in the messages before the previous cut.
    sent: Sent,
    steps: u32,
    moves: Moves,
}

/// Numbers of units and candidates.
#[derive(Default)]
struct Sent {
    units: usize,
    candidates: usize,
}

impl Sent {
    /// Advances to a later cut.
    fn advance(&mut self, units: &Units<'_>, candidates: &[Candidate], cut: Cut) {
        self.units = units.before_message_from(self.units, cut.messages);
        let rest = candidates.get(self.candidates..).unwrap_or_default();
        self.candidates += rest.iter().take_while(|candidate| candidate.message < cut.messages).count();
    }
}

impl<'a> Replay<'a> {
    fn new(units: &'a Units<'a>, candidates: &'a [Candidate], rule: Rule<'a>, gate: Option<Gate<'a>>) -> Self {
        let mut by_ready: Vec<u32> = (0..candidates.len() as u32).collect();
        let ready_of = |&at: &u32| (candidates.get(at as usize).map(|candidate| candidate.ready_message), at);
        by_ready.sort_unstable_by_key(ready_of);
        Self {
            units,
            candidates,
            by_ready,
            rule,
            gate,
            is_due: false,
            ready: 0,
            waiting: 0,
            first: None,
            saved: SavedSums::new(candidates.len()),
            masked: 0,
            passed_before: 0,
            sent: Sent::default(),
            steps: 0,
            moves: Moves::default(),
        }
    }

    fn step(&mut self, cut: Cut) {
        (self.moves.is_now, self.moves.is_blocked, self.moves.lost_tokens) = (false, false, 0);
        self.raise_barrier(cut.messages);
        self.take_ready(cut.messages);
        if let Some(first) = self.first {
            let behind = self.tokens_behind(first);
            self.moves.meter += u128::from(self.rule.prices.read) * u128::from(self.waiting);
            if self.pays(cut, behind) {
                self.moves.is_blocked = !self.may_move(cut, first);
                self.is_due = self.moves.is_blocked;
                if !self.is_due {
                    self.make_move(cut, behind);
                }
            }
        }
        let sent = self.units.between(0, self.sent.units);
        self.moves.kept_tokens = sent.saturating_sub(self.masked + self.moves.lost_tokens);
        self.moves.net += i128::from(self.rule.prices.read) * i128::from(self.masked);
        self.sent.advance(self.units, self.candidates, cut);
        self.passed_before = self.passed(cut);
    }

    /// Adds the candidates that the plain policy masks at a cut to the waiting ones.
    fn take_ready(&mut self, messages: u32) {
        while let Some(at) = self.by_ready.get(self.ready).map(|&at| at as usize)
            && let Some(candidate) = self.candidates.get(at)
            && candidate.ready_message < messages
        {
            self.ready += 1;
            if let Some(gate) = &mut self.gate
                && !gate.admit(at as u32, candidate)
            {
                continue;
            }
            self.waiting += u64::from(candidate.saved);
            self.saved.add(at, u64::from(candidate.saved));
            self.first = Some(self.first.map_or(at, |first| first.min(at)));
        }
    }

    /// Gives up the waiting candidates in front of thinking that no move takes.
    fn raise_barrier(&mut self, messages: u32) {
        let Some(gate) = &mut self.gate else { return };
        let bound = gate.see(messages, self.candidates);
        if bound.is_empty() {
            return;
        }
        self.first = gate.first();
        for at in bound {
            let saved = self.candidates.get(at as usize).map_or(0, |candidate| u64::from(candidate.saved));
            self.saved.take(at as usize, saved);
            self.waiting -= saved;
        }
    }

    /// Whether thinking allows a move of everything from the candidate `first` on.
    fn may_move(&self, cut: Cut, first: usize) -> bool {
        let Some((gate, first)) = self.gate.as_ref().zip(self.candidates.get(first)) else { return true };
        gate.allows(cut.messages, first)
    }

    /// Tokens already sent behind the candidate `first`, after the move.
    fn tokens_behind(&self, first: usize) -> u64 {
        let Some(candidate) = self.candidates.get(first) else { return 0 };
        let as_they_came = self.units.between(candidate.unit as usize + 1, self.sent.units);
        let saved = self.saved.before(self.sent.candidates).saturating_sub(self.saved.before(first + 1));
        as_they_came.saturating_sub(saved)
    }

    fn pays(&self, cut: Cut, behind: u64) -> bool {
        if let Some(moves) = self.rule.memory.ruling(self.steps) {
            return moves;
        }
        let is_remembered = self.gate.as_ref().is_some_and(|gate| gate.is_remembered(self.steps));
        match self.rule.strategy {
            Strategy::EveryTurn => true,
            _ if is_remembered => true,
            Strategy::Rent { rent } => {
                let dearer = self.rule.prices.write.saturating_sub(self.rule.prices.read);
                let is_paid = self.moves.meter * SCALE >= u128::from(rent) * u128::from(dearer) * u128::from(behind);
                (is_paid && self.is_triggered(cut)) || self.is_over_budget(cut)
            }
            // Does not depend on what is masked, so that a history that comes back reduced has the same steps.
            Strategy::Stride { turns } => {
                self.is_due || self.passed(cut) / turns.max(1) > self.passed_before / turns.max(1)
            }
        }
    }

    /// Tool turns that the window has passed.
    const fn passed(&self, cut: Cut) -> u32 {
        cut.turns.saturating_sub(self.rule.window_turns)
    }

    fn is_triggered(&self, cut: Cut) -> bool {
        let reached = |wanted: Option<u32>, have: u32| wanted.is_none_or(|wanted| have >= wanted);
        self.rule.policy.trigger.as_ref().is_none_or(|any_of| {
            any_of.iter().any(|all_of| {
                reached(all_of.tool_turns, cut.turns)
                    && reached(all_of.messages, cut.messages)
                    && all_of.tokens.is_none_or(|tokens| self.tokens_at(cut) >= tokens)
            })
        })
    }

    fn is_over_budget(&self, cut: Cut) -> bool {
        self.rule
            .policy
            .budget
            .is_some_and(|budget| self.waiting >= budget.clear_at_least && self.tokens_at(cut) > budget.tokens)
    }

    /// Tokens of the whole request at a cut, before a move.
    fn tokens_at(&self, cut: Cut) -> u64 {
        let conversation = self.units.between(0, self.units.before_message(cut.messages));
        (self.units.other_tokens + conversation).saturating_sub(self.masked)
    }

    fn make_move(&mut self, cut: Cut, behind: u64) {
        let cost = i128::from(self.rule.prices.write.saturating_sub(self.rule.prices.read)) * i128::from(behind);
        if let Some(gate) = &mut self.gate {
            gate.make_move(cut.messages);
        }
        self.masked += self.waiting;
        (self.waiting, self.first) = (0, None);
        self.moves = Moves {
            last: Some(cut.messages),
            previous: self.moves.last,
            last_step: self.steps,
            count: self.moves.count + 1,
            is_now: true,
            is_blocked: false,
            kept_tokens: 0,
            lost_tokens: behind,
            meter: 0,
            net: self.moves.net - cost,
        };
    }
}
