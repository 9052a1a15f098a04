//! Whether a line tells of a failure.

use super::words::{
    ANYWHERE, BEGINNINGS, CALM_LEVELS, CODE, COUNTED, CROSSES, ENDINGS, ERROR_LEVELS, ERROR_WORDS, HARMLESS,
    LOWER_VERDICTS, VERDICTS,
};
use crate::failure::line::{is_error_line, is_error_name};
use aho_corasick::{AhoCorasick, MatchKind};
use std::sync::LazyLock;

/// Bytes of a line's beginning in which a level of logs stands.
const LEVEL_BYTES: usize = 96;
/// What is in front of a part of a line.
const SEPARATORS: [&str; 14] =
    [": ", "] ", ") ", " - ", "• ", "│ ", "  ", "=> ", "Uncaught ", ". ", "：", "| ", "\t", " ("];
/// What lists, quotes and frames put in front of a line.
const FRAMES: &[char] = &['│', '┃', '╷', '╵', '├', '└', '─', '╰', '▶', '•', '·', '*', '>', '➤', '⎯', '▲'];

static STRONG: LazyLock<AhoCorasick> = LazyLock::new(|| automaton(ANYWHERE.iter(), MatchKind::Standard));
static MARKS: LazyLock<AhoCorasick> = LazyLock::new(|| automaton(SEPARATORS.iter(), MatchKind::Standard));
static VERDICT: LazyLock<AhoCorasick> = LazyLock::new(|| automaton(VERDICTS.iter(), MatchKind::LeftmostLongest));
static LOWER_VERDICT: LazyLock<AhoCorasick> =
    LazyLock::new(|| automaton(LOWER_VERDICTS.iter(), MatchKind::LeftmostLongest));
static ERROR_LEVEL: LazyLock<AhoCorasick> =
    LazyLock::new(|| automaton(ERROR_LEVELS.iter(), MatchKind::LeftmostLongest));
static CALM_LEVEL: LazyLock<AhoCorasick> = LazyLock::new(|| automaton(CALM_LEVELS.iter(), MatchKind::LeftmostLongest));
static COUNT: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let capitals = COUNTED.iter().map(|word| capital(word));
    automaton(COUNTED.iter().map(ToString::to_string).chain(capitals), MatchKind::LeftmostLongest)
});

/// By byte: whether a text in a list begins with it.
type Firsts = [bool; 256];

static BEGINNING_FIRSTS: Firsts = firsts(&BEGINNINGS);
static ERROR_FIRSTS: Firsts = firsts(&ERROR_WORDS);

/// Of texts in lower case. Any beginning of another letter than ASCII's may be one's in capitals.
const fn firsts(texts: &[&str]) -> Firsts {
    let (mut firsts, mut at) = ([false; 256], 0);
    while at < texts.len() {
        let first = texts[at].as_bytes()[0];
        firsts[first as usize] = true;
        firsts[first.to_ascii_uppercase() as usize] = true;
        at += 1;
    }
    let mut byte = 0x80;
    while byte < 256 {
        firsts[byte] = true;
        byte += 1;
    }
    firsts
}

fn is_first(part: &str, firsts: &Firsts) -> bool {
    part.as_bytes().first().is_some_and(|&byte| firsts.get(usize::from(byte)) == Some(&true))
}

/// Finds several texts at once.
pub(super) fn automaton(texts: impl Iterator<Item = impl AsRef<[u8]>>, kind: MatchKind) -> AhoCorasick {
    #[expect(clippy::expect_used, reason = "the texts are constant")]
    AhoCorasick::builder().match_kind(kind).build(texts).expect("a few short texts")
}

/// Whether a line without colours tells of a failure.
pub(super) fn tells(came: &str) -> bool {
    if is_error_line(came.as_bytes()) {
        return true;
    }
    let line = came.trim();
    let text = line.trim_start_matches(|sign: char| sign.is_whitespace() || FRAMES.contains(&sign));
    if text.is_empty() || is_calm(line) || is_table(line) {
        return false;
    }
    if CROSSES.iter().any(|cross| line.strip_prefix(cross).is_some_and(|rest| rest.starts_with([' ', '!']))) {
        return true;
    }
    let is_code = is_code(text);
    let is_said = || segments(text).any(|part| is_error_part(part) || begins_so(part));
    has_level(line)
        || has_verdict(line)
        || counts(line)
        || (!is_code && (says_error(text) || is_said() || has_lower_verdict(text) || is_strong(text) || ends_so(text)))
        || is_of_tool(line)
        || has_message_at_place(came)
}

