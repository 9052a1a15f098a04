//! Decides whether a line says that something failed. So does `ts/text/error-line.ts`.
//!
//! ```text
//! error: no such file     ERROR in ./a.ts    panic: x           but not: Error handling is …, errors.ts, errors: 0
//! ValueError: x           Traceback (most recent call last)
//! npm ERR! code 1         FAILED tests/a.py  not ok 3           thread 'main' panicked at …
//! Exit code: 101          <returncode>2      [exit 1]           but not: Exit code: 0
//! Found 2 errors          Tests: 1 failed, 3 passed             but not: Found 0 errors
//! a.c:3:5: error: x       src/a.ts(3,5): error TS2322: x
//! ```

use crate::json::scan::{ByteSet, HintBytes, LineStarts};

/// Chars (UTF-16 units) of a line that are looked at.
pub const LINE_CHARS: usize = 200;

/// Words that an error begins with, in any case.
const WORDS: [&[u8]; 3] = [b"error", b"fatal", b"panic"];
/// Words behind such a word, in any case, that make it prose about errors.
const PROSE: &str = "handling handled handler handlers recovery reporting logging tracking boundary boundaries \
    management propagation tolerance budget budgets rate rates states cases codes messages types classes pages \
    values objects responses conditions is are can may must should will if and or";
/// Values behind such a word and a colon or `=` that say that there was no error, where the line or a part of it ends.
const NONE: [&[u8]; 10] = [b"(none)", b"none", b"null", b"nil", b"false", b"undefined", b"[]", b"{}", b"\"\"", b"''"];
/// Ends of the names of errors, in any case.
const NAME_ENDINGS: [&[u8]; 2] = [b"error", b"exception"];
/// Beginnings of what failing tools print.
const BEGINNINGS: [&[u8]; 10] = [
    b"Traceback (most recent call last)",
    b"npm ERR!",
    b"npm error",
    b"--- FAIL:",
    b"not ok ",
    b"test result: FAILED",
    b"FAILURE: ",
    b"BUILD FAILED",
    b"make: *** ",
    b"##[error]",
];
/// Words that are a failing test's verdict, as a whole.
const VERDICTS: [&[u8]; 3] = [b"FAIL", b"FAILED", b" FAIL"];
/// What is in front of a number of failures, and behind it.
const COUNTS: [(&[u8], &[u8]); 4] =
    [(b"Found", b" error"), (b"Tests:", b" failed"), (b"Test Suites:", b" failed"), (b" Test Files", b" failed")];
/// What is in front of an exit code, in any case.
const EXITS: [&[u8]; 20] = [
    b"exit code",
    b"exit_code",
    b"exitcode",
    b"exit status",
    b"exit:",
    b"exit=",
    b"[exit",
    b"exited with code",
    b"return code",
    b"return_code",
    b"returncode",
    b"process exited with code",
    b"process exited with exit code",
    b"process finished with exit code",
    b"process completed with exit code",
    b"command exited with code",
    b"command exited with status",
    b"command failed with exit code",
    b"command finished with exit code",
    b"the command completed with exit code",
];
/// Compilers' messages, behind their places.
const MESSAGES: [&[u8]; 4] = [b"): error ", b"): fatal error ", b": error:", b": fatal error:"];
const PANIC: (&[u8], &[u8]) = (b"thread '", b" panicked at");
/// One of these may be in front of an exit code.
const BRACKETS: [u8; 3] = [b'[', b'(', b'<'];
/// Most chars between an exit code and what is in front of it.
const GAP_CHARS: usize = 8;

/// ASCII beginning of the line that a clip leaves.
pub const CLIP_MARK: &[u8] = b"[error clipped ";

static LINE_STARTS: LineStarts = LineStarts::EMPTY
    .with_all(&WORDS)
    .with_all(&BEGINNINGS)
    .with_all(&VERDICTS)
    .with_all(&[COUNTS[0].0, COUNTS[1].0, COUNTS[2].0, COUNTS[3].0])
    .with_all(&EXITS)
    .with_all_behind(&BRACKETS, &EXITS)
    .with_all(&[PANIC.0, CLIP_MARK]);

/// Bytes that the pass over a text looks for; they derive from the lists in this file.
pub struct LineHints;

impl HintBytes for LineHints {
    const LINE_STARTS: &'static LineStarts = &LINE_STARTS;
    /// Messages of compilers have a bracket in front of their colon, or end like names of errors.
    const NAME_ENDS: ByteSet = ByteSet::last_of(&NAME_ENDINGS).and(ByteSet::first_of(&[b")"]));
}

