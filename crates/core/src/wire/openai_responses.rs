//! `OpenAI` Responses.
//!
//! ```text
//! {"input":[{"type":"reasoning",…}, {"type":"function_call","call_id":"c1","name":"shell","arguments":"{…}"},
//!           {"type":"function_call_output","call_id":"c1","output":"…" | [{"type":"input_text","text":"…"}]}]}
//! ```
//! A turn is a run of calls with only reasoning between them. An output is every item whose type ends in `_output`, and
//! that of a call to an MCP server, which is in the call's own item. Only texts of outputs are edited. Nothing is moved,
//! because a reasoning item belongs to the item after it. Source: platform.openai.com, API reference, "Create a model response".

use super::ReadOptions;
use super::fields::{Seen, TextList, conversation, has_member, is_program, non_empty, note_part_markers};
use super::loose::push;
use super::media::{self, Element};
use super::openai_chat::{named_role, note_cache_options};
use super::pairing::Pairing;
use crate::error::Unreadable;
use crate::failure::object::{has_exit_code, is_error_value};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::span::Span;
use crate::transcript::{
    Content, DefinitionForm, ErrorMarker, Role, SearchForm, TextPart, ToolCall, ToolResult, Transcript,
};

/// Definitions of functions; a namespace has a list of its own.
static DEFINITIONS: DefinitionForm = DefinitionForm {
    is_element: true,
    lists: &["tools"],
    holders: &[],
    schemas: &["parameters"],
    search: Some(&SEARCH),
};

/// Source: platform.openai.com, "Tool search".
static SEARCH: SearchForm = SearchForm {
    vendor: "openai",
    untyped: false,
    kinds: &["function"],
    kind_start: "tool_search",
    never: &[],
    name: "",
    tool: r#"{"type":"tool_search"}"#,
};

pub(super) fn read<'a>(
    cursor: Cursor<'a>,
    options: ReadOptions<'a>,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    transcript.definition_form = Some(&DEFINITIONS);
    let body = cursor.body();
    transcript.text_type = "input_text";
    transcript.markers.automatic = Some(false);
    let input = conversation(cursor, Key::Input, transcript, |key, value, transcript| match key {
        Key::PreviousResponseId => transcript.is_delta |= value.kind() == Kind::String,
        Key::Conversation => transcript.is_delta |= matches!(value.kind(), Kind::String | Kind::Object),
        _ => note_cache_options(key, value, transcript),
    })?;
    let mut reader = Reader { pairing: Pairing::new(body), options, transcript, in_turn: false };
    match input.kind() {
        Kind::Array => input.clone().elements(|item| reader.item(item)),
        Kind::String => {}
        _ => return Err(Unreadable::NoConversation),
    }
    transcript.keep_unread();
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
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
#[derive(Default)]
struct Item<'a> {
    kind: Option<ItemKind>,
    role: Option<Role>,
    call_id: Option<Span>,
    name: Option<Span>,
    /// A function's arguments, a custom tool's input, and what a shell does.
    arguments: [Option<Span>; 3],
    /// A member with arguments occurs twice.
    has_two_inputs: bool,
    content: Option<Cursor<'a>>,
    output: Option<Cursor<'a>>,
    id: Option<Span>,
    has_error: bool,
    has_failed: bool,
    by_program: bool,
    keys: Seen,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ItemKind {
    Message,
    Call,
    /// A call of a function, with arguments in JSON.
    FunctionCall,
    /// A call of a custom tool, whose input is any text.
    CustomCall,
    /// A call that the provider made and answered itself.
    AnsweredCall,
    /// The output of a function or a custom tool: a text, or a list in its place.
    FunctionOutput,
    CustomOutput,
    /// The output of a shell: a text, or what each command wrote.
    ShellOutput,
    /// The output of a computer: an image.
    ComputerOutput,
    /// The output of a local shell, which may name its call by its own id.
    LocalShellOutput,
    /// The output of any other call.
    Output,
    Reasoning,
    /// What the provider made of the items in front of it, which the model reads in their place.
    Compaction,
    Other,
}

fn item_kind(name: &[u8]) -> Option<ItemKind> {
    Some(match name {
        b"message" => ItemKind::Message,
        b"function_call_output" => ItemKind::FunctionOutput,
        b"custom_tool_call_output" => ItemKind::CustomOutput,
        b"shell_call_output" => ItemKind::ShellOutput,
        b"computer_call_output" => ItemKind::ComputerOutput,
        b"local_shell_call_output" => ItemKind::LocalShellOutput,
        b"function_call" => ItemKind::FunctionCall,
        b"custom_tool_call" => ItemKind::CustomCall,
        b"mcp_call" => ItemKind::AnsweredCall,
        b"reasoning" => ItemKind::Reasoning,
        b"compaction" => ItemKind::Compaction,
        name if name.ends_with(b"_call") => ItemKind::Call,
        name if name.ends_with(b"_output") => ItemKind::Output,
        _ => return None,
    })
}

