//! Halves of surrogate pairs.
//!
//! ```text
//! \ud83d\ude00   a pair          \ud83d x   half of one: UTF-8 cannot encode it, and strict JSON parsers refuse it
//! \\ud83d        a backslash, then letters
//! ```
//! In UTF-8 only an escape can spell a surrogate, so the search looks at `\u` alone: a vectorised substring search,
//! then four bytes. Linear: each run of backslashes is counted once.
//!
//! The repair is as long as the escape it replaces (`\ud83d` becomes `\ufffd`) and changes no length that is ever
//! measured, so that an index of the body is an index of the repaired body, too.

use crate::edit::list::Edit;
use crate::json::text::is_escaped;
use crate::scratch::reset;
use memchr::memmem::Finder;

/// The replacement of half a pair: U+FFFD.
pub const REPAIRED: &[u8; 6] = br"\ufffd";

/// The half pairs of one body, and the body without them.
#[derive(Default)]
pub struct Repairs {
    /// Empty if there are none.
    body: Vec<u8>,
    offsets: Vec<u32>,
}

impl Repairs {
    /// Repairs a copy of `body`, a valid JSON text, if it has half pairs. One pass; no memory if it has none.
    pub fn find(&mut self, body: &[u8]) {
        self.offsets.extend(lone(body).map(|at| at as u32));
        if self.offsets.is_empty() {
            return;
        }
        self.body.extend_from_slice(body);
        for &at in &self.offsets {
            if let Some(escape) = self.body.get_mut(at as usize..).and_then(<[u8]>::first_chunk_mut) {
                *escape = *REPAIRED;
            }
        }
    }

    /// The body to read: the repaired copy if there is one, else `body`.
    #[must_use]
    pub fn applied<'a>(&'a self, body: &'a [u8]) -> &'a [u8] {
        if self.body.is_empty() { body } else { &self.body }
    }

    /// Forgets the half pairs that an edit replaces.
    pub fn drop_inside(&mut self, edits: &[Edit]) {
        let mut edits = edits.iter().peekable();
        self.offsets.retain(|&at| {
            while edits.next_if(|edit| edit.span.end <= at).is_some() {}
            edits.peek().is_none_or(|edit| at < edit.span.start)
        });
    }

    /// Byte offsets of the escapes, ascending.
    #[must_use]
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.body, bytes);
        reset(&mut self.offsets, bytes);
    }
}

/// Byte offsets of the escapes of half pairs in a valid JSON text.
pub fn lone(body: &[u8]) -> impl Iterator<Item = usize> + '_ {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_half_pairs_and_no_whole_ones() {
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
