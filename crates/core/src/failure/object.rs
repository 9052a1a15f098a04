//! Decides whether an object that a tool returned says that the tool failed. So does
//! `ts/text/error-signs.ts`.
//!
//! ```text
//! {"error":"no such file"}   {"status":"error"}   {"isError":true,…}   {"exit_code":2,…}   {"metadata":{"exit_code":2}}
//! but not: {"error":""}   {"error":{}}   {"error":0}   {"isError":false}   {"exit_code":0}
//! ```

use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::Level;

/// Members that make an object an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectRule {
    /// `error` at all, or `status` "error".
    Present,
    /// `error` with something in it, `status` "error", a mark of MCP, or an exit code other than 0.
    Meaningful,
}

/// Keys of exit codes.
const EXIT_CODES: [Key; 4] = [Key::ExitCode, Key::ExitCodeInCamelCase, Key::ReturnCode, Key::ReturnCodeInOneWord];

/// Whether `object` is an error. In the top one, `metadata` may have the exit code. The last of repeated keys counts, as
/// in `JSON.parse`. Passes the object.
pub fn is_error_object(object: &mut Cursor<'_>, rule: ObjectRule, is_top: bool) -> bool {
    let [mut error, mut status, mut mark, mut other_mark, mut metadata] = [false; 5];
    let mut codes = ExitCodes::default();
    object.members(|key, value| match (key, rule) {
        (Key::Error, ObjectRule::Present) => error = true,
        (Key::Error, ObjectRule::Meaningful) => error = is_error_value(value),
        (Key::Status, _) => status = value.string_lookup(|status| (status == b"error").then_some(())).is_some(),
        (_, ObjectRule::Present) => {}
        (Key::IsError, _) => mark = value.is_true(),
        (Key::IsErrorInCamelCase, _) => other_mark = value.is_true(),
        (Key::Metadata, _) if is_top => metadata = has_exit_code(value),
        _ => codes.note(key, value),
    });
    error || status || mark || other_mark || metadata || codes.is_failure()
}

/// Whether an object has an exit code other than 0. Passes it. Reads it anew, because the index of a request may not reach so
/// deep.
pub fn has_exit_code(object: &mut Cursor<'_>) -> bool {
    let start = object.offset();
    if object.kind() != Kind::Object {
        return false;
    }
    object.skip();
    let json = object.body().get(start..object.offset_after()).unwrap_or_default();
    let (mut index, mut codes) = (Index::default(), ExitCodes::default());
    if index.build(json, Level::SCALAR, Listing::Shallow).is_ok() {
        Cursor::new(json, index.entries()).members(|key, value| codes.note(key, value));
    }
    codes.is_failure()
}

/// By name of an exit code: whether its last value is a number other than 0.
#[derive(Default)]
struct ExitCodes([bool; EXIT_CODES.len()]);

impl ExitCodes {
    fn note(&mut self, key: Key, value: &Cursor<'_>) {
        for (code, _) in self.0.iter_mut().zip(EXIT_CODES).filter(|(_, name)| *name == key) {
            *code = is_nonzero(value);
        }
    }

    fn is_failure(&self) -> bool {
        self.0.contains(&true)
    }
}

/// Whether the value of a key `error` says that there was one: not null, false or 0, and not empty.
pub fn is_error_value(value: &Cursor<'_>) -> bool {
    let inside = value.body().get(value.offset() + 1..).unwrap_or_default();
    match value.kind() {
        Kind::Scalar => value.is_true() || is_nonzero(value),
        Kind::String => inside.first() != Some(&b'"'),
        Kind::Object | Kind::Array => !matches!(inside.trim_ascii_start().first(), Some(b'}' | b']')),
        _ => false,
    }
}

/// Whether the value is a number other than 0, as `JSON.parse` reads it.
fn is_nonzero(value: &Cursor<'_>) -> bool {
    let number = value.body().get(value.offset()..).unwrap_or_default();
    let is_part = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    let length = number.iter().take_while(is_part).count();
    let text = number.get(..length).and_then(|digits| str::from_utf8(digits).ok()).unwrap_or_default();
    value.kind() == Kind::Scalar && text.parse().is_ok_and(|number: f64| number != 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_exit_code_of_metadata_that_the_index_does_not_reach() {
        for (metadata, expected) in [
            (r#"{"exit_code":101}"#, true),
            (r#"{ "x" : [1], "exitCode" : 2 }"#, true),
            (r#"{"exit_code":0}"#, false),
            (r#"{"x":{"exit_code":1}}"#, false),
            ("{}", false),
            ("null", false),
        ] {
            let json = format!(r#"{{"response":{{"metadata":{metadata},"output":"x"}}}}"#);
            let mut index = Index::default();
            index.build(json.as_bytes(), Level::SCALAR, Listing::Shallow).unwrap();
            let mut found = false;
            Cursor::new(json.as_bytes(), index.entries())
                .members(|_, value| found = is_error_object(value, ObjectRule::Meaningful, true));
            assert_eq!(found, expected, "{metadata}");
        }
    }
}
