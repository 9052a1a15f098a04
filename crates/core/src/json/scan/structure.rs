//! Turns block masks into positions: finds the unescaped quotes, the bytes inside strings, and the starts of values.

use super::lanes::{BLOCK, Escapes, Lanes};
use super::memory::prefetch;
use super::needle::Needle;
use super::positions::Positions;

/// Bytes marked at a time, so few that their positions stay in the first-level cache.
pub(crate) const CHUNK_BYTES: usize = 64 * BLOCK;

/// Bytes between the block being marked and the one prefetched: a page, because some CPUs' own prefetchers stop at its
/// end.
const AHEAD_BYTES: usize = 4096;

/// Bytes of a group, whose surplus is kept: the chars of a string are counted in at most two parts of this size.
pub(super) const GROUP_BYTES: usize = 4 * BLOCK;

/// The result of a scan.
pub(crate) struct Marks {
    /// Positions of the last chunk.
    pub positions: Positions,
    /// By group: the surplus before it. Two entries and two partial groups give the chars of any string.
    pub groups: Vec<GroupStart>,
}

/// The start of a group: twice the bytes before it that are no UTF-16 unit of their own (wrapping), and one more if its
/// first byte is escaped. 31 bits are enough for any difference, because a body has less than 2^29 bytes.
#[derive(Clone, Copy)]
pub(crate) struct GroupStart(u32);

impl GroupStart {
    #[inline(always)]
    const fn new(state: &Structure) -> Self {
        Self(state.surplus << 1 | state.escape as u32)
    }

    /// Whether a backslash at the end of the previous group escapes the first byte.
    pub(super) const fn is_escaped(self) -> bool {
        self.0 & 1 != 0
    }

    /// Bytes from `earlier` to here that are no UTF-16 unit of their own (wrapping).
    pub(super) const fn surplus_since(self, earlier: Self) -> u32 {
        let twice = (self.0 & !1).wrapping_sub(earlier.0 & !1);
        (twice.cast_signed() >> 1).cast_unsigned()
    }
}

impl Default for Marks {
    fn default() -> Self {
        Self { positions: Positions::new(), groups: Vec::new() }
    }
}

/// State between two blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Structure {
    /// Bytes marked so far.
    pub offset: usize,
    /// 1 if the next byte is escaped by a backslash before it.
    escape: u64,
    /// All ones inside a string.
    string: u64,
    /// 1 if the previous byte belongs to a scalar.
    scalar: u64,
    /// Bytes so far, of escapes and UTF-8 sequences, that are no UTF-16 unit of their own (wrapping).
    surplus: u32,
    /// Offset from which bytes are not yet known to be UTF-8.
    utf8_from: usize,
    /// Start of the first and end of the last block of the chunk that has bytes beyond ASCII.
    wide: (usize, usize),
    /// Whether a string has an escape of an ASCII character: `\u00` and two digits.
    pub ascii_escapes: bool,
    /// The needle's two words.
    words: [u16; 2],
    /// Not 0 if a block of the chunk may have one of `words`.
    words_found: u64,
    /// Byte offset of the first lexical error: a raw control byte in a string, an unknown escape, invalid UTF-8.
    pub error: Option<usize>,
}

impl Structure {
    /// The state at a body's first byte, with a needle to search for.
    pub(crate) fn looking_for(needle: Option<&Needle>) -> Self {
        Self { words: needle.map(Needle::words).unwrap_or_default(), ..Self::default() }
    }

    /// False only if the last chunk has neither of the needle's words at an even offset.
    pub(crate) const fn may_have_needle(&self) -> bool {
        self.words_found != 0
    }

    #[cold]
    fn fail(&mut self, offset: usize) {
        self.error = Some(self.error.map_or(offset, |first| first.min(offset)));
    }

    /// Whether the bytes marked so far end inside a string.
    pub(crate) fn in_string(&self) -> bool {
        self.string != 0
    }
}