/// Whether a line without its blanks and numbers in front of it is an error line, and more than one word.
fn says_error(text: &str) -> bool {
    // Docker puts a step and seconds there.
    let behind = text.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".# ".contains(sign));
    let is_timed =
        text.get(..text.len() - behind.len()).is_some_and(|front| front.contains('.') && front.ends_with(' '));
    text.contains(' ') && (is_error_line(text.as_bytes()) || (is_timed && is_error_line(behind.as_bytes())))
}

/// Whether a line says at its beginning that it is no error: a log's level, or a test that passed.
fn is_calm(line: &str) -> bool {
    let head = level_part(line);
    let is_level = words(head, &CALM_LEVEL)
        .any(|(at, end)| is_level_at(head, at, end) || head.get(at..).is_some_and(|it| it.contains("\":")));
    if line.ends_with(" PASSED") || line.contains("OK ]") {
        return true;
    }
    let is_passed = ["ok ", "PASS", "✓", "✔", "√", "--- PASS", "-- Performing ", "-- Looking "].iter();
    let is_failure = || line.contains("BUILD FAIL") || line.contains("rror: ");
    (is_level && !is_failure()) || is_passed.clone().any(|begin| line.starts_with(begin))
}

/// The beginning of a line in which a level stands.
fn level_part(line: &str) -> &str {
    line.get(..line.floor_char_boundary(LEVEL_BYTES)).unwrap_or_default()
}

/// A row of a table.
fn is_table(line: &str) -> bool {
    line.starts_with('|') && line.ends_with('|')
}

/// Whether a line looks like one of a program rather than of what a program prints.
fn is_code(text: &str) -> bool {
    let text = behind_place(text).trim_start_matches(['+', '-', '"', '\'', '`']).trim_start();
    text.ends_with([';', '{', '('])
        || (text.ends_with(',') && (text.contains('"') || text.contains(": ")))
        || (text.ends_with('}') && !text.contains('{'))
        || CODE.iter().any(|begin| text.starts_with(begin))
        || text.contains("new Error(")
        || text.contains(" = ")
}

/// What is behind the place that a line begins with.
fn behind_place(text: &str) -> &str {
    let Some((place, rest)) = text.split_once(": ").filter(|(place, _)| !place.contains(' ')) else { return text };
    if place.ends_with(|sign: char| sign.is_ascii_digit()) && place.contains(':') { rest } else { text }
}

/// A line, and what is behind each of its marks.
fn segments(line: &str) -> impl Iterator<Item = &str> {
    let behind =
        MARKS.find_overlapping_iter(line).map(|found| line.get(found.end()..).unwrap_or_default().trim_start());
    core::iter::once(line).chain(behind)
}

/// Whether a part of a line is an error's word with a code or a message, or its name.
fn is_error_part(part: &str) -> bool {
    let is_class = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase()) || name.contains('.');
    if is_error_name(part.as_bytes()) && part.split(':').next().is_some_and(is_class) {
        return true;
    }
    if is_named(part) {
        return true;
    }
    is_first(part, &ERROR_FIRSTS)
        && ERROR_WORDS.iter().any(|word| {
            let Some(rest) = strip_word(part, word) else { return false };
            match rest.trim_start_matches(['\u{a0}', '\u{202f}']).as_bytes() {
                [] => part.len() > word.len(),
                [b':', ..] | [0xEF, 0xBC, 0x9A, ..] | [b' ', b':' | b' ' | 0xE2, ..] => !is_nothing(rest),
                [b'[', ..] => true,
                [b' ', rest @ ..] => {
                    is_code_of_error(rest) || (part.starts_with("Error") && rest.starts_with(b"response "))
                }
                _ => false,
            }
        })
}

/// `TS2322:`, `CS0103:`, `[ERR_X]:`, `[E0308]`.
fn is_code_of_error(rest: &[u8]) -> bool {
    let letters = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let digits = rest.iter().skip(letters).take_while(|byte| byte.is_ascii_digit()).count();
    (letters > 0 && digits > 1) || rest.starts_with(b"[E")
}

/// Whether a part begins with the name of an error that a code in brackets, or its place, follows.
fn is_named(part: &str) -> bool {
    let end = part.find(|sign: char| !(sign.is_ascii_alphanumeric() || "_.:".contains(sign))).unwrap_or(part.len());
    let (name, rest) = part.split_at(end);
    let ends = name.ends_with("Error") || name.ends_with("Exception");
    ends && name.len() > 5
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && (rest.starts_with(" [") || rest.starts_with(" at ") || rest == ")" || rest.starts_with(" ("))
}

