//! Places of bytes in a text, in order. Where they are as dense as line feeds and escapes are, this costs a third of a
//! search for each.

use super::Level;
use super::lanes::{BLOCK, Lanes, TextMasks};
use super::structure::escaped_bytes;

/// Blocks that are marked at a time.
const MASKS: usize = 16;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    Byte(u8),
    /// What a JSON string has to escape: quotes, backslashes and bytes below 0x20.
    Special,
    /// The letter of each escaped line feed in the inside of a JSON string.
    EscapedFeed,
}

/// What is known of some blocks.
#[derive(Default)]
pub(super) struct Masks {
    /// A bit for each byte.
    bits: [u64; MASKS],
    /// 1 if a backslash in front of the next block escapes its first byte.
    escape: u64,
    /// Not 0 if an escape is `\/` or begins with `\u`.
    rare: u64,
}

/// The places of what is sought, ascending.
pub(crate) struct Places<'a> {
    level: Level,
    text: &'a [u8],
    sought: Sought,
    masks: Masks,
    /// Number of the block that is read, and its bits that have not been read.
    block: usize,
    bits: u64,
}

impl<'a> Places<'a> {
    pub(crate) fn new(level: Level, text: &'a [u8], sought: Sought) -> Self {
        let mut places = Self { level, text, sought, masks: Masks::default(), block: 0, bits: 0 };
        places.mark();
        places
    }

    /// Marks the blocks from the one that is read on.
    fn mark(&mut self) {
        let rest = self.text.get(self.block * BLOCK..).unwrap_or_default();
        super::mark_places(self.level, rest, self.sought, &mut self.masks);
        self.bits = self.masks.bits[0];
    }

    /// Once no place is left: whether an escape of the text is `\/` or begins with `\u`, if escaped line feeds are sought.
    pub(crate) const fn has_rare_escape(&self) -> bool {
        self.masks.rare != 0
    }
}

impl Iterator for Places<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            if (self.block + 1) * BLOCK >= self.text.len() {
                return None;
            }
            self.block += 1;
            let at = self.block % MASKS;
            if at == 0 {
                self.mark();
            } else {
                self.bits = self.masks.bits[at];
            }
        }
        let place = self.block * BLOCK + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(place)
    }
}

/// Marks what is sought in the first blocks of `text`. Masks of blocks behind its end are left as they are.
#[inline(always)]
pub(super) fn mark<L: Lanes>(text: &[u8], sought: Sought, masks: &mut Masks) {
    let Masks { bits, escape, rare } = masks;
    let (blocks, tail) = text.as_chunks::<BLOCK>();
    for (mask, block) in bits.iter_mut().zip(blocks) {
        *mask = find::<L>(block, sought, escape, rare);
    }
    if let Some(mask) = bits.get_mut(blocks.len()) {
        let mut last = [0; BLOCK];
        for (to, from) in last.iter_mut().zip(tail) {
            *to = *from;
        }
        *mask = find::<L>(&last, sought, escape, rare) & !(u64::MAX << tail.len());
    }
}

#[inline(always)]
fn find<L: Lanes>(block: &[u8; BLOCK], sought: Sought, escape: &mut u64, rare: &mut u64) -> u64 {
    // SAFETY: only functions compiled for the CPU features of `L` call `mark::<L>`, which inlines this.
    unsafe {
        let lanes = L::load(block);
        match sought {
            Sought::Byte(byte) => lanes.equal(byte),
            Sought::Special => {
                let TextMasks { backslash, quote, control, .. } = lanes.text();
                backslash | quote | control
            }
            Sought::EscapedFeed => {
                let escaped = escaped_bytes(lanes.equal(b'\\'), escape);
                *rare |= escaped & (lanes.equal(b'u') | lanes.equal(b'/'));
                escaped & lanes.equal(b'n')
            }
        }
    }
}
