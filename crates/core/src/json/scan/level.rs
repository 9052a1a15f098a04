//! Which instruction set a scan runs on. A [`Level`] is a proof: the CPU has been asked.

use std::sync::LazyLock;

/// The instruction set that a scan runs on. Default: [`Level::detect`].
///
/// Only detection makes a level of a vector set, so no safe code reaches instructions that this CPU lacks:
///
/// ```
/// use tamis_core::Level;
///
/// let fastest = Level::detect();
/// assert!(Level::available().contains(&fastest));
/// assert_eq!(Level::available().first(), Some(&Level::SCALAR));
/// ```
///
/// A level cannot be named unchecked:
///
/// ```compile_fail,E0599
/// let unchecked = tamis_core::Level::Avx512;
/// ```
///
/// nor taken apart and put together again:
///
/// ```compile_fail,E0532
/// use tamis_core::Level;
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
/// let unchecked: tamis_core::Level = default();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Instructions);

/// What a [`Level`] is a proof of. Seen by the scan alone, which picks its code by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instructions {
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
    /// 4 × 16 bytes (`wasm32`).
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Level {
    /// Ordinary registers, which every CPU has: eight bytes at a time. The other levels are tested against it.
    pub const SCALAR: Self = Self(Instructions::Scalar);

    /// The fastest level of this CPU, found at run time.
    #[must_use]
    pub fn detect() -> Self {
        static FASTEST: LazyLock<Level> = LazyLock::new(|| *Level::available().last().unwrap_or(&Level::SCALAR));
        *FASTEST
    }

    /// Every level that this CPU can run, slowest first; never empty.
    #[must_use]
    pub fn available() -> Vec<Self> {
        #[cfg_attr(
            not(any(
                target_arch = "x86_64",
                target_arch = "aarch64",
                all(target_arch = "wasm32", target_feature = "simd128")
            )),
            expect(unused_mut, reason = "no other level")
        )]
        let mut levels = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if super::x86_64::has_avx2() {
                levels.push(Self(Instructions::Avx2));
            }
            if super::x86_64::has_avx512() {
                levels.push(Self(Instructions::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        levels.push(Self(Instructions::Neon));
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        levels.push(Self(Instructions::Simd128));
        levels
    }

    /// The instructions that this CPU was found to have.
    #[inline(always)]
    pub(super) const fn instructions(self) -> Instructions {
        self.0
    }

    /// Lower-case name, as users see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Instructions::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => "simd128",
        }
    }
}