/// `: 0`, `: none`: there was no error.
fn is_nothing(rest: &str) -> bool {
    let value = rest.trim_start_matches([':', ' ', '：', '\u{a0}']);
    let value = value.trim_end_matches(['.', ',']);
    matches!(value, "" | "none" | "null" | "nil" | "false" | "0" | "undefined" | "str" | "string") && rest.len() > 1
}

/// Whether the level of a log says error.
fn has_level(line: &str) -> bool {
    let head = level_part(line);
    words(head, &ERROR_LEVEL).any(|(at, end)| is_level_at(head, at, end))
        || ["level=error", "\"level\":\"error\"", "\"severity\":\"ERROR\"", "\"level\":\"fatal\"", "level=fatal"]
            .iter()
            .any(|one| line.contains(one))
        || is_glog(line.as_bytes())
}

/// `E0102 10:11:13.123`.
fn is_glog(line: &[u8]) -> bool {
    matches!(line, [b'E' | b'F', rest @ ..] if rest.len() > 7
        && rest.get(..4).is_some_and(|digits| digits.iter().all(u8::is_ascii_digit))
        && rest.get(4) == Some(&b' ') && rest.get(7) == Some(&b':'))
}

/// Whether the level at a place of a line stands alone.
fn is_level_at(line: &str, at: usize, end: usize) -> bool {
    let before = line.get(..at).and_then(|before| before.chars().next_back());
    let after = line.get(end..).and_then(|after| after.chars().next());
    before.is_none_or(|sign| " [/=(|\t>\"".contains(sign)) && after.is_none_or(|sign| " ]:|)\t,\"".contains(sign))
}

fn has_verdict(line: &str) -> bool {
    words(line, &VERDICT).any(|(at, end)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        let after = line.get(end..).unwrap_or_default();
        before.is_none_or(|sign| " [*>\t".contains(sign))
            && (after.is_empty() || after.starts_with([' ', ':', '.', '!', ']', '\t', '(', ',']))
            && !after.trim_start().starts_with(['=', '0'])
    })
}

/// `… failed`, at the end of a sentence.
fn has_lower_verdict(line: &str) -> bool {
    let is_sentence = !line.starts_with(|first: char| first.is_ascii_lowercase()) || line.contains(": ");
    words(line, &LOWER_VERDICT).any(|(at, end)| {
        let before = line.get(..at).unwrap_or_default();
        let after = line.get(end..).unwrap_or_default();
        let goes_on = [" (", " in ", "  ", " with ", " for "].iter().any(|next| after.starts_with(next));
        let ends = after.starts_with(':')
            || (is_sentence && (after.is_empty() || after.starts_with(['.', ';', '!', ')']) || goes_on));
        ends && !before.ends_with(['_', '-', '"', '\'', '`', '/'])
            && !before.trim_end().ends_with([',', '|', '0'])
            && !is_zero(after)
    })
}

/// `: 0`, `=0`, ` 0`.
fn is_zero(after: &str) -> bool {
    let number = after.trim_start_matches([':', '=', ' ', '\t']);
    number
        .strip_prefix('0')
        .is_some_and(|rest| !rest.starts_with(['.']) && !rest.starts_with(|sign: char| sign.is_ascii_digit()))
}

/// `2 failed`, `failures: 2`, `failed=1`.
fn counts(line: &str) -> bool {
    line.bytes().any(|byte| byte.is_ascii_digit())
        && words(line, &COUNT).any(|(at, end)| {
            let after = line.get(end..).unwrap_or_default();
            counted_in_front(line.get(..at).unwrap_or_default(), after) || counted_behind(after)
        })
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

fn counted_in_front(before: &str, after: &str) -> bool {
    let Some(before) = before.strip_suffix(' ') else { return false };
    let unit = ["tests", "test", "examples", "suites", "specs", "scenarios", "checks", "files"];
    let before = unit.iter().find_map(|unit| before.strip_suffix(unit)?.strip_suffix(' ')).unwrap_or(before);
    let front = before.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let number = before.get(front.len()..).unwrap_or_default();
    let goes_on = after.starts_with(' ') && {
        let next = after.trim_start();
        next.starts_with(|sign: char| sign.is_ascii_lowercase())
            && !["in ", "out ", "of ", "found", "generated", "to ", "and ", "previous", "during"]
                .iter()
                .any(|word| next.starts_with(word))
    };
    number.bytes().any(|digit| digit != b'0')
        && (front.is_empty() || front.ends_with([' ', '(', '|', ',', '\t']))
        && !goes_on
        && !after.starts_with(['_', '-', '.', '/', ':'])
}

fn counted_behind(after: &str) -> bool {
    let Some(number) = after.strip_prefix(": ").or_else(|| after.strip_prefix('=')).or_else(|| after.strip_prefix(' '))
    else {
        return false;
    };
    let number = number.trim_start();
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let is_whole = number.get(digits..).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' ', '.', ')']));
    is_whole && number.bytes().take(digits).any(|digit| digit != b'0') && digits < 6
}

