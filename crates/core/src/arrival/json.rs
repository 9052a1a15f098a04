//! Takes the white space outside strings from a text that is one JSON object or list, or several of them on lines of
//! their own. The baseline's twin is `ts/arrival/json.ts`.
//!
//! ```text
//! {                        {"a":[1,2],"a":"x  y"}        spelling, order and repeated keys stay
//!   "a": [1, 2],
//!   "a": "x  y"
//! }
//! {"a": 1}␊{"b": 2}␊       {"a":1}␊{"b":2}               each value on one line
//! ```

use crate::json::index::is_json;
use core::ops::Range;

/// False if [`shorten`] would return false for any text with these bytes at its ends.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    let first = text.iter().find(|byte| !is_space(**byte));
    let last = text.iter().rev().find(|byte| !is_space(**byte));
    matches!((first, last), (Some(b'{' | b'['), Some(b'}' | b']')))
        && (memchr::memchr3(b' ', b'\n', b'\t', text).is_some() || memchr::memchr(b'\r', text).is_some())
}

/// Writes the text without white space outside strings to `out`. False if it has none, or if anything in it is no JSON:
/// then nothing of it may change, and `out` is unspecified. Linear.
pub fn shorten(text: &str, out: &mut String) -> bool {
    out.clear();
    if !may_apply(text.as_bytes()) {
        return false;
    }
    let mut copy = Copied::new(core::mem::take(out), text.as_bytes());
    let values = copy_values(text.as_bytes(), &mut copy);
    *out = copy.into_text();
    let Some(values) = values else { return false };
    out.len() < text.len() && values.into_iter().all(|value| text.as_bytes().get(value).is_some_and(is_json))
}

/// Copies all values, and returns where they are; none if something else is between them.
fn copy_values(text: &[u8], copy: &mut Copied<'_>) -> Option<Vec<Range<usize>>> {
    let (mut values, mut at) = (Vec::new(), 0);
    loop {
        let start = behind_space(text, at);
        if start == text.len() {
            return Some(values);
        }
        if at > 0 {
            let feed = at + memchr::memchr(b'\n', text.get(at..start)?)?;
            copy.push(feed, feed + 1);
        }
        let end = copy_value(text, start, copy)?;
        values.push(start..end);
        at = end;
    }
}

/// Pieces of a text, joined.
struct Copied<'a> {
    text: &'a [u8],
    /// As long as the text, and [`PIECE`] bytes more.
    out: Vec<u8>,
    bytes: usize,
}

/// Bytes of a short piece: so many are copied at once, whatever its length, because a call costs more than that.
const PIECE: usize = 16;

impl<'a> Copied<'a> {
    fn new(memory: String, text: &'a [u8]) -> Self {
        let mut out = memory.into_bytes();
        out.resize(text.len() + PIECE, 0);
        Self { text, out, bytes: 0 }
    }

    fn push(&mut self, start: usize, end: usize) {
        let (bytes, rest) = (end - start, self.out.get_mut(self.bytes..).unwrap_or_default());
        let short = self.text.get(start..).and_then(<[u8]>::first_chunk::<PIECE>).filter(|_| bytes <= PIECE);
        if let (Some(piece), Some(to)) = (short, rest.first_chunk_mut::<PIECE>()) {
            *to = *piece;
        } else if let (Some(piece), Some(to)) = (self.text.get(start..end), rest.get_mut(..bytes)) {
            to.copy_from_slice(piece);
        }
        self.bytes += bytes;
    }

    /// Pieces end at ASCII, so they are UTF-8.
    fn into_text(mut self) -> String {
        self.out.truncate(self.bytes);
        String::from_utf8(self.out).unwrap_or_default()
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn behind_space(text: &[u8], from: usize) -> usize {
    let mut start = from;
    while text.get(start..).and_then(<[u8]>::first_chunk) == Some(b"    ") {
        start += 4;
    }
    let rest = text.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|byte| is_space(**byte)).count()
}

/// Copies the object or list at `start`, and returns its end, which its brackets tell: whether it is JSON is not known yet.
fn copy_value(bytes: &[u8], start: usize, copy: &mut Copied<'_>) -> Option<usize> {
    let (mut depth, mut at, mut copied) = (0usize, start, start);
    loop {
        match bytes.get(at)? {
            b'"' => {
                at = string_end(bytes, at)?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    copy.push(copied, at + 1);
                    return Some(at + 1);
                }
            }
            b' ' | b'\t' | b'\n' | b'\r' => {
                copy.push(copied, at);
                at = behind_space(bytes, at);
                copied = at;
                continue;
            }
            _ if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
}

/// The offset behind the string that opens at `start`. Most strings are so short that a search costs more than to look.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    const SHORT: usize = 16;
    let mut at = start + 1;
    loop {
        let rest = bytes.get(at..)?;
        let is_sign = |byte: &u8| matches!(byte, b'"' | b'\\');
        let near = rest.iter().take(SHORT).position(is_sign);
        at += near.or_else(|| memchr::memchr2(b'"', b'\\', rest))?;
        if bytes.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated_texts::Fixtures;

    #[test]
    fn agrees_with_the_fixtures_and_the_baseline() {
        let fixtures: Fixtures =
            serde_json::from_str(include_str!("../../../../__test__/fixtures/arrival-json.json")).unwrap();
        fixtures.check(may_apply, shorten);
    }

    #[test]
    fn no_depth_is_too_deep() {
        let mut out = String::new();
        let deep = "[ ".repeat(200_000) + &"] ".repeat(200_000);
        assert!(shorten(&deep, &mut out));
        assert_eq!(out.len(), 400_000);
        assert!(!shorten(&"[ ".repeat(200_000), &mut out));
    }
}
