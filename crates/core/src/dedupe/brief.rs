//! The texts of pointers that a model can follow: it counts no messages and looks up no ids. They name the tool, the file
//! and its lines, or quote a line.
//!
//! ```text
//! [see above: same file, unchanged]                           the file that the call in front names, read before
//! [see above: lines 12-40 of this file with `fn main() {`]    the same file, by the numbers that the lines show
//! [see above: 29 lines of Bash result from `fn main() {` on]  lines without numbers
//! [see above: Bash result that begins `total 48`]             a whole result
//! ```

use super::lines::behind_number;
use super::spelling::Spelling;
use core::fmt::{Display, Write};
use std::borrow::Cow;
use tamis_tokens::{Encoding, Level, estimate_json_string, estimate_utf8, has_more_words};

/// What all of these texts begin with.
pub const OPENING: &str = "[see ";
/// What those begin with that lead back.
pub const ABOVE: &str = "[see above: ";
const BELOW: &str = "[see below: ";
/// Takes the place of a file's content that was read before, where the call in front reads the same file.
pub const FILE_POINTER: &str = "[see above: same file, unchanged]";
/// Most UTF-16 units of a name.
const MAX_NAME_UNITS: usize = 128;
/// Most bytes of a quoted line.
const MAX_QUOTE_BYTES: usize = 40;
/// Fewest letters and digits of a quote: a reader finds no brace.
const MIN_QUOTE_LETTERS: usize = 8;
/// Lines of a run in which a quote is looked for.
const MAX_QUOTE_LINES: usize = 16;
/// Bytes of a text that are weighed: at first those that nearly always settle the matter; more than the last weigh more than
/// any pointer, but for blanks.
const WEIGHED_BYTES: [usize; 2] = [384, 2_048];
/// Room for nearly every pointer.
const POINTER_BYTES: usize = 160;

/// Whether a line begins as one of these texts.
pub fn begins(line: &[u8]) -> bool {
    [ABOVE, BELOW].iter().any(|start| line.starts_with(start.as_bytes()))
}

/// Where a pointer leads, and what is known of that.
pub struct Lead<'a> {
    /// Whether it is behind the pointer.
    pub is_below: bool,
    /// Path of the file that is shown there; none: of no file.
    pub path: Option<&'a str>,
    /// Whether the call in front of the pointer reads the same file.
    pub is_same_path: bool,
    /// The called tool, where no path is known.
    pub tool_name: Option<Cow<'a, str>>,
}

impl Lead<'_> {
    /// The pointer to a whole text; none if a reader could not find it. `is_told`: whether a reader who looks for a line of it
    /// finds that line alone.
    pub fn whole(&self, text: &[u8], spelling: Spelling, is_told: impl Fn(usize) -> bool) -> Option<String> {
        let (quote, is_first) = quote_of(text, spelling, is_told)?;
        let verb = if is_first { "begins" } else { "has" };
        Some(self.pointer(format_args!("{} that {verb} `{quote}`", self.what("result"))))
    }

    /// The pointer to `count` lines, which are `text`. `first`: the number that the first of them shows, or would show.
    /// A line is quoted beside the numbers, too, because several versions of a file may be there. `is_told`: as above.
    pub fn lines(
        &self,
        first: Option<usize>,
        count: usize,
        (text, spelling): (&[u8], Spelling),
        is_told: impl Fn(usize) -> bool,
    ) -> Option<String> {
        let (quote, is_first) = quote_of(text, spelling, is_told)?;
        let what = self.what("result");
        Some(match first {
            Some(first) => self.pointer(format_args!("lines {first}-{} of {what} with `{quote}`", first + count - 1)),
            None if is_first => self.pointer(format_args!("{count} lines of {what} from `{quote}` on")),
            None => self.pointer(format_args!("{count} lines of {what} around `{quote}`")),
        })
    }

    fn pointer(&self, what: impl Display) -> String {
        let mut text = String::with_capacity(POINTER_BYTES);
        text.push_str(if self.is_below { BELOW } else { ABOVE });
        // Writing to a string cannot fail.
        let _ = write!(text, "{what}]");
        text
    }

    fn what<'k>(&'k self, kind: &'k str) -> Cow<'k, str> {
        if self.path.is_some() && self.is_same_path {
            return "this file".into();
        }
        match (self.path.and_then(shown), self.tool_name.as_deref().and_then(shown)) {
            (Some(path), _) => path.into(),
            (None, Some(tool)) => [tool, " ", kind].concat().into(),
            (None, None) => kind.into(),
        }
    }
}

