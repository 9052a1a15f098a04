//! The tokens of a conversation's units, and of the results that the plain policy edits.

use super::trims::{merge_trims, split_trims};
use super::unit_keys::UnitKeys;
use crate::edit::list::{Edit, EditKind, EditList};
use crate::plan::forms::Forms;
use crate::plan::{Action, Decision, Request};
use crate::span::Span;
use crate::transcript::{Content, Transcript, Unit};
use crate::weight::weigh::{PartKey, Weigher, tokens};

/// Units whose weights are looked up together, so that memory is fetched for the first while the last are hashed.
const BATCH: usize = 8;

/// One result that the plain policy edits, in document order.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(super) struct Candidate {
    /// 0-based unit that it is in.
    pub(super) unit: u32,
    /// 0-based message.
    pub(super) message: u32,
    /// The plain policy edits it in every transcript that goes beyond this message.
    pub(super) ready_message: u32,
    /// Tokens that its edits save; a body has fewer than 2^32 bytes.
    pub(super) saved: u32,
    /// It is thinking, not a result.
    pub(super) is_thinking: bool,
    /// It is the arguments of a call.
    pub(super) is_arguments: bool,
    /// It is a list of parts, which can have a breakpoint.
    pub(super) has_parts: bool,
    /// The request is over a limit while it stays.
    pub(super) is_due: bool,
}

/// Tokens of units as running sums.
pub(super) struct Units<'a> {
    list: &'a [Unit],
    /// After unit `i`: tokens of the units up to it.
    ends: Vec<u64>,
    /// Tokens of the body outside the conversation's list; 0 unless the policy needs them.
    pub(super) other_tokens: u64,
    came: Came,
}

/// Tokens of the units as they came, before any of their texts was made smaller.
#[derive(Clone, Copy)]
enum Came {
    /// They are asked for, and known.
    Tokens(u64),
    /// They are asked for, and a unit was weighed with the units in it.
    Unknown,
    NotAsked,
}

impl Units<'_> {
    /// Number of units in the messages before `message`, which is known to be at least `least`. Linear in the difference.
    pub(super) fn before_message_from(&self, least: usize, message: u32) -> usize {
        let rest = self.list.get(least..).unwrap_or_default();
        least + rest.iter().take_while(|unit| unit.message() < message).count()
    }

    /// Tokens of the whole body.
    pub(super) fn total(&self) -> u64 {
        self.other_tokens + self.ends.last().copied().unwrap_or(0)
    }

    /// The same as it came; none unless that was asked for and is known.
    pub(super) const fn came_tokens(&self) -> Option<u64> {
        if let Came::Tokens(tokens) = self.came { Some(self.other_tokens + tokens) } else { None }
    }

    /// Whether it was asked for.
    pub(super) const fn is_asked(&self) -> bool {
        !matches!(self.came, Came::NotAsked)
    }

    /// Tokens of the units `from..to`.
    pub(super) fn between(&self, from: usize, to: usize) -> u64 {
        let before = |unit: usize| unit.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0);
        before(to).saturating_sub(before(from))
    }
}

/// Tokens of `body` outside the conversation's list.
pub(in crate::plan) fn weigh_rest(weigher: &mut Weigher, body: &[u8], transcript: &Transcript) -> u64 {
    let list = transcript.list;
    let (head, tail) = (Span { start: 0, end: list.start }, Span { start: list.end, end: body.len() as u32 });
    tokens(weigher.weigh(head.of(body)) + weigher.weigh(tail.of(body)))
}

