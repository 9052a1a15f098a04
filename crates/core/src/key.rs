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

    /// The key that the name at `start..end` of `body` (raw, between its quotes) spells, with escapes or without.
    #[inline(always)]
    #[must_use]
    pub fn at(body: &[u8], start: usize, end: usize) -> Self {
        let name = body.get(start..end).unwrap_or_default();
        // Behind a name of a JSON text stand a quote, a colon, a value and a bracket: rarely less than eight bytes.
        let word = match body.get(start..).and_then(|rest| rest.first_chunk()) {
            Some(&bytes) if !name.is_empty() => u64::from_le_bytes(bytes) & first_bytes(name.len()),
            _ => word_of(name),
        };
        match Self::plain(name, word) {
            Some(key) => key,
            None if has_escapes(name) => Self::unescaped(name),
            None => Self::Other,
        }
    }

    #[cold]
    fn unescaped(name: &[u8]) -> Self {
        let name = resolve_escapes(name);
        Self::plain(&name, word_of(&name)).unwrap_or(Self::Other)
    }

    /// The key of a name without escapes that begins with the bytes of `word`.
    #[inline(always)]
    fn plain(name: &[u8], word: u64) -> Option<Self> {
        let at = SLOTS.get(slot(word, name.len(), MULTIPLIER))?;
        let &(known, key) = NAMES.get(usize::from(*at))?;
        let (known_word, known) = (WORDS.get(usize::from(*at))?, known.as_bytes());
        let same_ends = || match (name.last_chunk::<8>(), known.last_chunk()) {
            (Some(end), Some(known_end)) if name.len() <= 16 => end == known_end,
            _ => known == name,
        };
        let same = *known_word == word && known.len() == name.len() && (name.len() <= 8 || same_ends());
        same.then_some(key)
    }

    /// The key of a number that was made by `as u32`.
    #[inline]
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        Self::ALL.get(number as usize).copied().unwrap_or(Self::Other)
    }
}

/// Every name that readers look for, without escapes.
const NAMES: [(&str, Key); 54] = [
    ("anthropic_version", Key::AnthropicVersion),
    ("args", Key::Args),
    ("arguments", Key::Arguments),
    ("cache_control", Key::CacheControl),
    ("cachedContent", Key::CachedContent),
    ("cached_content", Key::CachedContent),
    ("call_id", Key::CallId),
    ("content", Key::Content),
    ("contents", Key::Contents),
    ("context_management", Key::ContextManagement),
    ("conversation", Key::Conversation),
    ("custom", Key::Custom),
    ("data", Key::Data),
    ("error", Key::Error),
    ("function", Key::Function),
    ("functionCall", Key::FunctionCall),
    ("function_call", Key::FunctionCall),
    ("functionResponse", Key::FunctionResponse),
    ("function_response", Key::FunctionResponse),
    ("id", Key::Id),
    ("input", Key::Input),
    ("instructions", Key::Instructions),
    ("is_error", Key::IsError),
    ("messages", Key::Messages),
    ("model", Key::Model),
    ("name", Key::Name),
    ("output", Key::Output),
    ("parts", Key::Parts),
    ("previous_response_id", Key::PreviousResponseId),
    ("prompt_cache_breakpoint", Key::PromptCacheBreakpoint),
    ("prompt_cache_options", Key::PromptCacheOptions),
    ("refusal", Key::Refusal),
    ("response", Key::Response),
    ("role", Key::Role),
    ("signature", Key::Signature),
    ("source", Key::Source),
    ("status", Key::Status),
    ("system", Key::System),
    ("systemInstruction", Key::SystemInstruction),
    ("system_instruction", Key::SystemInstruction),
    ("text", Key::Text),
    ("thinking", Key::Thinking),
    ("thought", Key::Thought),
    ("thoughtSignature", Key::ThoughtSignature),
    ("thought_signature", Key::ThoughtSignature),
    ("tool_call_id", Key::ToolCallId),
    ("tool_calls", Key::ToolCalls),
    ("toolResult", Key::ToolResult),
    ("toolUse", Key::ToolUse),
    ("tool_use_id", Key::ToolUseId),
    ("tools", Key::Tools),
    ("type", Key::Type),
    ("audio", Key::Audio),
    ("ttl", Key::Ttl),
];

/// The first eight bytes of each name. With its length they tell all names apart.
static WORDS: [u64; NAMES.len()] = {
    let mut words = [0; NAMES.len()];
    let mut at = 0;
    while at < NAMES.len() {
        words[at] = word_of(NAMES[at].0.as_bytes());
        at += 1;
    }
    words
};

/// Gives each name a slot of its own.
const MULTIPLIER: u64 = {
    let mut multiplier = 1;
    while !is_perfect(multiplier) {
        multiplier = multiplier.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(2);
    }
    multiplier
};

/// By slot: the only name that it can be.
static SLOTS: [u8; SLOT_COUNT] = {
    let mut slots = [0; SLOT_COUNT];
    let mut at = 0;
    while at < NAMES.len() {
        slots[slot_of(at, MULTIPLIER)] = at as u8;
        at += 1;
    }
    slots
};

const SLOT_BITS: u32 = 8;
const SLOT_COUNT: usize = 1 << SLOT_BITS;

#[inline(always)]
const fn slot(word: u64, length: usize, multiplier: u64) -> usize {
    ((word ^ length as u64).wrapping_mul(multiplier) >> (64 - SLOT_BITS)) as usize
}

const fn slot_of(name: usize, multiplier: u64) -> usize {
    let name = NAMES[name].0.as_bytes();
    slot(word_of(name), name.len(), multiplier)
}

const fn is_perfect(multiplier: u64) -> bool {
    let mut taken = [false; SLOT_COUNT];
    let mut at = 0;
    while at < NAMES.len() {
        let slot = slot_of(at, multiplier);
        if taken[slot] {
            return false;
        }
        taken[slot] = true;
        at += 1;
    }
    true
}

/// The first eight bytes of `name`, or all it has.
const fn word_of(name: &[u8]) -> u64 {
    let mut word = 0;
    let mut at = 0;
    while at < name.len() && at < 8 {
        word |= (name[at] as u64) << (8 * at);
        at += 1;
    }
    word
}

/// A mask of the first `count` bytes of a word, of all from 8 on; `count` is at least 1.
#[inline(always)]
const fn first_bytes(count: usize) -> u64 {
    u64::MAX >> (64 - 8 * if count < 8 { count } else { 8 })
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
            let body = format!("{raw}\":1}} and more");
            assert_eq!(Key::at(body.as_bytes(), 0, raw.len()), key, "{raw}");
            assert_eq!(Key::at(raw.as_bytes(), 0, raw.len()), key, "{raw} at the end");
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
