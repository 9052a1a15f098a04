use super::*;
use crate::weights::{PATTERNS, pattern};
use proptest::prelude::*;

/// Weights that differ between patterns.
fn distinct() -> Box<Weights> {
    let weights: Vec<i16> = (0..PATTERNS).map(|at| ((at.wrapping_mul(40_503) >> 3) as u16).cast_signed()).collect();
    weights.into_boxed_slice().try_into().unwrap()
}

/// A version so simple that it is unlikely to be wrong.
fn naive(weights: &Weights, last: [u8; 2], bytes: &[u8], is_end: bool) -> i64 {
    let end: &[u8] = if is_end { &[0; 2] } else { &[] };
    let all = [&last[..], bytes, end].concat();
    all.windows(3).map(|three| i64::from(weights[usize::from(pattern(three[0], three[1], three[2]))])).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn every_level_sums_what_the_naive_one_sums(
        last in any::<[u8; 2]>(),
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..300),
            "[ -~\n\té€語😀]{0,200}".prop_map(String::into_bytes),
        ],
    ) {
        let weights = distinct();
        for (level, is_end) in Level::available().into_iter().flat_map(|level| [(level, false), (level, true)]) {
            let expected = naive(&weights, last, &bytes, is_end);
            prop_assert_eq!(sum(&weights, last, &bytes, is_end, level), expected, "{}", level.name());
        }
    }
}

#[test]
fn weighs_every_byte_at_every_place_of_a_block() {
    let weights = distinct();
    for byte in 0..=255 {
        for place in 0..70 {
            let mut bytes = vec![b'e'; 130];
            bytes[place] = byte;
            for level in Level::available() {
                let expected = naive(&weights, *b"no", &bytes, false);
                assert_eq!(sum(&weights, *b"no", &bytes, false, level), expected, "{byte:#x} {place}");
            }
        }
    }
}

#[test]
fn sums_blocks_of_every_length_with_their_end() {
    let weights = distinct();
    let bytes: Vec<u8> = (0..9000_usize).map(|at| (at.wrapping_mul(2_654_435_761) >> 7) as u8).collect();
    for length in (0..200).chain(4000..4200).chain(8150..8300) {
        let bytes = &bytes[..length];
        let expected = naive(&weights, [7, 200], bytes, true);
        for level in Level::available() {
            assert_eq!(sum(&weights, [7, 200], bytes, true, level), expected, "{length} {}", level.name());
        }
    }
}
