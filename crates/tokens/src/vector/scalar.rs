//! Sums weights one byte at a time.

use crate::class::{class_of, near_class_of};
use crate::weights::Weights;

/// Bits that a byte adds to a pattern: as its oldest, its middle and its newest byte.
static PLACES: [[u16; 256]; 3] = {
    let mut places = [[0; 256]; 3];
    let mut byte = 0;
    while byte < 256 {
        let (class, near) = (class_of(byte as u8) as u16, near_class_of(byte as u8) as u16);
        places[0][byte] = near << 11;
        places[1][byte] = class << 5;
        places[2][byte] = near;
        byte += 1;
    }
    places
};

#[inline]
pub(super) fn sum(weights: &Weights, last: [u8; 2], bytes: &[u8], is_end: bool) -> i64 {
    let [oldest, middle, newest] = &PLACES;
    let [mut before, mut last] = last;
    let mut sum = 0;
    let end: &[u8] = if is_end { &[0; 2] } else { &[] };
    for &byte in bytes.iter().chain(end) {
        let pattern = oldest[usize::from(before)] | middle[usize::from(last)] | newest[usize::from(byte)];
        sum += i64::from(weights[usize::from(pattern)]);
        (before, last) = (last, byte);
    }
    sum
}
