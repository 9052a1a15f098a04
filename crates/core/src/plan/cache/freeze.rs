//! Keeps everything in front of the client's last breakpoint, if the policy freezes it.

use super::{Conversation, take_back};
use crate::edit::list::EditBuilder;
use crate::plan::arrive::Arrivals;
use crate::plan::{Decision, Reason};
use crate::transcript::Place;

/// Takes back the edits up to the last breakpoint that the client set. An automatic breakpoint, which the provider sets,
/// is behind the newest message, so that no edit is left. Returns the last place that is frozen.
pub(super) fn keep_frozen(
    conversation: Conversation<'_>,
    explain: bool,
    arrivals: &mut Arrivals,
    edits: &mut EditBuilder,
    decisions: &mut Vec<Decision>,
) -> Option<Place> {
    let transcript = conversation.transcript;
    // What is frozen later comes back as it was: thinking that was made in between would be bound to the edited text.
    let is_all = transcript.will_bind() || (transcript.markers.by_client && transcript.markers.automatic.is_some());
    let last = conversation.breakpoints().rfind(|&one| !conversation.is_own(one)).map(|one| one.place);
    let end = if is_all { Some(Place { message: u32::MAX, block: u32::MAX }) } else { last };
    let end = end?;
    let is_frozen = |decision: &Decision| {
        let result = transcript.results.get(decision.result as usize);
        result.is_some_and(|result| result.place() <= end)
    };
    arrivals.forget_through(transcript, end);
    take_back(|decision| is_frozen(decision).then_some(Reason::Frozen), explain, arrivals, edits, decisions);
    Some(end)
}
