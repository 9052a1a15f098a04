//! Prices of a provider's prompt cache, relative to fresh input.
//!
//! Reports use price lists. Decisions use only the table of models, so that a new price list never moves the boundary of
//! a running conversation.

use super::Wire;
use crate::models::{Cache, Finding, FoundBy, Marker, ModelRow, facts_of};
use crate::transcript::{AnchorPlace, Finds, Limits, Prices};

/// Facts that decide the prices of a request.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct Caching<'a> {
    /// The request's wire.
    pub wire: Wire,
    /// The model's decoded name; empty if unknown.
    pub model: &'a [u8],
    /// The endpoint's host; empty if unknown.
    pub host: &'a str,
    /// Whether anything in the request is marked for the cache.
    pub is_marked: bool,
    /// Whether parts of messages are marked for the cache of another provider than the wire's own.
    pub has_controls: bool,
    /// Whether a message is marked to be kept for an hour.
    pub is_hourly: bool,
    /// Whether the provider itself sets a breakpoint behind the newest message.
    pub is_automatic: bool,
}

/// The row of a request's model, and why it is believed.
pub fn believed_row<'a>(caching: Caching<'_>, own: &'a [ModelRow]) -> (&'a ModelRow, FoundBy) {
    let found = facts_of(caching.model, caching.host, caching.wire, own);
    if found.1 == FoundBy::Wire && caching.wire == Wire::Anthropic && caching.is_marked {
        // Markers of the wire's own provider, under a name that a host made up.
        return facts_of(b"", "", caching.wire, own);
    }
    found
}

/// The cache that a request gets, of those that its row has.
pub fn cache_of(caching: Caching<'_>, row: &ModelRow) -> Cache {
    row.cache.asked(match caching.wire {
        Wire::Anthropic => caching.is_marked,
        Wire::OpenAiChat => caching.has_controls,
        Wire::OpenAiResponses | Wire::Gemini => false,
    })
}

/// Prices of a request by its cache, none if nothing is cached, and where our own breakpoints can be.
///
/// That nothing is cached without a marker holds for the provider's own wire only: on another one a host is in between,
/// which may set markers that are not seen here.
pub fn believed(caching: Caching<'_>, cache: &Cache) -> (Option<Prices>, AnchorPlace) {
    let Cache { finding, marker, .. } = *cache;
    let is_marked = caching.is_marked || caching.is_automatic;
    let is_silent = match caching.wire {
        Wire::Anthropic => marker == Marker::Needed,
        Wire::OpenAiChat | Wire::OpenAiResponses => finding == Finding::Exact,
        Wire::Gemini => false,
    };
    if is_silent && !is_marked {
        return (None, AnchorPlace::Nowhere);
    }
    let place = match (caching.wire, finding) {
        (Wire::Anthropic, Finding::LookBack) => AnchorPlace::Block,
        (Wire::OpenAiChat | Wire::OpenAiResponses, Finding::Exact) => AnchorPlace::Part,
        _ => AnchorPlace::Nowhere,
    };
    (Some(Prices { read: cache.read(), write: cache.write(caching.is_hourly) }), place)
}

/// Where the provider finds what was sent, where `place` can have breakpoints of ours.
pub fn finds(cache: &Cache, place: AnchorPlace) -> Finds {
    match (cache.finding, place) {
        (Finding::LookBack, AnchorPlace::Nowhere) => Finds::NearEnd { units: Limits::LOOK_BACK_UNITS },
        (Finding::Exact, _) => Finds::AtEnds,
        _ => Finds::Anywhere,
    }
}
