//! Finds the call that a result answers: the nearest preceding one with its id, as providers match them.
//!
//! Nearly always that is one of the last few calls, so these are compared first. A table is built only when a result
//! answers an older call or none. Both are linear over a whole request. The table is hashbrown's, which `HashMap` is made
//! of, because `HashMap` cannot look up by the text that its keys point at.

use crate::json::key::{decoded, has_escapes};
use crate::span::Span;
use crate::transcript::{ToolCall, Transcript};
use hashbrown::HashTable;
use std::hash::{BuildHasher, RandomState};

/// Number of newest calls that are compared one by one.
const NEAR: usize = 8;

/// Finds calls by id while a conversation is read in order.
pub struct Pairing<'a> {
    body: &'a [u8],
    /// The newest call of each id, by decoded id. Entries are indexes alone: a table of ids would outgrow the caches.
    newest: HashTable<u32>,
    /// Keyed at random, so that a body cannot be built of ids that collide. No result depends on the key.
    hasher: RandomState,
    /// Number of calls in the table.
    mapped: usize,
    /// Whether any call's id is spelled with escapes, so that different bytes may be the same id.
    escaped: bool,
}

impl<'a> Pairing<'a> {
    /// Pairs the ids in `body`.
    pub fn new(body: &'a [u8]) -> Self {
        Self { body, newest: HashTable::new(), hasher: RandomState::new(), mapped: 0, escaped: false }
    }

    /// Notes a call's id (raw, without quotes).
    pub fn note(&mut self, id: Span) {
        self.escaped |= has_escapes(id.of(self.body));
    }

    /// Index of the newest of `calls`, all noted, whose id equals `id` (raw, without quotes).
    pub fn find(&mut self, calls: &[ToolCall], id: Span) -> Option<u32> {
        let wanted = id.of(self.body);
        let near = calls.len().saturating_sub(NEAR);
        // An id with escapes equals none of these byte for byte; it is looked up decoded.
        if !self.escaped {
            let recent = calls.get(near..).unwrap_or_default();
            if let Some(at) = recent.iter().rposition(|call| call.id.of(self.body) == wanted) {
                return Some((near + at) as u32);
            }
        }
        self.map(calls);
        let wanted = decoded(wanted);
        let hash = self.hasher.hash_one(&*wanted);
        let is_wanted = |&at: &u32| id_of(self.body, calls, at).is_some_and(|id| decoded(id) == wanted);
        self.newest.find(hash, is_wanted).copied()
    }

    /// The same of the calls read so far; where the provider has what came before, one that the body does not have.
    pub fn find_in(&mut self, transcript: &mut Transcript, id: Span) -> Option<u32> {
        let found = self.find(&transcript.calls, id);
        if found.is_some() || !transcript.is_delta {
            return found;
        }
        self.note(id);
        let turn = transcript.turn_count.saturating_sub(1);
        transcript.calls.push(ToolCall::unseen(id, None, turn));
        Some(transcript.calls.len() as u32 - 1)
    }

    fn map(&mut self, calls: &[ToolCall]) {
        let Self { body, newest, hasher, mapped, .. } = self;
        let hash_of = |at: &u32| hasher.hash_one(&*id_of(body, calls, *at).map(decoded).unwrap_or_default());
        newest.reserve(calls.len() - *mapped, hash_of);
        for (at, call) in calls.iter().enumerate().skip(*mapped).filter(|(_, call)| call.id.byte_count() > 0) {
            let id = decoded(call.id.of(body));
            let hash = hasher.hash_one(&*id);
            let same = |&other: &u32| id_of(body, calls, other).is_some_and(|other| decoded(other) == id);
            match newest.entry(hash, same, hash_of) {
                hashbrown::hash_table::Entry::Occupied(mut entry) => *entry.get_mut() = at as u32,
                hashbrown::hash_table::Entry::Vacant(entry) => {
                    entry.insert(at as u32);
                }
            }
        }
        *mapped = calls.len();
    }
}

fn id_of<'a>(body: &'a [u8], calls: &[ToolCall], at: u32) -> Option<&'a [u8]> {
    calls.get(at as usize).map(|call| call.id.of(body))
}
