//! Weighs the chars of scripts other than the Latin one.
//!
//! ```text
//! see 中国人民 и мир.    plain `see ` · pieces 中国 · 人民 · ` и` · ` мир` · plain `.`
//! ```
//!
//! Their words share too few bytes for the weights of [`weights`](crate::weights): the same three classes of bytes are a
//! common word of one token and four rare chars of eight. Here a piece is the longest beginning of a token that the text
//! goes on with, and weighs one token, as the merges of the vocabulary mostly decide, too. A char that begins no token is
//! as many tokens as its bytes make. A single space in front of a piece belongs to it.

use crate::beginnings::{Beginnings, Hash};
use crate::encoding::Encoding;

const TOKEN: i64 = 1024;

/// First bytes of chars of these scripts, but for those of symbols and general punctuation, which other texts have, too.
const FIRST: core::ops::Range<u8> = 0xCD..0xF0;
const SYMBOLS: u8 = 0xE2;

/// The joiner inside Persian words: covered behind a covered char only.
const JOINER: u32 = 0x200C;
const JOINER_BYTES: &[u8] = b"\xE2\x80\x8C";

const fn is_first(byte: u8) -> bool {
    byte.wrapping_sub(FIRST.start) < FIRST.end - FIRST.start && byte != SYMBOLS
}

/// Whether a char is weighed here: letters, marks and signs of all scripts but Latin, within the first 65,536 chars.
/// General punctuation, symbols and byte order marks are not, but for the joiner inside Persian words.
#[must_use]
pub const fn is_covered(code: u32) -> bool {
    matches!(
        code,
        0x0370..0x1E00
            | 0x1F00..0x2000
            | JOINER
            | 0x3000..0xD800
            | 0xF900..0xFB00
            | 0xFB1D..0xFE00
            | 0xFE70..=0xFEFE
            | 0xFF00..0xFFF0
    )
}

/// The covered char at the start of `bytes`, and its length.
pub(crate) fn first_char(bytes: &[u8]) -> Option<(u32, usize)> {
    let (code, length) = match *bytes {
        [first @ 0xCD..0xE0, second, ..] => (u32::from(first & 0x1F) << 6 | six_bits(second)?, 2),
        [first @ 0xE0..0xF0, second, third, ..] if first != SYMBOLS => {
            (u32::from(first & 0x0F) << 12 | six_bits(second)? << 6 | six_bits(third)?, 3)
        }
        _ => return None,
    };
    let is_shortest = length == 2 || code >= 0x800;
    (is_shortest && is_covered(code)).then_some((code, length))
}

fn six_bits(byte: u8) -> Option<u32> {
    (byte & 0xC0 == 0x80).then_some(u32::from(byte & 0x3F))
}

/// Bytes passed over at a time, so that the compiler uses vectors.
const LANES: usize = 64;

/// The place of the first byte that may begin a covered char, or the length of `bytes`.
fn find_first(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<LANES>();
    let plain = blocks.iter().take_while(|block| block.iter().fold(true, |all, &byte| all & !is_first(byte))).count();
    let from = plain * LANES;
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().position(|&byte| is_first(byte)).unwrap_or(rest.len())
}

/// The place of the first covered char, or the length of `bytes`.
pub(crate) fn find(bytes: &[u8]) -> usize {
    let mut from = 0;
    while from < bytes.len() {
        from += find_first(bytes.get(from..).unwrap_or_default());
        if first_char(bytes.get(from..).unwrap_or_default()).is_some() {
            return from;
        }
        from += 1;
    }
    bytes.len()
}

/// Bytes at the end of `bytes` that mean something else with other bytes behind them: a char's beginning, and a space
/// before it.
pub(crate) fn unfinished(bytes: &[u8]) -> usize {
    let char = match *bytes {
        [.., 0xCD..0xF0] => 1,
        [.., 0xE0..0xF0, 0x80..0xC0] => 2,
        _ => 0,
    };
    let space = bytes.len().checked_sub(char + 1).is_some_and(|at| bytes.get(at) == Some(&b' '));
    char + usize::from(space)
}

/// What the tables weigh too much in Vietnamese words: a quarter of a token for each letter from U+1EA0 to U+1EFF. Only
/// the newer vocabulary has many of these words as one token. Fitted to natural paragraphs.
pub(crate) fn too_much(bytes: &[u8], encoding: Encoding) -> i64 {
    if encoding != Encoding::O200kBase {
        return 0;
    }
    let is_toned = |&at: &usize| matches!(bytes.get(at + 1..), Some([0xBA, 0xA0..0xC0, ..] | [0xBB, 0x80..0xC0, ..]));
    let toned = memchr::memchr_iter(0xE1, bytes).filter(is_toned).count();
    i64::try_from(toned).map_or(i64::MAX, |toned| toned * (TOKEN / 4))
}

