//! Decides when to move the boundary of masking. A change in the middle of a request makes the provider's prompt cache
//! write everything behind it again.
//!
//! ```text
//! steps      1      2      3      4      5         at each: results that the plain policy masks, not yet masked
//! meter      ▂      ▄      ▆      █ move  ▂        their cost since the last move, until it pays for a move
//! ```
//! The decision replays every earlier step from the request itself. So the next request of the same conversation finds the
//! same boundary without any store: step 5 finds the move of step 4 again. The problem is ski rental; waiting until it has
//! cost as much as a move is 2-competitive.

mod anchors;
mod bill;
mod came_reduced;
mod front;
mod gate;
mod give_back;
mod holds;
mod imitation;
mod last_move;
mod memory;
mod moves;
mod pointers;
mod saved_sums;
mod shares;
mod stays;
mod trims;
mod unit_keys;
mod units;
mod waiting;

pub use anchors::Anchors;
pub use memory::Memory;
pub(super) use unit_keys::UnitKeys;

use super::arrive::Arrivals;
use super::dedupe::Duplicates;
use super::forms::Forms;
use super::references;
use super::{Action, Decision, Reason, Request};
use crate::edit::list::EditBuilder;
use crate::policy::Strategy;
use crate::transcript::{Breakpoint, DearZone, Limits, Prices, ToolResult, Transcript};
use crate::weight::weigh::Weigher;
use bill::Pricing;
use came_reduced::CameReduced;
use gate::Gate;
use give_back::given_back;
use holds::{HELD, Held, HeldAtEnd, Hold, held_at, holds_of};
use imitation::Imitation;
use last_move::{Rule, replay};
use moves::{Cut, Delay, Moves};
use pointers::move_pointers;
use stays::{Kept, STAYS};
pub(super) use units::weigh_rest;
use units::{Candidate, Units, weigh_units};

/// The result of the cache decision, for the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct CacheOutcome {
    /// The replay; none if nothing is cached, or the policy asks for no replay.
    pub moves: Option<Moves>,
    /// Where nothing is cached and moves were replayed all the same: their number, and the step of the last.
    pub free_moves: Option<(u32, u32)>,
    /// Results stay as they came, because the whole request is too short for the provider's cache.
    pub is_short: bool,
    /// Results that the plain policy masks and that wait for a move.
    pub waiting: u32,
    /// Tokens that masking them would save.
    pub waiting_tokens: u64,
    /// Tokens that all masking saves.
    pub saved_tokens: u64,
    /// Whether the reduced request is within the policy's budget.
    pub fits: bool,
    /// How far from the policy's budget the request is, where that was asked.
    pub margins: Margins,
    /// What is masked keeps the request below its model's dear zone.
    pub below_dear_zone: bool,
    /// Our own breakpoints in the reduced request.
    pub anchors: Anchors,
    /// The model has imitated shortened arguments, so that no more are shortened.
    pub is_imitated: bool,
}

/// What is beyond doubt of a budget in tokens. Savings are rounded one by one, and markers of the cache weigh something: a sum
/// that is close to the budget says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// The request as it came is over the budget.
    pub came_over: bool,
    /// The reduced request is within it.
    pub has_room: bool,
}

/// A request, as the cache decision needs it.
#[derive(Clone, Copy)]
pub(super) struct Conversation<'a> {
    pub(super) body: &'a [u8],
    pub(super) transcript: &'a Transcript,
    /// Indexes of results that came with one of our placeholders.
    pub(super) own: &'a [u32],
    pub(super) keys: &'a UnitKeys<'a>,
    /// Facts that the caller remembers from earlier requests.
    pub(super) memory: Memory<'a>,
    /// Cuts at which closed thinking may go.
    pub(super) prompts: &'a [u32],
}

impl<'a> Conversation<'a> {
    /// Breakpoints on messages, the client's and our own.
    fn breakpoints(&self) -> impl DoubleEndedIterator<Item = &'a Breakpoint> + use<'a> {
        self.transcript.breakpoints.iter().filter(|one| !one.is_null)
    }

