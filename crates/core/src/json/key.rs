//! The names of members that readers look for. Each is recognised once, while its bytes are in a register.

#![expect(clippy::inline_always, reason = "the grammar does this for every name, in its one loop")]

use crate::json::scan;
use std::borrow::Cow;

macro_rules! keys {
    ($($key:ident: $($name:literal)|+),+ $(,)?) => {
        /// A member's name, or one of the many that no reader looks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Key {
            Other,
            $($key),+
        }

        /// All keys, in the order of their numbers.
        pub(crate) const KEYS: &[Key] = &[Key::Other, $(Key::$key),+];

        /// Every name that readers look for, without escapes.
        const NAMES: &[(&str, Key)] = &[$($(($name, Key::$key)),+),+];
    };
}

keys! {
    Action: "action",
    AnthropicVersion: "anthropic_version",
    Args: "args",
    Arguments: "arguments",
    CacheControl: "cache_control",
    CachedContent: "cachedContent" | "cached_content",
    CallId: "call_id",
    ClearAt: "clear_at",
    Content: "content",
    CodeExecutionResult: "codeExecutionResult" | "code_execution_result",
    Contents: "contents",
    ContextManagement: "context_management",
    Conversation: "conversation",
    Custom: "custom",
    Data: "data",
    Definitions: "functions" | "response_format" | "generationConfig" | "generation_config" | "output_config",
    EncryptedContent: "encrypted_content",
    Error: "error",
    ExecutableCode: "executableCode" | "executable_code",
    File: "file" | "file_id" | "file_url" | "input_audio",
    FileData: "fileData" | "file_data",
    Function: "function",
    FunctionCall: "functionCall" | "function_call",
    FunctionResponse: "functionResponse" | "function_response",
    Id: "id",
    InlineData: "inlineData" | "inline_data",
    ImageUrl: "image_url",
    Input: "input",
    Instructions: "instructions",
    IsError: "is_error",
    Messages: "messages",
    Model: "model",
    Name: "name",
    Operation: "operation",
    Output: "output",
    Parts: "parts",
    PreviousResponseId: "previous_response_id",
    PromptCacheBreakpoint: "prompt_cache_breakpoint",
    PromptCacheOptions: "prompt_cache_options",
    Refusal: "refusal",
    Response: "response",
    Role: "role",
    Signature: "signature",
    Source: "source",
    Status: "status",
    Stderr: "stderr",
    Stdout: "stdout",
    Summary: "summary",
    Store: "store",
    System: "system",
    SystemInstruction: "systemInstruction" | "system_instruction",
    Text: "text",
    Thinking: "thinking",
    Thought: "thought",
    ThoughtSignature: "thoughtSignature" | "thought_signature",
    Thread: "thread",
    ToolCallId: "tool_call_id",
    ToolCalls: "tool_calls",
    ToolResult: "toolResult",
    ToolUse: "toolUse",
    ToolUseId: "tool_use_id",
    Tools: "tools",
    Type: "type",
    Audio: "audio",
    Ttl: "ttl",
    ThinkingBlocks: "thinking_blocks" | "reasoning_details",
    ExitCode: "exit_code",
    ExitCodeInCamelCase: "exitCode",
    IsErrorInCamelCase: "isError",
    Metadata: "metadata",
    ReturnCode: "return_code",
    ReturnCodeInOneWord: "returncode",
    ToolChoice: "tool_choice",
    Caller: "caller",
    Background: "background",
    Citations: "citations",
    DeferLoading: "defer_loading",
    Enabled: "enabled",
    Format: "format",
    OutputFormat: "output_format",
    ToolConfig: "toolConfig" | "tool_config",
}

impl Key {
    /// The key of the name at `start..end` of `body` (raw, between its quotes), spelled with escapes or without.
    #[inline(always)]
    #[must_use]
    pub fn at(body: &[u8], start: usize, end: usize) -> Self {
        let length = end.saturating_sub(start);
        // A quote, a colon, a value and a bracket follow a name: rarely less than eight bytes.
        if length > 0
            && let Some(word) = word_at(body, start).map(|word| word & first_bytes(length))
            && let Some(known) = SLOTS.get(slot(word, length))
            && known.word == word
            && usize::from(known.length) == length
            && (length <= 8 || word_at(body, end - 8) == Some(known.end))
            && (length <= 16 || word_at(body, start + 8) == Some(known.middle))
        {
            return known.key;
        }
        Self::unusual(body, start, end)
    }

    /// The key of a name that is spelled with escapes, is unknown, or ends near the body's end. Not inlined, because the
    /// caller needs its registers.
    #[inline(never)]
    fn unusual(body: &[u8], start: usize, end: usize) -> Self {
        let name = body.get(start..end).unwrap_or_default();
        if !has_escapes(name) && body.len() - end > 8 {
            return Self::Other;
        }
        let name = decoded(name);
        NAMES.iter().find(|(known, _)| known.as_bytes() == &*name).map_or(Self::Other, |&(_, key)| key)
    }

    /// The key of a number made by `as u32`.
    #[inline]
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        KEYS.get(number as usize).copied().unwrap_or(Self::Other)
    }
}

/// The eight bytes from `start` on.
#[inline(always)]
fn word_at(body: &[u8], start: usize) -> Option<u64> {
    body.get(start..)?.first_chunk().map(|&bytes| u64::from_le_bytes(bytes))
}