#[inline(always)]
pub(super) fn mark_chunk<L: Lanes>(body: &[u8], state: &mut Structure, marks: &mut Marks) {
    let Marks { positions, groups } = marks;
    positions.clear();
    let start = state.offset;
    let end = body.len().min(start + CHUNK_BYTES);
    let Some(chunk) = body.get(start..end) else { return };
    let (blocks, tail) = chunk.as_chunks::<BLOCK>();
    // A copy, so that the state between two blocks stays in registers.
    let mut carried = state.clone();
    carried.wide = (usize::MAX, start);
    carried.words_found = 0;
    groups.reserve(CHUNK_BYTES / GROUP_BYTES);
    // No prefetch behind the body's end: in a small body that would be a fourth of all prefetches.
    let ahead = if end < body.len() { AHEAD_BYTES } else { 0 };
    for group in blocks.chunks(GROUP_BYTES / BLOCK) {
        groups.push(GroupStart::new(&carried));
        for block in group {
            prefetch(block, ahead);
            mark_block::<L>(block, body, &mut carried, positions);
        }
    }
    if !tail.is_empty() {
        let block = padded(tail);
        if blocks.len() % (GROUP_BYTES / BLOCK) == 0 {
            groups.push(GroupStart::new(&carried));
        }
        mark_block::<L>(&block, body, &mut carried, positions);
    }
    positions.end();
    *state = carried;
    state.offset = end;
    check_utf8(body, state, start);
}

/// Marks one block.
#[inline(always)]
fn mark_block<L: Lanes>(block: &[u8; BLOCK], body: &[u8], state: &mut Structure, positions: &mut Positions) {
    // SAFETY: only functions compiled for the CPU features of `L` call `mark_chunk::<L>`, which inlines this.
    unsafe {
        let lanes = L::load(block);
        let masks = lanes.text();
        state.words_found |= lanes.words(state.words);
        // Also without backslashes: no CPU can predict which blocks of a new body have some.
        let escaped = escaped_bytes(masks.backslash, &mut state.escape);
        state.surplus = state.surplus.wrapping_add(escaped.count_ones());
        let found = lanes.escapes(escaped, masks.quote | masks.backslash);
        if found.unknown | found.unicode != 0 {
            let mut wrong = found.unknown;
            if found.unicode != 0 {
                state.surplus = state.surplus.wrapping_add(digits_of(found));
                wrong |= check_unicode_escapes(found.unicode, body, state);
            }
            if wrong != 0 {
                state.fail(state.offset + wrong.trailing_zeros() as usize);
            }
        }
        if masks.non_ascii {
            state.surplus = state.surplus.wrapping_add(lanes.utf8_surplus(u64::MAX));
            state.wide = (state.wide.0.min(state.offset), state.offset + BLOCK);
        }
        let quotes = masks.quote & !escaped;
        // Most blocks of a conversation are wholly inside a long string and need no syntax masks.
        if quotes == 0 && state.string != 0 {
            if masks.control != 0 {
                state.fail(state.offset + masks.control.trailing_zeros() as usize);
            }
            state.offset += BLOCK;
            return;
        }
        let syntax = lanes.syntax();
        // From an opening quote up to its closing quote, which is not included.
        let inside = L::prefix_xor(quotes) ^ state.string;
        state.string = (inside.cast_signed() >> 63).cast_unsigned();

        let scalar = !(syntax.operator | syntax.space | quotes | inside);
        let scalar_start = scalar & !((scalar << 1) | state.scalar);
        state.scalar = scalar >> 63;
        if masks.control & inside != 0 {
            state.fail(state.offset + (masks.control & inside).trailing_zeros() as usize);
        }
        let bits = (syntax.operator & !inside) | quotes | scalar_start;
        positions.push_bits(state.offset as u32, bits, lanes, block);
        state.offset += BLOCK;
    }
}

/// Bytes preceded by an odd run of backslashes. `carry` is 1 if the first byte is one, and is set for the next block.
/// (Adding the starts of runs at odd offsets to the mask makes a carry ripple through these runs, which separates them
/// from the others.)
#[inline(always)]
pub(super) fn escaped_bytes(backslash: u64, carry: &mut u64) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let backslash = backslash & !*carry;
    let follows = (backslash << 1) | *carry;
    let odd_starts = backslash & !EVEN & !follows;
    let (even_runs, overflow) = odd_starts.overflowing_add(backslash);
    *carry = u64::from(overflow);
    (EVEN ^ (even_runs << 1)) & follows
}

