use super::*;
use crate::weights::{PATTERNS, pattern};
use proptest::prelude::*;

/// Weights that tell patterns apart.
fn distinct() -> Box<Weights> {
    let weights: Vec<i16> = (0..PATTERNS).map(|at| ((at.wrapping_mul(40_503) >> 3) as u16).cast_signed()).collect();
    weights.into_boxed_slice().try_into().unwrap()
}

/// So simple that it is unlikely to be wrong.
fn naive(weights: &Weights, last: [u8; 2], bytes: &[u8]) -> i64 {
    let all = [&last[..], bytes].concat();
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
        let expected = naive(&weights, last, &bytes);
        for level in Level::available() {
            prop_assert_eq!(sum(&weights, last, &bytes, level), expected, "{}", level.name());
        }
    }
}

#[test]
fn every_byte_has_its_class_at_every_place() {
    let weights = distinct();
    for byte in 0..=255 {
        for place in 0..70 {
            let mut bytes = vec![b'e'; 130];
            bytes[place] = byte;
            for level in Level::available() {
                assert_eq!(sum(&weights, *b"no", &bytes, level), naive(&weights, *b"no", &bytes), "{byte:#x} {place}");
            }
        }
    }
}
