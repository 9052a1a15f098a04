//! Reads the few arguments of a call that say what its tool shows.
//!
//! ```text
//! {"file_path":"a.ts","view_range":[1,20],"nested":{…}}       {"files":[{"path":"a.ts"}]}
//!  └ name      └ text └ name       └ list  └ not looked into           └ an object, as it is
//! ```
//! As `JSON.parse` reads them: a text that it refuses has no arguments, and of repeated names the last counts.

use crate::json::index::is_json;
use crate::json::scan::Level;
use crate::json::text::Text;

/// A value, as far as it is looked into.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    Number(f64),
    List(Vec<Self>),
    /// One in a list, as JSON.
    Object(String),
    Other,
}

/// Lists in lists are looked into so far: ranges of lines are pairs.
const MOST_LISTS: u8 = 2;

impl Value {
    /// The text; none of anything else.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// A whole number from 0 on. Larger ones say nothing of a file.
    #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
    pub fn line(&self) -> Option<u64> {
        const MAX_LINE: f64 = 1e9;
        match *self {
            Self::Number(number) if number.fract() == 0.0 && (0.0..MAX_LINE).contains(&number) => Some(number as u64),
            _ => None,
        }
    }
}

/// The members of an object.
pub struct Members<'a>(Vec<(Vec<u8>, &'a [u8])>);

impl<'a> Members<'a> {
    /// None if `json` is not a JSON object. Linear.
    pub fn read(json: &'a str) -> Option<Self> {
        let json = json.as_bytes();
        let first = json.iter().find(|byte| !is_space(**byte));
        if first != Some(&b'{') || !is_json(json) {
            return None;
        }
        let mut parts = parts(json).into_iter();
        let mut members = Vec::new();
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            members.push((decoded(name), value));
        }
        Some(Self(members))
    }

    /// The value of the first of `names` that the object has, whatever its case and its hyphens and underscores.
    pub fn first_of(&self, names: &[String]) -> Option<Value> {
        let last_of = |name: &String| self.0.iter().rev().find(|(own, _)| is_same_name(own, name.as_bytes()));
        names.iter().find_map(last_of).map(|(_, value)| value_of(value, MOST_LISTS))
    }

    /// Whether no member but those of `names` has a text.
    pub fn has_no_text_but(&self, names: &[&String]) -> bool {
        let is_named = |own: &[u8]| names.iter().any(|name| is_same_name(own, name.as_bytes()));
        self.0.iter().all(|(own, value)| value.first() != Some(&b'"') || is_named(own))
    }
}

/// `filePath`, `file_path` and `FilePath` are one name.
fn is_same_name(a: &[u8], b: &[u8]) -> bool {
    fn letters(name: &[u8]) -> impl Iterator<Item = u8> {
        name.iter().filter(|byte| !matches!(byte, b'_' | b'-')).map(u8::to_ascii_lowercase)
    }
    letters(a).eq(letters(b))
}

fn value_of(raw: &[u8], lists: u8) -> Value {
    match raw.first() {
        Some(b'"') => Value::Text(String::from_utf8(decoded(raw)).unwrap_or_default()),
        Some(b'[') if lists > 0 => Value::List(parts(raw).into_iter().map(|raw| value_of(raw, lists - 1)).collect()),
        Some(b'{') if lists < MOST_LISTS => Value::Object(String::from_utf8(raw.to_vec()).unwrap_or_default()),
        Some(b'-' | b'0'..=b'9') => {
            let number = std::str::from_utf8(raw).ok().and_then(|text| text.parse().ok());
            number.map_or(Value::Other, Value::Number)
        }
        _ => Value::Other,
    }
}

/// The decoded inside of a raw string, with U+FFFD for lone surrogates.
fn decoded(raw: &[u8]) -> Vec<u8> {
    let inside = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
    let mut text = Vec::new();
    Text::new(inside, Level::SCALAR).decode_lossy_into(&mut text);
    text
}

/// The raw elements of a valid container, or its names and values in turn.
fn parts(raw: &[u8]) -> Vec<&[u8]> {
    let (mut parts, mut depth, mut start, mut at) = (Vec::new(), 0usize, 0, 0);
    let mut part = |start: usize, end: usize| {
        let part = raw.get(start..end).unwrap_or_default().trim_ascii();
        if !part.is_empty() {
            parts.push(part);
        }
    };
    while let Some(&byte) = raw.get(at) {
        match byte {
            b'"' => {
                at = string_end(raw, at);
                continue;
            }
            b'{' | b'[' => {
                depth += 1;
                start = if depth == 1 { at + 1 } else { start };
            }
            b'}' | b']' if depth == 1 => {
                part(start, at);
                break;
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' | b':' if depth == 1 => {
                part(start, at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts
}

/// The offset behind the string that opens at `start`.
fn string_end(raw: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(skip) = memchr::memchr2(b'"', b'\\', raw.get(at..).unwrap_or_default()) {
        at += skip;
        if raw.get(at) == Some(&b'"') {
            return at + 1;
        }
        at += 2;
    }
    raw.len()
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_members_as_json_parse_does() {
        let json = r#" { "a" : "x\n\ud83d\ude00\ud800", "b":[1, "y" ,[2,[3]],{}], "c":2.0, "\u0064":null, "a2":{"a":1}, "c":-1 } "#;
        let members = Members::read(json).unwrap();
        let value = |name: &str| members.first_of(&[name.to_owned()]);
        assert_eq!(value("a"), Some(Value::Text("x\n😀\u{FFFD}".into())));
        let inner = Value::List(vec![Value::Number(2.0), Value::Other]);
        let list = vec![Value::Number(1.0), Value::Text("y".into()), inner, Value::Object("{}".into())];
        assert_eq!(value("b"), Some(Value::List(list)));
        assert_eq!(value("c"), Some(Value::Number(-1.0)));
        assert_eq!((value("d"), value("x")), (Some(Value::Other), None));
        assert_eq!(members.first_of(&["x".into(), "d".into(), "a".into()]), Some(Value::Other));
    }

    #[test]
    fn reads_no_members_of_other_texts() {
        for text in ["", "[]", "{", "{\"a\":1,}", "{'a':1}", "*** Begin Patch", "\"a\"", "{} {}"] {
            assert!(Members::read(text).is_none(), "{text}");
        }
        assert!(Members::read("{}").is_some_and(|members| members.0.is_empty()));
    }

    #[test]
    fn takes_whole_numbers_as_lines() {
        let line = |number: f64| Value::Number(number).line();
        let lines = [line(0.0), line(-0.0), line(12.0), line(1.5), line(-1.0), line(1e9), line(f64::INFINITY)];
        assert_eq!(lines, [Some(0), Some(0), Some(12), None, None, None, None]);
    }
}
