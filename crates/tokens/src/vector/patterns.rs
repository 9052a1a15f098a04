//! Looks up the weights of patterns.

use crate::weights::Weights;

/// Bytes whose patterns are made before their weights are looked up. Measured: 128 to 512 are slower.
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    expect(dead_code, reason = "scalar code has no blocks")
)]
pub(super) const BLOCK: usize = 4096;

/// The sum of the weights of at most [`BLOCK`] patterns and a few more, which fits in 32 bits.
///
/// Reads four patterns as one number. If it read them one by one, the compiler would gather the weights into vectors,
/// which is four times slower.
#[inline(always)]
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    expect(dead_code, reason = "scalar code has no blocks")
)]
pub(super) fn look_up(weights: &Weights, patterns: &[u16]) -> i32 {
    let mut sums = [0; 4];
    let (fours, rest) = patterns.as_chunks::<4>();
    for four in fours {
        let together = four.iter().rev().fold(0u64, |all, &pattern| all << 16 | u64::from(pattern));
        for (at, sum) in sums.iter_mut().enumerate() {
            *sum += i32::from(weights[usize::from((together >> (16 * at)) as u16)]);
        }
    }
    let rest: i32 = rest.iter().map(|&pattern| i32::from(weights[usize::from(pattern)])).sum();
    sums.iter().sum::<i32>() + rest
}
