//! Replaces a result by its placeholder.
//!
//! ```text
//! content: "…"                              ▶ "[placeholder]"
//! content: [{text:"…"}, {text:"…"}, …]      ▶ [{text:"[placeholder]"}]   in the marked part, else the first
//! content: [{text:"…"}, {image}]            ▶ [{text:"[placeholder]"}, {text:"[image masked — image/png]"}]
//! response: {"a":"…","b":{…}}               ▶ {"output":"[placeholder]"}
//! response: {…}, parts: [{image}]           ▶ {"output":"[placeholder]\n[image masked — image/png]"}, parts: []
//! output: [{stdout:"…",stderr:"…",…}]       ▶ [{stdout:"[placeholder]",stderr:"",…}]
//! output: {image_url:"data:…"}              ▶ {image_url:"data:…"}           of a picture that says "image masked"
//! ```

use super::Request;
use super::media::{Notes, PICTURE};
use crate::edit::list::EditBuilder;
use crate::json::text::Text;
use crate::policy::Rule;
use crate::policy::placeholder::{MAX_PLACEHOLDER_CHARS, Placeholders};
use crate::policy::template::Rendered;
use crate::span::Span;
use crate::transcript::{Content, TextPart, ToolResult};

/// Largest limit, in chars, at which an observation placeholder is cut and gets no head (seed 000's default).
const CLIP_LIMIT: usize = 80;
/// JSON text around the placeholder of an object.
const OBJECT: (&[u8], &[u8]) = (b"{\"output\":\"", b"\"}");
const EMPTY_LIST: &[u8] = b"[]";

/// Plans the edits that replace `result` by `placeholder`. Returns its chars afterwards; none if it would not be shorter
/// in chars and in bytes.
pub(super) fn plan_mask(
    request: &Request<'_>,
    result: &ToolResult,
    rule: &Rule,
    chars: usize,
    placeholder: &mut Rendered,
    edits: &mut EditBuilder,
) -> Option<usize> {
    let parts = request.transcript.parts(result);
    let is_written = matches!(result.content, Content::Response { .. }) || parts.iter().any(|part| !part.is_media);
    if placeholder.chars - placeholder.mentions > MAX_PLACEHOLDER_CHARS && is_written {
        return None;
    }
    limit_placeholder(request, parts, rule, placeholder);
    match result.content {
        Content::Media { first, .. } => return mask_media(request, parts, first as usize, placeholder, edits),
        Content::Response { first, .. } => return mask_response(request, parts, first as usize, placeholder, edits),
        Content::Picture { .. } => return mask_picture(parts.first()?, edits),
        Content::Object { .. } => mask_object(request, parts, chars, placeholder, edits)?,
        Content::Text(_) | Content::Texts { .. } => {
            let in_list = result.content.is_text_list();
            mask_texts(request, parts, in_list, chars, placeholder, edits)?;
        }
        Content::Fields { .. } => {
            let fillers = Fillers::of(request, result, parts);
            if !is_shorter(request, parts, chars, &fillers.after(placeholder)) {
                return None;
            }
            put_fields(parts, placeholder, fillers.text, edits)?;
            return Some(placeholder.chars + fillers.chars());
        }
        Content::Loose { .. } | Content::Thinking(_) | Content::Arguments(_) | Content::Other => return None,
    }
    Some(placeholder.chars)
}

/// Cuts the placeholder or adds the head of the result, by the rule's room.
fn limit_placeholder(request: &Request<'_>, parts: &[TextPart], rule: &Rule, placeholder: &mut Rendered) {
    if let Some(limit) = cut_limit(&request.policy.placeholders, rule) {
        placeholder.truncate(limit);
    } else if let Some(limit) = rule.max_observation_chars
        && let Some(room) = (limit as usize).checked_sub(placeholder.chars + 4)
        && room > 0
    {
        add_head(request, parts, room, placeholder);
    }
}

fn mask_texts(
    request: &Request<'_>,
    parts: &[TextPart],
    in_list: bool,
    chars: usize,
    placeholder: &Rendered,
    edits: &mut EditBuilder,
) -> Option<()> {
    if !is_shorter(request, parts, chars, placeholder) {
        return None;
    }
    put_texts(parts, in_list, placeholder, edits)
}