/// Weighs the units of `transcript` and the edits of `decisions`, each byte once.
pub(super) fn weigh_units<'a>(
    weigher: &mut Weigher,
    &Request { body, transcript, margins, .. }: &Request<'a>,
    decisions: &[Decision],
    edits: EditList<'_>,
    sent: &Forms<'_>,
    keys: &UnitKeys<'_>,
) -> (Units<'a>, Vec<Candidate>) {
    // A message with several calls may be one unit, so that edits of arguments are weighed by themselves.
    let (trims, others) = split_trims(transcript, decisions, edits.edits());
    let others = if trims.is_empty() { edits.edits() } else { &*others };
    let mut scales = Scales { body, edits, sent, weigher };
    let mut units = edited_units(transcript, others, keys);

    let mut batch = Vec::with_capacity(BATCH);
    let mut ends = Vec::with_capacity(transcript.units.len());
    let mut candidates = Vec::with_capacity(decisions.len());
    let mut total = 0;
    let mut came = if margins { Came::Tokens(0) } else { Came::NotAsked };
    loop {
        let next = units.by_ref().take(BATCH);
        batch.extend(next.map(|unit| (candidate_of(transcript, decisions, unit.edits), unit, scales.keys_of(unit))));
        if batch.is_empty() {
            let units = Units { list: &transcript.units, ends, other_tokens: 0, came };
            let mut found = scales.weigh_trims(transcript, decisions, &trims);
            for (_, candidate) in &mut found {
                // What is named like data weighs less in its unit than as text.
                let unit = candidate.unit as usize;
                candidate.saved = u64::from(candidate.saved).min(units.between(unit, unit + 1)) as u32;
            }
            return (units, merge_trims(others, candidates, found));
        }
        for (candidate, unit, keys) in batch.drain(..) {
            let (before, after) = if unit.is_read { scales.tokens(unit, keys) } else { (0, 0) };
            if let Came::Tokens(tokens) = came {
                came = scales.came(unit, before).map_or(Came::Unknown, |unit| Came::Tokens(tokens + unit));
            }
            let (unit, saved) = (ends.len() as u32, before.saturating_sub(after) as u32);
            candidates.extend(candidate.map(|candidate| Candidate { unit, saved, ..candidate }));
            total += before;
            ends.push(total);
        }
    }
}

/// A unit and its edits.
#[derive(Clone, Copy)]
struct EditedUnit<'a> {
    span: Span,
    /// The list whose elements are units of their own; empty if there is none.
    list: Span,
    /// Key of the whole unit, if one has been made.
    key: Option<PartKey>,
    /// Edits of one decision, none of them in the list.
    edits: &'a [Edit],
    /// What the model does not read weighs nothing.
    is_read: bool,
}

impl EditedUnit<'_> {
    const fn leaves_list_out(&self) -> bool {
        self.edits.is_empty() && self.list.byte_count() > 0
    }
}

/// Every unit, in document order.
fn edited_units<'a>(
    transcript: &'a Transcript,
    edits: &'a [Edit],
    keys: &'a UnitKeys<'_>,
) -> impl Iterator<Item = EditedUnit<'a>> {
    let mut groups = edits.chunk_by(|a, b| a.decision == b.decision).peekable();
    let mut lists = transcript.unit_lists.iter().peekable();
    transcript.units.iter().enumerate().map(move |(at, unit)| {
        let (span, message) = (unit.span, unit.message());
        let list = lists.next_if(|list| list.unit as usize == at).map(|list| list.span).unwrap_or_default();
        let contains = |span: Span, edit: &Edit| span.start <= start_of(edit) && start_of(edit) < span.end;
        let is_in = |edit: &Edit| contains(span, edit) && !contains(list, edit);
        let edits = groups.next_if(|group| group.first().is_some_and(is_in)).unwrap_or_default();
        let key = keys.get(at).filter(|_| list.byte_count() == 0);
        EditedUnit { span, list, key, edits, is_read: transcript.is_read(message, span.start) }
    })
}

/// Where an edit's value begins: a removed element's comma may be in front of it.
const fn start_of(edit: &Edit) -> u32 {
    if let EditKind::Removes(text) = edit.kind { text.start } else { edit.span.start }
}

/// Whether the edits take the whole unit out.
fn is_removed(edits: &[Edit]) -> bool {
    matches!(edits, [Edit { kind: EditKind::Removes(_), part: None, .. }])
}

fn candidate_of(transcript: &Transcript, decisions: &[Decision], group: &[Edit]) -> Option<Candidate> {
    let decision = decisions.get(group.first()?.decision as usize)?;
    let result = transcript.results.get(decision.result as usize)?;
    let (message, has_parts) = (result.message, matches!(result.content, Content::Texts { .. }));
    let is_thinking = decision.action == Action::Remove;
    let ready_message = decision.ready_message;
    let (is_arguments, is_due) = (false, transcript.due_of(result).is_some());
    Some(Candidate { unit: 0, message, ready_message, saved: 0, is_thinking, is_arguments, has_parts, is_due })
}

