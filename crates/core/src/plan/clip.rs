//! Cutting a kept error that is too long: its beginning, a line that says so, its end.

use super::Request;
use super::mask::is_shorter;
use crate::edit::EditBuilder;
use crate::template::Rendered;
use crate::transcript::{Content, ToolResult};

/// Plans the clip of an error above the policy's limit; the chars it then has, or none if it stays whole.
pub(super) fn plan_clip(
    request: &Request<'_>,
    result: &ToolResult,
    chars: usize,
    edits: &mut EditBuilder,
) -> Option<usize> {
    let limit = request.policy.keep_errors_max_chars;
    let [part] = request.transcript.texts(result) else { return None };
    if chars <= limit {
        return None;
    }
    let text = request.text(part);
    let line = format!("\n[error clipped — {chars} chars]\n");
    let head = text.slice(text.head_end(limit / 2));
    let mut clipped = Rendered::default();
    clipped.push_text(head);
    clipped.push_str(&line);
    let room = limit.checked_sub(clipped.chars)?;
    clipped.push_text(text.slice_from(text.tail_start(room)));
    if !is_shorter(request, std::slice::from_ref(part), chars, &clipped) {
        return None;
    }
    let list = matches!(result.content, Content::Texts { list: true, .. });
    edits.replace_string(part.text, &clipped.escaped, list.then_some(0));
    Some(clipped.chars)
}
