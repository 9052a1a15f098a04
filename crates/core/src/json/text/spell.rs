//! Spells code points as UTF-8 and between the quotes of a JSON string.

use crate::json::scan::{Level, Places, Sought};

/// UTF-8 bytes of a code point; 3 for a lone surrogate.
#[must_use]
pub const fn utf8_length(code: u32) -> usize {
    match code {
        0..0x80 => 1,
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        _ => 4,
    }
}

pub(super) const fn is_surrogate(code: u32) -> bool {
    matches!(code, 0xD800..0xE000)
}

/// Appends one code point as UTF-8; a lone surrogate as its three generalised bytes.
#[inline]
pub(super) fn push_utf8(code: u32, out: &mut Vec<u8>) {
    let low = |shift: u32| 0x80 | (code >> shift & 0x3F) as u8;
    match utf8_length(code) {
        1 => out.push(code as u8),
        2 => out.extend([0xC0 | (code >> 6) as u8, low(0)]),
        3 => out.extend([0xE0 | (code >> 12) as u8, low(6), low(0)]),
        _ => out.extend([0xF0 | (code >> 18) as u8, low(12), low(6), low(0)]),
    }
}

/// The ASCII char of an escape of two bytes that `JSON.stringify` writes, by its second byte.
#[inline]
pub(super) const fn short_escape(letter: u8) -> Option<u8> {
    match letter {
        b'n' => Some(b'\n'),
        b't' => Some(b'\t'),
        b'r' => Some(b'\r'),
        b'b' => Some(0x08),
        b'f' => Some(0x0C),
        b'"' | b'\\' => Some(letter),
        _ => None,
    }
}

/// The second byte of the escape of two bytes for a code point, if `JSON.stringify` writes one.
const fn letter_of(code: u32) -> Option<u8> {
    match code {
        0x08 => Some(b'b'),
        0x09 => Some(b't'),
        0x0A => Some(b'n'),
        0x0C => Some(b'f'),
        0x0D => Some(b'r'),
        0x22 | 0x5C => Some(code as u8),
        _ => None,
    }
}

/// Bytes of a code point as [`push_escaped_char`] spells it.
pub(super) const fn escaped_length(code: u32) -> usize {
    match code {
        _ if letter_of(code).is_some() => 2,
        0..0x20 | 0xD800..0xE000 => 6,
        _ => utf8_length(code),
    }
}

/// Appends one code point (or lone surrogate) as `JSON.stringify` spells it between the quotes of a string.
pub fn push_escaped_char(code: u32, out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    if let Some(letter) = letter_of(code) {
        out.extend([b'\\', letter]);
    } else if matches!(code, 0..0x20 | 0xD800..0xE000) {
        let digit = |shift: u32| HEX.get((code >> shift & 15) as usize).copied().unwrap_or(b'0');
        out.extend([b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
    } else {
        push_utf8(code, out);
    }
}

/// Appends `text` as `JSON.stringify` spells it between the quotes of a string.
pub fn push_escaped(text: &str, out: &mut Vec<u8>) {
    let text = text.as_bytes();
    out.reserve(text.len());
    let mut copied = 0;
    for at in Places::new(Level::detect(), text, Sought::Special) {
        out.extend_from_slice(text.get(copied..at).unwrap_or_default());
        let code = text.get(at).map_or(0, |&byte| u32::from(byte));
        push_escaped_char(code, out);
        copied = at + 1;
    }
    out.extend_from_slice(text.get(copied..).unwrap_or_default());
}

/// Bytes that [`push_escaped`] appends. Linear.
#[must_use]
pub fn escaped_bytes(text: &str) -> usize {
    // A chunk's sum fits a byte, so the compiler adds many bytes at a time.
    let added = |chunk: &[u8]| usize::from(chunk.iter().map(|&byte| added_by_escape(byte)).sum::<u8>());
    text.len() + text.as_bytes().chunks(32).map(added).sum::<usize>()
}

/// Bytes that the escape of a byte has more than the byte; without branches.
fn added_by_escape(byte: u8) -> u8 {
    let is_control = u8::from(byte < 0x20);
    // From `\\b` to `\\r`, without the vertical tab.
    let is_short = u8::from(byte.wrapping_sub(0x08) <= 5) & u8::from(byte != 0x0B);
    let is_sign = u8::from(byte == b'"') | u8::from(byte == b'\\');
    (is_short | is_sign) + (is_control & (is_short ^ 1)) * 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_json_requires() {
        let mut out = Vec::new();
        push_escaped("a\"b\\c\n\r\t\u{8}\u{c}\u{1}\u{7f}é", &mut out);
        assert_eq!(out, "a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001\u{7f}é".as_bytes());
    }

    #[test]
    fn finds_each_char_to_escape_at_each_place() {
        for code in 0..0x100_u32 {
            let char = char::from_u32(code).unwrap();
            for before in 0..20 {
                let text = format!("{}{char}\u{1f} é", "→ x~!#[]".chars().cycle().take(before).collect::<String>());
                let mut one_by_one = Vec::new();
                text.chars().for_each(|char| push_escaped_char(char.into(), &mut one_by_one));
                let mut out = Vec::new();
                push_escaped(&text, &mut out);
                assert_eq!(out, one_by_one, "{text:?}");
            }
        }
    }

    #[test]
    fn bytes_are_those_of_what_is_written() {
        for before in 0..70 {
            for char in (0..0x100).chain([0x2028, 0xFFFF, 0x1_0000]).filter_map(char::from_u32) {
                let text = format!("{}{char}\n", "a\"".repeat(before));
                let mut out = Vec::new();
                push_escaped(&text, &mut out);
                assert_eq!(escaped_bytes(&text), out.len(), "{text:?}");
            }
        }
        let controls = "\u{1}".repeat(99);
        assert_eq!(escaped_bytes(&controls), 6 * 99);
    }

    #[test]
    fn lengths_are_those_of_what_is_written() {
        for code in (0..0x300).chain(0xD7F0..0xE010).chain(0xFFF0..0x1_0010) {
            let mut out = Vec::new();
            push_escaped_char(code, &mut out);
            assert_eq!(out.len(), escaped_length(code), "{code:#x}");
        }
    }
}
