//! Where the pieces of a text end that the vocabularies' merges never cross, as far as the text is ASCII.
//!
//! ```text
//! o200k_base   "HTTPServer don't  say 12345!\n"   HTTPServer| don't| | say| |123|45|!\n
//!                                                 ^word with the char before it and the contraction behind it
//! ```
//!
//! The rules are the makers' regular expressions (`tiktoken_ext/openai_public.py`), read for ASCII alone: letters are upper
//! or lower case, and one table tells what a byte is. Beyond ASCII only dashes, quotes, arrows, boxes and the like are known
//! ([`symbol_bytes`]). Where another byte could change where a piece ends, nothing is said: the crate `tiktoken` then counts up to the next place where a piece surely begins ([`region_end`]).

use crate::encoding::Encoding;

const LOWER: u8 = 1;
const UPPER: u8 = 2;
const DIGIT: u8 = 4;
const SPACE: u8 = 8;
/// Other white space within a line.
const BLANK: u8 = 16;
const NEWLINE: u8 = 32;
/// Everything else in ASCII, control characters too.
const OTHER: u8 = 64;
/// Beyond ASCII.
const HIGH: u8 = 128;

const LETTER: u8 = LOWER | UPPER;
const WHITE: u8 = SPACE | BLANK | NEWLINE;

static KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut kinds = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b' ' => SPACE,
            b'\t' | 0x0B | 0x0C => BLANK,
            b'\n' | b'\r' => NEWLINE,
            0x80..=0xFF => HIGH,
            _ => OTHER,
        };
        byte += 1;
    }
    kinds
}

/// What stands at `at`; nothing, behind the text.
#[inline]
fn kind(text: &[u8], at: usize) -> u8 {
    match text.get(at) {
        Some(&byte) => KINDS[usize::from(byte)],
        None => 0,
    }
}

/// The same, symbols beyond ASCII being others.
#[inline]
fn kind_beyond(text: &[u8], at: usize) -> u8 {
    match kind(text, at) {
        HIGH if symbol_bytes(text, at) > 0 => OTHER,
        kind => kind,
    }
}

/// Bytes of the symbol at `at`, no letter, number, mark or white space: U+2010 to U+2027, U+2030 to U+205E, U+2190 to
/// U+243F, U+2500 to U+2775; 0 where there is none.
fn symbol_bytes(text: &[u8], at: usize) -> usize {
    match text.get(at..at + 3) {
        Some(
            [0xE2, 0x80, 0x90..=0xA7 | 0xB0..=0xBF]
            | [0xE2, 0x81, 0x80..=0x9E]
            | [0xE2, 0x86, 0x90..=0xBF]
            | [0xE2, 0x87..=0x90 | 0x94..=0x9C, _]
            | [0xE2, 0x9D, 0x80..=0xB5],
        ) => 3,
        _ => 0,
    }
}

/// The first place from `at` on where something else than `kinds` stands.
#[inline]
fn run(text: &[u8], at: usize, kinds: u8) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| KINDS[usize::from(byte)] & kinds == 0).unwrap_or(rest.len())
}

/// Where the piece ends that begins at `start`; none where that depends on what is not known here.
#[inline]
pub(crate) fn piece_end(text: &[u8], start: usize, encoding: Encoding) -> Option<usize> {
    let first = kind(text, start);
    if first & LETTER != 0 {
        return word_end(text, start, encoding);
    }
    if first & DIGIT != 0 {
        return number_end(text, start);
    }
    let next = start + if first == HIGH { symbol_bytes(text, start) } else { 1 };
    if next == start {
        return None;
    }
    let second = kind_beyond(text, next);
    if second == HIGH && first != NEWLINE {
        return None;
    }
    if encoding == Encoding::Cl100kBase
        && let length @ 1.. = contraction(text, start)
    {
        return Some(start + length);
    }
    if second & LETTER != 0 && first != NEWLINE {
        return word_end(text, next, encoding);
    }
    if first & (OTHER | HIGH) != 0 || (first == SPACE && second == OTHER) {
        return others_end(text, next, encoding);
    }
    white_end(text, start)
}

/// Capitals, then small letters; with `cl100k_base` any letters. Then a contraction, with `o200k_base`.
#[inline]
fn word_end(text: &[u8], at: usize, encoding: Encoding) -> Option<usize> {
    let end = match encoding {
        Encoding::O200kBase => run(text, run(text, at, UPPER), LOWER),
        Encoding::Cl100kBase => run(text, at, LETTER),
    };
    match kind_beyond(text, end) {
        HIGH => None,
        OTHER if encoding == Encoding::O200kBase && text.get(end) == Some(&b'\'') => {
            // U+017F is an s to a rule that ignores case.
            (kind(text, end + 1) != HIGH).then(|| end + contraction(text, end))
        }
        _ => Some(end),
    }
}

/// Bytes of `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` or `'d`, in any case, at `at`; 0 where there is none.
#[inline]
fn contraction(text: &[u8], at: usize) -> usize {
    if text.get(at) != Some(&b'\'') {
        return 0;
    }
    let letter = |at: usize| text.get(at).map_or(0, u8::to_ascii_lowercase);
    match (letter(at + 1), letter(at + 2)) {
        (b's' | b't' | b'm' | b'd', _) => 2,
        (b'r' | b'v', b'e') | (b'l', b'l') => 3,
        _ => 0,
    }
}

