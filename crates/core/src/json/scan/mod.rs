//! The one structural pass over every byte.
//!
//! ```text
//! body ──64-byte blocks──▶ bitmasks ──carry escapes, strings──▶ positions of  { } [ ] : ,  "…"  and scalar starts
//!                          (Lanes)         (structure)
//! ```
//!
//! The method is simdjson's first stage (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019), cut into
//! chunks, so that the positions stay in the first-level cache and memory does not grow with the body. [`lanes::Lanes`] is
//! the part that differs between instruction sets; all are tested against the scalar one. Linear: a few cycles a byte for
//! the scalar one, less than one for AVX2.

#![expect(
    clippy::inline_always,
    reason = "code of a vector level is fast, and correct, only inside the function that enables its CPU features"
)]

mod hints;
mod lanes;
mod lengths;
mod level;
mod memory;
mod needle;
mod places;
mod positions;
mod structure;

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub(crate) use hints::{ByteSet, HintBytes, LineStarts};
pub(crate) use lanes::is as matching_bytes;
pub use lengths::Lengths;
use level::Instructions;
pub use level::Level;
pub(crate) use memory::{
    LINE_BYTES, copy_past_caches, far_ahead, populate, prefer_huge_pages, prefetch, prefetch_lines, release_freed,
};
pub use needle::Needle;
use places::Masks;
pub(crate) use places::{Places, Sought};
pub(crate) use positions::{NextPositions, Positions};
#[cfg(test)]
use structure::CHUNK_BYTES;
pub(crate) use structure::{Marks, Structure};

/// Marks the next chunk of `body`: writes the positions of its structure to `marks` and advances `state`.
pub(crate) fn mark_chunk(level: Level, body: &[u8], state: &mut Structure, marks: &mut Marks) {
    match level.instructions() {
        Instructions::Scalar => structure::mark_chunk::<lanes::Scalar>(body, state, marks),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx2` only after `has_avx2` has found every feature that this function enables.
        Instructions::Avx2 => unsafe { x86_64::mark_chunk_avx2(body, state, marks) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx512` only after `has_avx512` has found every feature that this function enables.
        Instructions::Avx512 => unsafe { x86_64::mark_chunk_avx512(body, state, marks) },
        #[cfg(target_arch = "aarch64")]
        Instructions::Neon => aarch64::mark_chunk_neon(body, state, marks),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Instructions::Simd128 => wasm32::mark_chunk_simd128(body, state, marks),
    }
}

/// UTF-16 units of the decoded text of a raw JSON string (without its quotes), counted without decoding it.
///
/// `raw` must be the inside of a valid JSON string. A byte counts 1, a UTF-8 continuation byte 0, the first byte of a
/// 4-byte sequence 2. Of an escape only the second byte counts; the digits of `\uXXXX` count 0.
pub(crate) fn count_chars(level: Level, raw: &[u8]) -> usize {
    chars_without(raw.len(), count_surplus(level, raw, 0, raw.len(), false))
}

/// Whether `is_error` is true for any hint of `raw`, the inside of a JSON string: for a place where a line may begin, after
/// `\n`, with one of `H::LINE_STARTS`, or for a colon that follows one of `H::NAME_ENDS`. Case does not matter. A hint
/// may be wrong, because the backslash may itself be escaped and of a line only three bytes are compared; none is
/// missed.
pub(crate) fn any_hint<H: HintBytes>(level: Level, raw: &[u8], is_error: &mut dyn FnMut(usize) -> bool) -> bool {
    match level.instructions() {
        Instructions::Scalar => hints::any_hint::<lanes::Scalar, H>(raw, is_error),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx2` only after `has_avx2` has found every feature that this function enables.
        Instructions::Avx2 => unsafe { x86_64::any_hint_avx2::<H>(raw, is_error) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx512` only after `has_avx512` has found every feature that this function enables.
        Instructions::Avx512 => unsafe { x86_64::any_hint_avx512::<H>(raw, is_error) },
        #[cfg(target_arch = "aarch64")]
        Instructions::Neon => aarch64::any_hint_neon::<H>(raw, is_error),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Instructions::Simd128 => wasm32::any_hint_simd128::<H>(raw, is_error),
    }
}

/// Marks the places of what is sought in the first blocks of `text`.
fn mark_places(level: Level, text: &[u8], sought: Sought, masks: &mut Masks) {
    match level.instructions() {
        Instructions::Scalar => places::mark::<lanes::Scalar>(text, sought, masks),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx2` only after `has_avx2` has found every feature that this function enables.
        Instructions::Avx2 => unsafe { x86_64::mark_places_avx2(text, sought, masks) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx512` only after `has_avx512` has found every feature that this function enables.
        Instructions::Avx512 => unsafe { x86_64::mark_places_avx512(text, sought, masks) },
        #[cfg(target_arch = "aarch64")]
        Instructions::Neon => aarch64::mark_places_neon(text, sought, masks),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Instructions::Simd128 => wasm32::mark_places_simd128(text, sought, masks),
    }
}

/// `bytes` less their `surplus`, which is negative where a part ends inside a 4-byte sequence.
fn chars_without(bytes: usize, surplus: u32) -> usize {
    bytes.saturating_add_signed(-(surplus.cast_signed() as isize))
}

/// Bytes of `body` from `from` to `to` that are no UTF-16 unit of their own. Wrapping, because a part of a string can end
/// inside a sequence.
fn count_surplus(level: Level, body: &[u8], from: usize, to: usize, escaped: bool) -> u32 {
    debug_assert!(!escaped || from.is_multiple_of(64), "an escape can only be handed on at a block's start");
    match level.instructions() {
        Instructions::Scalar => structure::count_surplus::<lanes::Scalar>(body, from, to, escaped),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx2` only after `has_avx2` has found every feature that this function enables.
        Instructions::Avx2 => unsafe { x86_64::count_surplus_avx2(body, from, to, escaped) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx512` only after `has_avx512` has found every feature that this function enables.
        Instructions::Avx512 => unsafe { x86_64::count_surplus_avx512(body, from, to, escaped) },
        #[cfg(target_arch = "aarch64")]
        Instructions::Neon => aarch64::count_surplus_neon(body, from, to, escaped),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Instructions::Simd128 => wasm32::count_surplus_simd128(body, from, to, escaped),
    }
}

#[cfg(test)]
mod tests;
