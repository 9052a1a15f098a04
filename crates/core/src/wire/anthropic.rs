//! Anthropic Messages.
//!
//! ```text
//! {"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"Read","input":{…}}]},
//!              {"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"…" | [{"type":"text",…}]}]}]}
//! ```
//! Bodies for Bedrock's `InvokeModel` and for Vertex are the same without `model`. Only the content of a `tool_result` is
//! edited, and media where the policy says so: thinking is signed, and server tools and their results belong together.
//! Source: docs.anthropic.com, API reference, "Messages"; "Tool use"; "Context editing".

use super::ReadOptions;
use super::fields::{
    Seen, TextList, conversation, count_marked_elements, has_member, is_hourly, is_marker, is_program, non_empty,
    note_marker, number_markers,
};
use super::loose::push_medium;
use super::media::Element;
use super::pairing::Pairing;
use super::thinking_run::ThinkingRun;
use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::json::tokens::{JsonTokens, Token};
use crate::span::Span;
use crate::transcript::{
    Content, DefinitionForm, ErrorMarker, Role, SearchForm, TextPart, Thinking, ToolCall, ToolResult, Transcript,
};

/// Definitions of tools. Those of the provider's own tools have no schema.
static DEFINITIONS: DefinitionForm =
    DefinitionForm { is_element: true, lists: &[], holders: &[], schemas: &["input_schema"], search: Some(&SEARCH) };

/// Source: docs.anthropic.com, "Tool search tool".
static SEARCH: SearchForm = SearchForm {
    vendor: "anthropic",
    untyped: true,
    kinds: &["custom"],
    kind_start: "tool_search_tool",
    never: &["input_examples"],
    name: "tool_search_tool_bm25",
    tool: r#"{"type":"tool_search_tool_bm25_20251119","name":"tool_search_tool_bm25"}"#,
};

pub(super) fn read<'a>(
    cursor: Cursor<'a>,
    options: ReadOptions<'a>,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    transcript.definition_form = Some(&DEFINITIONS);
    let body = cursor.body();
    // The API refuses empty texts.
    transcript.filler = "[masked]";
    // Without thinking, or switched off, the request before may have asked by hand, and the next one may again.
    transcript.thinks_by_hand = true;
    transcript.lets_think = false;
    let mut is_cleared = false;
    let (mut in_system, mut in_tools) = (0, 0);
    let mut messages = conversation(cursor, Key::Messages, transcript, |key, value, transcript| match key {
        Key::Thinking => {
            transcript.thinks_by_hand = !has_member(value, b"type", b"adaptive");
            transcript.lets_think = !transcript.thinks_by_hand || has_member(value, b"type", b"enabled");
        }
        Key::ContextManagement => is_cleared = clears_tool_uses(value),
        Key::CacheControl => transcript.markers.automatic = is_marker(value).then(|| is_hourly(value)),
        Key::System if options.cache => in_system = count_marked_elements(value),
        Key::Tools if options.cache => in_tools = count_marked_elements(value),
        _ => {}
    })?;
    if messages.kind() != Kind::Array {
        return Err(Unreadable::NoConversation);
    }
    let markers = &mut transcript.markers;
    markers.by_client = true;
    markers.in_front = in_system + in_tools;
    markers.any |= markers.automatic.is_some() || markers.in_front > 0;
    if is_cleared {
        return Err(Unreadable::ServerSideEditing);
    }
    let mut reader = Reader { pairing: Pairing::new(body), options, transcript };
    messages.elements(|message| reader.message(message));
    transcript.keep_unread();
    Ok(())
}

struct Reader<'a, 't> {
    pairing: Pairing<'a>,
    options: ReadOptions<'a>,
    transcript: &'t mut Transcript,
}

/// Members of one block.
#[expect(clippy::struct_excessive_bools, reason = "what was found of members that do not depend on each other")]
struct Block<'a> {
    kind: BlockKind,
    id: Option<Span>,
    name: Option<Span>,
    arguments: Option<Span>,
    has_two_inputs: bool,
    by_program: bool,
    answers: Option<Span>,
    content: Option<Cursor<'a>>,
    is_error: bool,
    /// The string that a thinking block has, and whether it is readable.
    thinking: Option<(Span, bool)>,
    is_signed: bool,
    is_encrypted: bool,
    /// A medium's data are in an object, as they have to be.
    has_source: bool,
    is_marked: bool,
    has_marker: bool,
    has_empty_text: bool,
    keys: Seen,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    ToolUse,
    ToolResult,
    Thinking,
    Image,
    Document,
    Text,
    Compaction,
    Other,
}

fn block_kind(name: &[u8]) -> Option<BlockKind> {
    match name {
        b"tool_use" => Some(BlockKind::ToolUse),
        b"tool_result" => Some(BlockKind::ToolResult),
        b"thinking" | b"redacted_thinking" => Some(BlockKind::Thinking),
        b"image" => Some(BlockKind::Image),
        b"document" => Some(BlockKind::Document),
        b"text" => Some(BlockKind::Text),
        b"compaction" => Some(BlockKind::Compaction),
        _ => None,
    }
}