/// Whether the text at a hint may be what makes its line an error: the line's beginning, or a colon. Reads raw bytes,
/// because nothing that is looked for is spelled with an escape, except one of an ASCII character.
pub fn may_be_error_at(raw: &[u8], at: usize) -> bool {
    let (before, line) = raw.split_at(at.min(raw.len()));
    if line.first() != Some(&b':') {
        return may_begin_error(line);
    }
    let before_colon = |text: &&[u8]| text.strip_suffix(b":").is_some_and(|text| before.ends_with(text));
    let around_colon = |text: &&[u8]| text.split_first().is_some_and(|(_, text)| line.starts_with(text));
    may_end_name(before)
        || MESSAGES.iter().any(before_colon)
        || (before.ends_with(b")") && MESSAGES.iter().any(around_colon))
}

/// Whether the raw bytes in front of a colon end in the name of an error that may begin its line: in front of it is the
/// text's beginning or a line feed, whose `n` looks like a part of the name.
fn may_end_name(before: &[u8]) -> bool {
    if !NAME_ENDINGS.iter().any(|ending| ends_with(before, ending)) {
        return false;
    }
    let name = before.iter().rev().take(LINE_CHARS).take_while(|&&byte| is_word(byte) || byte == b'.').count();
    let (before, name) = before.split_at(before.len() - name);
    before.is_empty() || (before.ends_with(br"\") && name.starts_with(b"n")) || name.len() == LINE_CHARS
}

/// Whether a raw line may begin like an error.
pub fn may_begin_error(line: &[u8]) -> bool {
    LINE_STARTS.may_begin(line)
        && (WORDS.iter().any(|word| starts_with(line, word))
            || has_beginning(line)
            || has_exit_code(line)
            || has_count(line)
            || line.starts_with(PANIC.0))
}

/// Whether the quote at `quote` in a raw text may begin a string that begins like an error, and is more than a word.
pub fn may_begin_string(raw: &[u8], quote: usize) -> bool {
    let line = raw.get(quote + 1..).unwrap_or_default();
    is_error_name(line) || (may_begin_error(line) && !behind(line, |&byte| is_word(byte)).starts_with(br#"\""#))
}

/// Whether a decoded line, of which the first [`LINE_CHARS`] are enough, says that something failed.
pub fn is_error_line(line: &[u8]) -> bool {
    (LINE_STARTS.may_begin(line) && begins_like_error(line)) || is_error_name(line) || has_message(line)
}

fn begins_like_error(line: &[u8]) -> bool {
    begins_with_word(line)
        || has_beginning(line)
        || has_exit_code(line)
        || has_count(line)
        || (line.starts_with(PANIC.0) && memchr::memmem::find(line, PANIC.1).is_some())
}

/// Whether a compiler's message is in `line`. All begin with a bracket or a colon.
fn has_message(line: &[u8]) -> bool {
    memchr::memchr2_iter(b')', b':', line).any(|at| {
        let rest = line.get(at..).unwrap_or_default();
        MESSAGES.iter().any(|text| rest.starts_with(text))
    })
}

fn begins_with_word(line: &[u8]) -> bool {
    if !WORDS.iter().any(|word| starts_with(line, word)) {
        return false;
    }
    let rest = behind(line, u8::is_ascii_alphabetic);
    !(is_in_path(rest) || is_in_prose(rest) || is_no_error(rest))
}

/// `errors.ts`, `error-handler`, `error_log`, `errors/`.
const fn is_in_path(rest: &[u8]) -> bool {
    matches!(rest, [b'/', ..] | [b'.' | b'_' | b'-', b'a'..=b'z' | b'0'..=b'9', ..])
}

fn is_in_prose(rest: &[u8]) -> bool {
    let word = behind(rest, |&byte| byte == b' ');
    let is_whole = |prose: &[u8]| starts_with(word, prose) && !goes_on(word.get(prose.len()..));
    word.len() < rest.len() && PROSE.split(' ').map(str::as_bytes).any(is_whole)
}

/// `: 0, warnings: 2`, ` = (none)`.
fn is_no_error(rest: &[u8]) -> bool {
    let space = |byte: &u8| *byte == b' ';
    let [b':' | b'=', rest @ ..] = behind(rest, space) else { return false };
    let value = behind(rest, space);
    let is_none = |none: &&[u8]| {
        let after = value.get(none.len()..).unwrap_or_default();
        starts_with(value, none) && matches!(after, [] | [b',' | b';' | b'|' | b'\r', ..])
    };
    (value.first() == Some(&b'0') && !number_goes_on(value.get(1..).unwrap_or_default())) || NONE.iter().any(is_none)
}

/// Letters, digits, `_` and `.`, at least one char in front of an ending, then a colon.
pub(super) fn is_error_name(line: &[u8]) -> bool {
    if !matches!(line.first(), Some(b'a'..=b'z' | b'A'..=b'Z' | b'_')) {
        return false;
    }
    let [b':', ..] = behind(line, |&byte| is_word(byte) || byte == b'.') else { return false };
    let name = line.get(..line.len() - behind(line, |&byte| is_word(byte) || byte == b'.').len()).unwrap_or_default();
    NAME_ENDINGS.iter().any(|ending| name.len() > ending.len() && ends_with(name, ending))
}

fn has_beginning(line: &[u8]) -> bool {
    let is_verdict = |verdict: &&[u8]| line.starts_with(verdict) && !goes_on(line.get(verdict.len()..));
    BEGINNINGS.iter().any(|text| line.starts_with(text)) || VERDICTS.iter().any(is_verdict)
}

fn has_exit_code(line: &[u8]) -> bool {
    let inside = line.split_first().filter(|(first, _)| BRACKETS.contains(first)).map(|(_, rest)| rest);
    let is_failure = |line: &[u8]| {
        EXITS.iter().any(|words| starts_with(line, words) && is_nonzero(line.get(words.len()..).unwrap_or_default()))
    };
    is_failure(line) || inside.is_some_and(is_failure)
}

/// Whether a number other than 0 follows a gap.
fn is_nonzero(rest: &[u8]) -> bool {
    let gap = rest.iter().take(GAP_CHARS).take_while(|byte| matches!(byte, b' ' | b':' | b'=' | b'>')).count();
    let number = rest.get(gap..).unwrap_or_default();
    let number = number.strip_prefix(b"-").unwrap_or(number);
    let after = behind(number, u8::is_ascii_digit);
    number.get(..number.len() - after.len()).is_some_and(|digits| digits.iter().any(|&digit| digit != b'0'))
        && !number_goes_on(after)
}

fn has_count(line: &[u8]) -> bool {
    COUNTS.iter().any(|(before, after)| {
        let Some(rest) = line.strip_prefix(*before) else { return false };
        let number = behind(rest, |&byte| byte == b' ');
        let left = behind(number, u8::is_ascii_digit);
        let digits = number.get(..number.len() - left.len()).unwrap_or_default();
        number.len() < rest.len() && digits.iter().any(|&digit| digit != b'0') && left.starts_with(after)
    })
}

/// Whether a letter, a digit, or a fraction follows a number.
const fn number_goes_on(rest: &[u8]) -> bool {
    match rest {
        [b'.', digit, ..] => digit.is_ascii_digit(),
        [first, ..] => is_word(*first),
        [] => false,
    }
}

fn goes_on(rest: Option<&[u8]>) -> bool {
    rest.and_then(<[u8]>::first).is_some_and(|&byte| is_word(byte))
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The text behind the bytes that `is_passed`.
fn behind(text: &[u8], is_passed: impl Fn(&u8) -> bool) -> &[u8] {
    let count = text.iter().take_while(|byte| is_passed(byte)).count();
    text.get(count..).unwrap_or_default()
}

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn ends_with(text: &[u8], word: &[u8]) -> bool {
    let from = text.len().checked_sub(word.len());
    from.and_then(|from| text.get(from..)).is_some_and(|end| end.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::super::lines::lines_of;
    use super::*;
    use crate::json::scan::Level;
    use crate::json::text::Text;

    /// Lines that both backends judge.
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Signs {
        error_lines: Vec<String>,
        other_lines: Vec<String>,
    }

    fn signs() -> Signs {
        let signs: Signs =
            serde_json::from_str(include_str!("../../../../__test__/fixtures/error-signs.json")).unwrap();
        assert!(signs.error_lines.len() > 60 && signs.other_lines.len() > 60);
        signs
    }

    #[test]
    fn judges_the_lines_of_the_shared_list() {
        let Signs { error_lines, other_lines } = signs();
        for (lines, expected) in [(error_lines, true), (other_lines, false)] {
            for line in lines {
                assert_eq!(is_error_line(line.as_bytes()), expected, "{line}");
            }
        }
    }

    #[test]
    fn a_line_is_judged_by_its_first_200_chars_and_a_gap_by_8() {
        let is_error = |raw: &str| lines_of(Text::new(raw.as_bytes(), Level::SCALAR).with_ascii_escapes(false)).error;
        let named = |chars: usize| format!("{}Error: x", "A".repeat(chars - "Error:".len()));
        assert!(is_error(&named(200)) && !is_error(&named(201)));
        let exit = |blanks: usize| format!("exit code{}1", " ".repeat(blanks));
        assert!(is_error(&exit(8)) && !is_error(&exit(9)));
    }

    #[test]
    fn the_pass_finds_every_line_of_the_shared_list_at_every_place_of_a_block() {
        for line in signs().error_lines {
            let quoted = serde_json::to_string(&line).unwrap();
            let raw = quoted.trim_matches('"');
            for (place, level) in
                (0..130).flat_map(|place| Level::available().into_iter().map(move |level| (place, level)))
            {
                for raw in
                    [format!(r"{}\n{raw}\nand more", ".".repeat(place)), format!(r"{}\n{raw}", ".".repeat(place))]
                {
                    let text = Text::new(raw.as_bytes(), level).with_ascii_escapes(false);
                    assert!(lines_of(text).error, "{line} at {place}, {}", level.name());
                }
            }
        }
    }
}
