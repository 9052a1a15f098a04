//! Reads the edits of Anthropic's `context_management`. Source: docs.anthropic.com, "Context editing".

use crate::json::cursor::{Cursor, Kind};
use crate::json::key::decoded;
use crate::json::tokens::{JsonTokens, Token};
use crate::span::Span;

/// Whether an edit of the `context_management` here, which is passed, clears tool uses.
pub fn clears_tool_uses(value: &mut Cursor<'_>) -> bool {
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
