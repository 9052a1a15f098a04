//! Recognises the wire of a body by its shape alone.
//!
//! The key of the conversation decides (`contents`, `input`, `messages`). Two wires share `messages`; their roles and
//! block types differ. Of a repeated key the last value counts.

use super::Wire;
use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::index::Index;

/// What messages show.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
struct Evidence {
    /// Whether there was a message.
    begun: bool,
    /// Whether a role, key or block type is one that only `OpenAI` Chat has.
    chat: bool,
    /// Whether the first message is a system message, as in chats. Later ones are in Anthropic's conversations, too.
    system_first: bool,
    /// Whether a block type or a key of a message is one that no other wire has.
    anthropic: bool,
    /// Whether a block type is one that Anthropic has, and hardly another wire.
    blocks: bool,
    /// Whether a block is `tool_use` or `tool_result`: a reader of chat would miss these tools.
    tool_blocks: bool,
    /// Whether a block without a type has `toolUse` or `toolResult`.
    converse: bool,
}

/// What members beside the messages show. A first request has no more than these, and must be read as those that follow it.
#[derive(Default)]
struct Members {
    /// Whether definitions of tools have the form of Anthropic's; none if there are none.
    tools: Option<bool>,
    /// Whether there is a member that Anthropic has, and hardly another wire.
    own: bool,
    /// Whether the model is one of Anthropic's, without a router's name in front.
    claude: bool,
}

impl Members {
    const fn are_anthropics(&self) -> bool {
        match self.tools {
            Some(tools) => tools,
            None => self.own || self.claude,
        }
    }
}

/// The wire of the `body` that `index` lists.
///
/// # Errors
/// [`Unreadable::NoConversation`] if no wire fits, [`Unreadable::UnsupportedWire`] if two do,
/// [`Unreadable::BedrockConverse`] for that API.
pub fn detect(index: &Index, body: &[u8]) -> Result<Wire, Unreadable> {
    wire_of(Cursor::new(body, index.entries()), index.has_content_list())
}

/// The wire of a body; `has_blocks`: some message's content may be a list.
fn wire_of(mut cursor: Cursor<'_>, has_blocks: bool) -> Result<Wire, Unreadable> {
    let mut seen = Evidence::default();
    // Of each list whether it has elements; none where the key is missing or no conversation.
    let (mut contents, mut messages, mut input) = (None, None, None);
    let (mut anthropic, mut members) = (false, Members::default());
    let list = |value: &Cursor<'_>| (value.kind() == Kind::Array).then(|| value.is_filled());
    cursor.members(|key, value| match key {
        Key::Contents => contents = list(value),
        Key::Messages => {
            (seen, messages) = (Evidence::default(), list(value));
            read_messages(value, has_blocks, &mut seen);
        }
        Key::Input => input = list(value).or_else(|| (value.kind() == Kind::String).then_some(false)),
        Key::System | Key::AnthropicVersion | Key::ContextManagement | Key::Thread => anthropic = true,
        Key::Tools => members.tools = first_tool(value),
        Key::Thinking | Key::CacheControl => members.own |= value.kind() == Kind::Object,
        Key::Model => members.claude = value.string_lookup(claude).is_some(),
        _ => {}
    });
    if [contents, messages, input].iter().filter(|&&list| list == Some(true)).count() > 1 {
        return Err(Unreadable::UnsupportedWire);
    }
    seen.anthropic |= anthropic;
    match seen {
        _ if messages.is_none() && contents.is_some() => Ok(Wire::Gemini),
        _ if messages.is_none() && input.is_some() => Ok(Wire::OpenAiResponses),
        _ if messages.is_none() => Err(Unreadable::NoConversation),
        Evidence { converse: true, .. } => Err(Unreadable::BedrockConverse),
        Evidence { chat: true, tool_blocks: true, .. } => Err(Unreadable::UnsupportedWire),
        Evidence { chat: true, .. } => Ok(Wire::OpenAiChat),
        Evidence { anthropic: true, .. } => Ok(Wire::Anthropic),
        Evidence { system_first: true, tool_blocks: true, .. } => Err(Unreadable::UnsupportedWire),
        Evidence { system_first: true, .. } => Ok(Wire::OpenAiChat),
        Evidence { blocks: true, .. } => Ok(Wire::Anthropic),
        _ if members.are_anthropics() => Ok(Wire::Anthropic),
        _ => Ok(Wire::OpenAiChat),
    }
}

/// Whether the first definition of a tool has its name beside its schema, and not in an object around both.
fn first_tool(list: &mut Cursor<'_>) -> Option<bool> {
    let mut found = None;
    list.elements_while(|tool| {
        let (mut named, mut wrapped) = (false, false);
        tool.members(|key, _| match key {
            Key::Name => named = true,
            Key::Function | Key::Custom => wrapped = true,
            _ => {}
        });
        found = (named || wrapped).then_some(named && !wrapped);
        false
    });
    found
}

