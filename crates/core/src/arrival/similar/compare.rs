//! Whether two lines differ only in numbers and ids.
//!
//! ```text
//! 2026-03-01 12:00:01 built a3f9c21 in 1.25 s    is like    2026-03-02 8:10:17 built 1234567 in 12.5 s
//! ```
//! A word is what ASCII letters and digits stand together; a number is its digits that follow each other. Ids are UUIDs,
//! and words with a digit that have at least 6 chars, all hexadecimal; that are hexadecimal behind `0x`; or that have at
//! least 16 chars and 4 digits. An id is like any other and like a number.

/// Chars of the shortest hexadecimal id.
const HEX_CHARS: usize = 6;
/// Chars of the shortest other id, then its fewest digits.
const ID_CHARS: usize = 16;
const ID_DIGITS: usize = 4;
/// Chars of a UUID, and where it has hyphens.
const UUID_CHARS: usize = 36;
const UUID_HYPHENS: [usize; 4] = [8, 13, 18, 23];

/// Whether two lines are the same but for numbers and ids. Linear; reads to the first other difference.
pub(super) fn are_similar(one: &[u8], other: &[u8]) -> bool {
    let (mut one, mut other) = (one, other);
    loop {
        let shared = shared_bytes(one, other);
        // What is in front of letters, digits and hyphens is in none of their ids.
        let before = one.get(..shared).unwrap_or_default();
        let mut left = before.iter().rev().take_while(|&&byte| is_word(byte) || byte == b'-').count();
        let start = shared - left;
        (one, other) = (one.get(start..).unwrap_or_default(), other.get(start..).unwrap_or_default());
        // Passes the difference, so that nothing is read again.
        loop {
            let (Some(token), Some(other_token)) = (Token::of(one), Token::of(other)) else {
                return one.is_empty() && other.is_empty();
            };
            if !token.is_like(&other_token) {
                return false;
            }
            one = one.get(token.bytes()..).unwrap_or_default();
            other = other.get(other_token.bytes()..).unwrap_or_default();
            match left.checked_sub(token.bytes()) {
                Some(rest) => left = rest,
                None => break,
            }
        }
    }
}

/// Length of the longest beginning that both have.
fn shared_bytes(one: &[u8], other: &[u8]) -> usize {
    const BLOCK: usize = 16;
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(one, other)| one == other).count();
    let start = blocks * BLOCK;
    let (one, other) = (one.get(start..).unwrap_or_default(), other.get(start..).unwrap_or_default());
    start + one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// What a line begins with.
enum Token<'a> {
    /// Of so many bytes.
    Id(usize),
    Word(&'a [u8]),
    /// A byte that is in no word.
    Byte(u8),
}

impl<'a> Token<'a> {
    fn of(text: &'a [u8]) -> Option<Self> {
        let first = *text.first()?;
        if !is_word(first) {
            return Some(Self::Byte(first));
        }
        let (word, behind) = text.split_at_checked(text.iter().take_while(|&&byte| is_word(byte)).count())?;
        Some(match behind.first() {
            Some(b'-') if is_uuid(text) => Self::Id(UUID_CHARS),
            _ if is_id(word) => Self::Id(word.len()),
            _ => Self::Word(word),
        })
    }

    const fn bytes(&self) -> usize {
        match self {
            Self::Id(bytes) => *bytes,
            Self::Word(word) => word.len(),
            Self::Byte(_) => 1,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Id(_), Self::Id(_)) => true,
            (Self::Id(_), Self::Word(word)) | (Self::Word(word), Self::Id(_)) => word.iter().all(u8::is_ascii_digit),
            (Self::Word(word), Self::Word(other)) => differ_in_numbers(word, other),
            (Self::Byte(byte), Self::Byte(other)) => byte == other,
            _ => false,
        }
    }
}

/// Whether two words are the same but for numbers in them.
fn differ_in_numbers(word: &[u8], other: &[u8]) -> bool {
    let (mut word, mut other) = (word, other);
    while let ([first, rest @ ..], [other_first, other_rest @ ..]) = (word, other) {
        if first.is_ascii_digit() && other_first.is_ascii_digit() {
            (word, other) = (behind_digits(word), behind_digits(other));
        } else if first == other_first {
            (word, other) = (rest, other_rest);
        } else {
            return false;
        }
    }
    word.is_empty() && other.is_empty()
}

