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

/// Appends one code point (or lone surrogate) as `JSON.stringify` spells it between the quotes of a string.
pub fn push_escaped_char(code: u32, out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match code {
        0x08 => b'b',
        0x09 => b't',
        0x0A => b'n',
        0x0C => b'f',
        0x0D => b'r',
        0x22 | 0x5C => code as u8,
        0..0x20 | 0xD800..0xE000 => {
            let digit = |shift: u32| HEX.get((code >> shift & 15) as usize).copied().unwrap_or(b'0');
            out.extend([b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
            return;
        }
        _ => return push_utf8(code, out),
    };
    out.extend([b'\\', short]);
}

/// Appends `text` as `JSON.stringify` spells it between the quotes of a string.
pub fn push_escaped(text: &str, out: &mut Vec<u8>) {
    let is_special = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|&byte| is_special(byte)) {
        let (run, special) = rest.split_at(at);
        out.extend_from_slice(run);
        let Some((&byte, behind)) = special.split_first() else { return };
        push_escaped_char(byte.into(), out);
        rest = behind;
    }
    out.extend_from_slice(rest);
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
}