/// Replaces all texts by the placeholder.
pub(super) fn put_texts(
    parts: &[TextPart],
    in_list: bool,
    placeholder: &Rendered,
    edits: &mut EditBuilder,
) -> Option<()> {
    let kept = kept_part(parts)?;
    for (at, part) in parts.iter().enumerate() {
        if at == kept {
            edits.replace_string(part.text, &placeholder.escaped, in_list.then_some(at as u32));
        } else {
            edits.remove(removed_span(parts, at, kept), part.text, Some(at as u32));
        }
    }
    Some(())
}

/// What replaces the second and later fields of a result.
pub(super) struct Fillers {
    /// One of them; needs no escapes.
    pub(super) text: &'static str,
    count: usize,
}

impl Fillers {
    /// Those of a result; none if it has no fields.
    pub(super) fn of(request: &Request<'_>, result: &ToolResult, parts: &[TextPart]) -> Self {
        let count = if let Content::Fields { .. } = result.content { parts.len().saturating_sub(1) } else { 0 };
        Self { text: request.transcript.filler, count }
    }

    /// `.length` of all of them.
    pub(super) const fn chars(&self) -> usize {
        self.text.len() * self.count
    }

    /// A text with all of them behind it, to be measured.
    pub(super) fn after(&self, text: &Rendered) -> Rendered {
        let mut all = text.clone();
        (0..self.count).for_each(|_| all.push_str(self.text));
        all
    }
}

/// Puts the placeholder into the first field and `filler`, which needs no escapes, into the others.
pub(super) fn put_fields(
    parts: &[TextPart],
    placeholder: &Rendered,
    filler: &str,
    edits: &mut EditBuilder,
) -> Option<()> {
    for (at, part) in parts.iter().enumerate() {
        let text: &[u8] = if at == 0 { &placeholder.escaped } else { filler.as_bytes() };
        // The report finds the field by the content's offset.
        edits.replace_string(part.text, text, Some(part.element.start));
    }
    (!parts.is_empty()).then_some(())
}

/// The part that carries the placeholder: the last marked text, else the first text.
fn kept_part(parts: &[TextPart]) -> Option<usize> {
    let marked = parts.iter().rposition(|part| part.marked && !part.is_media);
    marked.or_else(|| parts.iter().position(|part| !part.is_media))
}

