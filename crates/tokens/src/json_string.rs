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
#[must_use]
pub fn weigh_json_string(raw: &[u8], encoding: Encoding, level: Level) -> u64 {
    let Some(first) = memchr::memchr(b'\\', raw) else { return weigh_utf8(raw, encoding, level) };
    let mut decoder = Decoder { scale: Scale::new(encoding, level), block: [0; BLOCK], filled: 0 };
    let mut rest = raw;
    let mut escape = Some(first);
    while let Some(at) = escape {
        let (run, from) = rest.split_at(at);
        decoder.push(run);
        let (code, length) = escaped(from);
        decoder.push_escaped(code);
        rest = from.get(length..).unwrap_or_default();
        escape = memchr::memchr(b'\\', rest);
    }
    decoder.push(rest);
    decoder.flush();
    decoder.scale.finish()
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

impl Decoder {
    #[inline]
    fn push(&mut self, bytes: &[u8]) {
        if let Some(free) = self.block.get_mut(self.filled..self.filled + bytes.len()) {
            free.copy_from_slice(bytes);
            self.filled += bytes.len();
        } else {
            self.flush();
            self.scale.add(bytes);
        }
    }

    fn push_escaped(&mut self, code: u32) {
        let char = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.push(char.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn flush(&mut self) {
        let Self { scale, block, filled } = self;
        scale.add(block.get(..*filled).unwrap_or_default());
        *filled = 0;
    }
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
        let mut decoded = b"before".to_vec();
        decode_json_string(raw, &mut decoded);
        assert_eq!(decoded, format!("before{text}").as_bytes());
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
