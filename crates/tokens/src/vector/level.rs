//! Which instruction set an estimate runs on. A [`Level`] is a proof: the CPU has been asked.

use std::sync::OnceLock;

/// The instruction set that an estimate runs on. Default: [`Level::detect`].
///
/// Only detection makes a level of a vector set, so no safe code reaches instructions that this CPU lacks:
///
/// ```
/// use tamis_tokens::Level;
///
/// let fastest = Level::detect();
/// assert!(Level::available().contains(&fastest));
/// assert_eq!(Level::available().first(), Some(&Level::SCALAR));
/// ```
///
/// A level cannot be named unchecked:
///
/// ```compile_fail,E0599
/// let unchecked = tamis_tokens::Level::Avx512;
/// ```
///
/// nor taken apart and put together again:
///
/// ```compile_fail,E0532
/// use tamis_tokens::Level;
///
/// let Level(inside) = Level::detect();
/// ```
///
/// nor made from nothing:
///
/// ```compile_fail,E0277
/// fn default<T: Default>() -> T {
///     T::default()
/// }
/// let unchecked: tamis_tokens::Level = default();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Instructions);

/// What a [`Level`] is a proof of. Seen by this folder alone, which picks its code by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instructions {
    /// Tables in ordinary registers; available everywhere, and the reference for the others.
    Scalar,
    /// 32 bytes (`x86_64`).
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 64 bytes, with shuffles across a register and compression (`x86_64`).
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// Ordinary registers, which every CPU has. The other levels are tested against it.
    pub const SCALAR: Self = Self(Instructions::Scalar);

    /// The fastest level of this CPU, found at run time, once.
    #[must_use]
    pub fn detect() -> Self {
        static DETECTED: OnceLock<Level> = OnceLock::new();
        *DETECTED.get_or_init(|| *Self::available().last().unwrap_or(&Self::SCALAR))
    }

    /// Every level that this CPU can run, slowest first; never empty.
    #[must_use]
    pub fn available() -> Vec<Self> {
        #[cfg_attr(
            not(any(target_arch = "x86_64", target_arch = "aarch64")),
            expect(unused_mut, reason = "no other level")
        )]
        let mut levels = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if super::avx2::is_available() {
                levels.push(Self(Instructions::Avx2));
            }
            if super::avx512::is_available() {
                levels.push(Self(Instructions::Avx512));
            }
        }
        levels
    }

    /// The instructions that this CPU was found to have.
    #[inline(always)]
    pub(super) const fn instructions(self) -> Instructions {
        self.0
    }

    /// `scalar`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Instructions::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "avx512",
        }
    }
}