/// A name that is whole and can be spelled in JSON without escapes; a part of a path would name another file.
fn shown(name: &str) -> Option<&str> {
    let is_plain = |char: char| !char.is_control() && !matches!(char, '"' | '\\' | '`');
    let is_short = name.encode_utf16().count() <= MAX_NAME_UNITS;
    (!name.is_empty() && is_short && name.chars().all(is_plain)).then_some(name)
}

/// A part of the first line of `text` that a reader can find, and whether it begins that line; or one of the lines behind it.
fn quote_of(text: &[u8], spelling: Spelling, is_told: impl Fn(usize) -> bool) -> Option<(&str, bool)> {
    let mut from = 0;
    let mut feeds = spelling.feeds(text);
    for at in 0..MAX_QUOTE_LINES {
        let feed = feeds.next();
        let end = feed.map_or(text.len(), |feed| feed + 1 - spelling.feed_bytes());
        let line = core::str::from_utf8(behind_number(text.get(from..end)?, spelling)).ok()?;
        if let Some((start, quote)) = quotable(line, spelling)
            && is_told(at)
        {
            return Some((quote, at == 0 && line.get(..start).is_some_and(|front| front.trim().is_empty())));
        }
        from = feed? + 1;
    }
    None
}

/// The first part of a line that needs no escapes and has enough letters and digits, without blanks around it, and where it
/// begins.
fn quotable(line: &str, spelling: Spelling) -> Option<(usize, &str)> {
    let mut at = 0;
    while at < line.len() {
        let rest = line.get(at..)?;
        let is_end = |(at, byte): (usize, u8)| match byte {
            b'"' | b'\\' | b'`' => true,
            // The first byte of a control char beyond ASCII, or of another char.
            0xC2 => rest.as_bytes().get(at + 1).is_some_and(|&next| next < 0xA0),
            _ => byte.is_ascii_control(),
        };
        let length = rest.bytes().enumerate().position(is_end).unwrap_or(rest.len());
        let part = rest.get(..length)?;
        let blanks = part.len() - part.trim_start().len();
        let quote = cut(part.trim());
        if quote.bytes().filter(u8::is_ascii_alphanumeric).count() >= MIN_QUOTE_LETTERS {
            return Some((at + blanks, quote));
        }
        let behind = rest.get(length..)?;
        let escape = match spelling {
            Spelling::Json if behind.starts_with("\\u") => 6,
            Spelling::Json if behind.starts_with('\\') => 2,
            _ => behind.chars().next().map_or(0, char::len_utf8),
        };
        at += length + escape;
    }
    None
}

/// At most so many bytes of a text: up to a blank, else to the end of a part of a word, where that keeps at least a half.
fn cut(text: &str) -> &str {
    if text.len() <= MAX_QUOTE_BYTES {
        return text;
    }
    let head = text.get(..text.floor_char_boundary(MAX_QUOTE_BYTES)).unwrap_or_default();
    let is_far = |&at: &usize| at >= MAX_QUOTE_BYTES / 2;
    let is_sign = |char: char| !char.is_alphanumeric() && char != '_';
    let sign = || head.char_indices().rfind(|&(_, char)| is_sign(char)).map(|(at, char)| at + char.len_utf8());
    let end = head.rfind(' ').filter(is_far).or_else(|| sign().filter(is_far)).unwrap_or(head.len());
    head.get(..end).unwrap_or_default().trim_end()
}

/// Stands for every quote where pointers are weighed: of two runs the longer one's pointer must not be the heavier one, so
/// that the rest of a run is never replaced where the run was not.
const ANY_QUOTE: &str = "a line of as many words as the longest that is quoted has";

