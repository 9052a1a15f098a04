//! The names of members that readers look for, told apart once, while their bytes are at hand.

use std::borrow::Cow;

/// A member's name, or one of the many that no reader looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Other,
    AnthropicVersion,
    Arguments,
    CacheControl,
    Content,
    Contents,
    Custom,
    Error,
    Function,
    Id,
    Input,
    Messages,
    Name,
    Role,
    Status,
    System,
    Text,
    ToolCallId,
    ToolCalls,
    Type,
}

impl Key {
    /// In the order of their discriminants.
    const ALL: [Self; 20] = [
        Self::Other,
        Self::AnthropicVersion,
        Self::Arguments,
        Self::CacheControl,
        Self::Content,
        Self::Contents,
        Self::Custom,
        Self::Error,
        Self::Function,
        Self::Id,
        Self::Input,
        Self::Messages,
        Self::Name,
        Self::Role,
        Self::Status,
        Self::System,
        Self::Text,
        Self::ToolCallId,
        Self::ToolCalls,
        Self::Type,
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
            b"arguments" => Self::Arguments,
            b"cache_control" => Self::CacheControl,
            b"content" => Self::Content,
            b"contents" => Self::Contents,
            b"custom" => Self::Custom,
            b"error" => Self::Error,
            b"function" => Self::Function,
            b"id" => Self::Id,
            b"input" => Self::Input,
            b"messages" => Self::Messages,
            b"name" => Self::Name,
            b"role" => Self::Role,
            b"status" => Self::Status,
            b"system" => Self::System,
            b"text" => Self::Text,
            b"tool_call_id" => Self::ToolCallId,
            b"tool_calls" => Self::ToolCalls,
            b"type" => Self::Type,
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
