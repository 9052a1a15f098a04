//! `OpenAI` Chat Completions.
//!
//! ```text
//! {"messages":[{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"read_file","arguments":"{…}"}}]},
//!              {"role":"tool","tool_call_id":"c1","content":"…" | [{"type":"text","text":"…"}]}]}
//! ```
//! Source: platform.openai.com, API reference, "Create chat completion".

use super::ReadOptions;
use super::pairing::Pairing;
use crate::cursor::{Cursor, Kind, spells};
use crate::error::Unreadable;
use crate::text::Text;
use crate::transcript::{Content, ErrorMarker, Role, Span, TextPart, ToolCall, ToolResult, Transcript};

pub(super) fn read(
    mut cursor: Cursor<'_>,
    options: ReadOptions,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    let mut conversations = 0;
    let mut messages = None;
    cursor.members(|name, value| {
        if name.is("messages") {
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
    options: ReadOptions,
    transcript: &'t mut Transcript,
}

/// What one message holds; a key that occurs twice keeps its last value, as in `JSON.parse`.
#[derive(Default)]
struct Fields<'a> {
    role: Option<Span>,
    call_id: Option<Span>,
    content: Option<Cursor<'a>>,
    tool_calls: Option<Cursor<'a>>,
    seen: u8,
    repeated: bool,
}

impl<'a> Fields<'a> {
    fn read(message: &mut Cursor<'a>) -> Self {
        let mut fields = Self::default();
        message.members(|name, value| {
            let bit = if name.is("role") {
                fields.role = value.string();
                1
            } else if name.is("content") {
                fields.content = Some(value.clone());
                2
            } else if name.is("tool_call_id") {
                fields.call_id = value.string();
                4
            } else if name.is("tool_calls") {
                fields.tool_calls = Some(value.clone());
                8
            } else {
                0
            };
            fields.repeated |= fields.seen & bit != 0;
            fields.seen |= bit;
        });
        fields
    }

    fn role(&self, body: &[u8]) -> Role {
        let Some(role) = self.role else { return Role::Other };
        let raw = role.inside().of(body);
        let named = [
            ("tool", Role::Tool),
            ("assistant", Role::Assistant),
            ("user", Role::User),
            ("system", Role::System),
            ("developer", Role::System),
        ];
        named.iter().find(|(name, _)| spells(raw, name)).map_or(Role::Other, |&(_, role)| role)
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
        list.elements(|call| self.call(call, fields.repeated));
        self.transcript.turn_count += u32::from(self.transcript.calls.len() > before);
    }

    fn call(&mut self, call: &mut Cursor<'a>, in_repeated: bool) {
        let mut id = None;
        let mut name = None;
        let mut custom_name = None;
        let mut seen = 0u8;
        let mut repeated = in_repeated;
        call.members(|key, value| {
            let bit = if key.is("id") {
                id = value.string();
                1
            } else if key.is("function") {
                name = self.named(value, "arguments");
                2
            } else if key.is("custom") {
                custom_name = self.named(value, "input");
                4
            } else {
                0
            };
            repeated |= seen & bit != 0;
            seen |= bit;
        });
        if let Some(id) = id.map(Span::inside).filter(|id| id.byte_count() > 0) {
            let name = name.or(custom_name);
            let turn = self.transcript.turn_count;
            self.transcript.calls.push(ToolCall { id, name, turn, ambiguous: repeated });
        }
    }

    /// The `name` of a call's `function` or `custom` object, which is passed.
    fn named(&mut self, object: &mut Cursor<'a>, input_key: &str) -> Option<Span> {
        let mut name = None;
        object.members(|key, value| {
            if key.is("name") {
                name = value.string().map(Span::inside);
            } else if self.options.measure && key.is(input_key) {
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
        let error = ErrorMarker::Unknown;
        let result = ToolResult { message, block: 0, id, call, content, error, ambiguous: fields.repeated };
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
                if key.is("text") {
                    self.measure(value);
                }
            });
        });
    }

    fn measure(&mut self, value: &mut Cursor<'a>) {
        if let Some(span) = value.string() {
            let text = Text::new(span.inside().of(value.body()), self.options.level);
            self.transcript.text_chars += text.chars() as u64;
        }
    }
}

/// A text part of a list; none for anything else, and for one that repeats a structural key.
fn read_part(part: &mut Cursor<'_>) -> Option<TextPart> {
    let start = part.offset();
    let mut is_text = false;
    let mut text = None;
    let mut marked = false;
    let mut seen = 0u8;
    let mut repeated = false;
    part.members(|key, value| {
        let bit = if key.is("type") {
            is_text = value.string().is_some_and(|name| spells(name.inside().of(value.body()), "text"));
            1
        } else if key.is("text") {
            text = value.string();
            2
        } else if key.is("cache_control") {
            marked = value.kind() != Kind::Null;
            4
        } else {
            0
        };
        repeated |= seen & bit != 0;
        seen |= bit;
    });
    let element = Span::new(start, part.offset_after());
    let text = text.filter(|_| is_text && !repeated)?;
    Some(TextPart { text, element, marked })
}
