//! Which texts the policy's rules keep as they are.

use super::Request;
use crate::arrival::Loss;
use crate::failure::judge::ErrorSigns;
use crate::failure::lines::Lines;
use crate::json::text::Text;
use crate::policy::{KeepErrors, Rule};
use crate::transcript::{ErrorMarker, ToolResult};

impl ErrorSigns {
    /// What arrival may leave out of a text. Of one that says that something failed, only what passed. `lines`: what is known of
    /// its lines.
    pub(super) fn loss_of(
        &mut self,
        request: &Request<'_>,
        result: &ToolResult,
        rule: &Rule,
        (text, lines): (Text<'_>, Option<Lines>),
    ) -> Loss {
        if rule.never || self.is_pinned_text(request, text) {
            Loss::Nothing
        } else if self.is_error_text(result, rule, (text, lines), false) {
            Loss::Passed
        } else {
            Loss::Anything
        }
    }

    pub(super) fn is_pinned_text(&mut self, request: &Request<'_>, text: Text<'_>) -> bool {
        !request.policy.pins.is_empty() && self.occur(&request.policy.pins, text)
    }

    pub(super) fn is_error_text(
        &mut self,
        result: &ToolResult,
        rule: &Rule,
        (text, lines): (Text<'_>, Option<Lines>),
        may_be_clipped: bool,
    ) -> bool {
        match (rule.keep_errors, result.error) {
            (KeepErrors::Never, _) => false,
            (_, ErrorMarker::Yes) => true,
            (KeepErrors::Signs, ErrorMarker::No) => may_be_clipped && self.is_clipped(text),
            (rule, _) => self.judge(text, lines, rule, may_be_clipped),
        }
    }
}
