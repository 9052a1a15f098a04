//! The estimate of a string where it stands in JSON, escapes and all.
//!
//! ```text
//! "plan \u00e9\n\ud83d\ude00"     raw: everything between the quotes
//!  └─┬─┘└──┬─┘                    runs without a backslash are copied, escapes decoded, into a block of 4 KB
//! ```

use crate::encoding::Encoding;
use crate::estimate::{Scale, tokens_of, weigh_utf8};
use crate::vector::Level;

/// Estimated tokens of the text that `raw`, the inside of a JSON string, spells: the same as that of the decoded text.
/// A lone surrogate counts as U+FFFD; what is not a JSON escape counts as it stands.
#[must_use]
pub fn estimate_json_string(raw: &[u8], encoding: Encoding, level: Level) -> u64 {
    tokens_of(weigh_json_string(raw, encoding, level))
}

/// The same before rounding, in 1/1024 token.
fn weigh_json_string(raw: &[u8], encoding: Encoding, level: Level) -> u64 {
    if memchr::memchr(b'\\', raw).is_none() {
        return weigh_utf8(raw, encoding, level);
    }
    weigh_decoded(raw, BACKSLASHES, encoding, level).0
}

/// Weight, in 1/1024 token, of the string that begins `rest` behind its opening quote, and the raw bytes in front of its
/// closing quote, or all where there is none: finding the end costs no second pass. Counts as [`estimate_json_string`]
/// does, before rounding.
#[must_use]
pub fn weigh_json_string_in(rest: &[u8], encoding: Encoding, level: Level) -> (u64, usize) {
    let first = find_quote_or_backslash(rest).unwrap_or(rest.len());
    if rest.get(first) == Some(&b'\\') {
        return weigh_decoded(rest, QUOTES, encoding, level);
    }
    (weigh_utf8(rest.get(..first).unwrap_or_default(), encoding, level), first)
}

/// Decodes `raw` up to the first byte of `ends` that begins no escape; its weight, and the raw bytes in front of that.
fn weigh_decoded(raw: &[u8], ends: [u64; 2], encoding: Encoding, level: Level) -> (u64, usize) {
    let mut decoder = Decoder::new(encoding, level);
    let mut left = raw;
    loop {
        let from = left.get(decoder.push_run(left, ends)..).unwrap_or_default();
        if from.first() != Some(&b'\\') {
            return (decoder.finish(), raw.len() - from.len());
        }
        left = decoder.push_escape(from);
    }
}

/// Words that are looked through before the vectorised search is called: escapes in code stand closer.
const NEAR_WORDS: usize = 8;

/// Offset of the first quote or backslash.
#[must_use]
pub fn find_quote_or_backslash(bytes: &[u8]) -> Option<usize> {
    let (words, _) = bytes.as_chunks::<WORD>();
    for (at, word) in words.iter().take(NEAR_WORDS).enumerate() {
        let found = first_of(u64::from_le_bytes(*word), QUOTES);
        if found < WORD {
            return Some(at * WORD + found);
        }
    }
    let looked = words.len().min(NEAR_WORDS) * WORD;
    memchr::memchr2(b'"', b'\\', bytes.get(looked..)?).map(|at| looked + at)
}

