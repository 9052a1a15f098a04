//! The class of a byte, for the estimate.
//!
//! ```text
//! … t h e _ q u …        three bytes in a row make one pattern:
//!       └─┼─┘            the middle one in 64 classes, its neighbours in 32: 5 + 6 + 5 = 16 bits
//! ```
//!
//! Letters have different classes, because rare runs of letters are not one token. Other bytes are grouped by the
//! splitting rules of the two vocabularies. A neighbour's class is a pair of classes, which costs a shift and no table.
//! Class 0 is everything outside the text, and the control bytes that texts rarely have.

/// The class of a byte. Each even class and the next odd one are the same class of neighbours.
#[must_use]
pub(crate) const fn class_of(byte: u8) -> u8 {
    match byte {
        0xF0..=0xFF => 1,
        b'a' => 2,
        b'o' => 3,
        b'e' => 4,
        b'i' => 5,
        b'u' => 6,
        b'y' => 7,
        b's' => 8,
        b't' => 9,
        b'r' => 10,
        b'l' => 11,
        b'n' => 12,
        b'm' => 13,
        b'd' => 14,
        b'c' => 15,
        b'p' => 16,
        b'b' => 17,
        b'h' => 18,
        b'f' => 19,
        b'g' => 20,
        b'w' => 21,
        b'k' | b'v' => 22,
        b'j' | b'q' | b'x' | b'z' => 23,
        // First bytes of two: Latin, Greek and others; Cyrillic.
        0xC0..0xD0 | 0xD4..0xE2 => 24,
        0xD0..0xD4 => 25,
        b'A' | b'E' | b'I' | b'O' | b'U' => 26,
        b'A'..=b'Z' => 27,
        b'0' => 28,
        b'1'..=b'9' => 29,
        b' ' => 30,
        b'\t' => 31,
        b'\n' => 32,
        b'\r' => 33,
        b'_' => 34,
        b'-' => 35,
        b'.' => 36,
        b'/' => 37,
        b'"' => 38,
        b'\'' | b'`' => 39,
        b'(' => 40,
        b'[' | b'{' => 41,
        b')' => 42,
        b']' | b'}' => 43,
        b',' => 44,
        b':' | b';' => 45,
        b'=' => 46,
        b'<' | b'>' => 47,
        b'*' | b'#' => 48,
        b'\\' | b'|' => 49,
        b'!' | b'?' => 50,
        b'!'..=b'~' => 51,
        0..0x80 => 0,
        // Continuation bytes, eight at a time.
        0x80..0xC0 => 52 + ((byte - 0x80) >> 3),
        // First bytes of three: Hangul and others, symbols, kana, Han.
        0xEA..0xF0 => 60,
        0xE2 => 61,
        0xE3 => 62,
        0xE4..0xEA => 63,
    }
}

/// The class of a byte as a neighbour.
#[must_use]
pub(crate) const fn near_class_of(byte: u8) -> u8 {
    class_of(byte) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSES: usize = 64;
    const NEAR_CLASSES: usize = 32;

    #[test]
    fn every_class_has_a_byte() {
        let mut bytes_of = [0; CLASSES];
        (0..=255).for_each(|byte| bytes_of[usize::from(class_of(byte))] += 1);
        assert!(bytes_of.into_iter().all(|bytes| bytes > 0));
        assert!((0..=255).all(|byte| usize::from(near_class_of(byte)) < NEAR_CLASSES));
    }

    #[test]
    fn gives_the_classes_of_the_table() {
        let table: [(u8, u8); 9] =
            [(b'a', 2), (b'v', 22), (b'Z', 27), (0x7F, 0), (0x80, 52), (0xBF, 59), (0xE1, 24), (0xEF, 60), (0xF0, 1)];
        for (byte, class) in table {
            assert_eq!(class_of(byte), class, "{byte:#x}");
        }
    }
}
