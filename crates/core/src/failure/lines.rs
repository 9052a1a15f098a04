//! Finds a line that says that something failed, near the beginning or end of a text.
//!
//! ```text
//! first 500 chars │ … nothing here counts … │ last 500 chars
//! ```
//! A line counts if its first char is among the first or last 500; `line.rs` judges it. Lines end at line feeds
//! only. One pass shows that most texts have no such line anywhere: over all of a short text, over the ends of a long one.

use super::line::{
    CLIP_MARK, LINE_CHARS, LineHints, is_error_line, may_be_error_at, may_begin_error, may_begin_string,
};
use super::members::may_have_error_key;
use crate::json::text::Text;

const NEAR_CHARS: usize = 500;
/// Blanks in front of JSON that are passed.
const BLANK_CHARS: usize = 64;
/// Raw bytes of the longest escape of a char.
const LONGEST_ESCAPE: usize = 6;
/// The pass reads all of a text of so many raw bytes: to find the ends of a shorter one costs more.
const SHORT_BYTES: usize = 12 * NEAR_CHARS;

/// The findings in the lines of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// A line near an end says that something failed.
    pub error: bool,
    /// A line may be the mark of a clip. False only if the pass has seen every line.
    pub may_be_mark: bool,
}

/// Raw offsets of the places where the lines near the ends of a text begin.
#[derive(Clone, Copy)]
struct Near {
    /// The last one at the beginning.
    head: usize,
    /// The first one at the end.
    tail: usize,
}

/// The findings in the lines of `text`. Reads at most 6,000 raw bytes, or both ends and the rest of the line there.
pub fn lines_of(text: Text<'_>) -> Lines {
    let raw = text.raw();
    let near = || Near { head: text.head_end(NEAR_CHARS - 1), tail: text.tail_start(NEAR_CHARS) };
    let mut may_be_mark = raw.starts_with(CLIP_MARK);
    if raw.len() <= SHORT_BYTES {
        let error = may_have_line(text, 0, raw.len(), &mut may_be_mark) && has_line(text, near());
        return Lines { error, may_be_mark };
    }
    let ends = near();
    let is_covered = ends.tail <= ends.head;
    may_be_mark |= !is_covered;
    let mut may_have = |from, to| may_have_line(text, from, to, &mut may_be_mark);
    let may_be_error =
        if is_covered { may_have(0, raw.len()) } else { may_have(0, ends.head) || may_have(ends.tail, raw.len()) };
    Lines { error: may_be_error && has_line(text, ends), may_be_mark }
}

/// False if passes show that no line of `text` is an error, and if it is JSON, none in its strings.
pub fn may_have_error(text: Text<'_>) -> bool {
    let raw = text.raw();
    may_have_line(text, 0, raw.len(), &mut false)
        || (begins_json(text)
            && (memchr::memchr_iter(b'"', raw).any(|at| may_begin_string(raw, at)) || may_have_error_key(raw)))
}

/// Whether a text begins as JSON with strings does, behind a few blanks.
fn begins_json(text: Text<'_>) -> bool {
    let head = text.code_points().take(BLANK_CHARS).map(|char| u8::try_from(char.code).unwrap_or(u8::MAX));
    super::in_json::begins_json(&head.collect::<Vec<_>>())
}

/// False if one pass over the bytes shows that no line starting at raw offsets `from..=to` is an error. `may_be_mark`
/// stays false if the pass shows that none is the mark of a clip.
fn may_have_line(text: Text<'_>, from: usize, to: usize, may_be_mark: &mut bool) -> bool {
    let raw = text.raw();
    if text.may_have_ascii_escape() || (from == 0 && may_begin_error(raw)) {
        *may_be_mark = true;
        return true;
    }
    // Includes the line feed in front of the first line: two bytes, where no ASCII character has a longer escape.
    let from = from.saturating_sub(2);
    text.slice(line_end(raw, to)).slice_from(from).any_hint::<LineHints>(|at| {
        let is_error = may_be_error_at(raw, from + at);
        *may_be_mark |= is_error || raw.get(from + at..).is_some_and(|line| line.starts_with(CLIP_MARK));
        is_error
    })
}

/// The end of the line that starts at raw offset `at`, or of as much of it as is looked at.
fn line_end(raw: &[u8], at: usize) -> usize {
    let end = raw.len().min(at + LONGEST_ESCAPE * LINE_CHARS);
    let line = raw.get(at..end).unwrap_or_default();
    // A backslash in front of an `n` may itself be escaped; then it is not the line's end, and more is read.
    let is_feed = |&at: &usize| {
        line.get(at + 1) == Some(&b'n') && at.checked_sub(1).and_then(|before| line.get(before)) != Some(&b'\\')
    };
    memchr::memchr_iter(b'\\', line).find(is_feed).map_or(end, |feed| at + feed)
}

