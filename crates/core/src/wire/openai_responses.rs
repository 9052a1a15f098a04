//! `OpenAI` Responses.
//!
//! ```text
//! {"input":[{"type":"reasoning",…}, {"type":"function_call","call_id":"c1","name":"shell","arguments":"{…}"},
//!           {"type":"function_call_output","call_id":"c1","output":"…" | [{"type":"input_text","text":"…"}]}]}
//! ```
//! A turn is a run of calls with only reasoning between them. Only outputs of functions are edited: custom, shell,
//! computer, patch and MCP items keep their bytes. Nothing is moved, because a reasoning item belongs to the item after
//! it. Source: platform.openai.com, API reference, "Create a model response".

use super::ReadOptions;
use super::fields::{Seen, TextList, conversation, non_empty, note_part_markers};
use super::openai_chat::{named_role, note_cache_options};
use super::pairing::Pairing;
use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::span::Span;
use crate::transcript::{Content, Role, ToolCall, ToolResult, Transcript};

pub(super) fn read<'a>(
    cursor: Cursor<'a>,
    options: ReadOptions<'a>,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    let body = cursor.body();
    transcript.text_type = "input_text";
    transcript.markers.automatic = Some(false);
    let mut input = conversation(cursor, Key::Input, transcript, |key, value, transcript| match key {
        Key::PreviousResponseId => transcript.is_delta |= value.kind() == Kind::String,
        Key::Conversation => transcript.is_delta |= matches!(value.kind(), Kind::String | Kind::Object),
        _ => note_cache_options(key, value, transcript),
    })?;
    let mut reader = Reader { pairing: Pairing::new(body), options, transcript, in_turn: false };
    match input.kind() {
        Kind::Array => input.elements(|item| reader.item(item)),
        Kind::String => reader.transcript.text_chars += reader.options.string_chars(&mut input),
        _ => return Err(Unreadable::NoConversation),
    }
    Ok(())
}

struct Reader<'a, 't> {
    pairing: Pairing<'a>,
    options: ReadOptions<'a>,
    transcript: &'t mut Transcript,
    /// Whether the last item was a call, or reasoning after one.
    in_turn: bool,
}

/// Members of one item.
#[derive(Default)]
struct Item<'a> {
    kind: Option<ItemKind>,
    role: Option<Role>,
    call_id: Option<Span>,
    name: Option<Span>,
    content: Option<Cursor<'a>>,
    output: Option<Cursor<'a>>,
    argument_chars: u64,
    keys: Seen,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemKind {
    Message,
    Call,
    FunctionOutput,
    /// The output of any other call.
    Output,
    Reasoning,
    /// Made by the model, or by the provider for it.
    Assistant,
    Other,
}

fn item_kind(name: &[u8]) -> Option<ItemKind> {
    Some(match name {
        b"message" => ItemKind::Message,
        b"function_call_output" => ItemKind::FunctionOutput,
        b"reasoning" => ItemKind::Reasoning,
        b"compaction" => ItemKind::Assistant,
        name if name.ends_with(b"_call") => ItemKind::Call,
        name if name.ends_with(b"_output") => ItemKind::Output,
        _ => return None,
    })
}

impl<'a> Item<'a> {
    fn read(value: &mut Cursor<'a>, options: ReadOptions<'a>) -> Self {
        let mut item = Self::default();
        value.members(|key, value| {
            match key {
                Key::Type => item.kind = value.string().map(|name| kind_of(value.body(), name)),
                Key::Role => item.role = value.string().map(|role| role_of(value.body(), role)),
                Key::CallId => item.call_id = value.string(),
                Key::Name => item.name = value.string(),
                Key::Content => item.content = Some(value.clone()),
                Key::Output => item.output = Some(value.clone()),
                Key::Arguments | Key::Input if options.measure => item.argument_chars += options.string_chars(value),
                _ => return,
            }
            item.keys.note(key);
        });
        item
    }

    /// The item's kind. An item without a type is a message if it has a role.
    fn kind(&self) -> ItemKind {
        let untyped = if self.role.is_some() { ItemKind::Message } else { ItemKind::Other };
        self.kind.unwrap_or(untyped)
    }
}

fn kind_of(body: &[u8], name: Span) -> ItemKind {
    let name = decoded(name.inside().of(body));
    item_kind(&name).unwrap_or(ItemKind::Other)
}

fn role_of(body: &[u8], role: Span) -> Role {
    lookup(role.inside().of(body), named_role).unwrap_or(Role::Other)
}

impl<'a> Reader<'a, '_> {
    fn item(&mut self, value: &mut Cursor<'a>) {
        let start = value.offset();
        let item = Item::read(value, self.options);
        self.options.push_unit(start, value, self.transcript);
        let kind = item.kind();
        if self.options.measure {
            self.measure(&item, kind);
        }
        let role = match kind {
            ItemKind::Message => item.role.unwrap_or(Role::Other),
            ItemKind::Call | ItemKind::Reasoning | ItemKind::Assistant => Role::Assistant,
            ItemKind::FunctionOutput | ItemKind::Output => Role::Tool,
            ItemKind::Other => Role::Other,
        };
        let is_call = kind == ItemKind::Call && self.call(&item);
        self.in_turn = is_call || (self.in_turn && kind == ItemKind::Reasoning);
        if kind == ItemKind::FunctionOutput {
            self.result(item);
        } else if self.options.cache
            && let Some(content) = item.content
        {
            note_part_markers(content, self.transcript);
        }
        self.transcript.roles.push(role);
    }

    /// Adds a call that a result can answer; false if the item is no such call.
    fn call(&mut self, item: &Item<'a>) -> bool {
        let Some(id) = non_empty(item.call_id) else { return false };
        if !self.in_turn {
            self.transcript.end_turn();
        }
        self.pairing.note(id);
        let (name, turn) = (item.name.map(Span::inside), self.transcript.turn_count - 1);
        self.transcript.calls.push(ToolCall::new(id, name, turn, item.keys.repeated));
        true
    }

    fn result(&mut self, item: Item<'a>) {
        let id = non_empty(item.call_id);
        let call = id.and_then(|id| self.pairing.find(&self.transcript.calls, id));
        let texts = TextList {
            types: &[b"input_text", b"output_text", b"text"],
            media: [b"input_image", b"input_file"],
            has_source: false,
            markers: &[Key::PromptCacheBreakpoint],
            breakpoint: Key::PromptCacheBreakpoint,
            describe: self.options.media,
        };
        let content = item.output.map_or(Content::Other, |output| texts.read(output, self.transcript));
        let mut result = ToolResult::new(self.transcript.roles.len() as u32, 0, id, call, content);
        result.ambiguous = item.keys.repeated;
        self.transcript.results.push(result);
    }

    fn measure(&mut self, item: &Item<'a>, kind: ItemKind) {
        let text = match kind {
            ItemKind::Message => item.content.clone(),
            ItemKind::FunctionOutput => item.output.clone(),
            _ => None,
        };
        let arguments = if kind == ItemKind::Call { item.argument_chars } else { 0 };
        self.transcript.text_chars += arguments + text.map_or(0, |text| self.options.content_chars(text));
    }
}
