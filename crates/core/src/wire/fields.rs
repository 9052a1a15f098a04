//! Reads parts that several wires spell alike.

use super::media::Element;
use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::json::tokens::{JsonString, JsonTokens, Token, json_strings};
use crate::span::Span;
use crate::transcript::{Breakpoint, Content, Place, TextPart, Transcript};

/// Notices structural keys that occur twice in one object.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    keys: u128,
    /// Whether a key occurred twice.
    pub repeated: bool,
}

impl Seen {
    /// Starts with the result of an enclosing object.
    pub const fn within(repeated: bool) -> Self {
        Self { keys: 0, repeated }
    }

    /// Notes a key.
    pub fn note(&mut self, key: Key) {
        let bit = 1u128 << key as u32;
        self.repeated |= self.keys & bit != 0;
        self.keys |= bit;
    }
}

/// The list under `key` of the body's object; calls `visit` with the other members. A repeated key keeps its last value,
/// as in `JSON.parse`, but the conversation's key may not be repeated.
///
/// # Errors
/// [`Unreadable::NoConversation`] if there is no such list, [`Unreadable::DuplicateKey`] if there are two.
pub fn conversation<'a>(
    mut cursor: Cursor<'a>,
    key: Key,
    transcript: &mut Transcript,
    mut visit: impl FnMut(Key, &mut Cursor<'a>, &mut Transcript),
) -> Result<Cursor<'a>, Unreadable> {
    let mut count = 0;
    let mut found = None;
    cursor.members(|member, value| {
        if member == key {
            count += 1;
            found = Some(value.clone());
        } else if member == Key::Model {
            transcript.model = value.string().unwrap_or_default();
        } else {
            if matches!(member, Key::System | Key::SystemInstruction | Key::Instructions) {
                transcript.system = span_of(value);
            } else if member == Key::Tools {
                transcript.definitions = span_of(value);
            } else if member == Key::ToolChoice {
                transcript.tool_choice = span_of(value);
            }
            visit(member, value, transcript);
        }
    });
    if count > 1 {
        return Err(Unreadable::DuplicateKey);
    }
    let list = found.ok_or(Unreadable::NoConversation)?;
    let mut end = list.clone();
    end.skip();
    transcript.list = Span::new(list.offset(), end.offset_after());
    Ok(list)
}

/// The raw inside of a string; none if it is empty.
pub fn non_empty(string: Option<Span>) -> Option<Span> {
    string.map(Span::inside).filter(|id| id.byte_count() > 0)
}

/// Whether a value is a marker for the prompt cache.
pub fn is_marker(value: &Cursor<'_>) -> bool {
    value.kind() != Kind::Empty || value.is_false()
}

/// Whether the value of a call's `caller` says that a program made the call: anything but nothing and `direct`.
pub fn is_program(value: &Cursor<'_>) -> bool {
    match value.kind() {
        Kind::Object => !has_member(value, b"type", b"direct"),
        Kind::String => {
            value.clone().string().is_none_or(|text| *decoded(text.inside().of(value.body())) != *b"direct")
        }
        _ => is_marker(value),
    }
}

/// Notes a marker on a block of the current message, or on a part of the block. [`number_markers`] adds the block's
/// number, which is not known here.
pub fn note_marker(value: &Cursor<'_>, part: Option<u32>, transcript: &mut Transcript) {
    let place = Place { message: transcript.roles.len() as u32, block: 0 };
    let is_null = !is_marker(value);
    let value_span = span_of(value);
    let hourly = !is_null && is_hourly(value);
    transcript.breakpoints.push(Breakpoint { place, part, value: value_span, hourly, is_null });
    transcript.markers.any |= !is_null;
    transcript.markers.hourly |= hourly;
}

/// Numbers the markers of a block that was just read; `before` is the number of markers in front of it.
pub fn number_markers(before: usize, block: u32, transcript: &mut Transcript) {
    for breakpoint in transcript.breakpoints.iter_mut().skip(before) {
        breakpoint.place.block = block;
    }
}

/// Span of the next value, which is not passed.
fn span_of(value: &Cursor<'_>) -> Span {
    let mut end = value.clone();
    if let Some(string) = end.string() {
        return string;
    }
    let start = end.offset();
    end.skip();
    let is_container = matches!(value.kind(), Kind::Object | Kind::Array);
    Span::new(start, if is_container { end.offset_after() } else { scalar_end(value.body(), start) })
}

