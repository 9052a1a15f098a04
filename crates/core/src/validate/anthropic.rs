//! Anthropic Messages: results come first in the message after their calls, and thinking has fixed places.
//!
//! ```text
//! assistant turn [thinking, text, call a, call b] ─▶ user turn [result b, result a, text …]
//! ```
//! Consecutive messages of one role are one turn, because the provider joins them.

use super::breakpoints::Marker;
use super::ids::Ids;
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{container, each, id, is_present};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::lookup;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::span::Span;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    User,
    Assistant,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Text,
    ToolUse,
    ToolResult,
    Thinking,
    Redacted,
}

fn block_type(name: &[u8]) -> Option<Type> {
    match name {
        b"text" => Some(Type::Text),
        b"tool_use" => Some(Type::ToolUse),
        b"tool_result" => Some(Type::ToolResult),
        b"thinking" => Some(Type::Thinking),
        b"redacted_thinking" => Some(Type::Redacted),
        _ => None,
    }
}

/// Members of one block.
#[derive(Default)]
struct Block<'a> {
    kind: Option<Type>,
    kind_text: Option<Span>,
    id: Option<Span>,
    tool_use_id: Option<Span>,
    signature: Option<Span>,
    /// Its text, with its quotes.
    text: Option<Span>,
    content: Option<Cursor<'a>>,
    marker: Option<Cursor<'a>>,
}

impl<'a> Block<'a> {
    fn read(block: &mut Cursor<'a>) -> Self {
        let mut fields = Self::default();
        let body = block.body();
        block.members(|key, value| match key {
            Key::Type => {
                fields.kind_text = id(value);
                fields.kind = fields.kind_text.and_then(|text| lookup(text.of(body), block_type));
            }
            Key::Id => fields.id = id(value),
            Key::ToolUseId => fields.tool_use_id = id(value),
            Key::Signature => fields.signature = id(value),
            Key::Text => fields.text = value.string(),
            Key::Content => fields.content = Some(value.clone()),
            Key::CacheControl => fields.marker = is_present(value).then(|| value.clone()),
            _ => {}
        });
        fields
    }

    const fn is_thinking(&self) -> bool {
        matches!(self.kind, Some(Type::Thinking | Type::Redacted))
    }

    fn is_empty_text(&self) -> bool {
        self.kind == Some(Type::Text) && self.text.is_some_and(is_empty)
    }
}

const fn is_empty(text: Span) -> bool {
    text.byte_count() == 2
}

/// Whether `text` is empty, or only characters that every reader counts as white space.
fn is_blank(body: &[u8], text: Span) -> bool {
    let text = Text::new(text.inside().of(body), Level::SCALAR);
    text.code_points().all(|char| matches!(char.code, 0x20 | 0x09 | 0x0A | 0x0D))
}

/// Whether the content is present and neither a string nor a list.
fn is_odd_content(content: &Cursor<'_>) -> bool {
    is_present(content) && !matches!(content.kind(), Kind::String | Kind::Array)
}

struct Call {
    site: Site,
    id: Span,
    answered: bool,
}

/// The calls of a turn.
struct Calls<'a> {
    ids: Ids<'a>,
    list: Vec<Call>,
}

impl<'a> Calls<'a> {
    fn new(body: &'a [u8]) -> Self {
        Self { ids: Ids::new(body), list: Vec::new() }
    }

    fn close(&mut self, rule: Rule, rows: &mut Rows) {
        if self.list.is_empty() {
            return;
        }
        for call in self.list.drain(..).filter(|call| !call.answered) {
            rows.add(rule, call.site, Detail::Text(call.id));
        }
        self.ids.clear();
    }
}

struct Reader<'a, 'r> {
    body: &'a [u8],
    turn: Option<Role>,
    /// Calls of the assistant turn being read, or of the turn before the user turn being read.
    calls: Calls<'a>,
    /// Whether this turn has a block other than a tool result.
    has_other: bool,
    /// First assistant message with a call since the user's last text.
    loop_start: Option<Site>,
    loop_thinks: bool,
    /// The thinking block at the end of the last message, if there is one.
    last_thinking: Option<Site>,
    last_is_marked: bool,
    markers: &'r mut Vec<Marker>,
    rows: &'r mut Rows,
}

/// Facts about the conversation that other rules need.
pub(super) struct Read {
    /// Whether the last block of the last message has a cache breakpoint.
    pub last_is_marked: bool,
}

