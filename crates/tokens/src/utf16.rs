//! Estimates JavaScript strings, which are UTF-16.

use crate::encoding::Encoding;
use crate::estimate::{Scale, tokens_of};
use crate::vector::Level;

/// UTF-16 units converted to UTF-8 at a time; at most three bytes each.
const BLOCK: usize = 4096;

/// Estimated tokens of a string in UTF-16: the estimate of its UTF-8, which is made a block at a time. A lone surrogate
/// counts as U+FFFD. Linear.
#[must_use]
pub fn estimate_utf16(units: &[u16], encoding: Encoding, level: Level) -> u64 {
    tokens_of(weigh_utf16(units, encoding, level))
}

/// The same before rounding, in 1/1024 token, as [`crate::weigh_utf8`] gives it.
#[must_use]
pub fn weigh_utf16(units: &[u16], encoding: Encoding, level: Level) -> u64 {
    let mut scale = Scale::new(encoding, level);
    let mut bytes = Vec::with_capacity(3 * BLOCK);
    let mut rest = units;
    while rest.len() > BLOCK {
        // A block does not split a pair, nor a space from what follows it.
        let mut end = BLOCK;
        for splits in [|unit| (0xD800..0xDC00).contains(&unit), |unit| unit == 0x20] as [fn(u16) -> bool; 2] {
            end -= usize::from(rest.get(end - 1).copied().is_some_and(splits));
        }
        let (block, after) = rest.split_at(end);
        utf8_from_utf16(block, &mut bytes);
        scale.add_whole(&bytes);
        rest = after;
    }
    utf8_from_utf16(rest, &mut bytes);
    scale.finish(&bytes)
}

/// Empties `out` and writes `units` to it as UTF-8. A lone surrogate becomes U+FFFD, as `TextEncoder` does it. Linear.
pub fn utf8_from_utf16(units: &[u16], out: &mut Vec<u8>) {
    out.clear();
    out.reserve(units.len());
    let mut rest = units;
    while !rest.is_empty() {
        let ascii = push_ascii(rest, out);
        rest = rest.get(ascii..).unwrap_or_default();
        let other = rest.iter().position(|&unit| unit < 0x80).unwrap_or(rest.len());
        let (run, after) = rest.split_at(other);
        push_other(run, out);
        rest = after;
    }
}

fn push_other(units: &[u16], out: &mut Vec<u8>) {
    for char in char::decode_utf16(units.iter().copied()) {
        let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// Appends the ASCII units at the start of `units` and returns their number. 32 at a time, so that the compiler uses
/// vectors.
fn push_ascii(units: &[u16], out: &mut Vec<u8>) -> usize {
    let (blocks, _) = units.as_chunks::<32>();
    let whole = blocks.iter().take_while(|block| block.iter().fold(0, |all, unit| all | unit) < 0x80);
    let mut done = 0;
    for block in whole {
        out.extend_from_slice(&block.map(|unit| unit as u8));
        done += block.len();
    }
    let tail = units.get(done..).unwrap_or_default().iter().take_while(|&&unit| unit < 0x80);
    let before = out.len();
    out.extend(tail.map(|&unit| unit as u8));
    done + out.len() - before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::estimate_utf8;
    use proptest::prelude::*;

    #[test]
    fn does_not_split_a_pair_at_the_end_of_a_block() {
        for before in BLOCK - 3..BLOCK + 3 {
            let text = format!("{}😀é{}", "x".repeat(before), "😀".repeat(BLOCK));
            let units: Vec<u16> = text.encode_utf16().collect();
            for encoding in Encoding::ALL {
                let expected = estimate_utf8(text.as_bytes(), encoding, Level::SCALAR);
                assert_eq!(estimate_utf16(&units, encoding, Level::SCALAR), expected);
            }
        }
        let lone = [0xD83D; BLOCK + 1];
        let expected = estimate_utf8("\u{FFFD}".repeat(BLOCK + 1).as_bytes(), Encoding::O200kBase, Level::SCALAR);
        assert_eq!(estimate_utf16(&lone, Encoding::O200kBase, Level::SCALAR), expected);
    }

    proptest! {
        #[test]
        fn converts_utf16_as_the_standard_library_does(units in prop::collection::vec(
            prop_oneof![3 => 0..0x80u16, 1 => any::<u16>(), 1 => 0xD7F0..0xE010u16],
            0..200,
        )) {
            let mut out = b"old".to_vec();
            utf8_from_utf16(&units, &mut out);
            prop_assert_eq!(out, String::from_utf16_lossy(&units).into_bytes());
        }
    }
}
