//! Passes over what is between the words of a text, the escapes of JSON and of terminals among it.
//!
//! ```text
//! {"text":"a\nCurrently \u003cdiv"}     JSON: an escape is one sign, and no letter of a word
//! C:\new\table                         other texts: a backslash is a sign; whether `new` is whole is not known
//! ```

use super::words::{BETWEEN, ESC, ESCAPE, OTHER, ascii_bytes, part_of, separator_bytes};
use memchr::memchr;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// What a backslash means in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// Nothing that is known.
    Unknown,
    /// It begins an escape of JSON.
    Json,
    /// The same, and strings of the JSON text are JSON texts.
    Nested,
}

impl Escapes {
    /// By the first char of the text, and whether it has escaped quotes.
    pub fn of(text: &str) -> Self {
        static NESTED: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#"\":"#));
        static QUOTE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(br#"\""#));
        let bytes = text.as_bytes();
        if memchr(b'\\', bytes).is_none() {
            return Self::Unknown;
        }
        if NESTED.find(bytes).is_some() {
            return Self::Nested;
        }
        let is_json = bytes.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| b"{[\"".contains(byte));
        if is_json || QUOTE.find(bytes).is_some() { Self::Json } else { Self::Unknown }
    }

    /// Where the next run of a word begins, from `from` on, or the end.
    pub fn behind_separators(self, bytes: &[u8], from: usize) -> usize {
        let mut at = from;
        while let Some(&byte) = bytes.get(at) {
            at += match part_of(byte) {
                BETWEEN => 1,
                ESCAPE if byte == ESC => 1 + sequence_bytes(bytes.get(at + 1..).unwrap_or_default()),
                ESCAPE => self.escape_bytes(bytes.get(at..).unwrap_or_default()),
                OTHER => match separator_bytes(bytes.get(at..).unwrap_or_default()) {
                    0 => break,
                    length => length,
                },
                _ => break,
            };
        }
        at
    }

    /// Bytes of the escape that `rest` begins with, or of all backslashes and the word behind them that may be a part of one.
    fn escape_bytes(self, rest: &[u8]) -> usize {
        let slashes = rest.iter().take_while(|&&byte| byte == b'\\').count();
        let behind = rest.get(slashes..).unwrap_or_default();
        let letters = match behind {
            [b'u', digits @ ..] if digits.get(..4).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) => 5,
            [b'n' | b'r' | b't' | b'b' | b'f', ..] => 1,
            _ => return slashes,
        };
        let is_escape = match self {
            Self::Unknown => false,
            Self::Json => slashes % 2 == 1,
            Self::Nested => true,
        };
        if !is_escape {
            return slashes + ascii_bytes(behind, 0);
        }
        let is_terminal = behind.get(1..letters).is_some_and(|digits| digits.eq_ignore_ascii_case(b"001b"));
        let sequence = if is_terminal { sequence_bytes(behind.get(letters..).unwrap_or_default()) } else { 0 };
        slashes + letters + sequence
    }
}

/// Most parameters and signs of a terminal's sequence, in bytes.
const MAX_SEQUENCE_BYTES: usize = 32;

/// Bytes of a terminal's control sequence behind its first char; 0 if none follows.
fn sequence_bytes(rest: &[u8]) -> usize {
    let Some(parameters) = rest.strip_prefix(b"[") else { return 0 };
    let end = parameters.iter().take(MAX_SEQUENCE_BYTES).position(|byte| (0x40..=0x7E).contains(byte));
    end.map_or(0, |end| 1 + end + 1)
}