fn scalar_end(body: &[u8], start: usize) -> usize {
    let rest = body.get(start..).unwrap_or_default();
    let bytes = rest.iter().position(|byte| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r'));
    start + bytes.unwrap_or(rest.len())
}

/// Whether the marker here lasts an hour.
pub fn is_hourly(value: &Cursor<'_>) -> bool {
    has_member(value, b"ttl", b"1h")
}

/// Whether the object here has a member `name` that is the string `text`.
pub fn has_member(object: &Cursor<'_>, name: &[u8], text: &[u8]) -> bool {
    let body = object.body();
    let spells = |span: Span, text: &[u8]| *decoded(span.inside().of(body)) == *text;
    let is_it = |string: JsonString| string.depth == 1 && spells(string.name, name) && spells(string.value, text);
    object.kind() == Kind::Object && json_strings(body, span_of(object)).any(is_it)
}

/// Passes the list here and returns the number of marked elements.
pub fn count_marked_elements(list: &mut Cursor<'_>) -> u32 {
    let (body, start) = (list.body(), list.offset());
    if list.kind() != Kind::Array {
        return 0;
    }
    list.skip();
    let mut tokens = JsonTokens::new(body, Span::new(start, list.offset_after()));
    let marks = |name: &[u8]| (name == b"cache_control").then_some(());
    let mut count = 0;
    while let Some(token) = tokens.next() {
        if let Token::Name(name) = token
            && tokens.depth() == 2
            && lookup(name.inside().of(body), marks).is_some()
        {
            let behind = body.get(name.end as usize..).unwrap_or_default();
            let value = behind.iter().find(|byte| !matches!(byte, b':' | b' ' | b'\t' | b'\n' | b'\r'));
            count += u32::from(value != Some(&b'n'));
        }
    }
    count
}

/// Notes the markers on the parts of a content that is not read otherwise.
pub fn note_part_markers(mut content: Cursor<'_>, transcript: &mut Transcript) {
    let mut at = 0;
    content.elements(|part| {
        part.members(|key, value| match key {
            Key::PromptCacheBreakpoint => note_marker(value, Some(at), transcript),
            Key::CacheControl => transcript.markers.controls |= is_marker(value),
            _ => {}
        });
        at += 1;
    });
}

/// Element types of a wire's lists of results.
pub struct TextList<'l> {
    /// Types of a text part.
    pub types: &'l [&'l [u8]],
    /// Types of images, and of documents.
    pub media: [&'l [u8]; 2],
    /// Images and documents have an object `source`.
    pub has_source: bool,
    /// Keys that mark a part for the prompt cache.
    pub markers: &'l [Key],
    /// The one of them that is a breakpoint of this wire's provider.
    pub breakpoint: Key,
    /// Describes images and documents, because the policy masks them.
    pub describe: bool,
    /// Search results may be among the texts.
    pub has_searches: bool,
}

/// The type of a search result, whose texts are in its own list.
const SEARCH_RESULT: &[u8] = b"search_result";

