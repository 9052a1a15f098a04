//! Not yet.

/// Whether it may apply.
#[must_use]
pub fn may_apply(_: &[u8]) -> bool {
    false
}

/// Nothing.
pub fn shorten(_: &str, _: &mut String) -> bool {
    false
}
