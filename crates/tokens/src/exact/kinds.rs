//! Kinds of chars, for the rules that split texts into pieces.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Small letters (Ll). Letters without case (Lm, Lo) are small and capital.
pub(super) const LOWER: u8 = 1;
/// Capitals (Lu, Lt).
pub(super) const UPPER: u8 = 2;
/// Marks, which belong to the previous char (M).
pub(super) const MARK: u8 = 4;
/// Digits and other numbers (N).
pub(super) const NUMBER: u8 = 8;
/// U+0020.
pub(super) const SPACE: u8 = 16;
/// Other white space that ends no line.
pub(super) const BLANK: u8 = 32;
/// U+000A and U+000D.
pub(super) const NEWLINE: u8 = 64;
/// Everything else, control characters too.
pub(super) const OTHER: u8 = 128;

pub(super) const LETTER: u8 = LOWER | UPPER;
pub(super) const WHITE: u8 = SPACE | BLANK | NEWLINE;

/// Kinds of ASCII bytes; 0 for other bytes.
pub(super) static ASCII_KINDS: [u8; 256] = ascii_kinds();

const fn ascii_kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        kinds[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => NUMBER,
            b' ' => SPACE,
            b'\t' | 0x0B | 0x0C => BLANK,
            b'\n' | b'\r' => NEWLINE,
            _ => OTHER,
        };
        byte += 1;
    }
    kinds
}

/// Kind and bytes of the char at `at`; 0 and 0 behind the text.
#[inline]
pub(super) fn kind_at(text: &[u8], at: usize) -> (u8, usize) {
    match text.get(at) {
        Some(byte) if byte.is_ascii() => (ASCII_KINDS[usize::from(*byte)], 1),
        Some(_) => beyond_ascii(text, at),
        None => (0, 0),
    }
}

#[inline(never)]
fn beyond_ascii(text: &[u8], at: usize) -> (u8, usize) {
    let byte = |place: usize| text.get(at + place).map_or(0, |&byte| u32::from(byte));
    let rest = |place: usize| byte(place) & 0x3F;
    match byte(0) {
        first @ 0..0xE0 => (CHAR_KINDS.of((first & 0x1F) << 6 | rest(1)), 2),
        first @ 0xE0..0xF0 => (CHAR_KINDS.of((first & 0xF) << 12 | rest(1) << 6 | rest(2)), 3),
        first => (CHAR_KINDS.of((first & 7) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3)), 4),
    }
}

static CHAR_KINDS: LazyLock<CharKinds> = LazyLock::new(CharKinds::new);

const PAGE: usize = 256;
const CODE_POINTS: usize = 0x11_0000;

/// Kinds of all chars. Equal pages of 256 chars, as most are, are stored once.
struct CharKinds {
    pages: Vec<u16>,
    kinds: Vec<u8>,
}

impl CharKinds {
    fn of(&self, code: u32) -> u8 {
        let code = code as usize;
        let page = self.pages.get(code / PAGE).copied().unwrap_or_default();
        self.kinds.get(usize::from(page) * PAGE + code % PAGE).copied().unwrap_or(OTHER)
    }

    fn new() -> Self {
        let all = all_kinds();
        let mut known = HashMap::new();
        let (mut pages, mut kinds) = (Vec::new(), Vec::new());
        for page in all.chunks(PAGE) {
            pages.push(*known.entry(page).or_insert_with(|| {
                kinds.extend_from_slice(page);
                (kinds.len() / PAGE - 1) as u16
            }));
        }
        Self { pages, kinds }
    }
}

/// Categories by code point, from the crate that compiles the vocabulary's own rules: `packing/categories.rs` makes them.
static CATEGORIES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/categories.bin"));
/// Kinds of the categories there: none of these, Ll, Lu, Lt, Lm, Lo, M, N.
const KINDS: [u8; 8] = [OTHER, LOWER, UPPER, UPPER, LETTER, LETTER, MARK, NUMBER];

fn all_kinds() -> Vec<u8> {
    let mut kinds = Vec::with_capacity(CODE_POINTS);
    let mut bytes = CATEGORIES.iter().copied();
    while let Some(category) = bytes.next() {
        let kind = KINDS.get(usize::from(category)).copied().unwrap_or(OTHER);
        let (mut count, mut shift) = (0, 0);
        for byte in bytes.by_ref() {
            count |= usize::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        kinds.resize(kinds.len() + count, kind);
    }
    for char in ('\u{80}'..='\u{3000}').filter(|char| char.is_whitespace()) {
        kinds.get_mut(char as usize).into_iter().for_each(|kind| *kind = BLANK);
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(char: char) -> (u8, usize) {
        kind_at(char.to_string().as_bytes(), 0)
    }

    #[test]
    fn every_char_has_its_kind_and_length() {
        for char in '\0'..=char::MAX {
            let (kind, bytes) = kind(char);
            assert_eq!(bytes, char.len_utf8());
            assert_eq!(kind & WHITE != 0, char.is_whitespace(), "{char:?}");
            // The standard library has newer chars, too.
            assert!(kind & NUMBER == 0 || char.is_numeric(), "{char:?}");
            assert!(kind & LETTER == 0 || char.is_alphabetic(), "{char:?}");
            assert!(
                kind & LETTER != UPPER || char.is_uppercase() || char.to_lowercase().next() != Some(char),
                "{char:?}"
            );
        }
    }

    #[test]
    fn knows_chars_of_every_category() {
        let table = [('a', LOWER), ('é', LOWER), ('É', UPPER), ('ǅ', UPPER), ('ʰ', LETTER), ('語', LETTER)];
        let more = [('\u{301}', MARK), ('٣', NUMBER), ('½', NUMBER), ('\u{a0}', BLANK), ('→', OTHER), ('😀', OTHER)];
        for (char, expected) in table.into_iter().chain(more) {
            assert_eq!(kind(char).0, expected, "{char:?}");
        }
        assert_eq!(kind_at(b"", 0), (0, 0));
    }
}
