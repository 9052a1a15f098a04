//! Places in a raw string where it may say that something failed: one pass finds them all.
//!
//! ```text
//! …done\nfatal: no such file\nValueError: x…
//!         ^                    ^         ^            a line's first byte, behind `\n`, is one of `LINE_STARTS`;
//!                                                     a colon follows one of `NAME_ENDS`
//! ```
//! The backslash of the line feed may itself be escaped: the caller checks each place.

use super::lanes::{BLOCK, Lanes};
use super::prefetch;

/// Bytes between what is read and what is prefetched.
const AHEAD_BYTES: usize = 4096;

/// The bytes that hints are recognised by. Both sets are made from the caller's own lists of words.
pub trait HintBytes {
    /// First bytes of lines.
    const LINE_STARTS: ByteSet;
    /// Last bytes of names, in front of a colon.
    const NAME_ENDS: ByteSet;
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
        let mut hints = hints_of::<L, H>(block, &mut carried);
        while hints != 0 {
            if is_error(at * BLOCK + hints.trailing_zeros() as usize) {
                return true;
            }
            hints &= hints - 1;
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

#[inline(always)]
fn hints_of<L: Lanes, H: HintBytes>(block: &[u8; BLOCK], carried: &mut Carried) -> u64 {
    // SAFETY: only functions compiled for the CPU features of `L` call `any_hint::<L, _>`, which inlines this.
    unsafe {
        let lanes = L::load(block);
        let letters = lanes.folded();
        let n = letters.equal(b'n');
        let ends = any_of(lanes, letters, H::NAME_ENDS);
        let firsts = any_of(lanes, letters, H::LINE_STARTS);
        let feeds = n & behind(lanes.equal(b'\\'), &mut carried.backslash);
        behind(feeds, &mut carried.feed) & firsts | behind(ends, &mut carried.end) & lanes.equal(b':')
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
