//! The candidates that wait for a move. Thinking may wait in front of the first result:
//!
//! ```text
//! thinking · thinking · [result · thinking · result] · newest messages
//! ```
//! A move takes all of it, or only the part in brackets. The rest waits until a move of all pays.

use super::gate::Gate;
use super::saved_sums::SavedSums;
use super::units::Candidate;
use std::collections::{BTreeMap, BTreeSet};

/// What waits, as indexes of candidates.
pub(super) struct Waiting {
    /// The first of all.
    pub(super) first: Option<usize>,
    /// Tokens that all of it saves.
    pub(super) tokens: u64,
    /// Arguments of calls among it.
    pub(super) arguments: usize,
    /// All of it, if some may be given up.
    listed: Option<BTreeSet<u32>>,
    /// None if no move may leave a part.
    part: Option<Part>,
}

struct Part {
    results: BTreeMap<u32, u64>,
    /// Ascending: thinking becomes ready in document order.
    thinking: Vec<(u32, u64)>,
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
    /// Nothing waits. `splits`: whether a move may leave the thinking in front of the first result. `lists`: whether
    /// [`Waiting::take_listed`] may be called.
    pub(super) fn new(candidates: &[Candidate], splits: bool, lists: bool) -> Self {
        let part = (splits && candidates.iter().any(|one| one.is_thinking)).then(|| Part {
            results: BTreeMap::new(),
            thinking: Vec::new(),
            saved: SavedSums::new(candidates.len()),
            candidates: candidates.len(),
        });
        Self { first: None, tokens: 0, arguments: 0, listed: lists.then(BTreeSet::new), part }
    }

    pub(super) fn add(&mut self, at: usize, candidate: &Candidate) {
        let saved = u64::from(candidate.saved);
        self.tokens += saved;
        self.arguments += usize::from(candidate.is_arguments);
        self.listed.iter_mut().for_each(|listed| _ = listed.insert(at as u32));
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
        let Some(part) = &mut self.part else { return };
        part.saved.add(at, saved);
        if candidate.is_thinking {
            part.thinking.push((at as u32, saved));
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
        if let Some(part) = &mut self.part {
            for &(at, saved) in part.thinking.iter().filter(|&&(at, _)| is_gone(at)) {
                part.saved.take(at as usize, saved);
            }
            part.thinking.retain(|&(at, _)| !is_gone(at));
        }
        gone.iter().for_each(|&at| self.take_result(at));
        gone
    }

    /// Takes out one result or call; [`Waiting::give_up`] is still to be called.
    pub(super) fn take_one(&mut self, at: u32) {
        self.listed.iter_mut().for_each(|listed| _ = listed.remove(&at));
        self.take_result(at);
    }

    fn take_result(&mut self, at: u32) {
        if let Some(part) = &mut self.part
            && let Some(saved) = part.results.remove(&at)
        {
            part.saved.take(at as usize, saved);
        }
    }

    /// The first of all that is listed.
    pub(super) fn first_listed(&self) -> Option<usize> {
        self.listed.as_ref()?.first().map(|&at| at as usize)
    }

    /// The first result, if thinking waits in front of it.
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

    /// Takes out everything from candidate `from` on, which is the first one or the first result. Linear in it.
    pub(super) fn take_from(&mut self, from: usize) {
        (self.tokens, self.first, self.arguments) = (0, None, 0);
        self.listed.iter_mut().for_each(BTreeSet::clear);
        let Some(part) = &mut self.part else { return };
        for (at, saved) in core::mem::take(&mut part.results) {
            part.saved.take(at as usize, saved);
        }
        while let Some((at, saved)) = part.thinking.pop_if(|&mut (at, _)| at as usize >= from) {
            part.saved.take(at as usize, saved);
        }
        self.tokens = part.saved.before(part.candidates);
        self.first = part.thinking.first().map(|&(at, _)| at as usize);
        let left = part.thinking.iter().map(|&(at, _)| at);
        self.listed.iter_mut().for_each(|listed| listed.extend(left.clone()));
    }

    /// The thinking that still waits.
    pub(super) fn into_thinking(self) -> impl Iterator<Item = u32> {
        self.part.into_iter().flat_map(|part| part.thinking).map(|(at, _)| at)
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
