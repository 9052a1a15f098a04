//! Reads parts that several wires spell alike.

use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::json::tokens::{JsonString, JsonTokens, Token, json_strings};
use crate::span::Span;
use crate::transcript::{Breakpoint, Content, Place, TextPart, Transcript};

/// Notices structural keys that occur twice in one object.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    keys: u64,
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
        let bit = 1 << key as u64;
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
        part.members(|key, value| {
            if key == Key::PromptCacheBreakpoint {
                note_marker(value, Some(at), transcript);
            }
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
}

impl TextList<'_> {
    /// Reads a content into `transcript`: a string, or a list.
    pub fn read(&self, mut value: Cursor<'_>, transcript: &mut Transcript) -> Content {
        if let Some(text) = value.string() {
            return Content::Text(TextPart::new(text, text, false));
        }
        let first = transcript.parts.len() as u32;
        let media = transcript.media.len();
        let mut readable = true;
        let mut at = 0;
        value.elements(|part| {
            readable &= self.part(part, at, transcript);
            at += 1;
        });
        let count = transcript.parts.len() as u32 - first;
        if readable && count > 0 {
            if transcript.media.len() == media {
                return Content::Texts { first, count };
            }
            if self.describe {
                return Content::Media { first, count };
            }
        }
        transcript.parts.truncate(first as usize);
        transcript.media.truncate(media);
        Content::Other
    }

    /// Reads one part; false if it may not be edited.
    fn part(&self, part: &mut Cursor<'_>, at: u32, transcript: &mut Transcript) -> bool {
        let start = part.offset();
        let mut type_name = None;
        let mut text = None;
        let mut marked = false;
        let mut source = false;
        let mut keys = Seen::default();
        part.members(|key, value| {
            match key {
                Key::Type => type_name = value.string(),
                Key::Text => text = value.string(),
                Key::Source => source = value.kind() == Kind::Object,
                key if self.markers.contains(&key) => {
                    marked |= is_marker(value);
                    if key == self.breakpoint {
                        note_marker(value, Some(at), transcript);
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
            _ if marked || (self.has_source && !source) => false,
            _ => match lookup(type_name, |name| self.media.iter().position(|&kind| kind == name)) {
                Some(kind) => {
                    super::media::read(part.body(), kind == 0, element, self.describe, transcript);
                    true
                }
                None => false,
            },
        }
    }
}
