//! Asks for the memory that the next decisions read.

use super::Request;
use crate::json::scan::{LINE_BYTES, prefetch};
use crate::span::Span;
use crate::transcript::{ToolCall, ToolResult};

/// Cache lines that are read at each end of a text.
const LINES: usize = 4;

impl Request<'_> {
    /// Prefetches the bytes that a decision about `result` reads: the ends of its texts, and the names in its placeholder.
    pub(super) fn prefetch(&self, result: &ToolResult) {
        for Span { start, end } in self.transcript.parts(result).iter().map(|part| part.text) {
            for line in 0..LINES {
                prefetch(self.body, start as usize + line * LINE_BYTES);
                prefetch(self.body, (end as usize).saturating_sub(line * LINE_BYTES));
            }
        }
        let name = self.transcript.call(result).and_then(ToolCall::name);
        for Span { start, .. } in [name, result.id()].into_iter().flatten() {
            prefetch(self.body, start as usize);
        }
    }
}
