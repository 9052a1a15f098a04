//! A line near an end of a text that begins like an error.
//!
//! ```text
//! error…  fatal…  panic…                 any case
//! ValueError:  java.io.IOException:      a name that ends in error or exception (any case), and a colon
//! Traceback (most recent call last)      as it stands
//! ```
//! A line counts if its first char is among the first or the last 500. Lines are split at line feeds only.

use crate::text::{Char, Text};

const NEAR_CHARS: usize = 500;
const WORDS: [&str; 3] = ["error", "fatal", "panic"];
const NAME_ENDINGS: [&str; 2] = ["error", "exception"];
const TRACEBACK: &str = "Traceback (most recent call last)";

/// Whether `text` has such a line. Reads about 1,000 chars and the names at line starts, whatever the text's size.
pub fn has_error_line(text: Text<'_>) -> bool {
    let tail = text.tail_start(NEAR_CHARS);
    let mut units = 0;
    let head = |char: &Char| {
        let near = units < NEAR_CHARS;
        units += char.units();
        near
    };
    line_starts(text, 0, true, head) || {
        let starts_line = tail == 0 || text.ends_line_before(tail);
        line_starts(text, tail, starts_line, |_| true)
    }
}

/// Whether a line that starts at `from` (if `at_line`) or later, while `near` holds, begins like an error.
fn line_starts(text: Text<'_>, from: usize, at_line: bool, near: impl FnMut(&Char) -> bool) -> bool {
    let mut at_line = at_line;
    text.code_points_from(from).take_while(near).any(|char| {
        let starts = core::mem::replace(&mut at_line, char.code == 0x0A);
        starts && begins_like_error(text, char.start)
    })
}

fn begins_like_error(text: Text<'_>, at: usize) -> bool {
    let codes = || text.code_points_from(at).map(|char| char.code);
    let starts_with = |word: &str| {
        let mut rest = codes();
        word.bytes().all(|byte| rest.next().is_some_and(|code| lower(code) == u32::from(byte)))
    };
    let exactly = TRACEBACK.bytes().map(u32::from);
    WORDS.iter().any(|word| starts_with(word)) || is_error_name(codes()) || codes().take(TRACEBACK.len()).eq(exactly)
}

/// A run of letters, digits, `_` and `.` that starts with a letter or `_`, ends in one of the words behind at least
/// one other char, and stands before a colon.
fn is_error_name(codes: impl Iterator<Item = u32>) -> bool {
    /// The longest ending and the char that must stand before it.
    const KEEP: usize = 10;
    let mut last = [0u32; KEEP];
    for (count, code) in codes.enumerate() {
        if !is_name(code) {
            return code == u32::from(b':') && ends_in_error_word(&last, count);
        }
        if count == 0 && (is_digit(code) || code == u32::from(b'.')) {
            return false;
        }
        last.rotate_left(1);
        if let Some(slot) = last.last_mut() {
            *slot = lower(code);
        }
    }
    false
}

fn ends_in_error_word(last: &[u32], count: usize) -> bool {
    NAME_ENDINGS.iter().any(|word| {
        let from = last.len().saturating_sub(word.len());
        let tail = last.get(from..).unwrap_or_default();
        count > word.len() && tail.iter().copied().eq(word.bytes().map(u32::from))
    })
}

const fn is_name(code: u32) -> bool {
    is_digit(code) || matches!(code, 0x41..=0x5A | 0x61..=0x7A | 0x5F | 0x2E)
}

const fn is_digit(code: u32) -> bool {
    matches!(code, 0x30..=0x39)
}

const fn lower(code: u32) -> u32 {
    if matches!(code, 0x41..=0x5A) { code + 32 } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::Level;

    #[test]
    fn lines_that_begin_like_errors() {
        let padding = "x".repeat(600);
        let table = [
            ("error: no such file".to_owned(), true),
            ("ERROR in x".to_owned(), true),
            ("errors: 0".to_owned(), true),
            ("an error".to_owned(), false),
            (r"ok\nfatal: bad".to_owned(), true),
            (r"ok\u000apanicked".to_owned(), true),
            (r"ok\\nfatal: bad".to_owned(), false),
            ("ValueError: x".to_owned(), true),
            ("java.io.IOException: x".to_owned(), true),
            ("Exception: x".to_owned(), false),
            ("_error: x".to_owned(), true),
            ("1Error: x".to_owned(), false),
            (".Error: x".to_owned(), false),
            ("ValueError x".to_owned(), false),
            ("ValueErrors: x".to_owned(), false),
            ("Traceback (most recent call last):".to_owned(), true),
            ("traceback (most recent call last):".to_owned(), false),
            (format!(r"{padding}\nfatal: late{padding}"), false),
            (format!(r"{padding}\nfatal: late"), true),
            (format!(r"{}\nfatal{}", "x".repeat(498), padding), true),
            (format!(r"{}\nfatal{}", "x".repeat(499), padding), false),
            (format!(r"{padding}\nfatal{}", "x".repeat(495)), true),
            (format!(r"{padding}\nfatal{}", "x".repeat(496)), false),
            (String::new(), false),
        ];
        for (raw, expected) in table {
            assert_eq!(has_error_line(Text::new(raw.as_bytes(), Level::Scalar)), expected, "{raw}");
        }
    }
}
