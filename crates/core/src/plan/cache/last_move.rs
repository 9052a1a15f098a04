//! The replay: at which steps the boundary moved.
//!
//! ```text
//! at each cut     E = candidates ready by now, not yet masked        ΔT = what masking them saves
//!                 S = tokens already sent behind the first of them, which a move would write again
//!                 meter += r·ΔT;   meter ≥ rent·(w − r)·S  ──▶ a move: all of E is masked from here on
//! ```
//! A pure function of the conversation's units and the policy, in integers. O(n log n) in candidates and steps.

mod entries;
mod pays;
mod ready;

use self::entries::Entries;
use super::NEVER;
use super::bill::{Pricing, Size};
use super::came_reduced::CameReduced;
use super::gate::Gate;
use super::give_back::{GiveBack, Pointer};
use super::holds::{HeldAtEnd, Hold};
use super::imitation::Imitation;
use super::memory::Memory;
use super::moves::{Cut, Delay, Here, Moves, PossibleMove, Sent};
use super::saved_sums::SavedSums;
use super::stays::{Kept, Stays};
use super::units::{Candidate, Units};
use super::waiting::{Waiting, take_waiting};
use crate::policy::{CachePolicy, Strategy};

/// The rule of a replay.
#[derive(Clone, Copy)]
pub(super) struct Rule<'a> {
    pub(super) pricing: Pricing,
    pub(super) strategy: Strategy,
    pub(super) policy: &'a CachePolicy,
    pub(super) memory: Memory<'a>,
}

/// Replays `cuts`, in ascending order; the last one is this request. Also the candidates that the last move left: thinking
/// keeps them for good, or they are thinking in front of what it took; and those that references hold. `pointers` are in
/// what is sent before any move.
pub(super) fn replay<'a>(
    units: &'a Units<'a>,
    (candidates, pointers, holds): (&'a [Candidate], &'a [Pointer], &[Hold]),
    kept: &'a Kept,
    cuts: impl Iterator<Item = Cut>,
    rule: Rule<'a>,
    gate: Option<Gate<'a>>,
    (imitation, came): (Imitation<'a>, CameReduced),
) -> (Moves, Vec<Delay>, HeldAtEnd) {
    let gives_back = GiveBack::new(pointers, holds, candidates, !kept.is_empty());
    let mut replay = Replay::new(units, candidates, rule, (gate, imitation, came), (gives_back, Stays::new(kept)));
    for cut in cuts {
        replay.steps += 1;
        replay.step(cut);
    }
    replay.into_outcome()
}

/// What is due at a step.
enum Due {
    Move(PossibleMove),
    /// A move that would begin in front of a mark that came: what waits there stays for good.
    Leave,
}

struct Replay<'a> {
    units: &'a Units<'a>,
    candidates: &'a [Candidate],
    /// Indexes of candidates, the earliest ready first.
    by_ready: Vec<u32>,
    rule: Rule<'a>,
    /// None if thinking restricts nothing.
    gate: Option<Gate<'a>>,
    imitation: Imitation<'a>,
    came: CameReduced,
    /// Arguments that stay because the model has imitated shortened ones, and what is in front of marks that came.
    stopped: Vec<u32>,
    /// Candidates of `by_ready` that are waiting or masked.
    ready: usize,
    waiting: Waiting,
    /// The content of pointers that comes back with moves.
    gives_back: GiveBack<'a>,
    /// The working set, and what was fetched again.
    stays: Stays<'a>,
    /// Waiting candidates that keep the request over a limit.
    due: usize,
    /// What waiting with the part from the first result on has cost since the last move.
    part_meter: i128,
    /// By candidate, in document order: tokens that it saves, once it is ready.
    saved: SavedSums,
    /// Tokens that moves took out, without what came back.
    taken: u64,
    /// Units and candidates in the messages before the previous cut.
    sent: Sent,
    entries: Entries,
    /// Messages before the previous cut.
    previous_cut: u32,
    steps: u32,
    /// The bill of sending everything before this step.
    whole_bill: i128,
    moves: Moves,
}

