//! Chars of a string from what the scan left behind: constant time for any length.
//!
//! ```text
//! groups      │        │        │        │        │      surplus[g]: bytes before group g that are no char
//! string            "……………………………………………………"
//!                    head │── whole groups ──│ tail      head and tail are counted, the rest is one subtraction
//! ```

use super::structure::GROUP_BYTES;
use super::{Level, chars_without, count_surplus};
use crate::transcript::Span;

/// Measures strings of one scanned body.
#[derive(Clone, Copy)]
pub struct Lengths<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) surplus: &'a [u32],
    pub(crate) level: Level,
    /// Whether a string spells an ASCII character as `\u00` and two digits.
    pub(crate) ascii_escapes: bool,
}

impl Lengths<'_> {
    /// `.length` of the decoded string whose inside, without quotes, is `inside`.
    #[must_use]
    pub fn chars(&self, inside: Span) -> usize {
        let (start, end) = (inside.start as usize, inside.end as usize);
        let (first, last) = (start.div_ceil(GROUP_BYTES), end / GROUP_BYTES);
        let count = |from, to, escaped| count_surplus(self.level, self.body, from, to, escaped);
        let groups = (self.surplus.get(first), self.surplus.get(last));
        let (true, (Some(&before), Some(&after))) = (first < last, groups) else {
            return chars_without(end - start, count(start, end, false));
        };
        let (head_end, tail_start) = (first * GROUP_BYTES, last * GROUP_BYTES);
        let is_cut = ends_escaping(self.body.get(start..tail_start).unwrap_or_default());
        let surplus = count(start, head_end, false)
            .wrapping_add(after.wrapping_sub(before))
            .wrapping_add(count(tail_start, end, is_cut));
        chars_without(end - start, surplus)
    }
}

/// Whether text inside a string ends in a backslash that escapes what follows: eight at a time, which are no odd number.
fn ends_escaping(text: &[u8]) -> bool {
    let (_, eights) = text.as_rchunks::<8>();
    let passed = 8 * eights.iter().rev().take_while(|eight| **eight == [b'\\'; 8]).count();
    let rest = text.get(..text.len() - passed).unwrap_or_default();
    rest.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{self, Marks, Structure};
    use proptest::prelude::*;

    #[test]
    fn an_odd_run_of_backslashes_escapes() {
        for before in ["", "x", "xxxxxxx"] {
            for run in 0..40 {
                let text = format!("{before}{}", "\\".repeat(run));
                assert_eq!(ends_escaping(text.as_bytes()), run % 2 == 1, "{text}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

        #[test]
        fn chars_are_those_of_the_string_wherever_it_stands(
            before in 0..700_usize,
            text in "[a-zé€😀\\n\"\\\\]{0,900}",
            after in 0..90_usize,
        ) {
            let json = serde_json::to_string(&text).unwrap();
            let body = format!("{}{json}{}", " ".repeat(before), " ".repeat(after)).into_bytes();
            let inside = Span::new(before, before + json.len()).inside();
            for level in Level::available() {
                let (mut state, mut marks) = (Structure::default(), Marks::default());
                while state.offset < body.len() {
                    scan::mark_chunk(level, &body, &mut state, &mut marks);
                }
                let lengths = Lengths { body: &body, surplus: &marks.surplus, level, ascii_escapes: false };
                prop_assert_eq!(lengths.chars(inside), text.encode_utf16().count(), "{}", level.name());
            }
        }
    }
}
