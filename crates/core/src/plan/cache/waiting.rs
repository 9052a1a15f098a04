//! The candidates that wait for a move. Thinking may wait in front of the first result, and so may a text that left the
//! working set after a move had passed it:
//!
//! ```text
//! thinking · late text · [result · thinking · result] · newest messages
//! ```
//! A move takes all of it, or only the part in brackets. The rest waits until a move of all pays.

use super::gate::Gate;
use super::moves::{Delay, Moves};
use super::saved_sums::SavedSums;
use super::units::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// What waits, as indexes of candidates.
pub(super) struct Waiting {
    pub(super) first: Option<usize>,
    /// Tokens that all of it saves.
    pub(super) tokens: u64,
    /// Arguments of calls among it.
    pub(super) arguments: usize,
    /// All of it, if some may be given up.
    listed: Option<BTreeSet<u32>>,
    /// None if no move may leave a part.
    part: Option<Part>,
    /// Of what the last move took: what earlier ones had left.
    late: Vec<u32>,
}

struct Part {
    /// By candidate: tokens that it saves.
    results: BTreeMap<u32, u64>,
    /// Thinking and late texts likewise, and whether they are arguments.
    left: BTreeMap<u32, (u64, bool)>,
    /// By candidate: tokens that it saves, while it waits.
    saved: SavedSums,
    candidates: usize,
}

impl Part {
    fn first_result(&self) -> Option<usize> {
        self.results.first_key_value().map(|(&at, _)| at as usize)
    }
}

impl Waiting {
    /// Nothing waits. `splits`: whether a move may leave what is in front of the first result. `lists`: whether
    /// [`Waiting::take_listed`] may be called.
    pub(super) fn new(candidates: &[Candidate], splits: bool, lists: bool) -> Self {
        let part = splits.then(|| Part {
            results: BTreeMap::new(),
            left: BTreeMap::new(),
            saved: SavedSums::new(candidates.len()),
            candidates: candidates.len(),
        });
        Self { first: None, tokens: 0, arguments: 0, listed: lists.then(BTreeSet::new), part, late: Vec::new() }
    }

    /// `is_late`: a move has passed it already.
    pub(super) fn add(&mut self, at: usize, candidate: &Candidate, is_late: bool) {
        let saved = u64::from(candidate.saved);
        self.tokens += saved;
        self.arguments += usize::from(candidate.is_arguments);
        self.listed.iter_mut().for_each(|listed| _ = listed.insert(at as u32));
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
        let Some(part) = &mut self.part else { return };
        part.saved.add(at, saved);
        if candidate.is_thinking || is_late {
            part.left.insert(at as u32, (saved, candidate.is_arguments));
        } else {
            part.results.insert(at as u32, saved);
        }
    }

    /// Gives up a candidate; `first` is the first that still waits.
    pub(super) fn give_up(&mut self, saved: u64, is_arguments: bool, first: Option<usize>) {
        self.tokens -= saved;
        self.arguments -= usize::from(is_arguments);
        self.first = first;
    }

    /// Takes out what `is_gone` says, and returns it; [`Waiting::give_up`] is still to be called for each. Linear.
    pub(super) fn take_listed(&mut self, is_gone: impl Fn(u32) -> bool) -> Vec<u32> {
        let gone: Vec<u32> =
            self.listed.iter_mut().flat_map(|listed| listed.extract_if(.., |&at| is_gone(at))).collect();
        for &at in &gone {
            self.take_part(at);
        }
        gone
    }

    /// Takes out one result or call; [`Waiting::give_up`] is still to be called.
    pub(super) fn take_one(&mut self, at: u32) {
        self.listed.iter_mut().for_each(|listed| _ = listed.remove(&at));
        self.take_part(at);
    }

    fn take_part(&mut self, at: u32) {
        let Some(part) = &mut self.part else { return };
        let left = part.left.remove(&at).map(|(saved, _)| saved);
        if let Some(saved) = part.results.remove(&at).or(left) {
            part.saved.take(at as usize, saved);
        }
    }

    /// The first of all that is listed.
    pub(super) fn first_listed(&self) -> Option<usize> {
        self.listed.as_ref()?.first().map(|&at| at as usize)
    }

    /// The first result, if something waits in front of it that a move may leave.
    pub(super) fn part_start(&self) -> Option<usize> {
        self.part.as_ref()?.first_result().filter(|&at| Some(at) != self.first)
    }

    /// Tokens that the first result and everything behind it save; 0 if no move may leave a part.
    pub(super) fn part_tokens(&self) -> u64 {
        let Some(part) = &self.part else { return 0 };
        match part.first_result() {
            None => 0,
            at if at == self.first => self.tokens,
            Some(at) => part.saved.before(part.candidates).saturating_sub(part.saved.before(at)),
        }
    }

    /// Takes out everything from candidate `from` on, which is the first one or the first result. Linear in what it takes.
    pub(super) fn take_from(&mut self, from: usize) {
        (self.tokens, self.first, self.arguments) = (0, None, 0);
        self.listed.iter_mut().for_each(BTreeSet::clear);
        let Some(part) = &mut self.part else { return };
        for (at, saved) in core::mem::take(&mut part.results) {
            part.saved.take(at as usize, saved);
        }
        let late = part.left.split_off(&(from as u32));
        for (&at, &(saved, _)) in &late {
            part.saved.take(at as usize, saved);
        }
        self.late = late.into_keys().collect();
        self.tokens = part.saved.before(part.candidates);
        self.first = part.left.first_key_value().map(|(&at, _)| at as usize);
        self.arguments = part.left.values().filter(|&&(_, is_arguments)| is_arguments).count();
        self.listed.iter_mut().for_each(|listed| listed.extend(part.left.keys()));
    }

    /// What moves have left and still waits, as if it were ready since the last move of `moves`; and what that one took of it, as
    /// if it were since the move before.
    pub(super) fn into_left(self, candidates: &[Candidate], moves: Moves) -> impl Iterator<Item = Delay> {
        let left = self.part.into_iter().flat_map(|part| part.left).map(|(at, _)| at);
        let [last, previous] = [moves.last, moves.previous].map(Option::unwrap_or_default);
        let both = left.map(move |at| (at, last)).chain(self.late.into_iter().map(move |at| (at, previous)));
        let is_early = |&(at, cut): &(u32, u32)| candidates.get(at as usize).is_some_and(|one| one.ready_message < cut);
        both.filter(is_early).map(|(candidate, ready_message)| Delay { candidate, ready_message })
    }
}

/// Takes the candidates of which `stops` is true out of what waits, and returns them.
pub(super) fn take_waiting(
    (gate, waiting): (&mut Option<Gate<'_>>, &mut Waiting),
    candidates: &[Candidate],
    stops: impl Fn(&Candidate) -> bool,
) -> Vec<u32> {
    let is_gone = |at: u32| candidates.get(at as usize).is_some_and(&stops);
    match gate {
        Some(gate) => gate.give_up(is_gone),
        None => waiting.take_listed(is_gone),
    }
}
