//! Byte ranges of a body.

/// A byte range of the body, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Byte offset of the first byte, 0-based.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
}

impl Span {
    /// A span from byte offsets, which a body's size limit keeps within 32 bits.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// Number of bytes.
    #[must_use]
    pub const fn byte_count(self) -> usize {
        (self.end - self.start) as usize
    }

    /// The bytes of `body`; none if the span does not fit.
    #[must_use]
    pub fn of(self, body: &[u8]) -> &[u8] {
        body.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The span between the quotes of a string's span.
    #[must_use]
    pub const fn inside(self) -> Self {
        Self { start: self.start + 1, end: self.end.saturating_sub(1) }
    }
}
