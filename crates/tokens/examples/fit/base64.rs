//! Bytes as the TypeScript baseline has them.

use miniz_oxide::deflate::compress_to_vec;

/// Raw deflate as base64.
pub fn packed(bytes: &[u8]) -> String {
    base64(&compress_to_vec(bytes, 9))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |bits: u32, shift: u32| char::from(DIGITS[(bits >> shift & 63) as usize]);
    let three = |bytes: &[u8]| {
        let bits = bytes.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - bytes.len()));
        let all = [digit(bits, 18), digit(bits, 12), digit(bits, 6), digit(bits, 0)];
        let pad = |place: usize| if place > bytes.len() { '=' } else { all[place] };
        [pad(0), pad(1), pad(2), pad(3)]
    };
    bytes.chunks(3).flat_map(three).collect()
}
