//! Cuts lines that are too long to their beginning, a note about the cut, and their end.
//!
//! ```text
//! {"rows":[{"id":1,"name":"a"},{"id":…  ──▶  {"rows":[{"id":1,"na[… 90210 chars …]:900,"name":"z"}]}
//! ```
//! Long base64 becomes a note before anything is cut ([`super::data`]).
//! A cut line has at most `max_chars` chars, the note among them. A line that says that something failed keeps as much
//! of its beginning as is looked at to see that.

use super::chars::{chars_of, head_of, tail_of};
use super::data;
use super::text_lines::{lines, says_error, split_digits};
use crate::failure::line::LINE_CHARS;
use memchr::{memmem, memrchr};

const BEFORE: &str = "[… ";
const BEHIND: &str = " chars …]";

/// Whether `text` may have a line of more than `max_chars` chars.
#[must_use]
pub fn may_apply(text: &[u8], max_chars: usize) -> bool {
    let mut start = 0_usize;
    // Looks for the last line feed among so many bytes and one, so most of the text is never read.
    while let Some(window) = max_chars.checked_add(1).and_then(|bytes| text.get(start..start.checked_add(bytes)?)) {
        let Some(feed) = memrchr(b'\n', window) else { return true };
        start += feed + 1;
    }
    false
}

/// Fills `out` with `text`, each line of more than `max_chars` chars cut where that is shorter. False, with `out`
/// unspecified, if there is none, or if `text` has such a note already. Never splits a surrogate pair. Linear.
pub fn shorten(text: &str, max_chars: usize, out: &mut String) -> bool {
    out.clear();
    if !may_apply(text.as_bytes(), max_chars) || has_note(text.as_bytes()) {
        return false;
    }
    let mut without_data = String::new();
    let has_data = data::leave_out(text, &mut without_data);
    let text = if has_data { without_data.as_str() } else { text };
    let mut copied = 0;
    for line in lines(text.as_bytes()).filter(|line| line.text.len() > max_chars) {
        let whole = text.get(line.start..line.start + line.text.len()).unwrap_or_default();
        if let Some(Cut { head, note, tail }) = cut(whole, max_chars) {
            out.push_str(text.get(copied..line.start).unwrap_or_default());
            out.extend([head, &note, tail]);
            copied = line.start + line.text.len();
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    copied > 0 || has_data
}

/// What replaces a line.
struct Cut<'a> {
    head: &'a str,
    note: String,
    tail: &'a str,
}

fn cut(line: &str, max_chars: usize) -> Option<Cut<'_>> {
    let chars = chars_of(line);
    if chars <= max_chars {
        return None;
    }
    // Fewer chars are left out than there are, so the note is never longer than this one.
    let room = max_chars.saturating_sub(chars_of(note_of(chars)));
    let mut head_room = room - room / 2;
    if says_error(line) {
        // One more, because a head ends in front of a surrogate pair that it would split.
        head_room = head_room.max(LINE_CHARS + 1);
    }
    let head = head_of(line, head_room);
    let head_chars = chars_of(head);
    let behind = line.get(head.len()..).unwrap_or_default();
    let tail = tail_of(behind, room.saturating_sub(head_chars));
    let left_out = chars - head_chars - chars_of(tail);
    let note = note_of(left_out);
    let is_shorter = left_out > chars_of(&note) && behind.len() - tail.len() > note.len();
    is_shorter.then_some(Cut { head, note, tail })
}

fn note_of(chars: usize) -> String {
    format!("{BEFORE}{chars}{BEHIND}")
}

fn has_note(text: &[u8]) -> bool {
    memmem::find_iter(text, BEFORE).any(|at| {
        let number = text.get(at + BEFORE.len()..).and_then(split_digits);
        number.is_some_and(|(_, behind)| behind.starts_with(BEHIND.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_any_limit() {
        let mut out = String::new();
        assert!(!shorten("abc\ndef", usize::MAX, &mut out));
        assert!(shorten(&"x".repeat(40), 0, &mut out));
        assert_eq!(out, "[… 40 chars …]");
    }
}
