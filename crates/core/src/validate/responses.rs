//! `OpenAI` Responses: calls and outputs pair by id, and the item that reasoning belongs to follows it.

use super::ids::Ids;
use super::responses_items::{self, Request};
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{each, id, is_present, raw_text};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::span::Span;
use std::borrow::Cow;

super::rule::rules! {
    family Responses;

    RESPONSES_ROLE = "responses/role" {
        text: "the role {id} is none of user, assistant, system, developer; the provider says: Invalid value for 'role'",
        source: "[Responses API reference](https://platform.openai.com/docs/api-reference/responses/create)",
    }

    RESPONSES_CONTENT_TYPE = "responses/content-type" {
        text: "a content part of type {id} stands in a message of the wrong role; the provider says: Invalid value: supported values are 'output_text' and 'refusal' for an assistant, 'input_…' for others",
        source: "[Responses API reference](https://platform.openai.com/docs/api-reference/responses/create)",
    }

    RESPONSES_CALL_WITHOUT_ID = "responses/call-without-id" {
        text: "a call has no call_id; the provider says: Missing required parameter: 'input[].call_id'",
        source: "[openai/codex#42088](https://github.com/openai/codex/issues/42088)",
    }

    RESPONSES_OUTPUT_WITHOUT_ID = "responses/output-without-id" {
        text: "an output names no call; the provider says: Missing required parameter: 'input[].call_id'",
        source: "[openai/codex#42088](https://github.com/openai/codex/issues/42088)",
        repair: "removed",
    }

    RESPONSES_OUTPUT_MISSING = "responses/output-missing" {
        text: "an output item has no output; the provider says: Missing required parameter: 'input[].output'",
        source: "[Responses API reference](https://platform.openai.com/docs/api-reference/responses/create)",
    }

    RESPONSES_CALL_WITHOUT_OUTPUT = "responses/call-without-output" {
        text: "the call {id} has no output; the provider says: No tool output found for function call",
        source: "[openai/openai-agents-python#2317](https://github.com/openai/openai-agents-python/issues/2317)",
        repair: "answered (functions and custom tools)",
    }

    RESPONSES_CALL_UNANSWERED_AT_END = "responses/call-unanswered-at-end" {
        text: "the conversation ends with the unanswered call {id}; the provider says: No tool output found for function call",
        source: "[openai/openai-agents-python#2317](https://github.com/openai/openai-agents-python/issues/2317)",
    }

    RESPONSES_ORPHAN_OUTPUT = "responses/orphan-output" {
        text: "the output answers {id}, which no item before it calls; the provider says: No tool call found for function call output",
        source: "[continuedev/continue#10092](https://github.com/continuedev/continue/issues/10092)",
        repair: "removed",
    }

    RESPONSES_DUPLICATE_OUTPUT = "responses/duplicate-output" {
        text: "the call {id} has two outputs; the provider says: Duplicate function_call_output for call_id",
        source: "[NousResearch/hermes-agent#111443](https://github.com/NousResearch/hermes-agent/issues/111443) (seen at a compatible provider)",
        repair: "the later one removed",
    }

    RESPONSES_DUPLICATE_ITEM_ID = "responses/duplicate-item-id" {
        text: "the item id {id} occurs twice; the provider says: Duplicate item found with id",
        source: "[vercel/ai#13307](https://github.com/vercel/ai/issues/13307), [MacPaw/OpenAI#432](https://github.com/MacPaw/OpenAI/issues/432)",
    }

    RESPONSES_REASONING_WITHOUT_ITEM = "responses/reasoning-without-item" {
        text: "the reasoning item {id} is not followed by the message or call that it led to; the provider says: Item of type 'reasoning' was provided without its required following item",
        source: "[openai/codex#1227](https://github.com/openai/codex/issues/1227), [openai/codex#10722](https://github.com/openai/codex/issues/10722)",
    }
}

/// Kind of an item, by its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Message,
    Reasoning,
    Reference,
    /// A call that the client answers; plain ones must have a name.
    Call {
        plain: bool,
    },
    /// Output of such a call.
    Output {
        plain: bool,
    },
    /// A call that the provider runs, or may run.
    OtherCall,
    OtherOutput,
    Other,
}

