//! Clips a kept error that is too long to its beginning, a line that says so, and its end.

use super::Request;
use super::failure_lines::ErrorLines;
use super::known_forms::KnownForms;
use super::mask::is_shorter;
use super::text_signs::Reading;
use crate::edit::list::EditBuilder;
use crate::failure::judge::CLIP_MARK_FINDER;
use crate::json::text::Text;
use crate::policy::Policy;
use crate::policy::template::Rendered;
use crate::transcript::{Content, TextPart, ToolResult};

/// Plans the clip of an error above the policy's limit. Returns its chars afterwards; none if it stays whole.
pub(super) fn plan_clip(
    request: &Request<'_>,
    (at, result): (usize, &ToolResult),
    chars: usize,
    known: &mut KnownForms<()>,
    edits: &mut EditBuilder,
) -> Option<usize> {
    let [part] = request.transcript.parts(result) else { return None };
    if chars <= request.policy.keep_errors_max_chars || part.is_media {
        return None;
    }
    let mut escaped = Vec::new();
    let key = request.key_of_texts(at, result, Reading::Clip);
    let ((), after) = known.find_or(key, &mut escaped, |out| {
        let clipped = clip(request, part, chars)?;
        out.extend_from_slice(&clipped.escaped);
        Some(((), clipped.chars))
    })?;
    // In an object or field, the report finds the string's name by the object's offset.
    let place = match result.content {
        Content::Texts { .. } => Some(0),
        Content::Object { .. } | Content::Fields { .. } => Some(part.element.start),
        _ => None,
    };
    edits.replace_string(part.text, &escaped, place);
    Some(after)
}

/// An error of `chars`, clipped; none if that is not shorter.
fn clip(request: &Request<'_>, part: &TextPart, chars: usize) -> Option<Rendered> {
    let (text, limit) = (request.text(part), request.policy.keep_errors_max_chars);
    let lines = lines_between(request, text, limit);
    let line = format!("\n[error clipped — {chars} chars]\n");
    let head = text.slice(text.head_end(if lines.is_empty() { limit / 2 } else { limit / 4 }));
    let mut clipped = Rendered::default();
    clipped.push_text(head);
    clipped.push_str(&line);
    for one in lines {
        clipped.push_str(&one);
        clipped.push_str("\n");
    }
    let room = limit.checked_sub(clipped.chars)?;
    clipped.push_text(text.slice_from(text.tail_start(room)));
    is_shorter(request, std::slice::from_ref(part), chars, &clipped).then_some(clipped)
}

/// The lines between the quarters that stay of an error that say what failed, up to two fifths of the limit.
fn lines_between(request: &Request<'_>, text: Text<'_>, limit: usize) -> Vec<String> {
    if request.policy.roles.is_none() {
        return Vec::new();
    }
    let decoded = |text: Text<'_>| {
        let mut decoded = Vec::new();
        text.decode_lossy_into(&mut decoded);
        String::from_utf8(decoded).unwrap_or_default()
    };
    let (head, whole) = (text.head_end(limit / 4), decoded(text));
    let behind_head = text.slice_from(head);
    let between = decoded(behind_head.slice(behind_head.tail_start(limit / 4)));
    let start = decoded(text.slice(head)).len();
    let mut found = ErrorLines::new(limit / 5 * 2);
    found.add_lines(&between, true);
    found.add_strings(&whole, start..start + between.len());
    found.lines
}

/// Whether a text may be what [`plan_clip`] left of one. `raw` is as JSON has it. Linear, but at once for texts of other
/// lengths.
pub(super) fn is_clipped(raw: &[u8], policy: &Policy) -> bool {
    // A char is at most six bytes long for each of its units.
    let limit = policy.keep_errors_max_chars;
    let bytes = limit / 2..=limit.saturating_mul(6);
    let is_line = |at: usize| raw.get(..at).is_some_and(|front| front.ends_with(b"\\n"));
    bytes.contains(&raw.len()) && CLIP_MARK_FINDER.find_iter(raw).any(is_line)
}