    /// Whether a breakpoint is on a block that came with one of our placeholders.
    fn is_own(&self, breakpoint: &Breakpoint) -> bool {
        let place_of = |&at: &u32| self.transcript.results.get(at as usize).map(ToolResult::place);
        self.own.binary_search_by_key(&Some(breakpoint.place), place_of).is_ok()
    }
}

impl Default for CacheOutcome {
    fn default() -> Self {
        Self {
            moves: None,
            free_moves: None,
            waiting: 0,
            waiting_tokens: 0,
            saved_tokens: 0,
            fits: true,
            margins: Margins::default(),
            below_dear_zone: false,
            anchors: Anchors::default(),
            is_imitated: false,
            is_short: false,
        }
    }
}

/// Takes back the edits that wait for the next move, and puts breakpoints on masked blocks.
pub(super) fn decide(
    weigher: &mut Weigher,
    conversation: Conversation<'_>,
    decided: Decided<'_>,
    edits: &mut EditBuilder,
    decisions: &mut Vec<Decision>,
) -> CacheOutcome {
    let mut outcome = carry(weigher, conversation, decided, edits, decisions);
    outcome.is_short = decided.request.is_short();
    if decided.request.policy.cache.anchor
        && let Some(moves) = &outcome.moves
    {
        outcome.anchors = anchors::plan_anchors(conversation, moves, decisions, edits);
    }
    outcome
}

/// What was decided before.
#[derive(Clone, Copy)]
pub(super) struct Decided<'a> {
    pub(super) request: &'a Request<'a>,
    /// None if nothing is pointed to.
    pub(super) duplicates: Option<&'a Duplicates<'a>>,
    pub(super) explain: bool,
}

/// Takes back the edits that wait for the next move. Their decisions become [`Reason::Carried`] and are listed only if
/// `explain`. Linear in the conversation's bytes.
fn carry(
    weigher: &mut Weigher,
    conversation: Conversation<'_>,
    Decided { request, duplicates, explain }: Decided<'_>,
    edits: &mut EditBuilder,
    decisions: &mut Vec<Decision>,
) -> CacheOutcome {
    let Conversation { body, transcript, keys, memory, .. } = conversation;
    let (Request { arrivals, .. }, cache) = (*request, &request.policy.cache);
    let holds = holds_of(&references::find(request), decisions);
    let kept = Kept::of(request, decisions);
    let needs_replay = transcript.needs_replay() || !kept.is_empty();
    if !cache.needs_units() && !needs_replay {
        return keep_referenced(&holds, transcript, explain, arrivals, edits, decisions);
    }
    let Ok(list) = edits.finish(body.len()) else { return CacheOutcome::default() };
    let sent = duplicates.map_or_else(|| Forms::of(arrivals), |duplicates| duplicates.first_forms(arrivals));
    let (mut units, mut candidates) = weigh_units(weigher, request, decisions, list, &sent, keys);
    let movable = (&units, candidates.as_slice());
    let pointers =
        duplicates.map(|found| move_pointers(weigher, request, (found, keys), movable, decisions)).unwrap_or_default();
    if cache.needs_rest() || transcript.limits != Limits::default() {
        units.other_tokens = weigh_rest(weigher, body, transcript);
    }
    // If nothing is cached, waiting saves nothing. The user's own prices say that it is.
    let prices = cache.prices.or(transcript.prices).filter(|_| cache.strategy != Strategy::EveryTurn);
    // Without a cache every step moves as far as thinking lets it.
    let is_free = prices.is_none() && needs_replay;
    let strategy = if is_free { Strategy::EveryTurn } else { cache.strategy };
    let replayed = prices.or(is_free.then_some(FREE)).map(|prices| {
        let rule = Rule { pricing: Pricing { prices, limits: transcript.limits }, strategy, policy: cache, memory };
        let (imitation, gate) = (Imitation::new(conversation, &candidates), Gate::new(conversation));
        let came = CameReduced::new(conversation, request, strategy, &candidates);
        let movable = (candidates.as_slice(), pointers.as_slice(), holds.as_slice());
        replay(&units, movable, &kept, cuts(transcript), rule, gate, (imitation, came))
    });
    let moves = settle(replayed, conversation, (&holds, &kept), &mut candidates, decisions);
    let is_masked = |ready_message: u32| {
        ready_message < STAYS && moves.is_none_or(|moves| moves.last.is_some_and(|cut| ready_message < cut))
    };
    let of = |masked: bool| candidates.iter().filter(move |candidate| is_masked(candidate.ready_message) == masked);
    let waits = || of(false).filter(|candidate| candidate.ready_message < STAYS);
    let (waiting, left) = (waits().count() as u32, of(false).count());
    let waiting_tokens = waits().map(|candidate| u64::from(candidate.saved)).sum();
    let saved: u64 = of(true).map(|candidate| u64::from(candidate.saved)).sum();
    let is_taken = |at: u32| candidates.get(at as usize).is_some_and(|one| is_masked(one.ready_message));
    let saved_tokens = saved.saturating_sub(given_back(&pointers, is_taken));
    let (fits, margins) = met(&units, saved_tokens, decisions.len(), cache.budget.map(|budget| budget.tokens));
    let below_dear_zone = is_kept_below(transcript, units.total(), saved_tokens);
    drop((units, candidates));
    let is_imitated = moves.is_some_and(|moves| moves.is_imitated);
    if left > 0 {
        let is_left = |one: &&Decision| !is_masked(one.ready_message);
        let reason = |one: &Decision| Some(one).filter(is_left).map(|one| why_left(one, is_imitated));
        take_back(reason, explain, arrivals, edits, decisions);
    }
    let (moves, free_moves) = if is_free { (None, moves.map(Moves::in_short)) } else { (moves, None) };
    let outcome = CacheOutcome { moves, free_moves, waiting, waiting_tokens, is_imitated, ..CacheOutcome::default() };
    CacheOutcome { saved_tokens, fits, margins, below_dear_zone, ..outcome }
}