fn named_role(name: &[u8]) -> Option<Role> {
    match name {
        b"assistant" => Some(Role::Assistant),
        b"user" => Some(Role::User),
        b"system" => Some(Role::System),
        _ => None,
    }
}

impl<'a> Reader<'a, '_> {
    fn message(&mut self, message: &mut Cursor<'a>) {
        let mut role = Role::Other;
        let mut content = None;
        let mut keys = Seen::default();
        let start = message.offset();
        message.members(|key, value| {
            match key {
                Key::Role => role = value.string_lookup(named_role).unwrap_or(Role::Other),
                Key::Content => content = Some(value.clone()),
                _ => return,
            }
            keys.note(key);
        });
        self.options.push_unit(start, message, self.transcript);
        if let Some(content) = content
            && self.blocks(content, role, keys.repeated)
            && role == Role::User
        {
            role = Role::Tool;
        }
        self.transcript.roles.push(role);
    }

    /// Reads a message's blocks; true if they are results and nothing else.
    fn blocks(&mut self, mut content: Cursor<'a>, role: Role, repeated: bool) -> bool {
        let calls = self.transcript.calls.len();
        let list_start = content.offset();
        let mut block_index = 0;
        let mut only_results = true;
        let mut thinking = ThinkingRun::default();
        let mut beside = None;
        content.elements(|value| {
            let start = value.offset();
            let markers = self.transcript.breakpoints.len();
            let block = self.block(value, repeated);
            self.options.push_unit(start, value, self.transcript);
            self.note_free(&block);
            let end = value.offset_after();
            let is_thought = role == Role::Assistant && block.kind == BlockKind::Thinking;
            self.transcript.has_signed_thinking |= is_thought && (block.is_signed || block.is_encrypted);
            if is_thought && self.options.thinking.is_some() {
                self.thinking(&block, block_index, Span::new(start, end));
                thinking.count += 1;
            } else {
                thinking.close(start, end, self.transcript);
            }
            only_results &= block.kind == BlockKind::ToolResult;
            match (role, block.kind) {
                (Role::Assistant, BlockKind::ToolUse) => self.call(&block, block_index),
                (Role::Assistant, BlockKind::Compaction) => {
                    self.transcript.unread_messages = self.transcript.roles.len() as u32;
                }
                (Role::User, BlockKind::ToolResult) => {
                    beside = Some(self.transcript.results.len());
                    self.result(block, block_index, start);
                }
                (Role::User, BlockKind::Image | BlockKind::Document) => {
                    let span = Span::new(start, value.offset_after());
                    self.medium(&block, Element { span, at: block_index, is_image: None }, beside);
                }
                _ => beside = None,
            }
            number_markers(markers, block_index, self.transcript);
            block_index += 1;
        });
        thinking.end(self.transcript);
        self.options.end_list(list_start, &content, self.transcript);
        if self.transcript.calls.len() > calls {
            self.transcript.end_turn();
        }
        only_results && block_index > 0
    }

    fn block(&mut self, value: &mut Cursor<'a>, repeated: bool) -> Block<'a> {
        let mut block = Block {
            kind: BlockKind::Other,
            id: None,
            name: None,
            answers: None,
            content: None,
            is_error: false,
            arguments: None,
            has_two_inputs: false,
            by_program: false,
            thinking: None,
            is_signed: false,
            is_encrypted: false,
            has_source: false,
            is_marked: false,
            has_marker: false,
            has_empty_text: false,
            keys: Seen::within(repeated),
        };
        let body = value.body();
        value.members(|key, value| {
            match key {
                Key::Type => {
                    let name = value.string().and_then(|name| lookup(name.inside().of(body), block_kind));
                    block.kind = name.unwrap_or(BlockKind::Other);
                }
                Key::Id => block.id = value.string(),
                Key::Name => block.name = value.string(),
                Key::ToolUseId => block.answers = value.string(),
                Key::Content => block.content = Some(value.clone()),
                Key::CacheControl => {
                    block.is_marked |= is_marker(value);
                    block.has_marker = true;
                    return note_marker(value, None, self.transcript);
                }
                Key::Thinking => block.thinking = value.string().map(|text| (text, true)),
                Key::Signature => return block.is_signed = is_full(value),
                Key::Data => {
                    block.is_encrypted = is_full(value);
                    block.thinking = block.thinking.or_else(|| value.string().map(|data| (data, false)));
                }
                Key::Input => {
                    block.has_two_inputs = block.arguments.is_some();
                    return block.arguments = value.string_or_object();
                }
                Key::Text => {
                    return block.has_empty_text = value.string().is_none_or(|text| text.inside().byte_count() == 0);
                }
                Key::Source => return block.has_source = value.kind() == Kind::Object,
                Key::IsError => block.is_error = value.is_true(),
                Key::Caller => return block.by_program = is_program(value),
                _ => return,
            }
            block.keys.note(key);
        });
        block
    }

    /// Says of the last unit whether the block may have a breakpoint: the API refuses them on thinking and on empty texts.
    fn note_free(&mut self, block: &Block<'a>) {
        let is_kind = match block.kind {
            BlockKind::ToolUse | BlockKind::ToolResult => true,
            BlockKind::Text => !block.has_empty_text,
            // An image may be replaced as a whole.
            BlockKind::Image | BlockKind::Document | BlockKind::Thinking | BlockKind::Compaction | BlockKind::Other => {
                false
            }
        };
        let is_free = is_kind && !block.has_marker;
        if self.options.cache
            && let Some(unit) = self.transcript.units.last_mut()
        {
            unit.set_free(is_free);
        }
    }

    /// Thinking with a breakpoint of the client's stays, so that this is not lost.
    fn thinking(&mut self, block: &Block<'a>, block_index: u32, element: Span) {
        let nothing = Span { start: element.start, end: element.start };
        let (text, is_readable) = block.thinking.unwrap_or((nothing, false));
        let message = self.transcript.roles.len() as u32;
        let unit = self.transcript.units.len().saturating_sub(1) as u32;
        let stays = block.is_marked || block.keys.repeated;
        let part = TextPart { is_media: !is_readable, ..TextPart::new(text, element, stays) };
        self.transcript.thinking.push(Thinking { unit, message, stays });
        self.transcript.results.push(ToolResult::new(message, block_index, None, None, Content::Thinking(part)));
    }

    fn call(&mut self, block: &Block<'a>, block_index: u32) {
        let Some(id) = non_empty(block.id) else { return };
        self.pairing.note(id);
        let (name, turn) = (block.name.map(Span::inside), self.transcript.turn_count);
        let call = ToolCall::new(id, name, turn, block.keys.repeated);
        self.transcript.calls.push(call.with(block.arguments).made_by(block.by_program));
        let body = self.options.lengths.body;
        let is_object = block.arguments.is_some_and(|value| value.of(body).first() == Some(&b'{'));
        if is_object && !block.has_two_inputs {
            self.options.push_arguments(block_index, false, self.transcript);
        }
    }

    /// Reads an image or a document next to a result, or of the user's own, if the policy masks such.
    fn medium(&mut self, block: &Block<'a>, element: Element, beside: Option<usize>) {
        self.transcript.image_count += 1;
        let (place, options) = (self.transcript.place(element.at), &self.options);
        let wanted = if beside.is_some() { options.reads_media(place) } else { options.reads_user_media(place) };
        if wanted && block.has_source && !block.is_marked {
            let element = Element { is_image: Some(block.kind == BlockKind::Image), ..element };
            let body = self.options.lengths.body;
            push_medium(body, element, beside, block.keys.repeated, self.transcript);
        }
    }

    fn result(&mut self, block: Block<'a>, block_index: u32, start: usize) {
        let id = non_empty(block.answers);
        let call = id.and_then(|id| self.pairing.find(&self.transcript.calls, id));
        let texts = TextList {
            types: &[b"text"],
            media: [b"image", b"document"],
            has_source: true,
            markers: &[Key::CacheControl],
            breakpoint: Key::CacheControl,
            describe: self.options.reads_media(self.transcript.place(block_index)),
            has_searches: true,
        };
        let content = block.content.map_or(Content::Other, |content| texts.read(content, self.transcript));
        let mut result = ToolResult::new(self.transcript.roles.len() as u32, block_index, id, call, content);
        result.error = if block.is_error { ErrorMarker::Yes } else { ErrorMarker::No };
        result.ambiguous = block.keys.repeated;
        self.transcript.push_result(result, start);
    }
}

