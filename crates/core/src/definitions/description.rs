//! Cuts a description that is too long, and says so.
//!
//! ```text
//! Runs a command in a shell. The working directory … ──▶ Runs a command in a shell. The [… 5210 chars left out]
//! ```

use crate::json::scan::Level;
use crate::json::text::{Text, push_escaped};

/// Appends a raw string's text, cut to at most `max_chars` UTF-16 units with the note, as JSON between quotes; false, with
/// nothing appended, if it is no longer, would not become shorter, or has halves of surrogate pairs. The cut is at a blank
/// if one is in the second half of what is kept. Linear.
pub(super) fn cut_into(raw: &[u8], max_chars: usize, level: Level, out: &mut Vec<u8>) -> bool {
    let text = Text::new(raw, level);
    let chars = text.chars();
    if chars <= max_chars {
        return false;
    }
    let mut whole = Vec::new();
    text.decode_into(&mut whole);
    // Half a pair is no UTF-8.
    let Ok(whole) = core::str::from_utf8(&whole) else { return false };
    // Fewer chars are left out than there are, so the note is never longer than this one.
    let room = max_chars.saturating_sub(units(&note_of(chars)));
    let head = at_blank(head_of(whole, room), room);
    let left_out = chars - units(head);
    let note = note_of(left_out);
    if left_out <= units(&note) || whole.len() - head.len() <= note.len() {
        return false;
    }
    push_escaped(head, out);
    push_escaped(&note, out);
    true
}

fn note_of(chars: usize) -> String {
    format!(" [… {chars} chars left out]")
}

fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The longest beginning with at most so many units.
fn head_of(text: &str, room: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, char)| {
        units += char.len_utf16();
        units > room
    });
    text.get(..end.map_or(text.len(), |(at, _)| at)).unwrap_or_default()
}

fn at_blank(head: &str, room: usize) -> &str {
    let kept = head.rfind([' ', '\n']).and_then(|at| head.get(..at));
    kept.filter(|kept| units(kept) * 2 >= room).unwrap_or(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, max_chars: usize) -> Option<String> {
        let mut out = Vec::new();
        cut_into(text.as_bytes(), max_chars, Level::SCALAR, &mut out).then(|| String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_cut_description_ends_at_a_word_and_says_how_much_is_left_out() {
        let text = "word ".repeat(60);
        let out = cut(&text, 100).unwrap();
        assert_eq!(out, format!("{} [… 226 chars left out]", &text[..74]));
        assert_eq!(cut(&out, 100), None, "what was cut stays");
        assert_eq!(cut(&text, 300), None);
        assert_eq!(cut(&"x".repeat(101), 100), None, "the note would be longer");
    }

    #[test]
    fn no_surrogate_pair_is_split_and_half_a_pair_keeps_its_text() {
        let out = cut(&"😀".repeat(200), 101).unwrap();
        assert!(out.starts_with('😀') && units(&out) <= 101, "{out}");
        assert_eq!(cut(&format!("{}\\ud800", "x".repeat(300)), 100), None);
        assert_eq!(cut(&"\\u00e9\\n".repeat(100), 100).map(|text| text.contains("é\\n")), Some(true));
    }
}
