//! The cache decision about results that the provider clears: the same replay, with other savings.

use super::anchors::{Edited, plan_anchors};
use super::came_reduced::CameReduced;
use super::imitation::Imitation;
use super::last_move::{Rule, replay};
use super::stays::Kept;
use super::units::{Candidate, Units, weigh_rest, weigh_units};
use super::{CacheOutcome, Conversation, Pricing, cuts, is_kept_below};
use crate::edit::list::EditBuilder;
use crate::plan::arrive::Arrivals;
use crate::plan::forms::Forms;
use crate::policy::{Policy, Strategy};
use crate::span::Span;
use crate::transcript::{AnchorPlace, Finds, Limits, ToolResult, Transcript, Unit};
use crate::weight::weigh::{Weigher, tokens};

/// What the provider is told to clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleared {
    /// Tool uses whose results it clears.
    pub uses: u32,
    /// Newest tool uses that it keeps.
    pub kept: u32,
}

/// A result that may be cleared.
#[derive(Clone, Copy)]
pub struct Old {
    /// Index into [`crate::transcript::Transcript::results`].
    pub result: u32,
    /// It may be in every transcript that goes beyond this message.
    pub ready_message: u32,
    /// The arguments of its call go with it.
    pub clears_arguments: bool,
}

impl CacheOutcome {
    /// Whether a result that became ready then is cleared.
    pub const fn clears(&self, ready_message: u32) -> bool {
        match self.moves {
            None => true,
            Some(moves) => match moves.last {
                None => false,
                Some(cut) => ready_message < cut,
            },
        }
    }
}

/// Decides which of `old` the provider clears, in document order, and adds our breakpoints. Linear in the conversation's bytes.
pub fn decide_clearing(
    weigher: &mut Weigher,
    conversation: Conversation<'_>,
    policy: &Policy,
    old: &[Old],
    edits: &mut EditBuilder,
) -> CacheOutcome {
    let Conversation { body, transcript, keys, memory, .. } = conversation;
    let cache = &policy.cache;
    let no_edits = EditBuilder::default();
    let Ok(list) = no_edits.finish(body.len()) else { return CacheOutcome::default() };
    let (mut units, _) = weigh_units(weigher, body, transcript, &[], list, &Forms::of(&Arrivals::default()), keys);
    if cache.needs_rest() || transcript.limits != Limits::default() {
        units.other_tokens = weigh_rest(weigher, body, transcript);
    }
    let mut candidates: Vec<Candidate> = Vec::with_capacity(old.len());
    for &old in old {
        candidates.extend(arguments_of(weigher, conversation, &units, old));
        candidates.extend(candidate_of(weigher, conversation, &units, old));
    }
    // Several calls of one message are in front of all their results.
    candidates.sort_by_key(|one| one.unit);
    let prices = cache.prices.or(transcript.prices).filter(|_| cache.strategy != Strategy::EveryTurn);
    let moves = prices.map(|prices| {
        let pricing = Pricing { prices, limits: limits_of(transcript, cache.anchor) };
        let rule = Rule { pricing, strategy: cache.strategy, policy: cache, memory };
        // What the provider clears it takes out of what it reads, not out of what is sent: thinking stays valid.
        let marks = (Imitation::new(conversation, &candidates), CameReduced::default());
        let (moves, ..) =
            replay(&units, (&candidates, &[], &[]), &Kept::default(), cuts(transcript), rule, None, marks);
        memory.add_to(moves, conversation, &candidates)
    });
    let outcome = CacheOutcome { moves, ..CacheOutcome::default() };
    let of = |clears: bool| candidates.iter().filter(move |one| outcome.clears(one.ready_message) == clears);
    let sum = |clears: bool| of(clears).map(|candidate| u64::from(candidate.saved)).sum::<u64>();
    let saved_tokens = sum(true);
    let fits = cache.budget.is_none_or(|budget| units.total().saturating_sub(saved_tokens) <= budget.tokens);
    let below_dear_zone = is_kept_below(transcript, units.total(), saved_tokens);
    let (waiting, waiting_tokens) = (of(false).count() as u32, sum(false));
    let anchors = outcome.moves.filter(|_| cache.anchor).map(|moves| {
        let made = moves.made().unwrap_or_default();
        let first = candidates.iter().find(|one| made.contains(&one.ready_message));
        let first = first.and_then(|one| transcript.place_of(one.unit as usize));
        plan_anchors(conversation, &moves, Edited::ByProvider { results: old, first }, edits)
    });
    let anchors = anchors.unwrap_or_default();
    CacheOutcome { waiting, waiting_tokens, saved_tokens, fits, below_dear_zone, anchors, ..outcome }
}

/// The limits of a request. Where it gets none of our breakpoints, what is in front of an early edit is not found.
fn limits_of(transcript: &Transcript, is_anchored: bool) -> Limits {
    let is_bare = !is_anchored && transcript.anchor_place == AnchorPlace::Block;
    let near_end = Finds::NearEnd { units: Limits::LOOK_BACK_UNITS };
    Limits { finds: if is_bare { near_end } else { transcript.limits.finds }, ..transcript.limits }
}

fn candidate_of(
    weigher: &mut Weigher,
    Conversation { body, transcript, .. }: Conversation<'_>,
    units: &Units<'_>,
    Old { result, ready_message, .. }: Old,
) -> Option<Candidate> {
    let result = transcript.results.get(result as usize)?;
    let unit = transcript.unit_of(result.place());
    let before = units.between(unit, unit + 1);
    let after = tokens(weigher.weigh(&cleared_block(body, transcript, result)?));
    let saved = before.saturating_sub(after) as u32;
    let (unit, message) = (unit as u32, result.message);
    Some(Candidate {
        unit,
        message,
        ready_message,
        saved,
        is_thinking: false,
        is_arguments: false,
        has_parts: false,
        is_due: false,
    })
}

/// The arguments of the call that `old` answers, if they go, too.
fn arguments_of(
    weigher: &mut Weigher,
    Conversation { body, transcript, .. }: Conversation<'_>,
    units: &Units<'_>,
    Old { result, ready_message, clears_arguments }: Old,
) -> Option<Candidate> {
    let call =
        transcript.results.get(result as usize).filter(|_| clears_arguments).and_then(|one| transcript.call(one))?;
    let arguments = call.arguments;
    if arguments.of(body).first() != Some(&b'{') {
        return None;
    }
    let (unit, Unit { span, message, .. }) = units.around(arguments.start)?;
    let [before, after] = [Span { end: arguments.start, ..span }, Span { start: arguments.end, ..span }];
    let cleared = [before.of(body), b"{}", after.of(body)].concat();
    let saved = units.between(unit, unit + 1).saturating_sub(tokens(weigher.weigh(&cleared))) as u32;
    Some(Candidate {
        unit: unit as u32,
        message,
        ready_message,
        saved,
        is_thinking: false,
        is_arguments: false,
        is_due: false,
        has_parts: false,
    })
}

/// A result's block as the model reads it after clearing.
fn cleared_block(body: &[u8], transcript: &Transcript, result: &ToolResult) -> Option<Vec<u8>> {
    let [before, after] = transcript.clearing_place?.form.cleared;
    let id = result.id().map_or(b"".as_slice(), |id| id.of(body));
    Some([before.as_bytes(), id, after.as_bytes()].concat())
}
