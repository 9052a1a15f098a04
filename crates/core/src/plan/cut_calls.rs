//! Calls whose results were clipped when they were first sent. The same call soon after asks for what was left out, so its result
//! comes whole, and so do those after it. Two of them stop all clips for a while ([`super::stillness`]).

use super::Request;
use super::roles::ResultRole;
use super::stillness::Stillness;
use super::text_signs::Sign;
use crate::arrival::{CHARS_LEFT_OUT, CLIP_MARK, PASSED_LEFT_OUT};
use crate::hash::Map;
use crate::transcript::{ToolCall, ToolResult};
use memchr::memmem::{self, Finder};
use std::sync::LazyLock;

/// Tool turns within which the same call asks for what was left out.
pub(super) const MAX_TURNS: u32 = 20;
/// The same where only lines of passed checks went: later the command tells what fails now.
const MAX_TURNS_OF_PASSED: u32 = 1;
/// Longer arguments are not compared: a move may shorten them.
const MAX_ARGUMENT_BYTES: usize = 200;

/// See the module.
pub(super) struct CutCalls<'r> {
    request: &'r Request<'r>,
    is_on: bool,
    /// The turn of the newest such call, and within how many turns it asks again, by tool and arguments.
    turns: Map<u128, (u32, u32)>,
    stillness: Stillness,
}

impl<'r> CutCalls<'r> {
    pub(super) fn of(request: &'r Request<'r>) -> Self {
        Self {
            request,
            is_on: request.policy.arrival.clip.is_some(),
            turns: Map::default(),
            stillness: Stillness::default(),
        }
    }

    /// Within how many turns the result of a call is asked for again; 0 if it is not.
    pub(super) fn asked_again(&self, result: &ToolResult, call: &ToolCall) -> u32 {
        if self.turns.is_empty() {
            return 0;
        }
        let before = self.key_of(result, call).and_then(|key| self.turns.get(&key));
        before.map_or(0, |&(turn, within)| if call.turn().saturating_sub(turn) <= within { within } else { 0 })
    }

    /// Sees the result number `at`; `is_again`: by [`CutCalls::asked_again`]. Whether no result is clipped now.
    pub(super) fn stops_clips(&mut self, at: usize, call: &ToolCall, is_again: bool) -> bool {
        let roles = self.request.roles;
        // A command that runs once more fetches nothing, and an original may be that of a mask, which stops moves.
        let is_original = || !self.turns.is_empty() && roles.standing(at).role == ResultRole::Retrieved;
        if (is_again && roles.came_again(at)) || is_original() {
            self.stillness.see_fetch(call.turn());
        }
        self.stillness.is_at(call.turn())
    }

    /// Notes that text of the result of a call was left out, or that it was asked for again, `within` so many turns; 0: neither.
    pub(super) fn note(&mut self, result: &ToolResult, call: &ToolCall, within: u32) {
        if let Some(key) = self.key_of(result, call).filter(|_| self.is_on && within > 0) {
            self.turns.insert(key, (call.turn(), within));
        }
    }

    /// As [`asked_within`] of the result number `at` as it came.
    pub(super) fn came_asked_within(&self, at: usize, result: &ToolResult) -> u32 {
        asked_within(|sign| self.is_on && self.request.came_with(sign, at, result))
    }

    fn key_of(&self, result: &ToolResult, call: &ToolCall) -> Option<u128> {
        let is_short = call.arguments.byte_count() <= MAX_ARGUMENT_BYTES && !call.is_unseen();
        is_short.then(|| self.request.call_key(result.call_index(), call))
    }
}

/// Within how many turns the same call asks for what a text with these signs has lost; 0 if it has lost nothing. A pointer may be
/// in the place of a clip.
pub(super) fn asked_within(has: impl Fn(Sign) -> bool) -> u32 {
    if has(Sign::Cut) {
        MAX_TURNS
    } else if has(Sign::LostPassed) {
        MAX_TURNS_OF_PASSED
    } else {
        0
    }
}

/// Whether lines of passed checks were left out of a text as JSON has it.
pub(super) fn has_lost_passed(raw: &[u8]) -> bool {
    static PASSED: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(PASSED_LEFT_OUT));
    PASSED.find(raw).is_some()
}

/// Whether a text as JSON has it has lost its middle, by what is ASCII in the line that says so: the rest may be spelled in two
/// ways.
pub(super) fn is_cut(raw: &[u8]) -> bool {
    static OPENING: LazyLock<Finder<'static>> =
        LazyLock::new(|| Finder::new(CLIP_MARK.split('—').next().unwrap_or(CLIP_MARK)));
    OPENING
        .find(raw)
        .is_some_and(|at| memmem::find(raw.get(at..).unwrap_or_default(), CHARS_LEFT_OUT.as_bytes()).is_some())
}
