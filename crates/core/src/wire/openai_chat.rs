//! `OpenAI` Chat Completions.
//!
//! ```text
//! {"messages":[{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"read_file","arguments":"{…}"}}]},
//!              {"role":"tool","tool_call_id":"c1","content":"…" | [{"type":"text","text":"…"}]}]}
//! ```
//! Source: platform.openai.com, API reference, "Create chat completion".

use super::ReadOptions;
use super::pairing::Pairing;
use crate::cursor::{Cursor, Key, Kind};
use crate::error::Unreadable;
use crate::key::lookup;
use crate::transcript::{Content, Role, Span, TextPart, ToolCall, ToolResult, Transcript};

pub(super) fn read<'a>(
    mut cursor: Cursor<'a>,
    options: ReadOptions<'a>,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    let mut conversations = 0;
    let mut messages = None;
    cursor.members(|key, value| {
        if key == Key::Messages {
            conversations += 1;
            messages = (value.kind() == Kind::Array).then(|| value.clone());
        }
    });
    if conversations > 1 {
        return Err(Unreadable::DuplicateKey);
    }
    let mut messages = messages.ok_or(Unreadable::NoConversation)?;
    let mut reader = Reader { pairing: Pairing::new(cursor.body()), options, transcript };
    messages.elements(|message| reader.message(message));
    Ok(())
}

struct Reader<'a, 't> {
    pairing: Pairing<'a>,
    options: ReadOptions<'a>,
    transcript: &'t mut Transcript,
}

/// What one message holds; a key that occurs twice keeps its last value, as in `JSON.parse`.
#[derive(Default)]
struct Fields<'a> {
    role: Option<Span>,
    call_id: Option<Span>,
    content: Option<Cursor<'a>>,
    tool_calls: Option<Cursor<'a>>,
    keys: Seen,
}

/// Notices structural keys that occur twice in one object.
#[derive(Clone, Copy, Default)]
struct Seen {
    keys: u32,
    repeated: bool,
}

impl Seen {
    fn note(&mut self, key: Key) {
        let bit = 1 << key as u32;
        self.repeated |= self.keys & bit != 0;
        self.keys |= bit;
    }
}

impl<'a> Fields<'a> {
    fn read(message: &mut Cursor<'a>) -> Self {
        let mut fields = Self::default();
        message.members(|key, value| {
            match key {
                Key::Role => fields.role = value.string(),
                Key::Content => fields.content = Some(value.clone()),
                Key::ToolCallId => fields.call_id = value.string(),
                Key::ToolCalls => fields.tool_calls = Some(value.clone()),
                _ => return,
            }
            fields.keys.note(key);
        });
        fields
    }

    fn role(&self, body: &[u8]) -> Role {
        let role = self.role.and_then(|role| lookup(role.inside().of(body), named_role));
        role.unwrap_or(Role::Other)
    }
}

fn named_role(name: &[u8]) -> Option<Role> {
    match name {
        b"tool" => Some(Role::Tool),
        b"assistant" => Some(Role::Assistant),
        b"user" => Some(Role::User),
        b"system" | b"developer" => Some(Role::System),
        _ => None,
    }
}

impl<'a> Reader<'a, '_> {
    fn message(&mut self, message: &mut Cursor<'a>) {
        let fields = Fields::read(message);
        let role = fields.role(message.body());
        if let (true, Some(content)) = (self.options.measure, &fields.content) {
            self.measure_content(content.clone());
        }
        match role {
            Role::Assistant => self.calls(fields),
            Role::Tool => self.result(fields),
            _ => {}
        }
        self.transcript.roles.push(role);
    }

    fn calls(&mut self, fields: Fields<'a>) {
        let Some(mut list) = fields.tool_calls else { return };
        let before = self.transcript.calls.len();
        list.elements(|call| self.call(call, fields.keys.repeated));
        self.transcript.turn_count += u32::from(self.transcript.calls.len() > before);
    }

    fn call(&mut self, call: &mut Cursor<'a>, in_repeated: bool) {
        let mut id = None;
        let mut name = None;
        let mut custom_name = None;
        let mut keys = Seen { keys: 0, repeated: in_repeated };
        call.members(|key, value| {
            match key {
                Key::Id => id = value.string(),
                Key::Function => name = self.named(value, Key::Arguments),
                Key::Custom => custom_name = self.named(value, Key::Input),
                _ => return,
            }
            keys.note(key);
        });
        if let Some(id) = id.map(Span::inside).filter(|id| id.byte_count() > 0) {
            let name = name.or(custom_name);
            let turn = self.transcript.turn_count;
            self.pairing.note(id);
            self.transcript.calls.push(ToolCall::new(id, name, turn, keys.repeated));
        }
    }

    /// The `name` of a call's `function` or `custom` object, which is passed; its input is measured.
    fn named(&mut self, object: &mut Cursor<'a>, input: Key) -> Option<Span> {
        let mut name = None;
        object.members(|key, value| {
            if key == Key::Name {
                name = value.string().map(Span::inside);
            } else if self.options.measure && key == input {
                self.measure(value);
            }
        });
        name
    }

    fn result(&mut self, fields: Fields<'a>) {
        let id = fields.call_id.map(Span::inside).filter(|id| id.byte_count() > 0);
        let call = id.and_then(|id| self.pairing.find(&self.transcript.calls, id));
        let content = fields.content.map_or(Content::Other, |content| self.content(content));
        let message = self.transcript.roles.len() as u32;
        let mut result = ToolResult::new(message, 0, id, call, content);
        result.ambiguous = fields.keys.repeated;
        self.transcript.results.push(result);
    }

    fn content(&mut self, mut value: Cursor<'a>) -> Content {
        let first = self.transcript.parts.len();
        if let Some(text) = value.string() {
            self.transcript.parts.push(TextPart { text, element: text, marked: false });
            return Content::Texts { first: first as u32, count: 1, list: false };
        }
        let mut text_alone = true;
        value.elements(|part| match read_part(part) {
            Some(part) => self.transcript.parts.push(part),
            None => text_alone = false,
        });
        let count = self.transcript.parts.len() - first;
        if !text_alone || count == 0 {
            self.transcript.parts.truncate(first);
            return Content::Other;
        }
        Content::Texts { first: first as u32, count: count as u32, list: true }
    }

    fn measure_content(&mut self, mut content: Cursor<'a>) {
        self.measure(&mut content);
        content.elements(|part| {
            part.members(|key, value| {
                if key == Key::Text {
                    self.measure(value);
                }
            });
        });
    }

    fn measure(&mut self, value: &mut Cursor<'a>) {
        if let Some(span) = value.string() {
            self.transcript.text_chars += self.options.lengths.chars(span.inside()) as u64;
        }
    }
}

/// A text part of a list; none for anything else, and for one that repeats a structural key.
fn read_part(part: &mut Cursor<'_>) -> Option<TextPart> {
    let start = part.offset();
    let mut is_text = false;
    let mut text = None;
    let mut marked = false;
    let mut keys = Seen::default();
    part.members(|key, value| {
        match key {
            Key::Type => is_text = value.string_lookup(|name| (name == b"text").then_some(())).is_some(),
            Key::Text => text = value.string(),
            Key::CacheControl => marked = value.kind() != Kind::Empty || value.is_false(),
            _ => return,
        }
        keys.note(key);
    });
    let element = Span::new(start, part.offset_after());
    let text = text.filter(|_| is_text && !keys.repeated)?;
    Some(TextPart { text, element, marked })
}
