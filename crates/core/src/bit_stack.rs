//! A stack of one bit a level, so that depth costs next to nothing.

use crate::scratch::reset;

/// Kinds of the open containers, one bit each: set for an object.
#[derive(Default)]
pub struct BitStack {
    bits: Vec<u64>,
    depth: usize,
}

impl BitStack {
    /// How many are open.
    #[inline]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// Closes all.
    pub const fn clear(&mut self) {
        self.depth = 0;
    }

    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.bits, bytes);
        self.depth = 0;
    }

    /// Opens a container.
    #[inline]
    pub fn push(&mut self, is_object: bool) {
        let (word, bit) = (self.depth / 64, self.depth % 64);
        if word == self.bits.len() {
            self.bits.push(0);
        }
        if let Some(bits) = self.bits.get_mut(word) {
            *bits = (*bits & !(1 << bit)) | (u64::from(is_object) << bit);
        }
        self.depth += 1;
    }

    /// Closes the innermost.
    #[inline]
    pub fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Whether the innermost is an object.
    #[inline]
    pub fn top_is_object(&self) -> bool {
        let Some(at) = self.depth.checked_sub(1) else { return false };
        self.bits.get(at / 64).is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }
}
