//! Finds a line near an end of a text that says that something failed. `lines.rs` does so in texts as JSON spells
//! them, `ts/text/error-signs.ts` is the obvious version.

use crate::arrival::{head_of, says_error, tail_of};

/// A line counts if it begins within so many UTF-16 units of either end.
const NEAR_CHARS: usize = 500;

/// Whether a line near an end of `text` says that something failed. Reads both ends, and the rest of their last lines.
pub fn has_error_line(text: &str) -> bool {
    let (head, tail) = edges(text);
    let is_error = |start: usize| {
        let rest = text.get(start..).unwrap_or_default();
        says_error(rest.get(..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())).unwrap_or_default())
    };
    let starts = |from: usize, to: usize| {
        let feeds = memchr::memchr_iter(b'\n', text.as_bytes().get(from..to).unwrap_or_default());
        feeds.map(move |feed| from + feed + 1)
    };
    // The line feed in front of a line at an edge is just before it.
    let from = tail.saturating_sub(1).max(head);
    is_error(0) || starts(0, head).any(is_error) || starts(from, text.len()).any(is_error)
}

/// Byte offsets: the last at which a line near the beginning may start, and the first at which one near the end may.
fn edges(text: &str) -> (usize, usize) {
    let bytes = text.as_bytes();
    let is_ascii = |part: Option<&[u8]>| part.is_some_and(<[u8]>::is_ascii);
    let last = bytes.len().saturating_sub(NEAR_CHARS);
    // A unit is a byte there.
    let head = if is_ascii(bytes.get(..NEAR_CHARS)) { NEAR_CHARS - 1 } else { head_of(text, NEAR_CHARS - 1).len() };
    let tail = if is_ascii(bytes.get(last..)) { last } else { bytes.len() - tail_of(text, NEAR_CHARS).len() };
    (head, tail)
}

#[cfg(test)]
mod tests {
    use super::has_error_line;
    use crate::arrival::says_error;
    use proptest::prelude::*;

    /// Every line, judged where it begins.
    fn naive(text: &str) -> bool {
        let all = text.encode_utf16().count();
        let mut start = 0;
        text.split('\n').any(|line| {
            let at = start;
            start += line.encode_utf16().count() + 1;
            (at < 500 || at + 500 >= all) && says_error(line)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

        #[test]
        fn finds_the_lines_near_the_ends_alone(
            parts in prop::collection::vec(prop_oneof![
                "(\n|é|😀|x){1,3}", "\nerror: x", "\nFAILED ", "[a-z]{490,505}", "(é|😀|漢){240,510}", "a{0,20}",
            ], 0..8),
        ) {
            let text = parts.concat();
            prop_assert_eq!(has_error_line(&text), naive(&text), "{}", text);
        }
    }

    #[test]
    fn judges_a_line_by_where_it_begins() {
        for unit in ["x", "é", "漢", "😀"] {
            let chars = unit.encode_utf16().count();
            for before in (480 / chars)..(510 / chars) {
                for text in [
                    format!("{}\nerror: x{}", unit.repeat(before), "y".repeat(2_000)),
                    format!("{}\nerror: x{}", "y".repeat(2_000), unit.repeat(before)),
                ] {
                    assert_eq!(has_error_line(&text), naive(&text), "{unit} {before}");
                }
            }
        }
    }
}
