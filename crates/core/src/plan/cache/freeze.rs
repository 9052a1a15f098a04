//! Keeps everything in front of the client's last breakpoint, if the policy freezes it.

use super::{Conversation, take_back};
use crate::edit::list::EditBuilder;
use crate::plan::{Decision, Reason};
use crate::transcript::Place;

/// Takes back the edits up to the last breakpoint that the client set. An automatic breakpoint, which the provider sets,
/// is behind the newest message, so that no edit is left.
pub(super) fn keep_frozen(
    conversation: Conversation<'_>,
    explain: bool,
    edits: &mut EditBuilder,
    decisions: &mut Vec<Decision>,
) {
    let transcript = conversation.transcript;
    let asked_for = transcript.markers.by_client && transcript.markers.automatic.is_some();
    let last = conversation.breakpoints().rfind(|&one| !conversation.is_own(one)).map(|one| one.place);
    let end = if asked_for { Some(Place { message: u32::MAX, block: u32::MAX }) } else { last };
    let Some(end) = end else { return };
    let is_frozen = |decision: &Decision| {
        let result = transcript.results.get(decision.result as usize);
        result.is_some_and(|result| result.place() <= end)
    };
    take_back(Reason::Frozen, is_frozen, explain, edits, decisions);
}
