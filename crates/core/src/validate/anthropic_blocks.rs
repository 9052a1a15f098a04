//! The blocks of Anthropic messages, and the rules of their fields.

use super::form::Form;
use super::limits::Media;
use super::rows::{Detail, Rows, Site};
use super::rule::Rule;
use super::settings::Citations;
use super::walk::{container, id, is_present};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::lookup;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::span::Span;

super::rule::rules! {
    family AnthropicBlocks;

    ANTHROPIC_EMPTY_TEXT = "anthropic/empty-text" {
        text: "a text block is empty; the provider says: text content blocks must be non-empty",
        source: "[anthropics/claude-code#62312](https://github.com/anthropics/claude-code/issues/62312), [experientiallabs/experiential#804](https://github.com/experientiallabs/experiential/issues/804)",
        repair: "removed, unless it is the only block",
    }

    ANTHROPIC_BLOCK_ROLE = "anthropic/block-role" {
        text: "a block of type {id} stands in a message of the wrong role; the provider says: `tool_use` blocks can only be in `assistant` messages, `tool_result` blocks only in `user` messages",
        source: "[tool use](https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls)",
    }

    ANTHROPIC_CALL_WITHOUT_ID = "anthropic/call-without-id" {
        text: "a tool_use block has no id; the provider says: tool_use.id: Field required",
        source: "[Messages API reference](https://docs.claude.com/en/api/messages)",
    }

    ANTHROPIC_RESULT_WITHOUT_ID = "anthropic/result-without-id" {
        text: "a tool_result block names no call; the provider says: tool_result.tool_use_id: Field required",
        source: "[Messages API reference](https://docs.claude.com/en/api/messages)",
        repair: "removed",
    }

    ANTHROPIC_RESULT_CONTENT = "anthropic/result-content" {
        text: "the content of a tool_result is neither a string nor a list; the provider says: tool_result.content: Input should be a valid string, or: Input should be a valid list",
        source: "[Messages API reference](https://docs.claude.com/en/api/messages)",
    }

    ANTHROPIC_THINKING_SIGNATURE = "anthropic/thinking-signature" {
        text: "a thinking block has no signature; the provider says: thinking.signature: Field required",
        source: "[extended thinking](https://docs.claude.com/en/docs/build-with-claude/extended-thinking)",
    }

    ANTHROPIC_CALL_ID_FORM = "anthropic/call-id-form" {
        text: "the call id {id} has other characters than letters, digits, _ and -; the provider says: tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        source: "[BlockRunAI/ClawRouter#17](https://github.com/BlockRunAI/ClawRouter/issues/17), [RooCodeInc/Roo-Code#10649](https://github.com/RooCodeInc/Roo-Code/pull/10649)",
        repair: "replaced, in the call and its result",
        forms: ["anthropic" => Form::word(0)],
    }

    ANTHROPIC_RESULT_ID_FORM = "anthropic/result-id-form" {
        text: "the tool_use_id {id} has other characters than letters, digits, _ and -; the provider says: tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        source: "[HKUDS/nanobot#4356](https://github.com/HKUDS/nanobot/pull/4356)",
        repair: "replaced, in the call and its result",
        forms: ["anthropic" => Form::word(0)],
    }

    ANTHROPIC_CALL_WITHOUT_NAME = "anthropic/call-without-name" {
        text: "a block of type {id} names no tool; the provider says: tool_use.name: Field required",
        source: "[Messages API reference](https://docs.claude.com/en/api/messages)",
    }

    ANTHROPIC_CALL_NAME_FORM = "anthropic/call-name-form" {
        text: "the tool name {id} has other characters than letters, digits, _ and -, or more than 128; the provider says: tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$', or: String should have at most 200 characters",
        source: "[define tools](https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools), [aaif-goose/goose#10890](https://github.com/aaif-goose/goose/pull/10890), [anthropics/claude-code#2673](https://github.com/anthropics/claude-code/issues/2673)",
        forms: ["anthropic" => Form::word(128)],
    }

    ANTHROPIC_INPUT_NOT_OBJECT = "anthropic/input-not-object" {
        text: "the input of a block of type {id} is missing or no object; the provider says: tool_use.input: Input should be a valid dictionary, or: Field required",
        source: "[anthropics/claude-code#6696](https://github.com/anthropics/claude-code/issues/6696), [anthropics/anthropic-sdk-typescript#648](https://github.com/anthropics/anthropic-sdk-typescript/issues/648), [mastra-ai/mastra#5604](https://github.com/mastra-ai/mastra/issues/5604)",
        repair: "the JSON text of an object becomes the object; `[]`, `null`, an empty text and nothing become `{}`",
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    ToolUse,
    ToolResult,
    Thinking,
    Redacted,
    /// A call that the provider runs.
    ServerUse,
    /// The result of such a call.
    ServerResult,
    /// A call to a server that the provider reaches.
    McpUse,
    McpResult,
    Compaction,
    Document,
    SearchResult,
    Image,
}

fn block_type(name: &[u8]) -> Option<Type> {
    Some(match name {
        b"text" => Type::Text,
        b"tool_use" => Type::ToolUse,
        b"tool_result" => Type::ToolResult,
        b"thinking" => Type::Thinking,
        b"redacted_thinking" => Type::Redacted,
        b"server_tool_use" => Type::ServerUse,
        b"mcp_tool_use" => Type::McpUse,
        b"mcp_tool_result" => Type::McpResult,
        b"compaction" => Type::Compaction,
        b"document" => Type::Document,
        b"image" => Type::Image,
        b"search_result" => Type::SearchResult,
        name if name.ends_with(b"_tool_result") => Type::ServerResult,
        _ => return None,
    })
}

/// Members of one block.
#[derive(Default)]
pub(super) struct Block<'a> {
    pub kind: Option<Type>,
    pub kind_text: Option<Span>,
    pub id: Option<Span>,
    pub tool_use_id: Option<Span>,
    name: Option<Span>,
    /// Whether `input` is an object.
    has_input: bool,
    signature: Option<Span>,
    /// Its text, with its quotes.
    pub text: Option<Span>,
    pub content: Option<Cursor<'a>>,
    pub marker: Option<Cursor<'a>>,
    /// Its `source`, where that is an object.
    pub source: Option<Span>,
    /// Its `citations`, where those are an object.
    pub citations: Option<Span>,
}

impl<'a> Block<'a> {
    pub fn read(block: &mut Cursor<'a>) -> Self {
        let mut fields = Self::default();
        let body = block.body();
        block.members(|key, value| match key {
            Key::Type => {
                fields.kind_text = id(value);
                fields.kind = fields.kind_text.and_then(|text| lookup(text.of(body), block_type));
            }
            Key::Id => fields.id = id(value),
            Key::ToolUseId => fields.tool_use_id = id(value),
            Key::Name => fields.name = id(value),
            Key::Input => fields.has_input = value.kind() == Kind::Object,
            Key::Signature => fields.signature = id(value),
            Key::Text => fields.text = value.string(),
            Key::Content => fields.content = Some(value.clone()),
            Key::Source => {
                fields.source = container(value).filter(|_| value.kind() == Kind::Object);
            }
            Key::Citations => {
                fields.citations = container(value).filter(|_| value.kind() == Kind::Object);
            }
            Key::CacheControl => fields.marker = is_present(value).then(|| value.clone()),
            _ => {}
        });
        fields
    }

    pub const fn is_thinking(&self) -> bool {
        matches!(self.kind, Some(Type::Thinking | Type::Redacted))
    }

    pub fn is_empty_text(&self) -> bool {
        self.kind == Some(Type::Text) && self.text.is_some_and(is_empty)
    }

    /// Checks what one block shows alone, for a model of `vendor`.
    pub fn check(&self, body: &[u8], vendor: &str, site: Site, rows: &mut Rows) {
        match self.kind {
            Some(Type::Text) if self.is_empty_text() => rows.add(Rule::ANTHROPIC_EMPTY_TEXT, site, Detail::None),
            Some(Type::Thinking) if self.signature.is_none() => {
                rows.add(Rule::ANTHROPIC_THINKING_SIGNATURE, site, Detail::None);
            }
            Some(Type::ToolUse) => self.check_call(body, vendor, site, rows),
            Some(Type::ServerUse | Type::McpUse) => self.check_fields(site, rows),
            Some(Type::ToolResult) => self.check_result(body, vendor, site, rows),
            _ => {}
        }
    }

    fn check_call(&self, body: &[u8], vendor: &str, site: Site, rows: &mut Rows) {
        match self.id {
            None => rows.add(Rule::ANTHROPIC_CALL_WITHOUT_ID, site, Detail::None),
            Some(id) => rows.form(Rule::ANTHROPIC_CALL_ID_FORM, vendor.as_bytes(), site, id, body),
        }
        if let Some(name) = self.name {
            rows.form(Rule::ANTHROPIC_CALL_NAME_FORM, vendor.as_bytes(), site, name, body);
        }
        self.check_fields(site, rows);
    }

    /// Checks what every call must have, whoever runs it.
    fn check_fields(&self, site: Site, rows: &mut Rows) {
        if self.name.is_none() {
            rows.add(Rule::ANTHROPIC_CALL_WITHOUT_NAME, site, Detail::of(self.kind_text));
        }
        if !self.has_input {
            rows.add(Rule::ANTHROPIC_INPUT_NOT_OBJECT, site, Detail::of(self.kind_text));
        }
    }

    fn check_result(&self, body: &[u8], vendor: &str, site: Site, rows: &mut Rows) {
        if self.content.as_ref().is_some_and(is_odd_content) {
            rows.add(Rule::ANTHROPIC_RESULT_CONTENT, site, Detail::None);
        }
        match self.tool_use_id {
            None => rows.add(Rule::ANTHROPIC_RESULT_WITHOUT_ID, site, Detail::None),
            Some(id) => rows.form(Rule::ANTHROPIC_RESULT_ID_FORM, vendor.as_bytes(), site, id, body),
        }
    }
}

/// Reports empty text blocks of the system prompt.
pub(super) fn check_system(block: &mut Cursor<'_>, site: Site, rows: &mut Rows) {
    if Block::read(block).is_empty_text() {
        rows.add(Rule::ANTHROPIC_EMPTY_TEXT, site, Detail::None);
    }
}

pub(super) const fn is_empty(text: Span) -> bool {
    text.byte_count() == 2
}

/// Whether the content is present and neither a string nor a list.
fn is_odd_content(content: &Cursor<'_>) -> bool {
    is_present(content) && !matches!(content.kind(), Kind::String | Kind::Array)
}

/// Blocks that rules of the whole request look at.
#[derive(Default)]
pub(super) struct Seen {
    pub citations: Citations,
    pub media: Media,
}

impl Seen {
    /// Notes a block of a message or of a result.
    pub fn see(&mut self, block: &Block<'_>, site: Site) {
        self.citations.see(block, site);
        self.media.see(block, site);
    }
}

/// Whether `text` is empty, or only characters that every reader counts as white space.
pub(super) fn is_blank(body: &[u8], text: Span) -> bool {
    let text = Text::new(text.inside().of(body), Level::SCALAR);
    text.code_points().all(|char| matches!(char.code, 0x20 | 0x09 | 0x0A | 0x0D))
}
