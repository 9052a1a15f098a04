//! The exact count.

use crate::encoding::Encoding;

/// Tokens of a text. The vocabulary is unpacked at the first call for its encoding (some 30 ms) and kept. Text that
/// spells a special token (`<|endoftext|>`) is ordinary text. Bytes that are not UTF-8 are replaced by U+FFFD as
/// `TextDecoder` replaces them. O(n log n) at worst, in a single run without a place to split at.
#[must_use]
pub fn count_utf8(text: &[u8], encoding: Encoding) -> u64 {
    let text = String::from_utf8_lossy(text);
    match tiktoken::get_encoding(encoding.name()) {
        Some(vocabulary) => vocabulary.count(&text) as u64,
        // Both vocabularies are compiled in.
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts_what_is_known() {
        let table: [(&[u8], u64, u64); 5] =
            [(b"", 0, 0), (b"hello world", 2, 2), (b"<|endoftext|>", 7, 7), (b"\xFF", 1, 1), (b"1234567", 3, 3)];
        for (text, o200k, cl100k) in table {
            assert_eq!(count_utf8(text, Encoding::O200kBase), o200k, "{text:?}");
            assert_eq!(count_utf8(text, Encoding::Cl100kBase), cl100k, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_counted(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for encoding in Encoding::ALL {
                prop_assert_eq!(count_utf8(&bytes, encoding) > 0, !bytes.is_empty());
            }
        }
    }
}
