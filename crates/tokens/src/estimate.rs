//! Estimates the tokens of plain text.

use crate::encoding::Encoding;
use crate::vector::{self, Level};
use crate::weights::{Weights, weights_of};

/// Units of weight in a token.
const UNIT: i64 = 1024;

/// Estimated tokens of a text. Linear; about one cycle a byte. Bytes that are not UTF-8 count as single bytes.
#[must_use]
pub fn estimate_utf8(text: &[u8], encoding: Encoding, level: Level) -> u64 {
    tokens_of(weigh_utf8(text, encoding, level))
}

/// The same before rounding, in 1/1024 token, so that the parts of a block can be summed and rounded once. A text that
/// is not empty weighs at least one token.
#[must_use]
pub fn weigh_utf8(text: &[u8], encoding: Encoding, level: Level) -> u64 {
    Scale::new(encoding, level).finish(text)
}

/// Rounds a sum of weights to tokens.
#[must_use]
pub(crate) const fn tokens_of(weight: u64) -> u64 {
    (weight + 512) >> 10
}

/// Weighs one text that arrives in pieces.
pub(crate) struct Scale {
    weights: &'static Weights,
    level: Level,
    /// The last two bytes; 0 before the text.
    last: [u8; 2],
    sum: i64,
    is_empty: bool,
}

impl Scale {
    pub(crate) const fn new(encoding: Encoding, level: Level) -> Self {
        Self { weights: weights_of(encoding), level, last: [0; 2], sum: 0, is_empty: true }
    }

    /// Adds the next bytes of the text.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.is_empty &= bytes.is_empty();
        self.sum += vector::sum(self.weights, self.last, bytes, false, self.level);
        self.last = match *bytes {
            [.., before, last] => [before, last],
            [last] => [self.last[1], last],
            [] => self.last,
        };
    }

    /// The weight of the whole text, whose last bytes are `bytes`.
    pub(crate) fn finish(&self, bytes: &[u8]) -> u64 {
        if self.is_empty && bytes.is_empty() {
            return 0;
        }
        let sum = self.sum + vector::sum(self.weights, self.last, bytes, true, self.level);
        sum.max(UNIT).unsigned_abs()
    }
}
