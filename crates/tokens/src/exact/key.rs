//! Short texts as numbers.

/// Bytes of the longest.
pub(super) const LONGEST: usize = 15;
const LENGTH_AT: u32 = 120;

/// The text of 1 to [`LONGEST`] bytes at `from`: these in order, the first one lowest, zeros behind them, and the length in
/// bits 120 to 123. The last four bits are free.
#[inline]
pub(super) fn key_of(text: &[u8], from: usize, length: usize) -> u128 {
    let bytes = match text.get(from..).and_then(<[u8]>::first_chunk::<16>) {
        Some(chunk) => u128::from_le_bytes(*chunk),
        None => near_end(text, from),
    };
    bytes & ((1 << (8 * length)) - 1) | (length as u128) << LENGTH_AT
}

/// What a longer text shows: its beginning, its end and its length. Other texts may show the same.
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

/// So many bits.
#[inline]
pub(super) fn hash(key: u128, bits: u32) -> usize {
    let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (folded.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (64 - bits)) as usize
}
