//! `OpenAI` Chat Completions: results follow the message of their calls directly, one for each call.
//!
//! ```text
//! assistant [c1, c2] ─▶ tool c2 ─▶ tool c1 ─▶ anything else: c1 and c2 must be answered by now
//! ```

use super::chat_calls;
use super::ids::Ids;
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{each, id, is_present};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::lookup;
use crate::span::Span;

super::rule::rules! {
    family Chat;

    CHAT_NO_MESSAGES = "chat/no-messages" {
        text: "the list of messages is empty; the provider says: Invalid 'messages': empty array",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
    }

    CHAT_ROLE = "chat/role" {
        text: "the role {id} is none of system, developer, user, assistant, tool, function; the provider says: Invalid value for 'role'",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
    }

    CHAT_CONTENT_MISSING = "chat/content-missing" {
        text: "the message has no content, and nothing that may stand for it; the provider says: Invalid value for 'content': expected a string, got null",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
    }

    CHAT_CALLS_EMPTY = "chat/calls-empty" {
        text: "tool_calls is an empty list; leave the key out; the provider says: Invalid 'tool_calls': empty array",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
    }

    CHAT_CALL_WITHOUT_ID = "chat/call-without-id" {
        text: "a tool call has no id; the provider says: Missing required parameter: 'tool_calls[].id'",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
    }

    CHAT_CALL_UNANSWERED = "chat/call-unanswered" {
        text: "the call {id} has no tool message right after its assistant message; the provider says: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
        source: "[langchain-ai/langchain#38449](https://github.com/langchain-ai/langchain/issues/38449), [langchain-ai/langchain#38352](https://github.com/langchain-ai/langchain/issues/38352)",
        repair: "answered, or its late result moved",
    }

    CHAT_CALL_UNANSWERED_AT_END = "chat/call-unanswered-at-end" {
        text: "the conversation ends with the unanswered call {id}; the provider says: An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
    }

    CHAT_RESULT_WITHOUT_ID = "chat/result-without-id" {
        text: "a tool message names no call; the provider says: Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
        repair: "removed",
    }

    CHAT_RESULT_ORPHAN = "chat/result-orphan" {
        text: "the tool message answers {id}, which the assistant message before it does not call; the provider says: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
        source: "[CopilotKit/CopilotKit#1737](https://github.com/CopilotKit/CopilotKit/issues/1737)",
        repair: "moved to its call, else removed",
    }

    CHAT_DUPLICATE_RESULT = "chat/duplicate-result" {
        text: "the call {id} is answered twice; the provider says: Duplicate value for 'tool_call_id'",
        source: "[agno-agi/agno#5116](https://github.com/agno-agi/agno/issues/5116), [anomalyco/opencode#1211](https://github.com/anomalyco/opencode/issues/1211)",
        repair: "the later one removed",
    }

    CHAT_FUNCTION_WITHOUT_NAME = "chat/function-without-name" {
        text: "a function message has no name; the provider says: Missing parameter 'name': messages with role 'function' must have a 'name'",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Assistant,
    Tool,
    Function,
    Other,
}

fn named_role(name: &[u8]) -> Option<Role> {
    match name {
        b"assistant" => Some(Role::Assistant),
        b"tool" => Some(Role::Tool),
        b"function" => Some(Role::Function),
        b"user" | b"system" | b"developer" => Some(Role::Other),
        _ => None,
    }
}

/// Members of one message.
#[derive(Default)]
struct Fields<'a> {
    role: Option<Span>,
    call_id: Option<Span>,
    name: Option<Span>,
    content: Option<Cursor<'a>>,
    tool_calls: Option<Cursor<'a>>,
    function_call: bool,
    refusal: bool,
    audio: bool,
}

impl<'a> Fields<'a> {
    fn read(message: &mut Cursor<'a>) -> Self {
        let mut fields = Self::default();
        message.members(|key, value| match key {
            Key::Role => fields.role = id(value),
            Key::ToolCallId => fields.call_id = id(value),
            Key::Name => fields.name = id(value),
            Key::Content => fields.content = Some(value.clone()),
            Key::ToolCalls => fields.tool_calls = Some(value.clone()),
            Key::FunctionCall => fields.function_call = is_present(value),
            Key::Refusal => fields.refusal = is_present(value),
            Key::Audio => fields.audio = is_present(value),
            _ => {}
        });
        fields
    }

    /// Whether the message has something that may replace an assistant's text.
    fn has_other_content(&self) -> bool {
        let has_calls = self.tool_calls.as_ref().is_some_and(|calls| match calls.kind() {
            Kind::Array => !is_empty(calls),
            _ => is_present(calls),
        });
        has_calls || self.function_call || self.refusal || self.audio
    }
}

