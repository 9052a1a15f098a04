//! Leaves old tool results to the provider: the body stays, and one edit of its context management says what it clears.
//!
//! ```text
//! turns     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ · · · · · ·      ▒ cleared: a run of whole turns from the oldest, until the next move
//! requests  keep: 6, 7, 8, …                  uses behind the run: the number grows, the run stays
//! ```
//! The provider works out anew for every request what it clears. With the number of all uses behind the run it finds the
//! same ones each time, so that its cache stays valid. Source: docs.anthropic.com, "Context editing".

use super::cache::{Cleared, Old, decide_clearing};
use super::names::ToolNames;
use super::roles::{ResultRole, role_by_name};
use super::{Action, CacheOutcome, Conversation, Decision, Memory, Reason, Request, UnitKeys};
use crate::edit::list::{EditBuilder, EditKind};
use crate::json::text::push_escaped_char;
use crate::transcript::{ClearingForm, ToolCall};
use crate::weight::weigh::Weigher;

/// A turn in which something stays.
const NEVER: u32 = u32::MAX;

/// Plans what the provider clears. Linear in results, calls and bytes.
pub(super) fn plan(
    weigher: &mut Weigher,
    request: &Request<'_>,
    explain: bool,
    memory: Memory<'_>,
    edits: &mut EditBuilder,
    decisions: &mut Vec<Decision>,
) -> CacheOutcome {
    let Request { body, transcript, policy, prompts, .. } = *request;
    let judged = judge(request);
    let ready = turns_ready(request, &judged);
    let turn_of = |at: u32| {
        let result = transcript.results.get(at as usize)?;
        transcript.call(result).map(ToolCall::turn)
    };
    let ready_of = |at: u32| turn_of(at).and_then(|turn| ready.get(turn as usize)).copied().unwrap_or(NEVER);
    let is_old = |one: &&Judged| one.verdict.is_ok() && ready_of(one.result) != NEVER;
    let mut answered = vec![false; transcript.calls.len()];
    let old: Vec<Old> = judged
        .iter()
        .filter(is_old)
        .map(|one| Old {
            result: one.result,
            ready_message: ready_of(one.result),
            clears_arguments: clears_arguments(request, one.result, &mut answered),
        })
        .collect();
    let mut keys = UnitKeys::new(body, transcript, request.signs.long_texts(), true);
    keys.make_until(body.len() as u32);
    let conversation = Conversation { body, transcript, own: &[], keys: &keys, memory, prompts };
    let mut outcome = decide_clearing(weigher, conversation, policy, &old, edits);
    let cleared = old.iter().filter(|one| outcome.clears(one.ready_message));
    let run = cleared.filter_map(|one| turn_of(one.result)).max().map_or(0, |turn| turn + 1);
    if run > 0 {
        outcome.cleared = put_edit(request, run, edits);
        edits.sort();
    }
    if explain {
        let is_cleared = |one: &Judged| turn_of(one.result).is_some_and(|turn| turn < run);
        decisions.extend(judged.iter().map(|one| decision_of(request, one, is_cleared(one))));
    }
    outcome
}

/// A result, and when it may be cleared or why it stays.
struct Judged {
    result: u32,
    verdict: Result<u32, Reason>,
}

fn judge(request: &Request<'_>) -> Vec<Judged> {
    let results = request.transcript.results.iter().enumerate();
    let own = results.filter(|(_, result)| result.content.is_result());
    own.map(|(at, result)| {
        let call = request.transcript.call(result).ok_or(Reason::Orphan);
        let verdict = call.and_then(|call| {
            let rule = if excludes(request, call) { Err(Reason::Never) } else { request.stays(at, result, call) }?;
            Ok(request.ready_message(at, result, call, rule))
        });
        Judged { result: at as u32, verdict }
    })
    .collect()
}

/// Whether the provider is told to leave a tool's results: by its name they are what the user said, or what has to stay.
fn excludes(request: &Request<'_>, call: &ToolCall) -> bool {
    let stays =
        |role| !matches!(role, ResultRole::Report | ResultRole::Observation | ResultRole::File | ResultRole::Failure);
    role_by_name(request, &request.name_of(call)).is_some_and(stays)
}

/// Whether the arguments of the call that a result answers go with it: with the first one, if the policy shortens them.
fn clears_arguments(request: &Request<'_>, result: u32, answered: &mut [bool]) -> bool {
    let Some((args, result)) = request.policy.args.as_ref().zip(request.transcript.results.get(result as usize)) else {
        return false;
    };
    let Some(was_answered) = answered.get_mut(result.call_index()) else { return false };
    let is_first = !core::mem::replace(was_answered, true);
    is_first && request.transcript.call(result).is_some_and(|call| args.applies_to(|| request.name_of(call)))
}

