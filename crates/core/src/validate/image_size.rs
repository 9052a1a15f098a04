//! The width and height of an image in base64, from its header: PNG, GIF, WebP, JPEG. The label beside it may lie, so the
//! first bytes tell the format. The same as `ts/wires/image-size.ts`, which names the sources.

/// Characters of base64 that are decoded: a JPEG's size may follow much else.
const MOST_CHARS: usize = 256 << 10;

/// The longer edge in pixels; none for another format, a truncated header, or a size of 0.
pub(super) fn longer_edge(base64: &[u8]) -> Option<u32> {
    let bytes = decoded(base64.get(..MOST_CHARS).unwrap_or(base64));
    let (width, height) = size(&bytes)?;
    (width > 0 && height > 0).then(|| width.max(height))
}

fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((big(bytes, 16, 4)?, big(bytes, 20, 4)?));
    }
    if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        return Some((little(bytes, 6, 2)?, little(bytes, 8, 2)?));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return webp(bytes);
    }
    if bytes.starts_with(b"\xff\xd8") { jpeg(bytes) } else { None }
}

/// Lossy (`VP8 `), lossless (`VP8L`) or extended (`VP8X`).
fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8 " => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
        b"VP8L" => {
            let bits = little(bytes, 21, 4)?;
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        _ => None,
    }
}

/// Walks the segments to the frame header: any SOF marker. C4, C8 and CC are not SOF markers.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    while *bytes.get(at)? == 0xff {
        let marker = *bytes.get(at + 1)?;
        match marker {
            0xff => at += 1,
            0xc4 | 0xc8 | 0xcc => at += 2 + big(bytes, at + 2, 2)? as usize,
            0xc0..=0xcf => return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?)),
            0x01 | 0xd0..=0xd8 => at += 2,
            _ => at += 2 + big(bytes, at + 2, 2)? as usize,
        }
    }
    None
}

fn big(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    Some(bytes.get(at..at + count)?.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
}

fn little(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    Some(bytes.get(at..at + count)?.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
}

/// The bytes of a base64 text, up to the first character that is none. JSON may write `/` with a backslash.
fn decoded(base64: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(base64.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in base64 {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'\\' => continue,
            _ => break,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::longer_edge;

    #[test]
    fn reads_the_edge_from_the_header_alone() {
        let table: [(&str, Option<u32>); 7] = [
            ("iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAIAAABAH0oB", Some(1280)),
            (r"R0lGODlhAQACAIAAAAAAAP\/\/\/yH5", Some(2)),
            ("UklGRiQAAABXRUJQVlA4WAoAAAAQAAAA5wMAhwEA", Some(1000)),
            ("/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAhwDwADASIA", Some(3840)),
            ("iVBORw0KGgoAAAANSUhE", None),
            ("cGxhaW4gdGV4dA==", None),
            ("", None),
        ];
        for (base64, edge) in table {
            assert_eq!(longer_edge(base64.as_bytes()), edge, "{base64}");
        }
    }
}
