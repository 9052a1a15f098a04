//! The inside of a JSON string, read where it stands.
//!
//! ```text
//! "plan \u00e9\n\ud83d\ude00"      raw: everything between the quotes
//!  ^    ^     ^ ^                  units: UTF-16, as JavaScript counts; a pair of escapes is two units
//! ```

use crate::scan::{self, Level};
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// A raw string: valid by the scan, escapes still in it.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    raw: &'a [u8],
    level: Level,
    /// Whether an ASCII character may be spelled as `\u00` and two digits.
    ascii_escapes: bool,
}

/// In an escape of an ASCII character, behind the backslash.
static ASCII_ESCAPE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("u00"));

/// One code point of a text (or a lone surrogate), with the raw bytes that spell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Char {
    /// Unicode scalar value, or a surrogate in 0xD800–0xDFFF that stands alone.
    pub code: u32,
    /// Offset of its first raw byte.
    pub start: usize,
    /// Offset after its last raw byte.
    pub end: usize,
}

impl Char {
    /// UTF-16 units: 1 or 2.
    #[must_use]
    pub const fn units(self) -> usize {
        if self.code >= 0x1_0000 { 2 } else { 1 }
    }
}

impl<'a> Text<'a> {
    /// `raw` is the inside of a valid JSON string.
    #[must_use]
    pub const fn new(raw: &'a [u8], level: Level) -> Self {
        Self { raw, level, ascii_escapes: true }
    }

    /// The same, of a body of which it is known whether it `has` escapes of ASCII characters at all.
    #[must_use]
    pub const fn with_ascii_escapes(self, has: bool) -> Self {
        Self { ascii_escapes: has, ..self }
    }