impl TextList<'_> {
    /// Reads a content into `transcript`: a string, or a list.
    pub fn read(&self, mut value: Cursor<'_>, transcript: &mut Transcript) -> Content {
        if let Some(text) = value.string() {
            return Content::Text(TextPart::new(text, text, false));
        }
        let first = transcript.parts.len() as u32;
        let media = transcript.media.len();
        let start = value.offset();
        let mut readable = true;
        let mut searches = false;
        let mut at = 0;
        value.elements(|part| {
            readable &= self.part(part, at, &mut searches, transcript);
            at += 1;
        });
        let count = transcript.parts.len() as u32 - first;
        if readable && count > 0 {
            match (searches, transcript.media.len() == media) {
                (false, true) => return Content::Texts { first, count },
                (false, false) if self.describe => return Content::Media { first, count },
                (true, true) => {
                    let content = Span::new(start, value.offset_after());
                    return texts_in_place(content, first, value.body(), transcript);
                }
                _ => {}
            }
        }
        transcript.parts.truncate(first as usize);
        transcript.media.truncate(media);
        Content::Other
    }

    /// Reads the media of a list that is no result's; none if it has no media.
    pub fn media_alone(&self, mut value: Cursor<'_>, transcript: &mut Transcript) -> Option<Content> {
        let first = transcript.parts.len();
        let mut at = 0;
        value.elements(|part| {
            let (parts, media) = (transcript.parts.len(), transcript.media.len());
            self.part(part, at, &mut false, transcript);
            if transcript.media.len() == media {
                transcript.parts.truncate(parts);
            }
            at += 1;
        });
        let count = (transcript.parts.len() - first) as u32;
        (count > 0).then_some(Content::Loose { first: first as u32, count })
    }

    /// Reads one part; false if it may not be edited.
    fn part(&self, part: &mut Cursor<'_>, at: u32, searches: &mut bool, transcript: &mut Transcript) -> bool {
        let start = part.offset();
        let mut type_name = None;
        let mut text = None;
        let mut marked = false;
        let mut source = false;
        let mut content = None;
        let mut keys = Seen::default();
        part.members(|key, value| {
            match key {
                Key::Type => type_name = value.string(),
                Key::Text => text = value.string(),
                Key::Source => source = value.kind() == Kind::Object,
                Key::Content if self.has_searches => {
                    content = Some(value.clone());
                    return;
                }
                key if self.markers.contains(&key) => {
                    marked |= is_marker(value);
                    if key == self.breakpoint {
                        note_marker(value, Some(at), transcript);
                    } else {
                        transcript.markers.controls |= is_marker(value);
                    }
                }
                _ => return,
            }
            keys.note(key);
        });
        let element = Span::new(start, part.offset_after());
        let Some(type_name) = type_name.map(|name| name.inside().of(part.body())) else { return false };
        if keys.repeated {
            return false;
        }
        let is_text = lookup(type_name, |name| self.types.contains(&name).then_some(())).is_some();
        match text {
            Some(text) if is_text => {
                transcript.parts.push(TextPart::new(text, element, marked));
                true
            }
            _ if content.is_some() && lookup(type_name, |name| (name == SEARCH_RESULT).then_some(())).is_some() => {
                *searches = true;
                content.is_some_and(|content| push_search_texts(&content, transcript))
            }
            _ => match lookup(type_name, |name| self.media.iter().position(|&kind| kind == name)) {
                Some(_) if marked || (self.has_source && !source) => {
                    transcript.image_count += 1;
                    false
                }
                Some(kind) => {
                    transcript.image_count += 1;
                    let element = Element { span: element, at, is_image: Some(kind == 0) };
                    super::media::read(part.body(), element, self.describe, transcript);
                    true
                }
                None => false,
            },
        }
    }
}

/// Adds the texts in the `content` of a search result; false if it has none.
fn push_search_texts(content: &Cursor<'_>, transcript: &mut Transcript) -> bool {
    let (body, before) = (content.body(), transcript.parts.len());
    if content.kind() != Kind::Array {
        return false;
    }
    let is_text = |string: &JsonString| string.depth == 2 && *decoded(string.name.inside().of(body)) == *b"text";
    for text in json_strings(body, span_of(content)).filter(is_text).map(|string| string.value) {
        transcript.parts.push(TextPart::new(text, text, false));
    }
    transcript.parts.len() > before
}

/// The parts from `first` as texts that are replaced where they are in the list `content`. Texts that already are fillers,
/// or empty, are left out.
fn texts_in_place(content: Span, first: u32, body: &[u8], transcript: &mut Transcript) -> Content {
    let filler = transcript.filler.as_bytes();
    let mut kept = first as usize;
    for at in first as usize..transcript.parts.len() {
        let Some(part) = transcript.parts.get(at).copied() else { break };
        let text = decoded_start(part.text.inside().of(body), filler.len());
        if !text.is_empty() && *text != *filler {
            if let Some(slot) = transcript.parts.get_mut(kept) {
                *slot = TextPart { element: content, ..part };
            }
            kept += 1;
        }
    }
    transcript.parts.truncate(kept);
    Content::Fields { first, count: (kept - first as usize) as u32 }
}

/// The decoded text of a raw string that is so short that it may have `bytes`; else the raw bytes.
fn decoded_start(raw: &[u8], bytes: usize) -> std::borrow::Cow<'_, [u8]> {
    const LONGEST_ESCAPE: usize = 6;
    if raw.len() <= bytes * LONGEST_ESCAPE { decoded(raw) } else { raw.into() }
}

#[cfg(test)]
mod tests {
    use super::Seen;
    use crate::json::key::KEYS;

    #[test]
    fn no_two_keys_are_taken_for_one() {
        let mut seen = Seen::default();
        for &key in KEYS {
            seen.note(key);
            assert!(!seen.repeated, "{key:?}");
        }
        for &key in KEYS {
            let mut again = seen;
            again.note(key);
            assert!(again.repeated, "{key:?}");
        }
    }
}
