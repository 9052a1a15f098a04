//! Calls whose results were clipped when they were first sent. The same call soon after asks for what was left out, so its result
//! comes whole, and so do those after it. Two of them stop all clips for a while ([`super::stillness`]).

use super::Request;
use super::roles::ResultRole;
use super::stillness::Stillness;
use super::text_signs::Sign;
use crate::arrival::CLIP_MARK;
use crate::hash::Map;
use crate::transcript::{ToolCall, ToolResult};
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Tool turns within which the same call asks for what was left out.
const MAX_TURNS: u32 = 20;
/// Longer arguments are not compared: a move may shorten them.
const MAX_ARGUMENT_BYTES: usize = 200;

/// See the module.
pub(super) struct CutCalls<'r> {
    request: &'r Request<'r>,
    is_on: bool,
    /// The turn of the newest such call, by tool and arguments.
    turns: Map<u128, u32>,
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

    /// Whether the result of a call is asked for again.
    pub(super) fn is_asked_again(&self, result: &ToolResult, call: &ToolCall) -> bool {
        if self.turns.is_empty() {
            return false;
        }
        let before = self.key_of(result, call).and_then(|key| self.turns.get(&key));
        before.is_some_and(|&turn| call.turn().saturating_sub(turn) <= MAX_TURNS)
    }

    /// Sees the result number `at`; `is_again`: [`CutCalls::is_asked_again`]. Whether no result is clipped now.
    pub(super) fn stops_clips(&mut self, at: usize, call: &ToolCall, is_again: bool) -> bool {
        let roles = self.request.roles;
        // A command that runs once more fetches nothing, and an original may be that of a mask, which stops moves.
        let is_original = || !self.turns.is_empty() && roles.standing(at).role == ResultRole::Retrieved;
        if (is_again && roles.came_again(at)) || is_original() {
            self.stillness.see_fetch(call.turn());
        }
        self.stillness.is_at(call.turn())
    }

    /// Notes that text of the result of a call was left out, or that it was asked for again.
    pub(super) fn note(&mut self, result: &ToolResult, call: &ToolCall) {
        if let Some(key) = self.key_of(result, call).filter(|_| self.is_on) {
            self.turns.insert(key, call.turn());
        }
    }

    /// Whether a result came with the line of a clip, or with a pointer, in whose place there may have been one.
    pub(super) fn came_cut(&self, at: usize, result: &ToolResult) -> bool {
        self.is_on && self.request.came_with(Sign::Cut, at, result)
    }

    fn key_of(&self, result: &ToolResult, call: &ToolCall) -> Option<u128> {
        let is_short = call.arguments.byte_count() <= MAX_ARGUMENT_BYTES && !call.is_unseen();
        is_short.then(|| self.request.call_key(result.call_index(), call))
    }
}

/// Whether a text as JSON has it has the line of a clip. What is not ASCII in the line may be spelled in two ways.
pub(super) fn is_cut(raw: &[u8]) -> bool {
    static OPENING: LazyLock<Finder<'static>> =
        LazyLock::new(|| Finder::new(CLIP_MARK.split('—').next().unwrap_or(CLIP_MARK)));
    OPENING.find(raw).is_some()
}