/// Tokens of what a plan may add: markers of the cache.
const ADDED_TOKENS: u64 = 64;

/// Whether a budget of `most` tokens is met, and what is beyond doubt of it. Less than a twentieth of it is no room, nor is less
/// than a token for each of so many edits.
fn met(units: &Units<'_>, saved: u64, edits: usize, most: Option<u64>) -> (bool, Margins) {
    let Some(most) = most else { return (true, Margins::default()) };
    let left = units.total().saturating_sub(saved);
    let came_over = units.came_tokens().is_some_and(|came| came > most);
    let has_room = units.is_asked() && left + ADDED_TOKENS + most / 20 + edits as u64 <= most;
    (left <= most, Margins { came_over, has_room })
}

/// When candidates are ready after the replay, and its moves with those that the memory adds.
fn settle(
    replayed: Option<(Moves, Vec<Delay>, HeldAtEnd)>,
    conversation: Conversation<'_>,
    (holds, kept): (&[Hold], &Kept),
    candidates: &mut [Candidate],
    decisions: &mut [Decision],
) -> Option<Moves> {
    let transcript = conversation.transcript;
    let Some((replayed, delays, at_end)) = replayed else {
        delay(&Held::new(holds, candidates, transcript).now(), candidates, decisions);
        return None;
    };
    delay(&delays, candidates, decisions);
    let held = Held::new(holds, candidates, transcript);
    delay(&held.after_replay(replayed.last, &at_end), candidates, decisions);
    let moves = conversation.memory.add_to(replayed, conversation, candidates);
    if moves.last != replayed.last {
        delay(&held.after(moves.last, &at_end), candidates, decisions);
        let is_left =
            |at: u32| candidates.get(at as usize).is_some_and(|one| one.ready_message >= replayed.last.unwrap_or(0));
        let stays = kept.held_at(moves.last.unwrap_or(0), is_left);
        delay(&stays, candidates, decisions);
    }
    Some(moves)
}

