//! Leaves out base64, of which no part says anything, where a policy cuts long texts or lines.
//!
//! ```text
//! shot: data:image/png;base64,iVBORw0KGgo…  ──▶  shot: [image/png data URL of 293 KB left out]
//! ```

use crate::digest::{long_blobs, name_of};
use core::fmt::Write;

/// Shorter base64 stays.
const MIN_BYTES: usize = 1_000;

/// Fills `out` with `text` without its long base64; false, with `out` unspecified, if it has none. Linear.
pub fn leave_out(text: &str, out: &mut String) -> bool {
    out.clear();
    let mut copied = 0;
    for (place, media_type) in long_blobs(text, MIN_BYTES) {
        out.push_str(text.get(copied..place.start).unwrap_or_default());
        // Writing to a string cannot fail.
        let _ = write!(out, "[{} left out]", name_of(media_type, place.len()));
        copied = place.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    copied > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_base64::base64;

    #[test]
    fn long_base64_becomes_a_note() {
        let (long, short) = (base64(3_000), base64(600));
        let text = format!("shot: data:image/png;base64,{long}\nkey {short} {{\"a\":\"{long}\"}}");
        let mut out = String::new();
        assert!(leave_out(&text, &mut out));
        let expected =
            format!("shot: [image/png data URL of 3 KB left out]\nkey {short} {{\"a\":\"[base64 of 3 KB left out]\"}}");
        assert_eq!(out, expected);
        assert!(!leave_out(&out.clone(), &mut out));
    }
}