fn named(name: &[u8]) -> Item {
    match name {
        b"message" => Item::Message,
        b"reasoning" => Item::Reasoning,
        b"item_reference" => Item::Reference,
        b"function_call" | b"custom_tool_call" => Item::Call { plain: true },
        b"computer_call" | b"local_shell_call" | b"shell_call" | b"apply_patch_call" => Item::Call { plain: false },
        b"function_call_output" | b"custom_tool_call_output" => Item::Output { plain: true },
        b"computer_call_output" | b"local_shell_call_output" | b"shell_call_output" | b"apply_patch_call_output" => {
            Item::Output { plain: false }
        }
        _ if name.ends_with(b"_call") => Item::OtherCall,
        _ if name.ends_with(b"_output") => Item::OtherOutput,
        _ => Item::Other,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Assistant,
    Other,
}

fn named_role(name: &[u8]) -> Option<Role> {
    match name {
        b"assistant" => Some(Role::Assistant),
        b"user" | b"system" | b"developer" => Some(Role::Other),
        _ => None,
    }
}

/// Members of one item.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
pub(super) struct Fields<'a> {
    item: Option<Item>,
    pub kind_text: Option<Cow<'a, [u8]>>,
    role: Option<Span>,
    id: Option<Span>,
    /// The id, which may be empty.
    pub given_id: Option<Span>,
    pub call_id: Option<Span>,
    pub name: Option<Span>,
    /// Whether `arguments` are a string.
    pub arguments: bool,
    /// Whether `input` is a string.
    pub input: bool,
    /// Whether it has a `status`, even an empty one.
    pub has_status: bool,
    /// Whether `encrypted_content` is a text.
    pub encrypted: bool,
    /// Whether `content` is a list with elements.
    pub has_content: bool,
    output: bool,
    content: Option<Cursor<'a>>,
}

impl<'a> Fields<'a> {
    fn read(item: &mut Cursor<'a>) -> Self {
        let mut fields = Self::default();
        let body = item.body();
        item.members(|key, value| match key {
            Key::Type => {
                fields.kind_text = raw_text(value).map(|name| decoded(name.of(body)));
                fields.item = fields.kind_text.as_deref().map(named);
            }
            Key::Role => fields.role = id(value),
            Key::Id => {
                fields.given_id = raw_text(value);
                fields.id = fields.given_id.filter(|text| text.byte_count() > 0);
            }
            Key::CallId => fields.call_id = id(value),
            Key::Name => fields.name = id(value),
            Key::Arguments => fields.arguments = value.kind() == Kind::String,
            Key::Input => fields.input = value.kind() == Kind::String,
            Key::Status => fields.has_status = true,
            Key::EncryptedContent => fields.encrypted = id(value).is_some(),
            Key::Output => fields.output = is_present(value),
            Key::Content => {
                fields.has_content = value.kind() == Kind::Array && value.is_filled();
                fields.content = Some(value.clone());
            }
            _ => {}
        });
        fields
    }

    /// Whether this is the output of a local shell, which may have its call's id as its own instead of a `call_id`.
    fn is_local_shell_output(&self) -> bool {
        self.kind_text.as_deref() == Some(b"local_shell_call_output")
    }
}

struct Call {
    site: Site,
    id: Span,
    answered: bool,
}

struct Reader<'a, 'r> {
    body: &'a [u8],
    is_delta: bool,
    request: Request,
    calls: Vec<Call>,
    call_ids: Ids<'a>,
    item_ids: Ids<'a>,
    /// Index of the first call that only calls and reasoning follow.
    tail: usize,
    /// Reasoning items that wait for their item.
    reasoning: Vec<(Site, Span)>,
    rows: &'r mut Rows,
}

/// Checks the items. In a delta an item may refer to an earlier request.
pub(super) fn check(items: Cursor<'_>, is_delta: bool, request: Request, rows: &mut Rows) {
    let body = items.body();
    let (call_ids, item_ids) = (Ids::new(body), Ids::new(body));
    let (calls, reasoning) = (Vec::new(), Vec::new());
    let mut reader = Reader { body, is_delta, request, calls, call_ids, item_ids, tail: 0, reasoning, rows };
    each(items, |index, item| reader.item(index, item));
    reader.end();
}

