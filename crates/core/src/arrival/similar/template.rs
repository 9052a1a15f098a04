//! What is left of a line when each number and each id in it is the same.
//!
//! ```text
//! 2026-03-01 12:00:01 built a3f9c21 in 1.25 s  ──▶  0-0-0 0:0:0 built 0 in 0.0 s
//! ```
//! A word is what ASCII letters and digits stand together. Ids are UUIDs, and words with a digit that have at least 6
//! chars, all hexadecimal; that are hexadecimal behind `0x`; or that have at least 16 chars and 4 digits.

/// Chars of the shortest hexadecimal id.
const HEX_CHARS: usize = 6;
/// Chars of the shortest other id, then its fewest digits.
const ID_CHARS: usize = 16;
const ID_DIGITS: usize = 4;
/// Chars of a UUID, and where it has hyphens.
const UUID_CHARS: usize = 36;
const UUID_HYPHENS: [usize; 4] = [8, 13, 18, 23];
/// Stands for each number and each id.
const NUMBER: u8 = b'0';

/// Replaces `out` by the template of `line`. Linear.
pub(super) fn template(line: &[u8], out: &mut Vec<u8>) {
    out.clear();
    let mut copied = 0;
    let mut at = 0;
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let word = word_of(rest);
        let id = if is_uuid(rest) { UUID_CHARS } else { usize::from(is_id(word)) * word.len() };
        if id > 0 || has_digit(word) {
            out.extend_from_slice(line.get(copied..at).unwrap_or_default());
            copied = at + if id > 0 { id } else { word.len() };
            if id > 0 { out.push(NUMBER) } else { push_without_digits(word, out) }
        }
        // Behind the word, or the one byte that is no word.
        at = copied.max(at + word.len().max(1));
    }
    out.extend_from_slice(line.get(copied..).unwrap_or_default());
}

/// Whether the templates of two lines must differ. Looks at the first word that they do not share.
pub(super) fn surely_differ(one: &[u8], other: &[u8]) -> bool {
    let shared = shared_bytes(one, other);
    let is_word_byte = |byte: &&u8| byte.is_ascii_alphanumeric();
    let before = one.get(..shared).unwrap_or_default();
    let from = shared - before.iter().rev().take_while(is_word_byte).count();
    let (one, other) = (one.get(from..).unwrap_or_default(), other.get(from..).unwrap_or_default());
    let (word, other_word) = (word_of(one), word_of(other));
    let goes_on = |text: &[u8], word: &[u8]| text.get(word.len()) == Some(&b'-');
    // Next to a hyphen the word may be a part of a UUID.
    if before.get(..from).is_some_and(|before| before.ends_with(b"-"))
        || goes_on(one, word)
        || goes_on(other, other_word)
    {
        return false;
    }
    one != other && (word == other_word || !(has_digit(word) || has_digit(other_word)))
}

/// Length of the longest beginning that both have.
fn shared_bytes(one: &[u8], other: &[u8]) -> usize {
    const BLOCK: usize = 16;
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(one, other)| one == other).count();
    let (one, other) = (one.iter().skip(blocks * BLOCK), other.iter().skip(blocks * BLOCK));
    blocks * BLOCK + one.zip(other).take_while(|(one, other)| one == other).count()
}

fn word_of(text: &[u8]) -> &[u8] {
    let bytes = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    text.get(..bytes).unwrap_or_default()
}

fn has_digit(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_digit)
}

fn is_id(word: &[u8]) -> bool {
    let is_hex = |word: &[u8]| word.iter().all(u8::is_ascii_hexdigit);
    let [_, x, number @ ..] = word else { return false };
    has_digit(word)
        && ((word.len() >= HEX_CHARS && is_hex(word))
            || (word.starts_with(b"0") && x.eq_ignore_ascii_case(&b'x') && !number.is_empty() && is_hex(number))
            || (word.len() >= ID_CHARS && word.iter().filter(|byte| byte.is_ascii_digit()).count() >= ID_DIGITS))
}

/// Whether a UUID begins here and no word goes on behind it.
fn is_uuid(text: &[u8]) -> bool {
    let Some((uuid, behind)) = text.split_at_checked(UUID_CHARS) else { return false };
    text.get(UUID_HYPHENS[0]) == Some(&b'-')
        && !behind.first().is_some_and(u8::is_ascii_alphanumeric)
        && uuid
            .iter()
            .enumerate()
            .all(|(at, byte)| if UUID_HYPHENS.contains(&at) { *byte == b'-' } else { byte.is_ascii_hexdigit() })
}

fn push_without_digits(word: &[u8], out: &mut Vec<u8>) {
    for (at, byte) in word.iter().enumerate() {
        let is_in_number = at > 0 && word.get(at - 1).is_some_and(u8::is_ascii_digit);
        match byte {
            b'0'..=b'9' if is_in_number => {}
            b'0'..=b'9' => out.push(NUMBER),
            letter => out.push(*letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(line: &str) -> String {
        let mut out = Vec::new();
        template(line.as_bytes(), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_and_ids_become_one() {
        for (line, expected) in [
            ("", ""),
            ("no number – ä", "no number – ä"),
            ("2026-03-01 12:00:01.250", "0-0-0 0:0:0.0"),
            ("step 17/200: 99 %", "step 0/0: 0 %"),
            ("v1beta2 x86", "v0beta0 x0"),
            ("commit a3f9c21", "commit 0"),
            ("commit 1234567", "commit 0"),
            ("a3f9c", "a0f0c"),
            ("deadbeef", "deadbeef"),
            ("at 0x7ffe 0xG 0x", "at 0 0xG 0x"),
            ("id 550e8400-e29b-41d4-a716-446655440000.", "id 0."),
            ("id 550e8400-e29b-41d4-a716-446655440000a", "id 0-e0b-0d0-a0-0"),
            ("toolu_01AbCdXyZw9Q12r5", "toolu_0"),
            ("getUserById12345", "0"),
            ("getUserById1234", "getUserById0"),
        ] {
            assert_eq!(of(line), expected, "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn lines_that_surely_differ_have_other_templates(
            start in "[a1 -]{0,4}", parts in prop::collection::vec("[a-g0-2]{1,3}|[ -]|-|550e8400-e29b-41d4-a716-446655440000|a{17}", 0..4),
            others in prop::collection::vec("[a-g0-2]{1,3}|[ -]|-|550e8400-e29b-41d4-a716-446655440000|11111a{13}", 0..4),
        ) {
            let (one, other) = (format!("{start}{}", parts.concat()), format!("{start}{}", others.concat()));
            if surely_differ(one.as_bytes(), other.as_bytes()) {
                prop_assert_ne!(of(&one), of(&other));
            }
        }
    }
}
