//! Takes thinking out of its message, as soon as the user speaks again.
//!
//! ```text
//! [{thinking}, {text}, {tool_use}]   ▶ [{text}, {tool_use}]
//! [{text}, {thinking}]               ▶ [{text}]
//! [{thinking}]                       it stays: no message may be empty
//! ```

use super::{Action, Decision, Reason, Request};
use crate::edit::list::EditBuilder;
use crate::transcript::{TextPart, ToolResult};

/// The removal of a thinking block, whose model lets it go; none if it stays, or its loop is still open.
pub(super) fn decide(
    request: &Request<'_>,
    at: usize,
    block: &ToolResult,
    part: TextPart,
    edits: &mut EditBuilder,
) -> Option<Decision> {
    if !request.transcript.thinking_rule.goes {
        return None;
    }
    let next = request.prompts.partition_point(|&cut| cut <= block.message);
    let cut = request.prompts.get(next).filter(|_| !part.marked)?;
    edits.remove(part.element, part.text, None);
    Some(Decision {
        result: at as u32,
        action: Action::Remove,
        reason: Reason::Thinking,
        chars_before: request.chars(block) as u32,
        chars_after: 0,
        ready_message: cut - 1,
    })
}
