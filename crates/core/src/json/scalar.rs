//! Numbers and literals, exactly as JSON defines them.

/// Whether `text` starts with a number or literal that ends where a scalar may end.
pub fn is_scalar(text: &[u8]) -> bool {
    let length = match text.first() {
        Some(b't') if text.starts_with(b"true") => 4,
        Some(b'f') if text.starts_with(b"false") => 5,
        Some(b'n') if text.starts_with(b"null") => 4,
        Some(b'-' | b'0'..=b'9') => number_length(text).unwrap_or(0),
        _ => 0,
    };
    let ends =
        |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' | b'[' | b']' | b'{' | b'}' | b'"');
    length > 0 && text.get(length).is_none_or(ends)
}

/// Bytes of the JSON number that `text` starts with.
fn number_length(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| text.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(text.first() == Some(&b'-'));
    at += match text.get(at)? {
        b'0' => 1,
        b'1'..=b'9' => digits(at),
        _ => return None,
    };
    if text.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        at += (fraction > 0).then_some(1 + fraction)?;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        at += (exponent > 0).then_some(1 + sign + exponent)?;
    }
    Some(at)
}