/// Appends the text that `raw`, the inside of a JSON string, spells, as UTF-8; a lone surrogate becomes U+FFFD, and what
/// is not a JSON escape stays as it is.
pub fn decode_json_string(raw: &[u8], out: &mut Vec<u8>) {
    out.reserve(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let (run, from) = rest.split_at(at);
        out.extend_from_slice(run);
        let (code, length) = escaped(from);
        let char = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
        rest = from.get(length..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
}

const BLOCK: usize = 4096;

struct Decoder {
    scale: Scale,
    block: [u8; BLOCK],
    filled: usize,
}

/// Bytes that are copied and looked through at once.
const WORD: usize = 8;
const ONES: u64 = u64::from_ne_bytes([1; WORD]);
const BACKSLASHES: [u64; 2] = [ONES * b'\\' as u64; 2];
const QUOTES: [u64; 2] = [ONES * b'\\' as u64, ONES * b'"' as u64];

impl Decoder {
    const fn new(encoding: Encoding, level: Level) -> Self {
        Self { scale: Scale::new(encoding, level), block: [0; BLOCK], filled: 0 }
    }

    fn finish(mut self) -> u64 {
        self.flush();
        self.scale.finish()
    }

    /// Copies what stands in front of the next byte of `ends`; its length. Runs in code are short, some 40 bytes: a word
    /// at a time takes a third of what searching and copying by calls does.
    #[inline]
    fn push_run(&mut self, raw: &[u8], ends: [u64; 2]) -> usize {
        let (words, tail) = raw.as_chunks::<WORD>();
        let mut length = 0;
        for word in words {
            if self.filled > BLOCK - WORD {
                self.flush();
            }
            if let Some(slot) = self.block.get_mut(self.filled..).and_then(<[u8]>::first_chunk_mut) {
                *slot = *word;
            }
            let found = first_of(u64::from_le_bytes(*word), ends);
            self.filled += found;
            length += found;
            if found < WORD {
                return length;
            }
        }
        let is_end = |byte: u8| ends.iter().any(|&end| end as u8 == byte);
        for byte in tail.iter().take_while(|&&byte| !is_end(byte)) {
            self.push_byte(*byte);
            length += 1;
        }
        length
    }

    fn push_byte(&mut self, byte: u8) {
        if self.filled == BLOCK {
            self.flush();
        }
        if let Some(slot) = self.block.get_mut(self.filled) {
            *slot = byte;
        }
        self.filled += 1;
    }

    /// Adds what the escape at the start of `from` spells; what comes behind it.
    fn push_escape<'a>(&mut self, from: &'a [u8]) -> &'a [u8] {
        let (code, length) = escaped(from);
        if let Ok(byte @ 0..0x80) = u8::try_from(code) {
            self.push_byte(byte);
        } else {
            let char = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            for &byte in char.encode_utf8(&mut [0; 4]).as_bytes() {
                self.push_byte(byte);
            }
        }
        from.get(length..).unwrap_or_default()
    }

    fn flush(&mut self) {
        let Self { scale, block, filled } = self;
        scale.add(block.get(..*filled).unwrap_or_default());
        *filled = 0;
    }
}

/// Index, from the lowest up, of the first byte of `word` that is one of two, each given eight times over; [`WORD`] if
/// there is none.
const fn first_of(word: u64, [one, other]: [u64; 2]) -> usize {
    let found = zeros(word ^ one) | zeros(word ^ other);
    found.trailing_zeros() as usize / 8
}

/// The high bit of each zero byte; above the lowest one there may be others.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}

/// What the escape at the start of `from` (a backslash) spells, and its raw length. A surrogate alone is given as such.
fn escaped(from: &[u8]) -> (u32, usize) {
    match from.get(1) {
        Some(b'n') => (0x0A, 2),
        Some(b't') => (0x09, 2),
        Some(b'r') => (0x0D, 2),
        Some(b'b') => (0x08, 2),
        Some(b'f') => (0x0C, 2),
        Some(b'u') => unicode(from),
        Some(&other @ (b'"' | b'\\' | b'/')) => (u32::from(other), 2),
        _ => (u32::from(b'\\'), 1),
    }
}

fn unicode(from: &[u8]) -> (u32, usize) {
    let Some(first) = unit(from) else { return (u32::from(b'\\'), 1) };
    let second = if (0xD800..0xDC00).contains(&first) { from.get(6..).and_then(unit) } else { None };
    match second {
        Some(second @ 0xDC00..0xE000) => (0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00), 12),
        _ => (first, 6),
    }
}

