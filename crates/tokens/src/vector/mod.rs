//! Sums the weights of all patterns of a run of bytes.
//!
//! Classes and patterns are made 32 bytes at a time with AVX2, 64 with AVX-512. The weights are looked up one by one on
//! every level, because no CPU gathers 16-bit numbers faster than it loads them. The other levels are tested against
//! [`scalar`].

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

/// Sum of the weights of the patterns that end at each byte of `bytes`; `last` are the two bytes before them. With
/// `is_end` also of the patterns that end at the two zeros behind them.
pub(crate) fn sum(weights: &Weights, last: [u8; 2], bytes: &[u8], is_end: bool, level: Level) -> i64 {
    match level.instructions() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx2` only after `avx2::is_available` has found AVX2.
        Instructions::Avx2 => unsafe { avx2::sum(weights, last, bytes, is_end) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx512` only after `avx512::is_available` has found every feature that `sum` enables.
        Instructions::Avx512 => unsafe { avx512::sum(weights, last, bytes, is_end) },
        Instructions::Scalar => scalar::sum(weights, last, bytes, is_end),
    }
}

/// Result of [`decode`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// Bytes read. The unread bytes do not fit, or begin with the byte that stopped the decoding.
    pub(crate) read: usize,
    /// Bytes written.
    pub(crate) written: usize,
}

/// Room, in bytes, that [`decode`] needs in `out` to go on.
pub(crate) const DECODE_ROOM: usize = 64;

/// Decodes the beginning of `raw`, the inside of a JSON string, into `out`. Stops at an escape that the caller must
/// decode (it depends on the level which ones; `\u` always is), at a quote if `quoted`, and when `out` has less than
/// [`DECODE_ROOM`] bytes left. The bytes of `out` behind the written ones are unspecified.
pub(crate) fn decode(raw: &[u8], quoted: bool, out: &mut [u8], level: Level) -> Decoded {
    match level.instructions() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `Level` is `Avx512` only after `avx512::is_available` has found every feature that `decode` enables.
        Instructions::Avx512 => unsafe { avx512::decode(raw, quoted, out) },
        _ => swar::decode(raw, quoted, out),
    }
}
