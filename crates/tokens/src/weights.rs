//! The fitted weights: for each pattern of three bytes, in 1/1024 token.
//!
//! `examples/fit` writes the tables; `--check` checks that it writes them again. They weigh what is not in
//! [`scripts`](crate::scripts), and belong to a version of policies: other weights need another version, because they would
//! change decisions about requests that were already sent.

use crate::class::{class_of, near_class_of};
use crate::encoding::Encoding;

/// Version of the tables, as in `policy.version`.
pub const VERSION: u32 = 1;

/// Number of patterns: 32 classes, 64, 32.
pub const PATTERNS: usize = 1 << 16;

/// Weights of one encoding.
pub type Weights = [i16; PATTERNS];

/// The pattern of three bytes that follow each other, oldest first.
#[must_use]
pub const fn pattern(before: u8, middle: u8, after: u8) -> u16 {
    (near_class_of(before) as u16) << 11 | (class_of(middle) as u16) << 5 | near_class_of(after) as u16
}

/// Aligned, so that the 32 patterns that differ only in the newest byte are in one cache line.
#[repr(align(64))]
struct Aligned(Weights);

static O200K_BASE: Aligned = Aligned(read(include_bytes!("../weights/o200k_base-1.bin")));
static CL100K_BASE: Aligned = Aligned(read(include_bytes!("../weights/cl100k_base-1.bin")));

/// Weights of `encoding`.
#[must_use]
pub(crate) const fn weights_of(encoding: Encoding) -> &'static Weights {
    match encoding {
        Encoding::O200kBase => &O200K_BASE.0,
        Encoding::Cl100kBase => &CL100K_BASE.0,
    }
}

/// Run by the compiler. Little-endian numbers, so that the file is the same on every machine.
#[expect(clippy::large_stack_arrays, reason = "only the compiler runs this")]
const fn read(bytes: &[u8; 2 * PATTERNS]) -> Weights {
    let mut weights = [0; PATTERNS];
    let (pairs, _) = bytes.as_chunks::<2>();
    let mut at = 0;
    while at < PATTERNS {
        weights[at] = i16::from_le_bytes(pairs[at]);
        at += 1;
    }
    weights
}
