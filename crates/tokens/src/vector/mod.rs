//! The sum of the weights of all patterns of a run of bytes.
//!
//! Classes and patterns are found 32 bytes at a time where the CPU has AVX2, 64 where it has AVX-512; the weights
//! themselves are looked up one by one on every level, as no CPU gathers 16-bit numbers faster than it loads them.
//! [`scalar`] is the reference.

// A function of a vector level is only fast, and only correct to compile for its CPU features, inside the one that
// enables them.
#![allow(clippy::inline_always)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod patterns;
mod scalar;
mod swar;
#[cfg(test)]
mod tests;

pub use swar::find_quote_or_backslash;

use crate::weights::Weights;
use std::sync::OnceLock;

/// The instruction set that an estimate runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Tables in ordinary registers; available everywhere, and the reference.
    Scalar,
    /// 32 bytes (`x86_64`).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 64 bytes, with shuffles across a register and compression (`x86_64`).
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// The fastest level that this CPU offers; asked for once.
    #[must_use]
    pub fn detect() -> Self {
        static DETECTED: OnceLock<Level> = OnceLock::new();
        *DETECTED.get_or_init(|| *Self::available().last().unwrap_or(&Self::Scalar))
    }

    /// Every level that this CPU can run, slowest first; never empty.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            if avx2::is_available() {
                levels.push(Self::Avx2);
            }
            if avx512::is_available() {
                levels.push(Self::Avx512);
            }
        }
        levels
    }

    /// `scalar`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
        }
    }
}

/// Weights of the patterns that end at each byte of `bytes`; `last` are the two bytes before them. With `is_end` those that
/// end at the two zeros behind them, too.
pub(crate) fn sum(weights: &Weights, last: [u8; 2], bytes: &[u8], is_end: bool, level: Level) -> i64 {
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the CPU has just been asked (what it answered is kept, so that this costs a load).
        Level::Avx2 if avx2::is_available() => unsafe { avx2::sum(weights, last, bytes, is_end) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: likewise.
        Level::Avx512 if avx512::is_available() => unsafe { avx512::sum(weights, last, bytes, is_end) },
        _ => scalar::sum(weights, last, bytes, is_end),
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
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the CPU has just been asked.
        Level::Avx512 if avx512::is_available() => unsafe { avx512::decode(raw, quoted, out) },
        _ => swar::decode(raw, quoted, out),
    }
}
