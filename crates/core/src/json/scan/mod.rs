//! The one structural pass over every byte.
//!
//! ```text
//! body ──64-byte blocks──▶ bitmasks ──carry escapes, strings──▶ positions of  { } [ ] : ,  "…"  and scalar starts
//!                          (Lanes)         (structure)
//! ```
//!
//! The method is simdjson's first stage (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019), cut
//! into chunks so that the positions stay in the first-level cache and memory does not grow with the body. What the
//! vectors see of one block is behind [`lanes::Lanes`]; the scalar implementation is the reference that the others
//! are held to. Linear; a few cycles a byte for the scalar twin, under one for AVX2.

// A function of a vector level is only fast, and only correct to compile for its CPU features, inside the one that
// enables them.
#![allow(clippy::inline_always)]

mod hints;
mod lanes;
mod lengths;
mod memory;
mod needle;
mod positions;
mod structure;

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub(crate) use lanes::is as matching_bytes;
pub use lengths::Lengths;
pub(crate) use memory::{
    LINE_BYTES, copy_past_caches, far_ahead, populate, prefer_huge_pages, prefetch, prefetch_lines,
};
pub use needle::Needle;
pub(crate) use positions::{NextPositions, Positions};
#[cfg(test)]
use structure::CHUNK_BYTES;
pub(crate) use structure::{Marks, Structure};

/// The instruction set that a scan runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Eight bytes at a time in ordinary registers; available everywhere, and the reference for the others.
    Scalar,
    /// 2 × 32 bytes with carry-less multiplication (`x86_64`).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 64 bytes in one register with mask registers (`x86_64`).
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 4 × 16 bytes (`aarch64`).
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Level {
    /// The fastest level that this CPU offers, asked for at run time.
    #[must_use]
    pub fn detect() -> Self {
        *Self::available().last().unwrap_or(&Self::Scalar)
    }

    /// Every level that this CPU can run, slowest first; never empty.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut levels = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            if x86_64::has_avx2() {
                levels.push(Self::Avx2);
            }
            if x86_64::has_avx512() {
                levels.push(Self::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        levels.push(Self::Neon);
        levels
    }

    /// Lower-case name, as shown to users.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Self::Neon => "neon",
        }
    }
}

/// Marks the next chunk of `body`: leaves the positions of its structure in `marks`, and advances `state`.
/// Safe: a `Level` for a vector set is only made by [`Level::available`] where the CPU has it.
pub(crate) fn mark_chunk(level: Level, body: &[u8], state: &mut Structure, marks: &mut Marks) {
    match level {
        Level::Scalar => structure::mark_chunk::<lanes::Scalar>(body, state, marks),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: see above; the CPU has the features the function is compiled for.
        Level::Avx2 => unsafe { x86_64::mark_chunk_avx2(body, state, marks) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx512 => unsafe { x86_64::mark_chunk_avx512(body, state, marks) },
        #[cfg(target_arch = "aarch64")]
        Level::Neon => aarch64::mark_chunk_neon(body, state, marks),
    }
}

/// UTF-16 units of the decoded text of a raw JSON string (without its quotes), counted without decoding it.
///
/// `raw` must be the inside of a valid JSON string. A byte counts 1, a UTF-8 continuation byte 0, the first byte of a
/// 4-byte sequence 2; of an escape only its second byte counts, and of `\uXXXX` none of the digits.
pub(crate) fn count_chars(level: Level, raw: &[u8]) -> usize {
    chars_without(raw.len(), count_surplus(level, raw, 0, raw.len(), false))
}

/// Whether `is_error` holds for any place of `raw`, the inside of a JSON string, where a line begins after `\n` with one of
/// the letters e, f, p and t, or where a colon follows n or r; case does not matter. Some may be no such place: the
/// backslash may itself be escaped.
pub(crate) fn any_hint(level: Level, raw: &[u8], is_error: &mut dyn FnMut(usize) -> bool) -> bool {
    match level {
        Level::Scalar => hints::any_hint::<lanes::Scalar>(raw, is_error),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a vector level exists only where the CPU has it.
        Level::Avx2 => unsafe { x86_64::any_hint_avx2(raw, is_error) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx512 => unsafe { x86_64::any_hint_avx512(raw, is_error) },
        #[cfg(target_arch = "aarch64")]
        Level::Neon => aarch64::any_hint_neon(raw, is_error),
    }
}

/// `bytes` without the `surplus` among them, which is negative where a part ends inside a 4-byte sequence.
fn chars_without(bytes: usize, surplus: u32) -> usize {
    bytes.saturating_add_signed(-(surplus.cast_signed() as isize))
}

/// Bytes of `body` from `from` to `to` that are no UTF-16 unit of their own (wrapping; a part of a string can end inside a
/// sequence).
fn count_surplus(level: Level, body: &[u8], from: usize, to: usize, escaped: bool) -> u32 {
    debug_assert!(!escaped || from.is_multiple_of(64), "an escape can only be handed on at a block's start");
    match level {
        Level::Scalar => structure::count_surplus::<lanes::Scalar>(body, from, to, escaped),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a vector level exists only where the CPU has it.
        Level::Avx2 => unsafe { x86_64::count_surplus_avx2(body, from, to, escaped) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx512 => unsafe { x86_64::count_surplus_avx512(body, from, to, escaped) },
        #[cfg(target_arch = "aarch64")]
        Level::Neon => aarch64::count_surplus_neon(body, from, to, escaped),
    }
}

#[cfg(test)]
mod tests;
