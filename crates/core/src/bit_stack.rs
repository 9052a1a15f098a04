//! A stack of one bit a level, so that depth costs next to nothing.

use crate::scratch::reset;

/// Levels whose bits are in one word.
const WORD: usize = u64::BITS as usize;

/// Kinds of the open containers, one bit each: set for an object.
#[derive(Default)]
pub struct BitStack {
    /// Full words below the innermost levels.
    below: Vec<u64>,
    /// The innermost levels, the innermost of all in the lowest bit; never without a level where others are below.
    top: u64,
    depth: usize,
}

impl BitStack {
    /// Closes all.
    pub fn clear(&mut self) {
        self.below.clear();
        (self.top, self.depth) = (0, 0);
    }

    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.below, bytes);
        (self.top, self.depth) = (0, 0);
    }

    /// For many pushes and pops in a row.
    pub fn open(&mut self) -> OpenStack<'_> {
        let Self { below, top, depth } = self;
        OpenStack { now: (*top, *depth), top, depth, below }
    }
}

/// A stack whose innermost levels are in registers; they go back to memory when it is dropped.
pub struct OpenStack<'s> {
    now: (u64, usize),
    top: &'s mut u64,
    depth: &'s mut usize,
    below: &'s mut Vec<u64>,
}

impl Drop for OpenStack<'_> {
    fn drop(&mut self) {
        (*self.top, *self.depth) = self.now;
    }
}

impl OpenStack<'_> {
    /// How many are open.
    #[inline]
    pub const fn depth(&self) -> usize {
        self.now.1
    }

    /// Opens a container.
    #[inline]
    pub fn push(&mut self, is_object: bool) {
        let (top, depth) = self.now;
        if depth % WORD == 0 && depth > 0 {
            self.below.push(top);
        }
        self.now = (top << 1 | u64::from(is_object), depth + 1);
    }

    /// Closes the innermost.
    #[inline]
    pub fn pop(&mut self) {
        let (top, depth) = self.now;
        let left = depth.saturating_sub(1);
        let top = if left % WORD == 0 { self.below.pop().unwrap_or(0) } else { top >> 1 };
        self.now = (top, left);
    }

    /// Whether the innermost is an object.
    #[inline]
    pub const fn top_is_object(&self) -> bool {
        self.now.0 & 1 == 1 && self.now.1 > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(stack: &mut BitStack) -> (usize, bool) {
        let open = stack.open();
        (open.depth(), open.top_is_object())
    }

    #[test]
    fn gives_back_what_was_pushed_at_any_depth() {
        let kind = |level: usize| level.is_multiple_of(3) || level.is_multiple_of(64);
        for deepest in [0, 1, 2, 63, 64, 65, 127, 128, 129, 1000] {
            let mut stack = BitStack::default();
            for level in 0..deepest {
                stack.open().push(kind(level));
                assert_eq!(stack.open().top_is_object(), kind(level));
            }
            for level in (0..deepest).rev() {
                assert_eq!(top(&mut stack), (level + 1, kind(level)), "{deepest}");
                stack.open().pop();
                // Up and down again, right at the edge of a word.
                stack.open().push(true);
                stack.open().pop();
            }
            stack.open().pop();
            assert_eq!(top(&mut stack), (0, false));
        }
    }
}
