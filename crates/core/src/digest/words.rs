//! Splits a text into words that a model may need again.
//!
//! ```text
//! see ./src/a-b.ts:12, --fooBar()... https://a.b/c  →  see  ./src/a-b.ts  12  fooBar  https  a.b/c
//! ```
//! A word is a run of letters, digits and `_ . / ~ @ $ -`, without the points, dashes and slashes at its ends, except for
//! what begins a path. Letters of other scripts are part of a run, which is then no word: the rest of it names nothing.

/// Longer runs, in bytes, are no words.
const MAX_RUN_BYTES: usize = 200;
/// Bytes that end no word.
const ENDS: &[u8] = b"-./~@$";

/// It ends a run.
const BETWEEN: u8 = 0;
/// It is a byte of a word.
const WORD: u8 = 1;
/// It begins, or goes on with, a letter of another script or a sign beyond ASCII.
const OTHER: u8 = 2;

static PARTS: [u8; 256] = {
    let mut parts = [BETWEEN; 256];
    let mut byte = 0;
    while byte < 256 {
        parts[byte] = match byte as u8 {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'.' | b'/' | b'~' | b'@' | b'$' | b'-' => WORD,
            0x80..=0xFF => OTHER,
            _ => BETWEEN,
        };
        byte += 1;
    }
    parts
};

fn part_of(byte: u8) -> u8 {
    PARTS.get(usize::from(byte)).copied().unwrap_or(BETWEEN)
}

/// Every word of the text with the byte offset at which it begins, in order, as often as it occurs. Linear.
pub fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    core::iter::from_fn(move || {
        loop {
            at = behind_separators(bytes, at);
            let start = at;
            at += ascii_bytes(bytes, at);
            let length = at - start;
            at = behind_other(bytes, at);
            if length == 0 && at == start {
                return None;
            }
            if length == at - start && length <= MAX_RUN_BYTES {
                let (before, word) = trimmed(text.get(start..at).unwrap_or_default());
                if !word.is_empty() {
                    return Some((start + before, word));
                }
            }
        }
    })
}

/// Bytes of words from `at` on.
fn ascii_bytes(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|&&byte| part_of(byte) == WORD).count()
}

fn behind_separators(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        at += match part_of(byte) {
            BETWEEN => 1,
            OTHER => match separator_bytes(bytes.get(at..).unwrap_or_default()) {
                0 => break,
                length => length,
            },
            _ => break,
        };
    }
    at
}

/// Behind the rest of a run whose ASCII beginning has been passed.
fn behind_other(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let goes_on = match part_of(byte) {
            WORD => true,
            OTHER => separator_bytes(bytes.get(at..).unwrap_or_default()) == 0,
            _ => false,
        };
        if !goes_on {
            break;
        }
        at += 1;
    }
    at
}

/// Bytes of the sign that ends a run: U+0080 to U+00BF, and the punctuation of U+2000 to U+303F. 0 for anything else.
const fn separator_bytes(bytes: &[u8]) -> usize {
    match bytes {
        [0xC2, ..] => 2,
        [0xE2, ..] | [0xE3, 0x80, ..] => 3,
        _ => 0,
    }
}

/// The word of a run, and the bytes in front of it.
fn trimmed(run: &str) -> (usize, &str) {
    let mut rest = if run.starts_with("//") { run.trim_start_matches('/') } else { run };
    while rest.starts_with('-') || (rest.starts_with('.') && !rest.starts_with("./") && !rest.starts_with("../")) {
        rest = rest.get(1..).unwrap_or_default();
    }
    let end = rest.bytes().rposition(|byte| !ENDS.contains(&byte)).map_or(0, |last| last + 1);
    (run.len() - rest.len(), rest.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_texts_into_words() {
        let long = "x".repeat(MAX_RUN_BYTES);
        let too_long = "x".repeat(MAX_RUN_BYTES + 1);
        let table: [(&str, &[&str]); 12] = [
            ("see ./src/a-b.ts:12, --fooBar()...", &["see", "./src/a-b.ts", "12", "fooBar"]),
            ("12→const a‘b’。c", &["12", "const", "a", "b", "c"]),
            ("größe.ts ok naïve😀x 中a y", &["ok", "y"]),
            ("…../a ..b ...c ./ ../ / -", &["../a", "b", "c"]),
            ("a/ b/~ c@$ @d/e $F ~/g", &["a", "b", "c", "@d/e", "$F", "~/g"]),
            ("a\u{a0}b\u{2028}c\u{3000}d", &["a", "b", "c", "d"]),
            ("a\u{2fff}b a\u{3040}b", &["a", "b"]),
            ("", &[]),
            ("----- ..... /////", &[]),
            (&long, &[&long]),
            (&too_long, &[]),
            ("https://a.b/c //", &["https", "a.b/c"]),
        ];
        for (text, expected) in table {
            let found: Vec<_> = words_of(text).collect();
            assert_eq!(found.iter().map(|(_, word)| *word).collect::<Vec<_>>(), expected, "{text}");
            for (start, word) in found {
                assert!(text[start..].starts_with(word), "{word}");
            }
        }
    }
}
