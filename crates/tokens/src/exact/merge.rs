//! The merges of byte-pair encoding: of all neighbours that are a token together the one with the lowest number is joined,
//! the leftmost of equal ones, until there is none.

use super::vocabulary::{NO_TOKEN, Vocabulary};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Pairs of neighbours with what they are together, as a power of two: 256 KB.
const PAIR_BITS: u32 = 15;
const PART_BITS: u32 = 18;
const PART: u64 = (1 << PART_BITS) - 1;
/// Of longer texts the next pair is found by a heap.
const SHORT: usize = 48;

/// What neighbours are together, for those met last: their numbers tell that, and are soon found again, where the bytes of
/// both would have to be looked up far away in the vocabulary.
///
/// ```text
/// bit 0 … 17: what they are, all ones for nothing     18 … 35: the left one     36 … 53: the right one
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
            // What was joined otherwise since is no longer there.
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

    /// What two neighbours are together, of which the first begins at `from`, or [`NO_TOKEN`].
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

/// A part of a piece, where it begins.
#[derive(Clone, Copy, Default)]
struct Part {
    token: u32,
    /// Where the next one begins, or the piece ends.
    next: u32,
    previous: u32,
    /// What it is together with the next one.
    with_next: u32,
}

/// A piece in parts, first its bytes. Each part is known by where it begins.
struct Parts<'a> {
    piece: &'a [u8],
    parts: &'a mut [Part],
}

impl<'a> Parts<'a> {
    /// There has to be memory for as many parts as bytes.
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

    /// Joins a part and the next one, which are a token. Where the part before begins, if there is one.
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

    /// What may be joined, in the order of joining: the token, and where.
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

    /// The rule word for word.
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
        fn merges_as_the_rule_says(piece in prop_oneof![
            "[a-z]{2,70}", "[a-c ]{2,70}", "[=\\- #*]{2,70}", "[\\x00-\\x7f]{2,60}", "\\PC{2,30}", "[語漢字の]{1,30}",
        ]) {
            for encoding in Encoding::ALL {
                let vocabulary = Vocabulary::of(encoding);
                let mut merger = Merger::new(vocabulary);
                let expected = plainly(piece.as_bytes(), vocabulary);
                prop_assert_eq!(merger.count(piece.as_bytes()), expected);
                // And with what is known by now.
                prop_assert_eq!(merger.count(piece.as_bytes()), expected);
            }
        }
    }
}
