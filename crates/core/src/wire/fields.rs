//! What several wires spell alike.

use crate::cursor::{Cursor, Key, Kind};
use crate::error::Unreadable;
use crate::json_tokens::{JsonString, JsonTokens, Token, json_strings};
use crate::key::{decoded, lookup};
use crate::transcript::{Content, Span, TextPart, Transcript};

/// Notices structural keys that occur twice in one object.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    keys: u64,
    /// Whether one did.
    pub repeated: bool,
}

impl Seen {
    /// After an object in which a key was or was not repeated.
    pub const fn within(repeated: bool) -> Self {
        Self { keys: 0, repeated }
    }

    /// Takes note of a key.
    pub fn note(&mut self, key: Key) {
        let bit = 1 << key as u64;
        self.repeated |= self.keys & bit != 0;
        self.keys |= bit;
    }
}

/// The list under `key` of the body's object; `visit` sees the other members. A repeated key keeps its last value, as in
/// `JSON.parse`, but the conversation's own may not be repeated.
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

/// An id's raw inside; none if it is empty.
pub fn non_empty(string: Option<Span>) -> Option<Span> {
    string.map(Span::inside).filter(|id| id.byte_count() > 0)
}

/// Whether a value is one of a prompt cache's markers.
pub fn is_marker(value: &Cursor<'_>) -> bool {
    value.kind() != Kind::Empty || value.is_false()
}

/// Takes note of a marker on a part of a message.
pub fn note_marker(value: &Cursor<'_>, transcript: &mut Transcript) {
    if !is_marker(value) {
        return;
    }
    let mut end = value.clone();
    let start = end.offset();
    end.skip();
    let is_hour = |string: JsonString| {
        let spells = |span: Span, name: &[u8]| *decoded(span.inside().of(value.body())) == *name;
        string.depth == 1 && spells(string.name, b"ttl") && spells(string.value, b"1h")
    };
    transcript.markers.any = true;
    transcript.markers.hourly |= json_strings(value.body(), Span::new(start, end.offset_after())).any(is_hour);
}

/// Whether an element of the list here, which is passed, is marked.
pub fn has_marked_element(list: &mut Cursor<'_>) -> bool {
    let (body, start) = (list.body(), list.offset());
    if list.kind() != Kind::Array {
        return false;
    }
    list.skip();
    let mut tokens = JsonTokens::new(body, Span::new(start, list.offset_after()));
    let mut is_name = false;
    core::iter::from_fn(|| tokens.next().map(|token| (token, tokens.depth()))).any(|(token, depth)| {
        let is_value = core::mem::take(&mut is_name);
        if let Token::Name(name) = token {
            let marks = |name: &[u8]| (name == b"cache_control").then_some(());
            // An object is a value that has no token of its own, so the next name tells as much.
            is_name = depth == 2 && lookup(name.inside().of(body), marks).is_some();
            return is_value;
        }
        is_value && token != Token::Scalar(b'n')
    })
}

/// What may stand in a wire's lists of results.
pub struct TextList<'l> {
    /// Types of a text part.
    pub types: &'l [&'l [u8]],
    /// Types of images, and of documents.
    pub media: [&'l [u8]; 2],
    /// Media have an object `source`.
    pub has_source: bool,
    /// Keys that mark a part for the prompt cache.
    pub markers: &'l [Key],
    /// The policy masks media: note what they are.
    pub describe: bool,
}

impl TextList<'_> {
    /// Reads a content into `transcript`: a string, or a list.
    pub fn read(&self, mut value: Cursor<'_>, transcript: &mut Transcript) -> Content {
        let first = transcript.parts.len() as u32;
        if let Some(text) = value.string() {
            transcript.parts.push(TextPart::new(text, text, false));
            return Content::Texts { first, count: 1, list: false };
        }
        let media = transcript.media.len();
        let mut readable = true;
        value.elements(|part| readable &= self.part(part, transcript));
        let count = transcript.parts.len() as u32 - first;
        if readable && count > 0 {
            if transcript.media.len() == media {
                return Content::Texts { first, count, list: true };
            }
            if self.describe {
                return Content::Media { first, count };
            }
        }
        transcript.parts.truncate(first as usize);
        transcript.media.truncate(media);
        Content::Other
    }

    /// Reads one part; false if it is none that may be edited.
    fn part(&self, part: &mut Cursor<'_>, transcript: &mut Transcript) -> bool {
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
                    note_marker(value, transcript);
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
