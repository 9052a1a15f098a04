//! The parts of a Gemini content: names and arguments of function calls, and parts without data.

use super::form::{Chars, Form};
use super::rows::{Detail, Rows, Site};
use super::rule::Rule;
use super::walk::is_present;
use crate::json::cursor::{Cursor, Kind};
use crate::span::Span;

super::rule::rules! {
    family GeminiParts;

    GEMINI_EMPTY_PART = "gemini/empty-part" {
        text: "a part has no members; the provider says: contents.parts.data: required oneof field 'data' must have one initialized field",
        source: "[generateContent reference](https://ai.google.dev/api/generate-content)",
    }

    GEMINI_CALL_NAME_FORM = "gemini/call-name-form" {
        text: "the function name {id} has other characters than letters, digits, _, ., : and -, or more than 128; the provider says: Invalid function name",
        source: "[FunctionDeclaration.name](https://googleapis.github.io/kotlin-genai/google-genai-kotlin/com.google.genai.kotlin.types/-function-declaration/name.html)",
        forms: ["" => Form { prefix: "", chars: Chars::Dotted, length: (1, 128) }],
    }

    GEMINI_ARGS_NOT_OBJECT = "gemini/args-not-object" {
        text: "the args of a functionCall are not an object; the provider says: Invalid value at 'function_call.args' (type.googleapis.com/google.protobuf.Struct)",
        source: "[generateContent reference](https://ai.google.dev/api/generate-content), [FunctionCall.args](https://ai.google.dev/api/caching#FunctionCall)",
        repair: "the JSON text of an object becomes the object, `[]` and an empty text become `{}`",
    }
}

/// Whether `args` are present and no object.
pub(super) fn is_odd(args: &Cursor<'_>) -> bool {
    is_present(args) && args.kind() != Kind::Object
}

/// Checks one function call.
pub(super) fn check_call(body: &[u8], name: Option<Span>, odd_args: bool, site: Site, rows: &mut Rows) {
    if let Some(name) = name {
        rows.form(Rule::GEMINI_CALL_NAME_FORM, b"", site, name, body);
    }
    if odd_args {
        rows.add(Rule::GEMINI_ARGS_NOT_OBJECT, site, Detail::None);
    }
}
