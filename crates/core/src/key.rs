//! The names of members that readers look for, told apart once, while their bytes are at hand.

use std::borrow::Cow;

/// A member's name, or one of the many that no reader looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Other,
    AnthropicVersion,
    Args,
    Arguments,
    CacheControl,
    CachedContent,
    CallId,
    Content,
    Contents,
    ContextManagement,
    Conversation,
    Custom,
    Data,
    Error,
    Function,
    FunctionCall,
    FunctionResponse,
    Id,
    Input,
    Instructions,
    IsError,
    Messages,
    Model,
    Name,
    Output,
    Parts,
    PreviousResponseId,
    PromptCacheBreakpoint,
    PromptCacheOptions,
    Refusal,
    Response,
    Role,
    Signature,
    Source,
    Status,
    System,
    SystemInstruction,
    Text,
    Thinking,
    Thought,
    ThoughtSignature,
    ToolCallId,
    ToolCalls,
    ToolResult,
    ToolUse,
    ToolUseId,
    Tools,
    Type,
    Audio,
    Ttl,
}

impl Key {
    /// In the order of their discriminants.
    const ALL: [Self; 50] = [
        Self::Other,
        Self::AnthropicVersion,
        Self::Args,
        Self::Arguments,
        Self::CacheControl,
        Self::CachedContent,
        Self::CallId,
        Self::Content,
        Self::Contents,
        Self::ContextManagement,
        Self::Conversation,
        Self::Custom,
        Self::Data,
        Self::Error,
        Self::Function,
        Self::FunctionCall,
        Self::FunctionResponse,
        Self::Id,
        Self::Input,
        Self::Instructions,
        Self::IsError,
        Self::Messages,
        Self::Model,
        Self::Name,
        Self::Output,
        Self::Parts,
        Self::PreviousResponseId,
        Self::PromptCacheBreakpoint,
        Self::PromptCacheOptions,
        Self::Refusal,
        Self::Response,
        Self::Role,
        Self::Signature,
        Self::Source,
        Self::Status,
        Self::System,
        Self::SystemInstruction,
        Self::Text,
        Self::Thinking,
        Self::Thought,
        Self::ThoughtSignature,
        Self::ToolCallId,
        Self::ToolCalls,
        Self::ToolResult,
        Self::ToolUse,
        Self::ToolUseId,
        Self::Tools,
        Self::Type,
        Self::Audio,
        Self::Ttl,
    ];

    /// The key that a name (raw, between its quotes) spells, with escapes or without.
    #[inline]
    #[must_use]
    pub fn of(raw: &[u8]) -> Self {
        lookup(raw, Self::plain).unwrap_or(Self::Other)
    }

    #[inline]
    fn plain(name: &[u8]) -> Option<Self> {
        let key = match name {
            b"anthropic_version" => Self::AnthropicVersion,
            b"args" => Self::Args,
            b"arguments" => Self::Arguments,
            b"cache_control" => Self::CacheControl,
            b"cachedContent" | b"cached_content" => Self::CachedContent,
            b"call_id" => Self::CallId,
            b"content" => Self::Content,
            b"contents" => Self::Contents,
            b"context_management" => Self::ContextManagement,
            b"conversation" => Self::Conversation,
            b"custom" => Self::Custom,
            b"data" => Self::Data,
            b"error" => Self::Error,
            b"function" => Self::Function,
            b"functionCall" | b"function_call" => Self::FunctionCall,
            b"functionResponse" | b"function_response" => Self::FunctionResponse,
            b"id" => Self::Id,
            b"input" => Self::Input,
            b"instructions" => Self::Instructions,
            b"is_error" => Self::IsError,
            b"messages" => Self::Messages,
            b"model" => Self::Model,
            b"name" => Self::Name,
            b"output" => Self::Output,
            b"parts" => Self::Parts,
            b"previous_response_id" => Self::PreviousResponseId,
            b"prompt_cache_breakpoint" => Self::PromptCacheBreakpoint,
            b"prompt_cache_options" => Self::PromptCacheOptions,
            b"refusal" => Self::Refusal,
            b"response" => Self::Response,
            b"role" => Self::Role,
            b"signature" => Self::Signature,
            b"source" => Self::Source,
            b"status" => Self::Status,
            b"system" => Self::System,
            b"systemInstruction" | b"system_instruction" => Self::SystemInstruction,
            b"text" => Self::Text,
            b"thinking" => Self::Thinking,
            b"thought" => Self::Thought,
            b"thoughtSignature" | b"thought_signature" => Self::ThoughtSignature,
            b"tool_call_id" => Self::ToolCallId,
            b"tool_calls" => Self::ToolCalls,
            b"toolResult" => Self::ToolResult,
            b"toolUse" => Self::ToolUse,
            b"tool_use_id" => Self::ToolUseId,
            b"tools" => Self::Tools,
            b"type" => Self::Type,
            b"audio" => Self::Audio,
            b"ttl" => Self::Ttl,
            _ => return None,
        };
        Some(key)
    }

    /// The key of a number that was made by `as u32`.
    #[inline]
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        Self::ALL.get(number as usize).copied().unwrap_or(Self::Other)
    }
}

/// What `known` makes of the raw inside of a string. Words of structure are nearly always spelled without escapes, so
/// they are tried as they stand first.
#[inline]
pub fn lookup<T>(raw: &[u8], known: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
    known(raw).or_else(|| if has_escapes(raw) { known(&resolve_escapes(raw)) } else { None })
}

/// The raw inside of a short string with its escapes resolved.
#[inline]
#[must_use]
pub fn decoded(raw: &[u8]) -> Cow<'_, [u8]> {
    if has_escapes(raw) { Cow::Owned(resolve_escapes(raw)) } else { Cow::Borrowed(raw) }
}

/// For names and ids, which are too short for a search function to pay.
#[inline]
#[must_use]
#[expect(clippy::manual_contains, reason = "a plain loop is faster than the search it suggests")]
pub fn has_escapes(raw: &[u8]) -> bool {
    raw.iter().any(|&byte| byte == b'\\')
}

#[cold]
fn resolve_escapes(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    crate::text::Text::new(raw, crate::scan::Level::Scalar).decode_into(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_however_they_are_spelled() {
        let table = [
            ("role", Key::Role),
            (r"r\u006fle", Key::Role),
            (r"tool\u005fcall\u005Fid", Key::ToolCallId),
            ("Role", Key::Other),
            ("rol", Key::Other),
            ("", Key::Other),
            (r"r\\u006fle", Key::Other),
            (r"\u005c", Key::Other),
        ];
        for (raw, key) in table {
            assert_eq!(Key::of(raw.as_bytes()), key, "{raw}");
        }
    }

    #[test]
    fn numbers_are_those_of_the_keys() {
        for key in Key::ALL {
            assert_eq!(Key::from_number(key as u32), key);
        }
        assert_eq!(Key::from_number(1000), Key::Other);
    }
}