fn claude(model: &[u8]) -> Option<()> {
    model.starts_with(b"claude-").then_some(())
}

/// Looks at messages. Without blocks the first sign of a chat decides.
fn read_messages(list: &mut Cursor<'_>, has_blocks: bool, seen: &mut Evidence) {
    list.elements_while(|message| {
        read_message(message, seen);
        has_blocks || !seen.chat
    });
}

fn read_message(message: &mut Cursor<'_>, seen: &mut Evidence) {
    let (mut role, mut content) = (None, Evidence::default());
    message.members(|key, value| match key {
        Key::Role => role = value.string_lookup(telling_role),
        Key::ToolCalls => seen.chat = true,
        Key::ClearAt => seen.anthropic = true,
        Key::Content => {
            content = Evidence::default();
            value.elements(|block| read_block(block, &mut content));
        }
        _ => {}
    });
    seen.chat |= content.chat;
    seen.anthropic |= content.anthropic;
    seen.blocks |= content.blocks;
    seen.tool_blocks |= content.tool_blocks;
    seen.converse |= content.converse;
    seen.chat |= role == Some(Role::Chat);
    seen.system_first |= role == Some(Role::System) && !seen.begun;
    seen.begun = true;
}

/// A role that not every wire has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Chat,
    System,
}

fn telling_role(role: &[u8]) -> Option<Role> {
    match role {
        b"tool" | b"developer" | b"function" => Some(Role::Chat),
        b"system" => Some(Role::System),
        _ => None,
    }
}

fn read_block(block: &mut Cursor<'_>, seen: &mut Evidence) {
    let mut block_type = None;
    let mut typed = false;
    let mut source = false;
    let mut converse = false;
    block.members(|key, value| match key {
        Key::Type => {
            typed = true;
            block_type = value.string_lookup(named_type);
        }
        Key::Source => source = true,
        Key::ToolUse | Key::ToolResult => converse = true,
        _ => {}
    });
    seen.converse |= converse && !typed;
    match block_type {
        Some(BlockType::Tool) => (seen.blocks, seen.tool_blocks) = (true, true),
        Some(BlockType::Own) => seen.anthropic = true,
        Some(BlockType::Anthropic) => seen.blocks = true,
        Some(BlockType::Media) => seen.blocks |= source,
        Some(BlockType::Chat) => seen.chat = true,
        None => {}
    }
}

#[derive(Clone, Copy)]
enum BlockType {
    /// A tool call or result of Anthropic.
    Tool,
    /// A block type that no host of another wire has.
    Own,
    /// Another block type of Anthropic; some hosts of `OpenAI` Chat have thinking and documents, too.
    Anthropic,
    /// An image or document; Anthropic's, if it has a `source`.
    Media,
    /// A block type that only `OpenAI` Chat has.
    Chat,
}

fn named_type(name: &[u8]) -> Option<BlockType> {
    Some(match name {
        b"text" => return None,
        b"tool_use" | b"tool_result" => BlockType::Tool,
        b"thinking" | b"redacted_thinking" | b"document" => BlockType::Anthropic,
        b"server_tool_use" | b"mcp_tool_use" | b"compaction" | b"tool_reference" | b"tool_addition"
        | b"tool_removal" => BlockType::Own,
        b"image" => BlockType::Media,
        b"image_url" | b"input_audio" | b"file" | b"refusal" => BlockType::Chat,
        name if name.ends_with(b"_tool_result") => BlockType::Own,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::entry::Listing;
    use crate::json::scan::Level;

    /// The wire of a request whose messages begin with a system prompt of `prompt` chars, with and without the shortcut
    /// for requests without blocks.
    fn detected(prompt: usize, rest: &str) -> [Result<Wire, Unreadable>; 2] {
        let body =
            format!(r#"{{"messages":[{{"role":"system","content":"{}"}},{rest}]}}"#, "x".repeat(prompt)).into_bytes();
        let mut index = Index::default();
        index.build(&body, Level::detect(), Listing::Conversation).unwrap();
        [detect(&index, &body), wire_of(Cursor::new(&body, index.entries()), true)]
    }

    /// Around a chunk's end the grammar reads positions one by one.
    #[test]
    fn finds_blocks_at_every_offset() {
        let block = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"b"}]}"#;
        let spaced = r#"{ "role" : "user" , "content" : [ { "type" : "tool_result" } ] }"#;
        let text = r#"{"role":"user","content":"b","tool_calls":[]}"#;
        for prompt in (0..200).chain(3_900..4_200).chain(8_000..8_200) {
            assert_eq!(detected(prompt, block), [Err(Unreadable::UnsupportedWire); 2], "{prompt}");
            assert_eq!(detected(prompt, spaced), [Err(Unreadable::UnsupportedWire); 2], "{prompt}");
            assert_eq!(detected(prompt, text), [Ok(Wire::OpenAiChat); 2], "{prompt}");
        }
    }
}
