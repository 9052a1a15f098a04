//! Converts JavaScript's strings to UTF-8. V8 converts one character at a time; this module converts ASCII, which is
//! nearly all of a request, by blocks.

/// UTF-16 units tested together.
const BLOCK: usize = 16;

/// Appends `units` as UTF-8. A half surrogate pair becomes U+FFFD, as `Buffer.from` does it. Linear.
pub fn push_utf16(out: &mut Vec<u8>, mut units: &[u16]) {
    while !units.is_empty() {
        let (blocks, _) = units.as_chunks::<BLOCK>();
        let clean = blocks.iter().take_while(|block| block.iter().fold(0, |all, unit| all | unit) < 0x80).count();
        let (ascii, rest) = units.split_at(clean * BLOCK);
        out.extend(ascii.iter().map(|unit| unit.to_le_bytes()[0]));
        let (mixed, rest) = rest.split_at(whole_pairs(rest, BLOCK));
        let mut utf8 = [0; 4];
        for char in char::decode_utf16(mixed.iter().copied()) {
            out.extend_from_slice(char.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut utf8).as_bytes());
        }
        units = rest;
    }
}

/// `text` as UTF-16. Linear.
pub fn utf16_of(text: &str) -> Vec<u16> {
    // No text has more units than bytes.
    let mut units = vec![0; text.len()];
    let (mut bytes, mut out) = (text.as_bytes(), units.as_mut_slice());
    while let Some(&first) = bytes.first() {
        if let (Some(block), Some(to)) = (bytes.first_chunk::<BLOCK>(), out.first_chunk_mut::<BLOCK>()) {
            // What is behind the ASCII at the block's beginning is written over by the next step.
            to.iter_mut().zip(block).for_each(|(unit, &byte)| *unit = u16::from(byte));
            let clean = ascii_at_start(block);
            if clean > 0 {
                (bytes, out) = (behind(bytes, clean), behind_mut(out, clean));
                continue;
            }
        }
        let (taken, written) = put_char(first, bytes, out);
        (bytes, out) = (behind(bytes, taken), behind_mut(out, written));
    }
    let left = out.len();
    units.truncate(units.len() - left);
    units
}

/// How many bytes of ASCII a block begins with.
fn ascii_at_start(block: &[u8; BLOCK]) -> usize {
    let high = u128::from_le_bytes(*block) & u128::from_le_bytes([0x80; BLOCK]);
    high.trailing_zeros() as usize / 8
}

/// Writes the code point that `bytes` begin with, which are UTF-8. Returns its bytes and its units.
fn put_char(first: u8, bytes: &[u8], out: &mut [u16]) -> (usize, usize) {
    let low = |at: usize| bytes.get(at).map_or(0, |byte| u32::from(byte & 0x3f));
    let first = u32::from(first);
    let (code, taken) = match first {
        0..0x80 => (first, 1),
        0x80..0xe0 => ((first & 0x1f) << 6 | low(1), 2),
        0xe0..0xf0 => ((first & 0xf) << 12 | low(1) << 6 | low(2), 3),
        _ => ((first & 7) << 18 | low(1) << 12 | low(2) << 6 | low(3), 4),
    };
    let units = if taken == 4 {
        let above = code.saturating_sub(0x1_0000);
        [0xd800 | (above >> 10) as u16, 0xdc00 | (above & 0x3ff) as u16]
    } else {
        [code as u16, 0]
    };
    let count = if taken == 4 { 2 } else { 1 };
    out.iter_mut().zip(units).take(count).for_each(|(to, unit)| *to = unit);
    (taken, count)
}

fn behind(bytes: &[u8], count: usize) -> &[u8] {
    bytes.get(count..).unwrap_or_default()
}

fn behind_mut(units: &mut [u16], count: usize) -> &mut [u16] {
    units.get_mut(count..).unwrap_or_default()
}

/// `count` units, or one more if that splits a pair.
fn whole_pairs(units: &[u16], count: usize) -> usize {
    let is_high = |unit: &u16| unit & 0xfc00 == 0xd800;
    let (_, behind) = units.split_at_checked(count.saturating_sub(1)).unwrap_or((units, &[]));
    units.len().min(count + behind.iter().take_while(|unit| is_high(unit)).count())
}

#[cfg(test)]
mod tests {
    use super::{push_utf16, utf16_of};

    const PIECES: [&str; 6] = ["a", "sixteen letters!", "é", "漢字", "😀", "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}"];

    /// Texts with every piece at every place of a block.
    fn texts() -> impl Iterator<Item = String> {
        (0..40).flat_map(|before| PIECES.iter().map(move |piece| format!("{}{piece}{piece}", "x".repeat(before))))
    }

    #[test]
    fn converts_text_at_every_end_of_a_block() {
        for text in texts().chain([String::new()]) {
            let units: Vec<u16> = text.encode_utf16().collect();
            let mut bytes = Vec::new();
            push_utf16(&mut bytes, &units);
            assert_eq!(bytes, text.as_bytes(), "{text}");
            assert_eq!(utf16_of(&text), units, "{text}");
        }
    }

    #[test]
    fn replaces_each_half_surrogate_pair() {
        for before in 0..40 {
            for halves in [&[0xd83d_u16][..], &[0xde00], &[0xde00, 0xd83d], &[0xd83d, 0xd83d, 0xde00]] {
                let units: Vec<u16> = "x".repeat(before).encode_utf16().chain(halves.iter().copied()).collect();
                let mut bytes = Vec::new();
                push_utf16(&mut bytes, &units);
                assert_eq!(bytes, String::from_utf16_lossy(&units).as_bytes());
            }
        }
    }
}