impl<'a> Replay<'a> {
    fn new(
        units: &'a Units<'a>,
        candidates: &'a [Candidate],
        rule: Rule<'a>,
        (gate, imitation, came): (Option<Gate<'a>>, Imitation<'a>, CameReduced),
        (gives_back, stays): (GiveBack<'a>, Stays<'a>),
    ) -> Self {
        let mut by_ready: Vec<u32> = (0..candidates.len() as u32).collect();
        let ready_of = |&at: &u32| (candidates.get(at as usize).map(|candidate| candidate.ready_message), at);
        by_ready.sort_unstable_by_key(ready_of);
        Self {
            units,
            candidates,
            by_ready,
            rule,
            // Where thinking is checked, no edit may be behind thinking that stays.
            waiting: Waiting::new(
                candidates,
                gate.is_none() && (!stays.is_empty() || candidates.iter().any(|one| one.is_thinking)),
                (imitation.is_possible() || came.is_possible() || !stays.is_empty()) && gate.is_none(),
            ),
            gate,
            imitation,
            came,
            stopped: Vec::new(),
            gives_back,
            stays,
            ready: 0,
            due: 0,
            part_meter: 0,
            saved: SavedSums::new(candidates.len()),
            taken: 0,
            sent: Sent::default(),
            entries: Entries::new(rule.pricing.limits),
            previous_cut: 0,
            steps: 0,
            whole_bill: 0,
            moves: Moves::default(),
        }
    }

    fn step(&mut self, cut: Cut) {
        (self.moves.is_now, self.moves.is_blocked, self.moves.lost_tokens) = (false, false, 0);
        self.raise_barrier(cut.messages);
        self.see_imitation(cut.messages);
        self.came.see(cut.messages);
        self.gives_back.see(cut.messages);
        self.see_working_set(cut.messages);
        self.take_ready(cut.messages);
        let here = self.sent.look(self.units, cut);
        let size = self.size_at(here);
        self.moves.meter += self.rule.pricing.worth(size, self.waiting_tokens());
        self.part_meter += self.rule.pricing.worth(size, self.part_tokens());
        match self.due(here) {
            Some(Due::Move(due)) => {
                self.moves.is_blocked = !self.may_move(cut, due.from);
                if !self.moves.is_blocked {
                    self.make_move(cut, due);
                }
            }
            Some(Due::Leave) => self.leave_marked(),
            None => {}
        }
        let sent = self.units.between(0, self.sent.units);
        let masked = self.masked();
        self.moves.kept_tokens = sent.saturating_sub(masked + self.moves.lost_tokens);
        let unreduced = Size { total: here.whole.max(masked), ..size };
        self.moves.net += self.rule.pricing.worth(unreduced, masked);
        self.whole_bill += self.rule.pricing.bill(unreduced);
        // What a session remembers was masked, whether the replay would have moved or not.
        if self.rule.memory.last_step == self.steps {
            self.stays.make_move(0);
        }
        self.sent.advance(self.candidates, here);
        self.entries.send(here.units);
        self.previous_cut = cut.messages;
    }

    /// Gives up the waiting candidates in front of thinking that no move takes.
    fn raise_barrier(&mut self, messages: u32) {
        let Some(gate) = &mut self.gate else { return };
        let bound = gate.see((self.steps, messages), self.candidates);
        self.give_up(&bound);
    }

    /// Gives up the arguments that wait, if the model has imitated shortened ones.
    fn see_imitation(&mut self, messages: u32) {
        if !self.imitation.see(messages) {
            return;
        }
        let Self { gate, waiting, candidates, imitation, .. } = self;
        let gone = take_waiting((gate, waiting), candidates, |one| imitation.stops(one));
        self.stop(gone);
    }

    /// Gives up what waits in front of marks that came.
    fn leave_marked(&mut self) {
        let Self { gate, waiting, candidates, came, .. } = self;
        let gone = take_waiting((gate, waiting), candidates, |one| came.is_behind(one));
        self.stop(gone);
        (self.moves.meter, self.part_meter) = (0, 0);
    }

