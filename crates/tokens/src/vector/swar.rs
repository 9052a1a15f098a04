//! Searches and decodes eight bytes at a time in an ordinary register.

use super::{DECODE_ROOM, Decoded};

const WORD: usize = 8;
const ONES: u64 = u64::from_ne_bytes([1; WORD]);
const BACKSLASHES: [u64; 2] = [ONES * b'\\' as u64; 2];
const QUOTES: [u64; 2] = [ONES * b'\\' as u64, ONES * b'"' as u64];
/// Words searched before the vectorised search is called, because escapes in code are usually that close.
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

/// As [`super::decode`]: copies the bytes in front of the first backslash. Runs in code are short, some 40 bytes: a word
/// at a time costs a third of calls that search and copy.
pub(super) fn decode(raw: &[u8], quoted: bool, out: &mut [u8]) -> Decoded {
    let ends = if quoted { QUOTES } else { BACKSLASHES };
    let (words, tail) = raw.as_chunks::<WORD>();
    let room = out.len().saturating_sub(DECODE_ROOM);
    let mut length = 0;
    for word in words {
        if length > room {
            return copied(length);
        }
        if let Some(slot) = out.get_mut(length..).and_then(<[u8]>::first_chunk_mut) {
            *slot = *word;
        }
        let found = first_of(u64::from_le_bytes(*word), ends);
        length += found;
        if found < WORD {
            return copied(length);
        }
    }
    let is_end = |byte: u8| ends.iter().any(|&end| end as u8 == byte);
    for (byte, slot) in tail.iter().take_while(|&&byte| !is_end(byte)).zip(out.get_mut(length..).unwrap_or_default()) {
        *slot = *byte;
        length += 1;
    }
    copied(length)
}

const fn copied(length: usize) -> Decoded {
    Decoded { read: length, written: length }
}

/// Index of the lowest byte of `word` that is one of two bytes, each repeated eight times; [`WORD`] if there is none.
const fn first_of(word: u64, [one, other]: [u64; 2]) -> usize {
    let found = zeros(word ^ one) | zeros(word ^ other);
    found.trailing_zeros() as usize / 8
}

/// The high bit of each zero byte of `word`; bits above the lowest one may be wrong.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}
