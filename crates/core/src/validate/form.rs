//! The forms of ids and names that providers accept.

use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::key::decoded;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::span::Span;

/// What a text must look like.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// How it begins.
    pub prefix: &'static str,
    /// What it consists of.
    pub chars: Chars,
    /// Fewest and most characters, counted as Unicode code points; a most of 0 is no limit.
    pub length: (u32, u32),
}

/// The characters of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chars {
    /// Any.
    Any,
    /// `A-Z`, `a-z`, `0-9`.
    Alphanumeric,
    /// `A-Z`, `a-z`, `0-9`, `_`.
    Underscored,
    /// `A-Z`, `a-z`, `0-9`, `_`, `-`.
    Word,
    /// `A-Z`, `a-z`, `0-9`, `_`, `-`, `.`, `:`.
    Dotted,
    /// The JSON text of an object.
    JsonObject,
}

impl Chars {
    /// The name in TypeScript.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Alphanumeric => "alphanumeric",
            Self::Underscored => "underscored",
            Self::Word => "word",
            Self::Dotted => "dotted",
            Self::JsonObject => "json-object",
        }
    }

    fn has(self, byte: u8) -> bool {
        match self {
            Self::Any | Self::JsonObject => true,
            Self::Alphanumeric => byte.is_ascii_alphanumeric(),
            Self::Underscored => byte.is_ascii_alphanumeric() || byte == b'_',
            Self::Word => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':'),
        }
    }
}

impl Form {
    /// `[A-Za-z0-9_-]`, up to `most` of them; 0 is no limit.
    pub(super) const fn word(most: u32) -> Self {
        Self { prefix: "", chars: Chars::Word, length: (1, most) }
    }

    /// Any text of at most `most` characters.
    pub(super) const fn at_most(most: u32) -> Self {
        Self { prefix: "", chars: Chars::Any, length: (0, most) }
    }

    /// Any text that begins so.
    pub(super) const fn begins(prefix: &'static str) -> Self {
        Self { prefix, chars: Chars::Any, length: (0, 0) }
    }

    /// Whether the text of a raw string has this form. Linear.
    pub(super) fn fits(&self, raw: Span, body: &[u8]) -> bool {
        let raw = raw.of(body);
        let text = decoded(raw);
        let (least, most) = self.length;
        let count = || Text::new(raw, Level::SCALAR).code_points().count();
        text.starts_with(self.prefix.as_bytes())
            && text.iter().all(|&byte| self.chars.has(byte))
            && (self.chars != Chars::JsonObject || is_json_object(raw))
            && (self.length == (0, 0) || (least as usize..=limit(most)).contains(&count()))
    }
}

const fn limit(most: u32) -> usize {
    if most == 0 { usize::MAX } else { most as usize }
}

/// Half surrogates are replaced first: in JavaScript they are part of a text like any other.
fn is_json_object(raw: &[u8]) -> bool {
    let mut text = Vec::new();
    Text::new(raw, Level::SCALAR).decode_lossy_into(&mut text);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    first == Some(&b'{') && Index::default().build(&text, Level::SCALAR, Listing::Shallow).is_ok()
}