    /// Raw offsets of the `u` of every escape of an ASCII character, and perhaps of others.
    pub fn ascii_escapes(self) -> impl Iterator<Item = usize> + use<'a> {
        let raw = if self.ascii_escapes { self.raw } else { &[] };
        ASCII_ESCAPE.find_iter(raw)
    }

    /// Whether what looks like an escape of an ASCII character occurs.
    #[must_use]
    pub fn may_have_ascii_escape(self) -> bool {
        self.ascii_escapes().next().is_some()
    }

    /// Whether `is_error` holds for any hint, as [`scan::any_hint`] gives them; all hints are found only where no ASCII
    /// character is escaped.
    pub fn any_hint(self, mut is_error: impl FnMut(usize) -> bool) -> bool {
        scan::any_hint(self.level, self.raw, &mut is_error)
    }

    /// The bytes between the quotes, as they stand in the body.
    #[must_use]
    pub const fn raw(self) -> &'a [u8] {
        self.raw
    }

    /// `.length` of the decoded text. One vectorised pass, nothing is decoded.
    #[must_use]
    pub fn chars(self) -> usize {
        scan::count_chars(self.level, self.raw)
    }

    /// The decoded text if it can be borrowed: raw bytes without a backslash.
    #[must_use]
    pub fn plain(self) -> Option<&'a [u8]> {
        memchr::memchr(b'\\', self.raw).is_none().then_some(self.raw)
    }

    /// Code points from raw offset `from`, which must not lie inside one.
    #[must_use]
    pub const fn code_points_from(self, from: usize) -> CodePoints<'a> {
        CodePoints { raw: self.raw, at: from }
    }

    /// All code points.
    #[must_use]
    pub const fn code_points(self) -> CodePoints<'a> {
        self.code_points_from(0)
    }

    /// UTF-8 bytes of the decoded text; a lone surrogate counts 3.
    #[must_use]
    pub fn utf8_bytes(self) -> usize {
        self.code_points().map(|char| utf8_length(char.code)).sum()
    }

    /// Bytes of the text as `JSON.stringify` spells it, without quotes.
    #[must_use]
    pub fn json_bytes(self) -> usize {
        let mut spelled = Vec::new();
        let bytes = |char: Char| {
            spelled.clear();
            push_escaped_char(char.code, &mut spelled);
            spelled.len()
        };
        self.code_points().map(bytes).sum()
    }

    /// Appends the text as `JSON.stringify` spells it: whatever its spelling, the same text gives the same bytes.
    pub fn respell_into(self, out: &mut Vec<u8>) {
        match self.plain() {
            Some(plain) => out.extend_from_slice(plain),
            None => self.code_points().for_each(|char| push_escaped_char(char.code, out)),
        }
    }

    /// Appends the decoded text as UTF-8; a lone surrogate as its three generalised bytes (WTF-8), so that distinct
    /// texts stay distinct.
    pub fn decode_into(self, out: &mut Vec<u8>) {
        self.decode(out, |code| code);
    }

    /// As [`Text::decode_into`], but a lone surrogate becomes U+FFFD, so that the result is UTF-8.
    pub fn decode_lossy_into(self, out: &mut Vec<u8>) {
        self.decode(out, |code| if is_surrogate(code) { 0xFFFD } else { code });
    }

    /// Copies the runs between escapes; what an escape spells goes through `map`.
    fn decode(self, out: &mut Vec<u8>, map: impl Fn(u32) -> u32) {
        out.reserve(self.raw.len());
        let mut rest = 0;
        for escape in memchr::memchr_iter(b'\\', self.raw) {
            if escape < rest {
                continue;
            }
            out.extend_from_slice(self.raw.get(rest..escape).unwrap_or_default());
            let Some(char) = self.code_points_from(escape).next() else { return };
            push_utf8(map(char.code), out);
            rest = char.end;
        }
        out.extend_from_slice(self.raw.get(rest..).unwrap_or_default());
    }

    /// The text up to raw offset `end`, which must not lie inside a code point.
    #[must_use]
    pub fn slice(self, end: usize) -> Self {
        Self { raw: self.raw.get(..end).unwrap_or_default(), ..self }
    }

    /// The text from raw offset `start`, likewise.
    #[must_use]
    pub fn slice_from(self, start: usize) -> Self {
        Self { raw: self.raw.get(start..).unwrap_or_default(), ..self }
    }

    /// Raw offset after the longest head of at most `max_units` that splits no pair.
    #[must_use]
    pub fn head_end(self, max_units: usize) -> usize {
        let mut left = max_units;
        for char in self.code_points() {
            match left.checked_sub(char.units()) {
                Some(rest) => left = rest,
                None => return char.start,
            }
        }
        self.raw.len()
    }

    /// Raw offset where the last `units` UTF-16 units begin, without splitting a pair; 0 if there are fewer.
    #[must_use]
    pub fn tail_start(self, units: usize) -> usize {
        // An escape spells a unit in at most 6 raw bytes, so the tail begins at or after this point.
        let from = self.boundary_before(self.raw.len().saturating_sub(units.saturating_mul(6)));
        let total: usize = self.code_points_from(from).map(Char::units).sum();
        let mut surplus = total.saturating_sub(units);
        for char in self.code_points_from(from) {
            if surplus == 0 {
                return char.start;
            }
            surplus = surplus.saturating_sub(char.units());
        }
        self.raw.len()
    }

    /// The last raw offset at or before `at` where a code point begins.
    #[must_use]
    pub fn boundary_before(self, at: usize) -> usize {
        let is_continuation = |byte: &u8| byte & 0xC0 == 0x80;
        let mut at = at.min(self.raw.len());
        while at > 0 && self.raw.get(at).is_some_and(is_continuation) {
            at -= 1;
        }
        // `at` may lie in an escape of up to 12 bytes (a pair of `\u`): go back to a byte that surely starts one.
        let window = at.saturating_sub(12);
        let before = self.raw.get(window..at).unwrap_or_default();
        match before.iter().position(|&byte| byte == b'\\') {
            None => at,
            Some(first) => self.escape_run_start(window + first),
        }
    }

    /// Start of the run of backslashes that `at` (a backslash) belongs to: nothing before it can escape into it.
    fn escape_run_start(self, at: usize) -> usize {
        let before = self.raw.get(..at).unwrap_or_default();
        at - before.iter().rev().take_while(|&&byte| byte == b'\\').count()
    }
}

/// Iterator over [`Char`]s.
#[derive(Clone)]
pub struct CodePoints<'a> {
    raw: &'a [u8],
    at: usize,
}

impl CodePoints<'_> {
    /// One UTF-16 unit spelled by the escape at `at` (a backslash), and its raw length.
    fn escape(&self, at: usize) -> Option<(u32, usize)> {
        let code = match *self.raw.get(at + 1)? {
            b'n' => 0x0A,
            b't' => 0x09,
            b'r' => 0x0D,
            b'b' => 0x08,
            b'f' => 0x0C,
            b'u' => {
                let digits = self.raw.get(at + 2..at + 6)?;
                let digit = |code, &byte: &u8| Some(code << 4 | char::from(byte).to_digit(16)?);
                return Some((digits.iter().try_fold(0, digit)?, 6));
            }
            other => u32::from(other),
        };
        Some((code, 2))
    }
}