/// Whether a pointer has clearly fewer tokens than the text that it replaces: both are estimates.
pub fn is_lighter(pointer: &str, text: &[u8], spelling: Spelling) -> bool {
    let quoted = pointer.split_once('`').and_then(|(before, rest)| Some((before, rest.rsplit_once('`')?.1)));
    let weighed = quoted.map(|(before, after)| [before, ANY_QUOTE, after].concat());
    let pointer = weighed.as_deref().unwrap_or(pointer);
    if has_more_words(text, pointer.as_bytes()) {
        return true;
    }
    let (encoding, level) = (Encoding::O200kBase, Level::detect());
    let most = estimate_utf8(pointer.as_bytes(), encoding, level) * 5 / 4 + 1;
    let weighs_more = |head: &[u8]| {
        most < match spelling {
            Spelling::Decoded => estimate_utf8(head, encoding, level),
            Spelling::Json => estimate_json_string(head, encoding, level),
        }
    };
    let [first, last] = WEIGHED_BYTES;
    text.get(..first).is_some_and(weighs_more) || weighs_more(text.get(..last).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Lead<'static> =
        Lead { is_below: false, path: None, is_same_path: false, tool_name: Some(Cow::Borrowed("Bash")) };

    #[test]
    fn pointers_name_what_a_reader_can_find() {
        let text = b"  fn main_of() {\n    run();\n";
        let file = Lead { path: Some("src/a.ts"), ..HERE };
        let same = Lead { is_same_path: true, path: file.path, ..HERE };
        let at = Spelling::Decoded;
        let table = [
            (HERE.whole(b"total 48\nx", at, |_| true), "[see above: Bash result that has `total 48`]"),
            (HERE.whole(b"total 4800\nx", at, |_| true), "[see above: Bash result that begins `total 4800`]"),
            (
                Lead { tool_name: None, ..HERE }.whole(b"total 4800", at, |_| true),
                "[see above: result that begins `total 4800`]",
            ),
            (
                Lead { is_below: true, ..HERE }.whole(b"total 4800", at, |_| true),
                "[see below: Bash result that begins `total 4800`]",
            ),
            (
                file.lines(Some(12), 29, (text, at), |_| true),
                "[see above: lines 12-40 of src/a.ts with `fn main_of() {`]",
            ),
            (
                same.lines(Some(12), 29, (text, at), |_| true),
                "[see above: lines 12-40 of this file with `fn main_of() {`]",
            ),
            (
                file.lines(None, 29, (b"}\nexport const a = 1;", at), |_| true),
                "[see above: 29 lines of src/a.ts around `export const a = 1;`]",
            ),
            (
                HERE.lines(None, 29, (b"export const a = 1;", at), |_| true),
                "[see above: 29 lines of Bash result from `export const a = 1;` on]",
            ),
            (
                HERE.lines(Some(1), 4, (b"1\texport const a = 1;", at), |_| true),
                "[see above: lines 1-4 of Bash result with `export const a = 1;`]",
            ),
        ];
        for (found, expected) in table {
            if expected.contains("`total 48`") {
                assert_eq!(found.as_deref(), None, "too short to be found");
            } else {
                assert_eq!(found.as_deref(), Some(expected));
            }
        }
        assert_eq!(HERE.whole(b"}\n)\n", at, |_| true), None);
    }

    #[test]
    fn quotes_need_no_escapes_and_end_with_a_word() {
        let long = "a line of words that is longer than what a quote has room for, and goes on";
        let table = [
            (long, Spelling::Decoded, "a line of words that is longer than"),
            ("x = \"some words\" here", Spelling::Decoded, "some words"),
            (
                "apps/web/src/content/docs/docs/evaluation/experiments/of/many",
                Spelling::Decoded,
                "apps/web/src/content/docs/docs/",
            ),
            (r"\tsome words\n", Spelling::Json, "some words"),
            (r"\u001bsome words", Spelling::Json, "some words"),
        ];
        for (line, spelling, expected) in table {
            assert_eq!(quotable(line, spelling).map(|(_, quote)| quote), Some(expected), "{line}");
        }
    }

    #[test]
    fn windows_paths_and_quotes_are_not_shown_in_part() {
        for name in [r"C:\a", "a`b", "a\nb", "", &"x".repeat(129)] {
            assert_eq!(shown(name), None, "{name}");
        }
        assert_eq!(shown("é/ü.ts"), Some("é/ü.ts"));
    }

    #[test]
    fn a_pointer_must_have_clearly_fewer_tokens() {
        let pointer = "[see above: lines 12-40 of this file]";
        assert!(!is_lighter(pointer, &b" ".repeat(300), Spelling::Decoded));
        assert!(is_lighter(pointer, b"const a = f(1);".repeat(12).as_slice(), Spelling::Decoded));
    }
}
