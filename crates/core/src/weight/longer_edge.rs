//! The longer edge of an image in base64, from its header. The label beside it may lie, so the first bytes tell the format.

use crate::weight::image_size::read_image_size;
use crate::weight::opaque::{decode_base64, digit};

/// Characters of base64 that are decoded: a JPEG's size may follow much else.
const MOST_CHARS: usize = 256 << 10;
/// The header of every other format is in the first of these, and most JPEGs' size in the second.
const FIRST_CHARS: [usize; 2] = [128, 8 << 10];
const PNG: &[u8] = b"\x89PNG";

/// The longer edge in pixels; none for another format, a truncated or broken header, or a size of 0.
pub(crate) fn longer_edge(base64: &[u8]) -> Option<u32> {
    let within = |chars: usize| base64.get(..chars).filter(|_| chars < base64.len());
    let first = FIRST_CHARS.into_iter().filter_map(within).find_map(edge_in);
    first.or_else(|| edge_in(within(MOST_CHARS).unwrap_or(base64)))
}

fn edge_in(base64: &[u8]) -> Option<u32> {
    let head = base64.iter().copied();
    // JSON may write `/` with a backslash.
    let digits: Vec<u8> = head.filter(|&byte| byte != b'\\').take_while(|&byte| digit(byte).is_some()).collect();
    let bytes = decode_base64(&digits);
    let is_broken = bytes.starts_with(PNG) && bytes.get(12..16) != Some(b"IHDR");
    let (width, height) = read_image_size(&bytes).filter(|_| !is_broken)?;
    Some(width.max(height))
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
