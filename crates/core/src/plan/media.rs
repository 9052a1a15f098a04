//! The notes that replace images and documents.
//!
//! ```text
//! {"type":"image","source":{…}}   ▶   {"type":"text","text":"[image masked — image/png]"}
//! ```

use super::Request;
use crate::edit::list::EditBuilder;
use crate::handle::HANDLE_CHARS;
use crate::json::text::Text;
use crate::policy::handle_mark::{HANDLE_OPENING, end_of_handle};
use crate::policy::template::{Rendered, first_difference};
use crate::transcript::TextPart;

const UNKNOWN: &str = "unknown type";
/// Chars that are looked at to see that a text is base64, and in which the comma of a `data:` address must be.
const LOOKED_AT_CHARS: usize = 120;
/// Most digits of a size.
const MAX_SIZE_DIGITS: usize = 10;
/// How an address begins that has the data in it, and what is in front of the comma before data in base64.
const SCHEME: &[u8] = b"data:";
const ENCODING: &[u8] = b";base64";
/// Bytes of `\\u0000`, the longest escape.
const LONGEST_ESCAPE: usize = 6;
/// What is behind a size.
const SIZE_END: &[u8] = b" bytes";
/// Bytes of the longest media type that a note names.
const MAX_TYPE_BYTES: usize = 64;
/// More raw bytes than a note and a line feed have, however they are spelled.
const LONGEST_NOTE_BYTES: usize = 1_000;
const LINE_FEED: u32 = 0x0A;
/// The image that replaces an image where the provider takes nothing else: 300 × 52 pixels of one bit, on which is written
/// `image masked`.
pub(super) const PICTURE: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAAA0AQAAAAAY9DiaAAAAbUlEQVR42u2UUQqAMAxDc4Pc/5a9QaRrdfoh+BeVjbKR9RXCWgY9WYGFfQrjbXbP0IbpvVhQiHzAQFcdkqd7CyaKpESOSMctS+fmxYZPAo2VbUiAHxvmWb2esg4fFpieq/UlAV0mxIGtT/Vv2AYz6SrfDzq8MgAAAABJRU5ErkJggg==";
/// JSON text around a note, on the wire where it is longest.
const AROUND_NOTE: &str = r#"{"type":"input_text","text":""}"#;
/// Shortest JSON text around the data of an image or document.
const AROUND_DATA: &str = r#"{"":""}"#;

/// The notes of one result.
pub(super) struct Notes {
    /// `.length` (UTF-16 units) of all notes together.
    pub(super) chars: usize,
    /// Largest number of bytes of the notes, less the JSON text that is around the data in any case.
    pub(super) growth: usize,
    /// By part: its note; none for a text.
    by_part: Vec<Option<Note>>,
    text_type: &'static str,
}

impl Notes {
    /// Notes for the `parts` of a result; `first` is the index of the first part in the transcript. `named`: each may have a
    /// handle, because it is a value of its own.
    pub(super) fn new(request: &Request<'_>, first: usize, parts: &[TextPart], named: bool) -> Self {
        let notes: Vec<_> = parts.iter().enumerate().map(|(at, part)| note(request, first + at, part, named)).collect();
        let chars = notes.iter().flatten().map(|note| note.text.chars).sum();
        let around = AROUND_NOTE.len() - AROUND_DATA.len();
        let growth = notes.iter().flatten().map(|note| note.text.escaped.len() + around).sum();
        Self { chars, growth, by_part: notes, text_type: request.transcript.text_type }
    }

    /// Replaces the part number `at` by its note.
    pub(super) fn write(&self, at: usize, part: &TextPart, edits: &mut EditBuilder) {
        let Some(Some(Note { text, element })) = self.by_part.get(at) else { return };
        let before: [&[u8]; 3] = match self.text_type {
            "" => [b"{\"text\":\"", b"", b""],
            name => [b"{\"type\":\"", name.as_bytes(), b"\",\"text\":\""],
        };
        let [open, name, key] = before;
        edits.replace(part.element, part.text, [open, name, key, &text.escaped, b"\"}"], Some(*element));
    }

