//! `OpenAI` Chat Completions.
//!
//! ```text
//! {"messages":[{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"read_file","arguments":"{…}"}}]},
//!              {"role":"tool","tool_call_id":"c1","content":"…" | [{"type":"text","text":"…"}]}]}
//! ```
//! In the older form a call is the message's `function_call`, and the message of role `function` with its name answers it;
//! the name is its id.
//!
//! Source: platform.openai.com, API reference, "Create chat completion".

use super::ReadOptions;
use super::fields::{Seen, TextList, conversation, has_member, is_program, non_empty, note_part_markers};
use super::loose::push;
use super::pairing::Pairing;
use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::lookup;
use crate::span::Span;
use crate::transcript::{Content, DefinitionForm, ErrorMarker, Role, ToolCall, ToolResult, Transcript};

static DEFINITIONS: DefinitionForm =
    DefinitionForm { is_element: false, lists: &[], holders: &["function"], schemas: &["parameters"], search: None };

pub(super) fn read<'a>(
    cursor: Cursor<'a>,
    options: ReadOptions<'a>,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    transcript.definition_form = Some(&DEFINITIONS);
    let body = cursor.body();
    transcript.markers.automatic = Some(false);
    let mut messages = conversation(cursor, Key::Messages, transcript, note_cache_options)?;
    if messages.kind() != Kind::Array {
        return Err(Unreadable::NoConversation);
    }
    let mut reader = Reader { pairing: Pairing::new(body), options, transcript };
    messages.elements(|message| reader.message(message));
    Ok(())
}

/// Notes whether the provider sets a breakpoint behind the newest message, which is its default.
pub(super) fn note_cache_options(key: Key, value: &mut Cursor<'_>, transcript: &mut Transcript) {
    if key == Key::PromptCacheOptions && has_member(value, b"mode", b"explicit") {
        transcript.markers.automatic = None;
    }
}

struct Reader<'a, 't> {
    pairing: Pairing<'a>,
    options: ReadOptions<'a>,
    transcript: &'t mut Transcript,
}

/// Members of one message. A key that occurs twice keeps its last value, as in `JSON.parse`.
#[derive(Default)]
struct Fields<'a> {
    role: Option<Span>,
    call_id: Option<Span>,
    content: Option<Cursor<'a>>,
    tool_calls: Option<Cursor<'a>>,
    function_call: Option<Cursor<'a>>,
    /// Which function a message of role `function` answers for.
    name: Option<Span>,
    is_function: bool,
    has_thinking: bool,
    /// An SDK marks the result as failed.
    has_failed: bool,
    keys: Seen,
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
                Key::FunctionCall => fields.function_call = Some(value.clone()),
                Key::Name => return fields.name = value.string(),
                Key::Status => return fields.has_failed = value.string_lookup(failed).is_some(),
                Key::ThinkingBlocks => return fields.has_thinking |= is_full_list(value),
                _ => return,
            }
            fields.keys.note(key);
        });
        let body = message.body();
        let is_function = |name: &[u8]| (name == b"function").then_some(());
        fields.is_function = fields.role.is_some_and(|role| lookup(role.inside().of(body), is_function).is_some());
        fields
    }

    /// Whether it has thinking, in a member of its own or in its content.
    fn has_thinking(&self) -> bool {
        self.has_thinking || self.content.as_ref().is_some_and(has_thinking_part)
    }

    fn role(&self, body: &[u8]) -> Role {
        let role = self.role.and_then(|role| lookup(role.inside().of(body), named_role));
        role.unwrap_or(Role::Other)
    }
}

/// Whether the status of a tool's message says so. Source: `LangChain`, `ToolMessage`.
fn failed(status: &[u8]) -> Option<()> {
    (status == b"error").then_some(())
}

pub(super) fn named_role(name: &[u8]) -> Option<Role> {
    match name {
        b"tool" | b"function" => Some(Role::Tool),
        b"assistant" => Some(Role::Assistant),
        b"user" => Some(Role::User),
        b"system" | b"developer" => Some(Role::System),
        _ => None,
    }
}

