//! Reads the width and height of an image from its header.
//!
//! Sources: PNG (W3C, third edition, 11.2.1), `GIF89a` (section 18), RFC 9649 (`WebP`), ITU T.81 (JPEG, B.2.2). The
//! same in TypeScript: `ts/wires/image-size.ts`.

/// Width and height in pixels of a PNG, GIF, `WebP` or JPEG image; none for another format, a truncated header, or a size
/// of 0.
pub(crate) fn read_image_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let size = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some((u32::from_be_bytes(at(bytes, 16)?), u32::from_be_bytes(at(bytes, 20)?)))
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        Some((u32::from(u16::from_le_bytes(at(bytes, 6)?)), u32::from(u16::from_le_bytes(at(bytes, 8)?))))
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") && bytes.len() >= 30 {
        webp(bytes)
    } else if bytes.starts_with(&[0xFF, 0xD8]) {
        jpeg(bytes)
    } else {
        None
    };
    size.filter(|&(width, height)| width > 0 && height > 0)
}

fn at<const N: usize>(bytes: &[u8], start: usize) -> Option<[u8; N]> {
    bytes.get(start..)?.first_chunk().copied()
}

/// Lossy, lossless or extended.
fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8 " => {
            let side = |start| Some(u32::from(u16::from_le_bytes(at(bytes, start)?)) & 0x3FFF);
            Some((side(26)?, side(28)?))
        }
        b"VP8L" => {
            let bits = u32::from_le_bytes(at(bytes, 21)?);
            Some(((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1))
        }
        b"VP8X" => {
            let side = |start| {
                let [low, middle, high] = at(bytes, start)?;
                Some(u32::from_le_bytes([low, middle, high, 0]) + 1)
            };
            Some((side(24)?, side(27)?))
        }
        _ => None,
    }
}

/// Walks the segments to the frame header: any SOF marker. C4, C8 and CC are not SOF markers.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut place = 2;
    while place + 9 <= bytes.len() {
        let [start, marker] = at(bytes, place)?;
        if start != 0xFF {
            return None;
        }
        match marker {
            0xFF => place += 1,
            0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                let side = |start| Some(u32::from(u16::from_be_bytes(at(bytes, start)?)));
                return Some((side(place + 7)?, side(place + 5)?));
            }
            0x01 | 0xD0..=0xD8 => place += 2,
            _ => place += 2 + usize::from(u16::from_be_bytes(at(bytes, place + 2)?)),
        }
    }
    None
}
