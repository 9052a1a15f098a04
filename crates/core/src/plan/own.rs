//! Recognises results that came with our own placeholder, so that a reduced request stays as it is.

use super::{Request, dispatch, mask, media};
use crate::dedupe::{MAX_POINTER_BYTES, is_pointer};
use crate::failure::told::are_told;
use crate::json::key::decoded;
use crate::json::text::Text;
use crate::policy::Rule;
use crate::policy::brief::MAX_ERROR_LINES_CHARS;
use crate::policy::mentions::MAX_MENTIONS_CHARS;
use crate::policy::placeholder::{MAX_PLACEHOLDER_CHARS, Placeholders};
use crate::policy::template::Facts;
use crate::transcript::{Content, TextPart, ToolCall, ToolResult};

/// Raw bytes of the longest escape of a char.
const LONGEST_ESCAPE: usize = 6;

/// Whether a result is nothing but text that one of our policies wrote. `scratch` is reused memory.
pub(super) fn is_own_text(
    request: &Request<'_>,
    result: &ToolResult,
    call: &ToolCall,
    rule: &Rule,
    facts: &Facts<'_>,
    scratch: &mut Vec<u8>,
) -> bool {
    let parts = request.transcript.parts(result);
    if result.content.is_text_list() && is_own_list(request, parts, call, rule, facts, scratch) {
        return true;
    }
    let [part] = parts else { return false };
    if part.is_media {
        return matches!(result.content, Content::Picture { .. }) && is_picture(request, part);
    }
    let mut text = request.text(part);
    let mut facts = *facts;
    let came_chars = facts.chars;
    if let Content::Object { .. } = result.content {
        let before = text.raw().len();
        text = media::without_notes(text, scratch);
        if text.raw().len() < before {
            facts.chars = text.chars();
        }
    }
    let beside_media = facts.chars < came_chars;
    let facts = &facts;
    if dispatch::is_own(request, call, rule, text) {
        return true;
    }
    if is_pointer_alone(text, scratch) {
        return true;
    }
    let placeholders = &request.policy.placeholders;
    if !may_be_own(rule, facts.chars) || text.raw().is_empty() || !placeholders.may_start_with(text.raw()) {
        return false;
    }
    scratch.clear();
    text.decode_into(scratch);
    is_own(request, rule, facts, scratch, beside_media)
}

/// Whether a text is a pointer to another result and nothing else.
fn is_pointer_alone(text: Text<'_>, scratch: &mut Vec<u8>) -> bool {
    let may_begin = matches!(text.raw().first(), Some(b'[' | 0xE2 | b'\\'));
    if !may_begin || text.raw().len() > LONGEST_ESCAPE * MAX_POINTER_BYTES {
        return false;
    }
    scratch.clear();
    text.decode_into(scratch);
    is_pointer(scratch)
}

/// Whether an image's address is that of the image that replaces others.
fn is_picture(request: &Request<'_>, part: &TextPart) -> bool {
    let raw = part.text.inside().of(request.body);
    raw.len() <= LONGEST_ESCAPE * media::PICTURE.len() && *decoded(raw) == *media::PICTURE.as_bytes()
}

/// Whether a list has notes of media and otherwise only placeholders.
fn is_own_list(
    request: &Request<'_>,
    parts: &[TextPart],
    call: &ToolCall,
    rule: &Rule,
    facts: &Facts<'_>,
    scratch: &mut Vec<u8>,
) -> bool {
    let mut notes = 0;
    let mut dispatched = 0;
    let is_own = |part: &TextPart| {
        let text = request.text(part);
        let placeholders = &request.policy.placeholders;
        if !text.raw().get(..1).is_some_and(|first| placeholders.may_start_with(first)) {
            return false;
        }
        if dispatch::is_own(request, call, rule, text) {
            dispatched += 1;
            return dispatched == 1;
        }
        if !placeholders.may_start_with(text.raw()) && !media::may_be_note(text.raw()) {
            return false;
        }
        let chars = text.chars();
        scratch.clear();
        text.decode_into(scratch);
        let is_note = media::is_note(scratch);
        notes += usize::from(is_note);
        is_note || is_own(request, rule, &Facts { chars, ..*facts }, scratch, true)
    };
    parts.iter().all(is_own) && notes > 0
}

/// Whether a text of `chars` is short enough to be written by a policy with `rule`.
fn may_be_own(rule: &Rule, chars: usize) -> bool {
    chars <= MAX_PLACEHOLDER_CHARS + MAX_MENTIONS_CHARS + MAX_ERROR_LINES_CHARS || has_room(rule, chars)
}

fn has_room(rule: &Rule, chars: usize) -> bool {
    rule.max_observation_chars.is_some_and(|limit| chars <= limit as usize)
}

/// Whether the decoded `text` is one of our placeholders for the result that `facts` describe; `beside_media`: next to
/// notes of images.
fn is_own(request: &Request<'_>, rule: &Rule, facts: &Facts<'_>, text: &[u8], beside_media: bool) -> bool {
    let placeholders = &request.policy.placeholders;
    let cut = mask::cut_limit(placeholders, rule) == Some(facts.chars);
    (cut && Placeholders::is_cut_observation(text))
        || (may_be_own(rule, facts.chars)
            && placeholders.recognise(text, facts, has_room(rule, facts.chars), beside_media, are_kept_lines))
}

/// Whether lines may stay of a failure.
fn are_kept_lines(lines: &[u8]) -> bool {
    core::str::from_utf8(lines).is_ok_and(are_told)
}