fn mask_object(
    request: &Request<'_>,
    parts: &[TextPart],
    chars: usize,
    placeholder: &Rendered,
    edits: &mut EditBuilder,
) -> Option<()> {
    let total = |size: &dyn Fn(Text<'_>) -> usize| parts.iter().map(|part| size(request.text(part))).sum::<usize>();
    // Counts the object in its shortest spelling, so that the edit never makes a body longer.
    let shortest = |json_bytes: usize| json_bytes + 2 * parts.len() + "{\"\":}".len();
    let needed = placeholder.escaped.len() + OBJECT.0.len() + OBJECT.1.len();
    let is_shorter = placeholder.chars < chars
        && (placeholder.bytes < chars || placeholder.bytes < total(&|text| text.utf8_bytes()))
        && (needed < shortest(chars) || needed < shortest(total(&|text| text.json_bytes())));
    if !is_shorter {
        return None;
    }
    put_object(parts, placeholder, edits)
}

/// Replaces the object by an object with the placeholder.
pub(super) fn put_object(parts: &[TextPart], placeholder: &Rendered, edits: &mut EditBuilder) -> Option<()> {
    let span = parts.first()?.element;
    edits.replace(span, span, [OBJECT.0, &placeholder.escaped, OBJECT.1], None);
    Some(())
}

/// Replaces the texts by the placeholder, as in a list without media, and each image or document by a note that describes
/// it. Placeholder and notes together must be shorter than texts and data in any spelling.
pub(super) fn mask_media(
    request: &Request<'_>,
    parts: &[TextPart],
    first: usize,
    placeholder: &Rendered,
    edits: &mut EditBuilder,
) -> Option<usize> {
    let kept = kept_part(parts);
    let notes = Notes::new(request, first, parts, true);
    let after = notes.chars + kept.map_or(0, |_| placeholder.chars);
    let before: usize = parts.iter().map(|part| request.part_chars(part)).sum();
    if after >= before || notes.growth + kept.map_or(0, |_| placeholder.escaped.len()) >= before {
        return None;
    }
    for (at, part) in parts.iter().enumerate() {
        if part.is_media {
            notes.write(at, part, edits);
        } else if kept == Some(at) {
            edits.replace_string(part.text, &placeholder.escaped, Some(at as u32));
        } else {
            // The comma on the kept part's side, so that spans do not overlap.
            edits.remove(removed_span(parts, at, kept.unwrap_or(0)), part.text, Some(at as u32));
        }
    }
    Some(after)
}

/// Replaces media of a message by notes. The text, which is empty, is of no result.
pub(super) fn mask_loose(
    request: &Request<'_>,
    result: &ToolResult,
    text: &Rendered,
    edits: &mut EditBuilder,
) -> Option<usize> {
    let Content::Loose { first, .. } = result.content else { return None };
    mask_media(request, request.transcript.parts(result), first as usize, text, edits)
}

/// Replaces an object and empties the list of media next to it; lines that describe the media follow the placeholder,
/// because the list takes no text.
pub(super) fn mask_response(
    request: &Request<'_>,
    parts: &[TextPart],
    first: usize,
    placeholder: &Rendered,
    edits: &mut EditBuilder,
) -> Option<usize> {
    // The list is one value: what it has in it can be asked for by no handle.
    let notes = Notes::new(request, first, parts, false);
    let mut text = placeholder.clone();
    notes.push_lines(&mut text);
    let before: usize = parts.iter().map(|part| request.part_chars(part)).sum();
    let around = OBJECT.0.len() + OBJECT.1.len() + EMPTY_LIST.len();
    if text.chars >= before || text.escaped.len() + around >= before {
        return None;
    }
    let at = parts.iter().position(|part| part.is_media)?;
    let (list, media) = (parts.get(at)?.element, request.transcript.media_of(first + at)?);
    let (object, around) = (media.object, Some(media.around));
    let is_first = object.start < list.start;
    for is_object in [is_first, !is_first] {
        if is_object {
            edits.replace(object, object, [OBJECT.0, &text.escaped, OBJECT.1], around);
        } else {
            edits.replace(list, list, [EMPTY_LIST], around);
        }
    }
    Some(text.chars)
}

/// Replaces the address of an image by that of an image that says so.
fn mask_picture(part: &TextPart, edits: &mut EditBuilder) -> Option<usize> {
    if PICTURE.len() >= part.chars as usize {
        return None;
    }
    edits.replace_string(part.text, PICTURE.as_bytes(), Some(part.element.start));
    Some(0)
}

/// Chars at which the observation placeholder itself is cut; none if it is not cut.
pub(super) fn cut_limit(placeholders: &Placeholders, rule: &Rule) -> Option<usize> {
    let limit = rule.max_observation_chars? as usize;
    (placeholders.clips() && limit <= CLIP_LIMIT).then_some(limit)
}

/// Whether `text` is shorter than the parts in chars, in bytes and as JSON text (escapes, for example of a call id, must
/// not make a body grow). Chars never outnumber bytes, so bytes are counted only if chars do not decide.
pub(super) fn is_shorter(request: &Request<'_>, parts: &[TextPart], chars: usize, text: &Rendered) -> bool {
    let total = |size: &dyn Fn(Text<'_>) -> usize| parts.iter().map(|part| size(request.text(part))).sum::<usize>();
    let json_bytes = text.escaped.len();
    text.chars < chars
        && (text.bytes < chars || text.bytes < total(&|text| text.utf8_bytes()))
        && (json_bytes == text.bytes || json_bytes < chars || json_bytes < total(&|text| text.json_bytes()))
}

/// Span of a removed element and the comma on the kept element's side.
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
    for part in parts.iter().filter(|part| !part.is_media) {
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::policy::KeepErrors;
    use crate::policy::placeholder::{Family, Locale};

    /// A rule without a limit.
    pub const RULE: Rule = Rule {
        window_turns: 4,
        keep_last: None,
        keep_errors: KeepErrors::Never,
        max_observation_chars: None,
        never: false,
    };

    #[test]
    fn an_observation_placeholder_is_cut_at_limits_up_to_80_chars() {
        let limit_of = |family, template, limit| {
            let rule = Rule { max_observation_chars: limit, ..RULE };
            cut_limit(&Placeholders::new(family, Locale::En, template), &rule)
        };
        for (limit, expected) in [(Some(1), Some(1)), (Some(80), Some(80)), (Some(81), None), (None, None)] {
            assert_eq!(limit_of(Family::Observation, None, limit), expected, "{limit:?}");
        }
        assert_eq!(limit_of(Family::Conversation, None, Some(80)), None);
        assert_eq!(limit_of(Family::Observation, Some("gone"), Some(80)), None);
    }
}