    /// Appends every note, each on a line of its own.
    pub(super) fn push_lines(&self, text: &mut Rendered) {
        for note in self.by_part.iter().flatten() {
            text.push_str("\n");
            text.escaped.extend_from_slice(&note.text.escaped);
            text.chars += note.text.chars;
            text.bytes += note.text.bytes;
        }
    }
}

/// The note of one medium.
struct Note {
    text: Rendered,
    /// Index of the medium's element in its list.
    element: u32,
}

/// The note about `part`, number `at` of the transcript; none for a text. Linear in its data where it has a handle.
fn note(request: &Request<'_>, at: usize, part: &TextPart, named: bool) -> Option<Note> {
    let media = request.transcript.media_of(at)?;
    let mut note = Rendered::default();
    note.push_str(if media.is_image { "[image masked — " } else { "[document masked — " });
    if media.media_type.byte_count() == 0 {
        note.push_str(UNKNOWN);
    } else {
        note.push_text(Text::new(media.media_type.of(request.body), request.level));
    }
    if let Some(handles) = request.handles {
        if let Some(bytes) = data_bytes(Text::new(part.text.inside().of(request.body), request.level)) {
            note.push_str(&format!(", {bytes} bytes"));
        }
        let mark = &request.policy.handle_mark;
        // A file of text is nothing that shows an image.
        if named && mark.end.is_empty() {
            let handle = handles.of(part.element.of(request.body), request.level);
            note.push_str(&mark.opening);
            note.push_str(&String::from_utf8_lossy(&handle));
        }
    }
    note.push_str("]");
    Some(Note { text: note, element: media.at })
}

/// Bytes of data in base64; none for any other text, such as an address.
fn data_bytes(data: Text<'_>) -> Option<usize> {
    let head: Vec<u32> = data.code_points_from(0).take(2 * LOOKED_AT_CHARS).map(|char| char.code).collect();
    let start = start_of_data(&head)?;
    let first = head.get(start..)?;
    let first = first.get(..LOOKED_AT_CHARS.min(first.len()))?;
    let digits = first.get(..first.len() - pads_at_end(first))?;
    if digits.is_empty() || !digits.iter().all(|&code| is_base64(code)) {
        return None;
    }
    let near = data.boundary_before(data.raw().len().saturating_sub(2 * LONGEST_ESCAPE));
    let last: Vec<u32> = data.code_points_from(near).map(|char| char.code).collect();
    Some((data.chars() - start - pads_at_end(&last)) * 3 / 4)
}

/// Where the data of a `data:` address begin, or of any other text; none if that address has none in base64.
fn start_of_data(head: &[u32]) -> Option<usize> {
    let spells = |codes: &[u32], text: &[u8]| codes.iter().copied().eq(text.iter().map(|&byte| u32::from(byte)));
    if !head.get(..SCHEME.len()).is_some_and(|first| spells(first, SCHEME)) {
        return Some(0);
    }
    let comma = head.iter().take(LOOKED_AT_CHARS).position(|&code| code == u32::from(b','))?;
    let before = head.get(..comma)?;
    let end = before.get(comma.checked_sub(ENCODING.len())?..)?;
    let is_plain = before.iter().all(|code| (0x20..0x7F).contains(code));
    (is_plain && spells(end, ENCODING)).then_some(comma + 1)
}

/// How many of the last two chars pad.
fn pads_at_end(codes: &[u32]) -> usize {
    codes.iter().rev().take(2).take_while(|&&code| code == u32::from(b'=')).count()
}

fn is_base64(code: u32) -> bool {
    u8::try_from(code).is_ok_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'_' | b'-'))
}

const NOTES: [&str; 2] = ["[image masked — ", "[document masked — "];

/// Whether a raw text can be a note.
pub(super) fn may_be_note(raw: &[u8]) -> bool {
    NOTES.iter().any(|note| first_difference(raw, note.as_bytes()).is_none_or(|(byte, ..)| byte == b'\\'))
}

