//! Takes the white space outside strings from a text that is one JSON object or list, or several of them on lines of
//! their own.
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
    shorten_by(text, out, |text, at| Some(behind_space(text, at)))
}

/// The same of a text in which no line is blank or ends in a blank or in a carriage return; false for any other, as soon as
/// that is seen.
pub(super) fn shorten_plain(text: &str, out: &mut String) -> bool {
    shorten_by(text, out, behind_plain_space)
}

/// `skip`: the offset behind the white space at an offset; none if the text is to be left.
fn shorten_by(text: &str, out: &mut String, skip: impl Fn(&[u8], usize) -> Option<usize> + Copy) -> bool {
    out.clear();
    if !may_apply(text.as_bytes()) {
        return false;
    }
    let mut copy = Copied::new(core::mem::take(out), text.as_bytes());
    let values = copy_values(text.as_bytes(), &mut copy, skip);
    *out = copy.into_text();
    let Some(values) = values else { return false };
    out.len() < text.len() && values.into_iter().all(|value| text.as_bytes().get(value).is_some_and(is_json))
}

/// Copies all values, and returns where they are; none if something else is between them.
fn copy_values(
    text: &[u8],
    copy: &mut Copied<'_>,
    skip: impl Fn(&[u8], usize) -> Option<usize> + Copy,
) -> Option<Vec<Range<usize>>> {
    let (mut values, mut at) = (Vec::new(), 0);
    loop {
        let start = skip(text, at)?;
        if start == text.len() {
            return Some(values);
        }
        if at > 0 {
            let feed = at + memchr::memchr(b'\n', text.get(at..start)?)?;
            copy.push(feed, feed + 1);
        }
        let end = copy_value(text, start, copy, skip)?;
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
            // As a number: a copy of bytes would become a call, as that of a longer piece.
            *to = u128::from_le_bytes(*piece).to_le_bytes();
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
    let mut at = behind_blanks(text, from);
    while text.get(at).is_some_and(|&byte| is_space(byte)) {
        at = behind_blanks(text, at + 1);
    }
    at
}

/// The same where the white space is of no line's end but that of the line before a value, without blanks; none elsewhere.
fn behind_plain_space(text: &[u8], from: usize) -> Option<usize> {
    let is_feed = text.get(from) == Some(&b'\n');
    let mut at = behind_blanks(text, from + usize::from(is_feed));
    while text.get(at) == Some(&b'\t') {
        at = behind_blanks(text, at + 1);
    }
    let is_end = at == text.len();
    let is_plain =
        if is_end { at - from <= usize::from(is_feed) } else { !matches!(text.get(at), Some(b'\n' | b'\r')) };
    is_plain.then_some(at)
}

/// The offset behind the blanks, without tabs, at an offset.
#[inline]
fn behind_blanks(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(chunk) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let others = u64::from_le_bytes(*chunk) ^ u64::from_le_bytes(*b"        ");
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += chunk.len();
    }
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| byte == b' ').count()
}

/// Copies the object or list at `start`, and returns its end, which its brackets tell: whether it is JSON is not known yet.
fn copy_value(
    bytes: &[u8],
    start: usize,
    copy: &mut Copied<'_>,
    skip: impl Fn(&[u8], usize) -> Option<usize>,
) -> Option<usize> {
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
                at = skip(bytes, at)?;
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

    #[test]
    fn plain_texts_become_the_same_and_all_others_are_left() {
        let plain = ["{\n  \"a\": [1,\t2],\n\t\"b\": \" \\n\"\n}", "[1, 2]", "[\n1]\n", "{ \"a\":1}\n[ 2]"];
        let others = [
            "[1, \n2]",
            "[\n\n1]",
            "[1,\r\n2]",
            "[1,\r2]",
            "[ 1]\n\n",
            "[ 1] ",
            "[ 1]\n ",
            "[ 1]\r\n",
            " \n[ 1]",
            "[ 1}",
        ];
        let (mut one, mut other) = (String::new(), String::new());
        for text in plain {
            assert!(shorten_plain(text, &mut one) && shorten(text, &mut other), "{text:?}");
            assert_eq!(one, other);
        }
        for text in others {
            assert!(!shorten_plain(text, &mut one), "{text:?}");
        }
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
