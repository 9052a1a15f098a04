//! The weight of strings that are data, not text: a provider bills them by other rules. The same in
//! TypeScript: `ts/wires/opaque.ts`.
//!
//! ```text
//! "signature": "EqQB…"                           179/1024 token a char
//! "type": "redacted_thinking", "data": "EmwK…"   the same
//! "data": "iVBORw0KGgo…"                         an image: by its size
//! "url": "data:application/pdf;base64,…"         anything else: as a signature, at most 1,500 tokens
//! "response": { "data": "iVBORw0KGgo…" }         text: a tool's own answer
//! ```

use super::image_size::read_image_size;
use crate::json::key::has_escapes;
use crate::json::scan::Level;
use crate::json::text::Text;
use std::borrow::Cow;

/// What a member's name says of its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Its string may be no text.
    Opaque(Opaque),
    /// The result of something.
    Result,
    /// A tool's own answer: whatever is in it, the model reads it as text.
    Free,
    /// The type of the object.
    Type,
}

impl Named {
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        match name {
            b"type" => Some(Self::Type),
            b"result" => Some(Self::Result),
            b"response" => Some(Self::Free),
            _ => Opaque::of(name).map(Self::Opaque),
        }
    }
}

/// What the type of an object says of its members.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Typed {
    #[default]
    Other,
    /// `data` is encrypted reasoning.
    Sealed,
    /// `result` is the data of an image.
    Generated,
}

impl Typed {
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        match name {
            b"redacted_thinking" | b"reasoning.encrypted" => Some(Self::Sealed),
            b"image_generation_call" => Some(Self::Generated),
            _ => None,
        }
    }
}

/// A string that may be no text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Opaque {
    /// A signature or encrypted text.
    Sealed,
    /// The data of an image or a document, perhaps; under the name of `data`.
    Data,
    /// The same under another name.
    Media,
}

/// 1/1024 tokens of a char of sealed text: 0.175 tokens, fitted on the growth of real bills (Claude Code, 2026-11). As text
/// it would weigh four times as much.
const SEALED_CHAR: u64 = 179;
/// 1/1024 tokens of an image whose size is not known.
const MEDIUM: u64 = 1500 * 1024;
/// Shorter strings are labels and addresses.
const LEAST_CHARS: usize = 64;
/// Chars of base64 in which an image's size is looked for, and chars of text.
const HEAD_CHARS: usize = 16_384;
/// Most chars between `data:` and `;base64,`.
const TYPE_CHARS: usize = 120;

impl Opaque {
    /// The kind of a member, by its name.
    fn of(name: &[u8]) -> Option<Self> {
        match name {
            b"signature" | b"encrypted_content" | b"thoughtSignature" | b"thought_signature" => Some(Self::Sealed),
            b"data" => Some(Self::Data),
            b"url" | b"image_url" | b"file_data" => Some(Self::Media),
            _ => None,
        }
    }

    /// The same in an object of a type.
    pub(super) fn within(self, typed: Typed) -> Self {
        if typed == Typed::Sealed && self == Self::Data { Self::Sealed } else { self }
    }

    /// Weight of a member's raw string, without quotes, in 1/1024 token; none for text. Linear.
    pub(super) fn weigh(self, raw: &[u8]) -> Option<u64> {
        let chars = if has_escapes(raw) || !raw.is_ascii() { Text::new(raw, Level::SCALAR).chars() } else { raw.len() };
        let sealed = SEALED_CHAR * chars as u64;
        if self == Self::Sealed {
            return Some(sealed);
        }
        if chars < LEAST_CHARS {
            return None;
        }
        let value = decoded_head(raw);
        let prefix = data_url_prefix(&value);
        let rest = value.get(prefix..).unwrap_or_default();
        let rest = rest.get(..HEAD_CHARS).unwrap_or(rest);
        let head = rest.get(..rest.iter().take_while(|&&byte| digit(byte).is_some()).count()).unwrap_or_default();
        // A document may be plain text that begins with a path, or a line of hyphens.
        if prefix == 0 && (head.len() < LEAST_CHARS || !rest.iter().copied().all(is_in_lines)) {
            return None;
        }
        let size = read_image_size(&decode_base64(head));
        Some(size.map_or(sealed.min(MEDIUM), |(width, height)| 1024 * image_patches(width, height)))
    }
}

/// Enough decoded bytes of a raw string for a prefix and an image's header.
fn decoded_head(raw: &[u8]) -> Cow<'_, [u8]> {
    let most = HEAD_CHARS + TYPE_CHARS + 32;
    if !has_escapes(raw) {
        return Cow::Borrowed(raw.get(..most).unwrap_or(raw));
    }
    let mut out = Vec::new();
    Text::new(raw, Level::SCALAR).decode_into(&mut out);
    out.truncate(most);
    Cow::Owned(out)
}

/// Bytes of `data:…;base64,` at the beginning; 0 if there is none.
fn data_url_prefix(value: &[u8]) -> usize {
    let Some(rest) = value.strip_prefix(b"data:") else { return 0 };
    let is_type = |&&byte: &&u8| (b'!'..=b'~').contains(&byte) && byte != b',';
    let end = rest.iter().take_while(is_type).count();
    let typed = rest.get(..end).unwrap_or_default();
    let is_base64 = typed.ends_with(b";base64") && typed.len() <= TYPE_CHARS + b";base64".len();
    if is_base64 && rest.get(end) == Some(&b',') { b"data:".len() + end + 1 } else { 0 }
}

const EDGE: u64 = 1568;
const MOST_PATCHES: u64 = 1568;
const PATCH: u64 = 28;

/// Patches of 28 × 28 pixels after scaling down to 1,568 pixels and as many patches: Anthropic's formula, to which those of
/// other providers are near. Source: platform.claude.com/docs, "Vision", 2026-08.
fn image_patches(width: u32, height: u32) -> u64 {
    let (width, height) = (u64::from(width), u64::from(height));
    let long = width.max(height).max(EDGE);
    let patches = |side: u64| (side * EDGE / long).max(1).div_ceil(PATCH);
    MOST_PATCHES.min(patches(width) * patches(height))
}

/// The value of a digit of base64 in either alphabet.
pub(crate) const fn digit(byte: u8) -> Option<u32> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    } as u32)
}

/// Whether a byte may be behind the first line of data.
const fn is_in_lines(byte: u8) -> bool {
    digit(byte).is_some() || matches!(byte, b'=' | b'\r' | b'\n')
}

/// The bytes of digits; what does not fill a byte at the end is left out.
pub(crate) fn decode_base64(digits: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let (mut word, mut bits) = (0u32, 0);
    for &byte in digits {
        word = word << 6 | digit(byte).unwrap_or(0);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((word >> bits) as u8);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_weighs_by_its_chars_up_to_that_of_an_image_of_middle_size() {
        let weigh = |kind: Opaque, chars: usize| kind.weigh("A".repeat(chars).as_bytes());
        assert_eq!(weigh(Opaque::Sealed, 1024), Some(183_296));
        assert_eq!((weigh(Opaque::Data, 63), weigh(Opaque::Data, 64)), (None, Some(11_456)));
        assert_eq!(weigh(Opaque::Data, 20_000), Some(1_536_000));
    }

    #[test]
    fn an_image_weighs_by_patches_of_28_pixels_up_to_1568() {
        let table = [((280, 28), 10), ((281, 28), 11), ((1568, 1568), 1568), ((1092, 1092), 1521), ((1, 1), 1)];
        for ((width, height), expected) in table {
            assert_eq!(image_patches(width, height), expected, "{width} × {height}");
        }
    }
}