impl Iterator for CodePoints<'_> {
    type Item = Char;

    fn next(&mut self) -> Option<Char> {
        let start = self.at;
        let first = *self.raw.get(start)?;
        let (mut code, mut length) = match first {
            b'\\' => self.escape(start)?,
            0..0x80 => (u32::from(first), 1),
            _ => utf8_char(self.raw.get(start..)?),
        };
        if (0xD800..0xDC00).contains(&code)
            && self.raw.get(start + length) == Some(&b'\\')
            && let Some((low @ 0xDC00..0xE000, more)) = self.escape(start + length)
        {
            code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            length += more;
        }
        self.at = start + length;
        Some(Char { code, start, end: self.at })
    }
}

/// Decodes the UTF-8 sequence that `bytes` starts with; a malformed one is one replacement character.
fn utf8_char(bytes: &[u8]) -> (u32, usize) {
    let length = match bytes.first() {
        Some(0xF0..) => 4,
        Some(0xE0..) => 3,
        _ => 2,
    };
    let sequence = bytes.get(..length).and_then(|bytes| core::str::from_utf8(bytes).ok());
    sequence.and_then(|text| text.chars().next()).map_or((0xFFFD, 1), |char| (char.into(), length))
}

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

const fn is_surrogate(code: u32) -> bool {
    matches!(code, 0xD800..0xE000)
}

#[inline]
fn push_utf8(code: u32, out: &mut Vec<u8>) {
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

/// Appends `text` as it must be spelled between the quotes of a JSON string.
pub fn push_escaped(text: &str, out: &mut Vec<u8>) {
    for char in text.chars() {
        push_escaped_char(char.into(), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(raw: &str) -> Text<'_> {
        Text::new(raw.as_bytes(), Level::Scalar)
    }

    fn decoded(raw: &str) -> Vec<u8> {
        let mut out = Vec::new();
        text(raw).decode_into(&mut out);
        out
    }

    #[test]
    fn decodes_every_escape() {
        let table: [(&str, &[u8]); 9] = [
            ("plain", b"plain"),
            (r#"\"\\\/\b\f\n\r\t"#, b"\"\\/\x08\x0C\n\r\t"),
            (r"\u0041\u00e9\u20AC", "Aé€".as_bytes()),
            (r"\ud83d\ude00", "😀".as_bytes()),
            (r"\ud83d", &[0xED, 0xA0, 0xBD]),
            (r"\ude00\ud83d", &[0xED, 0xB8, 0x80, 0xED, 0xA0, 0xBD]),
            (r"\ud83d\n", &[0xED, 0xA0, 0xBD, b'\n']),
            (r"\\u0041", br"\u0041"),
            ("é😀", "é😀".as_bytes()),
        ];
        for (raw, expected) in table {
            assert_eq!(decoded(raw), expected, "{raw}");
            assert_eq!(text(raw).utf8_bytes(), expected.len(), "{raw}");
        }
    }

    #[test]
    fn heads_and_tails_split_nothing() {
        let raw = r"a\n\ud83d\ude00é\\b";
        let head = |units| &raw[..text(raw).head_end(units)];
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6, 7, 99].map(head),
            ["", "a", r"a\n", r"a\n", r"a\n\ud83d\ude00", r"a\n\ud83d\ude00é", r"a\n\ud83d\ude00é\\", raw, raw]
        );
        let tail = |units| &raw[text(raw).tail_start(units)..];
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6, 7, 99].map(tail),
            ["", "b", r"\\b", r"é\\b", r"é\\b", r"\ud83d\ude00é\\b", r"\n\ud83d\ude00é\\b", raw, raw]
        );
    }

    #[test]
    fn escapes_what_json_requires() {
        let mut out = Vec::new();
        push_escaped("a\"b\\c\n\r\t\u{8}\u{c}\u{1}\u{7f}é", &mut out);
        assert_eq!(out, "a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001\u{7f}é".as_bytes());
    }

    #[test]
    fn respells_as_javascript_does() {
        let mut out = Vec::new();
        text(r"\u0061\/\u00e9\ud83d\ude00\uDC00\u000a\u001F").respell_into(&mut out);
        assert_eq!(out, r"a/é😀\udc00\n\u001f".as_bytes());
    }
}
