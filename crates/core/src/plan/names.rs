//! Names of tools, decoded.

use crate::json::scan::Level;
use crate::json::text::Text;
use crate::transcript::ToolCall;

pub(super) struct ToolNames<'a> {
    pub(super) body: &'a [u8],
    pub(super) level: Level,
}

impl ToolNames<'_> {
    /// The decoded tool name of `call`, as code points; none if it has none.
    pub(super) fn code_points(&self, call: &ToolCall) -> Option<Vec<u32>> {
        let name = Text::new(call.name()?.of(self.body), self.level);
        Some(name.code_points().map(|char| char.code).collect())
    }
}