/// The UTF-16 unit that `\uXXXX` at the start of `from` spells.
fn unit(from: &[u8]) -> Option<u32> {
    let digits = from.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::estimate_utf8;
    use proptest::prelude::*;

    fn agrees(raw: &[u8], text: &str) {
        for level in Level::available() {
            for encoding in Encoding::ALL {
                let expected = weigh_utf8(text.as_bytes(), encoding, level);
                assert_eq!(weigh_json_string(raw, encoding, level), expected, "{}", String::from_utf8_lossy(raw));
            }
        }
        let is_whole = !raw.ends_with(b"\\") && find_end(raw).is_none();
        if is_whole {
            let inside = [raw, b"\"", b"}, \"and more\""].concat();
            let expected = weigh_utf8(text.as_bytes(), Encoding::O200kBase, Level::Scalar);
            let found = weigh_json_string_in(&inside, Encoding::O200kBase, Level::Scalar);
            assert_eq!(found, (expected, raw.len()), "{}", String::from_utf8_lossy(raw));
            assert_eq!(weigh_json_string_in(raw, Encoding::O200kBase, Level::Scalar), (expected, raw.len()));
        }
        let mut decoded = b"before".to_vec();
        decode_json_string(raw, &mut decoded);
        assert_eq!(decoded, format!("before{text}").as_bytes());
    }

    /// The first quote that no backslash stands in front of, byte by byte.
    fn find_end(raw: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < raw.len() {
            match raw[at] {
                b'"' => return Some(at),
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        None
    }

    #[test]
    fn finds_the_first_of_two_bytes() {
        for length in 0..200 {
            for at in 0..length {
                let mut bytes = vec![b'x'; length];
                bytes[at] = if at % 2 == 0 { b'"' } else { b'\\' };
                bytes[length - 1] = b'"';
                assert_eq!(find_quote_or_backslash(&bytes), Some(at.min(length - 1)), "{length} {at}");
            }
            assert_eq!(find_quote_or_backslash(&vec![b'#'; length]), None);
        }
    }

    #[test]
    fn decodes_every_escape() {
        let table: [(&str, &str); 12] = [
            ("", ""),
            ("plain", "plain"),
            (r#"\"\\\/\b\f\n\r\t"#, "\"\\/\x08\x0C\n\r\t"),
            (r"a\u0041\u00e9\u20ACb", "aAé€b"),
            (r"\ud83d\ude00", "😀"),
            (r"\ud83d", "\u{FFFD}"),
            (r"\ude00\ud83d", "\u{FFFD}\u{FFFD}"),
            (r"\ud83d\n", "\u{FFFD}\n"),
            (r"\ud83d\ud83d\ude00", "\u{FFFD}😀"),
            (r"\\u0041", r"\u0041"),
            // Not JSON: counted as it stands.
            (r"\x\u12", r"\x\u12"),
            ("end\\", "end\\"),
        ];
        for (raw, text) in table {
            agrees(raw.as_bytes(), text);
        }
        let long = "x".repeat(BLOCK - 1);
        agrees(format!(r"{long}\n{long}\u00e9{long}{long}\t").as_bytes(), &format!("{long}\n{long}é{long}{long}\t"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

        #[test]
        fn spelling_does_not_matter(text in "[a-z \n\t\"\\\\é€😀\\x00-\\x1f]{0,200}", ascii in any::<bool>()) {
            let json = serde_json::to_string(&text).unwrap();
            let json = if ascii { escape_non_ascii(&json) } else { json };
            agrees(&json.as_bytes()[1..json.len() - 1], &text);
        }

        #[test]
        fn any_bytes_are_counted(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            for encoding in Encoding::ALL {
                let counts: Vec<_> = Level::available().into_iter().map(|level| (
                    estimate_json_string(&bytes, encoding, level),
                    estimate_utf8(&bytes, encoding, level),
                )).collect();
                prop_assert!(counts.windows(2).all(|pair| pair[0] == pair[1]));
                prop_assert_eq!(counts[0].1 > 0, !bytes.is_empty());
            }
        }
    }

    fn escape_non_ascii(json: &str) -> String {
        let spell = |unit: u16| match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
            _ => format!("\\u{unit:04x}"),
        };
        json.encode_utf16().map(spell).collect()
    }
}
