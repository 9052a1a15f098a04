//! Puts pointers in the place of what results repeat of others (see [`crate::dedupe`]). The repeats are found once;
//! the pointers follow from them and from what is masked, so that a request repeats those of the request before it until
//! a move masks more.
//!
//! ```text
//! RepeatedTexts → Repeats ─┬─nothing masked→ pointers that are sent until a move, for the cache decision
//!                          └─what is masked→ pointers that this request sends
//! ```

use super::arrive::Arrivals;
use super::cache::{self, CacheOutcome, Conversation, Decided};
use super::forms::{Forms, PointedForms};
use super::repeated_texts::RepeatedTexts;
use super::{Action, Decision, Memory, Planner, Reason, Request};
use crate::dedupe::{Keep, LineTable, Pointed, PointedText, Pointer, Reference, Repeats, Wording};
use crate::edit::list::EditBuilder;
use crate::failure::judge::ErrorSigns;
use crate::json::text::Text;
use crate::span::Span;
use crate::transcript::Transcript;
use std::sync::Arc;

/// A pointer in the reduced body.
#[derive(Clone, Debug)]
pub struct PlacedReference {
    /// The result with the pointer, as an index into [`Transcript::results`].
    pub result: u32,
    /// The result that it leads to, likewise.
    pub target: u32,
    /// What it replaced; its source is an index among the tool results alone.
    pub reference: Reference,
    /// Path of the file that the target shows.
    pub path: Option<Arc<str>>,
}

/// What the results of a request have in common.
pub(super) struct Duplicates<'a> {
    texts: &'a RepeatedTexts<'a>,
    repeats: Repeats<'a, RepeatedTexts<'a>>,
    keep: Keep,
    /// The pointers if nothing is masked.
    first: Pointed,
}

impl<'a> Duplicates<'a> {
    fn find(texts: &'a RepeatedTexts<'a>, all: Vec<&'a [u8]>, lines: LineTable, keep: Keep) -> Self {
        let repeats = Repeats::new(all, lines, texts, Wording::Brief);
        let first = repeats.point(|_| false, keep);
        Self { texts, repeats, keep, first }
    }

    /// The forms that are sent while nothing is masked.
    pub(super) fn first_forms<'f>(&'f self, arrivals: &'f Arrivals) -> Forms<'f> {
        Forms::pointed(arrivals, self)
    }

    /// The same as pointers: of each result with some, its index in the transcript, the bytes where its text begins, and the
    /// pointers; none where no move can turn a pointer into content.
    pub(super) fn first_pointers(&self) -> impl Iterator<Item = (u32, u32, PointedText<'_>)> {
        self.first.iter().filter(|_| self.keep == Keep::First).filter_map(|one| {
            let (result, part) = (self.texts.result_of(one.result)?, self.texts.part(one.result)?);
            Some((result, part.text.start, one))
        })
    }

    /// Number of these pointers.
    pub(super) const fn first_count(&self) -> usize {
        self.first.pointer_count()
    }

    /// The transcript's index of the result number `source`.
    pub(super) fn result_of(&self, source: usize) -> Option<u32> {
        self.texts.result_of(source)
    }

    /// Puts the pointers of this request into `edits` and `decisions`. Linear.
    fn point(
        &self,
        request: &Request<'_>,
        decisions: &mut Vec<Decision>,
        edits: &mut EditBuilder,
    ) -> Vec<PlacedReference> {
        let is_masked: Vec<bool> = self.masked(decisions);
        let none = !is_masked.contains(&true);
        let again;
        let pointed = if none {
            &self.first
        } else {
            again = self.repeats.point(|at| is_masked.get(at) == Some(&true), self.keep);
            &again
        };
        if pointed.len() > 0 {
            self.put(request, pointed, decisions, edits);
        }
        pointed.iter().flat_map(|one| one.pointers.iter().filter_map(move |it| self.placed(one, it))).collect()
    }

    /// By source: whether its text is not sent.
    fn masked(&self, decisions: &[Decision]) -> Vec<bool> {
        let mut decisions = decisions.iter().peekable();
        let is_masked = |result: u32| {
            while decisions.next_if(|decision| decision.result < result).is_some() {}
            let own = decisions.next_if(|decision| decision.result == result);
            own.is_some_and(|decision| !matches!(decision.action, Action::Keep | Action::Shorten))
        };
        self.texts.results().map(is_masked).collect()
    }

