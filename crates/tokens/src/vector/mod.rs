//! The sum of the weights of all patterns of a run of bytes.
//!
//! Classes and patterns are found 32 bytes at a time where the CPU has AVX2, 64 where it has AVX-512; the weights
//! themselves are looked up one by one on every level, as no CPU gathers 16-bit numbers faster than it loads them.
//! [`scalar`] is the reference.

#![expect(
    clippy::inline_always,
    reason = "code of a vector level is fast, and correct, only inside the function that enables its CPU features"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod level;
mod patterns;
mod scalar;
mod swar;
#[cfg(test)]
mod tests;

pub use level::Level;
pub use swar::find_quote_or_backslash;

use crate::weights::Weights;
use level::Instructions;

/// Weights of the patterns that end at each byte of `bytes`; `last` are the two bytes before them. With `is_end` those that
/// end at the two zeros behind them, too.
pub(crate) fn sum(weights: &Weights, last: [u8; 2], bytes: &[u8], is_end: bool, level: Level) -> i64 {
    match level.instructions() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Level` holds `Avx2` only after `avx2::is_available` has found AVX2.
        Instructions::Avx2 => unsafe { avx2::sum(weights, last, bytes, is_end) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Level` holds `Avx512` only after `avx512::is_available` has found every feature that `sum` enables.
        Instructions::Avx512 => unsafe { avx512::sum(weights, last, bytes, is_end) },
        Instructions::Scalar => scalar::sum(weights, last, bytes, is_end),
    }
}

/// What [`decode`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// Bytes read: those that are not, are either too many for the room, or begin with what stopped the decoding.
    pub(crate) read: usize,
    /// Bytes written.
    pub(crate) written: usize,
}

/// Bytes that `out` must have room for, so that [`decode`] gets on.
pub(crate) const DECODE_ROOM: usize = 64;

/// Decodes the beginning of `raw`, the inside of a JSON string, into `out`. It stops at an escape that it leaves to the
/// caller (which ones, depends on the level: `\u` is always one), at a quote if `quoted`, and where fewer than
/// [`DECODE_ROOM`] bytes are left in `out`. What is written behind the bytes counted is unspecified.
pub(crate) fn decode(raw: &[u8], quoted: bool, out: &mut [u8], level: Level) -> Decoded {
    match level.instructions() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Level` holds `Avx512` only after `avx512::is_available` has found every feature that `decode` enables.
        Instructions::Avx512 => unsafe { avx512::decode(raw, quoted, out) },
        _ => swar::decode(raw, quoted, out),
    }
}
