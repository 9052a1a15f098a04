//! Replacing a result by its placeholder.
//!
//! ```text
//! content: "…"                              ▶ "[placeholder]"
//! content: [{text:"…"}, {text:"…"}, …]      ▶ [{text:"[placeholder]"}]   the marked part stays, else the first
//! ```

use super::Request;
use crate::edit::EditBuilder;
use crate::placeholder::{MAX_PLACEHOLDER_CHARS, Placeholders};
use crate::policy::Rule;
use crate::template::Rendered;
use crate::text::Text;
use crate::transcript::{Content, Span, TextPart, ToolResult};

/// Longest limit at which an observation placeholder is cut instead of followed by a head (seed 000's default).
const CLIP_LIMIT: usize = 80;

/// Plans the edits that put `placeholder` in place of `result`; the chars it then has, or none if that would not be
/// shorter in chars and in bytes.
pub(super) fn plan_mask(
    request: &Request<'_>,
    result: &ToolResult,
    rule: &Rule,
    chars: usize,
    placeholder: &mut Rendered,
    edits: &mut EditBuilder,
) -> Option<usize> {
    if placeholder.chars > MAX_PLACEHOLDER_CHARS {
        return None;
    }
    let parts = request.transcript.texts(result);
    if let Some(limit) = cut_limit(&request.policy.placeholders, rule) {
        placeholder.truncate(limit);
    } else if let Some(limit) = rule.max_observation_chars
        && let Some(room) = (limit as usize).checked_sub(placeholder.chars + 4)
        && room > 0
    {
        add_head(request, parts, room, placeholder);
    }
    if !is_shorter(request, parts, chars, placeholder) {
        return None;
    }
    let kept = parts.iter().rposition(|part| part.marked).unwrap_or(0);
    for (at, part) in parts.iter().enumerate() {
        if at == kept {
            let list = matches!(result.content, Content::Texts { list: true, .. });
            edits.replace_string(part.text, &placeholder.escaped, list.then_some(at as u32));
        } else {
            edits.remove(removed_span(parts, at, kept), part.text, at as u32);
        }
    }
    Some(placeholder.chars)
}

/// Where the observation placeholder itself is cut; none if it is not.
pub(super) fn cut_limit(placeholders: &Placeholders, rule: &Rule) -> Option<usize> {
    let limit = rule.max_observation_chars? as usize;
    (placeholders.clips() && limit <= CLIP_LIMIT).then_some(limit)
}

/// Whether `text` is shorter than the parts in chars, in bytes and as JSON text (escapes, of a call id for one, must not
/// make a body grow). Chars never outnumber bytes, so bytes are counted only where chars leave it open.
pub(super) fn is_shorter(request: &Request<'_>, parts: &[TextPart], chars: usize, text: &Rendered) -> bool {
    let total = |size: &dyn Fn(Text<'_>) -> usize| parts.iter().map(|part| size(request.text(part))).sum::<usize>();
    let json_bytes = text.escaped.len();
    text.chars < chars
        && (text.bytes < chars || text.bytes < total(&|text| text.utf8_bytes()))
        && (json_bytes == text.bytes || json_bytes < chars || json_bytes < total(&|text| text.json_bytes()))
}

/// A removed element takes the comma between it and its neighbour on the kept element's side with it.
fn removed_span(parts: &[TextPart], at: usize, kept: usize) -> Span {
    let element = |at: usize| parts.get(at).map(|part| part.element).unwrap_or_default();
    if at < kept {
        Span { start: element(at).start, end: element(at + 1).start }
    } else {
        Span { start: element(at - 1).end, end: element(at).end }
    }
}

/// Appends a line feed, at most `room` chars of the result's beginning, and `...`.
fn add_head(request: &Request<'_>, parts: &[TextPart], room: usize, placeholder: &mut Rendered) {
    placeholder.push_str("\n");
    let mut left = room;
    for part in parts {
        let text = request.text(part);
        let end = text.head_end(left);
        let head = text.slice(end);
        placeholder.push_text(head);
        left -= head.chars();
        if end < text.raw().len() {
            break;
        }
    }
    placeholder.push_str("...");
}
