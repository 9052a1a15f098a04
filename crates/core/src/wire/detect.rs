//! Which wire a body is in, by its shape alone.
//!
//! The key of the conversation decides (`contents`, `input`, `messages`); `messages` is shared by two wires, which the
//! roles and block types tell apart.

use super::Wire;
use crate::cursor::{Cursor, Key, Kind};
use crate::error::Unreadable;

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
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
    cursor.members(|key, value| match (key, value.kind()) {
        (Key::Contents, Kind::Array) => seen.contents = true,
        (Key::Messages, Kind::Array) => {
            seen.messages = true;
            value.elements(|message| read_message(message, &mut seen));
        }
        (Key::Input, Kind::Array | Kind::String) => seen.input = true,
        (Key::System | Key::AnthropicVersion, _) => seen.anthropic = true,
        _ => {}
    });
    match seen {
        Evidence { messages: true, chat: true, tool_blocks: true, .. } => Err(Unreadable::UnsupportedWire),
        Evidence { messages: true, blocks: true, .. }
        | Evidence { messages: true, anthropic: true, chat: false, .. } => Ok(Wire::Anthropic),
        Evidence { messages: true, .. } => Ok(Wire::OpenAiChat),
        Evidence { contents: true, .. } => Ok(Wire::Gemini),
        Evidence { input: true, .. } => Ok(Wire::OpenAiResponses),
        _ => Err(Unreadable::NoConversation),
    }
}

fn read_message(message: &mut Cursor<'_>, seen: &mut Evidence) {
    message.members(|key, value| match key {
        Key::Role if !seen.chat => seen.chat = value.string_lookup(chat_role) == Some(true),
        Key::ToolCalls => seen.chat = true,
        Key::Content if value.kind() == Kind::Array => value.elements(|block| read_block(block, seen)),
        _ => {}
    });
}

fn chat_role(role: &[u8]) -> Option<bool> {
    match role {
        b"tool" | b"system" | b"developer" | b"function" => Some(true),
        b"user" | b"assistant" => Some(false),
        _ => None,
    }
}

fn read_block(block: &mut Cursor<'_>, seen: &mut Evidence) {
    block.members(|key, value| {
        if key == Key::Type {
            let is_tool = value.string_lookup(anthropic_type);
            seen.blocks |= is_tool.is_some();
            seen.tool_blocks |= is_tool == Some(true);
        }
    });
}

/// For block types of Anthropic: whether one is a tool call or result.
fn anthropic_type(name: &[u8]) -> Option<bool> {
    match name {
        b"tool_use" | b"tool_result" => Some(true),
        b"thinking" | b"redacted_thinking" | b"server_tool_use" => Some(false),
        _ => None,
    }
}
