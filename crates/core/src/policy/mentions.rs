//! The digest in a placeholder: the words of a masked result that the model may need again.
//!
//! ```text
//! [Observation masked: old tool result (tool_call_id=c1, tool=grep, chars=9120); mentions: src/a.ts, parseBody, 8080]
//!                                                                              └─────────── mentions ───────────┘
//! ```

use super::handle_mark::without_handle;
use crate::digest::fact::fact_bytes;

/// What introduces a digest.
pub const OPENING: &str = "; mentions: ";
/// Most chars of a digest, by any policy.
const MAX_DIGEST_CHARS: usize = 4_000;
/// Most chars that a digest adds to a placeholder.
pub const MAX_MENTIONS_CHARS: usize = OPENING.len() + MAX_DIGEST_CHARS;
/// Between two words.
const SEPARATOR: &[u8] = b", ";

/// How long a digest may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestLimits {
    /// Most chars.
    pub max_chars: usize,
    /// Most chars as a share of the result's, times 10,000.
    pub ratio: u32,
}

/// Where the digest that begins at `from` ends; none if no digest of an allowed length begins there. Nothing in its words
/// can close a placeholder, or be read as anything but a list of names and of what a digest says of a whole text
/// ([`crate::digest::fact`]). All of it is ASCII.
pub fn end_of_mentions(text: &[u8], from: usize) -> Option<usize> {
    let mut rest = text.get(from..)?.strip_prefix(OPENING.as_bytes())?;
    let mut end = from + OPENING.len();
    loop {
        let word = rest.iter().take_while(|&&byte| is_of_word(byte)).count();
        if word == 0 {
            return None;
        }
        let word = fact_bytes(rest, word).unwrap_or(word);
        end += word;
        rest = rest.get(word..)?;
        match rest.strip_prefix(SEPARATOR) {
            Some(more) if more.first().is_some_and(|&byte| is_of_word(byte)) => {
                end += SEPARATOR.len();
                rest = more;
            }
            _ => return (end - from <= MAX_MENTIONS_CHARS).then_some(end),
        }
    }
}

/// The digests in a placeholder that came back; empty if there is none.
pub fn mentions_in(placeholder: &str) -> &str {
    let rest = placeholder.split_once(OPENING).map_or("", |(_, rest)| rest);
    without_handle(rest.split('\n').next().unwrap_or_default())
}

const fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/' | b'~' | b'@' | b'$' | b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_ends_behind_its_last_word() {
        let long = format!("{OPENING}{}", "x".repeat(MAX_DIGEST_CHARS + 1));
        let table: [(&str, Option<usize>); 10] = [
            ("; mentions: lines 1-20, a]", Some(25)),
            ("; mentions: image/png data URL of 30 KB]", Some(39)),
            ("; mentions: a.ts, b]", Some(19)),
            ("; mentions: a.ts,b]", Some(16)),
            ("; mentions: a.ts, ]", Some(16)),
            ("; mentions: a\n", Some(13)),
            ("; mentions: ", None),
            ("; mentions: é", None),
            ("; mention: a", None),
            (&long, None),
        ];
        for (text, end) in table {
            assert_eq!(end_of_mentions(text.as_bytes(), 0), end, "{text}");
        }
        assert_eq!(end_of_mentions(b"x; mentions: a", 1), Some(14));
        assert_eq!(end_of_mentions(b"x", 2), None);
    }

    #[test]
    fn finds_the_words_of_a_placeholder_that_came_back() {
        let table = [("[gone; mentions: a, b]", "a, b]"), ("[gone; mentions: a]\nhead; b", "a]"), ("[gone]", "")];
        for (text, words) in table {
            assert_eq!(mentions_in(text), words);
        }
    }
}
