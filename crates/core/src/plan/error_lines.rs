//! Finds a line that begins like an error near the beginning or end of a text.
//!
//! ```text
//! error…  fatal…  panic…                 any case
//! ValueError:  java.io.IOException:      a name that ends in error or exception (any case), and a colon
//! Traceback (most recent call last)      in this case only
//! ```
//! A line counts if its first char is among the first or last 500. Lines end at line feeds only. One pass shows that most
//! texts have no such line anywhere.

use crate::json::scan::{ByteSet, HintBytes};
use crate::json::text::Text;

const NEAR_CHARS: usize = 500;
/// Raw bytes of the longest escape of a char.
const LONGEST_ESCAPE: usize = 6;
/// Raw bytes that have at least so many chars.
const NEAR_BYTES: usize = LONGEST_ESCAPE * NEAR_CHARS;
/// Words that an error line begins with, in any case. A word added here is found: the pass looks for first bytes of this
/// list.
const WORDS: [&[u8]; 3] = [b"error", b"fatal", b"panic"];
/// Ends of error names, in any case. The pass looks for their last bytes.
const NAME_ENDINGS: [&[u8]; 2] = [b"error", b"exception"];
/// A beginning that is spelled with an escape is decoded where its name ends, so that each word must be one name.
const _: () = assert!(are_names(&WORDS) && are_names(&NAME_ENDINGS), "a word has bytes that no name has");
const TRACEBACK: &str = "Traceback (most recent call last)";
/// ASCII beginning of the line that a clip leaves.
pub const CLIP_MARK: &[u8] = b"[error clipped ";

/// Bytes that the pass over a text looks for; they derive from the lists in this file.
struct ErrorHints;

impl HintBytes for ErrorHints {
    const LINE_STARTS: ByteSet = ByteSet::first_of(&WORDS).and(ByteSet::first_of(&[TRACEBACK.as_bytes(), CLIP_MARK]));
    const NAME_ENDS: ByteSet = ByteSet::last_of(&NAME_ENDINGS);
}

/// The findings in the lines of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// A line near an end begins like an error.
    pub error: bool,
    /// A line may be the mark of a clip. False only if the pass has seen every line.
    pub may_be_mark: bool,
}

/// The findings in the lines of `text`. Reads at most 6,000 raw bytes, and the names that begin in them.
pub fn lines_of(text: Text<'_>) -> Lines {
    let raw = text.raw();
    if begins_like_error(raw) {
        return Lines { error: true, may_be_mark: true };
    }
    let end = raw.len();
    let mut may_be_mark = end > 2 * NEAR_BYTES || raw.starts_with(CLIP_MARK);
    let mut has_line = |from, to| may_have_line(text, from, to, &mut may_be_mark) && lines_in(text, from, to);
    let error = if end <= 2 * NEAR_BYTES {
        has_line(0, end)
    } else {
        has_line(0, NEAR_BYTES) || has_line(text.boundary_before(end - NEAR_BYTES), end)
    };
    Lines { error, may_be_mark }
}

/// False if one pass over the bytes shows that no line starting at raw offsets `from..to` begins like an error.
/// `may_be_mark` stays false if the pass shows that none is the mark of a clip.
fn may_have_line(text: Text<'_>, from: usize, to: usize, may_be_mark: &mut bool) -> bool {
    if text.may_have_ascii_escape() {
        *may_be_mark = true;
        return true;
    }
    let raw = text.raw();
    // Includes the line after an escape at the end, and the colon behind a name at its beginning.
    let start = (to + LONGEST_ESCAPE).min(raw.len());
    let name = raw.get(start..).unwrap_or_default().iter().take_while(|&&byte| is_name(byte)).count();
    let near = text.slice((start + name + 1).min(raw.len())).slice_from(from);
    near.any_hint::<ErrorHints>(|at| {
        let is_error = is_error_at(raw, from + at);
        *may_be_mark |= is_error || starts_at(raw, from + at, CLIP_MARK);
        is_error
    })
}

fn starts_at(raw: &[u8], at: usize, start: &[u8]) -> bool {
    raw.get(at..).is_some_and(|line| line.starts_with(start))
}