pub(super) fn check(messages: Cursor<'_>, thinks: bool, markers: &mut Vec<Marker>, rows: &mut Rows) -> Read {
    let body = messages.body();
    let start = messages.offset();
    let calls = Calls::new(body);
    let mut reader = Reader {
        body,
        turn: None,
        calls,
        has_other: false,
        loop_start: None,
        loop_thinks: false,
        last_thinking: None,
        last_is_marked: false,
        markers,
        rows,
    };
    each(messages, |index, message| reader.message(index, message));
    reader.end(start, thinks);
    Read { last_is_marked: reader.last_is_marked }
}

/// Reports empty text blocks of the system prompt.
pub(super) fn check_system(block: &mut Cursor<'_>, site: Site, rows: &mut Rows) {
    if Block::read(block).is_empty_text() {
        rows.add(Rule::AnthropicEmptyText, site, Detail::None);
    }
}

impl<'a> Reader<'a, '_> {
    fn message(&mut self, index: usize, message: &mut Cursor<'a>) {
        let site = Site::message(index, message.offset());
        let (mut role_text, mut content) = (None, None);
        message.members(|key, value| match key {
            Key::Role => role_text = id(value),
            Key::Content => content = Some(value.clone()),
            _ => {}
        });
        let role = role_text.and_then(|role| lookup(role.of(self.body), named_role)).unwrap_or(Role::Other);
        if role == Role::Other {
            self.rows.add(Rule::AnthropicRole, site, Detail::of(role_text));
        }
        if index == 0 && role == Role::Assistant {
            self.rows.add(Rule::AnthropicFirstRole, site, Detail::None);
        }
        if self.turn != Some(role) {
            self.begin_turn(role);
        }
        let results_alone = self.content(content, site, role);
        if role == Role::User && !results_alone {
            (self.loop_start, self.loop_thinks) = (None, false);
        }
    }

    /// Begins a turn. Calls wait for their results until the end of the next user turn; nothing else may come between.
    fn begin_turn(&mut self, role: Role) {
        let asked = self.turn == Some(Role::Assistant) && role == Role::User;
        if !asked {
            self.calls.close(Rule::AnthropicMissingResult, self.rows);
        }
        self.turn = Some(role);
        self.has_other = false;
    }

    /// Reads a content; returns whether it is tool results and nothing else.
    fn content(&mut self, content: Option<Cursor<'a>>, site: Site, role: Role) -> bool {
        let mut results_alone = false;
        self.last_thinking = None;
        match content {
            Some(mut value) if value.kind() == Kind::String => {
                let text = value.string().filter(|_| role == Role::User);
                if text.is_some_and(is_empty) {
                    self.rows.add(Rule::AnthropicEmptyUserMessage, site, Detail::None);
                } else if text.is_some_and(|text| is_blank(self.body, text)) {
                    self.rows.add(Rule::AnthropicBlankText, site, Detail::None);
                }
                self.has_other = true;
            }
            Some(list) if list.kind() == Kind::Array => results_alone = self.blocks(list, site, role),
            _ => self.rows.add(Rule::AnthropicContent, site, Detail::None),
        }
        results_alone
    }

    fn blocks(&mut self, list: Cursor<'a>, site: Site, role: Role) -> bool {
        let (mut count, mut results, mut blank, mut empty) = (0, 0, true, false);
        each(list, |at, value| {
            let site = site.element(Place::Block, at, value.offset());
            let block = Block::read(value);
            count += 1;
            results += usize::from(block.kind == Some(Type::ToolResult));
            empty |= block.is_empty_text();
            blank = blank && block.kind == Some(Type::Text) && block.text.is_some_and(|text| is_blank(self.body, text));
            self.last_thinking = block.is_thinking().then_some(site);
            self.block(&block, site, role);
            self.markers(&block, site);
        });
        if count == 0 && role == Role::User {
            self.rows.add(Rule::AnthropicEmptyUserMessage, site, Detail::None);
        }
        if count > 0 && blank && !empty {
            self.rows.add(Rule::AnthropicBlankText, site, Detail::None);
        }
        count > 0 && results == count
    }

    fn block(&mut self, block: &Block<'a>, site: Site, role: Role) {
        match block.kind {
            Some(Type::Text) if block.is_empty_text() => {
                self.rows.add(Rule::AnthropicEmptyText, site, Detail::None);
            }
            Some(Type::ToolUse) => self.call(block, site, role),
            Some(Type::ToolResult) => return self.result(block, site, role),
            Some(Type::Thinking) if block.signature.is_none() => {
                self.rows.add(Rule::AnthropicThinkingSignature, site, Detail::None);
            }
            _ => {}
        }
        self.loop_thinks |= block.is_thinking();
        self.has_other = true;
    }

    fn call(&mut self, block: &Block<'a>, site: Site, role: Role) {
        if role == Role::User {
            self.rows.add(Rule::AnthropicBlockRole, site, Detail::of(block.kind_text));
        }
        let Some(id) = block.id else {
            return self.rows.add(Rule::AnthropicCallWithoutId, site, Detail::None);
        };
        if role != Role::Assistant {
            return;
        }
        self.loop_start.get_or_insert(Site { place: Place::Message, index: -1, ..site });
        if self.calls.ids.find(id).is_some() {
            self.rows.add(Rule::AnthropicDuplicateCallId, site, Detail::Text(id));
        } else {
            self.calls.ids.push(id);
            self.calls.list.push(Call { site, id, answered: false });
        }
    }

    fn result(&mut self, block: &Block<'a>, site: Site, role: Role) {
        if role == Role::Assistant {
            self.rows.add(Rule::AnthropicBlockRole, site, Detail::of(block.kind_text));
        }
        if block.content.as_ref().is_some_and(is_odd_content) {
            self.rows.add(Rule::AnthropicResultContent, site, Detail::None);
        }
        let Some(id) = block.tool_use_id else {
            return self.rows.add(Rule::AnthropicResultWithoutId, site, Detail::None);
        };
        if role != Role::User {
            return;
        }
        let found = self.calls.ids.find(id).and_then(|at| self.calls.list.get_mut(at));
        let wrong = match found {
            None => Rule::AnthropicOrphanResult,
            Some(call) if call.answered => Rule::AnthropicDuplicateResult,
            Some(call) => {
                call.answered = true;
                if !self.has_other {
                    return;
                }
                Rule::AnthropicResultNotFirst
            }
        };
        self.rows.add(wrong, site, Detail::Text(id));
    }

    /// Notes the breakpoints on a block and in it.
    fn markers(&mut self, block: &Block<'a>, site: Site) {
        if block.kind == Some(Type::ToolResult)
            && let Some(content) = &block.content
        {
            self.nested_markers(content.clone(), site);
        }
        self.last_is_marked = block.marker.is_some();
        let Some(marker) = &block.marker else { return };
        if block.is_thinking() {
            self.rows.add(Rule::AnthropicBreakpointOnThinking, site, Detail::None);
        }
        if block.is_empty_text() {
            self.rows.add(Rule::AnthropicBreakpointOnEmptyText, site, Detail::None);
        }
        self.markers.push(Marker { site, object: container(marker) });
    }

    fn nested_markers(&mut self, content: Cursor<'a>, site: Site) {
        each(content, |at, value| {
            let site = site.nested(at, value.offset());
            let fields = Block::read(value);
            let Some(marker) = &fields.marker else { return };
            if fields.is_empty_text() {
                self.rows.add(Rule::AnthropicBreakpointOnEmptyText, site, Detail::None);
            }
            self.markers.push(Marker { site, object: container(marker) });
        });
    }

    fn end(&mut self, start: usize, thinks: bool) {
        let asked = self.turn == Some(Role::Assistant);
        let rule = if asked { Rule::AnthropicMissingResultAtEnd } else { Rule::AnthropicMissingResult };
        self.calls.close(rule, self.rows);
        match self.turn {
            None => self.rows.add(Rule::AnthropicNoMessages, Site::request(start), Detail::None),
            Some(Role::Assistant) => {
                if let Some(site) = self.last_thinking {
                    self.rows.add(Rule::AnthropicThinkingAtEnd, site, Detail::None);
                }
            }
            Some(_) => {}
        }
        if let Some(site) = self.loop_start.filter(|_| thinks && !self.loop_thinks) {
            self.rows.add(Rule::AnthropicThinkingFirst, site, Detail::None);
        }
    }
}

fn named_role(name: &[u8]) -> Option<Role> {
    match name {
        b"user" => Some(Role::User),
        b"assistant" => Some(Role::Assistant),
        _ => None,
    }
}