fn behind_digits(text: &[u8]) -> &[u8] {
    text.get(text.iter().take_while(|byte| byte.is_ascii_digit()).count()..).unwrap_or_default()
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_id(word: &[u8]) -> bool {
    if word.len() < HEX_CHARS && !word.starts_with(b"0") {
        return false;
    }
    let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_hex = |word: &[u8]| word.iter().all(u8::is_ascii_hexdigit);
    let behind_0x = word.strip_prefix(b"0").and_then(|rest| rest.strip_prefix(b"x").or(rest.strip_prefix(b"X")));
    digits > 0 && word.len() >= HEX_CHARS && is_hex(word)
        || digits >= ID_DIGITS && word.len() >= ID_CHARS
        || behind_0x.is_some_and(|number| !number.is_empty() && is_hex(number))
}

/// Whether a UUID begins here and no word goes on behind it.
fn is_uuid(text: &[u8]) -> bool {
    let is_in_uuid = |(at, byte): (usize, &u8)| {
        let is_hyphen = UUID_HYPHENS.contains(&at);
        if is_hyphen { *byte == b'-' } else { byte.is_ascii_hexdigit() }
    };
    text.get(..UUID_CHARS).is_some_and(|uuid| uuid.iter().enumerate().all(is_in_uuid))
        && !text.get(UUID_CHARS).is_some_and(|&byte| is_word(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What is left of a line when each number and each id in it is the same, written the obvious way.
    fn template(line: &str) -> String {
        let mut out = String::new();
        let mut rest = line.as_bytes();
        while let Some(token) = Token::of(rest) {
            match token {
                Token::Id(_) => out.push('0'),
                Token::Byte(byte) => out.push(char::from(byte)),
                Token::Word(word) => {
                    for (at, &byte) in word.iter().enumerate() {
                        let goes_on = byte.is_ascii_digit() && at > 0 && word[at - 1].is_ascii_digit();
                        out.extend((!goes_on).then(|| if byte.is_ascii_digit() { '0' } else { char::from(byte) }));
                    }
                }
            }
            rest = &rest[token.bytes()..];
        }
        out
    }

    #[test]
    fn numbers_and_ids_are_alike() {
        for (line, expected) in [
            ("", ""),
            ("no number - a", "no number - a"),
            ("2026-03-01 12:00:01.250", "0-0-0 0:0:0.0"),
            ("step 17/200: 99 %", "step 0/0: 0 %"),
            ("v1beta2 x86", "v0beta0 x0"),
            ("commit a3f9c21", "commit 0"),
            ("commit 1234567", "commit 0"),
            ("a3f9c", "a0f0c"),
            ("deadbeef", "deadbeef"),
            ("at 0x7ffe 0xG 0x 0X1", "at 0 0xG 0x 0"),
            ("id 550e8400-e29b-41d4-a716-446655440000.", "id 0."),
            ("id 550e8400-e29b-41d4-a716-446655440000a", "id 0-e0b-0d0-a0-0"),
            ("toolu_01AbCdXyZw9Q12r5", "toolu_0"),
            ("getUserById12345", "0"),
            ("getUserById1234", "getUserById0"),
        ] {
            assert_eq!(template(line), expected, "{line}");
            assert!(are_similar(line.as_bytes(), expected.as_bytes()) || expected == "0-e0b-0d0-a0-0", "{line}");
        }
    }

    const PARTS: &str = "[a-g0-2]{1,3}|[ -]|-|550e8400-e29b-41d4-a716-446655440000|550e8400|aaaa111111aaaaaaa|0x1f";

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

        #[test]
        fn lines_are_similar_if_their_templates_are_equal(
            start in "[a1 -]{0,4}|[a ]{17}",
            parts in prop::collection::vec(PARTS, 0..4),
            others in prop::collection::vec(PARTS, 0..4),
            end in "[a1 -]{0,4}",
        ) {
            let line = format!("{start}{}{end}", parts.concat());
            for other in [format!("{start}{}{end}", others.concat()), line.replace('1', "22"), line.replace('2', "")] {
                let expected = template(&line) == template(&other);
                prop_assert_eq!(are_similar(line.as_bytes(), other.as_bytes()), expected, "{} {}", line, other);
            }
        }
    }
}
