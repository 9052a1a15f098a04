//! Halves of surrogate pairs.
//!
//! ```text
//! \ud83d\ude00   a pair          \ud83d x   half of one: no UTF-8 text can hold it, and strict JSON parsers refuse it
//! \\ud83d        a backslash, then letters
//! ```
//! In UTF-8 only an escape can spell a surrogate, so the search looks at `\u` alone: a vectorised substring search,
//! then four bytes. Linear: each run of backslashes is counted once.

use super::rows::{Detail, Rows, Site};
use super::rule::Rule;
use crate::cursor::Cursor;
use crate::transcript::Span;
use memchr::memmem::Finder;

/// Reports the first half pair of each message, and the first one of the rest of the request.
pub(super) fn check(body: &[u8], messages: Option<Cursor<'_>>, rows: &mut Rows) {
    let mut found = lone(body).peekable();
    if found.peek().is_none() {
        return;
    }
    let mut outside = None;
    let mut index = 0;
    if let Some(mut messages) = messages {
        messages.elements(|message| {
            let span = message_span(message);
            while let Some(at) = found.next_if(|&at| at < span.start as usize) {
                outside = outside.or(Some(at));
            }
            let mut first = None;
            while let Some(at) = found.next_if(|&at| at < span.end as usize) {
                first = first.or(Some(at));
            }
            if let Some(at) = first {
                rows.add(Rule::LoneSurrogate, Site::message(index, at), Detail::None);
            }
            index += 1;
        });
    }
    if let Some(at) = outside.or_else(|| found.next()) {
        rows.add(Rule::LoneSurrogate, Site::request(at), Detail::None);
    }
}

/// Passes the value here.
fn message_span(message: &mut Cursor<'_>) -> Span {
    let start = message.offset();
    if let Some(text) = message.string() {
        return text;
    }
    message.skip();
    Span::new(start, message.offset_after().max(start))
}

/// Offsets of the escapes of half pairs in a valid JSON text.
fn lone(body: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let finder = Finder::new(br"\u");
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + finder.find(body.get(at..)?)?;
            at = start + 2;
            if is_escaped(body, start) {
                continue;
            }
            let Some(is_high) = surrogate(body, start) else { continue };
            at = start + 6;
            let pair = is_high && body.get(at..at + 2) == Some(br"\u") && surrogate(body, at) == Some(false);
            if !pair {
                return Some(start);
            }
            at += 6;
        }
    })
}

/// Whether the escape at `at` is a high (or a low) surrogate; none if it is neither.
fn surrogate(body: &[u8], at: usize) -> Option<bool> {
    let &[first, second] = body.get(at + 2..at + 4)? else { return None };
    match (first, second) {
        (b'd' | b'D', b'8' | b'9' | b'a' | b'A' | b'b' | b'B') => Some(true),
        (b'd' | b'D', b'c'..=b'f' | b'C'..=b'F') => Some(false),
        _ => None,
    }
}

/// Whether the backslash at `at` is itself escaped.
fn is_escaped(body: &[u8], at: usize) -> bool {
    let before = body.get(..at).unwrap_or_default();
    before.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_halves_alone() {
        let table: [(&str, &[usize]); 9] = [
            (r#""plain \n \u00e9""#, &[]),
            (r#""\ud83d\ude00""#, &[]),
            (r#""\ud83d""#, &[1]),
            (r#""\ude00\ud83d""#, &[1, 7]),
            (r#""\ud83dx\uDE00""#, &[1, 8]),
            (r#""\ud83d\ud83d\ude00""#, &[1]),
            (r#""\\ud83d""#, &[]),
            (r#""\\\ud83d""#, &[3]),
            (r#""\ud83d\\ude00""#, &[1]),
        ];
        for (text, expected) in table {
            assert_eq!(lone(text.as_bytes()).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
