//! A text that few bodies have, searched for while the body is scanned.
//!
//! ```text
//! …_DISPATCH_RESULT…   at an even offset   _D IS PA TC [H_] RE SU LT        of two words that overlap in the text, one
//!                      at an odd one       DI SP AT CH [_R] ES UL            is a whole word of the block, at any offset
//! ```
//! A block is compared with two words of 16 bits. Only if one of them occurs is the text itself searched for.

use core::ops::Range;
use memchr::memmem::Finder;

/// A text to search for, and two words of it that reveal it.
pub struct Needle {
    finder: Finder<'static>,
    words: [u16; 2],
}

impl Needle {
    /// A needle for `text`. Its three bytes from offset `rare` on should be rare in bodies.
    #[must_use]
    pub fn new(text: &'static str, rare: usize) -> Self {
        let text = text.as_bytes();
        let word =
            |at: usize| text.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |two| u16::from_le_bytes(*two));
        Self { finder: Finder::new(text), words: [word(rare), word(rare + 1)] }
    }

    /// Whether the text occurs in `bytes`.
    #[must_use]
    pub fn occurs_in(&self, bytes: &[u8]) -> bool {
        self.finder.find(bytes).is_some()
    }

    /// Whether the text occurs in `body`, at least partly in `chunk`.
    pub(crate) fn touches(&self, body: &[u8], chunk: Range<usize>) -> bool {
        let beyond = self.finder.needle().len() - 1;
        let around = chunk.start.saturating_sub(beyond)..body.len().min(chunk.end + beyond);
        body.get(around).is_some_and(|bytes| self.occurs_in(bytes))
    }

    pub(super) const fn words(&self) -> [u16; 2] {
        self.words
    }
}
