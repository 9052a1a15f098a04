//! Prices of a provider's prompt cache, relative to fresh input.
//!
//! Reports use price lists. Decisions use only the table of models, so that a new price list never moves the boundary of
//! a running conversation. Policies of version 1 keep the prices that are written here. Their sources, read in November
//! 2026: docs.anthropic.com "Prompt caching"; platform.openai.com "Prompt caching" and the model pages; ai.google.dev
//! "Context caching".

use super::Wire;
use super::model_name::{own_name, strip_family};
use crate::models::{CacheRow, Finding, FoundBy, Marker, ModelRow, facts_of};
use crate::transcript::{AnchorPlace, Limits, Prices};

/// Facts that decide the prices of a request.
#[derive(Clone, Copy)]
pub struct Caching<'a> {
    /// The request's wire.
    pub wire: Wire,
    /// The model's decoded name; empty if unknown.
    pub model: &'a [u8],
    /// The endpoint's host; empty if unknown.
    pub host: &'a str,
    /// Whether anything in the request is marked for the cache.
    pub is_marked: bool,
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

/// Prices of a request by its row, none if nothing is cached, and where our own breakpoints can be.
///
/// That nothing is cached without a marker holds for the provider's own wire only: on another one a host is in between,
/// which may set markers that are not seen here.
pub fn believed(caching: Caching<'_>, row: &ModelRow) -> (Option<Prices>, AnchorPlace) {
    let CacheRow { finding, marker, .. } = row.cache;
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
    (Some(Prices { read: row.cache.read(), write: row.cache.write(caching.is_hourly) }), place)
}

/// How many units before the end of a request the provider finds what was sent, where no breakpoint of ours can help it.
pub fn look_back_units(row: &ModelRow, place: AnchorPlace) -> Option<u32> {
    (row.cache.finding == Finding::LookBack && place == AnchorPlace::Nowhere).then_some(Limits::LOOK_BACK_UNITS)
}

/// The prices of a request under version 1 of policies; none if nothing is cached.
pub fn of(caching: Caching<'_>) -> Option<Prices> {
    let (read, write) = match caching.wire {
        Wire::Anthropic if !caching.is_marked => return None,
        Wire::Anthropic => (1_000, if caching.is_hourly { 20_000 } else { 12_500 }),
        Wire::OpenAiChat | Wire::OpenAiResponses if has_none(caching) => return None,
        Wire::OpenAiChat | Wire::OpenAiResponses => openai(caching.model),
        Wire::Gemini => (gemini_read(caching.model), 10_000),
    };
    Some(Prices { read, write })
}

/// Where our own breakpoints can be in a request, under version 1 of policies.
pub fn anchor_place(caching: Caching<'_>) -> AnchorPlace {
    match (of(caching), caching.wire) {
        (Some(_), Wire::Anthropic) => AnchorPlace::Block,
        (Some(_), Wire::OpenAiChat | Wire::OpenAiResponses) if has_breakpoints(caching.model) => AnchorPlace::Part,
        _ => AnchorPlace::Nowhere,
    }
}

/// Whether only breakpoints make a cache, and the request has none.
fn has_none(caching: Caching<'_>) -> bool {
    has_breakpoints(caching.model) && !caching.is_automatic && !caching.is_marked
}

/// Whether cached prefixes end at breakpoints: from GPT-5.6 on.
fn has_breakpoints(model: &[u8]) -> bool {
    matches!(gpt_version(model), Some((5, 6..) | (6.., _)))
}

fn gpt_version(model: &[u8]) -> Option<(u32, u32)> {
    strip_family(own_name(model), "gpt-").and_then(version_of)
}

/// Prices of reading and writing. From GPT-5.6 on writing has a price; earlier families differ in the price of reading.
fn openai(model: &[u8]) -> (u32, u32) {
    if has_breakpoints(model) {
        return (1_000, 12_500);
    }
    if let Some(version) = gpt_version(model) {
        return match version {
            (5, _) => (1_000, 10_000),
            (4, 1) => (2_500, 10_000),
            _ => (5_000, 10_000),
        };
    }
    let is_quarter = ["o3", "o4-mini"].iter().any(|family| strip_family(own_name(model), family).is_some());
    (if is_quarter { 2_500 } else { 5_000 }, 10_000)
}

/// The version `5.6` of `5.6-mini`; a missing minor version is 0.
fn version_of(name: &[u8]) -> Option<(u32, u32)> {
    let (major, rest) = number(name)?;
    let minor = rest.strip_prefix(b".").and_then(number).map_or(0, |(minor, _)| minor);
    Some((major, minor))
}

fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(digits).filter(|(digits, _)| !digits.is_empty() && digits.len() < 6)?;
    let value = digits.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0'));
    Some((value, rest))
}

fn gemini_read(model: &[u8]) -> u32 {
    match strip_family(own_name(model), "gemini-").and_then(version_of) {
        Some((1, _) | (2, 0)) => 2_500,
        _ => 1_000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_prices_by_wire_model_and_markers() {
        let table = [
            (Wire::Anthropic, "claude-opus-4-5", true, false, Some((1_000, 12_500))),
            (Wire::Anthropic, "claude-opus-4-5", true, true, Some((1_000, 20_000))),
            (Wire::Anthropic, "claude-opus-4-5", false, false, None),
            (Wire::OpenAiChat, "gpt-4o-mini", false, false, Some((5_000, 10_000))),
            (Wire::OpenAiChat, "openai/gpt-4.1", false, false, Some((2_500, 10_000))),
            (Wire::OpenAiChat, "o3", false, false, Some((2_500, 10_000))),
            (Wire::OpenAiChat, "o1-mini", false, false, Some((5_000, 10_000))),
            (Wire::OpenAiResponses, "gpt-5-codex", false, false, Some((1_000, 10_000))),
            (Wire::OpenAiResponses, "gpt-5.5", false, false, Some((1_000, 10_000))),
            (Wire::OpenAiResponses, "gpt-5.6", false, false, Some((1_000, 12_500))),
            (Wire::OpenAiResponses, "gpt-5.10-mini", false, false, Some((1_000, 12_500))),
            (Wire::OpenAiResponses, "gpt-6", false, false, Some((1_000, 12_500))),
            (Wire::OpenAiChat, "ft:gpt-4.1-mini-2025-04-14:acme::abc", false, false, Some((2_500, 10_000))),
            (Wire::OpenAiChat, "us.openai.GPT-5.6-sol-v1:0", false, false, Some((1_000, 12_500))),
            (Wire::OpenAiChat, "azure/eu/O3-mini", false, false, Some((2_500, 10_000))),
            (Wire::OpenAiChat, "", false, false, Some((5_000, 10_000))),
            (Wire::Gemini, "gemini-2.0-flash", false, false, Some((2_500, 10_000))),
            (Wire::Gemini, "models/gemini-2.5-pro", false, false, Some((1_000, 10_000))),
            (Wire::Gemini, "", false, false, Some((1_000, 10_000))),
        ];
        for (wire, model, is_marked, is_hourly, expected) in table {
            let caching = Caching { wire, model: model.as_bytes(), host: "", is_marked, is_hourly, is_automatic: true };
            let expected = expected.map(|(read, write)| Prices { read, write });
            assert_eq!(of(caching), expected, "{wire:?} {model}");
        }
    }
}
