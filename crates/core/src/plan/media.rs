//! The notes that replace images and documents.
//!
//! ```text
//! {"type":"image","source":{…}}   ▶   {"type":"text","text":"[image masked — image/png]"}
//! ```

use super::Request;
use crate::edit::list::EditBuilder;
use crate::json::text::Text;
use crate::policy::template::Rendered;
use crate::transcript::TextPart;

const UNKNOWN: &str = "unknown type";
/// Bytes of the longest media type that a note names.
const MAX_TYPE_BYTES: usize = 64;
/// More raw bytes than a note and a line feed have, however they are spelled.
const LONGEST_NOTE_BYTES: usize = 600;
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
    /// Notes for the `parts` of a result; `first` is the index of the first part in the transcript.
    pub(super) fn new(request: &Request<'_>, first: usize, parts: &[TextPart]) -> Self {
        let notes: Vec<_> = (0..parts.len()).map(|at| note(request, first + at)).collect();
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

fn note(request: &Request<'_>, part: usize) -> Option<Note> {
    let media = request.transcript.media_of(part)?;
    let mut note = Rendered::default();
    note.push_str(if media.is_image { "[image masked — " } else { "[document masked — " });
    if media.media_type.byte_count() == 0 {
        note.push_str(UNKNOWN);
    } else {
        note.push_text(Text::new(media.media_type.of(request.body), request.level));
    }
    note.push_str("]");
    Some(Note { text: note, element: media.at })
}

/// Whether a decoded text is a note.
pub(super) fn is_note(text: &[u8]) -> bool {
    let marks = ["[image masked — ", "[document masked — "];
    let rest = marks.iter().find_map(|mark| text.strip_prefix(mark.as_bytes()));
    let Some(name) = rest.and_then(|rest| rest.strip_suffix(b"]")) else { return false };
    let may_stand = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'/' | b'-');
    let is_type = !name.is_empty() && name.len() <= MAX_TYPE_BYTES && name.iter().all(may_stand);
    name == UNKNOWN.as_bytes() || is_type
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
}
