//! Messages of errors that are members of an object, as lines.
//!
//! ```text
//! {"error":"denied","code":403}                             error: denied
//! {"error":{"code":403,"message":"denied"}}                 error: denied
//! {"isError":true,"content":[{"type":"text","text":"x"}]}   error: x
//! {"status":"error","message":"denied"}                     error: denied
//! ```

use super::in_json::{Found, line_at};
use super::line::is_error_line;
use crate::json::text::is_escaped;
use core::ops::Range;

/// Members whose value is an error, or has its message.
const ERRORS: [&str; 4] = ["error", "errors", "Error", "err"];
/// Members that have the message of an error.
const MESSAGES: [&str; 8] =
    ["message", "msg", "detail", "details", "reason", "text", "error_description", "errorMessage"];
/// Members that say that there was one, with the values that do.
const MARKS: [(&str, &[&str]); 7] = [
    ("status", &[r#""error""#, r#""failed""#, r#""failure""#]),
    ("level", &[r#""error""#, r#""fatal""#]),
    ("isError", &["true"]),
    ("is_error", &["true"]),
    ("success", &["false"]),
    ("ok", &["false"]),
    ("exit_code", &["1", "2", "3", "4", "5", "6", "7", "8", "9", "-"]),
];
/// Most messages of a text.
const MOST: usize = 8;
/// Bytes behind the name of an error's object in which its message is.
const NEAR_BYTES: usize = 512;

/// Messages that are found as the strings of a text go by.
#[derive(Default)]
pub(super) struct Messages<'t> {
    /// Up to where a message is that of an error.
    until: usize,
    /// Whether the text says that there was an error.
    marked: bool,
    waiting: Vec<Found<'t>>,
    count: usize,
}

impl<'t> Messages<'t> {
    /// Sees what is between two quotes or line feeds.
    pub(super) fn see(&mut self, text: &'t str, place: Range<usize>, found: &mut Vec<Found<'t>>) {
        let Some((name, value)) = member_of(text, &place) else { return };
        self.marked |=
            MARKS.iter().any(|(mark, values)| name == *mark && values.iter().any(|one| value.starts_with(one)));
        let (is_error, start) = (ERRORS.contains(&name), text.len() - value.len());
        if is_error && value.starts_with(['{', '[']) {
            self.until = start + NEAR_BYTES;
        }
        let is_of_error = is_error || (start < self.until && MESSAGES.contains(&name));
        if !value.starts_with('"')
            || !(is_of_error || MESSAGES.contains(&name))
            || self.count + self.waiting.len() >= MOST
        {
            return;
        }
        let Some(message) = message_at(text, start + 1) else { return };
        if is_of_error {
            (self.until, self.count) = (0, self.count + 1);
            found.push(message);
        } else {
            self.waiting.push(message);
        }
    }

    /// Adds what only a mark makes a message of an error.
    pub(super) fn end(self, found: &mut Vec<Found<'t>>) {
        if self.marked && self.count == 0 {
            found.extend(self.waiting);
        }
    }
}

/// The member whose name is at a place, and the text from its value on.
fn member_of<'t>(text: &'t str, place: &Range<usize>) -> Option<(&'t str, &'t str)> {
    let value = text.get(place.end..)?.strip_prefix('"')?.trim_start().strip_prefix(':')?.trim_start();
    Some((text.get(place.clone())?, value))
}

/// The first line of the string that begins at `start`, as an error's.
fn message_at(text: &str, start: usize) -> Option<Found<'_>> {
    let bytes = text.as_bytes().get(start..)?;
    let is_end = |&at: &usize| match bytes.get(at) {
        Some(b'\\') => bytes.get(at + 1) == Some(&b'n') && !is_escaped(bytes, at),
        Some(b'"') => !is_escaped(bytes, at),
        _ => true,
    };
    let end = memchr::memchr3_iter(b'"', b'\\', b'\n', bytes).find(is_end).unwrap_or(bytes.len());
    let found = line_at(text, start..start + end);
    let message = found.line.trim();
    let line = format!("error: {message}");
    (!message.is_empty() && is_error_line(line.as_bytes()))
        .then(|| Found { place: found.place.clone(), line: line.into() })
}