/// The escaped `u`s of `mask` that four hexadecimal digits do not follow.
#[inline(always)]
fn check_unicode_escapes(mask: u64, body: &[u8], state: &mut Structure) -> u64 {
    let mut bad = 0;
    let mut rest = mask;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        let digits = state.offset + bit as usize + 1;
        let digits = body.get(digits..digits + 4).unwrap_or_default();
        state.ascii_escapes |= digits.starts_with(b"00");
        if digits.len() != 4 || !digits.iter().all(u8::is_ascii_hexdigit) {
            bad |= 1 << bit;
        }
        rest &= rest - 1;
    }
    bad
}

/// Validates the part of the chunk from `start` to `state.offset` that has bytes beyond ASCII. A sequence that the
/// chunk's end cuts is validated with the next chunk. If ASCII follows a cut sequence, the part ends inside it, which is
/// an error.
#[inline]
fn check_utf8(body: &[u8], state: &mut Structure, start: usize) {
    let waits = state.utf8_from < start;
    let from = if waits { state.utf8_from } else { state.wide.0 };
    let reaches_end = state.wide.1 >= state.offset;
    let to = if reaches_end { sequence_boundary(body, state.offset).max(from) } else { state.wide.1 };
    state.utf8_from = if reaches_end { to } else { state.offset };
    if from >= to {
        return;
    }
    let Some(bytes) = body.get(from..to) else { return };
    if simdutf8::basic::from_utf8(bytes).is_err() {
        let valid = simdutf8::compat::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        state.fail(from + valid);
    }
}

/// `end`, or the start of the sequence that `end` cuts.
fn sequence_boundary(body: &[u8], end: usize) -> usize {
    let is_continuation = |byte: &u8| byte & 0xC0 == 0x80;
    if !body.get(end).is_some_and(is_continuation) {
        return end;
    }
    let before = body.get(..end).unwrap_or_default();
    let cut = before.iter().rev().take(3).take_while(|byte| is_continuation(byte)).count();
    end.saturating_sub(cut + 1)
}

/// Bytes of `body` from `from` to `to`, all inside one string, that are no UTF-16 unit of their own. `escaped`: the byte
/// before `from` escapes the first; `from` then begins a block. Reads whole blocks around the bytes, so that only the
/// body's last block is ever copied.
#[inline(always)]
pub(super) fn count_surplus<L: Lanes>(body: &[u8], from: usize, to: usize, escaped: bool) -> u32 {
    let mut carry = u64::from(escaped);
    let mut surplus = 0u32;
    let mut start = from - from % BLOCK;
    while start < to {
        let counted = places(from.saturating_sub(start), (to - start).min(BLOCK));
        let rest = body.get(start..).unwrap_or_default();
        let found = match rest.first_chunk() {
            Some(block) => block_surplus::<L>(block, counted, &mut carry),
            None => block_surplus::<L>(&padded(rest), counted, &mut carry),
        };
        surplus = surplus.wrapping_add(found);
        start += BLOCK;
    }
    surplus
}

/// The bits from `from` up to, not including, `to`, which is at least 1.
#[inline(always)]
const fn places(from: usize, to: usize) -> u64 {
    (u64::MAX << from) & (u64::MAX >> (BLOCK - to))
}

/// A block of `tail`, which is shorter, and spaces.
fn padded(tail: &[u8]) -> [u8; BLOCK] {
    let mut block = [b' '; BLOCK];
    for (to, from) in block.iter_mut().zip(tail) {
        *to = *from;
    }
    block
}

#[inline(always)]
fn block_surplus<L: Lanes>(block: &[u8; BLOCK], counted: u64, carry: &mut u64) -> u32 {
    // SAFETY: only functions compiled for the CPU features of `L` call `count_surplus::<L>`, which inlines this.
    unsafe {
        let lanes = L::load(block);
        let masks = lanes.text();
        let escaped = escaped_bytes(masks.backslash & counted, carry) & counted;
        let found = lanes.escapes(escaped, masks.quote | masks.backslash);
        let surplus = escaped.count_ones() + digits_of(found);
        if masks.non_ascii { surplus.wrapping_add(lanes.utf8_surplus(counted)) } else { surplus }
    }
}

/// Digits of the found `\uXXXX`: of an escape one byte is a char, and neither the backslash nor the digits are.
#[inline(always)]
const fn digits_of(found: Escapes) -> u32 {
    4 * found.unicode.count_ones()
}
