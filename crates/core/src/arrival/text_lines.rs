//! Lines of a text, and sizes that both backends count: chars are UTF-16 units.

use crate::plan::error_line::{LINE_CHARS, is_error_line};
use memchr::memchr_iter;

/// One line of a text, without its line feed.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// May end in a carriage return.
    pub text: &'a [u8],
    /// Byte offset of the line.
    pub start: usize,
    /// Byte offset behind the line and its line feed.
    pub end: usize,
}

/// The lines of `text`. There is none behind a line feed that ends the text.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let feeds = memchr_iter(b'\n', text).map(|at| (at, at + 1));
    let mut start = 0;
    feeds.chain(std::iter::once((text.len(), text.len()))).filter_map(move |(stop, end)| {
        let from = std::mem::replace(&mut start, end);
        let line = text.get(from..stop).unwrap_or_default();
        (from < end).then_some(Line { text: line, start: from, end })
    })
}

/// UTF-16 units of a text of UTF-8.
pub(super) fn chars_of(text: &[u8]) -> usize {
    // Few enough bytes for a sum of one byte, which the compiler adds many at a time.
    text.chunks(64).map(|chunk| usize::from(chunk.iter().map(|&byte| units_of(byte)).sum::<u8>())).sum()
}

/// Units of the code point that a byte begins; 0 for the other bytes of one.
const fn units_of(byte: u8) -> u8 {
    // Bytes from 0x80 to 0xBF go on; a byte from 0xF0 begins a code point of a surrogate pair.
    (byte & 0xC0 != 0x80) as u8 + (byte >= 0xF0) as u8
}

/// Whether a line says that something failed; only its first [`LINE_CHARS`] are looked at.
pub(super) fn says_error(line: &str) -> bool {
    let head = head_of(line, LINE_CHARS);
    // A surrogate pair that is looked at by half is looked at: what matters is that the line does not end there.
    let splits_pair = head.len() < line.len() && chars_of(head.as_bytes()) < LINE_CHARS;
    is_error_line(if splits_pair { head_of(line, LINE_CHARS + 1) } else { head }.as_bytes())
}

/// Whether `out` has fewer chars and fewer bytes than `text`.
pub(super) fn is_shorter(out: &str, text: &str) -> bool {
    out.len() < text.len() && chars_of(out.as_bytes()) < chars_of(text.as_bytes())
}

/// The longest beginning of `text` with at most `chars` units.
pub(super) fn head_of(text: &str, chars: usize) -> &str {
    if text.len() <= chars {
        return text;
    }
    let mut units = 0;
    let mut fits = |byte: &u8| {
        units += usize::from(units_of(*byte));
        units <= chars
    };
    let bytes = text.bytes().take_while(|byte| fits(byte)).count();
    text.get(..bytes).unwrap_or_default()
}

/// The longest end of `text` with at most `chars` units.
pub(super) fn tail_of(text: &str, chars: usize) -> &str {
    let mut units = 0;
    let mut fits = |char: &char| {
        units += char.len_utf16();
        units <= chars
    };
    let bytes: usize = text.chars().rev().take_while(|char| fits(char)).map(char::len_utf8).sum();
    text.get(text.len() - bytes..).unwrap_or_default()
}

/// The digits that `text` begins with, and what follows them; none if it begins with no digit.
pub(super) fn split_digits(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.split_at_checked(digits).filter(|(digits, _)| !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_line_feeds_end() {
        let of = |text: &'static str| -> Vec<(&[u8], usize, usize)> {
            lines(text.as_bytes()).map(|line| (line.text, line.start, line.end)).collect()
        };
        assert_eq!(of(""), []);
        assert_eq!(of("a"), [(&b"a"[..], 0, 1)]);
        assert_eq!(of("a\n\nb\r\n"), [(&b"a"[..], 0, 2), (b"", 2, 3), (b"b\r", 3, 6)]);
    }

    #[test]
    fn sizes_are_utf_16_units() {
        for text in ["", "a", "é→😀", &"😀".repeat(200), &"x→".repeat(77)] {
            assert_eq!(chars_of(text.as_bytes()), text.encode_utf16().count());
        }
        assert_eq!((head_of("a😀b", 2), head_of("a😀b", 3), head_of("é", 2)), ("a", "a😀", "é"));
        assert_eq!((tail_of("a😀b", 2), tail_of("a😀b", 3), tail_of("é", 9)), ("b", "😀b", "é"));
        assert!(is_shorter("é", "ab c") && !is_shorter("→", "ab") && !is_shorter("ab", "→"));
    }
}
