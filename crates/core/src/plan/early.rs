//! Results that may go although they are in the window: reads that are out of date, and images before the newest ones.
//!
//! ```text
//! Read a.ts ─▶ result     Edit a.ts ─▶ done     (next turn)      the result shows what is no longer so: it waits for a move
//! image · image · image · image                                   with `keepImages: 2` the first two do
//! ```
//! So do those that are too many for the provider.
//! When a result may go depends on what came before that, so that every later request finds the same.

use super::file_fact::FileFact;
use super::{Planner, Request, references};
use crate::arrival::file_tools::ShownByCall;
use crate::hash::Map;
use crate::transcript::{Content, Due, ErrorMarker, Role, ToolResult};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The message from which on a result may go, or [`IN_TIME`].
pub(super) type Early = Vec<u32>;

/// It goes when the window has passed it.
const IN_TIME: u32 = u32::MAX;

impl Planner {
    /// When results may go that are in the window; empty if the policy lets none.
    pub(super) fn find_early(&mut self, request: &Request<'_>) -> Early {
        plan_early(request, |at, result| {
            let call = request.transcript.call(result);
            let rule = call.map_or(&request.policy.rule, |call| request.rule_of(call));
            result.error == ErrorMarker::Yes || self.is_error(request, (at, result), rule, request.chars(result))
        })
    }
}

/// By result; empty if the policy lets none go early. `is_error`: whether a result is an error. Linear.
fn plan_early(request: &Request<'_>, is_error: impl FnMut(usize, &ToolResult) -> bool) -> Early {
    let policy = request.policy;
    if !policy.stale_first && policy.keep_images.is_none() && request.transcript.due.is_empty() {
        return Early::new();
    }
    let mut early = vec![IN_TIME; request.transcript.results.len()];
    if policy.stale_first {
        find_stale(request, is_error, &mut early);
    }
    if let Some(kept) = policy.keep_images {
        find_images(request, kept as usize, &mut early);
    }
    if !request.transcript.due.is_empty() {
        find_due(request, &mut early);
    }
    early
}

/// Reads of a file, while they show what is so: the turn and the result, the earliest first.
type Fresh = BinaryHeap<Reverse<(u32, usize)>>;

fn find_stale(request: &Request<'_>, mut is_error: impl FnMut(usize, &ToolResult) -> bool, early: &mut Early) {
    let transcript = request.transcript;
    let mut fresh: Map<String, Fresh> = Map::default();
    for (at, result) in transcript.results.iter().enumerate().filter(|(_, result)| result.content.is_result()) {
        let Some(call) = transcript.call(result).filter(|call| !result.ambiguous && !call.is_ambiguous()) else {
            continue;
        };
        let (path, is_whole) = match FileFact::new(request, result).shown() {
            Some(ShownByCall::Read { path: Some(path), lines }) => (path, Some(lines.is_none())),
            Some(ShownByCall::Edit { path: Some(path) }) => (path, None),
            _ => continue,
        };
        // Where repeats point back, the newer read points to the older one.
        let replaces = is_whole.is_none_or(|is_whole| is_whole && request.policy.dedupe.is_none());
        let turn = call.turn();
        if replaces && !is_error(at, result) && !references::is_reference(request, at, result) {
            let reads = fresh.entry(path.clone()).or_default();
            // A result may come after the turn behind its call's.
            let next = transcript.turn_starts.get(turn as usize + 1).copied().unwrap_or(IN_TIME).max(result.message);
            while let Some(&Reverse((_, read))) = reads.peek().filter(|Reverse((read_turn, _))| *read_turn < turn) {
                reads.pop();
                if let Some(early) = early.get_mut(read) {
                    *early = (*early).min(next);
                }
            }
        }
        if is_whole.is_some() {
            fresh.entry(path).or_default().push(Reverse((turn, at)));
        }
    }
}

/// Results that are nothing but images, and images in no result, go when so many newer ones have come.
fn find_images(request: &Request<'_>, kept: usize, early: &mut Early) {
    let mut newer: Vec<u32> = Vec::new();
    let answers = answers_behind(&request.transcript.roles);
    for (result, early) in request.transcript.results.iter().zip(early).rev() {
        let (images, others) = count(request, result);
        if images > 0
            && others == 0
            && let Some(&message) = newer.len().checked_sub(kept).and_then(|at| newer.get(at))
        {
            // No image goes before the model has seen it.
            let seen = answers.get(result.message as usize).copied().unwrap_or(IN_TIME);
            *early = (*early).min(message.max(seen));
        }
        newer.extend(core::iter::repeat_n(result.message, images));
    }
}

/// Results with images or documents that have to go: when the model has seen them, unless they go at once.
fn find_due(request: &Request<'_>, early: &mut Early) {
    let transcript = request.transcript;
    let answers = answers_behind(&transcript.roles);
    for (result, early) in transcript.results.iter().zip(early) {
        let Some(Due { message, at_once, .. }) = transcript.due_of(result) else { continue };
        let seen = answers.get(result.message as usize).copied().unwrap_or(IN_TIME);
        *early = (*early).min(message.max(if at_once { 0 } else { seen }));
    }
}

/// By message: the next one that is the model's; [`IN_TIME`] if there is none.
fn answers_behind(roles: &[Role]) -> Vec<u32> {
    let mut next = IN_TIME;
    let behind = roles.iter().enumerate().rev().map(|(at, role)| {
        let answer = next;
        if *role == Role::Assistant {
            next = at as u32;
        }
        answer
    });
    let mut answers: Vec<u32> = behind.collect();
    answers.reverse();
    answers
}

/// Images of a result, and its texts and documents.
fn count(request: &Request<'_>, result: &ToolResult) -> (usize, usize) {
    let (first, count) = match result.content {
        Content::Media { first, count } | Content::Response { first, count } | Content::Loose { first, count } => {
            (first, count)
        }
        Content::Picture { .. } => return (1, 0),
        _ => return (0, 0),
    };
    let parts = first as usize..(first + count) as usize;
    let images = parts.filter(|&at| request.transcript.media_of(at).is_some_and(|media| media.is_image)).count();
    (images, count as usize - images)
}
