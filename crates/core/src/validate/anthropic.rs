//! Anthropic Messages: results come first in the message after their calls, and thinking has fixed places.
//!
//! ```text
//! assistant turn [thinking, text, call a, call b] ─▶ user turn [result b, result a, text …]
//! ```
//! Consecutive messages of one role are one turn, because the provider joins them.

use super::anthropic_blocks::{Block, Seen, Type, is_blank, is_empty};
use super::anthropic_server::ServerCalls;
use super::breakpoints::Marker;
use super::ids::Ids;
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{each, id};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::span::Span;

super::rule::rules! {
    family Anthropic;

    ANTHROPIC_NO_MESSAGES = "anthropic/no-messages" {
        text: "the list of messages is empty; the provider says: messages: at least one message is required",
        source: "[Messages API reference](https://docs.claude.com/en/api/messages)",
    }

    ANTHROPIC_ROLE = "anthropic/role" {
        text: "the role {id} is none of user, assistant, system; the provider says: messages.role: Input should be 'user' or 'assistant'",
        source: "[Messages API reference](https://docs.claude.com/en/api/messages)",
    }

    ANTHROPIC_FIRST_ROLE = "anthropic/first-role" {
        text: "the conversation begins with an assistant message; the provider says: messages: first message must use the \"user\" role",
        source: "[lobehub/lobehub#1601](https://github.com/lobehub/lobehub/issues/1601), [mckaywrigley/chatbot-ui#1656](https://github.com/mckaywrigley/chatbot-ui/issues/1656)",
    }

    ANTHROPIC_CONTENT = "anthropic/content" {
        text: "the content is neither a string nor a list; the provider says: messages.content: Field required, or: Input should be a valid list",
        source: "[Messages API reference](https://docs.claude.com/en/api/messages)",
    }

    ANTHROPIC_EMPTY_USER_MESSAGE = "anthropic/empty-user-message" {
        text: "a user message is empty; the provider says: user messages must have non-empty content",
        source: "[experientiallabs/experiential#804](https://github.com/experientiallabs/experiential/issues/804)",
    }

    ANTHROPIC_BLANK_TEXT = "anthropic/blank-text" {
        text: "the message is white space alone; the provider says: text content blocks must contain non-whitespace text",
        source: "[LibreChat-AI/agents#124](https://github.com/LibreChat-AI/agents/issues/124), [experientiallabs/experiential#804](https://github.com/experientiallabs/experiential/issues/804)",
    }

    ANTHROPIC_DUPLICATE_CALL_ID = "anthropic/duplicate-call-id" {
        text: "the call id {id} occurs twice in one turn; the provider says: `tool_use` ids must be unique",
        source: "[trycua/cua#524](https://github.com/trycua/cua/issues/524), [BerriAI/litellm#23510](https://github.com/BerriAI/litellm/issues/23510)",
    }

    ANTHROPIC_MISSING_RESULT = "anthropic/missing-result" {
        text: "the call {id} has no tool_result in the next message; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
        source: "[anthropics/claude-code#1686](https://github.com/anthropics/claude-code/issues/1686)",
        repair: "answered (`is_error`), or its late result moved",
    }

    ANTHROPIC_MISSING_RESULT_AT_END = "anthropic/missing-result-at-end" {
        text: "the conversation ends with the unanswered call {id}; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
        source: "[anthropics/claude-code#1686](https://github.com/anthropics/claude-code/issues/1686)",
    }

    ANTHROPIC_ORPHAN_RESULT = "anthropic/orphan-result" {
        text: "the tool_result answers {id}, which the previous message does not call; the provider says: unexpected `tool_use_id` found in `tool_result` blocks",
        source: "[anthropics/claude-code#18947](https://github.com/anthropics/claude-code/issues/18947)",
        repair: "moved to its call, else removed",
    }

    ANTHROPIC_DUPLICATE_RESULT = "anthropic/duplicate-result" {
        text: "the call {id} is answered twice; the provider says: each tool_use must have a single result",
        source: "[tool use](https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls)",
        repair: "the later one removed",
    }

    ANTHROPIC_RESULT_NOT_FIRST = "anthropic/result-not-first" {
        text: "the tool_result for {id} stands after another block; tool results come first in a message; the provider says: `tool_use` ids were found without `tool_result` blocks immediately after",
        source: "[tool use](https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls), [anthropics/claude-code#24670](https://github.com/anthropics/claude-code/issues/24670)",
        repair: "moved to the start of its turn",
    }

    ANTHROPIC_THINKING_AT_END = "anthropic/thinking-at-end" {
        text: "the last message ends with a thinking block; the provider says: The final block in an assistant message cannot be `thinking`",
        source: "[router-for-me/CLIProxyAPI#5321](https://github.com/router-for-me/CLIProxyAPI/issues/5321) (only the last message), [vercel/ai#13901](https://github.com/vercel/ai/issues/13901)",
    }

    ANTHROPIC_TRAILING_SPACE = "anthropic/trailing-space" {
        text: "the last message is the assistant's and ends with white space; the provider says: final assistant content cannot end with trailing whitespace",
        source: "[tailcallhq/forgecode#1872](https://github.com/tailcallhq/forgecode/issues/1872), [aaif-goose/goose#5967](https://github.com/aaif-goose/goose/pull/5967)",
        repair: "cut off",
    }

    ANTHROPIC_THINKING_FIRST = "anthropic/thinking-first" {
        text: "thinking is enabled, but no message of the open tool loop has a thinking block; the provider says: Expected `thinking` or `redacted_thinking`: a final `assistant` message must start with a thinking block",
        source: "[pydantic/pydantic-ai#2075](https://github.com/pydantic/pydantic-ai/issues/2075)",
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    User,
    Assistant,
    /// A system message inside the conversation; it joins no turn and ends none.
    System,
    Other,
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

#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
struct Reader<'a, 'r> {
    body: &'a [u8],
    is_delta: bool,
    vendor: &'static str,
    count: usize,
    turn: Option<Role>,
    /// Calls of the assistant turn being read, or of the turn before the user turn being read.
    calls: Calls<'a>,
    server_calls: ServerCalls<'a>,
    /// Whether an assistant message has come.
    has_assistant: bool,
    /// Whether this turn has a block other than a tool result.
    has_other: bool,
    /// First assistant message with a call since the user's last text.
    loop_start: Option<Site>,
    loop_thinks: bool,
    /// What the last message ends with; nothing of interest if it is not the assistant's.
    ending: Ending,
    has_compaction: bool,
    last_is_marked: bool,
    seen: Seen,
    markers: &'r mut Vec<Marker>,
    rows: &'r mut Rows,
}

/// What a message ends with.
#[derive(Clone, Copy)]
enum Ending {
    Other,
    Thinking(Site),
    /// A text, with its quotes.
    Text(Site, Span),
}

/// Facts about the request that the rules need.
#[derive(Clone, Copy)]
pub(super) struct Request {
    /// Whether thinking is enabled.
    pub thinks: bool,
    /// Whether the provider has the conversation before these messages.
    pub is_delta: bool,
    /// The vendor of the model.
    pub vendor: &'static str,
}

/// Checks the messages; returns whether the last block of the last message has a cache breakpoint, and what blocks there
/// are.
pub(super) fn check(
    messages: Cursor<'_>,
    request: Request,
    markers: &mut Vec<Marker>,
    rows: &mut Rows,
) -> (bool, Seen) {
    let body = messages.body();
    let start = messages.offset();
    let mut reader = Reader {
        body,
        is_delta: request.is_delta,
        vendor: request.vendor,
        count: 0,
        turn: None,
        calls: Calls::new(body),
        server_calls: ServerCalls::new(body, request.is_delta, request.vendor),
        has_assistant: false,
        has_other: false,
        loop_start: None,
        loop_thinks: false,
        ending: Ending::Other,
        has_compaction: false,
        last_is_marked: false,
        seen: Seen::default(),
        markers,
        rows,
    };
    each(messages, |index, message| reader.message(index, message));
    reader.end(start, request.thinks);
    (reader.last_is_marked, reader.seen)
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
        self.count += 1;
        self.has_compaction = false;
        if role == Role::Other {
            self.rows.add(Rule::ANTHROPIC_ROLE, site, Detail::of(role_text));
        }
        if role != Role::System && self.turn != Some(role) {
            self.begin_turn(role);
        }
        let results_alone = self.content(content, site, role);
        if index == 0 && role == Role::Assistant && !self.is_delta && !self.has_compaction {
            self.rows.add(Rule::ANTHROPIC_FIRST_ROLE, site, Detail::None);
        }
        self.has_assistant |= role == Role::Assistant;
        if role != Role::Assistant {
            self.ending = Ending::Other;
        }
        if role == Role::User && !results_alone {
            self.server_calls.close(self.rows);
            (self.loop_start, self.loop_thinks) = (None, false);
        }
    }

    /// Begins a turn. Calls wait for their results until the end of the next user turn; nothing else may come between.
    fn begin_turn(&mut self, role: Role) {
        let asked = self.turn == Some(Role::Assistant) && role == Role::User;
        if !asked {
            self.calls.close(Rule::ANTHROPIC_MISSING_RESULT, self.rows);
        }
        self.turn = Some(role);
        self.has_other = false;
    }

    /// Reads a content; returns whether it is tool results and nothing else.
    fn content(&mut self, content: Option<Cursor<'a>>, site: Site, role: Role) -> bool {
        let mut results_alone = false;
        self.ending = Ending::Other;
        match content {
            Some(mut value) if value.kind() == Kind::String => {
                let given = value.string();
                let text = given.filter(|_| role == Role::User);
                if text.is_some_and(is_empty) {
                    self.rows.add(Rule::ANTHROPIC_EMPTY_USER_MESSAGE, site, Detail::None);
                } else if text.is_some_and(|text| is_blank(self.body, text)) {
                    self.rows.add(Rule::ANTHROPIC_BLANK_TEXT, site, Detail::None);
                }
                self.ending = given.map_or(Ending::Other, |text| Ending::Text(site, text));
                self.has_other |= role != Role::System;
            }
            Some(list) if list.kind() == Kind::Array => results_alone = self.blocks(list, site, role),
            _ => self.rows.add(Rule::ANTHROPIC_CONTENT, site, Detail::None),
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
            self.ending = ending(&block, site);
            self.block(&block, site, role);
            block.note_markers(site, self.markers, &mut self.seen, self.rows);
            self.last_is_marked = block.marker.is_some();
        });
        if count == 0 && role == Role::User {
            self.rows.add(Rule::ANTHROPIC_EMPTY_USER_MESSAGE, site, Detail::None);
        }
        if count > 0 && blank && !empty {
            self.rows.add(Rule::ANTHROPIC_BLANK_TEXT, site, Detail::None);
        }
        count > 0 && results == count
    }

    fn block(&mut self, block: &Block<'a>, site: Site, role: Role) {
        block.check(self.body, self.vendor, site, self.rows);
        match block.kind {
            Some(Type::ToolUse) => self.call(block, site, role),
            Some(Type::ToolResult) => return self.result(block, site, role),
            Some(Type::Compaction) => self.has_compaction = true,
            _ if role == Role::Assistant => self.server_calls.block(block, site, self.rows),
            _ => {}
        }
        self.loop_thinks |= block.is_thinking();
        self.has_other |= role != Role::System;
    }

    fn call(&mut self, block: &Block<'a>, site: Site, role: Role) {
        if role == Role::User {
            self.rows.add(Rule::ANTHROPIC_BLOCK_ROLE, site, Detail::of(block.kind_text));
        }
        let Some(id) = block.id.filter(|_| role == Role::Assistant) else { return };
        self.loop_start.get_or_insert(Site { place: Place::Message, index: -1, ..site });
        if self.calls.ids.find(id).is_some() {
            self.rows.add(Rule::ANTHROPIC_DUPLICATE_CALL_ID, site, Detail::Text(id));
        } else {
            self.calls.ids.push(id);
            self.calls.list.push(Call { site, id, answered: false });
        }
    }

    fn result(&mut self, block: &Block<'a>, site: Site, role: Role) {
        if role == Role::Assistant {
            self.rows.add(Rule::ANTHROPIC_BLOCK_ROLE, site, Detail::of(block.kind_text));
        }
        let Some(id) = block.tool_use_id.filter(|_| role == Role::User) else { return };
        // In a delta the first results answer calls that the provider has.
        let is_elsewhere = self.is_delta && !self.has_assistant;
        let found = self.calls.ids.find(id).and_then(|at| self.calls.list.get_mut(at));
        let wrong = match found {
            None if is_elsewhere => return,
            None => Rule::ANTHROPIC_ORPHAN_RESULT,
            Some(call) if call.answered => Rule::ANTHROPIC_DUPLICATE_RESULT,
            Some(call) => {
                call.answered = true;
                if !self.has_other {
                    return;
                }
                Rule::ANTHROPIC_RESULT_NOT_FIRST
            }
        };
        self.rows.add(wrong, site, Detail::Text(id));
    }

    fn end(&mut self, start: usize, thinks: bool) {
        let asked = self.turn == Some(Role::Assistant);
        let rule = if asked { Rule::ANTHROPIC_MISSING_RESULT_AT_END } else { Rule::ANTHROPIC_MISSING_RESULT };
        self.calls.close(rule, self.rows);
        if self.count == 0 && !self.is_delta {
            self.rows.add(Rule::ANTHROPIC_NO_MESSAGES, Site::request(start), Detail::None);
        }
        match self.ending {
            Ending::Thinking(site) => self.rows.add(Rule::ANTHROPIC_THINKING_AT_END, site, Detail::None),
            Ending::Text(site, text) if ends_blank(self.body, text) => {
                self.rows.add(Rule::ANTHROPIC_TRAILING_SPACE, site, Detail::None);
            }
            _ => {}
        }
        let thinks = thinks && !self.is_delta && !self.loop_thinks;
        if let Some(site) = self.loop_start.filter(|_| thinks) {
            self.rows.add(Rule::ANTHROPIC_THINKING_FIRST, site, Detail::None);
        }
    }
}

fn ending(block: &Block<'_>, site: Site) -> Ending {
    match (block.kind, block.text) {
        _ if block.is_thinking() => Ending::Thinking(site),
        (Some(Type::Text), Some(text)) => Ending::Text(site, text),
        _ => Ending::Other,
    }
}

/// Whether a text ends with white space, and has something else.
fn ends_blank(body: &[u8], text: Span) -> bool {
    let last = decoded(text.inside().of(body)).last().copied();
    matches!(last, Some(b' ' | b'\t' | b'\n' | b'\r')) && !is_blank(body, text)
}

fn named_role(name: &[u8]) -> Option<Role> {
    match name {
        b"user" => Some(Role::User),
        b"assistant" => Some(Role::Assistant),
        b"system" => Some(Role::System),
        _ => None,
    }
}
