//! A body without its long strings, so that JavaScript can parse the rest quickly and walk it as an object.
//!
//! ```text
//! {"role":"tool","content":"…80 KB…"}      {"role":"tool","content":"\u{FDD0}0"}      and the spans of the long strings
//! ```
//!
//! A mark is U+FDD0, which is no character, and the string's number. A short string that begins with U+FDD0 is replaced,
//! too, so that a string of the outline that begins with U+FDD0 is always a mark.

use crate::error::Unreadable;
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::json::tokens::{JsonTokens, Token};
use crate::span::Span;

/// The first character of a mark.
const MARK: &str = "\u{FDD0}";

/// A body without its long strings.
#[derive(Debug)]
pub struct Outline {
    /// JSON with a mark for each long string.
    pub json: Vec<u8>,
    /// The replaced strings, by their number.
    pub strings: Vec<LongString>,
}

/// A string that was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongString {
    /// Its span in the body, raw and without quotes.
    pub raw: Span,
    /// Length of the decoded text in UTF-16 units.
    pub chars: u32,
}

/// The outline of `body`: string values of at least `min_chars` UTF-16 units become marks. Linear.
///
/// # Errors
/// [`Unreadable`] says why `body` is not a JSON text, or which limit it exceeds.
pub fn outline(body: &[u8], level: Level, min_chars: usize) -> Result<Outline, Unreadable> {
    Index::default().build(body, level, Listing::Shallow)?;
    let mut outline = Outline { json: Vec::new(), strings: Vec::new() };
    let mut copied = 0;
    for token in JsonTokens::new(body, Span::new(0, body.len())) {
        let Token::Text(string) = token else { continue };
        let raw = string.inside();
        let text = raw.of(body);
        // There are never more chars than bytes.
        let chars = if text.len() < min_chars { 0 } else { Text::new(text, level).chars() };
        if chars < min_chars && !looks_marked(text) {
            continue;
        }
        let (start, end) = (string.start as usize, string.end as usize);
        outline.json.extend_from_slice(body.get(copied..start).unwrap_or_default());
        push_mark(outline.strings.len(), &mut outline.json);
        outline.strings.push(LongString { raw, chars: Text::new(text, level).chars() as u32 });
        copied = end;
    }
    outline.json.extend_from_slice(body.get(copied..).unwrap_or_default());
    Ok(outline)
}

fn looks_marked(raw: &[u8]) -> bool {
    raw.starts_with(MARK.as_bytes()) || raw.get(..6).is_some_and(|escape| escape.eq_ignore_ascii_case(b"\\ufdd0"))
}

fn push_mark(number: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("\"{MARK}{number}\"").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(json: &str) -> (String, Vec<&str>) {
        let outline = outline(json.as_bytes(), Level::detect(), 5).unwrap();
        let texts = outline.strings.iter().map(|string| std::str::from_utf8(string.raw.of(json.as_bytes())).unwrap());
        (String::from_utf8(outline.json).unwrap(), texts.collect())
    }

    #[test]
    fn replaces_long_values_and_nothing_else() {
        let table: [(&str, &str, &[&str]); 5] = [
            (r#"{"a":"abcd"}"#, r#"{"a":"abcd"}"#, &[]),
            (r#"{"a long name": ["12345", "x", 1e5]}"#, "{\"a long name\": [\"\u{FDD0}0\", \"x\", 1e5]}", &["12345"]),
            (r#"["a\n\"bc","abcde"]"#, "[\"\u{FDD0}0\",\"\u{FDD0}1\"]", &[r#"a\n\"bc"#, "abcde"]),
            ("[\"\u{FDD0}7\"]", "[\"\u{FDD0}0\"]", &["\u{FDD0}7"]),
            (
                r#"["\uFdD0","\u0041\u0041\u0041\u0041"]"#,
                "[\"\u{FDD0}0\",\"\\u0041\\u0041\\u0041\\u0041\"]",
                &[r"\uFdD0"],
            ),
        ];
        for (json, expected, strings) in table {
            assert_eq!(show(json), (expected.to_owned(), strings.to_vec()), "{json}");
        }
    }

    #[test]
    fn counts_the_chars_of_the_decoded_text() {
        let json = r#"["\ud83d\ude00 abc","😀😀😀"]"#;
        let outline = outline(json.as_bytes(), Level::detect(), 5).unwrap();
        assert_eq!(outline.strings.iter().map(|string| string.chars).collect::<Vec<_>>(), [6, 6]);
    }

    #[test]
    fn refuses_a_body_that_is_not_json() {
        for json in ["", "{", r#"["a long string"#, "[\"a\tlong string\"]", r#"["a long \x"]"#] {
            assert!(outline(json.as_bytes(), Level::detect(), 5).is_err(), "{json}");
        }
    }
}