/// Whether a decoded text is a note.
pub(super) fn is_note(text: &[u8]) -> bool {
    let rest = NOTES.iter().find_map(|mark| text.strip_prefix(mark.as_bytes()));
    let Some(name) = rest.and_then(|rest| rest.strip_suffix(b"]")) else { return false };
    let name = without_size(without_digits_of_handle(name));
    let may_stand = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'/' | b'-');
    let is_type = !name.is_empty() && name.len() <= MAX_TYPE_BYTES && name.iter().all(may_stand);
    name == UNKNOWN.as_bytes() || is_type
}

fn without_digits_of_handle(text: &[u8]) -> &[u8] {
    let Some(at) = text.len().checked_sub(HANDLE_OPENING.len() + HANDLE_CHARS) else { return text };
    if end_of_handle(text, at) != Some(text.len()) {
        return text;
    }
    text.get(..at).unwrap_or(text)
}

fn without_size(text: &[u8]) -> &[u8] {
    let Some(before) = text.strip_suffix(SIZE_END) else { return text };
    let digits = before.iter().rev().take(MAX_SIZE_DIGITS + 1).take_while(|byte| byte.is_ascii_digit()).count();
    let name = before.get(..before.len() - digits).and_then(|name| name.strip_suffix(b", "));
    name.filter(|_| (1..=MAX_SIZE_DIGITS).contains(&digits)).unwrap_or(text)
}

/// `text` without the lines at its end that are notes. `decoded` is scratch memory.
pub(super) fn without_notes<'a>(mut text: Text<'a>, decoded: &mut Vec<u8>) -> Text<'a> {
    while text.raw().last() == Some(&b']') {
        let near = text.boundary_before(text.raw().len().saturating_sub(LONGEST_NOTE_BYTES));
        let feeds = text.code_points_from(near).filter(|char| char.code == LINE_FEED);
        let Some(feed) = feeds.last() else { return text };
        decoded.clear();
        text.slice_from(feed.end).decode_into(decoded);
        if !is_note(decoded) {
            return text;
        }
        text = text.slice(feed.start);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_name_a_type_of_up_to_64_chars_or_say_that_it_is_unknown() {
        let is = |name: &str| is_note(format!("[image masked — {name}]").as_bytes());
        assert!(is("unknown type") && is("image/png") && is(&"x".repeat(64)));
        assert!(!is(&"x".repeat(65)) && !is("") && !is("unknown kind") && !is("a b"));
    }

    #[test]
    fn notes_may_tell_a_size_and_a_handle() {
        let is = |rest: &str| is_note(format!("[document masked — {rest}]").as_bytes());
        let handle = "0123456789abcdef".repeat(2);
        assert!(is("a/b, 0 bytes") && is("unknown type, 9999999999 bytes"));
        assert!(is(&format!("a/b ref={handle}")) && is(&format!("a/b, 7 bytes ref={handle}")));
        assert!(!is("a/b, bytes") && !is("a/b,7 bytes") && !is("a/b, 10000000000 bytes") && !is(", 7 bytes"));
        assert!(!is(&format!("a/b ref={handle}, 7 bytes")) && !is("a/b ref=0123") && !is(&format!(" ref={handle}")));
    }

    #[test]
    fn data_in_base64_have_a_size_and_other_texts_have_none() {
        let size = |text: &str| data_bytes(Text::new(text.as_bytes(), crate::json::scan::Level::SCALAR));
        let table = [
            ("QUJD", Some(3)),
            ("QUI=", Some(2)),
            ("QQ==", Some(1)),
            ("QUI", Some(2)),
            (r"QUJD\u002f\/8\u003d", Some(5)),
            ("data:image/png;base64,QUJD", Some(3)),
            ("data:image/png;base64,", None),
            ("data:text/plain,word", None),
            ("data:é;base64,QUJD", None),
            ("https://example.com/a.png", None),
            ("two words", None),
            ("", None),
            ("A===", None),
            ("=", None),
        ];
        for (text, expected) in table {
            assert_eq!(size(text), expected, "{text}");
        }
        assert_eq!(size(&"QUJD".repeat(1000)), Some(3000));
    }
}
