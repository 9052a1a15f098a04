//! Lines that say that something failed, in the strings of a text in JSON: what a tool printed, as another tool wrapped it; and
//! the messages of errors that are members (`messages.rs`).
//!
//! ```text
//! {"stdout":"","stderr":"a.ts(3,5): error TS2322: x\nFAILED b.py","exit_code":1}     both lines, and `exit_code: 1`
//!           │            │                           │
//!           a line begins behind each quote, and behind each escape of a line feed
//! ```
//! The JSON may be cut anywhere, as a clip or a limit of the tool leaves it, so that quotes are not paired.

use super::line::may_begin_error;
use super::messages::Messages;
use super::told::without_colours;
use crate::json::scan::Level;
use crate::json::text::Text;
use core::ops::Range;
use std::borrow::Cow;

/// Members whose number is an exit code.
const EXIT_CODES: [&str; 4] = ["exit_code", "exitCode", "returncode", "return_code"];

/// Such a line, decoded, and where it is in the text.
pub struct Found<'t> {
    pub place: Range<usize>,
    pub line: Cow<'t, str>,
}

/// The lines of the strings in `text` for which `is_error`, and messages of its errors, in order; none if it does not begin as
/// JSON with strings. Linear.
pub fn errors_in_json(text: &str, mut is_error: impl FnMut(&str) -> bool) -> Vec<Found<'_>> {
    if !begins_json(text.as_bytes()) {
        return Vec::new();
    }
    let (bytes, mut at) = (text.as_bytes(), 0);
    let (mut found, mut messages) = (Vec::new(), Messages::default());
    let mut start: Option<usize> = None;
    while let Some(sign) = memchr::memchr3(b'"', b'\\', b'\n', bytes.get(at..).unwrap_or_default()) {
        let end = at + sign;
        let is_feed = matches!(bytes.get(end..end + 2), Some(br"\n"));
        at = end + if bytes.get(end) == Some(&b'\\') { 2 } else { 1 };
        if bytes.get(end) == Some(&b'\\') && !is_feed {
            continue;
        }
        if let Some(place) = start.map(|start| start..end) {
            found.extend(line_or_member(text, place.clone()).filter(|one| is_error(&one.line)));
            messages.see(text, place, &mut found);
        }
        // What follows a line feed of the text itself is no string's.
        start = Some(at).filter(|_| bytes.get(end) != Some(&b'\n'));
    }
    let last = start.and_then(|start| line_or_member(text, start..text.len()));
    found.extend(last.filter(|one| is_error(&one.line)));
    messages.end(&mut found);
    found.sort_by_key(|one| one.place.start);
    // The message may be an error line of its own.
    found.dedup_by_key(|one| one.place.start);
    found
}

/// Whether a text begins as an object, or as a list of texts, objects or lists.
pub(super) fn begins_json(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [b'{', rest @ ..] => rest.trim_ascii_start().first() == Some(&b'"'),
        [b'[', rest @ ..] => matches!(rest.trim_ascii_start().first(), Some(b'"' | b'{' | b'[')),
        _ => false,
    }
}

/// The line at a place, or what the member says of which that is the name.
fn line_or_member(text: &str, place: Range<usize>) -> Option<Found<'_>> {
    let raw = text.get(place.clone())?;
    if EXIT_CODES.contains(&raw) {
        return member(text, raw, place.end);
    }
    let names = || {
        text.get(place.end..).and_then(|text| text.strip_prefix('"')).is_some_and(|it| it.trim_start().starts_with(':'))
    };
    (may_say_error(raw.as_bytes()) && !names()).then(|| line_at(text, place.clone()))
}

/// False if a raw line is no error: what stands between two strings, one word, such as the value of a state (`"error"`), or what
/// neither begins like an error nor has a colon in it.
fn may_say_error(raw: &[u8]) -> bool {
    match raw {
        [b',' | b':' | b'}' | b']', ..] | [] => false,
        [b' ' | b'\\' | 0x80.., ..] => true,
        _ => {
            memchr::memchr3(b' ', b':', b'(', raw).is_some()
                && (may_begin_error(raw) || memchr::memchr(b':', raw).is_some())
        }
    }
}

pub(super) fn line_at(text: &str, place: Range<usize>) -> Found<'_> {
    let raw = text.get(place.clone()).unwrap_or_default();
    let line = if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        Cow::Borrowed(raw)
    } else {
        let mut decoded = Vec::new();
        Text::new(raw.as_bytes(), Level::SCALAR).decode_lossy_into(&mut decoded);
        // A line feed may be spelled with its number.
        let decoded = String::from_utf8(decoded).unwrap_or_default();
        Cow::Owned(without_colours(&decoded).replace('\n', " "))
    };
    Found { place, line }
}

/// The exit code of the member whose name ends at `end`, as a line.
fn member<'t>(text: &str, name: &str, end: usize) -> Option<Found<'t>> {
    let value = text.get(end..)?.strip_prefix('"')?.trim_start().strip_prefix(':')?.trim_start();
    let start = text.len() - value.len();
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
    let digits = value.bytes().take_while(is_of_number).count();
    let number = value.get(..digits).filter(|number| !number.is_empty())?;
    Some(Found { place: start..start + digits, line: format!("{name}: {number}").into() })
}

#[cfg(test)]
mod tests {
    use super::errors_in_json;
    use crate::arrival::says_error;
    use proptest::prelude::*;

    #[test]
    fn lines_of_strings_and_members_that_say_so_are_errors() {
        let all = |text: &str| {
            errors_in_json(text, says_error).into_iter().map(|one| one.line.into_owned()).collect::<Vec<_>>()
        };
        let wrapped = r#"{"stderr":"ok\nerror: no \"x\"\nFAILED a.py","exit_code":1,"metadata":{"exitCode":2}}"#;
        assert_eq!(all(wrapped), ["error: no \"x\"", "FAILED a.py", "exit_code: 1", "exitCode: 2"]);
        assert_eq!(all(r#" [ {"text":"fine\nValueError: x"} ]"#), ["ValueError: x"]);
        assert_eq!(all(r#"{"out":"cut\nerror: x"#), ["error: x"]);
        let clipped = "{\"out\":\"head\n[clipped — 9 chars left out]\ntail\\nerror: x\",\"n\":1}";
        assert_eq!(all(clipped), ["error: x"]);
        let none = [
            r#"{"error":null,"exit_code":0}"#,
            r#"{"status":"error","error message":"x"}"#,
            "[12:00] \"error: x\"",
            "error: x",
            r#"{"a":"c\\nerror: x"}"#,
        ];
        for none in none {
            assert!(all(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn a_line_is_told_with_its_place() {
        let text = r#"{"a":"one\nerror: two\nthree"}"#;
        let found = errors_in_json(text, says_error);
        assert_eq!(found.iter().map(|one| &text[one.place.clone()]).collect::<Vec<_>>(), ["error: two"]);
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in r#"(\{"|\["|)[\\"nu0-9a-f:\n é]{0,40}"#) {
            for one in errors_in_json(&text, |_| true) {
                prop_assert!(text.get(one.place).is_some());
            }
        }
    }
}