/// By tool turn: the message from which on it and all turns before it may be cleared, or [`NEVER`].
fn turns_ready(request: &Request<'_>, judged: &[Judged]) -> Vec<u32> {
    let transcript = request.transcript;
    let mut ready: Vec<Option<u32>> = vec![None; transcript.turn_count as usize];
    for Judged { result, verdict } in judged {
        let call = transcript.results.get(*result as usize).and_then(|result| transcript.call(result));
        let Some(turn) = call.and_then(|call| ready.get_mut(call.turn() as usize)) else { continue };
        let at = match verdict {
            Ok(message) => *message,
            // What the provider is told to leave out holds nothing up.
            Err(Reason::Never) => 0,
            // The provider can leave out tools, and no single results.
            Err(Reason::Program | Reason::Instruction | Reason::Task | Reason::State) => continue,
            Err(_) => NEVER,
        };
        *turn = Some(turn.unwrap_or(0).max(at));
    }
    let window = request.policy.rule.window_turns as usize;
    let passed = |turn: usize| transcript.turn_starts.get(turn + window).copied().unwrap_or(NEVER);
    let mut before = 0;
    let whole = ready.into_iter().enumerate().map(|(turn, ready)| {
        before = ready.unwrap_or_else(|| passed(turn)).max(before);
        before
    });
    whole.collect()
}

/// Puts the edit for the first `run` turns into the request.
fn put_edit(request: &Request<'_>, run: u32, edits: &mut EditBuilder) -> Cleared {
    let calls = &request.transcript.calls;
    let (old, new): (Vec<&ToolCall>, Vec<&ToolCall>) = calls.iter().partition(|call| call.turn() < run);
    let (cleared_calls, excluded): (Vec<&ToolCall>, Vec<&ToolCall>) =
        old.into_iter().partition(|call| request.rule(call).is_ok() && !excludes(request, call));
    let cleared = Cleared { uses: cleared_calls.len() as u32, kept: new.len() as u32 };
    let Some(place) = request.transcript.clearing_place else { return cleared };
    let [before, after] = place.around;
    let edit = edit_text(request, place.form, (&cleared_calls, cleared.kept), &excluded);
    let text = [before.as_bytes(), &edit, after.as_bytes()].concat();
    edits.mark(place.span, &text, place.index, EditKind::Clears);
    cleared
}

/// The edit's JSON.
fn edit_text(
    request: &Request<'_>,
    form: &ClearingForm,
    (cleared, kept): (&[&ToolCall], u32),
    excluded: &[&ToolCall],
) -> Vec<u8> {
    let [before, after] = form.edit;
    let mut text = format!("{before}{kept}{after}").into_bytes();
    text.extend_from_slice(&inputs_text(request, cleared));
    let names = names_text(request, excluded.iter().copied());
    if !names.is_empty() {
        let [before, after] = form.excluded;
        text.extend_from_slice(before.as_bytes());
        text.extend_from_slice(&names);
        text.extend_from_slice(after.as_bytes());
    }
    text.extend_from_slice(form.end.as_bytes());
    text
}

/// The JSON that says whose arguments go: all, none, or those of some tools.
fn inputs_text(request: &Request<'_>, cleared: &[&ToolCall]) -> Vec<u8> {
    let Some(args) = &request.policy.args else { return b"false".to_vec() };
    if args.applies_to_all() {
        return b"true".to_vec();
    }
    let applies = |call: &&ToolCall| args.applies_to(|| request.name_of(call));
    let names = names_text(request, cleared.iter().copied().filter(applies));
    if names.is_empty() { b"false".to_vec() } else { [b"[", &*names, b"]"].concat() }
}

/// The JSON of the tools' names without brackets, each once.
fn names_text<'a>(request: &Request<'_>, calls: impl Iterator<Item = &'a ToolCall>) -> Vec<u8> {
    let names = ToolNames { body: request.body, level: request.level };
    let mut spelled: Vec<Vec<u8>> = Vec::new();
    for name in calls.filter_map(|call| names.code_points(call)) {
        let mut spelling = vec![b'"'];
        for code in name {
            push_escaped_char(code, &mut spelling);
        }
        spelling.push(b'"');
        if !spelled.contains(&spelling) {
            spelled.push(spelling);
        }
    }
    spelled.join(&b","[..])
}

/// The decision about a result, which stays in the body.
fn decision_of(request: &Request<'_>, one: &Judged, is_cleared: bool) -> Decision {
    let reason = match one.verdict {
        Err(reason) => reason,
        Ok(_) if is_cleared => Reason::Cleared,
        Ok(_) => Reason::Carried,
    };
    let chars = request.transcript.results.get(one.result as usize).map_or(0, |result| request.chars(result)) as u32;
    let (chars_before, chars_after) = (chars, chars);
    Decision { result: one.result, action: Action::Keep, reason, chars_before, chars_after, ready_message: 0 }
}
