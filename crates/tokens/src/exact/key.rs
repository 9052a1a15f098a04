//! Short texts as numbers, and lines of four such numbers.

/// Bytes of the longest text.
pub(super) const LONGEST: usize = 15;
const LENGTH_AT: u32 = 120;

/// The text of 1 to [`LONGEST`] bytes at `from`: its bytes in order, the first one lowest, then zeros, and the length in
/// bits 120 to 123. The last four bits are free.
#[inline]
pub(super) fn key_of(text: &[u8], from: usize, length: usize) -> u128 {
    let bytes = match text.get(from..).and_then(<[u8]>::first_chunk::<16>) {
        Some(chunk) => u128::from_le_bytes(*chunk),
        None => near_end(text, from),
    };
    bytes & ((1 << (8 * length)) - 1) | (length as u128) << LENGTH_AT
}

/// A key of a longer text, made of its beginning, its end and its length. Other texts may have the same key.
#[inline]
pub(super) fn ends_of(text: &[u8], from: usize, length: usize) -> u128 {
    let end = from + length - LONGEST;
    key_of(text, from, LONGEST) ^ key_of(text, end, LONGEST).rotate_left(5) ^ (length as u128) << 64
}

#[cold]
fn near_end(text: &[u8], from: usize) -> u128 {
    let mut chunk = [0; 16];
    for (place, &byte) in chunk.iter_mut().zip(text.get(from..).unwrap_or_default()) {
        *place = byte;
    }
    u128::from_le_bytes(chunk)
}

#[inline]
pub(super) fn length_of(key: u128) -> usize {
    (key >> LENGTH_AT & 0xF) as usize
}

/// A hash of `bits` bits.
#[inline]
pub(super) fn hash(key: u128, bits: u32) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (folded.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (64 - bits)) as usize
}

/// Four keys, each with a value in its free bits; 0 for an empty slot. The processor fetches a line at once.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Line(pub(super) [u128; 4]);

impl Line {
    /// Empty lines, 2 to the power of `bits`.
    pub(super) fn empty(bits: u32) -> Box<[Self]> {
        vec![Self([0; 4]); 1 << bits].into_boxed_slice()
    }

    /// The slot of `key`; `value_bits` are the bits of its value.
    #[inline]
    pub(super) fn find(&self, key: u128, value_bits: u128) -> Option<u128> {
        self.0.iter().copied().find(|slot| slot & !value_bits == key)
    }
}
