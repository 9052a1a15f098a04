//! Base64 for tests.

/// Base64 of so many bytes, without signs that end a word.
pub fn base64(bytes: usize) -> String {
    let mut state = 7_u32;
    let mut digit = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let at = (state >> 8) as usize % 64;
        char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[at])
    };
    (0..bytes * 4 / 3).map(&mut digit).collect()
}
