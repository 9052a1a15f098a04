//! The chars of a string, from counts that the scan has made. Constant time for any length.
//!
//! ```text
//! groups      │        │        │        │        │      groups[g]: bytes before group g that are no char of their own
//! string            "……………………………………………………"
//!                    head │── whole groups ──│ tail      head and tail are counted, the rest is one subtraction
//! ```

use super::structure::{GROUP_BYTES, GroupStart};
use super::{Level, chars_without, count_surplus};
use crate::span::Span;

/// Measures strings of one scanned body.
#[derive(Clone, Copy)]
pub struct Lengths<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) groups: &'a [GroupStart],
    pub(crate) level: Level,
    /// Whether a string spells an ASCII character as `\u00` and two digits.
    pub(crate) ascii_escapes: bool,
}

impl Lengths<'_> {
    /// `.length` (UTF-16 units) of the decoded string whose inside, without quotes, is `inside`. Constant time.
    #[must_use]
    pub fn chars(&self, inside: Span) -> usize {
        let (start, end) = (inside.start as usize, inside.end as usize);
        let (first, last) = (start.div_ceil(GROUP_BYTES), end / GROUP_BYTES);
        let count = |from, to, escaped| count_surplus(self.level, self.body, from, to, escaped);
        let groups = (self.groups.get(first), self.groups.get(last));
        let (true, (Some(&before), Some(&after))) = (first < last, groups) else {
            return chars_without(end - start, count(start, end, false));
        };
        let (head_end, tail_start) = (first * GROUP_BYTES, last * GROUP_BYTES);
        let surplus = count(start, head_end, false).wrapping_add(after.surplus_since(before)).wrapping_add(count(
            tail_start,
            end,
            after.is_escaped(),
        ));
        chars_without(end - start, surplus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::scan::{self, Marks, Structure};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

        #[test]
        fn counts_the_chars_of_a_string_at_every_offset(
            before in 0..700_usize,
            text in prop_oneof!["[a-zé€😀\\n\"\\\\]{0,900}", "[aé😀]{0,4}\\\\{0,700}[\\né]{0,4}"],
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
                let lengths = Lengths { body: &body, groups: &marks.groups, level, ascii_escapes: false };
                prop_assert_eq!(lengths.chars(inside), text.encode_utf16().count(), "{}", level.name());
            }
        }
    }
}