/// Takes back the edits of what references hold, where everything old is masked in each request.
fn keep_referenced(
    holds: &[Hold],
    transcript: &Transcript,
    explain: bool,
    arrivals: &Arrivals,
    edits: &mut EditBuilder,
    decisions: &mut Vec<Decision>,
) -> CacheOutcome {
    let held = held_at(holds, transcript.roles.len() as u32);
    if held.is_empty() {
        return CacheOutcome::default();
    }
    let planned = decisions.iter_mut().filter(|decision| is_planned(decision));
    for (decision, _) in planned.zip(0_u32..).filter(|(_, at)| held.binary_search(at).is_ok()) {
        decision.ready_message = HELD;
    }
    let reason = |one: &Decision| (one.ready_message == HELD).then_some(Reason::Referenced);
    take_back(reason, explain, arrivals, edits, decisions);
    CacheOutcome::default()
}

/// Why a decision is not carried out.
fn why_left(decision: &Decision, is_imitated: bool) -> Reason {
    match decision.ready_message {
        NEVER if is_imitated && decision.action == Action::Trim => Reason::Imitated,
        NEVER => Reason::Bound,
        HELD => Reason::Referenced,
        STAYS => Reason::WorkingSet,
        _ => Reason::Carried,
    }
}

/// Whether a request of `total` tokens is below its model's dear zone only without `saved` of them.
fn is_kept_below(transcript: &Transcript, total: u64, saved: u64) -> bool {
    let is_between = |dear: DearZone| (total.saturating_sub(saved)..total).contains(&dear.above_tokens);
    transcript.limits.dear.is_some_and(is_between)
}

/// Prices of a request that no cache keeps: a move costs nothing.
const FREE: Prices = Prices { read: 10_000, write: 10_000 };
/// The message after which a candidate is ready that no move takes.
const NEVER: u32 = u32::MAX;

/// Says of candidates, and of their decisions, that they are ready later. Candidates are the decisions with edits.
fn delay(delays: &[Delay], candidates: &mut [Candidate], decisions: &mut [Decision]) {
    if delays.is_empty() {
        return;
    }
    for &Delay { candidate, ready_message } in delays {
        candidates.get_mut(candidate as usize).into_iter().for_each(|one| one.ready_message = ready_message);
    }
    let edited = decisions.iter_mut().filter(|decision| is_planned(decision));
    for (decision, candidate) in edited.zip(candidates) {
        decision.ready_message = candidate.ready_message;
    }
}

/// Whether a decision is an edit that a move makes.
const fn is_planned(decision: &Decision) -> bool {
    !matches!(decision.action, Action::Keep | Action::Shorten)
}

/// Takes back the edits of decisions that `reason` has a reason for. They are listed only if `explain`, or if the result
/// has a smaller form, which is then sent.
fn take_back(
    reason: impl Fn(&Decision) -> Option<Reason>,
    explain: bool,
    arrivals: &Arrivals,
    edits: &mut EditBuilder,
    decisions: &mut Vec<Decision>,
) {
    let reason = |decision: &Decision| reason(decision).filter(|_| decision.action != Action::Keep);
    let is_listed = |decision: &Decision| explain || arrivals.has(decision.result);
    let mut kept = 0;
    let places: Vec<Option<u32>> = decisions
        .iter()
        .map(|decision| {
            let place = reason(decision).is_none().then_some(kept);
            kept += u32::from(is_listed(decision) || place.is_some());
            place
        })
        .collect();
    edits.retain(|decision| places.get(decision as usize).copied().flatten());
    decisions.retain_mut(|decision| {
        let Some(reason) = reason(decision) else { return true };
        (decision.action, decision.reason) = (Action::Keep, reason);
        decision.chars_after = decision.chars_before;
        arrivals.add_to(decision);
        is_listed(decision)
    });
}

/// Every step of the conversation, with the tool turns begun before it.
fn cuts(transcript: &Transcript) -> impl Iterator<Item = Cut> + '_ {
    let mut turns = 0u32;
    transcript.step_starts().map(move |messages| {
        let begun = |turn: usize| transcript.turn_starts.get(turn).is_some_and(|&start| (start as usize) < messages);
        while begun(turns as usize) {
            turns += 1;
        }
        Cut { messages: messages as u32, turns }
    })
}