    /// Candidates that no longer wait stay for good.
    fn stop(&mut self, gone: Vec<u32>) {
        self.give_up(&gone);
        self.stopped.extend(gone);
    }

    /// Takes candidates that no longer wait out of all sums.
    fn give_up(&mut self, gone: &[u32]) {
        let first = self.gate.as_ref().map_or_else(|| self.waiting.first_listed(), Gate::first);
        for &at in gone {
            let Some(one) = self.candidates.get(at as usize) else { continue };
            self.saved.take(at as usize, u64::from(one.saved));
            self.due -= usize::from(one.is_due);
            self.gives_back.give_up(at);
            self.stays.give_up(at);
            self.waiting.give_up(u64::from(one.saved), one.is_arguments, first);
        }
    }

    /// Whether thinking allows a move of everything from the candidate `first` on.
    fn may_move(&self, cut: Cut, first: usize) -> bool {
        let Some((gate, first)) = self.gate.as_ref().zip(self.candidates.get(first)) else { return true };
        // What a session remembers was made, whatever thinking has gone since.
        gate.allows(cut.messages, first) || gate.is_remembered(self.steps)
    }

    /// A move of everything from the candidate `from` on.
    fn possible(&self, here: Here, from: usize, tokens: u64, meter: i128) -> PossibleMove {
        let behind = self.tokens_behind(here, from.min(self.first_change(here.cut).unwrap_or(from)));
        let cost = self.rule.pricing.rewriting(self.tokens_at(here).saturating_sub(tokens), behind);
        PossibleMove { from, tokens, behind, meter, cost }
    }

    /// The first unit that thinking lets a move edit.
    fn first_unit(&self, messages: u32) -> u32 {
        self.gate.as_ref().map_or(0, |gate| gate.first_unit(messages))
    }

    /// The first candidate that a move changes because of references.
    fn first_change(&self, cut: Cut) -> Option<usize> {
        self.gives_back.first_change(self.first_unit(cut.messages))
    }

    /// Tokens already sent that a move from the candidate `first` on makes the provider write again, after the move.
    fn tokens_behind(&self, here: Here, first: usize) -> u64 {
        let Some(candidate) = self.candidates.get(first) else { return 0 };
        let start = self.entries.start(candidate.unit, here.units);
        if start.is_some_and(|start| start as usize >= self.sent.units) {
            return 0;
        }
        let in_front = if start.is_none() { self.units.other_tokens } else { 0 };
        let start = start.unwrap_or(0);
        // Several calls may be in one unit.
        let next = self.candidates.partition_point(|one| one.unit < start);
        let as_they_came = self.units.between(start as usize, self.sent.units);
        let saved = self.saved.before(self.sent.candidates).saturating_sub(self.saved.before(next));
        in_front + as_they_came.saturating_sub(saved) + self.gives_back.between(start, self.previous_cut)
    }

    /// Tokens that masking has taken out.
    fn masked(&self) -> u64 {
        self.gives_back.left_of_masked(self.taken)
    }

    /// Tokens that a move of everything would take out.
    fn waiting_tokens(&self) -> u64 {
        self.gives_back.left_of_waiting(self.waiting.tokens)
    }

    /// The same from the first result on. Thinking in front of it brings nothing back.
    fn part_tokens(&self) -> u64 {
        self.gives_back.left_of_waiting(self.waiting.part_tokens())
    }

    /// What this step wants to do.
    fn due(&self, here: Here) -> Option<Due> {
        let first = self.waiting.first.or_else(|| self.first_change(here.cut))?;
        let all = self.possible(here, first, self.waiting_tokens(), self.moves.meter);
        if let Some(moves) = self.rule.memory.ruling(self.steps) {
            return moves.then_some(Due::Move(all));
        }
        let is_remembered = self.gate.as_ref().is_some_and(|gate| gate.is_remembered(self.steps));
        let is_all = match self.rule.strategy {
            Strategy::EveryTurn => !self.stays.is_still(self.steps),
            _ if is_remembered => true,
            Strategy::Rent { rent } | Strategy::Auto { rent } => {
                if self.is_over_budget(here) {
                    return Some(Due::Move(all));
                }
                if self.stays.is_still(self.steps) {
                    return None;
                }
                let pays = |one: &PossibleMove| self.pays(here, *one, rent);
                let due = Some(all).filter(pays).or_else(|| self.part(here).filter(pays))?;
                return Some(if self.is_in_front_of_marks(due.from) { Due::Leave } else { Due::Move(due) });
            }
        };
        is_all.then_some(Due::Move(all))
    }

