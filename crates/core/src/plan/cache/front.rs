//! Where a move without an anchor of an earlier one looks for what the provider has.
//!
//! ```text
//! earlier     user⚑ · call · result⚑                   ⚑ the client's breakpoint: here the provider has an entry
//! this move   user · call⚓ ▒▒▒▒ · call · result⚑       ⚓ ours: entries are looked for at it and up to 20 blocks before
//! ```
//! Without it the provider would look for entries near the newest message alone, where everything is edited, and find no more
//! than the system prompt.

use super::Conversation;
use super::is_planned;
use super::moves::Moves;
use crate::plan::Decision;
use crate::transcript::{Breakpoint, Place};

/// Blocks in front of a breakpoint at which a provider looks for entries. Source: docs.anthropic.com, "Prompt caching".
const LOOK_BACK: usize = 20;

/// The last block that can have a breakpoint in front of the first edit of this request's move; none if a breakpoint is
/// between them already.
pub(super) fn front_of(conversation: Conversation<'_>, moves: &Moves, decisions: &[Decision]) -> Option<Place> {
    let made = moves.previous.unwrap_or(0)..moves.last?;
    let edit = decisions.iter().find(|one| is_planned(one) && made.contains(&one.ready_message))?;
    let transcript = conversation.transcript;
    let place = transcript.results.get(edit.result as usize)?.place();
    let start_of = |message: u32| transcript.units.partition_point(|unit| unit.message < message);
    let end = start_of(place.message) + 1 + place.block as usize;
    let before = transcript.units.get(..end)?.iter().enumerate().rev().take(LOOK_BACK);
    for (at, unit) in before {
        // The message itself comes before its blocks.
        let Some(block) = at.checked_sub(start_of(unit.message) + 1) else { continue };
        let place = Place { message: unit.message, block: block as u32 };
        if conversation.breakpoints().any(|one| one.place == place) {
            return None;
        }
        if unit.is_free {
            return Some(place);
        }
    }
    None
}

/// The client's breakpoints on messages, the earliest first, if placeholders came with the request: one of ours from an
/// earlier request is the first among them. A client that sets four of its own would have too many with it.
pub(super) fn strays<'a>(conversation: Conversation<'a>) -> impl Iterator<Item = &'a Breakpoint> {
    let is_reduced = !conversation.own.is_empty();
    conversation.breakpoints().filter(move |&one| is_reduced && !conversation.is_own(one))
}
