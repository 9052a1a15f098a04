//! Which wire a body is in, by its shape alone.
//!
//! The key of the conversation decides (`contents`, `input`, `messages`); `messages` is shared by two wires, which the
//! roles and block types tell apart.

use super::Wire;
use crate::cursor::{Cursor, Kind, spells};
use crate::error::Unreadable;

#[derive(Default)]
struct Evidence {
    contents: bool,
    input: bool,
    messages: bool,
    /// A role or key that only `OpenAI` Chat has.
    chat: bool,
    /// A top-level key that only Anthropic has.
    anthropic: bool,
    /// A block type that only Anthropic has.
    blocks: bool,
    /// `tool_use` or `tool_result`: reading the body as chat would miss its tools.
    tool_blocks: bool,
}

/// The wire of the body under `cursor`.
///
/// # Errors
/// [`Unreadable::NoConversation`] if no wire fits, [`Unreadable::UnsupportedWire`] if two do.
pub fn detect(mut cursor: Cursor<'_>) -> Result<Wire, Unreadable> {
    let mut seen = Evidence::default();
    cursor.members(|name, value| match value.kind() {
        Kind::Array if name.is("contents") => seen.contents = true,
        Kind::Array if name.is("messages") => {
            seen.messages = true;
            value.elements(|message| read_message(message, &mut seen));
        }
        Kind::Array | Kind::String if name.is("input") => seen.input = true,
        _ if name.is("system") || name.is("anthropic_version") => seen.anthropic = true,
        _ => {}
    });
    match seen {
        Evidence { messages: true, chat: true, tool_blocks: true, .. } => Err(Unreadable::UnsupportedWire),
        Evidence { messages: true, blocks: true, .. } => Ok(Wire::Anthropic),
        Evidence { messages: true, anthropic: true, chat: false, .. } => Ok(Wire::Anthropic),
        Evidence { messages: true, .. } => Ok(Wire::OpenAiChat),
        Evidence { contents: true, .. } => Ok(Wire::Gemini),
        Evidence { input: true, .. } => Ok(Wire::OpenAiResponses),
        _ => Err(Unreadable::NoConversation),
    }
}

fn read_message(message: &mut Cursor<'_>, seen: &mut Evidence) {
    message.members(|name, value| {
        if name.is("role") {
            let raw = value.string().map(|span| span.inside().of(value.body())).unwrap_or_default();
            seen.chat |= ["tool", "system", "developer", "function"].iter().any(|role| spells(raw, role));
        } else if name.is("tool_calls") {
            seen.chat = true;
        } else if name.is("content") {
            value.elements(|block| read_block(block, seen));
        }
    });
}

fn read_block(block: &mut Cursor<'_>, seen: &mut Evidence) {
    block.members(|name, value| {
        if name.is("type") {
            let raw = value.string().map(|span| span.inside().of(value.body())).unwrap_or_default();
            let any = |types: &[&str]| types.iter().any(|name| spells(raw, name));
            seen.tool_blocks |= any(&["tool_use", "tool_result"]);
            seen.blocks |= seen.tool_blocks || any(&["thinking", "redacted_thinking", "server_tool_use"]);
        }
    });
}