/// Whether what tells of a failure anywhere is in a line, and not in quotes.
fn is_strong(line: &str) -> bool {
    STRONG
        .find_iter(line)
        .any(|found| !line.get(..found.start()).is_some_and(|before| before.ends_with(['"', '`', '\''])))
}

fn ends_so(line: &str) -> bool {
    let end = line.trim_end_matches(['.', ':', ')', '!']);
    line.contains(": ") && ENDINGS.iter().any(|ending| end.ends_with(ending))
        || line.ends_with("Error)")
        || line.ends_with("Exception)")
        || line.contains(" ✖ ")
}

/// Whether a part of a line begins as a message of a failure does.
fn begins_so(part: &str) -> bool {
    is_first(part, &BEGINNING_FIRSTS) && BEGINNINGS.iter().any(|begin| strip_word(part, begin).is_some())
}

/// Forms of single families of tools.
fn is_of_tool(line: &str) -> bool {
    ["e: ", "E: ", "** (", "! [", "HTTP 4", "HTTP 5", "FAILED:"].iter().any(|begin| line.starts_with(begin))
        || line == "Killed"
        || line.contains("ERR_")
        || line.contains("ELIFECYCLE")
        || (line.contains("HTTP/")
            && [" 500 ", " 502 ", " 503 ", " 404 ", " 403 ", " 401 "].iter().any(|code| line.contains(code)))
        || (line.starts_with("-- ") && line.contains("-----") && line.contains(char::is_uppercase))
        || line.starts_with("E   ")
        || (line.starts_with("expect(") && !line.ends_with([';', '{', ',']))
}

/// Whether a message follows a place with a line and a column, `a.go:42:13: undefined: x`, or behind blanks with a line.
pub(super) fn has_message_at_place(came: &str) -> bool {
    let line = came.trim_start();
    let is_indented = line.len() < came.len();
    let Some(end) = line.find(": ") else { return false };
    let (place, message) = (line.get(..end).unwrap_or_default(), line.get(end + 2..).unwrap_or_default());
    let mut numbers = place.rsplit(':');
    let is_number = |text: Option<&str>| {
        text.is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let (last, second) = (is_number(numbers.next()), is_number(numbers.next()));
    let first = place.split(':').next().unwrap_or_default();
    let is_name = !place.contains(char::is_whitespace)
        && first.contains('.')
        && first.contains(|sign: char| sign.is_ascii_alphabetic());
    let lower = message.get(..8).unwrap_or(message).to_ascii_lowercase();
    is_name
        && last
        && (second || is_indented)
        && !message.starts_with(char::is_whitespace)
        && !message.is_empty()
        && !HARMLESS.iter().any(|word| lower.starts_with(word))
        && !is_code(message)
}

/// Where from `at` on a line is next of which [`has_message_at_place`] may be true.
pub(super) fn may_have_place(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_number = |colon: &usize| bytes.get(..*colon).and_then(<[u8]>::last).is_some_and(u8::is_ascii_digit);
    memchr::memchr_iter(b':', bytes.get(at..)?)
        .map(|colon| at + colon)
        .find(|colon| bytes.get(colon + 1) == Some(&b' ') && is_number(colon))
}

/// Where whole words of some begin and end in a text.
fn words<'t>(text: &'t str, some: &'t AhoCorasick) -> impl Iterator<Item = (usize, usize)> + 't {
    some.find_iter(text).map(|found| (found.start(), found.end())).filter(move |&(at, end)| {
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
        !text.get(..at).is_some_and(|before| before.ends_with(is_part))
            && !text.get(end..).is_some_and(|after| after.starts_with(is_part))
    })
}

/// What is behind a word that a text begins with, in any case of ASCII letters, or as it is written.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let first = |text: &str| text.bytes().next().filter(u8::is_ascii).map(|byte| byte.to_ascii_lowercase());
    if first(text) != first(word) && word.is_ascii() {
        return None;
    }
    let begin = text.get(..word.len())?;
    let is_same = begin.eq_ignore_ascii_case(word) || (!word.is_ascii() && begin.to_lowercase() == word);
    is_same.then(|| text.get(word.len()..)).flatten()
}
