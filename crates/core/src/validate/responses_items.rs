//! The fields of `OpenAI` Responses items: ids, names, arguments, and what is referred to although nothing is stored.

use super::form::Form;
use super::responses::Fields;
use super::rows::{Detail, Rows, Site};
use super::rule::Rule;

super::rule::rules! {
    family ResponsesItems;

    RESPONSES_ITEM_ID_FORM = "responses/item-id-form" {
        text: "the item id {id} is of another kind of item; the provider says: Invalid 'input[].id': Expected an ID that begins with 'fc' (a function_call), 'ctc' (a custom_tool_call), 'msg' (a message), 'rs' (reasoning)",
        source: "[openai/codex#33176](https://github.com/openai/codex/issues/33176), [can1357/oh-my-pi#977](https://github.com/can1357/oh-my-pi/issues/977), [nodetool-ai/nodetool#4252](https://github.com/nodetool-ai/nodetool/pull/4252), [duolahypercho/codex-router#780](https://github.com/duolahypercho/codex-router/issues/780)",
        repair: "the id is left out (`call_id` pairs calls and outputs)",
        forms: [
            "function_call" => Form::begins("fc"),
            "function_call_output" => Form::begins("fc"),
            "custom_tool_call" => Form::begins("ctc"),
            "custom_tool_call_output" => Form::begins("ctc"),
            "message" => Form::begins("msg"),
            "reasoning" => Form::begins("rs"),
        ],
    }

    RESPONSES_CALL_ID_FORM = "responses/call-id-form" {
        text: "the call_id {id} has more than 64 characters; the provider says: Invalid 'input[].call_id': string too long. Expected a string with maximum length 64",
        source: "[AnswerDotAI/fastllm#45](https://github.com/AnswerDotAI/fastllm/issues/45)",
        repair: "replaced, in the call and its output",
        forms: ["openai" => Form::at_most(64)],
    }

    RESPONSES_CALL_WITHOUT_NAME = "responses/call-without-name" {
        text: "a call names no tool; the provider says: Missing required parameter: 'input[].name'",
        source: "[Responses API reference](https://platform.openai.com/docs/api-reference/responses/create)",
    }

    RESPONSES_CALL_NAME_FORM = "responses/call-name-form" {
        text: "the function name {id} has other characters than letters, digits, _ and -, or more than 128; the provider says: Invalid 'input[].name': string does not match pattern '^[a-zA-Z0-9_-]+$'",
        source: "[mcp-use/mcp-use#90](https://github.com/mcp-use/mcp-use/issues/90) (Chat), [Responses API reference](https://platform.openai.com/docs/api-reference/responses/create)",
        forms: ["openai" => Form::word(128)],
    }

    RESPONSES_ARGUMENTS_NOT_TEXT = "responses/arguments-not-text" {
        text: "the arguments of a function_call, or the input of a custom_tool_call, are missing or no string; the provider says: Invalid type for 'input[].arguments': expected a string, but got an object instead",
        source: "[Responses API reference](https://platform.openai.com/docs/api-reference/responses/create)",
        repair: "of a function: an object becomes its JSON text, nothing becomes `{}`",
    }

    RESPONSES_REASONING_NOT_STORED = "responses/reasoning-not-stored" {
        text: "the reasoning item {id} has no encrypted_content, and store is false; the provider says: Item with id not found. Items are not persisted when `store` is set to false",
        source: "[vercel/ai#7543](https://github.com/vercel/ai/issues/7543), [can1357/oh-my-pi#41](https://github.com/can1357/oh-my-pi/issues/41)",
    }

    RESPONSES_REASONING_STATUS = "responses/reasoning-status" {
        text: "a reasoning item has a status, which only answers have; the provider says: Unknown parameter: 'input[].status'",
        source: "[BerriAI/litellm#13420](https://github.com/BerriAI/litellm/issues/13420), [openai/openai-agents-python#3026](https://github.com/openai/openai-agents-python/pull/3026), [1jehuang/jcode#1028](https://github.com/1jehuang/jcode/issues/1028)",
        repair: "the status is left out",
    }

    RESPONSES_REFERENCE_NOT_STORED = "responses/reference-not-stored" {
        text: "an item_reference refers to {id}, and store is false; the provider says: Item with id not found. Items are not persisted when `store` is set to false",
        source: "[vercel/ai#7543](https://github.com/vercel/ai/issues/7543), [vercel/ai#11036](https://github.com/vercel/ai/issues/11036)",
    }
}

/// What the rules of items need to know of the request.
#[derive(Clone, Copy)]
pub(super) struct Request {
    /// `store` is false: the provider keeps no item.
    pub is_unstored: bool,
    /// The vendor of the model.
    pub vendor: &'static str,
}

/// Checks the fields of one item.
pub(super) fn check(body: &[u8], fields: &Fields<'_>, request: Request, site: Site, rows: &mut Rows) {
    let kind = fields.kind_text.as_deref().unwrap_or_default();
    if request.vendor == "openai" {
        check_ids(body, fields, kind, request.is_unstored, site, rows);
        if kind == b"reasoning" && fields.has_status {
            rows.add(Rule::RESPONSES_REASONING_STATUS, site, Detail::None);
        }
    }
    let pairs = kind.ends_with(b"_call") || kind.ends_with(b"_output");
    if let Some(call_id) = fields.call_id.filter(|_| pairs) {
        rows.form(Rule::RESPONSES_CALL_ID_FORM, request.vendor.as_bytes(), site, call_id, body);
    }
    if !matches!(kind, b"function_call" | b"custom_tool_call") {
        return;
    }
    match fields.name {
        None => rows.add(Rule::RESPONSES_CALL_WITHOUT_NAME, site, Detail::None),
        Some(name) => rows.form(Rule::RESPONSES_CALL_NAME_FORM, request.vendor.as_bytes(), site, name, body),
    }
    let has_text = if kind == b"function_call" { fields.arguments } else { fields.input };
    if !has_text {
        rows.add(Rule::RESPONSES_ARGUMENTS_NOT_TEXT, site, Detail::None);
    }
}

/// Ids are checked by the provider that made them alone.
fn check_ids(body: &[u8], fields: &Fields<'_>, kind: &[u8], is_unstored: bool, site: Site, rows: &mut Rows) {
    let Some(id) = fields.given_id else { return };
    rows.form(Rule::RESPONSES_ITEM_ID_FORM, kind, site, id, body);
    if !is_unstored {
        return;
    }
    match kind {
        b"reasoning" if !fields.encrypted && !fields.has_content => {
            rows.add(Rule::RESPONSES_REASONING_NOT_STORED, site, Detail::Text(id));
        }
        b"item_reference" => rows.add(Rule::RESPONSES_REFERENCE_NOT_STORED, site, Detail::Text(id)),
        _ => {}
    }
}
