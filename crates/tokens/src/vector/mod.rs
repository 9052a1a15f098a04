//! The sum of the weights of all patterns of a run of bytes.
//!
//! Classes and patterns are found 32 bytes at a time where the CPU has AVX2; the weights themselves are looked up one
//! by one on every level, as no CPU gathers 16-bit numbers faster than it loads them. That is why there is no level
//! for AVX-512: the lookups are what takes the time. [`scalar`] is the reference.

// A function of a vector level is only fast, and only correct to compile for its CPU features, inside the one that
// enables them.
#![allow(clippy::inline_always)]

mod scalar;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use crate::weights::Weights;
use std::sync::OnceLock;

/// The instruction set that an estimate runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Tables in ordinary registers; available everywhere, and the reference.
    Scalar,
    /// 2 × 32 bytes (`x86_64`).
    #[cfg(target_arch = "x86_64")]
    Avx2,
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
        if x86_64::has_avx2() {
            levels.push(Self::Avx2);
        }
        levels
    }

    /// `scalar` or `avx2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
        }
    }
}

/// Weights of the patterns that end at each byte of `bytes`; `last` are the two bytes before them.
pub(crate) fn sum(weights: &Weights, last: [u8; 2], bytes: &[u8], level: Level) -> i64 {
    match level {
        Level::Scalar => scalar::sum(weights, last, bytes),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the CPU has just been asked (what it answered is kept, so that this costs a load).
        Level::Avx2 if x86_64::has_avx2() => unsafe { x86_64::sum_avx2(weights, last, bytes) },
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => scalar::sum(weights, last, bytes),
    }
}
