//! Compares texts without estimating either, where one has clearly more tokens.

/// Bytes of a text in which words are counted at a time.
const BLOCK_BYTES: usize = 128;
/// Bytes of a short text for each of its tokens, at the least that is usual.
const TOKEN_BYTES: usize = 3;

/// Whether a text has more words than `short` has tokens. Every word is a token at least, so this settles the matter for
/// nearly every text. Reads no more of it than that takes.
#[must_use]
pub fn has_more_words(text: &[u8], short: &[u8]) -> bool {
    end_of_more_words(text, short).is_some()
}

/// Where a text has had more words than `short` has tokens; none if it has no more.
#[must_use]
pub fn end_of_more_words(text: &[u8], short: &[u8]) -> Option<usize> {
    let needed = short.len() / TOKEN_BYTES + 1;
    let mut words = 0;
    let (blocks, _) = text.as_chunks::<BLOCK_BYTES>();
    let last = blocks.iter().position(|block| {
        let is_word = block.map(|byte| u8::from(byte.is_ascii_alphanumeric()));
        let before = is_word.iter();
        let begins = before.zip(is_word.iter().skip(1)).map(|(before, here)| here & (before ^ 1));
        words += usize::from(begins.sum::<u8>());
        words > needed
    })?;
    Some((last + 1) * BLOCK_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_text_settle_which_has_more_tokens() {
        let short = b"[old result left out: 4200 chars]";
        assert!(has_more_words(b"some words of it ".repeat(20).as_slice(), short));
        assert!(!has_more_words(&b" ".repeat(4_000), short));
        assert!(!has_more_words(b"some words", short));
    }
}
