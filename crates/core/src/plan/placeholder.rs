//! Replaces a result by its placeholder, with a digest where the policy has one and there is something to name.

use super::{Planner, Request, mask};
use crate::edit::list::EditBuilder;
use crate::json::text::Text;
use crate::policy::Rule;
use crate::policy::brief::add_errors;
use crate::policy::template::Facts;
use crate::transcript::{ErrorMarker, ToolResult};
use tamis_tokens::{end_of_more_words, has_more_words};

/// UTF-16 units of a text that are weighed: more of them weigh more than any placeholder.
const WEIGHED_UNITS: usize = 16_000;

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
        self.add_handle(request, result, rule);
        self.finish(request, result, rule, chars, edits)
    }

    /// Adds error lines to what was rendered, and plans the edit; none if it would not be shorter.
    fn finish(
        &mut self,
        request: &Request<'_>,
        result: &ToolResult,
        rule: &Rule,
        chars: usize,
        edits: &mut EditBuilder,
    ) -> Option<usize> {
        if request.policy.placeholders.carry_errors() {
            add_errors(self.error_lines.iter().map(String::as_str), &mut self.rendered);
        }
        if request.policy.placeholders.count_tokens() && !self.has_fewer_tokens(request, result) {
            return None;
        }
        mask::plan_mask(request, result, rule, chars, &mut self.rendered, edits)
    }

    /// Whether the placeholder that was rendered weighs less than the texts of `result`, read no further than needed and as
    /// `JSON.stringify` spells them: what a body spells otherwise weighs the same. Images and documents are taken for more
    /// than any placeholder.
    fn has_fewer_tokens(&mut self, request: &Request<'_>, result: &ToolResult) -> bool {
        if request.transcript.parts(result).iter().any(|part| part.is_media) {
            return true;
        }
        let placeholder = self.rendered.escaped.as_slice();
        let texts = || request.transcript.texts(result).map(|part| request.text(part));
        // The words of a beginning settle it for most texts.
        let has_words = |text: Text<'_>| {
            let head = text.raw().get(..WEIGHED_UNITS).unwrap_or(text.raw());
            end_of_more_words(head, placeholder).is_some_and(|end| text.slice(end).is_respelled())
        };
        if texts().any(has_words) {
            return true;
        }
        let spelled: Vec<_> = texts().map(|text| text.slice(text.head_end(WEIGHED_UNITS)).respelled()).collect();
        spelled.iter().any(|text| has_more_words(text, placeholder))
            || self.weigher.is_lighter(placeholder, spelled.iter().map(|text| &**text))
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
        let handle_chars = self.add_handle(request, result, rule);
        let room = limits.room(self.rendered.chars, (chars, is_record(request, result)), rule);
        let words = if room == 0 { "" } else { self.digester.digest(request, result, ready, room) };
        if words.is_empty() {
            return None;
        }
        if handle_chars > 0 {
            // The handle goes behind the digest.
            placeholders.render(facts, is_error, &mut self.rendered);
        }
        placeholders.add_mentions(words, is_error, &mut self.rendered);
        if handle_chars > 0 {
            self.add_handle(request, result, rule);
        }
        let after = self.finish(request, result, rule, chars, edits)?;
        self.digester.note(ready);
        Some(after)
    }

    /// Adds the handle of what the placeholder replaces, where handles are asked for and it is not cut. Returns its chars.
    fn add_handle(&mut self, request: &Request<'_>, result: &ToolResult, rule: &Rule) -> usize {
        let (placeholders, before) = (&request.policy.placeholders, self.rendered.chars);
        if mask::cut_limit(placeholders, rule).is_some() {
            return 0;
        }
        if let Some(handle) = request.handle(result) {
            placeholders.add_handle(
                &request.policy.handle_mark,
                &handle,
                result.error == ErrorMarker::Yes,
                &mut self.rendered,
            );
        }
        self.rendered.chars - before
    }
}

/// Whether a result's text is that of an object or a list.
fn is_record(request: &Request<'_>, result: &ToolResult) -> bool {
    let begins = |raw: &[u8]| matches!(raw.first(), Some(b'{' | b'['));
    request.transcript.texts(result).next().is_some_and(|part| begins(request.came_text(part).raw()))
}
