//! Replaces a result by its placeholder, with a digest where the policy has one and there is something to name.

use super::{Planner, Request, mask};
use crate::edit::list::EditBuilder;
use crate::policy::Rule;
use crate::policy::template::Facts;
use crate::transcript::{ErrorMarker, ToolResult};

impl Planner {
    /// Returns the chars of the result of `chars` afterwards; none if it would not be shorter. `ready`: the message from
    /// which on it can be masked.
    pub(super) fn plan_placeholder(
        &mut self,
        request: &Request<'_>,
        result: &ToolResult,
        rule: &Rule,
        facts: &Facts<'_>,
        (chars, ready): (usize, u32),
        edits: &mut EditBuilder,
    ) -> Option<usize> {
        if request.policy.digest.is_some() {
            let digested = self.plan_digested(request, result, rule, facts, (chars, ready), edits);
            if digested.is_some() {
                return digested;
            }
        }
        request.policy.placeholders.render(facts, result.error == ErrorMarker::Yes, &mut self.rendered);
        mask::plan_mask(request, result, rule, chars, &mut self.rendered, edits)
    }

    /// The same with a digest; none if there is nothing to name, too.
    fn plan_digested(
        &mut self,
        request: &Request<'_>,
        result: &ToolResult,
        rule: &Rule,
        facts: &Facts<'_>,
        (chars, ready): (usize, u32),
        edits: &mut EditBuilder,
    ) -> Option<usize> {
        let limits = request.policy.digest?;
        let (placeholders, is_error) = (&request.policy.placeholders, result.error == ErrorMarker::Yes);
        placeholders.render(facts, is_error, &mut self.rendered);
        let room = limits.room(self.rendered.chars, chars, rule);
        let words = if room == 0 { "" } else { self.digester.digest(request, result, ready, room) };
        if words.is_empty() {
            return None;
        }
        placeholders.add_mentions(words, is_error, &mut self.rendered);
        let after = mask::plan_mask(request, result, rule, chars, &mut self.rendered, edits)?;
        self.digester.note(ready);
        Some(after)
    }
}
