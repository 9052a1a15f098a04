//! How the texts that are compared are spelled: decoded, or still as the inside of a JSON string, so that nothing has to be
//! decoded first.
//!
//! ```text
//! Decoded     a line⏎→second          line feeds are one byte
//! Json        a line\n→second         two bytes; every char is spelled as JSON.stringify spells it
//! ```
//! Equal texts have equal bytes in both. Spaces, digits and pointers are spelled alike in both.

use crate::json::scan::{Level, Places, Sought};
use crate::json::text::Text;
use xxhash_rust::xxh3::xxh3_128;

/// The most bytes that spell one byte of decoded text, or one UTF-16 unit: those of `\u001f`.
const LONGEST: usize = 6;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    Decoded,
    Json,
}

impl Spelling {
    /// Bytes of a line feed.
    pub const fn feed_bytes(self) -> usize {
        match self {
            Self::Decoded => 1,
            Self::Json => 2,
        }
    }

    /// Bytes of what read tools print between the number of a line and the line, if `text` begins with that; else 0.
    #[inline]
    pub const fn delimiter_bytes(self, text: &[u8]) -> usize {
        match (self, text) {
            // An arrow.
            (_, [0xE2, 0x86, 0x92, ..]) => 3,
            (Self::Json, [b'\\', b't', ..]) | (_, [b' ', b'|', ..]) => 2,
            (Self::Decoded, [b'\t', ..]) | (_, [b':' | b'|', ..]) => 1,
            _ => 0,
        }
    }

    /// The last byte of each line feed of `text`.
    pub fn feeds(self, text: &[u8]) -> Places<'_> {
        let sought = match self {
            Self::Decoded => Sought::Byte(b'\n'),
            Self::Json => Sought::EscapedFeed,
        };
        Places::new(Level::detect(), text, sought)
    }

    /// Whether the decoded text has at least so many bytes.
    pub fn has_bytes(self, text: &[u8], least: usize) -> bool {
        match self {
            Self::Decoded => text.len() >= least,
            Self::Json if text.len() < least || text.len() >= LONGEST * least => text.len() >= least,
            // No unit has less than a byte, and counting units is faster.
            Self::Json => json(text).chars() >= least || json(text).utf8_bytes() >= least,
        }
    }

    /// Whether the decoded text has at least so many UTF-16 units.
    pub fn has_units(self, text: &[u8], least: usize) -> bool {
        // Some spelling of a unit has one byte, and none has more than `LONGEST`.
        if text.len() < least || text.len() >= LONGEST * least {
            return text.len() >= least;
        }
        least
            <= match self {
                Self::Decoded => units(text),
                Self::Json => json(text).chars(),
            }
    }

    /// xxh3-128 of the decoded text.
    pub fn hash(self, text: &[u8]) -> u128 {
        match self {
            Self::Decoded => xxh3_128(text),
            Self::Json => {
                let mut decoded = Vec::new();
                json(text).decode_into(&mut decoded);
                xxh3_128(&decoded)
            }
        }
    }
}

fn json(text: &[u8]) -> Text<'_> {
    Text::new(text, Level::detect())
}

/// `.length` of decoded text.
pub fn units(text: &[u8]) -> usize {
    let starts = text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    starts + text.iter().filter(|&&byte| byte >= 0xF0).count()
}