fn is_empty(list: &Cursor<'_>) -> bool {
    let mut empty = true;
    list.clone().elements(|_| empty = false);
    empty
}

/// A call of the assistant message in front of a run of tool messages.
struct Call {
    site: Site,
    id: Span,
    answered: bool,
}

struct Reader<'a, 'r> {
    body: &'a [u8],
    ids: Ids<'a>,
    calls: Vec<Call>,
    /// 0-based message of the calls.
    asked_by: usize,
    /// The vendor of the model.
    vendor: &'static str,
    rows: &'r mut Rows,
}

pub(super) fn check(messages: Cursor<'_>, vendor: &'static str, rows: &mut Rows) {
    let body = messages.body();
    let start = messages.offset();
    let mut reader = Reader { body, ids: Ids::new(body), calls: Vec::new(), asked_by: 0, vendor, rows };
    let mut count = 0;
    each(messages, |index, message| {
        reader.message(index, message);
        count = index + 1;
    });
    if count == 0 {
        reader.rows.add(Rule::CHAT_NO_MESSAGES, Site::request(start), Detail::None);
    }
    let at_end = reader.asked_by + 1 == count;
    reader.close(if at_end { Rule::CHAT_CALL_UNANSWERED_AT_END } else { Rule::CHAT_CALL_UNANSWERED });
}

impl<'a> Reader<'a, '_> {
    fn message(&mut self, index: usize, message: &mut Cursor<'a>) {
        let site = Site::message(index, message.offset());
        let fields = Fields::read(message);
        let role = fields.role.and_then(|role| lookup(role.of(self.body), named_role));
        if role == Some(Role::Tool) {
            self.result(site, &fields);
        } else {
            self.close(Rule::CHAT_CALL_UNANSWERED);
            if role == Some(Role::Assistant) {
                self.read_calls(site, index, &fields);
            }
        }
        match role {
            None => self.rows.add(Rule::CHAT_ROLE, site, Detail::of(fields.role)),
            Some(role) => self.content(site, role, &fields),
        }
        if role == Some(Role::Function) && fields.name.is_none() {
            self.rows.add(Rule::CHAT_FUNCTION_WITHOUT_NAME, site, Detail::None);
        }
    }

    fn read_calls(&mut self, site: Site, index: usize, fields: &Fields<'a>) {
        let Some(list) = fields.tool_calls.clone().filter(|list| list.kind() == Kind::Array) else { return };
        if is_empty(&list) {
            self.rows.add(Rule::CHAT_CALLS_EMPTY, site, Detail::None);
        }
        self.asked_by = index;
        each(list, |at, call| {
            let site = site.element(Place::Call, at, call.offset());
            let call = chat_calls::Call::read(call);
            call.check(self.body, self.vendor, site, self.rows);
            match call.id {
                None => self.rows.add(Rule::CHAT_CALL_WITHOUT_ID, site, Detail::None),
                Some(id) if self.ids.find(id).is_none() => {
                    self.ids.push(id);
                    self.calls.push(Call { site, id, answered: false });
                }
                Some(_) => {}
            }
        });
    }

    fn close(&mut self, rule: Rule) {
        if self.calls.is_empty() {
            return;
        }
        for call in self.calls.drain(..).filter(|call| !call.answered) {
            self.rows.add(rule, call.site, Detail::Text(call.id));
        }
        self.ids.clear();
    }

    fn result(&mut self, site: Site, fields: &Fields<'a>) {
        let Some(id) = fields.call_id else {
            return self.rows.add(Rule::CHAT_RESULT_WITHOUT_ID, site, Detail::None);
        };
        let call = self.ids.find(id).and_then(|at| self.calls.get_mut(at));
        match call {
            None => self.rows.add(Rule::CHAT_RESULT_ORPHAN, site, Detail::Text(id)),
            Some(call) if call.answered => self.rows.add(Rule::CHAT_DUPLICATE_RESULT, site, Detail::Text(id)),
            Some(call) => call.answered = true,
        }
    }

    fn content(&mut self, site: Site, role: Role, fields: &Fields<'a>) {
        let content = fields.content.as_ref();
        if content.is_some_and(|content| matches!(content.kind(), Kind::String | Kind::Array)) {
            return;
        }
        let may_be_null = role == Role::Function || (role == Role::Assistant && fields.has_other_content());
        if !may_be_null || content.is_some_and(is_present) {
            self.rows.add(Rule::CHAT_CONTENT_MISSING, site, Detail::None);
        }
    }
}
