//! The handle in a placeholder, by which what it replaces can be asked for, or the file that has it.
//!
//! ```text
//! [Observation masked: old tool result (tool_call_id=c1, tool=grep, chars=9120) ref=0123456789abcdef0123456789abcdef]
//!                                                                              └───────────── handle ─────────────┘
//! [old result left out: 9120 chars; original kept: ref=0123456789abcdef0123456789abcdef]
//!                                └────────────────── handle ──────────────────────────┘
//! […, chars=9120); original: /x/.cache/tamis/originals/0123456789abcdef0123456789abcdef.txt]
//!                └────────────────────────────────── handle ─────────────────────────────────────┘
//! ```

use crate::handle::{HANDLE_CHARS, Handle};

/// What introduces a handle.
pub const HANDLE_OPENING: &str = " ref=";
/// The same in a brief placeholder: that the original is kept is all that a reader needs, who knows the tool that takes
/// handles.
const BRIEF_OPENING: &str = "; original kept: ref=";
/// The same in a line that says what a clip has left out.
const CLIP_HANDLE: &str = "ref=";
const FILE_OPENING: &str = "; original: ";
/// How such a file's name ends.
const FILE_END: &str = ".txt";

/// How handles are written: alone, or as the name of a file.
#[derive(Clone, Debug)]
pub struct HandleMark {
    /// What introduces a handle in a placeholder.
    pub opening: String,
    /// The same in a brief placeholder.
    pub brief_opening: String,
    /// What is behind it.
    pub end: &'static str,
    /// What is in front of it in a clip.
    clip: String,
}

impl HandleMark {
    /// `folder`: the folder of the files that have the originals, with its last separator; none: there are no files.
    pub fn new(folder: Option<String>) -> Self {
        folder.map_or_else(
            || Self {
                opening: HANDLE_OPENING.to_owned(),
                brief_opening: BRIEF_OPENING.to_owned(),
                end: "",
                clip: CLIP_HANDLE.to_owned(),
            },
            |folder| {
                let opening = format!("{FILE_OPENING}{folder}");
                Self { brief_opening: opening.clone(), opening, end: FILE_END, clip: folder }
            },
        )
    }

    /// What a clip says about where the whole text is.
    pub fn in_clip(&self, handle: &Handle) -> String {
        format!("{}{}{}", self.clip, String::from_utf8_lossy(handle), self.end)
    }
}

/// Where the handle that begins at `from` ends, or the file; none if none begins there.
pub fn end_of_handle(text: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    for opening in [HANDLE_OPENING, BRIEF_OPENING] {
        if let Some(digits) = rest.strip_prefix(opening.as_bytes()) {
            return begins_with_digits(digits).then_some(from + opening.len() + HANDLE_CHARS);
        }
    }
    let path = rest.strip_prefix(FILE_OPENING.as_bytes())?;
    let line = path.split(|&byte| byte == b'\n').next()?;
    let is_file = |&at: &usize| {
        let name = line.get(at + 1..).unwrap_or_default();
        let end = name.get(HANDLE_CHARS..).unwrap_or_default();
        begins_with_digits(name) && end.starts_with(FILE_END.as_bytes())
    };
    let separator = memchr::memchr2_iter(b'/', b'\\', line).find(is_file)?;
    Some(from + FILE_OPENING.len() + separator + 1 + HANDLE_CHARS + FILE_END.len())
}

fn begins_with_digits(text: &[u8]) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    text.get(..HANDLE_CHARS).is_some_and(|digits| digits.iter().all(is_digit))
}

/// A text without the handle or file at its end, if it has one there.
pub fn without_handle(text: &str) -> &str {
    let openings = [HANDLE_OPENING, BRIEF_OPENING, FILE_OPENING];
    let end = openings.iter().filter_map(|opening| text.find(opening)).min();
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// UTF-16 units of a piece of a text.
pub fn units(piece: Option<&[u8]>) -> usize {
    String::from_utf8_lossy(piece.unwrap_or_default()).encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGITS: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn a_handle_has_its_opening_and_32_digits() {
        let table = [
            (format!(" ref={DIGITS}]"), Some(37)),
            (format!(" ref={DIGITS}0"), Some(37)),
            (format!("; original kept: ref={DIGITS}]"), Some(53)),
            ("; original kept: ref=0123]".to_owned(), None),
            (format!(" ref={}", DIGITS.to_uppercase()), None),
            (format!("ref={DIGITS}"), None),
            (" ref=0123]".to_owned(), None),
        ];
        for (text, end) in table {
            assert_eq!(end_of_handle(text.as_bytes(), 0), end, "{text}");
        }
        assert_eq!(without_handle(&format!("a, b ref={DIGITS}]")), "a, b");
        assert_eq!(without_handle(&format!("a, b; original kept: ref={DIGITS}]")), "a, b");
        assert_eq!(without_handle("a, b]"), "a, b]");
    }

    #[test]
    fn a_file_is_named_by_the_32_digits_in_any_folder() {
        let table = [
            (format!("; original: /x/{DIGITS}.txt]"), Some(51)),
            (format!("; original: C:\\a b\\{DIGITS}.txt]"), Some(55)),
            (format!("; original: /é/{DIGITS}.txt"), Some(52)),
            (format!("; original: /{DIGITS}/{DIGITS}.txt"), Some(82)),
            (format!("; original: {DIGITS}.txt"), None),
            (format!("; original: /x\n/{DIGITS}.txt"), None),
            (format!("; original: /x/{DIGITS}.json"), None),
            ("; original: /x/0123.txt".to_owned(), None),
        ];
        for (text, end) in table {
            assert_eq!(end_of_handle(text.as_bytes(), 0), end, "{text}");
        }
        assert_eq!(without_handle(&format!("a, b; original: /x/{DIGITS}.txt]")), "a, b");
    }

    #[test]
    fn a_clip_names_the_handle_or_the_file() {
        let handle = DIGITS.as_bytes().try_into().unwrap();
        assert_eq!(HandleMark::new(None).in_clip(handle), format!("ref={DIGITS}"));
        assert_eq!(HandleMark::new(Some("/x/".to_owned())).in_clip(handle), format!("/x/{DIGITS}.txt"));
    }
}
