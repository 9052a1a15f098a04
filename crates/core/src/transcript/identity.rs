//! Spans that identify a conversation, and a step of it among the branches of the conversation.

use crate::span::Span;
use crate::transcript::{Role, ToolResult, Transcript, Unit};

/// Spans of a body by which its conversation is known. Clients change text in them from request to request (dates, git
/// states, billing lines); the caller leaves that out before it compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct Landmarks {
    /// Number of steps of the conversation.
    pub steps: u32,
    /// Raw id, without quotes, of the newest answered call before the requested step; empty if there is none.
    pub call_id: Span,
    /// The same at the end.
    pub newest_call_id: Span,
    /// Raw id of the conversation's first answered call; empty if there is none.
    pub first_call_id: Span,
    /// The messages up to the user's first one.
    pub opening: Span,
    /// The system prompt outside the conversation, if there is one.
    pub system: Span,
    /// JSON of the model's name; empty if the body has none.
    pub model: Span,
    /// A message is marked to be kept for an hour.
    pub hourly: bool,
    /// The client has set a marker.
    pub marked: bool,
    /// On `OpenAI`'s wire: a part of a message has a `cache_control`.
    pub controls: bool,
    /// The user speaks at the end, and no call is open.
    pub is_prompt: bool,
    /// The request asks for thinking by hand.
    pub by_hand: bool,
    /// Some thinking is signed, or encrypted.
    pub signed: bool,
    /// Its blocks of thinking.
    pub thinking: u32,
    /// Those in front of the requested step.
    pub thinking_before: u32,
    /// Messages in front of the unit after its last thinking; 0 without any.
    pub thinking_end: u32,
}

impl Landmarks {
    /// The landmarks of a transcript with units. Linear.
    pub(crate) fn of(transcript: &Transcript, step: u32) -> Self {
        let cut = (step as usize).checked_sub(1).and_then(|step| transcript.step_starts().nth(step)).unwrap_or(0);
        let answered = || transcript.results.iter().filter(|result| transcript.call(result).is_some());
        let newest = answered().take_while(|result| (result.message as usize) < cut).last();
        Self {
            steps: transcript.step_starts().count() as u32,
            call_id: newest.and_then(ToolResult::id).unwrap_or_default(),
            newest_call_id: answered().next_back().and_then(ToolResult::id).unwrap_or_default(),
            first_call_id: answered().next().and_then(ToolResult::id).unwrap_or_default(),
            opening: opening(transcript),
            system: transcript.system,
            model: transcript.model,
            hourly: transcript.markers.hourly,
            marked: transcript.markers.any || transcript.markers.automatic.is_some(),
            controls: transcript.markers.controls,
            is_prompt: transcript.ends_with_prompt(),
            by_hand: transcript.thinks_by_hand,
            signed: transcript.has_signed_thinking,
            thinking: transcript.thinking.len() as u32,
            thinking_end: thinking_end(transcript),
            thinking_before: transcript.thinking.partition_point(|block| (block.message as usize) < cut) as u32,
        }
    }
}

fn thinking_end(transcript: &Transcript) -> u32 {
    let after = |unit: u32| transcript.units.get(unit as usize + 1).map(Unit::message);
    transcript.thinking.last().map_or(0, |block| after(block.unit).unwrap_or(block.message + 1))
}

fn opening(transcript: &Transcript) -> Span {
    let user = transcript.roles.iter().position(|role| *role == Role::User).unwrap_or(0) as u32;
    let last = transcript.units.partition_point(|unit| unit.message() < user);
    let span = |at: usize| transcript.units.get(at).map(|unit| unit.span).unwrap_or_default();
    Span { start: span(0).start, end: span(last).end }
}
