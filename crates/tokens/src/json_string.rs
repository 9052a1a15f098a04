//! Estimates the tokens of a string in JSON, with its escapes.
//!
//! ```text
//! "plan \u00e9\n\ud83d\ude00"     raw: everything between the quotes
//!  └─┬─┘└──┬─┘                    runs without a backslash are copied, escapes decoded, into a block
//! ```

use crate::encoding::Encoding;
use crate::estimate::{Scale, tokens_of, weigh_utf8};
use crate::vector::{DECODE_ROOM, Level, decode};

/// Estimated tokens of the text of `raw`, the inside of a JSON string: the estimate of the decoded text. A lone surrogate
/// counts as U+FFFD; an invalid escape counts as its raw bytes. Linear.
#[must_use]
pub fn estimate_json_string(raw: &[u8], encoding: Encoding, level: Level) -> u64 {
    tokens_of(weigh_json_string(raw, encoding, level))
}

/// The same before rounding, in 1/1024 token.
fn weigh_json_string(raw: &[u8], encoding: Encoding, level: Level) -> u64 {
    if memchr::memchr(b'\\', raw).is_none() {
        return weigh_utf8(raw, encoding, level);
    }
    JsonScale::new(encoding, level).weigh(raw, false).0
}

/// Bytes decoded before they are weighed.
const BLOCK: usize = 1024;
/// Bytes that the vectorised decoder may fill: a char always has room behind them.
const FILLED_AT_ONCE: usize = BLOCK - 4;

/// Weighs the strings of a JSON text in place, one after the other.
pub struct JsonScale {
    encoding: Encoding,
    level: Level,
    block: [u8; BLOCK],
}

impl JsonScale {
    /// A scale for one encoding and instruction set. The weights do not depend on the instruction set.
    #[must_use]
    pub const fn new(encoding: Encoding, level: Level) -> Self {
        Self { encoding, level, block: [0; BLOCK] }
    }

    /// Weight, in 1/1024 token, of the string whose inside begins `rest`, and its raw bytes up to the closing quote, or
    /// all if there is none. Finding the end needs no second pass. Counts as [`estimate_json_string`], before rounding.
    #[must_use]
    pub fn weigh_in(&mut self, rest: &[u8]) -> (u64, usize) {
        self.weigh(rest, true)
    }

    /// Weighs `raw`, if `quoted` only up to its first unescaped quote. Returns the weight and the number of raw bytes
    /// weighed.
    fn weigh(&mut self, raw: &[u8], quoted: bool) -> (u64, usize) {
        let mut scale = Scale::new(self.encoding, self.level);
        let block = &mut self.block;
        let mut filled = 0;
        let mut left = raw;
        loop {
            if filled > FILLED_AT_ONCE - DECODE_ROOM {
                let done = scale.add(block.get(..filled).unwrap_or_default());
                block.copy_within(done..filled, 0);
                filled -= done;
            }
            let done = decode(left, quoted, block.get_mut(filled..FILLED_AT_ONCE).unwrap_or_default(), self.level);
            filled += done.written;
            left = left.get(done.read..).unwrap_or_default();
            match left.first() {
                Some(b'\\') => {
                    let (code, length) = escaped(left);
                    left = left.get(length..).unwrap_or_default();
                    filled += encode(code, block.get_mut(filled..).unwrap_or_default());
                }
                Some(b'"') if quoted => break,
                Some(_) => {}
                None => break,
            }
        }
        (scale.finish(block.get(..filled).unwrap_or_default()), raw.len() - left.len())
    }
}

/// Writes `code` as UTF-8, a surrogate as U+FFFD. Returns the number of bytes.
fn encode(code: u32, out: &mut [u8]) -> usize {
    let char = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    out.first_chunk_mut::<4>().map_or(0, |out| char.encode_utf8(out).len())
}

/// Appends the text of `raw`, the inside of a JSON string, as UTF-8. A lone surrogate becomes U+FFFD; an invalid escape
/// stays as it is. Linear.
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

/// Code point and raw bytes of the escape at the start of `from` (a backslash). A lone surrogate is returned as it is.
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

/// The UTF-16 unit of the `\uXXXX` at the start of `from`.
fn unit(from: &[u8]) -> Option<u32> {
    let digits = from.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::estimate_utf8;
    use crate::vector::find_quote_or_backslash;
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
            let expected = weigh_utf8(text.as_bytes(), Encoding::O200kBase, Level::SCALAR);
            let found = JsonScale::new(Encoding::O200kBase, Level::SCALAR).weigh_in(&inside);
            assert_eq!(found, (expected, raw.len()), "{}", String::from_utf8_lossy(raw));
            assert_eq!(JsonScale::new(Encoding::O200kBase, Level::SCALAR).weigh_in(raw), (expected, raw.len()));
        }
        let mut decoded = b"before".to_vec();
        decode_json_string(raw, &mut decoded);
        assert_eq!(decoded, format!("before{text}").as_bytes());
    }

    /// Finds the first unescaped quote, byte by byte.
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
    fn finds_the_first_quote_or_backslash() {
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
            // An invalid escape counts as its raw bytes.
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
        fn estimates_every_spelling_of_a_text_alike(text in "[a-z \n\t\"\\\\é€😀\\x00-\\x1f]{0,200}", ascii in any::<bool>()) {
            let json = serde_json::to_string(&text).unwrap();
            let json = if ascii { escape_non_ascii(&json) } else { json };
            agrees(&json.as_bytes()[1..json.len() - 1], &text);
        }

        #[test]
        fn estimates_any_bytes_alike_on_every_level(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
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

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn levels_agree_on_escapes_and_quotes_at_every_place(
            run in 0..140_usize,
            dense in r#"[\\"untx09dD8aé]{0,40}"#,
            after in 0..140_usize,
        ) {
            let raw = format!("{}{dense}{}", "run ".repeat(run), "ende".repeat(after));
            for from in 0..4.min(run) {
                let raw = &raw.as_bytes()[from..];
                let weights = Level::available().into_iter().map(|level| (
                    weigh_json_string(raw, Encoding::O200kBase, level),
                    JsonScale::new(Encoding::O200kBase, level).weigh_in(raw),
                ));
                let weights: Vec<_> = weights.collect();
                prop_assert!(weights.windows(2).all(|pair| pair[0] == pair[1]), "{:?} {weights:?}", dense);
                let end = find_end(raw).unwrap_or(raw.len());
                prop_assert_eq!(weights[0].1.1, end.min(raw.len()));
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