impl<'a> Reader<'a, '_> {
    fn item(&mut self, index: usize, value: &mut Cursor<'a>) {
        let site = Site::message(index, value.offset());
        let fields = Fields::read(value);
        responses_items::check(self.body, &fields, self.request, site, self.rows);
        let item = fields.item.unwrap_or(Item::Message);
        let repeats = item == Item::Reference || fields.is_local_shell_output();
        if let Some(id) = fields.id.filter(|_| !repeats) {
            self.item_id(site, id);
        }
        if item == Item::Reasoning {
            self.reasoning.extend(fields.id.map(|id| (site, id)));
            return;
        }
        let role = fields.role.and_then(|role| lookup(role.of(self.body), named_role));
        self.end_reasoning(item, role);
        if !matches!(item, Item::Call { .. } | Item::OtherCall) {
            self.tail = self.calls.len();
        }
        match item {
            Item::Call { plain } => self.call(site, &fields, plain),
            Item::Output { plain } => self.output(site, &fields, plain),
            Item::Message => self.message(site, &fields, role),
            _ => {}
        }
    }

    fn item_id(&mut self, site: Site, id: Span) {
        if !self.item_ids.insert(id) {
            self.rows.add(Rule::RESPONSES_DUPLICATE_ITEM_ID, site, Detail::Text(id));
        }
    }

    /// Ends waiting reasoning at `item`: the assistant's message, or an item that the model or provider made, must follow
    /// it.
    fn end_reasoning(&mut self, item: Item, role: Option<Role>) {
        let is_input = match item {
            Item::Message => role != Some(Role::Assistant),
            Item::Output { .. } | Item::OtherOutput => true,
            _ => false,
        };
        if is_input && !self.is_delta {
            self.report_reasoning();
        }
        self.reasoning.clear();
    }

    fn report_reasoning(&mut self) {
        for (site, id) in self.reasoning.drain(..) {
            self.rows.add(Rule::RESPONSES_REASONING_WITHOUT_ITEM, site, Detail::Text(id));
        }
    }

    fn call(&mut self, site: Site, fields: &Fields<'a>, plain: bool) {
        match fields.call_id {
            Some(id) => {
                self.call_ids.push(id);
                self.calls.push(Call { site, id, answered: false });
            }
            None if plain => self.rows.add(Rule::RESPONSES_CALL_WITHOUT_ID, site, Detail::None),
            None => {}
        }
    }

    fn output(&mut self, site: Site, fields: &Fields<'a>, plain: bool) {
        if plain && !fields.output {
            self.rows.add(Rule::RESPONSES_OUTPUT_MISSING, site, Detail::None);
        }
        let by_own_id = fields.id.filter(|_| fields.is_local_shell_output() && fields.call_id.is_none());
        let Some(id) = fields.call_id.or(by_own_id) else {
            if plain {
                self.rows.add(Rule::RESPONSES_OUTPUT_WITHOUT_ID, site, Detail::None);
            }
            return;
        };
        match self.call_ids.find(id).and_then(|at| self.calls.get_mut(at)) {
            Some(call) if call.answered => self.rows.add(Rule::RESPONSES_DUPLICATE_OUTPUT, site, Detail::Text(id)),
            Some(call) => call.answered = true,
            None if by_own_id.is_some() => self.answer_newest(),
            None if !self.is_delta => self.rows.add(Rule::RESPONSES_ORPHAN_OUTPUT, site, Detail::Text(id)),
            None => {}
        }
    }

    /// Answers the newest call that has no output. The id of a local shell's output is the call's or the item's.
    fn answer_newest(&mut self) {
        if let Some(call) = self.calls.iter_mut().rfind(|call| !call.answered) {
            call.answered = true;
        }
    }

    fn message(&mut self, site: Site, fields: &Fields<'a>, role: Option<Role>) {
        let Some(role) = role else {
            return self.rows.add(Rule::RESPONSES_ROLE, site, Detail::of(fields.role));
        };
        let Some(content) = fields.content.clone().filter(|content| content.kind() == Kind::Array) else { return };
        let wrong: &[u8] = if role == Role::Assistant { b"input_text" } else { b"output_text" };
        each(content, |at, part| {
            let site = site.element(Place::Block, at, part.offset());
            let mut kind = None;
            part.members(|key, value| {
                if key == Key::Type {
                    kind = id(value);
                }
            });
            let kind = kind.filter(|kind| lookup(kind.of(self.body), |name| (name == wrong).then_some(())).is_some());
            if kind.is_some() {
                self.rows.add(Rule::RESPONSES_CONTENT_TYPE, site, Detail::of(kind));
            }
        });
    }

    fn end(&mut self) {
        if self.is_delta {
            return;
        }
        self.report_reasoning();
        for (at, call) in self.calls.iter().enumerate().filter(|(_, call)| !call.answered) {
            let at_end = at >= self.tail;
            let rule =
                if at_end { Rule::RESPONSES_CALL_UNANSWERED_AT_END } else { Rule::RESPONSES_CALL_WITHOUT_OUTPUT };
            self.rows.add(rule, call.site, Detail::Text(call.id));
        }
    }
}