/// Whether the text at a hint may make a line begin like an error: one of the words, or the colon of an error name.
fn is_error_at(raw: &[u8], at: usize) -> bool {
    let (before, line) = raw.split_at(at);
    let ends_before = |word: &&[u8]| {
        let from = before.len().checked_sub(word.len());
        from.and_then(|from| before.get(from..)).is_some_and(|end| end.eq_ignore_ascii_case(word))
    };
    match line.first() {
        Some(b':') => NAME_ENDINGS.iter().any(ends_before),
        Some(b'T') if line.starts_with(TRACEBACK.as_bytes()) => true,
        _ => WORDS.iter().any(|word| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))),
    }
}

/// Whether a line that starts at raw offsets `from..to`, after a line feed, is near an end and begins like an error.
/// `from` is where a code point begins.
fn lines_in(text: Text<'_>, from: usize, to: usize) -> bool {
    let raw = text.raw();
    let mut at = from;
    for escape in memchr::memchr_iter(b'\\', raw.get(from..to).unwrap_or_default()).map(|skip| from + skip) {
        if escape < at {
            continue;
        }
        let (line_feed, length) = match raw.get(escape + 1) {
            Some(b'n') => (true, 2),
            Some(b'u') => (is_escaped_line_feed(raw, escape), 6),
            _ => (false, 2),
        };
        at = escape + length;
        if line_feed && begins_like_error(raw.get(at..).unwrap_or_default()) && is_near_an_end(text, at) {
            return true;
        }
    }
    false
}

fn is_escaped_line_feed(raw: &[u8], escape: usize) -> bool {
    raw.get(escape + 2..escape + 6).is_some_and(|digits| digits.eq_ignore_ascii_case(b"000a"))
}

fn is_near_an_end(text: Text<'_>, at: usize) -> bool {
    text.slice(at).chars() < NEAR_CHARS || text.slice_from(at).chars() <= NEAR_CHARS
}

/// Whether the raw text begins like an error line. A beginning that is spelled with escapes is decoded first.
fn begins_like_error(raw: &[u8]) -> bool {
    if raw.first() == Some(&b'T') && begins_like_traceback(raw) {
        return true;
    }
    let run = raw.iter().take_while(|&&byte| is_name(byte)).count();
    match raw.get(run) {
        // The name may go on in an escape, which is rare for letters, digits, `_` and `.`.
        Some(b'\\') if raw.get(run + 1) == Some(&b'u') => {
            let line = decoded_line(raw);
            line_begins_like_error(&line) || line.starts_with(TRACEBACK.as_bytes())
        }
        _ => line_begins_like_error(raw),
    }
}

fn begins_like_traceback(raw: &[u8]) -> bool {
    let codes = Text::new(raw, crate::json::scan::Level::SCALAR).code_points().map(|char| char.code);
    codes.take(TRACEBACK.len()).eq(TRACEBACK.bytes().map(u32::from))
}

/// The line that `raw` begins with, decoded.
fn decoded_line(raw: &[u8]) -> Vec<u8> {
    let mut line = Vec::new();
    let text = Text::new(raw, crate::json::scan::Level::SCALAR);
    for char in text.code_points().take_while(|char| char.code != 0x0A) {
        line.push(u8::try_from(char.code).unwrap_or(b'?'));
    }
    line
}

/// Whether a line without escapes of name bytes begins like an error. Words and names are ASCII and have no backslash, so
/// raw bytes can be compared.
fn line_begins_like_error(line: &[u8]) -> bool {
    let starts_with = |word: &&[u8]| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    match line.first() {
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => WORDS.iter().any(starts_with) || is_error_name(line),
        _ => false,
    }
}