impl<'a> Item<'a> {
    fn read(value: &mut Cursor<'a>) -> Self {
        let mut item = Self::default();
        value.members(|key, value| {
            match key {
                Key::Type => item.kind = value.string().map(|name| kind_of(value.body(), name)),
                Key::Role => item.role = value.string().map(|role| role_of(value.body(), role)),
                Key::CallId => item.call_id = value.string(),
                Key::Name => item.name = value.string(),
                Key::Content => item.content = Some(value.clone()),
                Key::Output => item.output = Some(value.clone()),
                Key::Id => item.id = value.string(),
                Key::Error => item.has_error = is_error_value(value),
                Key::Arguments => return item.take_arguments(0, value),
                Key::Input => return item.take_arguments(1, value),
                Key::Action => return item.take_arguments(2, value),
                Key::Status => return item.has_failed = value.string_lookup(failed).is_some(),
                Key::Caller => return item.by_program = is_program(value),
                _ => return,
            }
            item.keys.note(key);
        });
        item
    }

    fn take_arguments(&mut self, at: usize, value: &mut Cursor<'a>) {
        let found = value.string_or_object();
        if let Some(place) = self.arguments.get_mut(at) {
            self.has_two_inputs |= place.is_some();
            *place = found;
        }
    }

    /// Whether arguments that can be edited may be something else than JSON; none if they cannot be edited.
    fn edited_arguments(&self, kind: ItemKind, body: &[u8]) -> Option<bool> {
        let is_text = |value: Span| value.of(body).first() == Some(&b'"');
        let (place, is_free) = match (kind, self.arguments) {
            (ItemKind::FunctionCall, [place, ..]) => (place, false),
            // A custom tool has no arguments beside its input.
            (ItemKind::CustomCall, [None, place, _]) => (place, true),
            _ => return None,
        };
        (place.is_some_and(is_text) && !self.has_two_inputs).then_some(is_free)
    }

    /// The item's kind. An item without a type is a message if it has a role.
    fn kind(&self) -> ItemKind {
        let untyped = if self.role.is_some() { ItemKind::Message } else { ItemKind::Other };
        self.kind.unwrap_or(untyped)
    }
}

/// Whether an item's status says that the call failed, or ended before its end.
fn failed(status: &[u8]) -> Option<()> {
    matches!(status, b"incomplete" | b"failed").then_some(())
}

/// Whether a command of a shell's output ended with an exit code other than 0, or was stopped.
fn has_failed_command(mut list: Cursor<'_>) -> bool {
    let mut has_failed = false;
    list.elements(|command| {
        // Its only object is the `outcome`.
        command.members(|_, value| {
            if value.kind() == Kind::Object {
                has_failed |= has_member(value, b"type", b"timeout") || has_exit_code(value);
            }
        });
    });
    has_failed
}

impl ItemKind {
    const fn is_call(self) -> bool {
        matches!(self, Self::Call | Self::FunctionCall | Self::CustomCall | Self::AnsweredCall)
    }
}

fn picture_type(name: &[u8]) -> Option<()> {
    matches!(name, b"computer_screenshot" | b"input_image").then_some(())
}

