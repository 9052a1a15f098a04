//! Spells code points as UTF-8 and between the quotes of a JSON string.

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
    out.reserve(text.len());
    let mut rest = text.as_bytes();
    while let Some(at) = find_special(rest) {
        let (run, special) = rest.split_at(at);
        out.extend_from_slice(run);
        let Some((&byte, behind)) = special.split_first() else { return };
        push_escaped_char(byte.into(), out);
        rest = behind;
    }
    out.extend_from_slice(rest);
}

/// The first byte that has to be escaped. Looks at eight at a time.
#[inline]
fn find_special(text: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    // Sets the high bit of the lowest byte that is below `limit`, and perhaps of others above it.
    const fn below(word: u64, limit: u8) -> u64 {
        word.wrapping_sub(ONES * limit as u64) & !word & HIGH
    }
    let is_special = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
    let (words, rest) = text.as_chunks();
    for (number, bytes) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*bytes);
        let equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
        let special = below(word, 0x20) | equal(b'"') | equal(b'\\');
        if special != 0 {
            return Some(8 * number + special.trailing_zeros() as usize / 8);
        }
    }
    rest.iter().position(|&byte| is_special(byte)).map(|at| text.len() - rest.len() + at)
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
    fn lengths_are_those_of_what_is_written() {
        for code in (0..0x300).chain(0xD7F0..0xE010).chain(0xFFF0..0x1_0010) {
            let mut out = Vec::new();
            push_escaped_char(code, &mut out);
            assert_eq!(out.len(), escaped_length(code), "{code:#x}");
        }
    }
}
