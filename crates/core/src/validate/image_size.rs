//! The longer edge of an image in base64, from its header. The label beside it may lie, so the first bytes tell the format.

use crate::weight::image_size::read_image_size;

/// Characters of base64 that are decoded: a JPEG's size may follow much else.
const MOST_CHARS: usize = 256 << 10;
const PNG: &[u8] = b"\x89PNG";

/// The longer edge in pixels; none for another format, a truncated or broken header, or a size of 0.
pub(super) fn longer_edge(base64: &[u8]) -> Option<u32> {
    let bytes = decoded(base64.get(..MOST_CHARS).unwrap_or(base64));
    let is_broken = bytes.starts_with(PNG) && bytes.get(12..16) != Some(b"IHDR");
    let (width, height) = read_image_size(&bytes).filter(|_| !is_broken)?;
    Some(width.max(height))
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
        let table: [(&str, Option<u32>); 8] = [
            ("iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAIAAABAH0oB", Some(1280)),
            (r"R0lGODlhAQACAIAAAAAAAP\/\/\/yH5", Some(2)),
            ("UklGRiQAAABXRUJQVlA4WAoAAAAQAAAA5wMAhwEA", Some(1000)),
            ("/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAhwDwADASIA", Some(3840)),
            ("iVBORw0KGgoAAAANSUhE", None),
            ("iVBORw0KGgoiVBORw0KGgoiVBORw0KGgoiVBORw0KGgo", None),
            ("cGxhaW4gdGV4dA==", None),
            ("", None),
        ];
        for (base64, edge) in table {
            assert_eq!(longer_edge(base64.as_bytes()), edge, "{base64}");
        }
    }
}
