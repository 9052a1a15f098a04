//! Which call a result answers: the nearest preceding one with its id, as providers match.
//!
//! Nearly always that is one of the last few calls, so those are compared first; the map behind is built when a
//! result reaches further back, or not at all. Both are linear over a whole request.

use crate::cursor::decoded;
use crate::transcript::{Span, ToolCall};
use std::borrow::Cow;
use std::collections::HashMap;

/// Newest calls compared one by one.
const NEAR: usize = 8;

/// Finds calls by id while a conversation is read in order.
pub struct Pairing<'a> {
    body: &'a [u8],
    /// Decoded id to the newest call that has it.
    newest: HashMap<Cow<'a, [u8]>, u32>,
    /// Calls already in the map.
    mapped: usize,
}

impl<'a> Pairing<'a> {
    /// For ids in `body`.
    pub fn new(body: &'a [u8]) -> Self {
        Self { body, newest: HashMap::new(), mapped: 0 }
    }

    /// The newest of `calls` whose id is that of `id` (raw, without quotes).
    pub fn find(&mut self, calls: &[ToolCall], id: Span) -> Option<u32> {
        let wanted = self.decoded(id);
        let near = calls.len().saturating_sub(NEAR);
        let recent = calls.get(near..).unwrap_or_default();
        if let Some(at) = recent.iter().rposition(|call| self.decoded(call.id) == wanted) {
            return Some((near + at) as u32);
        }
        for (at, call) in calls.iter().enumerate().skip(self.mapped) {
            self.newest.insert(self.decoded(call.id), at as u32);
        }
        self.mapped = calls.len();
        self.newest.get(&wanted).copied()
    }

    fn decoded(&self, id: Span) -> Cow<'a, [u8]> {
        decoded(id.of(self.body))
    }
}