/// Weighs one run of covered chars after the other.
pub(crate) struct Pieces {
    beginnings: Beginnings,
    encoding: Encoding,
    /// The piece that the next char may continue.
    open: Option<(Hash, i64)>,
    sum: i64,
}

impl Pieces {
    pub(crate) const fn new(encoding: Encoding) -> Self {
        Self { beginnings: Beginnings::of(encoding), encoding, open: None, sum: 0 }
    }

    /// The weight of all runs, in 1/1024 token.
    pub(crate) const fn sum(&self) -> i64 {
        self.sum
    }

    /// Something else follows: the next char begins a piece.
    pub(crate) fn close(&mut self) {
        self.open = None;
    }

    /// Whether the last char of the text so far is covered.
    pub(crate) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Adds the single space in front of a covered char.
    pub(crate) fn add_space(&mut self) {
        self.begin(Hash::default().with(u32::from(b' ')), TOKEN);
    }

    /// Adds the covered chars that `bytes` begin with, with single spaces between them, and returns their length. A joiner
    /// may be the first if the run goes on.
    pub(crate) fn add_run(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            if let Some((code, length)) = first_char(rest) {
                self.add_char(code, rest.get(..length).unwrap_or_default());
                at += length;
            } else if self.is_open() && rest.starts_with(JOINER_BYTES) {
                self.add_char(JOINER, JOINER_BYTES);
                at += JOINER_BYTES.len();
            } else if let Some(b' ') = rest.first()
                && first_char(rest.get(1..).unwrap_or_default()).is_some()
            {
                self.add_space();
                at += 1;
            } else {
                return at;
            }
        }
    }

    fn add_char(&mut self, code: u32, bytes: &[u8]) {
        if let Some((hash, weight)) = self.open {
            let longer = hash.with(code);
            if self.beginnings.has(longer) {
                self.sum += TOKEN - weight;
                self.open = Some((longer, TOKEN));
                return;
            }
        }
        let hash = Hash::default().with(code);
        let weight = if self.beginnings.has(hash) { TOKEN } else { self.tokens_of(bytes) * split(self.encoding, code) };
        self.begin(hash, weight);
    }

    fn begin(&mut self, hash: Hash, weight: i64) {
        self.sum += weight;
        self.open = Some((hash, weight));
    }

    /// Tokens of a char that is no token.
    fn tokens_of(&self, bytes: &[u8]) -> i64 {
        match *bytes {
            [first, second, third] => {
                let is_token = |a, b| self.beginnings.has(Hash::of_pair(a, b));
                if is_token(first, second) || is_token(second, third) { 2 } else { 3 }
            }
            _ => 2,
        }
    }
}

/// Weight of each token of a char that is no token. Tokens of the older vocabulary also join the end of a char of these
/// scripts with the beginning of the next; fitted to natural paragraphs.
const fn split(encoding: Encoding, code: u32) -> i64 {
    match (encoding, code) {
        (Encoding::Cl100kBase, 0x0900..0x0E00) => 912,
        (Encoding::Cl100kBase, 0xAC00..0xD7A4) => 944,
        _ => TOKEN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::count_utf8;

    #[test]
    fn finds_covered_chars_only() {
        let table: [(&[u8], usize); 10] = [
            (b"", 0),
            (b"plain", 5),
            ("é — 😀 “x”".as_bytes(), 19),
            ("ab中".as_bytes(), 2),
            ("é мир".as_bytes(), 3),
            (b"\xE4\xB8", 2),
            (b"\xE4\xB8a", 3),
            (b"\xED\xA0\x80", 3),
            (b"\xE0\x8D\xB0", 3),
            (b"\xEF\xBB\xBFa", 4),
        ];
        for (bytes, place) in table {
            assert_eq!(find(bytes), place, "{bytes:x?}");
        }
    }

    #[test]
    fn waits_for_the_rest_of_a_char_and_for_what_follows_a_space() {
        let table: [(&[u8], usize); 8] = [
            (b"", 0),
            (b"a", 0),
            (b" ", 1),
            (b"  ", 1),
            (b"\xD0", 1),
            (b" \xE4\xB8", 3),
            (b"\xE4\xB8\xAD", 0),
            (b"\xF0\x9F", 0),
        ];
        for (bytes, length) in table {
            assert_eq!(unfinished(bytes), length, "{bytes:x?}");
        }
    }

    #[test]
    fn weighs_words_as_the_vocabulary_counts_them() {
        for text in ["中国人民", "привет мир", "こんにちは", "안녕하세요", "مرحبا", "שלום", "鱻", "ᚠ"]
        {
            for encoding in Encoding::ALL {
                let mut pieces = Pieces::new(encoding);
                assert_eq!(pieces.add_run(text.as_bytes()), text.len());
                let tokens = i64::try_from(count_utf8(text.as_bytes(), encoding)).unwrap();
                let off = (pieces.sum() - TOKEN * tokens).abs();
                assert!(off <= TOKEN, "{text} {} {tokens} {}", encoding.name(), pieces.sum());
            }
        }
    }
}
