//! Recognises results that came with our own placeholder, so that a reduced request stays as it is.

use super::{Request, dispatch, mask, media};
use crate::policy::Rule;
use crate::policy::placeholder::{MAX_PLACEHOLDER_CHARS, Placeholders};
use crate::policy::template::Facts;
use crate::transcript::{TextPart, ToolCall, ToolResult};

/// Whether a result is nothing but text that one of our policies wrote. `decoded` is scratch memory.
pub(super) fn is_own_text(
    request: &Request<'_>,
    result: &ToolResult,
    call: &ToolCall,
    rule: &Rule,
    facts: &Facts<'_>,
    decoded: &mut Vec<u8>,
) -> bool {
    let parts = request.transcript.parts(result);
    if result.content.is_text_list() && is_own_list(request, parts, call, rule, facts, decoded) {
        return true;
    }
    let [part] = parts else { return false };
    if part.is_media {
        return false;
    }
    let text = request.text(part);
    if dispatch::is_own(request, call, rule, text) {
        return true;
    }
    let placeholders = &request.policy.placeholders;
    if !may_be_own(rule, facts.chars) || text.raw().is_empty() || !placeholders.may_start_with(text.raw()) {
        return false;
    }
    decoded.clear();
    text.decode_into(decoded);
    is_own(request, rule, facts, decoded)
}

/// Whether a list has notes of media and otherwise only placeholders.
fn is_own_list(
    request: &Request<'_>,
    parts: &[TextPart],
    call: &ToolCall,
    rule: &Rule,
    facts: &Facts<'_>,
    decoded: &mut Vec<u8>,
) -> bool {
    let mut notes = 0;
    let mut dispatched = 0;
    let is_own = |part: &TextPart| {
        let text = request.text(part);
        if !text.raw().get(..1).is_some_and(|first| request.policy.placeholders.may_start_with(first)) {
            return false;
        }
        if dispatch::is_own(request, call, rule, text) {
            dispatched += 1;
            return dispatched == 1;
        }
        let chars = text.chars();
        decoded.clear();
        text.decode_into(decoded);
        let is_note = media::is_note(decoded);
        notes += usize::from(is_note);
        is_note || is_own(request, rule, &Facts { chars, ..*facts }, decoded)
    };
    parts.iter().all(is_own) && notes > 0
}

/// Whether a text of `chars` is short enough to be written by a policy with `rule`.
fn may_be_own(rule: &Rule, chars: usize) -> bool {
    chars <= MAX_PLACEHOLDER_CHARS || has_room(rule, chars)
}

fn has_room(rule: &Rule, chars: usize) -> bool {
    rule.max_observation_chars.is_some_and(|limit| chars <= limit as usize)
}

/// Whether the decoded `text` is one of our placeholders for the result that `facts` describe.
fn is_own(request: &Request<'_>, rule: &Rule, facts: &Facts<'_>, text: &[u8]) -> bool {
    let placeholders = &request.policy.placeholders;
    let cut = mask::cut_limit(placeholders, rule) == Some(facts.chars);
    (cut && Placeholders::is_cut_observation(text))
        || (may_be_own(rule, facts.chars) && placeholders.recognise(text, facts, has_room(rule, facts.chars)))
}
