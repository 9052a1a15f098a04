//! The inside of a JSON string, read in place.
//!
//! ```text
//! "plan \u00e9\n\ud83d\ude00"      raw: everything between the quotes
//!  ^    ^     ^ ^                  units: UTF-16, as JavaScript counts; a pair of escapes is two units
//! ```

mod code_points;
mod respell;
mod spell;

pub use code_points::{Char, CodePoints};
pub use spell::{escaped_bytes, push_escaped, push_escaped_char, utf8_length};

use crate::json::scan::{self, HintBytes, Level, Places, Sought};
use memchr::memmem::Finder;
use spell::{escaped_length, is_surrogate, push_utf8, short_escape};
use std::sync::LazyLock;

/// Whether an odd number of backslashes is in front of the byte at `at`.
pub fn is_escaped(raw: &[u8], at: usize) -> bool {
    raw.get(..at).unwrap_or_default().iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

/// A raw string: checked by the scan, not decoded.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    raw: &'a [u8],
    level: Level,
    /// Whether an ASCII character may be spelled as `\u00` and two digits.
    ascii_escapes: bool,
}

/// Walking so many units costs as much as counting them.
const FEW_UNITS: usize = 32;

/// An escape of an ASCII character, without its backslash and last two digits.
static ASCII_ESCAPE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("u00"));

impl<'a> Text<'a> {
    /// The text of `raw`, the inside of a valid JSON string.
    #[must_use]
    pub const fn new(raw: &'a [u8], level: Level) -> Self {
        Self { raw, level, ascii_escapes: true }
    }

    /// The same text, in a body that is known to have escapes of ASCII characters, or not to have any.
    #[must_use]
    pub const fn with_ascii_escapes(self, has: bool) -> Self {
        Self { ascii_escapes: has, ..self }
    }