/// Up to three digits.
#[inline]
fn number_end(text: &[u8], start: usize) -> Option<usize> {
    let mut end = start + 1;
    while end < start + 3 {
        match kind_beyond(text, end) {
            DIGIT => end += 1,
            HIGH => return None,
            _ => break,
        }
    }
    Some(end)
}

/// Signs, then line ends; with `o200k_base` slashes among them.
#[inline]
fn others_end(text: &[u8], at: usize, encoding: Encoding) -> Option<usize> {
    let mut end = run(text, at, OTHER);
    while kind(text, end) == HIGH {
        match symbol_bytes(text, end) {
            0 => return None,
            bytes => end = run(text, end + bytes, OTHER),
        }
    }
    let slash = encoding == Encoding::O200kBase;
    while kind(text, end) == NEWLINE || (slash && text.get(end) == Some(&b'/')) {
        end += 1;
    }
    Some(end)
}

/// White space up to its last line end; without one, all of it, or all but the last where something follows.
#[inline]
fn white_end(text: &[u8], start: usize) -> Option<usize> {
    let end = run(text, start, WHITE);
    if kind_beyond(text, end) == HIGH {
        return None;
    }
    let white = text.get(start..end).unwrap_or_default();
    if let Some(last) = white.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
        return Some(start + last + 1);
    }
    Some(if end == text.len() || white.len() == 1 { end } else { end - 1 })
}

/// The first place behind `start` where a piece surely begins, whatever stands before: a space right behind something that
/// is no white space. No rule takes a space but as the first of a piece, or among white space.
pub(crate) fn region_end(text: &[u8], start: usize) -> usize {
    let from = start + 1;
    let rest = text.get(from..).unwrap_or_default();
    let begins = |at: &usize| text.get(..from + at).is_some_and(|before| !ends_in_white_space(before));
    memchr::memchr_iter(b' ', rest).find(begins).map_or(text.len(), |at| from + at)
}

/// White space as Unicode has it.
fn ends_in_white_space(text: &[u8]) -> bool {
    match text {
        [.., last] if last.is_ascii() => kind(&[*last], 0) & WHITE != 0,
        [.., 0xC2, 0x85 | 0xA0]
        | [.., 0xE1, 0x9A, 0x80]
        | [.., 0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF]
        | [.., 0xE2, 0x81, 0x9F]
        | [.., 0xE3, 0x80, 0x80] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, encoding: Encoding) -> Vec<String> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = piece_end(text.as_bytes(), at, encoding);
            let (end, mark) = end.map_or_else(|| (region_end(text.as_bytes(), at), "*"), |end| (end, ""));
            pieces.push(format!("{}{mark}", &text[at..end]));
            at = end;
        }
        pieces
    }

    #[test]
    fn symbols_are_nothing_else() {
        let symbols = ('\0'..=char::MAX).filter(|char| symbol_bytes(char.to_string().as_bytes(), 0) > 0);
        let symbols: Vec<char> = symbols.collect();
        assert_eq!(symbols.len(), 0x18 + 0x2F + 0x2B0 + 0x276);
        assert!(symbols.iter().all(|char| !char.is_alphanumeric() && !char.is_whitespace()));
    }

    #[test]
    fn white_space_is_unicodes() {
        for char in '\0'..=char::MAX {
            assert_eq!(ends_in_white_space(char.to_string().as_bytes()), char.is_whitespace(), "{char:?}");
        }
        assert!(!ends_in_white_space(b""));
    }

    #[test]
    fn pieces_are_those_of_the_rules() {
        let table: [(&str, &[&str], &[&str]); 10] = [
            ("HTTPServer don't", &["HTTPServer", " don't"], &["HTTPServer", " don", "'t"]),
            ("camelCase XYZ", &["camel", "Case", " XYZ"], &["camelCase", " XYZ"]),
            ("'sad 'LLx", &["'sad", " '", "LLx"], &["'s", "ad", " '", "LLx"]),
            ("12345 6", &["123", "45", " ", "6"], &["123", "45", " ", "6"]),
            ("a  b   7", &["a", " ", " b", "  ", " ", "7"], &["a", " ", " b", "  ", " ", "7"]),
            (" \n\t\n  x \n", &[" \n\t\n", " ", " x", " \n"], &[" \n\t\n", " ", " x", " \n"]),
            ("});\n\n//x ==/\n/", &["});\n\n//", "x", " ==/\n/"], &["});\n\n", "//", "x", " ==/\n", "/"]),
            ("\tfoo\u{7f}bar", &["\tfoo", "\u{7f}bar"], &["\tfoo", "\u{7f}bar"]),
            (
                "a—b “x” 1…\n →→y",
                &["a", "—b", " “", "x", "”", " ", "1", "…\n", " →→", "y"],
                &["a", "—b", " “", "x", "”", " ", "1", "…\n", " →→", "y"],
            ),
            ("ab né 1é, x", &["ab", " né*", " ", "1é,*", " x"], &["ab", " né*", " ", "1é,*", " x"]),
        ];
        for (text, o200k, cl100k) in table {
            assert_eq!(pieces(text, Encoding::O200kBase), o200k, "{text:?}");
            assert_eq!(pieces(text, Encoding::Cl100kBase), cl100k, "{text:?}");
        }
    }
}
