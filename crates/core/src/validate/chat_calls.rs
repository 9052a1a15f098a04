//! The calls of an `OpenAI` Chat message: their ids, names and arguments.

use super::form::{Chars, Form};
use super::rows::{Detail, Rows, Site};
use super::rule::Rule;
use super::walk::{id, raw_text};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::span::Span;

super::rule::rules! {
    family ChatCalls;

    CHAT_CALL_ID_FORM = "chat/call-id-form" {
        text: "the id {id} of a tool call is one that the model's vendor refuses; the provider says: Invalid 'tool_calls[].id': string too long (OpenAI, 64), or: Tool call id must be a-z, A-Z, 0-9, with a length of 9 (Mistral)",
        source: "[openclaw/openclaw#875](https://github.com/openclaw/openclaw/pull/875) (some models: 40), [langchain-ai/langchain#24668](https://github.com/langchain-ai/langchain/pull/24668), [openclaw/openclaw#57672](https://github.com/openclaw/openclaw/issues/57672)",
        repair: "replaced, in the call and its results (not Mistral's)",
        forms: [
            "openai" => Form::at_most(64),
            "mistral" => Form { prefix: "", chars: Chars::Alphanumeric, length: (9, 9) },
        ],
    }

    CHAT_CALL_WITHOUT_NAME = "chat/call-without-name" {
        text: "a tool call names no function; the provider says: Missing required parameter: 'tool_calls[].function.name'",
        source: "[Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
    }

    CHAT_CALL_NAME_FORM = "chat/call-name-form" {
        text: "the function name {id} has other characters than letters, digits, _ and -, or more than 64; the provider says: Invalid 'tool_calls[].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'",
        source: "[mcp-use/mcp-use#90](https://github.com/mcp-use/mcp-use/issues/90), [Chat API reference](https://platform.openai.com/docs/api-reference/chat/create)",
        forms: ["openai" => Form::word(64)],
    }

    CHAT_ARGUMENTS_NOT_TEXT = "chat/arguments-not-text" {
        text: "the arguments of a tool call are missing or no string; the provider says: Invalid type for 'tool_calls[].function.arguments': expected a string, but got an object instead",
        source: "[aaif-goose/goose-mobile#20](https://github.com/aaif-goose/goose-mobile/pull/20), [FoundationAgents/OpenManus#1115](https://github.com/FoundationAgents/OpenManus/issues/1115)",
        repair: "an object becomes its JSON text, nothing becomes `{}`",
    }

    CHAT_ARGUMENTS_NOT_JSON = "chat/arguments-not-json" {
        text: "the arguments of a tool call are not the JSON text of an object; the provider says: The \"function.arguments\" parameter of the code model must be in JSON format, or: invalid function arguments json string",
        source: "[HKUDS/nanobot#1487](https://github.com/HKUDS/nanobot/issues/1487) (Qwen), [can1357/oh-my-pi#181](https://github.com/can1357/oh-my-pi/issues/181), [HKUDS/nanobot#2858](https://github.com/HKUDS/nanobot/issues/2858) (MiniMax)",
        forms: [
            "qwen" => Form { prefix: "", chars: Chars::JsonObject, length: (0, 0) },
            "minimax" => Form { prefix: "", chars: Chars::JsonObject, length: (0, 0) },
        ],
    }
}

/// One element of `tool_calls`.
#[derive(Default)]
pub(super) struct Call<'a> {
    pub id: Option<Span>,
    function: Option<Cursor<'a>>,
    custom: Option<Cursor<'a>>,
}

/// What is called.
#[derive(Default)]
struct Called {
    name: Option<Span>,
    arguments: Option<Span>,
}

impl<'a> Call<'a> {
    pub fn read(call: &mut Cursor<'a>) -> Self {
        let mut fields = Self::default();
        let object = |value: &Cursor<'a>| (value.kind() == Kind::Object).then(|| value.clone());
        call.members(|key, value| match key {
            Key::Id => fields.id = id(value),
            Key::Function => fields.function = object(value),
            Key::Custom => fields.custom = object(value),
            _ => {}
        });
        fields
    }

    /// Checks id, name and arguments for a model of `vendor`.
    pub fn check(&self, body: &[u8], vendor: &str, site: Site, rows: &mut Rows) {
        if let Some(id) = self.id {
            rows.form(Rule::CHAT_CALL_ID_FORM, vendor.as_bytes(), site, id, body);
        }
        let called = Called::read(self.function.as_ref().or(self.custom.as_ref()));
        match called.name {
            None => rows.add(Rule::CHAT_CALL_WITHOUT_NAME, site, Detail::None),
            Some(name) => rows.form(Rule::CHAT_CALL_NAME_FORM, vendor.as_bytes(), site, name, body),
        }
        // A custom tool's input is any text.
        if self.function.is_none() && self.custom.is_some() {
            return;
        }
        match called.arguments {
            None => rows.add(Rule::CHAT_ARGUMENTS_NOT_TEXT, site, Detail::None),
            Some(text) if text.byte_count() == 0 => {}
            Some(text) => {
                let form = Rule::CHAT_ARGUMENTS_NOT_JSON.form(vendor.as_bytes());
                if form.is_some_and(|form| !form.fits(text, body)) {
                    rows.add(Rule::CHAT_ARGUMENTS_NOT_JSON, site, Detail::None);
                }
            }
        }
    }
}

impl Called {
    fn read(object: Option<&Cursor<'_>>) -> Self {
        let mut called = Self::default();
        let Some(object) = object else { return called };
        object.clone().members(|key, value| match key {
            Key::Name => called.name = id(value),
            Key::Arguments => called.arguments = raw_text(value),
            _ => {}
        });
        called
    }
}
