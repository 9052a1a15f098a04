//! Estimates the tokens of plain text.

use crate::encoding::Encoding;
use crate::scripts::{self, Pieces};
use crate::vector::{self, Level};
use crate::weights::{Weights, weights_of};

/// Units of weight in a token.
const UNIT: i64 = 1024;

/// Estimated tokens of a text. Linear; about one cycle a byte, and six in scripts other than Latin. Bytes that are not
/// UTF-8 count as single bytes.
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

/// Bytes looked through for covered chars before they are weighed: few enough to stay in the nearest cache.
const BLOCK: usize = 4096;

/// Weighs one text that arrives in pieces.
pub(crate) struct Scale {
    weights: &'static Weights,
    encoding: Encoding,
    level: Level,
    /// Weighs scripts other than Latin.
    pieces: Pieces,
    /// The last two bytes; 0 before the text, and behind a covered char.
    last: [u8; 2],
    /// Whether `last` is part of a run whose end was not weighed.
    is_open: bool,
    sum: i64,
    is_empty: bool,
}

impl Scale {
    pub(crate) const fn new(encoding: Encoding, level: Level) -> Self {
        let pieces = Pieces::new(encoding);
        let weights = weights_of(encoding);
        Self { weights, encoding, level, pieces, last: [0; 2], is_open: false, sum: 0, is_empty: true }
    }

    /// Adds the next bytes of the text, and returns how many: the last three may wait for those behind them.
    #[must_use]
    pub(crate) fn add(&mut self, bytes: &[u8]) -> usize {
        let end = bytes.len() - scripts::unfinished(bytes);
        self.add_whole(bytes.get(..end).unwrap_or_default());
        end
    }

    /// Adds bytes that end neither inside a char nor between a space and a char of another script.
    pub(crate) fn add_whole(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while rest.len() > BLOCK {
            let (block, _) = rest.split_at(BLOCK);
            let (block, behind) = rest.split_at(BLOCK - scripts::unfinished(block));
            self.add_block(block);
            rest = behind;
        }
        self.add_block(rest);
    }

    /// The weight of the whole text, whose last bytes are `bytes`.
    pub(crate) fn finish(&mut self, bytes: &[u8]) -> u64 {
        self.add_whole(bytes);
        self.end_plain();
        if self.is_empty {
            return 0;
        }
        let sum = self.sum + self.pieces.sum();
        sum.max(UNIT).unsigned_abs()
    }

    fn add_block(&mut self, bytes: &[u8]) {
        if bytes.is_ascii() {
            self.add_plain(bytes);
            return;
        }
        let mut rest = if self.pieces.is_open() { self.add_pieces(false, bytes) } else { bytes };
        while !rest.is_empty() {
            let (plain, from) = rest.split_at(scripts::find(rest));
            let (plain, space) = match plain.split_last() {
                Some((b' ', before)) if !from.is_empty() => (before, true),
                _ => (plain, false),
            };
            self.add_plain(plain);
            self.sum -= scripts::too_much(plain, self.encoding);
            rest = if from.is_empty() { from } else { self.add_pieces(space, from) };
        }
    }

    /// Adds the covered chars at the start of `bytes`, and returns what is behind them.
    fn add_pieces<'a>(&mut self, space: bool, bytes: &'a [u8]) -> &'a [u8] {
        self.end_plain();
        self.is_empty = false;
        if space {
            self.pieces.add_space();
        }
        let length = self.pieces.add_run(bytes);
        bytes.get(length..).unwrap_or_default()
    }

    fn add_plain(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.pieces.close();
        (self.is_empty, self.is_open) = (false, true);
        self.sum += vector::sum(self.weights, self.last, bytes, false, self.level);
        self.last = match *bytes {
            [.., before, last] => [before, last],
            [last] => [self.last[1], last],
            [] => self.last,
        };
    }

    /// Weighs the patterns that end behind the open run.
    fn end_plain(&mut self) {
        if self.is_open {
            self.sum += vector::sum(self.weights, self.last, &[], true, self.level);
            (self.last, self.is_open) = ([0; 2], false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn weighs_a_text_in_pieces_as_the_whole(
            words in prop::collection::vec(prop_oneof![
                Just("a "), Just("中国"), Just(" "), Just("мир"), Just(" и"), Just("é"), Just("😀"), Just("—"), Just("\u{200C}"), Just("می"), Just("\u{200C}شود"),
            ], 0..40),
            cuts in prop::collection::vec(0..9_usize, 1..20),
        ) {
            let text = words.concat();
            let mut scale = Scale::new(Encoding::O200kBase, Level::SCALAR);
            let (mut rest, mut waiting) = (text.as_bytes(), Vec::new());
            for length in cuts.iter().copied() {
                let (next, behind) = rest.split_at(length.min(rest.len()));
                waiting.extend_from_slice(next);
                let done = scale.add(&waiting);
                waiting.drain(..done);
                rest = behind;
            }
            waiting.extend_from_slice(rest);
            let whole = weigh_utf8(text.as_bytes(), Encoding::O200kBase, Level::SCALAR);
            prop_assert_eq!(scale.finish(&waiting), whole);
        }
    }

    #[test]
    fn weighs_a_long_text_as_its_blocks() {
        let text = "слово ".repeat(BLOCK) + "中";
        let tokens = estimate_utf8(text.as_bytes(), Encoding::O200kBase, Level::SCALAR);
        assert!((BLOCK as u64..BLOCK as u64 + 5).contains(&tokens), "{tokens}");
    }
}
