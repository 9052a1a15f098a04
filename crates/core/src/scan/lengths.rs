//! Chars of a string from what the scan left behind: constant time for any length.
//!
//! ```text
//! groups      │        │        │        │        │      surplus[g]: bytes before group g that are no char
//! string            "……………………………………………………"
//!                    head │── whole groups ──│ tail      head and tail are counted, the rest is one subtraction
//! ```

use super::structure::GROUP_BYTES;
use super::{Level, chars_without, count_chars, count_surplus};
use crate::transcript::Span;

/// Measures strings of one scanned body.
#[derive(Clone, Copy)]
pub struct Lengths<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) surplus: &'a [u32],
    pub(crate) level: Level,
}

impl Lengths<'_> {
    /// `.length` of the decoded string whose inside, without quotes, is `inside`.
    #[must_use]
    pub fn chars(&self, inside: Span) -> usize {
        let (start, end) = (inside.start as usize, inside.end as usize);
        let (first, last) = (start.div_ceil(GROUP_BYTES), end / GROUP_BYTES);
        let (Some(&before), Some(&after)) = (self.surplus.get(first), self.surplus.get(last)) else {
            return count_chars(self.level, inside.of(self.body));
        };
        if first >= last {
            return count_chars(self.level, inside.of(self.body));
        }
        let part = |from: usize, to: usize| self.body.get(from..to).unwrap_or_default();
        let head = count_surplus(self.level, part(start, first * GROUP_BYTES), false);
        let tail =
            count_surplus(self.level, part(last * GROUP_BYTES, end), ends_escaping(part(start, last * GROUP_BYTES)));
        let surplus = head.wrapping_add(after.wrapping_sub(before)).wrapping_add(tail);
        chars_without(end - start, surplus)
    }
}

/// Whether text inside a string ends in a backslash that escapes what follows.
fn ends_escaping(text: &[u8]) -> bool {
    text.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}