impl<'a> Reader<'a, '_> {
    fn message(&mut self, message: &mut Cursor<'a>) {
        let start = message.offset();
        let fields = Fields::read(message);
        self.options.push_unit(start, message, self.transcript);
        let role = fields.role(message.body());
        let reads_media = role == Role::User && self.options.reads_user_media(self.transcript.place(0));
        if self.options.cache
            && !reads_media
            && role != Role::Tool
            && let Some(content) = &fields.content
        {
            note_part_markers(content.clone(), self.transcript);
        }
        match role {
            Role::Assistant => {
                let is_wanted = self.options.thinking.is_some();
                if (is_wanted || self.options.cache) && fields.has_thinking() {
                    // Routers pass on what has signatures.
                    self.transcript.has_signed_thinking = true;
                    if is_wanted {
                        self.options.push_staying_thinking(self.transcript);
                    }
                }
                self.calls(fields);
            }
            Role::Tool => self.result(fields, start),
            Role::User if reads_media => self.media(fields),
            _ => {}
        }
        self.transcript.roles.push(role);
    }

    fn calls(&mut self, fields: Fields<'a>) {
        let before = self.transcript.calls.len();
        if let Some(mut list) = fields.tool_calls {
            list.elements(|call| self.call(call, fields.keys.repeated));
        }
        if let Some(mut call) = fields.function_call {
            let called = Named::read(&mut call, Key::Arguments);
            self.push_call(called.name, called, false, (fields.keys.repeated, false));
        }
        if self.transcript.calls.len() > before {
            self.transcript.end_turn();
        }
    }

    fn call(&mut self, call: &mut Cursor<'a>, in_repeated: bool) {
        let (mut id, mut by_program) = (None, false);
        let (mut function, mut custom) = (Named::default(), Named::default());
        let mut keys = Seen::within(in_repeated);
        call.members(|key, value| {
            match key {
                Key::Id => id = value.string(),
                Key::Function => function = Named::read(value, Key::Arguments),
                Key::Custom => custom = Named::read(value, Key::Input),
                Key::Caller => return by_program = is_program(value),
                _ => return,
            }
            keys.note(key);
        });
        let name = function.name.or(custom.name);
        let (called, is_free) = if function.arguments.is_some() { (function, false) } else { (custom, true) };
        self.push_call(non_empty(id), Named { name, ..called }, is_free, (keys.repeated, by_program));
    }

    /// Adds a call with an id; without one no result can answer it.
    fn push_call(&mut self, id: Option<Span>, called: Named, is_free: bool, (repeated, by_program): (bool, bool)) {
        let Some(id) = id.filter(|id| id.byte_count() > 0) else { return };
        self.pairing.note(id);
        let call = ToolCall::new(id, called.name, self.transcript.turn_count, repeated);
        self.transcript.calls.push(call.with(called.arguments).made_by(by_program));
        if called.is_text {
            self.options.push_arguments(0, is_free, self.transcript);
        }
    }

    fn media(&mut self, fields: Fields<'a>) {
        let media = fields.content.and_then(|content| text_list(true).media_alone(content, self.transcript));
        if let Some(media) = media {
            push(media, 0, None, fields.keys.repeated, self.transcript);
        }
    }

    fn result(&mut self, fields: Fields<'a>, start: usize) {
        let id = non_empty(if fields.is_function { fields.name } else { fields.call_id });
        let call = id.and_then(|id| self.pairing.find(&self.transcript.calls, id));
        let texts = text_list(self.options.reads_media(self.transcript.place(0)));
        let content = fields.content.map_or(Content::Other, |content| texts.read(content, self.transcript));
        let message = self.transcript.roles.len() as u32;
        let mut result = ToolResult::new(message, 0, id, call, content);
        result.ambiguous = fields.keys.repeated;
        if fields.has_failed {
            result.error = ErrorMarker::Yes;
        }
        self.transcript.push_result(result, start);
    }
}

/// Passes a list and says whether it has elements.
fn is_full_list(list: &mut Cursor<'_>) -> bool {
    let mut is_full = false;
    list.elements(|_| is_full = true);
    is_full
}

/// Whether a content is a list with a block of thinking, as hosts of Claude and Mistral take it.
fn has_thinking_part(content: &Cursor<'_>) -> bool {
    let (body, mut is_found) = (content.body(), false);
    content.clone().elements(|part| {
        let mut is_thinking = false;
        part.members(|key, value| {
            if key == Key::Type {
                let name = value.string();
                is_thinking = name.is_some_and(|name| lookup(name.inside().of(body), thinking_type).is_some());
            }
        });
        is_found |= is_thinking;
    });
    is_found
}

fn thinking_type(name: &[u8]) -> Option<()> {
    matches!(name, b"thinking" | b"redacted_thinking").then_some(())
}

/// The elements of a content.
const fn text_list(describe: bool) -> TextList<'static> {
    TextList {
        types: &[b"text"],
        media: [b"image_url", b"file"],
        has_source: false,
        markers: &[Key::CacheControl, Key::PromptCacheBreakpoint],
        breakpoint: Key::PromptCacheBreakpoint,
        describe,
        has_searches: false,
    }
}

/// A call's `function` or `custom` object.
#[derive(Clone, Copy, Default)]
struct Named {
    /// Without quotes.
    name: Option<Span>,
    arguments: Option<Span>,
    /// The arguments are a string, given once.
    is_text: bool,
}

impl Named {
    /// Passes the object; `key` names its arguments.
    fn read(object: &mut Cursor<'_>, arguments: Key) -> Self {
        let mut found = Self::default();
        object.members(|key, value| {
            if key == Key::Name {
                found.name = value.string().map(Span::inside);
            } else if key == arguments {
                found.is_text = found.arguments.is_none() && value.kind() == Kind::String;
                found.arguments = value.string_or_object();
            }
        });
        found
    }
}