    /// Raw offsets of the `u` of every escape of an ASCII character, and perhaps of others that look like one.
    pub fn ascii_escapes(self) -> impl Iterator<Item = usize> + use<'a> {
        let raw = if self.ascii_escapes { self.raw } else { &[] };
        ASCII_ESCAPE.find_iter(raw)
    }

    /// Whether anything looks like an escape of an ASCII character.
    #[must_use]
    pub fn may_have_ascii_escape(self) -> bool {
        self.ascii_escapes().next().is_some()
    }

    /// Whether `is_error` is true for any hint, as [`scan::any_hint`] gives them; all hints are found only where no ASCII
    /// character is escaped.
    pub fn any_hint<H: HintBytes>(self, mut is_error: impl FnMut(usize) -> bool) -> bool {
        scan::any_hint::<H>(self.level, self.raw, &mut is_error)
    }

    /// The bytes between the quotes, as in the body.
    #[must_use]
    pub const fn raw(self) -> &'a [u8] {
        self.raw
    }

    /// `.length` (UTF-16 units) of the decoded text. One vectorised pass; nothing is decoded.
    #[must_use]
    pub fn chars(self) -> usize {
        scan::count_chars(self.level, self.raw)
    }

    /// Code points from raw offset `from` on, which must not be inside one.
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
        match self.usual_escapes() {
            Some(escapes) => self.raw.len() - escapes,
            None => self.code_points().map(|char| utf8_length(char.code)).sum(),
        }
    }

    /// Bytes of the text as `JSON.stringify` spells it, without quotes.
    #[must_use]
    pub fn json_bytes(self) -> usize {
        if self.usual_escapes().is_some() {
            return self.raw.len();
        }
        let mut spelled = Vec::new();
        let bytes = |char: Char| {
            spelled.clear();
            push_escaped_char(char.code, &mut spelled);
            spelled.len()
        };
        self.code_points().map(bytes).sum()
    }

    /// Number of escapes, if each is two bytes and the one that `JSON.stringify` writes. The text is then spelled as
    /// `JSON.stringify` does, as nearly every text is.
    fn usual_escapes(self) -> Option<usize> {
        let (mut escapes, mut at) = (0, 0);
        for escape in memchr::memchr_iter(b'\\', self.raw) {
            if escape < at {
                continue;
            }
            if matches!(self.raw.get(escape + 1), Some(b'u' | b'/') | None) {
                return None;
            }
            (escapes, at) = (escapes + 1, escape + 2);
        }
        Some(escapes)
    }

    /// Appends the decoded text as UTF-8; a lone surrogate as its three generalised bytes (WTF-8), so that distinct
    /// texts stay distinct.
    pub fn decode_into(self, out: &mut Vec<u8>) {
        self.decode_and_measure_into(out);
    }

    /// As [`Text::decode_into`]. Returns [`Text::json_bytes`], which it counts on the way.
    pub fn decode_and_measure_into(self, out: &mut Vec<u8>) -> usize {
        self.decode(out, |code| code)
    }

    /// As [`Text::decode_into`], but a lone surrogate becomes U+FFFD, so that the result is UTF-8.
    pub fn decode_lossy_into(self, out: &mut Vec<u8>) {
        self.decode(out, |code| if is_surrogate(code) { 0xFFFD } else { code });
    }

    /// Copies the runs between escapes; `map` changes the code point of each escape that is not a short one. Returns
    /// [`Text::json_bytes`].
    fn decode(self, out: &mut Vec<u8>, map: impl Fn(u32) -> u32) -> usize {
        out.reserve(self.raw.len());
        let (mut rest, mut json_bytes) = (0, self.raw.len());
        for escape in Places::new(self.level, self.raw, Sought::Byte(b'\\')) {
            if escape < rest {
                continue;
            }
            out.extend_from_slice(self.raw.get(rest..escape).unwrap_or_default());
            if let Some(byte) = self.raw.get(escape + 1).copied().and_then(short_escape) {
                out.push(byte);
                rest = escape + 2;
                continue;
            }
            let Some(char) = self.code_points_from(escape).next() else { return json_bytes };
            push_utf8(map(char.code), out);
            json_bytes = json_bytes + escaped_length(char.code) - (char.end - char.start);
            rest = char.end;
        }
        out.extend_from_slice(self.raw.get(rest..).unwrap_or_default());
        json_bytes
    }

    /// The text up to raw offset `end`, which must not be inside a code point.
    #[must_use]
    pub fn slice(self, end: usize) -> Self {
        Self { raw: self.raw.get(..end).unwrap_or_default(), ..self }
    }

    /// The text from raw offset `start` on, which must not be inside a code point.
    #[must_use]
    pub fn slice_from(self, start: usize) -> Self {
        Self { raw: self.raw.get(start..).unwrap_or_default(), ..self }
    }

    /// Raw offset after the longest head of at most `max_units` UTF-16 units that splits no pair.
    #[must_use]
    pub fn head_end(self, max_units: usize) -> usize {
        let (near, mut left) = self.approach(0, max_units);
        for char in self.code_points_from(near) {
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
        let (mut end, mut left) = (self.raw.len(), units);
        // So many bytes have no more than so many units, and most units are one byte.
        while left > 0 && end > 0 {
            let near = self.boundary_before(end.saturating_sub(left));
            let part = self.slice(end);
            let chars = part.slice_from(near).chars();
            if chars >= left {
                (end, left) = (part.start_after(near, chars - left).unwrap_or(end), 0);
            } else {
                (end, left) = (near, left - chars);
            }
        }
        self.whole_pair_after(end)
    }

    /// `at`, or if that is between the two escapes of a pair, the offset after the pair.
    fn whole_pair_after(self, at: usize) -> usize {
        let is_escape = |start: usize| (start - self.escape_run_start(start)).is_multiple_of(2);
        let pair = at.checked_sub(6).filter(|&start| self.raw.get(start) == Some(&b'\\') && is_escape(start));
        let is_pair = |start| self.code_points_from(start).next().is_some_and(|char| char.end == start + 12);
        if pair.is_some_and(is_pair) { at + 6 } else { at }
    }

    /// Raw offset of the first code point that begins at least `units` UTF-16 units after `from`.
    fn start_after(self, from: usize, units: usize) -> Option<usize> {
        let mut left = units;
        let mut is_before = |char: &Char| {
            let is_before = left > 0;
            left = left.saturating_sub(char.units());
            is_before
        };
        self.code_points_from(from).find(|char| !is_before(char)).map(|char| char.start)
    }

    /// A raw offset at most `units` behind `from`, and the units left from there: few, if most units are one byte. So
    /// many bytes have no more than so many units, and vectors count them.
    fn approach(self, from: usize, units: usize) -> (usize, usize) {
        let (mut at, mut left) = (from, units);
        while left > FEW_UNITS {
            let next = self.boundary_before(at.saturating_add(left));
            if next <= at {
                break;
            }
            left -= self.slice(next).slice_from(at).chars();
            at = next;
        }
        (at, left)
    }

    /// The last raw offset at or before `at` where a code point begins.
    #[must_use]
    pub fn boundary_before(self, at: usize) -> usize {
        let is_continuation = |byte: &u8| byte & 0xC0 == 0x80;
        let mut at = at.min(self.raw.len());
        while at > 0 && self.raw.get(at).is_some_and(is_continuation) {
            at -= 1;
        }
        // `at` may be in an escape of up to 12 bytes (a pair of `\u`): go back to a byte that surely starts a code point.
        let window = at.saturating_sub(12);
        let before = self.raw.get(window..at).unwrap_or_default();
        match before.iter().position(|&byte| byte == b'\\') {
            None => at,
            Some(first) => self.escape_run_start(window + first),
        }
    }

    /// Start of the run of backslashes that `at` (a backslash) belongs to. Nothing before it escapes a byte of it.
    fn escape_run_start(self, at: usize) -> usize {
        let before = self.raw.get(..at).unwrap_or_default();
        at - before.iter().rev().take_while(|&&byte| byte == b'\\').count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(raw: &str) -> Text<'_> {
        Text::new(raw.as_bytes(), Level::SCALAR)
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
    fn heads_and_tails_split_no_code_point() {
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
        assert_eq!(text(r"\ud83d\ude00\u00e9").tail_start(2), 12);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

        #[test]
        fn fast_paths_agree_with_a_walk_over_code_points(
            parts in prop::collection::vec(prop_oneof![
                4 => "[a-z\"é€😀]{0,40}".prop_map(|text| text.replace('\"', "\\\"")),
                2 => r#"(\\n|\\\\|\\"|\\t){1,40}"#,
                1 => r"(\\/|\\u00e9|\\ud83d|\\ude00|\\u000a){1,3}",
            ], 0..12),
            units in 0..600_usize,
        ) {
            let raw = parts.concat();
            for level in Level::available() {
                let text = Text::new(raw.as_bytes(), level);
                let chars: Vec<Char> = text.code_points().collect();
                let mut spelled = Vec::new();
                for char in &chars {
                    push_escaped_char(char.code, &mut spelled);
                }
                let mut respelled = Vec::new();
                text.respell_into(&mut respelled);
                prop_assert_eq!(&respelled, &spelled);
                prop_assert_eq!(text.json_bytes(), spelled.len());
                prop_assert_eq!(text.decode_and_measure_into(&mut Vec::new()), spelled.len());
                prop_assert_eq!(text.utf8_bytes(), chars.iter().map(|char| utf8_length(char.code)).sum::<usize>());
                let is_head = |to: usize| chars.iter().filter(|char| char.end <= to).map(|char| char.units()).sum::<usize>() <= units;
                let ends = [0].into_iter().chain(chars.iter().map(|char| char.end));
                prop_assert_eq!(text.head_end(units), ends.take_while(|&to| is_head(to)).last().unwrap());
                let is_tail = |from: usize| chars.iter().filter(|char| char.start >= from).map(|char| char.units()).sum::<usize>() <= units;
                let mut starts = chars.iter().map(|char| char.start).chain([raw.len()]);
                prop_assert_eq!(text.tail_start(units), starts.find(|&from| is_tail(from)).unwrap());
            }
        }
    }

    #[test]
    fn respells_text_as_json_stringify_does() {
        let mut out = Vec::new();
        text(r"\u0061\/\u00e9\ud83d\ude00\uDC00\u000a\u001F").respell_into(&mut out);
        assert_eq!(out, r"a/é😀\udc00\n\u001f".as_bytes());
    }
}