    /// The move that leaves the thinking in front of the first result.
    fn part(&self, here: Here) -> Option<PossibleMove> {
        let from = self.waiting.part_start()?;
        Some(self.possible(here, from, self.part_tokens(), self.part_meter))
    }

    fn is_in_front_of_marks(&self, first: usize) -> bool {
        self.candidates.get(first).is_some_and(|one| self.came.is_behind(one))
    }

    fn is_over_budget(&self, here: Here) -> bool {
        let over_tokens = self.rule.policy.budget.is_some_and(|budget| {
            self.waiting_tokens() >= budget.clear_at_least && self.tokens_at(here) > budget.tokens
        });
        over_tokens || self.due > 0
    }

    /// The request at a cut, before a move.
    fn size_at(&self, here: Here) -> Size {
        Size { total: self.tokens_at(here), fresh: here.fresh }
    }

    /// Tokens of the whole request at a cut, before a move.
    fn tokens_at(&self, here: Here) -> u64 {
        here.whole.saturating_sub(self.masked())
    }

    fn make_move(&mut self, cut: Cut, made: PossibleMove) {
        if let Some(gate) = &mut self.gate {
            gate.make_move(cut.messages);
        }
        let is_all = Some(made.from) == self.waiting.first;
        let edited = self.candidates.get(made.from).map_or(0, |one| one.unit);
        self.entries.make_move(edited, self.anchored(cut));
        if self.waiting.arguments > 0 {
            self.imitation.shorten(cut.messages);
        }
        let before = self.waiting.tokens;
        self.waiting.take_from(made.from);
        self.taken += before - self.waiting.tokens;
        self.gives_back.make_move(self.first_unit(cut.messages), made.from as u32);
        self.stays.make_move(made.from as u32);
        (self.part_meter, self.due) = (0, 0);
        self.moves = Moves {
            last: Some(cut.messages),
            previous: self.moves.last,
            last_step: self.steps,
            count: self.moves.count + 1,
            is_now: true,
            is_blocked: false,
            kept_tokens: 0,
            lost_tokens: made.behind,
            meter: if is_all { 0 } else { self.moves.meter - made.meter },
            net: self.moves.net - made.cost,
            is_imitated: self.moves.is_imitated,
        };
    }

    /// The unit of the last candidate that a move at `cut` takes, if a breakpoint of ours can be there.
    fn anchored(&self, cut: Cut) -> Option<u32> {
        let taken = |one: &&Candidate| one.ready_message < cut.messages;
        let last = self.candidates.get(..self.sent.candidates).unwrap_or_default().iter().rev().find(taken)?;
        (self.rule.policy.anchor && last.has_parts).then_some(last.unit)
    }

    fn into_outcome(self) -> (Moves, Vec<Delay>, HeldAtEnd) {
        let first_unit = self.first_unit(self.previous_cut);
        let Self { candidates, gate, gives_back, stays, waiting, moves, imitation, stopped, .. } = self;
        let moves = Moves { is_imitated: imitation.is_seen(), ..moves };
        let bound = gate.map(Gate::into_bound).unwrap_or_default();
        let bound = bound.into_iter().chain(stopped).map(|candidate| Delay { candidate, ready_message: NEVER });
        let cut = moves.last.unwrap_or(0);
        let left = waiting.into_left(candidates, moves);
        let stays = stays.into_delays(candidates, cut);
        // What thinking binds stays, whatever else holds it.
        (moves, stays.into_iter().chain(bound).chain(left).collect(), gives_back.into_held(first_unit))
    }
}