    fn put(&self, request: &Request<'_>, pointed: &Pointed, decisions: &mut Vec<Decision>, edits: &mut EditBuilder) {
        let mut merged = Vec::with_capacity(decisions.len() + pointed.len());
        let mut numbers = Vec::with_capacity(decisions.len());
        let mut placed = Vec::with_capacity(pointed.len());
        let mut rest = decisions.iter().copied().peekable();
        for one in pointed.iter() {
            let Some(result) = self.texts.result_of(one.result) else { continue };
            while let Some(decision) = rest.next_if(|decision| decision.result < result) {
                numbers.push(merged.len() as u32);
                merged.push(decision);
            }
            if rest.next_if(|decision| decision.result == result).is_some() {
                numbers.push(merged.len() as u32);
            }
            placed.push((merged.len() as u32, one));
            merged.push(Decision::keep(result, Reason::Dedupe));
        }
        for decision in rest {
            numbers.push(merged.len() as u32);
            merged.push(decision);
        }
        // Markers belong to no decision.
        edits.retain(|decision| Some(numbers.get(decision as usize).copied().unwrap_or(0)));
        for (number, one) in placed {
            let (Some(part), Some(decision)) = (self.texts.part(one.result), merged.get_mut(number as usize)) else {
                continue;
            };
            edits.set_decision(number);
            let text = self.repeats.text(one.result);
            let inside = edits.write_string(part.text, part.place, |out| one.write(text, out));
            let result = request.transcript.results.get(decision.result as usize);
            decision.action = Action::Shorten;
            decision.chars_before = result.map_or(0, |result| request.came_chars(result) as u32);
            decision.chars_after = Text::new(inside, request.level).chars() as u32;
        }
        edits.sort();
        *decisions = merged;
    }

    fn placed(&self, holder: PointedText<'_>, pointer: &Pointer) -> Option<PlacedReference> {
        let source = pointer.source as usize;
        let (result, target) = (self.result_of(holder.result)?, self.result_of(source)?);
        let path = self.texts.shared_path(source).cloned();
        Some(PlacedReference { result, target, reference: self.repeats.reference(holder, pointer), path })
    }
}

impl PointedForms for Duplicates<'_> {
    fn pointed(&self) -> &Pointed {
        &self.first
    }

    fn place(&self, result: usize) -> Span {
        self.texts.part(result).map(|part| part.text).unwrap_or_default()
    }

    fn form(&self, result: usize) -> &[u8] {
        self.repeats.text(result)
    }
}

impl Planner {
    /// The cache decision, and the pointers that follow from it.
    pub(super) fn decide_and_point(
        &mut self,
        request: &Request<'_>,
        conversation: Conversation<'_>,
        explain: bool,
        edits: &mut EditBuilder,
        decisions: &mut Vec<Decision>,
    ) -> CacheOutcome {
        let transcript = request.transcript;
        let Some(keep) = request.policy.dedupe.filter(|_| !transcript.is_delta) else {
            let decided = Decided { request, duplicates: None, explain };
            return cache::decide(&mut self.weigher, conversation, decided, edits, decisions);
        };
        let keep = if transcript.will_bind() { Keep::default() } else { keep };
        let signs = core::mem::replace(&mut self.signs, ErrorSigns::new(self.level));
        let memory = (signs, core::mem::take(&mut self.paths));
        let mut lines = core::mem::take(&mut self.lines);
        let (texts, sent) = RepeatedTexts::read(request, memory, &mut lines, &mut self.decoded);
        let duplicates = Duplicates::find(&texts, texts.all(sent), lines.take(), keep);
        let decided = Decided { request, duplicates: Some(&duplicates), explain };
        let outcome = cache::decide(&mut self.weigher, conversation, decided, edits, decisions);
        self.references = duplicates.point(request, decisions, edits);
        lines.give_back(duplicates.repeats.into_lines());
        (self.signs, self.paths) = texts.into_memory();
        self.lines = lines;
        outcome
    }
}

/// Messages that were sent before the session's rules held, and cannot be changed since.
pub fn sent_before(transcript: &Transcript, memory: Memory<'_>) -> u32 {
    let Some(before) = (memory.start_step as usize).checked_sub(2) else { return 0 };
    let mut starts = transcript.step_starts().skip(before);
    let (Some(sent), start) = (starts.next(), starts.next()) else { return 0 };
    // Thinking that was made later was made over what the start edited.
    let binds = memory.start_binds;
    if memory.start_moves && !binds && !start.is_some_and(|start| transcript.is_bound_before(start)) {
        return 0;
    }
    sent as u32
}
