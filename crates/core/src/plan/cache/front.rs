//! Where a move without an anchor of an earlier one looks for what the provider has.
//!
//! ```text
//! earlier     user⚑ · call · result⚑                   ⚑ the client's breakpoint: here the provider has an entry
//! this move   user · call⚓ ▒▒▒▒ · call · result⚑       ⚓ ours: entries are looked for at it and up to 20 blocks before
//! ```
//! Without it the provider would look for entries near the newest message alone, where everything is edited, and find no more
//! than the system prompt.

use super::Conversation;
use crate::transcript::{Breakpoint, Place};

/// Units in front of an edit, and from it on, among which a block is looked for. A provider looks for entries 20 blocks in
/// front of a breakpoint, so one a little behind the edit serves as well. Source: docs.anthropic.com, "Prompt caching".
const IN_FRONT: usize = 20;
const BEHIND: usize = 8;

/// The block that can have a breakpoint and is nearest to the first edit of this request's move, `place`: in front of it, else
/// behind; none if a breakpoint is there already.
pub(super) fn front_of(conversation: Conversation<'_>, place: Place) -> Option<Place> {
    let transcript = conversation.transcript;
    let at = transcript.unit_of(place);
    let in_front = (0..at.min(transcript.units.len())).rev().take(IN_FRONT);
    for at in in_front.chain(at..at + BEHIND) {
        let unit = transcript.units.get(at)?;
        let Some(place) = transcript.place_of(at) else { continue };
        if conversation.breakpoints().any(|one| one.place == place) {
            return None;
        }
        if unit.is_free() {
            return Some(place);
        }
    }
    None
}

/// The client's breakpoints on blocks of messages, the earliest first, if placeholders came with the request: one of ours from an
/// earlier request is the first among them. A client that sets four of its own would have too many with it.
pub(super) fn strays(conversation: Conversation<'_>) -> impl Iterator<Item = &Breakpoint> {
    let is_reduced = !conversation.own.is_empty();
    conversation.breakpoints().filter(move |&one| is_reduced && one.part.is_none() && !conversation.is_own(one))
}
