//! Which members of a JSON Schema say nothing to a model.
//!
//! ```text
//! {"$schema":"…","properties":{"file_path":{"title":"File Path","type":"string","minLength":0}}}
//!  ──────────                                ───────────────────                 ─────────────
//! ```
//! Only a keyword is meant, never a property of that name. Source: json-schema.org, drafts 4 to 2020-12; `OpenAPI` 3.0,
//! "Schema Object".

use super::nodes::Node;
use crate::json::key::decoded;
use std::cmp::Ordering;

/// What a value in a schema is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// A schema, or a list of such.
    Schemas,
    /// An object whose members are schemas.
    Map,
    /// Data: nothing in it is a keyword.
    Data,
}

/// What the value of a keyword is.
pub(super) fn within(keyword: &[u8]) -> Within {
    match keyword {
        b"items"
        | b"additionalItems"
        | b"unevaluatedItems"
        | b"contains"
        | b"additionalProperties"
        | b"unevaluatedProperties"
        | b"propertyNames"
        | b"not"
        | b"if"
        | b"then"
        | b"else"
        | b"contentSchema"
        | b"anyOf"
        | b"oneOf"
        | b"allOf"
        | b"prefixItems" => Within::Schemas,
        b"properties" | b"patternProperties" | b"$defs" | b"definitions" | b"dependentSchemas" => Within::Map,
        _ => Within::Data,
    }
}

/// Whether a member of a schema says nothing. `key` is the raw name under which the schema is, between quotes; none if it is
/// under no name of a user's.
pub(super) fn says_nothing(body: &[u8], keyword: &[u8], node: &Node, key: Option<&[u8]>) -> bool {
    let text = node.value.of(body);
    match keyword {
        b"$schema" => node.first == b'"',
        b"title" => node.first == b'"' && key.is_some_and(|key| repeats(node.value.inside().of(body), key)),
        b"deprecated" | b"readOnly" | b"writeOnly" | b"uniqueItems" | b"exclusiveMinimum" | b"exclusiveMaximum"
        | b"nullable" => text == b"false",
        b"minLength" | b"minItems" | b"minProperties" => is_number(text, 0.0),
        b"minContains" => is_number(text, 1.0),
        b"patternProperties" | b"dependentRequired" | b"dependentSchemas" | b"definitions" | b"$defs" => is_empty(text),
        _ => false,
    }
}

/// Whether a title has the letters and digits of the name that it is the title of.
fn repeats(title: &[u8], key: &[u8]) -> bool {
    let (title, key) = (decoded(title), decoded(key));
    let letters = |text: &[u8]| -> Vec<u8> {
        let kept = text.iter().filter(|byte| !matches!(byte, b' ' | b'_' | b'-'));
        kept.map(u8::to_ascii_lowercase).collect()
    };
    letters(&title) == letters(&key)
}

fn is_number(text: &[u8], number: f64) -> bool {
    let is_digit = text.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
    let found = core::str::from_utf8(text).ok().filter(|_| is_digit).and_then(|text| text.parse::<f64>().ok());
    // 0 and -0 are equal.
    found.is_some_and(|found| found.partial_cmp(&number) == Some(Ordering::Equal))
}

fn is_empty(text: &[u8]) -> bool {
    let inside = text.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}"));
    inside.is_some_and(|inside| inside.iter().all(u8::is_ascii_whitespace))
}
