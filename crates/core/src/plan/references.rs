//! Answers of agents' tools that only say that an earlier result still holds. The model goes by that result, so that it
//! stays, or comes back with the next move, while such an answer is in the window.
//!
//! ```text
//! Read {"file_path":"a.ts"}        the file's text              the newest earlier read of the same lines: the target
//! Edit …
//! Read {"file_path":"a.ts"}        File unchanged since …       a reference; its text is one of the policy's
//! ```
//! Which texts are references is data: `ts/policy/references.json`.

use super::Request;
use super::file_fact::FileFact;
use super::text_signs::Sign;
use crate::hash::Map;
use crate::json::text::Text;
use crate::policy::MAX_REFERENCE_CHARS;
use crate::transcript::{ToolCall, ToolResult};
use memchr::memchr;
use std::borrow::Cow;

/// One answer that refers to an earlier result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// The earlier result, as an index into [`crate::transcript::Transcript::results`].
    pub(super) target: u32,
    /// The answer's message.
    pub(super) message: u32,
    /// The message after which it is no longer in the window; `u32::MAX` while it is.
    pub(super) until: u32,
}

/// Every such answer, in document order; none if none matters. Linear in the results, and in the arguments of calls if there
/// is one.
pub(super) fn find(request: &Request<'_>) -> Vec<Mention> {
    let transcript = request.transcript;
    let results = || transcript.results.iter().zip(0_u32..).filter(|(result, _)| result.content.is_result());
    if request.policy.references.is_empty() {
        return Vec::new();
    }
    // Where no earlier request is replayed, only answers in the window matter.
    let is_replayed = request.policy.cache.needs_units() || transcript.needs_replay();
    let is_in_window = |result: &ToolResult| {
        transcript.call(result).is_some_and(|call| end_of(request, call) as usize >= transcript.roles.len())
    };
    if !is_replayed && !results().any(|(result, at)| is_in_window(result) && is_reference(request, at as usize, result))
    {
        return Vec::new();
    }
    let references: Vec<u32> =
        results().filter(|&(result, at)| is_reference(request, at as usize, result)).map(|(_, at)| at).collect();
    if references.is_empty() {
        return Vec::new();
    }
    let mut newest = Map::default();
    let mut mentions = Vec::new();
    for (result, at) in results() {
        let Some((call, key)) = transcript.call(result).zip(FileFact::new(request, result).lines_read()) else {
            continue;
        };
        if references.binary_search(&at).is_err() {
            newest.insert(key, at);
        } else if let Some(&target) = newest.get(&key) {
            mentions.push(Mention { target, message: result.message, until: end_of(request, call) });
        }
    }
    mentions
}

/// The message after which a call is no longer in the window of its tool.
fn end_of(request: &Request<'_>, call: &ToolCall) -> u32 {
    let turn = call.turn() as usize + request.rule_of(call).window_turns as usize;
    request.transcript.turn_starts.get(turn).copied().unwrap_or(u32::MAX)
}

/// Whether the result number `at` is such an answer.
pub(super) fn is_reference(request: &Request<'_>, at: usize, result: &ToolResult) -> bool {
    let Some((index, part)) = request.only_text(result) else { return false };
    let Some(call) = request.transcript.call(result) else { return false };
    if result.ambiguous || call.is_ambiguous() {
        return false;
    }
    let may_be = request.part_came_with(Sign::Refers, (at, index), part);
    may_be && request.policy.references.hold(&decoded(request.came_text(part)), &request.name_of(call))
}

/// Whether a text of `chars` has what a tool says to that effect.
pub(super) fn may_refer(request: &Request<'_>, text: Text<'_>, chars: usize) -> bool {
    let rules = &request.policy.references;
    !rules.is_empty() && chars <= MAX_REFERENCE_CHARS && rules.occur_in(&decoded(text))
}

fn decoded(text: Text<'_>) -> Cow<'_, [u8]> {
    if memchr(b'\\', text.raw()).is_none() {
        return Cow::Borrowed(text.raw());
    }
    let mut decoded = Vec::new();
    text.decode_lossy_into(&mut decoded);
    Cow::Owned(decoded)
}
