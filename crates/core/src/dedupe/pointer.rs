//! The texts that take the place of repeated content.

use super::brief;
use super::spelling::{Spelling, units};
use core::fmt::{Display, Write};
use memchr::memmem::Finder;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Takes the place of a file's content that was read before.
pub const FILE_POINTER: &str = "⟨ File content already provided above ⟩";
const REFERENCE_START: &str = "⟨ Reference: See message #";
const STARTS: [&str; 3] = [REFERENCE_START, FILE_POINTER, "⟨ Consolidated "];
const OPENING: &str = "⟨ ";
const MAX_NAME_UNITS: usize = 128;

// Built once, because building a finder costs more than most searches.
static OPENINGS: LazyLock<[Finder<'static>; 2]> = LazyLock::new(|| [OPENING, brief::OPENING].map(Finder::new));
static ESCAPED_OPENING: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\\u27"));
static ABOVE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(brief::ABOVE));

/// Whether a line begins as one of these texts. The content of a result may contain such lines too. Asked of every line.
#[inline]
pub fn is_pointer_line(line: &[u8]) -> bool {
    let first = line.first();
    (first == OPENING.as_bytes().first() || first == brief::OPENING.as_bytes().first()) && begins_pointer(line)
}

#[cold]
fn begins_pointer(line: &[u8]) -> bool {
    brief::begins(line) || STARTS.iter().any(|start| line.starts_with(start.as_bytes()))
}

/// Whether a text has anywhere what one of these texts begins with. Linear.
#[must_use]
pub fn has_pointer(text: &[u8]) -> bool {
    let is_pointer = |at: usize| is_pointer_line(text.get(at..).unwrap_or_default());
    OPENINGS.iter().any(|opening| opening.find_iter(text).any(is_pointer))
}

/// Bytes of the longest text that is taken for a pointer alone.
pub const MAX_POINTER_BYTES: usize = 400;

/// Whether a whole text is one of these texts, by its ends: a client sends back what it was sent.
pub fn is_pointer(text: &[u8]) -> bool {
    let is_ended = text.ends_with(b"]") || text.ends_with("⟩".as_bytes());
    text.len() <= MAX_POINTER_BYTES && is_ended && is_pointer_line(text) && !text.contains(&b'\n')
}

/// Whether a whole text says that it is a file's content, which was read before.
pub fn is_file_pointer(text: &[u8]) -> bool {
    text == FILE_POINTER.as_bytes() || text == brief::FILE_POINTER.as_bytes()
}

/// Whether the JSON text of a string has what pointers that lead back begin with. Linear.
pub fn has_pointer_back(json: &[u8]) -> bool {
    let is_seed = |rest: &[u8]| {
        STARTS.iter().filter_map(|start| start.get(OPENING.len()..)).any(|start| rest.starts_with(start.as_bytes()))
    };
    let begins = |at: usize| is_seed(json.get(at + OPENING.len()..).unwrap_or_default());
    let begins_escaped = |at: usize| match json.get(at + ESCAPED_OPENING.needle().len()..) {
        Some([b'e' | b'E', b'8', b' ', rest @ ..]) => is_seed(rest),
        _ => false,
    };
    ABOVE.find(json).is_some()
        || OPENINGS[0].find_iter(json).any(begins)
        || ESCAPED_OPENING.find_iter(json).any(begins_escaped)
}

/// A result as pointers name it.
pub struct Target<'a, P> {
    pub message: u32,
    pub call_id: Option<Cow<'a, str>>,
    pub tool_name: Option<Cow<'a, str>>,
    /// 1-based place among the results of its message. Asked only where no id names it.
    pub place: P,
}

impl<P: Fn() -> u32> Target<'_, P> {
    /// The pointer to the whole result.
    pub fn whole(&self) -> String {
        let label = self.label();
        match self.tool_name.as_deref().and_then(shown) {
            Some(tool) => self.pointer(format_args!("the result of {tool} ({label})")),
            None => self.pointer(format_args!("the result of {label}")),
        }
    }

    /// The pointer to lines, both ends included.
    pub fn lines(&self, first: usize, last: usize) -> String {
        self.pointer(format_args!("lines {first}–{last} of {}", self.label()))
    }

    fn pointer(&self, what: impl Display) -> String {
        let mut text = String::from(REFERENCE_START);
        // Writing to a string cannot fail.
        let _ = write!(text, "{} for {what} ⟩", self.message);
        text
    }

    fn label(&self) -> Cow<'_, str> {
        self.call_id.as_deref().and_then(shown).unwrap_or_else(|| format!("tool result {}", (self.place)()).into())
    }
}

/// A name on one line, of limited length and without chars that JSON escapes, because it comes from a model.
fn shown(name: &str) -> Option<Cow<'_, str>> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if (1..=MAX_NAME_UNITS).contains(&name.len()) && name.bytes().all(is_plain) {
        return Some(name.into());
    }
    let mut room = MAX_NAME_UNITS;
    let kept = name.chars().filter(|char| !char.is_control() && !matches!(char, '"' | '\\'));
    let text: String = kept
        .take_while(|char| {
            let fits = char.len_utf16() <= room;
            room = room.saturating_sub(char.len_utf16());
            fits
        })
        .collect();
    (!text.is_empty()).then_some(text.into())
}

/// Whether a pointer has fewer chars and bytes than the text that it replaces.
pub fn is_shorter(pointer: &str, text: &[u8], spelling: Spelling) -> bool {
    let bytes = pointer.len() + 1;
    // No unit has less than a byte.
    spelling.has_units(text, bytes)
        || (spelling.has_bytes(text, bytes) && spelling.has_units(text, units(pointer.as_bytes()) + 1))
}