/// Whether a value is a text that is not empty.
fn is_full(value: &mut Cursor<'_>) -> bool {
    value.string().is_some_and(|text| text.inside().byte_count() > 0)
}

/// Whether an edit of the `context_management` here, which is passed, clears tool uses.
///
/// Source: docs.anthropic.com, "Context editing".
fn clears_tool_uses(value: &mut Cursor<'_>) -> bool {
    if value.kind() != Kind::Object {
        return false;
    }
    let (body, start) = (value.body(), value.offset());
    value.skip();
    let mut tokens = JsonTokens::new(body, Span::new(start, value.offset_after()));
    let (mut in_edits, mut is_type) = (false, false);
    let clears = |text: Span| decoded(text.inside().of(body)).starts_with(b"clear_tool_uses");
    while let Some(token) = tokens.next() {
        let after_type = core::mem::take(&mut is_type);
        match token {
            Token::Name(name) if tokens.depth() == 1 => in_edits = spells(body, name, b"edits"),
            Token::Name(name) => is_type = in_edits && tokens.depth() == 3 && spells(body, name, b"type"),
            Token::Text(text) if after_type && tokens.depth() == 3 && clears(text) => return true,
            _ => {}
        }
    }
    false
}

fn spells(body: &[u8], span: Span, name: &[u8]) -> bool {
    *decoded(span.inside().of(body)) == *name
}
