//! Results at the beginning of a conversation that stay as they came, because the provider's cache does not keep a short
//! request: one that is made shorter than the cache's minimum is paid in full at each step.
//!
//! ```text
//! minimum 4,096 · system and tools 1,500 · results 900, 900, 900, 900, 900 …
//!                                          stay whole ────────────────┘└ may be made smaller
//! ```
//! What stands in front of the first result that is made smaller never changes, so each later request, and one that comes
//! back reduced, finds the same beginning.

use super::cache::weigh_rest;
use super::{Memory, Request, sent_before};
use crate::policy::Strategy;
use crate::weight::weigh::{Weigher, tokens};

/// More bytes than this many for each token of the minimum hold more tokens than the minimum, so that nothing is weighed.
const MOST_BYTES_A_TOKEN: u64 = 8;

/// Messages whose results stay as they came until a move takes them: those that were sent before the session's rules held,
/// and the beginning of the conversation.
pub(super) fn whole_before(weigher: &mut Weigher, request: &Request<'_>, memory: Memory<'_>) -> u32 {
    sent_before(request.transcript, memory).max(first_message(weigher, request))
}

impl Request<'_> {
    /// Whether results stay as they came, because the whole request is too short.
    pub(super) fn is_short(&self) -> bool {
        self.whole_before == u32::MAX && self.policy.arrival.is_on() && !self.transcript.results.is_empty()
    }
}

/// The first message whose results may be made smaller when they arrive, and may point to others; `u32::MAX` if the whole
/// request is too short. 0 if no cache, or no minimum, is known, or the provider keeps what comes before. Reads no more of
/// the body than the minimum has tokens.
fn first_message(weigher: &mut Weigher, request: &Request<'_>) -> u32 {
    let Request { body, transcript, policy, .. } = *request;
    let is_cached = policy.cache.strategy != Strategy::EveryTurn && policy.cache.prices.or(transcript.prices).is_some();
    let enough = transcript.limits.enough_tokens();
    let list = transcript.list;
    let outside = body.len() as u64 - u64::from(list.end - list.start);
    if !is_cached || transcript.is_delta || outside >= enough * MOST_BYTES_A_TOKEN {
        return 0;
    }
    let mut found = weigh_rest(weigher, body, transcript);
    let mut messages = transcript.units.chunk_by(|one, next| one.message() == next.message());
    let long_enough = messages.find_map(|units| {
        let whole = units.first()?;
        if found >= enough {
            return Some(whole.message());
        }
        found += tokens(weigher.weigh(whole.span.of(body)));
        None
    });
    long_enough.unwrap_or(u32::MAX)
}