/// Tokens of unit number `unit` without pointers.
pub(super) fn unit_tokens(weigher: &mut Weigher, request: &Request<'_>, keys: &UnitKeys<'_>, unit: usize) -> u64 {
    let Some(&Unit { span, .. }) = request.transcript.units.get(unit) else { return 0 };
    let made = keys.get(unit).filter(|&key| key != PartKey::NONE);
    let came = made.unwrap_or_else(|| PartKey::of(span.of(request.body)));
    let key = Forms::of(request.arrivals).key_of(span, came);
    weigher.ask_for(key);
    let forms = request.arrivals.within(span).map(|(text, _, form)| (text, form));
    tokens(weigher.weigh_with(key, pieces(request.body, span, forms)))
}

pub(super) struct Scales<'a> {
    pub(super) body: &'a [u8],
    pub(super) edits: EditList<'a>,
    sent: &'a Forms<'a>,
    pub(super) weigher: &'a mut Weigher,
}

impl<'a> Scales<'a> {
    /// Keys of a unit before and after its edits; of a unit with a list, keys of the parts before and behind the list.
    fn keys_of(&mut self, unit: EditedUnit<'_>) -> [PartKey; 2] {
        let EditedUnit { span, list, key, edits, .. } = unit;
        let keys = if is_removed(edits) {
            [key.unwrap_or_else(|| PartKey::of(span.of(self.body))), PartKey::NONE]
        } else if unit.leaves_list_out() {
            [(span.start, list.start), (list.end, span.end)].map(|(start, end)| PartKey::of(self.between(start, end)))
        } else {
            let came = key.unwrap_or_else(|| PartKey::of(span.of(self.body)));
            let changed = |key: PartKey, (Span { start, end }, replacement): (Span, &[u8])| {
                key.after(Span { start: start - span.start, end: end - span.start }, replacement)
            };
            let before = self.sent.key_of(span, came);
            let after = edits.iter().map(|edit| (edit.span, self.edits.replacement(edit)));
            [before, if edits.is_empty() { before } else { after.fold(came, changed) }]
        };
        for key in keys {
            self.weigher.ask_for(key);
        }
        keys
    }

    /// Tokens of a unit before and after its edits.
    fn tokens(&mut self, unit: EditedUnit<'_>, [first, second]: [PartKey; 2]) -> (u64, u64) {
        let EditedUnit { span, list, edits, .. } = unit;
        if unit.leaves_list_out() {
            let head = self.weigher.weigh_with(first, [self.between(span.start, list.start)]);
            let tail = self.weigher.weigh_with(second, [self.between(list.end, span.end)]);
            return (tokens(head + tail), tokens(head + tail));
        }
        let Self { body, edits: list, sent, weigher } = self;
        let before = tokens(weigher.weigh_read(first, |read| {
            let forms = sent.within(span);
            pieces(body, span, forms.iter().map(|(place, form)| (*place, &**form))).for_each(read);
        }));
        if edits.is_empty() {
            return (before, before);
        }
        if is_removed(edits) {
            return (before, 0);
        }
        let edited = edits.iter().map(|edit| (edit.span, list.replacement(edit)));
        (before, tokens(weigher.weigh_with(second, pieces(body, span, edited))))
    }

    /// Tokens of a unit as it came, which weighs `sent` as it is sent; none where units in it were weighed with it.
    fn came(&mut self, unit: EditedUnit<'_>, sent: u64) -> Option<u64> {
        let EditedUnit { span, list, key, .. } = unit;
        if !unit.is_read || unit.leaves_list_out() || !self.sent.has_any(span) {
            return (list.byte_count() == 0 || unit.leaves_list_out() || !unit.is_read).then_some(sent);
        }
        let key = key.unwrap_or_else(|| PartKey::of(span.of(self.body)));
        let came = [span.of(self.body)];
        (list.byte_count() == 0).then(|| tokens(self.weigher.weigh_with(key, came)))
    }

    fn between(&self, start: u32, end: u32) -> &'a [u8] {
        Span { start, end: end.max(start) }.of(self.body)
    }
}

/// What is kept of `span`, and in between what replaces the rest.
fn pieces<'b>(
    body: &'b [u8],
    span: Span,
    edits: impl Iterator<Item = (Span, &'b [u8])> + Clone,
) -> impl Iterator<Item = &'b [u8]> {
    let starts = core::iter::once(span.start).chain(edits.clone().map(|(edited, _)| edited.end));
    let ends = edits.clone().map(|(edited, _)| edited.start).chain([span.end]);
    let added = edits.map(|(_, added)| added).chain([&[][..]]);
    let kept = starts.zip(ends).map(|(start, end)| Span { start, end: end.max(start) }.of(body));
    kept.zip(added).flat_map(|(kept, added)| [kept, added])
}
