//! Splits a text into pieces, whose ends the vocabularies' merges never cross.
//!
//! ```text
//! o200k_base   "HTTPServer don't  say 12345!\n"   HTTPServer| don't| | say| |123|45|!\n
//!                                                 ^a word with the char before it and the contraction behind it
//! ```
//!
//! The rules are the published regular expressions (`tiktoken_ext/openai_public.py`), written as code: the kind of a piece's
//! first chars selects the rule, and each rule reads on in one way only.

use super::kinds::{ASCII_KINDS, LETTER, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER, WHITE, kind_at};
use crate::encoding::Encoding;

/// End of the piece that begins at `start`, which is before the text's end.
#[inline]
pub(super) fn piece_end(text: &[u8], start: usize, encoding: Encoding) -> usize {
    let word = in_words(encoding);
    let (first, bytes) = kind_at(text, start);
    if first & word != 0 {
        return word_end(text, start, encoding);
    }
    if first & NUMBER != 0 {
        return number_end(text, start + bytes);
    }
    if encoding == Encoding::Cl100kBase
        && let length @ 1.. = contraction(text, start)
    {
        return start + length;
    }
    let next = start + bytes;
    let (second, _) = kind_at(text, next);
    if second & word != 0 && first != NEWLINE {
        return word_end(text, next, encoding);
    }
    if first & (OTHER | MARK) != 0 || (first == SPACE && second & (OTHER | MARK) != 0) {
        return others_end(text, next, encoding);
    }
    white_end(text, start)
}

/// Kinds of chars in words. For `cl100k_base` marks are signs.
const fn in_words(encoding: Encoding) -> u8 {
    match encoding {
        Encoding::O200kBase => LETTER | MARK,
        Encoding::Cl100kBase => LETTER,
    }
}

/// Offset of the first char from `at` on that is of none of `kinds`.
#[inline]
fn run(text: &[u8], at: usize, kinds: u8) -> usize {
    let mut end = ascii_run(text, at, kinds);
    while text.get(end).is_some_and(|byte| !byte.is_ascii()) {
        match kind_at(text, end) {
            (kind, bytes) if kind & kinds != 0 => end = ascii_run(text, end + bytes, kinds),
            _ => break,
        }
    }
    end
}

#[inline]
fn ascii_run(text: &[u8], at: usize, kinds: u8) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| ASCII_KINDS[usize::from(byte)] & kinds == 0).unwrap_or(rest.len())
}

/// The bit in which an ASCII capital and its small letter differ.
const BOTH_CASES: u8 = 0x20;

