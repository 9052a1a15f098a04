//! Results that may go although they are in the window: images before the newest ones.
//!
//! ```text
//! image · image · image · image      with `keepImages: 2` the first two wait for a move
//! ```
//! So do those that are too many for the provider.
//! When a result may go depends on what came before that, so that every later request finds the same.

use super::Request;
use crate::transcript::{Content, Due, Role, ToolResult};

/// The message from which on a result may go, or [`IN_TIME`].
pub(super) type Early = Vec<u32>;

/// It goes when the window has passed it.
const IN_TIME: u32 = u32::MAX;

/// When results may go that are in the window, by result; empty if the policy lets none. Linear.
pub(super) fn find_early(request: &Request<'_>) -> Early {
    let policy = request.policy;
    if policy.keep_images.is_none() && request.transcript.due.is_empty() {
        return Early::new();
    }
    let mut early = vec![IN_TIME; request.transcript.results.len()];
    if let Some(kept) = policy.keep_images {
        find_images(request, kept as usize, &mut early);
    }
    if !request.transcript.due.is_empty() {
        find_due(request, &mut early);
    }
    early
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
