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
    let mut units = Vec::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (blocks, _) = rest.as_bytes().as_chunks::<BLOCK>();
        let clean = blocks.iter().take_while(|block| block.is_ascii()).count() * BLOCK;
        let (ascii, mixed) = rest.split_at_checked(clean).unwrap_or(("", rest));
        units.extend(ascii.bytes().map(u16::from));
        let (mixed, behind) = mixed.split_at_checked(mixed.ceil_char_boundary(BLOCK)).unwrap_or((mixed, ""));
        units.extend(mixed.encode_utf16());
        rest = behind;
    }
    units
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
