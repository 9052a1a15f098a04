//! Places in a raw string where it may say that something failed: one pass finds them all.
//!
//! ```text
//! …done\nfatal: no such file\nValueError: x…
//!         ^                    ^         ^            a line, behind `\n`, may begin like one of `LINE_STARTS`;
//!                                                     a colon follows one of `NAME_ENDS`
//! ```
//! The backslash of the line feed may itself be escaped: the caller checks each place.

use super::lanes::{BLOCK, Lanes};
use super::prefetch;

/// Bytes between what is read and what is prefetched.
const AHEAD_BYTES: usize = 4096;

/// The bytes that hints are recognised by. Both are made from the caller's own lists of words.
pub trait HintBytes {
    /// Beginnings of lines.
    const LINE_STARTS: &'static LineStarts;
    /// Last bytes of names, in front of a colon.
    const NAME_ENDS: ByteSet;
}

/// The first three bytes of words, in either case. It is looked up once a line, because most lines begin like no word:
/// to compare each byte of a text with the first bytes of many words would cost more than the rest of the pass.
pub struct LineStarts {
    /// By first byte: a bit for the low five bits of each second byte, and of each third one.
    seconds: [u32; 256],
    thirds: [u32; 256],
}

impl LineStarts {
    /// No words.
    pub const EMPTY: Self = Self { seconds: [0; 256], thirds: [0; 256] };

    /// These words and `words`. One of fewer than three bytes does not compile.
    pub const fn with_all(self, words: &[&[u8]]) -> Self {
        let mut starts = self;
        let mut at = 0;
        while at < words.len() {
            starts = starts.with(words[at][0], words[at][1], words[at][2]);
            at += 1;
        }
        starts
    }

    /// These words, and each of `words` behind each of `brackets`.
    pub const fn with_all_behind(self, brackets: &[u8], words: &[&[u8]]) -> Self {
        let mut starts = self;
        let mut at = 0;
        while at < brackets.len() * words.len() {
            let word = words[at % words.len()];
            starts = starts.with(brackets[at / words.len()], word[0], word[1]);
            at += 1;
        }
        starts
    }

    const fn with(mut self, first: u8, second: u8, third: u8) -> Self {
        let firsts = [first.to_ascii_lowercase(), first.to_ascii_uppercase()];
        let mut at = 0;
        while at < firsts.len() {
            self.seconds[firsts[at] as usize] |= 1 << (second % 32);
            self.thirds[firsts[at] as usize] |= 1 << (third % 32);
            at += 1;
        }
        self
    }

    /// False if `line` begins with none of the words.
    #[inline(always)]
    pub fn may_begin(&self, line: &[u8]) -> bool {
        let Some(&[first, second, third]) = line.first_chunk() else { return false };
        let first = usize::from(first);
        let is_in = |bits: &[u32; 256], byte: u8| bits[first] >> (byte % 32) & 1 != 0;
        is_in(&self.seconds, second) && is_in(&self.thirds, third)
    }
}

/// Up to 16 different bytes, chosen while compiling; an ASCII letter is meant in both cases, and kept in lower case.
#[derive(Clone, Copy)]
pub struct ByteSet {
    bytes: [u8; Self::ROOM],
    count: usize,
}

impl ByteSet {
    const ROOM: usize = 16;
    const EMPTY: Self = Self { bytes: [0; Self::ROOM], count: 0 };

    /// The first byte of each of `words`. More than 16 different ones, or an empty word, do not compile.
    pub const fn first_of(words: &[&[u8]]) -> Self {
        let mut set = Self::EMPTY;
        let mut at = 0;
        while at < words.len() {
            set = set.with(words[at][0]);
            at += 1;
        }
        set
    }

    /// The last byte of each of `words`; see [`ByteSet::first_of`].
    pub const fn last_of(words: &[&[u8]]) -> Self {
        let mut set = Self::EMPTY;
        let mut at = 0;
        while at < words.len() {
            set = set.with(words[at][words[at].len() - 1]);
            at += 1;
        }
        set
    }

    /// These bytes and the `other` ones.
    pub const fn and(self, other: Self) -> Self {
        let mut set = self;
        let mut at = 0;
        while at < other.count {
            set = set.with(other.bytes[at]);
            at += 1;
        }
        set
    }

    const fn with(mut self, byte: u8) -> Self {
        let byte = byte.to_ascii_lowercase();
        let mut at = 0;
        while at < self.count {
            if self.bytes[at] == byte {
                return self;
            }
            at += 1;
        }
        self.bytes[self.count] = byte;
        self.count += 1;
        self
    }
}

/// Whether `is_error` is true for any hint in `raw`.
#[inline(always)]
pub(super) fn any_hint<L: Lanes, H: HintBytes>(raw: &[u8], is_error: &mut dyn FnMut(usize) -> bool) -> bool {
    let (blocks, tail) = raw.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    for (to, from) in last.iter_mut().zip(tail) {
        *to = *from;
    }
    let mut carried = Carried::default();
    for (at, block) in blocks.iter().chain([&last]).enumerate() {
        prefetch(raw, at * BLOCK + AHEAD_BYTES);
        let hints = hints_of::<L, H>(block, &mut carried);
        let mut places = hints.lines | hints.colons;
        while places != 0 {
            let bit = places & places.wrapping_neg();
            let place = at * BLOCK + bit.trailing_zeros() as usize;
            let may_be = hints.colons & bit != 0 || H::LINE_STARTS.may_begin(raw.get(place..).unwrap_or_default());
            if may_be && is_error(place) {
                return true;
            }
            places ^= bit;
        }
    }
    false
}

/// Whether the byte before a block is a backslash, the `n` of a line feed, or a byte that names end in.
#[derive(Default)]
struct Carried {
    backslash: u64,
    feed: u64,
    end: u64,
}

/// Places of a block.
struct Places {
    /// Where lines begin.
    lines: u64,
    /// Colons behind names.
    colons: u64,
}

#[inline(always)]
fn hints_of<L: Lanes, H: HintBytes>(block: &[u8; BLOCK], carried: &mut Carried) -> Places {
    // SAFETY: only functions compiled for the CPU features of `L` call `any_hint::<L, _>`, which inlines this.
    unsafe {
        let lanes = L::load(block);
        let letters = lanes.folded();
        let n = letters.equal(b'n');
        let ends = any_of(lanes, letters, H::NAME_ENDS);
        let feeds = n & behind(lanes.equal(b'\\'), &mut carried.backslash);
        Places { lines: behind(feeds, &mut carried.feed), colons: behind(ends, &mut carried.end) & lanes.equal(b':') }
    }
}

/// Bytes of `lanes` that are in `set`; `letters` are the same bytes folded. The set is a constant where this is inlined,
/// so that the loop becomes one comparison a byte.
///
/// # Safety
/// - The CPU has the features of `L`.
#[inline(always)]
unsafe fn any_of<L: Lanes>(lanes: L, letters: L, set: ByteSet) -> u64 {
    let mut found = 0;
    for &byte in set.bytes.iter().take(set.count) {
        let searched = if byte.is_ascii_lowercase() { letters } else { lanes };
        // SAFETY: the caller guarantees the CPU features of `L`.
        found |= unsafe { searched.equal(byte) };
    }
    found
}

/// The places behind those of `mask`.
#[inline(always)]
const fn behind(mask: u64, carry: &mut u64) -> u64 {
    let places = mask << 1 | *carry;
    *carry = mask >> (BLOCK - 1);
    places
}