/// All bytes of a slot's name: the first eight, the next eight, and the last eight, as far as there are so many.
#[derive(Clone, Copy)]
struct Slot {
    word: u64,
    middle: u64,
    end: u64,
    length: u8,
    key: Key,
}

/// Maps each name to a different slot; found by trial.
const MULTIPLIER: u64 = 0x890C_BA94_08F9_5197;
const _: () = assert!(names_have_slots(), "two names share a slot: try other odd numbers");

/// By slot: the only possible name.
static SLOTS: [Slot; SLOT_COUNT] = {
    let mut slots = [Slot { word: 0, middle: 0, end: 0, length: 0, key: Key::Other }; SLOT_COUNT];
    let mut at = 0;
    while at < NAMES.len() {
        let (name, key) = NAMES[at];
        let name = name.as_bytes();
        assert!(name.len() <= 24, "a slot has no room for a longer name");
        let middle = if name.len() > 16 { word_of(name.split_at(8).1) } else { 0 };
        let end = if name.len() > 8 { word_of(name.split_at(name.len() - 8).1) } else { 0 };
        slots[slot_of(at)] = Slot { word: word_of(name), middle, end, length: name.len() as u8, key };
        at += 1;
    }
    slots
};

const SLOT_BITS: u32 = 8;
const SLOT_COUNT: usize = 1 << SLOT_BITS;

#[inline(always)]
const fn slot(word: u64, length: usize) -> usize {
    ((word ^ length as u64).wrapping_mul(MULTIPLIER) >> (64 - SLOT_BITS)) as usize
}

const fn slot_of(name: usize) -> usize {
    let name = NAMES[name].0.as_bytes();
    slot(word_of(name), name.len())
}

const fn names_have_slots() -> bool {
    let mut taken = [false; SLOT_COUNT];
    let mut at = 0;
    while at < NAMES.len() {
        let slot = slot_of(at);
        if taken[slot] {
            return false;
        }
        taken[slot] = true;
        at += 1;
    }
    true
}

/// The first eight bytes of `name`, or all of them if there are fewer.
const fn word_of(name: &[u8]) -> u64 {
    let mut word = 0;
    let mut at = 0;
    while at < name.len() && at < 8 {
        word |= (name[at] as u64) << (8 * at);
        at += 1;
    }
    word
}

/// A mask of the first `count` bytes of a word; of all if `count` is 8 or more. `count` is at least 1.
#[inline(always)]
const fn first_bytes(count: usize) -> u64 {
    u64::MAX >> (64 - 8 * if count < 8 { count } else { 8 })
}

/// What `known` finds for the text of a raw string. Words of structure are nearly always spelled without escapes, so the
/// raw bytes are tried first.
#[inline]
pub fn lookup<T>(raw: &[u8], known: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
    known(raw).or_else(|| if has_escapes(raw) { known(&resolve_escapes(raw)) } else { None })
}

/// The decoded text of a short raw string.
#[inline]
#[must_use]
pub fn decoded(raw: &[u8]) -> Cow<'_, [u8]> {
    if has_escapes(raw) { Cow::Owned(resolve_escapes(raw)) } else { Cow::Borrowed(raw) }
}

/// Compares names and ids, which are too short for a search function to pay off: eight bytes at a time, the last eight
/// again.
#[inline]
#[must_use]
pub fn has_escapes(raw: &[u8]) -> bool {
    let Some(last) = raw.last_chunk() else {
        return raw.contains(&b'\\');
    };
    raw.as_chunks().0.iter().chain([last]).any(|&word| scan::matching_bytes(u64::from_ne_bytes(word), b'\\') != 0)
}

#[cold]
fn resolve_escapes(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    crate::json::text::Text::new(raw, scan::Level::SCALAR).decode_into(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_every_name_in_every_spelling() {
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
    fn a_name_with_one_byte_changed_is_another_name() {
        let obvious = |name: &str| NAMES.iter().find(|(known, _)| *known == name).map_or(Key::Other, |&(_, key)| key);
        for &(name, key) in NAMES {
            assert_eq!(obvious(name), key);
            let changed = (0..name.len()).map(|place| {
                let mut bytes = name.as_bytes().to_vec();
                bytes[place] ^= 1;
                String::from_utf8(bytes).unwrap()
            });
            for name in changed.chain([name.to_owned(), format!("{name}s"), name[1..].to_owned()]) {
                for behind in ["", "\":1}", "\":1}, and more behind it"] {
                    let body = format!("{{\"{name}{behind}");
                    assert_eq!(Key::at(body.as_bytes(), 2, 2 + name.len()), obvious(&name), "{body}");
                }
            }
        }
    }

    #[test]
    fn finds_an_escape_at_every_place() {
        for length in 0..40 {
            for filler in [b'a', 0, 0x5B, 0x5D, 0xDC, 0xFF] {
                let mut raw = vec![filler; length];
                assert!(!has_escapes(&raw), "{length} times {filler}");
                for at in 0..length {
                    raw[at] = b'\\';
                    assert!(has_escapes(&raw), "at {at} of {length} times {filler}");
                    raw[at] = filler;
                }
            }
        }
    }

    #[test]
    fn every_number_gives_its_key_back() {
        for &key in KEYS {
            assert_eq!(Key::from_number(key as u32), key);
        }
        assert_eq!(Key::from_number(1000), Key::Other);
    }
}
