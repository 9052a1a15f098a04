//! Finds ids of a request by their decoded text.
//!
//! The last few ids are compared one by one, which nearly always finds the id. A table is built when that fails. Linear
//! over a request, for any number of ids and repetitions.

use crate::json::key::{decoded, has_escapes};
use crate::span::Span;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::hash::{BuildHasher, RandomState};

const NEAR: usize = 8;
/// Ids above which the table is freed with its ids: emptying it repeatedly would cost its size each time.
const KEPT: usize = 64;

pub(super) struct Ids<'a> {
    body: &'a [u8],
    /// Raw, without quotes.
    spans: Vec<Span>,
    /// Number of the newest occurrence of each id.
    table: HashTable<u32>,
    /// Keyed at random, so that a body cannot be built of ids that collide.
    hasher: RandomState,
    mapped: usize,
    escaped: bool,
}

impl<'a> Ids<'a> {
    pub fn new(body: &'a [u8]) -> Self {
        let hasher = RandomState::new();
        Self { body, spans: Vec::new(), table: HashTable::new(), hasher, mapped: 0, escaped: false }
    }

    /// Forgets all ids.
    pub fn clear(&mut self) {
        self.spans.clear();
        self.mapped = 0;
        self.escaped = false;
        if self.table.capacity() > KEPT {
            self.table = HashTable::new();
        } else {
            self.table.clear();
        }
    }

    /// Adds an id (raw, without quotes). Its number is the number of ids added before.
    pub fn push(&mut self, id: Span) {
        self.escaped |= has_escapes(id.of(self.body));
        self.spans.push(id);
    }

    /// The number of the newest id equal to `id`.
    pub fn find(&mut self, id: Span) -> Option<usize> {
        let wanted = id.of(self.body);
        let near = self.spans.len().saturating_sub(NEAR);
        if !self.escaped && !has_escapes(wanted) {
            let recent = self.spans.get(near..).unwrap_or_default();
            if let Some(at) = recent.iter().rposition(|span| span.of(self.body) == wanted) {
                return Some(near + at);
            }
            if near == 0 {
                return None;
            }
        }
        self.map();
        let wanted = decoded(wanted);
        let hash = self.hasher.hash_one(&*wanted);
        let is_wanted = |&at: &u32| text(self.body, &self.spans, at).is_some_and(|id| decoded(id) == wanted);
        self.table.find(hash, is_wanted).map(|&at| at as usize)
    }

    /// Adds an id; false if an equal one was added before.
    pub fn insert(&mut self, id: Span) -> bool {
        let Self { body, spans, table, hasher, mapped, .. } = self;
        let wanted = decoded(id.of(body));
        let hash_of = |at: &u32| hasher.hash_one(&*text(body, spans, *at).map(decoded).unwrap_or_default());
        let same = |&other: &u32| text(body, spans, other).is_some_and(|other| decoded(other) == wanted);
        let Entry::Vacant(entry) = table.entry(hasher.hash_one(&*wanted), same, hash_of) else { return false };
        entry.insert(spans.len() as u32);
        spans.push(id);
        *mapped = spans.len();
        true
    }

    fn map(&mut self) {
        let Self { body, spans, table, hasher, mapped, .. } = self;
        let hash_of = |at: &u32| hasher.hash_one(&*text(body, spans, *at).map(decoded).unwrap_or_default());
        table.reserve(spans.len() - *mapped, hash_of);
        for (at, span) in spans.iter().enumerate().skip(*mapped) {
            let id = decoded(span.of(body));
            let same = |&other: &u32| text(body, spans, other).is_some_and(|other| decoded(other) == id);
            match table.entry(hasher.hash_one(&*id), same, hash_of) {
                Entry::Occupied(mut entry) => *entry.get_mut() = at as u32,
                Entry::Vacant(entry) => {
                    entry.insert(at as u32);
                }
            }
        }
        *mapped = spans.len();
    }
}

fn text<'a>(body: &'a [u8], spans: &[Span], at: u32) -> Option<&'a [u8]> {
    spans.get(at as usize).map(|span| span.of(body))
}