/// Whether a line that starts near an end is an error.
fn has_line(text: Text<'_>, near: Near) -> bool {
    let raw = text.raw();
    let mut line = Vec::new();
    let mut is_error = |at: usize| {
        decode_line(raw.get(at..).unwrap_or_default(), &mut line);
        is_error_line(&line)
    };
    let from = text.boundary_before(near.tail.saturating_sub(1));
    is_error(0)
        || starts_in(raw, 0, near.head).take_while(|&at| at <= near.head).any(&mut is_error)
        || starts_in(raw, from, raw.len()).filter(|&at| at >= near.tail).any(is_error)
}

/// Raw offsets where lines start, after a line feed that starts at `from..to`. `from` is where a code point begins.
fn starts_in(raw: &[u8], from: usize, to: usize) -> impl Iterator<Item = usize> {
    let mut after = from;
    memchr::memchr_iter(b'\\', raw.get(from..to).unwrap_or_default()).filter_map(move |skip| {
        let escape = from + skip;
        if escape < after {
            return None;
        }
        let (is_feed, length) = match raw.get(escape + 1) {
            Some(b'n') => (true, 2),
            Some(b'u') => (is_escaped_line_feed(raw, escape), LONGEST_ESCAPE),
            _ => (false, 2),
        };
        after = escape + length;
        is_feed.then_some(after)
    })
}

fn is_escaped_line_feed(raw: &[u8], escape: usize) -> bool {
    raw.get(escape + 2..escape + LONGEST_ESCAPE).is_some_and(|digits| digits.eq_ignore_ascii_case(b"000a"))
}

/// Replaces `line` by the beginning of the line that `raw` begins with, decoded, as far as it is looked at.
fn decode_line(raw: &[u8], line: &mut Vec<u8>) {
    line.clear();
    let mut chars = 0;
    for char in Text::new(raw, crate::json::scan::Level::SCALAR).code_points() {
        chars += char.units();
        if char.code == 0x0A || chars > LINE_CHARS {
            break;
        }
        // A line is judged by its ASCII bytes alone.
        line.push(u8::try_from(char.code).unwrap_or(u8::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::scan::Level;
    use proptest::prelude::*;

    /// All lines, decoded, with their places.
    fn naive(text: Text<'_>) -> bool {
        let units: Vec<u16> = text
            .code_points()
            .flat_map(|char| {
                char::from_u32(char.code).map_or(vec![0xFFFD], |char| char.encode_utf16(&mut [0; 2]).to_vec())
            })
            .collect();
        let mut at = 0;
        units.split(|&unit| unit == 0x0A).any(|line| {
            let start = at;
            at += line.len() + 1;
            let head: Vec<u8> = line.iter().take(LINE_CHARS).map(|&unit| u8::try_from(unit).unwrap_or(255)).collect();
            (start < NEAR_CHARS || start + NEAR_CHARS >= units.len()) && is_error_line(&head)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn hints_miss_no_error_line(
            parts in prop::collection::vec(prop_oneof![
                r"(\\n|\\\\|\\u000[aA]|\\u0045|\\u005b|\\t|é| |\[){1,3}",
                "(e|E)rror|fatal|PANIC|Traceback \\(most recent call last\\)|x?(Error|EXCEPTION):?|[a-z:._]{0,70}",
                r"\[?error clipped — 12 chars\]",
                r"npm ERR!|FAILED |--- FAIL:|not ok |exit(ed with)? code[: ]{1,2}[01]|<returncode>2| FAIL|\[exit 1\]",
                r"(\(3,5\)|:3:5)?: (fatal )?error[: ]|thread 'x' panicked at|errors?\.ts|errors?: 0|Found 1 error",
                "[a-z.]{400,600}",
            ], 0..12),
        ) {
            let raw = parts.concat();
            let plain = Text::new(raw.as_bytes(), Level::SCALAR);
            let expected = naive(plain);
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
    fn hints_miss_no_error_line_near_the_cut_ends_of_a_long_text() {
        let long = format!("a.c:3:5: {}: error: x", "n".repeat(90));
        let mut found = 0;
        for filler in [r"\u4e2d", "x", "é", r"\ud83d\ude00", r"\t", r"\\n"] {
            let far = filler.repeat(4 * NEAR_CHARS);
            for line in ["error", "xError:", "Traceback (most recent call last)", "exit code 1", &long] {
                for before in (0..20).chain(NEAR_CHARS - 130..NEAR_CHARS + 20) {
                    let padding = filler.repeat(before);
                    for raw in [format!(r"{padding}\n{line}{far}"), format!(r"{far}\n{line}{padding}")] {
                        for level in Level::available() {
                            let text = Text::new(raw.as_bytes(), level);
                            let expected = naive(text);
                            assert_eq!(lines_of(text).error, expected, "{filler} {line} {before}");
                            assert_eq!(lines_of(text.with_ascii_escapes(false)).error, expected, "{filler} {line}");
                            found += usize::from(expected);
                        }
                    }
                }
            }
        }
        assert!(found > 200, "{found}");
    }

    #[test]
    fn recognises_lines_that_begin_like_errors() {
        let padding = "x".repeat(600);
        let table = [
            ("error: no such file".to_owned(), true),
            ("ERROR in x".to_owned(), true),
            ("errors: 0".to_owned(), false),
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
