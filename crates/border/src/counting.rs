//! Counts the tokens of texts by the numbers of [`crate::protocol`]: a *method* is a place in [`encodings`], plus
//! [`method::EXACT`] for the exact count. *Spans* are pairs of byte offsets of raw strings in a JSON body, quotes not included.

use std::cell::RefCell;
use tamis_tokens::{
    Encoding, Level, count_utf8, decode_json_string, estimate_json_string, estimate_utf8, estimate_utf16,
    utf8_from_utf16, weigh_utf16,
};

use crate::protocol::{encodings, method};

thread_local! {
    /// Memory for a string as UTF-8, so that short strings need no allocation.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Bytes kept for the next string.
const KEPT_BYTES: usize = 1 << 20;

/// How tokens are counted.
#[derive(Clone, Copy)]
pub struct Method {
    /// Whose tokens.
    pub encoding: Encoding,
    /// Whether they are counted, and not estimated.
    pub exact: bool,
}

impl Method {
    /// The method of a code, if it is one.
    #[must_use]
    pub fn from_code(code: u32) -> Option<Self> {
        let encoding = *encodings::ALL.get((code & !method::EXACT) as usize)?;
        Some(Self { encoding, exact: code & method::EXACT != 0 })
    }

    /// Tokens of UTF-8.
    #[must_use]
    pub fn tokens(self, text: &[u8]) -> u64 {
        if self.exact { count_utf8(text, self.encoding) } else { estimate_utf8(text, self.encoding, Level::detect()) }
    }

    /// Tokens of UTF-16.
    #[must_use]
    pub fn tokens_of_units(self, units: &[u16]) -> u64 {
        if self.exact {
            with_utf8(units, |text| self.tokens(text))
        } else {
            estimate_utf16(units, self.encoding, Level::detect())
        }
    }

    /// Tokens of the inside of a JSON string.
    #[must_use]
    pub fn tokens_of_raw(self, raw: &[u8]) -> u64 {
        if !self.exact {
            return estimate_json_string(raw, self.encoding, Level::detect());
        }
        with_scratch(|text| {
            decode_json_string(raw, text);
            count_utf8(text, self.encoding)
        })
    }
}

/// The encoding of a method that estimates; none for one that counts.
#[must_use]
pub fn estimated(code: u32) -> Option<Encoding> {
    let Method { encoding, exact } = Method::from_code(code)?;
    (!exact).then_some(encoding)
}

/// The estimate of UTF-16 before rounding, in 1/1024 token; none for a method that counts.
#[must_use]
pub fn weight_of_units(units: &[u16], code: u32) -> Option<f64> {
    let encoding = estimated(code)?;
    Some(number(weigh_utf16(units, encoding, Level::detect())))
}

/// Calls `run` with the kept memory, emptied.
fn with_scratch<T>(run: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    let mut scratch = SCRATCH.take();
    scratch.clear();
    let result = run(&mut scratch);
    if scratch.capacity() <= KEPT_BYTES {
        SCRATCH.replace(scratch);
    }
    result
}

/// Calls `run` with `units` as UTF-8.
pub fn with_utf8<T>(units: &[u16], run: impl FnOnce(&[u8]) -> T) -> T {
    with_scratch(|utf8| {
        utf8_from_utf16(units, utf8);
        run(utf8)
    })
}

/// Writes the tokens of the string at each span of `body` to `out`; none unless all lie in the body and have a place.
#[must_use]
pub fn fill_spans(body: &[u8], spans: &[u32], out: &mut [u32], mut tokens: impl FnMut(&[u8]) -> u64) -> Option<()> {
    let (spans, rest) = spans.as_chunks::<2>();
    if spans.len() != out.len() || !rest.is_empty() {
        return None;
    }
    for (place, &[start, end]) in out.iter_mut().zip(spans) {
        *place = word(tokens(body.get(start as usize..end as usize)?));
    }
    Some(())
}

/// The bytes of texts of these lengths, one behind the other; none if `bytes` has fewer.
#[must_use]
pub fn joined_bytes<'a>(bytes: &'a [u8], lengths: &[u32], out: &[u32]) -> Option<&'a [u8]> {
    let end = lengths.iter().try_fold(0_usize, |sum, &length| sum.checked_add(length as usize));
    end.filter(|_| lengths.len() == out.len()).and_then(|end| bytes.get(..end))
}

/// Writes the tokens of each text to `out`; the texts are consecutive in `bytes` and have these `lengths`.
pub fn fill_joined(bytes: &[u8], lengths: &[u32], out: &mut [u32], mut tokens: impl FnMut(&[u8]) -> u64) {
    let mut rest = bytes;
    for (place, &length) in out.iter_mut().zip(lengths) {
        let Some((text, behind)) = rest.split_at_checked(length as usize) else { return };
        *place = word(tokens(text));
        rest = behind;
    }
}

/// A count as it crosses.
#[must_use]
pub fn word(tokens: u64) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

/// A weight as it crosses.
#[expect(clippy::cast_precision_loss, reason = "exact below 2^53, which no string reaches")]
#[must_use]
pub const fn number(weight: u64) -> f64 {
    weight as f64
}
