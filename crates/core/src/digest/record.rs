//! Words of records: JSON objects, whose values a model needs again more often than their keys.
//!
//! ```text
//! "flight_type": "round"                      a key: named last
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
        return rank.map(|_| KEY);
    }
    let is_worth = || is_code(word) || word.bytes().any(|byte| byte.is_ascii_digit());
    let is_listed = || word.len() >= MIN_LISTED_BYTES && is_quoted(front, behind);
    let is_value = rank.is_none_or(|rank| rank > VALUE) && is_worth() && (is_value(front) || is_listed());
    if is_value { Some(VALUE) } else { rank }
}

/// Whether a word is a code of capitals or a number of at least two digits, which only a record makes worth naming.
pub fn is_code(word: &str) -> bool {
    let bytes = word.as_bytes();
    (2..=MAX_CODE_BYTES).contains(&bytes.len())
        && (bytes.iter().all(u8::is_ascii_uppercase) || bytes.iter().all(u8::is_ascii_digit))
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

/// Whether a value of an object begins in front of a word.
fn is_value(front: &[u8]) -> bool {
    let front = front.strip_suffix(b"\"").map_or(front, |front| front.strip_suffix(b"\\").unwrap_or(front));
    let end = front.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1);
    front.get(..end).is_some_and(|front| front.ends_with(b"\":"))
}