/// The elements of an output or a content.
const fn text_list(describe: bool) -> TextList<'static> {
    TextList {
        types: &[b"input_text", b"output_text", b"text"],
        media: [b"input_image", b"input_file"],
        has_source: false,
        markers: &[Key::PromptCacheBreakpoint],
        breakpoint: Key::PromptCacheBreakpoint,
        describe,
        has_searches: false,
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
        let item = Item::read(value);
        self.options.push_unit(start, value, self.transcript);
        let kind = item.kind();
        let role = match kind {
            ItemKind::Message => item.role.unwrap_or(Role::Other),
            ItemKind::Reasoning | ItemKind::Compaction => Role::Assistant,
            kind if kind.is_call() => Role::Assistant,
            ItemKind::Other => Role::Other,
            _ => Role::Tool,
        };
        if kind == ItemKind::Compaction {
            self.transcript.unread_messages = self.transcript.roles.len() as u32;
        }
        if kind == ItemKind::Reasoning {
            self.options.push_staying_thinking(self.transcript);
        }
        let own_id = if kind == ItemKind::AnsweredCall { item.id } else { item.call_id };
        let is_call = kind.is_call() && self.call(&item, kind, own_id);
        self.in_turn = is_call || (self.in_turn && kind == ItemKind::Reasoning);
        let is_result = role == Role::Tool && kind != ItemKind::Message;
        if is_result || kind == ItemKind::AnsweredCall {
            self.result(item, kind, start);
        } else if role == Role::User && self.options.reads_user_media(self.transcript.place(0)) {
            self.media(item);
        } else if self.options.cache
            && let Some(content) = if is_result { item.output } else { item.content }
        {
            note_part_markers(content, self.transcript);
        }
        self.transcript.roles.push(role);
    }

    /// Adds a call that a result can answer; false if the item is no such call.
    fn call(&mut self, item: &Item<'a>, kind: ItemKind, id: Option<Span>) -> bool {
        let Some(id) = non_empty(id) else { return false };
        if !self.in_turn {
            self.transcript.end_turn();
        }
        self.pairing.note(id);
        let (name, turn) = (item.name.map(Span::inside), self.transcript.turn_count - 1);
        let call = ToolCall::new(id, name, turn, item.keys.repeated);
        let arguments = item.arguments.into_iter().flatten().next();
        self.transcript.calls.push(call.with(arguments).made_by(item.by_program));
        if let Some(is_free) = item.edited_arguments(kind, self.options.lengths.body) {
            self.options.push_arguments(0, is_free, self.transcript);
        }
        true
    }

    fn media(&mut self, item: Item<'a>) {
        let media = item.content.and_then(|content| text_list(true).media_alone(content, self.transcript));
        if let Some(media) = media {
            push(media, 0, None, item.keys.repeated, self.transcript);
        }
    }

    fn result(&mut self, item: Item<'a>, kind: ItemKind, start: usize) {
        let id = match kind {
            ItemKind::AnsweredCall => non_empty(item.id),
            ItemKind::LocalShellOutput => non_empty(item.call_id).or_else(|| non_empty(item.id)),
            _ => non_empty(item.call_id),
        };
        let call = id.and_then(|id| self.pairing.find_in(self.transcript, id));
        let stopped = kind == ItemKind::ShellOutput && item.output.clone().is_some_and(has_failed_command);
        let has_failed = item.has_failed || stopped || (kind == ItemKind::AnsweredCall && item.has_error);
        let reads_media = self.options.reads_media(self.transcript.place(0));
        let content = item.output.map_or(Content::Other, |output| self.output(output, kind, reads_media));
        let mut result = ToolResult::new(self.transcript.roles.len() as u32, 0, id, call, content);
        result.ambiguous = item.keys.repeated;
        if has_failed {
            result.error = ErrorMarker::Yes;
        }
        self.transcript.push_result(result, start);
    }

    fn output(&mut self, output: Cursor<'a>, kind: ItemKind, reads_media: bool) -> Content {
        let may_be_list = matches!(kind, ItemKind::FunctionOutput | ItemKind::CustomOutput);
        if !may_be_list && let Some(text) = output.clone().string() {
            let first = self.transcript.parts.len() as u32;
            self.transcript.parts.push(TextPart::new(text, text, false));
            return Content::Fields { first, count: 1 };
        }
        if kind == ItemKind::ShellOutput
            && let Some(content) = self.streams(output.clone())
        {
            return content;
        }
        if kind == ItemKind::ComputerOutput
            && reads_media
            && let Some(content) = self.picture(output.clone())
        {
            return content;
        }
        text_list(reads_media).read(output, self.transcript)
    }

    /// The image that a computer's output is; none if it is not one with an address alone.
    fn picture(&mut self, mut output: Cursor<'a>) -> Option<Content> {
        let start = output.offset();
        let (mut is_image, mut address, mut has_file) = (false, None, false);
        let mut keys = Seen::default();
        output.members(|key, value| {
            match key {
                Key::Type => is_image = value.string_lookup(picture_type).is_some(),
                Key::ImageUrl => address = value.string(),
                // Either of them would still show the image.
                Key::File => has_file |= value.kind() != Kind::Empty,
                _ => return,
            }
            keys.note(key);
        });
        let text = address.filter(|_| is_image && !has_file && !keys.repeated)?;
        let first = self.transcript.parts.len() as u32;
        let span = Span::new(start, output.offset_after());
        let element = Element { span, at: 0, is_image: Some(true) };
        media::read(output.body(), element, false, self.transcript);
        self.transcript.parts.last_mut()?.text = text;
        Some(Content::Picture { first })
    }

    /// The texts that each command of a shell wrote; none if `list` is no list of objects.
    fn streams(&mut self, mut list: Cursor<'a>) -> Option<Content> {
        let (first, start) = (self.transcript.parts.len(), list.offset());
        let mut is_list = list.is_filled() && list.kind() == Kind::Array;
        list.elements(|command| {
            is_list &= command.kind() == Kind::Object;
            command.members(|key, value| {
                if matches!(key, Key::Stdout | Key::Stderr)
                    && let Some(text) = value.string().filter(|text| text.inside().byte_count() > 0)
                {
                    self.transcript.parts.push(TextPart::new(text, text, false));
                }
            });
        });
        if !is_list {
            self.transcript.parts.truncate(first);
            return None;
        }
        let element = Span::new(start, list.offset_after());
        for part in self.transcript.parts.iter_mut().skip(first) {
            part.element = element;
        }
        Some(Content::Fields { first: first as u32, count: (self.transcript.parts.len() - first) as u32 })
    }
}
