//! Counts the chars (UTF-16 units) of a text.

/// Bytes that are counted without an overflow of a byte.
const RUN_BYTES: usize = 120;

/// JavaScript's `.length`: one for each code point, two above U+FFFF. Vectorised by the compiler: some GB/s.
#[must_use]
pub fn chars_of(text: &str) -> usize {
    let units = |run: &[u8]| {
        let count = |sum: u8, &byte: &u8| sum + u8::from(byte & 0xC0 != 0x80) + u8::from(byte >= 0xF0);
        usize::from(run.iter().fold(0, count))
    };
    text.as_bytes().chunks(RUN_BYTES).map(units).sum()
}

/// The longest beginning with at most so many chars: its end as a byte offset. A pair of surrogates is one code point.
#[must_use]
pub fn head_end(text: &str, chars: usize) -> usize {
    let mut units = 0;
    let fits = |char: &(usize, char)| {
        units += char.1.len_utf16();
        units > chars
    };
    text.char_indices().find(fits).map_or(text.len(), |(at, _)| at)
}

/// The longest end with at most so many chars: its start as a byte offset.
#[must_use]
pub fn tail_start(text: &str, chars: usize) -> usize {
    let mut units = 0;
    let is_over = |char: &(usize, char)| {
        units += char.1.len_utf16();
        units > chars
    };
    text.char_indices().rev().find(is_over).map_or(0, |(at, char)| at + char.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_utf16_units() {
        for text in ["", "a", "é中", "😀", &"a😀é中".repeat(500), &"😀".repeat(121)] {
            assert_eq!(chars_of(text), text.encode_utf16().count());
        }
    }

    #[test]
    fn splits_no_code_point() {
        let text = "a😀é";
        let heads: Vec<usize> = (0..6).map(|chars| head_end(text, chars)).collect();
        assert_eq!(heads, [0, 1, 1, 5, 7, 7]);
        let tails: Vec<usize> = (0..6).map(|chars| tail_start(text, chars)).collect();
        assert_eq!(tails, [7, 5, 5, 1, 0, 0]);
    }
}