/// Whether `line` begins with an error name: letters, digits, `_` and `.`, at least one char in front of an ending, then a
/// colon.
fn is_error_name(line: &[u8]) -> bool {
    let length = line.iter().take_while(|&&byte| is_name(byte)).count();
    let name = line.get(..length).unwrap_or_default();
    let ends_with = |word: &&[u8]| {
        let from = length.checked_sub(word.len()).filter(|&from| from > 0);
        from.and_then(|from| name.get(from..)).is_some_and(|end| end.eq_ignore_ascii_case(word))
    };
    line.get(length) == Some(&b':') && NAME_ENDINGS.iter().any(ends_with)
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

/// Whether all bytes of all `words` may be in a name, and each word begins with a letter or `_`.
const fn are_names(words: &[&[u8]]) -> bool {
    let mut word = 0;
    while word < words.len() {
        let mut at = 0;
        while at < words[word].len() {
            if !is_name(words[word][at])
                || (at == 0 && !(words[word][0].is_ascii_alphabetic() || words[word][0] == b'_'))
            {
                return false;
            }
            at += 1;
        }
        word += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::scan::Level;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn hints_miss_no_error_line(
            parts in prop::collection::vec(prop_oneof![
                r"(\\n|\\\\|\\u000[aA]|\\u0045|\\u005b|\\t|é| |\[){1,3}",
                "(e|E)rror|fatal|PANIC|Traceback \\(most recent call last\\)|x?(Error|EXCEPTION):?|[a-z:._]{0,70}",
                r"\[?error clipped — 12 chars\]",
            ], 0..12),
        ) {
            let raw = parts.concat();
            let plain = Text::new(raw.as_bytes(), Level::SCALAR);
            let expected = begins_like_error(raw.as_bytes()) || lines_in(plain, 0, raw.len());
            let decoded: String = plain.code_points().filter_map(|char| char::from_u32(char.code)).collect();
            let has_mark = decoded.split('\n').any(|line| line.as_bytes().starts_with(CLIP_MARK));
            for level in Level::available() {
                let text = Text::new(raw.as_bytes(), level).with_ascii_escapes(raw.contains("u00"));
                let lines = lines_of(text);
                prop_assert_eq!(lines.error, expected, "{} {}", raw, level.name());
                prop_assert!(lines.may_be_mark || !has_mark, "{} {}", raw, level.name());
            }
        }
    }

    #[test]
    fn hints_miss_no_error_line_at_the_cut_ends_of_a_long_text() {
        let far = r"\u4e2d".repeat(2 * NEAR_BYTES / 6);
        let mut found = 0;
        for line in ["error", "xError:", "Traceback (most recent call last)", &format!("{}error:", "n".repeat(90))] {
            for before in (0..20).chain(NEAR_BYTES - 120..NEAR_BYTES + 20) {
                let padding = |bytes: usize| r"\u4e2d".repeat(bytes / 6) + &"x".repeat(bytes % 6);
                for raw in [format!(r"{}\n{line}{far}", padding(before)), format!(r"{far}\n{line}{}", padding(before))]
                {
                    let text = Text::new(raw.as_bytes(), Level::detect());
                    let last = text.boundary_before(raw.len() - NEAR_BYTES);
                    let expected = lines_in(text, 0, NEAR_BYTES) || lines_in(text, last, raw.len());
                    assert_eq!(lines_of(text).error, expected, "{line} {before}");
                    found += usize::from(expected);
                }
            }
        }
        assert!(found > 200, "{found}");
    }

    #[test]
    fn finds_every_word_of_the_lists_at_every_place_of_a_block() {
        let beginnings = WORDS.iter().map(|word| String::from_utf8_lossy(word).into_owned());
        let names = NAME_ENDINGS.iter().map(|ending| format!("x{}:", String::from_utf8_lossy(ending)));
        for line in beginnings.chain(names).chain([TRACEBACK.to_owned()]) {
            let upper = if line == TRACEBACK { line.clone() } else { line.to_uppercase() };
            for (place, level) in
                (0..130).flat_map(|place| Level::available().into_iter().map(move |level| (place, level)))
            {
                for line in [&line, &upper] {
                    let raw = format!(r"{}\n{line} and more", ".".repeat(place));
                    let found = lines_of(Text::new(raw.as_bytes(), level));
                    assert!(found.error, "{line} at {place}, {}", level.name());
                }
            }
        }
    }

    #[test]
    fn recognises_lines_that_begin_like_errors() {
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
            (r"\u0065rror: x".to_owned(), true),
            (r"ok\nValue\u0045rror\u003a x".to_owned(), true),
            (r"ok\nValueError\u2028: x".to_owned(), false),
            (r"ok\nTraceback \u0028most recent call last)".to_owned(), true),
            (format!(r"{}\nfatal: far{}", "é".repeat(3000), "😀".repeat(260)), false),
            (format!(r"{}\nfatal: near{}", "é".repeat(9000), r"\ud83d\ude00".repeat(240)), true),
        ];
        for (raw, expected) in table {
            assert_eq!(lines_of(Text::new(raw.as_bytes(), Level::SCALAR)).error, expected, "{raw}");
        }
    }
}
