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
    by_part: Vec<Option<Rendered>>,
    text_type: &'static str,
}

impl Notes {
    /// Notes for the `parts` of a result; `first` is the index of the first part in the transcript.
    pub(super) fn new(request: &Request<'_>, first: usize, parts: &[TextPart]) -> Self {
        let notes: Vec<_> = (0..parts.len()).map(|at| note(request, first + at)).collect();
        let chars = notes.iter().flatten().map(|note| note.chars).sum();
        let around = AROUND_NOTE.len() - AROUND_DATA.len();
        let growth = notes.iter().flatten().map(|note| note.escaped.len() + around).sum();
        Self { chars, growth, by_part: notes, text_type: request.transcript.text_type }
    }

    /// Replaces the part number `at` by its note.
    pub(super) fn write(&self, at: usize, part: &TextPart, edits: &mut EditBuilder) {
        let Some(Some(note)) = self.by_part.get(at) else { return };
        let pieces = [b"{\"type\":\"", self.text_type.as_bytes(), b"\",\"text\":\"", &note.escaped, b"\"}"];
        edits.replace(part.element, part.text, pieces, Some(at as u32));
    }
}

fn note(request: &Request<'_>, part: usize) -> Option<Rendered> {
    let media = request.transcript.media_of(part)?;
    let mut note = Rendered::default();
    note.push_str(if media.is_image { "[image masked — " } else { "[document masked — " });
    if media.media_type.byte_count() == 0 {
        note.push_str(UNKNOWN);
    } else {
        note.push_text(Text::new(media.media_type.of(request.body), request.level));
    }
    note.push_str("]");
    Some(note)
}

/// Whether a decoded text is a note.
pub(super) fn is_note(text: &[u8]) -> bool {
    let marks = ["[image masked — ", "[document masked — "];
    let rest = marks.iter().find_map(|mark| text.strip_prefix(mark.as_bytes()));
    let Some(name) = rest.and_then(|rest| rest.strip_suffix(b"]")) else { return false };
    let may_stand = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'/' | b'-');
    name == UNKNOWN.as_bytes() || (!name.is_empty() && name.iter().all(may_stand))
}
