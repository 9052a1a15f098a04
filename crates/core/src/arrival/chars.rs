//! Sizes that both backends count, and beginnings and ends of such a size. Chars are UTF-16 units, as JavaScript's
//! `.length`.

/// UTF-16 units of a text of UTF-8.
pub(super) fn chars_of(text: impl AsRef<[u8]>) -> usize {
    // Few enough bytes for a sum of one byte, which the compiler adds many at a time.
    text.as_ref().chunks(64).map(|chunk| usize::from(chunk.iter().map(|&byte| units_of(byte)).sum::<u8>())).sum()
}

/// Units of the code point that a byte begins; 0 for the other bytes of one.
const fn units_of(byte: u8) -> u8 {
    // Bytes from 0x80 to 0xBF go on; a byte from 0xF0 begins a code point of a surrogate pair.
    (byte & 0xC0 != 0x80) as u8 + (byte >= 0xF0) as u8
}

/// Whether `out` has fewer chars and fewer bytes than `text`.
pub fn is_shorter(out: &str, text: &str) -> bool {
    out.len() < text.len() && chars_of(out) < chars_of(text)
}

/// The longest beginning of `text` with at most `chars` units.
pub(crate) fn head_of(text: &str, chars: usize) -> &str {
    if text.len() <= chars {
        return text;
    }
    let mut units = 0;
    let mut fits = |byte: &u8| {
        units += usize::from(units_of(*byte));
        units <= chars
    };
    let bytes = text.bytes().take_while(|byte| fits(byte)).count();
    text.get(..bytes).unwrap_or_default()
}

/// The longest end of `text` with at most `chars` units.
pub(crate) fn tail_of(text: &str, chars: usize) -> &str {
    let mut units = 0;
    let mut fits = |char: &char| {
        units += char.len_utf16();
        units <= chars
    };
    let bytes: usize = text.chars().rev().take_while(|char| fits(char)).map(char::len_utf8).sum();
    text.get(text.len() - bytes..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_utf_16_units() {
        for text in ["", "a", "é→😀", &"😀".repeat(200), &"x→".repeat(77)] {
            assert_eq!(chars_of(text), text.encode_utf16().count());
        }
        assert_eq!((head_of("a😀b", 2), head_of("a😀b", 3), head_of("é", 2)), ("a", "a😀", "é"));
        assert_eq!((tail_of("a😀b", 2), tail_of("a😀b", 3), tail_of("é", 9)), ("b", "😀b", "é"));
        assert!(is_shorter("é", "ab c") && !is_shorter("→", "ab") && !is_shorter("ab", "→"));
    }
}
