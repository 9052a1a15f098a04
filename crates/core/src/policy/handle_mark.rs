//! The handle in a placeholder, by which what it replaces can be asked for.
//!
//! ```text
//! [Observation masked: old tool result (tool_call_id=c1, tool=grep, chars=9120) ref=0123456789abcdef0123456789abcdef]
//!                                                                              └───────────── handle ─────────────┘
//! ```

use crate::handle::HANDLE_CHARS;

/// What introduces a handle.
pub const HANDLE_OPENING: &str = " ref=";
/// The same in a line that says what a clip has left out.
pub const CLIP_HANDLE: &str = "ref=";

/// Where the handle that begins at `from` ends; none if none begins there.
pub fn end_of_handle(text: &[u8], from: usize) -> Option<usize> {
    let digits = text.get(from..)?.strip_prefix(HANDLE_OPENING.as_bytes())?.get(..HANDLE_CHARS)?;
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    digits.iter().all(is_digit).then_some(from + HANDLE_OPENING.len() + HANDLE_CHARS)
}

/// A text without the handle at its end, if it has one there.
pub fn without_handle(text: &str) -> &str {
    text.split_once(HANDLE_OPENING).map_or(text, |(before, _)| before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_has_its_opening_and_32_digits() {
        let digits = "0123456789abcdef0123456789abcdef";
        let table = [
            (format!(" ref={digits}]"), Some(37)),
            (format!(" ref={digits}0"), Some(37)),
            (format!(" ref={}", digits.to_uppercase()), None),
            (format!("ref={digits}"), None),
            (" ref=0123]".to_owned(), None),
        ];
        for (text, end) in table {
            assert_eq!(end_of_handle(text.as_bytes(), 0), end, "{text}");
        }
        assert_eq!(without_handle(&format!("a, b ref={digits}]")), "a, b");
        assert_eq!(without_handle("a, b]"), "a, b]");
    }
}
