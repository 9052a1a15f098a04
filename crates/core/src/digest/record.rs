//! Words of records: JSON objects, whose values a model needs again more often than their keys.
//!
//! ```text
//! "flight_type": "round"                      a key: named last
//! "id": 2763480564                            an id: named first, as a path is
//! "pay_7815826": {…}                          a key that is an id: as a value
//! "origin": "JFK", "date": "2026-05-15",      values: dates, codes, amounts, ids
//! "price": 132, "id": "pay_7815826"
//! ```

use super::rank::{RANKS, rank_of};
use super::words::{DATE_BYTES, begins_with_date};

/// Ranks of a digest: those of words, and keys.
pub const ALL_RANKS: usize = RANKS + 1;
const KEY: usize = RANKS;
/// The rank of values, and of compound identifiers.
const VALUE: usize = 1;
/// Capitals and digits of the longest code.
const MAX_CODE_BYTES: usize = 6;
/// Digits in a row of a key that is an id; names of members have fewer (`address2`, `sha256`).
const MIN_ID_DIGITS: usize = 4;
/// Shorter capitals that are all of a string are no codes outside a member.
const MIN_LISTED_BYTES: usize = 4;

/// The rank of a word at byte `start`, the lowest first; none for one that no digest names.
pub fn rank_in(text: &str, start: usize, word: &str) -> Option<usize> {
    let rank = rank_of(word);
    if rank.is_none() && !is_code(word) {
        return None;
    }
    let (front, behind) = (text.as_bytes().get(..start)?, text.as_bytes().get(start + word.len()..)?);
    if is_key(front, behind) {
        return rank.map(|rank| if is_id(word) { rank.min(VALUE) } else { KEY });
    }
    let (has_digit, member) = (word.bytes().any(|byte| byte.is_ascii_digit()), member(front));
    if has_digit && rank.is_some() && member.is_some_and(|name| name.ends_with(b"\"id")) {
        return Some(0);
    }
    let is_worth = || is_code(word) || has_digit;
    let is_listed = || word.len() >= MIN_LISTED_BYTES && is_quoted(front, behind);
    let is_value = rank.is_none_or(|rank| rank > VALUE) && is_worth() && (member.is_some() || is_listed());
    if is_value { Some(VALUE) } else { rank }
}

/// Whether a word is a code of capitals or a number of at least two digits, which only a record makes worth naming.
pub fn is_code(word: &str) -> bool {
    let bytes = word.as_bytes();
    (2..=MAX_CODE_BYTES).contains(&bytes.len())
        && (bytes.iter().all(u8::is_ascii_uppercase) || bytes.iter().all(u8::is_ascii_digit))
}

/// Whether a word has a number of so many digits that a record's keys are ids: `{"pay_7815826": {…}}`.
fn is_id(word: &str) -> bool {
    word.as_bytes().windows(MIN_ID_DIGITS).any(|run| run.iter().all(u8::is_ascii_digit))
}

/// Whether a word is a date.
pub fn is_date(word: &str) -> bool {
    word.len() == DATE_BYTES && begins_with_date(word.as_bytes())
}

/// Whether a word is all of a string with a colon behind it.
fn is_key(front: &[u8], behind: &[u8]) -> bool {
    if front.last() != Some(&b'"') {
        return false;
    }
    let behind = behind.strip_prefix(b"\\").unwrap_or(behind);
    let Some(behind) = behind.strip_prefix(b"\"") else { return false };
    behind.iter().find(|&&byte| byte != b' ') == Some(&b':')
}

/// Whether a word is all of a string.
fn is_quoted(front: &[u8], behind: &[u8]) -> bool {
    front.last() == Some(&b'"') && behind.strip_prefix(b"\\").unwrap_or(behind).first() == Some(&b'"')
}

/// What ends with the name of the member whose value begins in front of a word; none if no value does.
fn member(front: &[u8]) -> Option<&[u8]> {
    let front = front.strip_suffix(b"\"").map_or(front, |front| front.strip_suffix(b"\\").unwrap_or(front));
    let end = front.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    let name = front.get(..end)?.strip_suffix(b"\":")?;
    Some(name.strip_suffix(b"\\").unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::super::digest;

    #[test]
    fn values_come_before_keys() {
        let table = [
            (
                r#"{"flight_type": "round", "origin": "JFK", "number":"HAT045","date":"2026-05-15","price": 132,"seats":12}"#,
                "JFK, HAT045, 2026-05-15, 132, 12, flight_type",
            ),
            (r#"{"a_b":"c_d","e_f":{"g_h":[1,22]}}"#, "c_d, a_b, e_f, g_h"),
            (r#"{"ids":["2FBBAH","CYPIDV"],"to":["JFK"]}"#, "2FBBAH, CYPIDV"),
            (r#"{"text":"{\"flight_type\":\"round\",\"id\":\"pay_7\"}"}"#, "pay_7, flight_type"),
            ("the JFK of 12 is 2026-05-15", "2026-05-15"),
            (r#"{"at":"2026-05-15T10:20:30Z"}"#, "2026-05-15"),
            (r#"{"body":"a_b of c_d","at":12,"id":2763480564}"#, "2763480564, a_b, c_d, 12"),
            (r#"{"text":"{\"a_b\":\"c_d\",\"id\": \"pay_7\"}"}"#, "pay_7, c_d, a_b"),
            (
                r#"{"address1":"x","methods":{"pay_7815826":{"last_four":"6437"}}}"#,
                "pay_7815826, 6437, address1, last_four",
            ),
            (r#"{"file_path":"src/a.ts","code":"x"}"#, "src/a.ts, file_path"),
        ];
        for (text, expected) in table {
            let mut out = String::new();
            digest(text, &|_| false, 80, 400, &mut out);
            assert_eq!(out, expected, "{text}");
        }
    }
}
