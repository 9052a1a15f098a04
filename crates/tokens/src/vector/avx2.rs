//! AVX2: classes of 32 bytes at a time.
//!
//! ```text
//! byte = high nibble h, low nibble l        a shuffle looks l up in a table of 16, and gives 0 where bit 7 is set
//!
//! ASCII    byte + 0x70 - 16 h, saturating   has bit 7 set for rows above h: a byte of row r is looked up in the tables
//!                                           of r, r + 1 … 7, whose entries are the differences (xor) of the classes
//! others   (byte ^ 16 h) + 0x70, saturating has bit 7 set for all rows but h
//! ```

use super::patterns::{BLOCK, look_up};
use super::scalar;
use crate::class::class_of;
use crate::weights::Weights;
use core::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_adds_epu8, _mm256_alignr_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi8,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256,
    _mm256_unpackhi_epi8, _mm256_unpacklo_epi8, _mm256_xor_si256,
};
use core::mem::MaybeUninit;

pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Bytes in a register.
const LANES: usize = 32;
/// High nibbles of ASCII, and of the other bytes.
const ASCII_ROWS: usize = 8;
const ROWS: usize = 16;

/// Classes by high nibble and low nibble; in rows of ASCII the difference to the next row of ASCII.
static TABLES: [[u8; 16]; ROWS] = {
    let mut tables = [[0; 16]; ROWS];
    let mut byte = 0;
    while byte < 256 {
        let next = if byte < 0x70 { class_of(byte as u8 + 16) } else { 0 };
        tables[byte >> 4][byte & 15] = class_of(byte as u8) ^ next;
        byte += 1;
    }
    tables
};

/// As [`scalar::sum`].
///
/// # Safety
/// - The CPU has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn sum(weights: &Weights, last: [u8; 2], bytes: &[u8], is_end: bool) -> i64 {
    let (registers, rest) = bytes.as_chunks::<LANES>();
    let Some(&[.., before, newest]) = registers.last() else { return scalar::sum(weights, last, rest, is_end) };
    let mut earlier = [0; LANES];
    earlier[LANES - 2..].copy_from_slice(&last);
    // SAFETY: this function enables AVX2.
    let mut earlier = unsafe { classify(&earlier) };
    // Most texts are short: zeros would take longer than their patterns.
    let mut patterns = [const { MaybeUninit::<[u16; LANES]>::uninit() }; BLOCK / LANES];
    let mut sum = 0;
    for block in registers.chunks(BLOCK / LANES) {
        for (place, lanes) in patterns.iter_mut().zip(block) {
            // SAFETY: this function enables AVX2, which is all that the two need.
            unsafe {
                let classes = classify(lanes);
                combine(earlier, classes, place);
                earlier = classes;
            }
        }
        // SAFETY: `combine` has written the patterns of each register of `block`.
        let written = unsafe { patterns.get(..block.len()).unwrap_or_default().assume_init_ref() };
        sum += i64::from(look_up(weights, written.as_flattened()));
    }
    sum + scalar::sum(weights, [before, newest], rest, is_end)
}

/// # Safety
/// - The CPU has AVX2.
#[inline(always)]
unsafe fn classify(lanes: &[u8; LANES]) -> __m256i {
    // SAFETY: the caller has AVX2. The reference is to 32 readable bytes; the load needs no alignment.
    unsafe {
        let bytes = _mm256_loadu_si256(lanes.as_ptr().cast());
        let mut found = _mm256_setzero_si256();
        for row in 0..ASCII_ROWS {
            let at = _mm256_adds_epu8(bytes, splat(0x70 - 16 * row as u8));
            found = _mm256_xor_si256(found, look_up_classes(row, at));
        }
        if _mm256_movemask_epi8(bytes) != 0 {
            for row in ASCII_ROWS..ROWS {
                let of_row = _mm256_xor_si256(bytes, splat(16 * row as u8));
                found = _mm256_xor_si256(found, look_up_classes(row, _mm256_adds_epu8(of_row, splat(0x70))));
            }
        }
        found
    }
}

/// # Safety
/// - The CPU has AVX2.
#[inline(always)]
unsafe fn splat(byte: u8) -> __m256i {
    // SAFETY: the caller has AVX2; no memory is touched.
    unsafe { _mm256_set1_epi8(byte.cast_signed()) }
}

/// # Safety
/// - The CPU has AVX2.
#[inline(always)]
unsafe fn look_up_classes(row: usize, at: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2. A row is 16 readable bytes; the load needs no alignment.
    unsafe {
        let table = _mm_loadu_si128(TABLES[row].as_ptr().cast());
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), at)
    }
}

/// Makes the patterns that end in the 32 bytes of `classes`, which follow `earlier`. Their order differs, because they
/// are only summed.
///
/// ```text
/// oldest   oooooo -> ooooo        pattern   ooooo mmm | mmm nnnnn       the two bytes are made apart,
/// middle   mmmmmm                                                       then put together
/// newest   nnnnnn -> nnnnn
/// ```
///
/// # Safety
/// - The CPU has AVX2.
#[inline(always)]
unsafe fn combine(earlier: __m256i, classes: __m256i, patterns: &mut MaybeUninit<[u16; LANES]>) {
    // SAFETY: the caller has AVX2. `patterns` is 64 writable bytes, which the two stores cover exactly; they need no
    // alignment.
    unsafe {
        let across = _mm256_permute2x128_si256::<0x21>(earlier, classes);
        let oldest = _mm256_alignr_epi8::<14>(classes, across);
        let middle = _mm256_alignr_epi8::<15>(classes, across);
        // Shifts of 16 bits: masks remove the bits of the other byte.
        let middle_low = _mm256_and_si256(_mm256_slli_epi16::<5>(middle), splat(0xE0));
        let middle_high = _mm256_and_si256(_mm256_srli_epi16::<3>(middle), splat(0x07));
        let newest = _mm256_and_si256(_mm256_srli_epi16::<1>(classes), splat(0x1F));
        let oldest = _mm256_and_si256(_mm256_slli_epi16::<2>(oldest), splat(0xF8));
        let low = _mm256_or_si256(middle_low, newest);
        let high = _mm256_or_si256(middle_high, oldest);
        let to: *mut __m256i = patterns.as_mut_ptr().cast();
        _mm256_storeu_si256(to, _mm256_unpacklo_epi8(low, high));
        _mm256_storeu_si256(to.add(1), _mm256_unpackhi_epi8(low, high));
    }
}
