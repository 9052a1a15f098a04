//! A stack of one bit a level, so that a deep body needs hardly any memory.

use crate::scratch::reset;

/// Kinds of the open containers, one bit each: set for an object.
#[derive(Default)]
pub struct BitStack {
    /// Kinds of up to 64 innermost containers, the innermost in the lowest bit.
    top: u64,
    /// Kinds of the containers around them, 64 a word.
    below: Vec<u64>,
    depth: usize,
}

#[expect(clippy::inline_always, reason = "part of the grammar's one loop, which keeps its state in registers")]
impl BitStack {
    /// Number of open containers.
    #[inline(always)]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// Closes all containers.
    pub fn clear(&mut self) {
        self.below.clear();
        self.top = 0;
        self.depth = 0;
    }

    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.below, bytes);
        self.top = 0;
        self.depth = 0;
    }

    /// Opens a container.
    #[inline(always)]
    pub fn push(&mut self, is_object: bool) {
        if self.depth.is_multiple_of(64) && self.depth > 0 {
            self.below.push(self.top);
        }
        self.top = self.top << 1 | u64::from(is_object);
        self.depth += 1;
    }

    /// Closes the innermost container, if one is open.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.top >>= 1;
        self.depth = self.depth.saturating_sub(1);
        if self.depth.is_multiple_of(64) {
            self.top = self.below.pop().unwrap_or(0);
        }
    }

    /// Whether the innermost container is an object; false if none is open.
    #[inline(always)]
    pub const fn top_is_object(&self) -> bool {
        self.top & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_kind_of_every_container_at_any_depth() {
        let mut stack = BitStack::default();
        let is_object = |depth: usize| depth.is_multiple_of(3) || depth % 64 == 63;
        for depth in 0..300 {
            assert_eq!(stack.depth(), depth);
            stack.push(is_object(depth));
            assert_eq!(stack.top_is_object(), is_object(depth), "{depth}");
        }
        for depth in (0..300).rev() {
            assert_eq!((stack.depth(), stack.top_is_object()), (depth + 1, is_object(depth)), "{depth}");
            stack.pop();
        }
        stack.pop();
        assert_eq!((stack.depth(), stack.top_is_object()), (0, false));
    }

    #[test]
    fn clearing_removes_all_containers_of_the_last_body() {
        let mut stack = BitStack::default();
        (0..130).for_each(|_| stack.push(true));
        stack.clear();
        assert!(!stack.top_is_object());
        (0..65).for_each(|_| stack.push(false));
        (0..65).for_each(|_| stack.pop());
        assert!(!stack.top_is_object());
    }
}