/// Offset of the first byte from `at` on that is no small ASCII letter, or, with `BOTH_CASES`, no ASCII letter. Eight
/// bytes at a time, because the processor cannot predict the end of a word.
#[inline]
fn ascii_letters<const CASES: u8>(text: &[u8], mut at: usize) -> usize {
    const fn all(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    while let Some(bytes) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*bytes) | all(CASES);
        let low = word & all(0x7F);
        let from_a = low + all(0x80 - b'a');
        let behind_z = low + all(0x7F - b'z');
        let others = !(from_a & !behind_z & !word) & all(0x80);
        if others != 0 {
            return at + (others.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    ascii_run(text, at, if CASES == 0 { LOWER } else { LETTER })
}

/// End of a word: for `o200k_base` capitals, small letters and a contraction; for `cl100k_base` any letters.
#[inline]
fn word_end(text: &[u8], at: usize, encoding: Encoding) -> usize {
    if encoding == Encoding::Cl100kBase {
        return run(text, ascii_letters::<BOTH_CASES>(text, at), LETTER);
    }
    let mut end = ascii_letters::<0>(text, ascii_run(text, at, UPPER));
    if text.get(end).is_some_and(|byte| !byte.is_ascii()) {
        end = cased_end(text, at);
    }
    end + contraction(text, end)
}

/// `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+`, else the first of the two alone. A char of both kinds
/// counts as a capital as long as small letters follow.
fn cased_end(text: &[u8], at: usize) -> usize {
    let (mut end, mut last_small) = (at, None);
    loop {
        let (kind, bytes) = kind_at(text, end);
        if kind & (UPPER | MARK) == 0 {
            break;
        }
        end += bytes;
        if kind & (LOWER | MARK) != 0 {
            last_small = Some(end);
        }
    }
    match (kind_at(text, end).0 & LOWER, last_small) {
        (LOWER, _) => run(text, end, LOWER | MARK),
        (_, Some(small)) => small,
        _ => end,
    }
}

/// Bytes of `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` or `'d`, in any case, at `at`; 0 where there is none. U+017F is an s to
/// a rule that ignores case.
#[inline]
fn contraction(text: &[u8], at: usize) -> usize {
    if text.get(at) != Some(&b'\'') {
        return 0;
    }
    let letter = |at: usize| text.get(at).map_or(0, u8::to_ascii_lowercase);
    match (letter(at + 1), letter(at + 2)) {
        (b's' | b't' | b'm' | b'd', _) => 2,
        (b'r' | b'v', b'e') | (b'l', b'l') | (0xC5, 0xBF) => 3,
        _ => 0,
    }
}

/// End of a piece of up to three numbers, of which the first ends at `end`.
#[inline]
fn number_end(text: &[u8], mut end: usize) -> usize {
    for _ in 0..2 {
        match kind_at(text, end) {
            (NUMBER, bytes) => end += bytes,
            _ => break,
        }
    }
    end
}

/// End of a piece of signs, then line ends; for `o200k_base` slashes may be among these.
#[inline]
fn others_end(text: &[u8], at: usize, encoding: Encoding) -> usize {
    let mut end = run(text, at, OTHER | MARK);
    let slash = encoding == Encoding::O200kBase;
    let is_taken = |byte: &u8| matches!(byte, b'\n' | b'\r') || (slash && *byte == b'/');
    while text.get(end).is_some_and(is_taken) {
        end += 1;
    }
    end
}

/// End of a piece of white space: its last line end; without one, all of it, or all but the last char if other text
/// follows.
#[inline]
fn white_end(text: &[u8], start: usize) -> usize {
    let end = run(text, start, WHITE);
    let white = text.get(start..end).unwrap_or_default();
    if let Some(last) = white.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
        return start + last + 1;
    }
    let last = white.iter().rposition(|byte| byte & 0xC0 != 0x80).unwrap_or(0);
    if end == text.len() || last == 0 { end } else { start + last }
}
#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pieces(text: &str, encoding: Encoding) -> Vec<&str> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = piece_end(text.as_bytes(), at, encoding);
            pieces.push(&text[at..end]);
            at = end;
        }
        pieces
    }

    #[test]
    fn splits_text_as_the_published_rules_do() {
        let table: [(&str, &[&str], &[&str]); 13] = [
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
            (
                "né 1é, x½²٣4",
                &["né", " ", "1", "é", ",", " x", "½²٣", "4"],
                &["né", " ", "1", "é", ",", " x", "½²٣", "4"],
            ),
            ("語ABC 語ABC語abc", &["語", "ABC", " 語ABC語abc"], &["語ABC", " 語ABC語abc"]),
            ("a\u{301}b !\u{301}A", &["a\u{301}b", " !\u{301}", "A"], &["a", "\u{301}b", " !\u{301}", "A"]),
            (
                "it'\u{17f} \u{3000}\u{3000}x",
                &["it'\u{17f}", " \u{3000}", "\u{3000}x"],
                &["it", "'\u{17f}", " \u{3000}", "\u{3000}x"],
            ),
        ];
        for (text, o200k, cl100k) in table {
            assert_eq!(pieces(text, Encoding::O200kBase), o200k, "{text:?}");
            assert_eq!(pieces(text, Encoding::Cl100kBase), cl100k, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn pieces_joined_are_the_text(text in "\\PC{1,40}") {
            for encoding in Encoding::ALL {
                prop_assert_eq!(pieces(&text, encoding).concat(), text.clone());
            }
        }
    }
}
