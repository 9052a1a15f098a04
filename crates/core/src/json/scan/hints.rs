//! Places in a raw string where it may say that something failed: one pass for all of them.
//!
//! ```text
//! …done\nfatal: no such file\nValueError: x…
//!         ^                    ^         ^            behind `\n` a letter of e f p t, in any case, or `[`;
//!                                                     a colon behind n or r
//! ```
//! The line feed's backslash may itself be escaped: whoever asks looks closer.

use super::lanes::{BLOCK, Lanes};
use super::prefetch;

/// Bytes between what is read and what is asked for.
const AHEAD_BYTES: usize = 4096;

/// Whether `is_error` holds for any hint in `raw`.
#[inline(always)]
pub(super) fn any_hint<L: Lanes>(raw: &[u8], is_error: &mut dyn FnMut(usize) -> bool) -> bool {
    let (blocks, tail) = raw.as_chunks::<BLOCK>();
    let mut last = [0; BLOCK];
    for (to, from) in last.iter_mut().zip(tail) {
        *to = *from;
    }
    let mut carried = Carried::default();
    for (at, block) in blocks.iter().chain([&last]).enumerate() {
        prefetch(raw, at * BLOCK + AHEAD_BYTES);
        let mut hints = hints_of::<L>(block, &mut carried);
        while hints != 0 {
            if is_error(at * BLOCK + hints.trailing_zeros() as usize) {
                return true;
            }
            hints &= hints - 1;
        }
    }
    false
}

/// Whether the byte before a block is a backslash, the `n` of a line feed, or a letter that names end in.
#[derive(Default)]
struct Carried {
    backslash: u64,
    feed: u64,
    end: u64,
}

#[inline(always)]
fn hints_of<L: Lanes>(block: &[u8; BLOCK], carried: &mut Carried) -> u64 {
    // SAFETY: `L` is only used where its CPU features are there (see `Lanes`).
    unsafe {
        let lanes = L::load(block);
        let letters = lanes.folded();
        let n = letters.equal(b'n');
        let ends = n | letters.equal(b'r');
        let firsts =
            letters.equal(b'e') | letters.equal(b'f') | letters.equal(b'p') | letters.equal(b't') | lanes.equal(b'[');
        let feeds = n & behind(lanes.equal(b'\\'), &mut carried.backslash);
        behind(feeds, &mut carried.feed) & firsts | behind(ends, &mut carried.end) & lanes.equal(b':')
    }
}

/// The places behind those of `mask`.
#[inline(always)]
const fn behind(mask: u64, carry: &mut u64) -> u64 {
    let places = mask << 1 | *carry;
    *carry = mask >> (BLOCK - 1);
    places
}
