//! Finds the call of the last turn that a result without an id answers: the first open call of its name.
//!
//! ```text
//! calls      read  read  grep          results   read ──▶ call 0   grep ──▶ call 2   read ──▶ call 1
//! ```
//! Results nearly always come in the order of their calls, so the first open call is tried first. Queues by name are
//! built only when that fails. Linear over a whole request.

use crate::json::key::decoded;
use crate::span::Span;
use crate::transcript::ToolCall;
use std::collections::{HashMap, VecDeque};

/// The calls of the last turn, with the answered ones.
#[derive(Default)]
pub struct TurnCalls {
    /// Index of the turn's first call.
    first: usize,
    answered: Vec<bool>,
    /// All calls before this index are answered.
    open_from: usize,
    queues: Option<HashMap<Vec<u8>, Queues>>,
}

/// Calls of one name that may still be open.
#[derive(Default)]
struct Queues {
    all: VecDeque<usize>,
    without_id: VecDeque<usize>,
}

impl TurnCalls {
    /// Begins a turn; its calls are those from index `first` on.
    pub fn begin(&mut self, first: usize) {
        self.first = first;
        self.answered.clear();
        self.open_from = 0;
        self.queues = None;
    }

    /// Notes that `call` has an answer, and returns it.
    pub fn answer(&mut self, call: u32) -> u32 {
        if let Some(at) = (call as usize).checked_sub(self.first) {
            if self.answered.len() <= at {
                self.answered.resize(at + 1, false);
            }
            if let Some(answered) = self.answered.get_mut(at) {
                *answered = true;
            }
            while self.is_answered(self.open_from) {
                self.open_from += 1;
            }
        }
        call
    }

    /// The first open call named `name` (raw, without quotes), which is answered then. A result whose id no call has
    /// answers only a call without an id.
    pub fn find(&mut self, body: &[u8], calls: &[ToolCall], name: Option<Span>, has_id: bool) -> Option<u32> {
        let turn = calls.get(self.first..)?;
        let fits = |at: usize| turn.get(at).is_some_and(|call| !has_id || call.id.byte_count() == 0);
        let wanted = decoded(name?.of(body));
        let next = turn.get(self.open_from)?;
        if fits(self.open_from) && next.name().is_some_and(|name| decoded(name.of(body)) == wanted) {
            return Some(self.answer((self.first + self.open_from) as u32));
        }
        let queues = self.queues.get_or_insert_with(|| queues_of(body, turn));
        let queues = queues.get_mut(&*wanted)?;
        let queue = if has_id { &mut queues.without_id } else { &mut queues.all };
        while let Some(at) = queue.pop_front() {
            if !self.answered.get(at).copied().unwrap_or(false) {
                return Some(self.answer((self.first + at) as u32));
            }
        }
        None
    }

    fn is_answered(&self, at: usize) -> bool {
        self.answered.get(at).copied().unwrap_or(false)
    }
}

/// The turn's calls by decoded name. The standard map is keyed at random, so that a body cannot be built of collisions.
fn queues_of(body: &[u8], turn: &[ToolCall]) -> HashMap<Vec<u8>, Queues> {
    let mut queues: HashMap<Vec<u8>, Queues> = HashMap::new();
    for (at, call) in turn.iter().enumerate() {
        let Some(name) = call.name() else { continue };
        let queue = queues.entry(decoded(name.of(body)).into_owned()).or_default();
        queue.all.push_back(at);
        if call.id.byte_count() == 0 {
            queue.without_id.push_back(at);
        }
    }
    queues
}
