//! Decides about media that are in no result: next to a result, or the user's own.
//!
//! ```text
//! beside a result    what the rules decide about the result's place, its tool and its text counts for them, too
//! the user's own     they stay, unless they have to go for the provider's limits
//! ```

use super::{Action, Decision, Reason, Request, mask};
use crate::edit::list::EditBuilder;
use crate::policy::template::Rendered;
use crate::transcript::ToolResult;

/// The decision about the media `result`, number `at`. `beside` is the reason that was decided for the result that they
/// are next to, if any.
pub(super) fn decide(
    request: &Request<'_>,
    at: usize,
    result: &ToolResult,
    beside: Reason,
    edits: &mut EditBuilder,
) -> Decision {
    let decision = |action, reason, after: usize, ready_message| Decision {
        result: at as u32,
        action,
        reason,
        chars_before: 0,
        chars_after: after as u32,
        ready_message,
    };
    let keep = |reason| decision(Action::Keep, reason, 0, 0);
    let ready = match ready_message(request, at, result, beside) {
        Ok(ready) => ready,
        Err(reason) => return keep(reason),
    };
    if request.media_chars(result) < request.policy.min_chars && !request.is_due(result) {
        return keep(Reason::Short);
    }
    match mask::mask_loose(request, result, &Rendered::default(), edits) {
        Some(after) => decision(Action::Mask, Reason::Window, after, ready),
        None => keep(Reason::NotShorter),
    }
}

/// The message from which on only their size can keep the media, or the reason why they stay.
fn ready_message(request: &Request<'_>, at: usize, result: &ToolResult, beside: Reason) -> Result<u32, Reason> {
    if result.is_beside {
        let (call, rule) = request.untouchable(at, result)?;
        return match beside {
            Reason::Error | Reason::Pinned => Err(beside),
            _ => Ok(request.ready_message(at, call, rule)),
        };
    }
    if result.ambiguous {
        return Err(Reason::DuplicateKey);
    }
    let passed = request.early(at);
    if passed as usize >= request.transcript.roles.len() {
        return Err(Reason::Window);
    }
    Ok(passed)
}
