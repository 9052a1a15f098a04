//! Calls whose results were clipped when they were first sent. The same call soon after asks for what was left out, so its result
//! comes whole, and so do those after it. Two of them stop all clips for a while ([`super::stillness`]).

use super::Request;
use super::roles::ResultRole;
use super::stillness::Stillness;
use crate::arrival::CLIP_MARK;
use crate::dedupe::has_pointer;
use crate::transcript::{ToolCall, ToolResult};
use memchr::memmem;
use std::collections::HashMap;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128_with_seed};

/// Tool turns within which the same call asks for what was left out.
const MAX_TURNS: u32 = 20;
/// Longer arguments are not compared: a move may shorten them.
const MAX_ARGUMENT_BYTES: usize = 200;

/// See the module.
pub(super) struct CutCalls<'r> {
    request: &'r Request<'r>,
    is_on: bool,
    /// The turn of the newest such call, by tool and arguments.
    turns: HashMap<u128, u32>,
    stillness: Stillness,
}

impl<'r> CutCalls<'r> {
    pub(super) fn of(request: &'r Request<'r>) -> Self {
        Self {
            request,
            is_on: request.policy.arrival.clip.is_some(),
            turns: HashMap::new(),
            stillness: Stillness::default(),
        }
    }

    /// Whether the call's result is asked for again.
    pub(super) fn is_asked_again(&self, call: &ToolCall) -> bool {
        if self.turns.is_empty() {
            return false;
        }
        let before = self.key_of(call).and_then(|key| self.turns.get(&key));
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

    /// Notes that text of the call's result was left out, or that it was asked for again.
    pub(super) fn note(&mut self, call: &ToolCall) {
        if let Some(key) = self.key_of(call).filter(|_| self.is_on) {
            self.turns.insert(key, call.turn());
        }
    }

    /// Whether a result came with the line of a clip, or with a pointer, in whose place there may have been one.
    pub(super) fn came_cut(&self, result: &ToolResult) -> bool {
        let is_reduced = |raw: &[u8]| is_cut(raw) || has_pointer(raw);
        self.is_on && self.request.transcript.texts(result).any(|part| is_reduced(part.text.of(self.request.body)))
    }

    fn key_of(&self, call: &ToolCall) -> Option<u128> {
        let arguments = call.arguments.of(self.request.body);
        let name = call.name().unwrap_or_default().of(self.request.body);
        (arguments.len() <= MAX_ARGUMENT_BYTES && !call.is_unseen())
            .then(|| xxh3_128_with_seed(arguments, xxh3_64(name)))
    }
}

/// Whether a text as JSON has it has the line of a clip. What is not ASCII in the line may be spelled in two ways.
pub(super) fn is_cut(raw: &[u8]) -> bool {
    let opening = CLIP_MARK.split('—').next().unwrap_or(CLIP_MARK);
    memmem::find(raw, opening.as_bytes()).is_some()
}
