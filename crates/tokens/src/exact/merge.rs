//! The merges of byte-pair encoding: joins the neighbours that form the token with the lowest number, the leftmost of
//! equal ones, until no neighbours form a token.

use super::vocabulary::{NO_TOKEN, Vocabulary};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Remembered pairs of neighbours, as a power of two: 256 KB.
const PAIR_BITS: u32 = 15;
const PART_BITS: u32 = 18;
const PART: u64 = (1 << PART_BITS) - 1;
/// Bytes above which a heap finds the next pair.
const SHORT: usize = 48;

/// Remembers the tokens of the last pairs of neighbours by the neighbours' numbers. The vocabulary, which looks up the
/// bytes of both, is far away in memory.
///
/// ```text
/// bit 0 … 17: the pair's token, all ones for none     18 … 35: the left one     36 … 53: the right one
/// ```
pub(super) struct Merger {
    vocabulary: &'static Vocabulary,
    pairs: Box<[u64]>,
}

impl Merger {
    pub(super) fn new(vocabulary: &'static Vocabulary) -> Self {
        Self { vocabulary, pairs: vec![u64::MAX; 1 << PAIR_BITS].into_boxed_slice() }
    }

    /// Tokens of a piece of at least 2 bytes. O(n log n).
    pub(super) fn count(&mut self, piece: &[u8]) -> u64 {
        if self.vocabulary.number(piece, 0, piece.len()) != NO_TOKEN {
            return 1;
        }
        if piece.len() <= SHORT { self.count_short(piece) } else { self.count_long(piece) }
    }

    fn count_short(&mut self, piece: &[u8]) -> u64 {
        let mut memory = [Part::default(); SHORT];
        let mut parts = Parts::new(piece, &mut memory, self);
        let mut count = piece.len() as u64;
        loop {
            let (mut lowest, mut at) = (NO_TOKEN, 0);
            for (place, part) in parts.parts.iter().enumerate() {
                if part.with_next < lowest {
                    (lowest, at) = (part.with_next, place);
                }
            }
            if lowest == NO_TOKEN {
                return count;
            }
            parts.join(at, self);
            count -= 1;
        }
    }

    fn count_long(&mut self, piece: &[u8]) -> u64 {
        let mut memory = vec![Part::default(); piece.len()];
        let mut parts = Parts::new(piece, &mut memory, self);
        let mut heap: BinaryHeap<_> = (0..piece.len()).filter_map(|at| parts.candidate(at)).collect();
        let mut count = piece.len() as u64;
        while let Some(Reverse(candidate)) = heap.pop() {
            let at = candidate as u32 as usize;
            // A candidate is stale if one of its parts has been joined since.
            if u64::from(parts.parts[at].with_next) != candidate >> 32 {
                continue;
            }
            let before = parts.join(at, self);
            heap.extend(parts.candidate(at));
            heap.extend(before.and_then(|before| parts.candidate(before)));
            count -= 1;
        }
        count
    }

    /// The token of two neighbours, of which the first begins at `from`, or [`NO_TOKEN`].
    #[inline]
    fn together(&mut self, (left, right): (u32, u32), piece: &[u8], from: usize, to: usize) -> u32 {
        let pair = u64::from(right) << PART_BITS | u64::from(left);
        let at = (pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PAIR_BITS)) as usize;
        let known = self.pairs[at];
        if known >> PART_BITS == pair {
            let token = known & PART;
            return if token == PART { NO_TOKEN } else { token as u32 };
        }
        let token = self.vocabulary.number(piece, from, to - from);
        self.pairs[at] = pair << PART_BITS | u64::from(token) & PART;
        token
    }
}

/// A part of a piece, stored at its first byte.
#[derive(Clone, Copy, Default)]
struct Part {
    token: u32,
    /// Start of the next part, or end of the piece.
    next: u32,
    previous: u32,
    /// The token of this part and the next one.
    with_next: u32,
}

/// A piece in parts, at first its single bytes. A part is identified by its start.
struct Parts<'a> {
    piece: &'a [u8],
    parts: &'a mut [Part],
}

impl<'a> Parts<'a> {
    /// `memory` must have room for as many parts as bytes.
    fn new(piece: &'a [u8], memory: &'a mut [Part], merger: &mut Merger) -> Self {
        let parts = &mut memory[..piece.len()];
        for ((at, &byte), part) in (0..).zip(piece).zip(parts.iter_mut()) {
            let token = merger.vocabulary.byte(byte);
            *part = Part { token, next: at + 1, previous: at.saturating_sub(1), with_next: NO_TOKEN };
        }
        let mut parts = Self { piece, parts };
        for at in 0..piece.len() {
            parts.look(at, merger);
        }
        parts
    }

    /// Joins a part and the next one, which form a token. Returns the start of the previous part, if there is one.
    fn join(&mut self, at: usize, merger: &mut Merger) -> Option<usize> {
        let Part { next: gone, previous, with_next: token, .. } = self.parts[at];
        let next = self.parts[gone as usize].next;
        self.parts[gone as usize].with_next = NO_TOKEN;
        self.parts[at] = Part { token, next, previous, with_next: NO_TOKEN };
        if let Some(part) = self.parts.get_mut(next as usize) {
            part.previous = at as u32;
        }
        self.look(at, merger);
        (at > 0).then(|| {
            self.look(previous as usize, merger);
            previous as usize
        })
    }

    fn look(&mut self, at: usize, merger: &mut Merger) {
        let Part { token, next, .. } = self.parts[at];
        self.parts[at].with_next = match self.parts.get(next as usize) {
            Some(right) => merger.together((token, right.token), self.piece, at, right.next as usize),
            None => NO_TOKEN,
        };
    }

    /// A pair that may be joined, ordered by token and then by place.
    fn candidate(&self, at: usize) -> Option<Reverse<u64>> {
        let token = self.parts[at].with_next;
        (token != NO_TOKEN).then_some(Reverse(u64::from(token) << 32 | at as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Encoding;
    use proptest::prelude::*;

    /// The rule, word for word.
    fn plainly(piece: &[u8], vocabulary: &Vocabulary) -> u64 {
        let token = |parts: &[usize]| vocabulary.number(piece, parts[0], parts[2] - parts[0]);
        if vocabulary.number(piece, 0, piece.len()) != NO_TOKEN {
            return 1;
        }
        let mut parts: Vec<usize> = (0..=piece.len()).collect();
        while let Some((number, at)) = parts.windows(3).enumerate().map(|(at, three)| (token(three), at)).min()
            && number != NO_TOKEN
        {
            parts.remove(at + 1);
        }
        parts.len() as u64 - 1
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

        #[test]
        fn counts_as_the_naive_merges_do(piece in prop_oneof![
            "[a-z]{2,70}", "[a-c ]{2,70}", "[=\\- #*]{2,70}", "[\\x00-\\x7f]{2,60}", "\\PC{2,30}", "[語漢字の]{1,30}",
        ]) {
            for encoding in Encoding::ALL {
                let vocabulary = Vocabulary::of(encoding);
                let mut merger = Merger::new(vocabulary);
                let expected = plainly(piece.as_bytes(), vocabulary);
                prop_assert_eq!(merger.count(piece.as_bytes()), expected);
                // Again, with the remembered pairs.
                prop_assert_eq!(merger.count(piece.as_bytes()), expected);
            }
        }
    }
}
