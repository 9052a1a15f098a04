//! Not yet.

/// What becomes of line numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineNumbers {
    /// Their padding goes.
    Padding,
    /// So do all but each tenth.
    Tenth,
}

/// Whether it may apply.
#[must_use]
pub fn may_apply(_: &[u8]) -> bool {
    false
}

/// Nothing.
pub fn shorten(_: &str, _: LineNumbers, _: &mut String) -> bool {
    false
}
