//! What a digest says of a text as a whole.
//!
//! ```text
//! lines 1-240                        its lines have numbers, which no digest names one by one
//! image/png data URL of 300 KB       it has data, which names nothing
//! base64 of 12 KB
//! binary text
//! ```

use memchr::memchr_iter;

/// Of a text that is no language.
pub const BINARY: &str = "binary text";
/// Bytes at the beginning of a text that show whether it is binary.
const LOOKED_AT_BYTES: usize = 4_096;
/// Of so many bytes, one that no text has makes it binary.
const BINARY_SHARE: usize = 20;
/// Fewer of them are none in a short text.
const MIN_BINARY: usize = 8;
/// Lines in front of numbered ones, such as the sentence in front of what an edit left.
const MOST_HEAD_LINES: usize = 2;
/// Most digits of a number of lines or kilobytes.
const MAX_DIGITS: usize = 9;

/// Bytes of such a text at the beginning of `rest`, whose first word has `word` bytes; none if there is none.
pub fn fact_bytes(rest: &[u8], word: usize) -> Option<usize> {
    let (first, behind) = rest.split_at_checked(word)?;
    match first {
        b"lines" => {
            let numbers = behind.strip_prefix(b" ")?;
            let from = digits(numbers)?;
            let to = digits(numbers.get(from..)?.strip_prefix(b"-")?)?;
            Some(word + 1 + from + 1 + to)
        }
        b"binary" if rest.starts_with(BINARY.as_bytes()) => Some(BINARY.len()),
        b"base64" if behind.starts_with(b" of ") => size_bytes(behind, b" of ").map(|bytes| word + bytes),
        _ => size_bytes(behind, b" data URL of ").map(|bytes| word + bytes),
    }
}

fn size_bytes(behind: &[u8], opening: &[u8]) -> Option<usize> {
    let number = behind.strip_prefix(opening)?;
    let count = digits(number)?;
    number.get(count..)?.starts_with(b" KB").then_some(opening.len() + count + b" KB".len())
}

fn digits(text: &[u8]) -> Option<usize> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (1..=MAX_DIGITS).contains(&count).then_some(count)
}

/// Whether the beginning of a text has more bytes that no text has than one in twenty.
pub fn is_binary(text: &str) -> bool {
    let head = text.as_bytes().get(..LOOKED_AT_BYTES).unwrap_or(text.as_bytes());
    let is_control = |&byte: &u8| u8::from(matches!(byte, 0..=7 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F));
    // A chunk's sum fits a byte, so the compiler adds many bytes at a time.
    let in_chunk = |chunk: &[u8]| usize::from(chunk.iter().map(is_control).sum::<u8>());
    let controls: usize = head.chunks(128).map(in_chunk).sum();
    let is_replaced = |at: &usize| head.get(*at..).is_some_and(|rest| rest.starts_with(&[0xEF, 0xBF, 0xBD]));
    let replaced = memchr_iter(0xEF, head).filter(is_replaced).count();
    let found = controls + replaced;
    found >= MIN_BINARY && found * BINARY_SHARE > head.len()
}

/// The numbers of a text's lines, which ascend by one from one of its first lines on, as tools that read and edit print them.
pub struct NumberedLines {
    first: u64,
    last: u64,
}

impl NumberedLines {
    /// None if none of the first lines has a number, or it is the only one that has.
    pub fn of(text: &str) -> Option<Self> {
        let starts = || memchr_iter(b'\n', text.as_bytes()).map(|feed| feed + 1);
        let number_at = |start: usize| number_of(text.as_bytes().get(start..)?);
        let mut head = core::iter::once(0).chain(starts().take(MOST_HEAD_LINES));
        let (from, first) = head.find_map(|start| Some((start, number_at(start)?)))?;
        let numbers = starts().skip_while(|&start| start <= from).map_while(number_at);
        let mut last = first;
        for number in numbers {
            if number != last + 1 {
                return None;
            }
            last = number;
        }
        (last > first).then_some(Self { first, last })
    }

    /// What a digest says of them.
    pub fn fact(&self) -> String {
        format!("lines {}-{}", self.first, self.last)
    }
}

/// The number that a line begins with, in front of an arrow or a tab.
fn number_of(line: &[u8]) -> Option<u64> {
    let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
    let line = line.get(blanks..)?;
    let count = digits(line)?;
    let (number, behind) = line.split_at_checked(count)?;
    let is_number = behind.starts_with("→".as_bytes()) || behind.starts_with(b"\t");
    is_number.then(|| number.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}

/// Whether the word that begins at byte `start` is the number of its line.
pub fn is_line_number(text: &str, start: usize, word: &str) -> bool {
    let bytes = text.as_bytes();
    let behind = bytes.get(start + word.len()..).unwrap_or_default();
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let front = bytes.get(..start).unwrap_or_default();
    let before = front.iter().rev().find(|&&byte| byte != b' ');
    before.is_none_or(|&byte| byte == b'\n') && (behind.starts_with("→".as_bytes()) || behind.starts_with(b"\t"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_facts_that_a_digest_states() {
        let table: [(&str, usize, Option<usize>); 9] = [
            ("lines 1-240, a", 5, Some(11)),
            ("lines 1-", 5, None),
            ("lines of", 5, None),
            ("binary text]", 6, Some(11)),
            ("binary file", 6, None),
            ("base64 of 12 KB]", 6, Some(15)),
            ("image/png data URL of 300 KB, a", 9, Some(28)),
            ("image/png data URL of MB", 9, None),
            ("a.ts", 4, None),
        ];
        for (text, word, expected) in table {
            assert_eq!(fact_bytes(text.as_bytes(), word), expected, "{text}");
        }
    }

    #[test]
    fn texts_with_controls_are_binary() {
        assert!(is_binary(&"PK\u{3}\u{4}\u{0}\u{0}word".repeat(2)) && is_binary(&"\u{fffd}a".repeat(40)));
        assert!(!is_binary("\u{1b}[31mred\u{1b}[0m\tx\r\n") && !is_binary("") && !is_binary(&"ü".repeat(40)));
    }

    #[test]
    fn numbered_lines_have_a_range() {
        let fact = |text: &str| NumberedLines::of(text).map(|lines| lines.fact());
        assert_eq!(fact("     9→a\n    10→\n    11→b\n\nnote").as_deref(), Some("lines 9-11"));
        assert_eq!(fact("1\ta\n2\tb").as_deref(), Some("lines 1-2"));
        assert_eq!(fact("Edited a.rs:\n     9→a\n    10→b").as_deref(), Some("lines 9-10"));
        for text in ["1→a", "1→a\n3→b", "12:a\n13:b", "a\n1→b", "a\nb\nc\n1→d\n2→e", ""] {
            assert_eq!(fact(text), None, "{text}");
        }
    }
}
