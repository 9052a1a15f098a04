//! The tokens of a conversation's units, and of the results that the plain policy edits.

use core::ops::Range;

use crate::edit::{Edit, EditList};
use crate::plan::Decision;
use crate::transcript::{Span, Transcript, Unit};
use crate::weigh::{PartKey, Weigher, tokens};

/// Units whose weights are looked for together: the memory answers for the first while the last are hashed.
const BATCH: usize = 8;

/// One result that the plain policy edits, in document order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// 0-based unit that holds it.
    pub(super) unit: u32,
    /// 0-based message.
    pub(super) message: u32,
    /// The policy edits it in any transcript that goes beyond this message.
    pub(super) ready_message: u32,
    /// Tokens that its edits save; a body has fewer than 2^32 bytes.
    pub(super) saved: u32,
}

/// Tokens of units as running sums.
pub(super) struct Units<'a> {
    list: &'a [Unit],
    /// After unit `i`: tokens of the units up to it.
    ends: Vec<u64>,
    /// Of the body beside the conversation, if the policy asks.
    pub(super) other_tokens: u64,
}

impl Units<'_> {
    /// Number of units in the messages before `message`.
    pub(super) fn before_message(&self, message: u32) -> usize {
        self.list.partition_point(|unit| unit.message < message)
    }

    /// The same, where it is known to be `least` or more. Linear in what is more.
    pub(super) fn before_message_from(&self, least: usize, message: u32) -> usize {
        let rest = self.list.get(least..).unwrap_or_default();
        least + rest.iter().take_while(|unit| unit.message < message).count()
    }

    /// Tokens of the whole body.
    pub(super) fn total(&self) -> u64 {
        self.other_tokens + self.ends.last().copied().unwrap_or(0)
    }

    /// Tokens of the units `from..to`.
    pub(super) fn between(&self, from: usize, to: usize) -> u64 {
        let before = |unit: usize| unit.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0);
        before(to).saturating_sub(before(from))
    }
}

/// Tokens of `body` beside the conversation's list.
pub(super) fn weigh_rest(weigher: &mut Weigher, body: &[u8], transcript: &Transcript) -> u64 {
    let list = transcript.list;
    let (head, tail) = (Span { start: 0, end: list.start }, Span { start: list.end, end: body.len() as u32 });
    tokens(weigher.weigh(head.of(body)) + weigher.weigh(tail.of(body)))
}

/// Weighs the units of `transcript` and the edits of `decisions`, each byte once.
pub(super) fn weigh_units<'a>(
    weigher: &mut Weigher,
    body: &[u8],
    transcript: &'a Transcript,
    decisions: &[Decision],
    edits: EditList<'_>,
) -> (Units<'a>, Vec<Candidate>) {
    let mut scales = Scales { body, edits, weigher, pieces: Vec::new() };
    let mut units = edited_units(transcript, edits.edits());
    let mut batch = Vec::with_capacity(BATCH);
    let mut ends = Vec::with_capacity(transcript.units.len());
    let mut candidates = Vec::with_capacity(decisions.len());
    let mut total = 0;
    loop {
        let next = units.by_ref().take(BATCH);
        batch.extend(next.map(|unit| (candidate_of(transcript, decisions, unit.edits), scales.put_unit(unit))));
        if batch.is_empty() {
            return (Units { list: &transcript.units, ends, other_tokens: 0 }, candidates);
        }
        for (candidate, pieces) in batch.drain(..) {
            let [kept, removed, added] = scales.weigh(pieces);
            let (before, after) = (tokens(kept + removed), tokens(kept + added));
            let (unit, saved) = (ends.len() as u32, before.saturating_sub(after) as u32);
            candidates.extend(candidate.map(|candidate| Candidate { unit, saved, ..candidate }));
            total += before;
            ends.push(total);
        }
        scales.pieces.clear();
    }
}

/// A unit and what happens to it.
#[derive(Clone, Copy)]
struct EditedUnit<'a> {
    span: Span,
    /// The list whose elements are units of their own; empty if there is none.
    list: Span,
    /// Those of one decision, none of them in the list.
    edits: &'a [Edit],
}

/// Every unit, in document order.
fn edited_units<'a>(transcript: &'a Transcript, edits: &'a [Edit]) -> impl Iterator<Item = EditedUnit<'a>> {
    let mut groups = edits.chunk_by(|a, b| a.decision == b.decision).peekable();
    let mut lists = transcript.unit_lists.iter().peekable();
    transcript.units.iter().enumerate().map(move |(at, &Unit { span, .. })| {
        let list = lists.next_if(|list| list.unit as usize == at).map(|list| list.span).unwrap_or_default();
        let holds = |span: Span, edit: &Edit| span.start <= edit.span.start && edit.span.start < span.end;
        let is_in = |edit: &Edit| holds(span, edit) && !holds(list, edit);
        let edits = groups.next_if(|group| group.first().is_some_and(is_in)).unwrap_or_default();
        EditedUnit { span, list, edits }
    })
}

fn candidate_of(transcript: &Transcript, decisions: &[Decision], group: &[Edit]) -> Option<Candidate> {
    let decision = decisions.get(group.first()?.decision as usize)?;
    let message = transcript.results.get(decision.result as usize)?.message;
    Some(Candidate { unit: 0, message, ready_message: decision.ready_message, saved: 0 })
}

/// What of a unit a piece belongs to.
#[derive(Clone, Copy)]
enum Share {
    Kept,
    Removed,
    Added,
}

/// Bytes that are weighed by themselves.
struct Piece<'a> {
    share: Share,
    bytes: &'a [u8],
    key: PartKey,
}

struct Scales<'a> {
    body: &'a [u8],
    edits: EditList<'a>,
    weigher: &'a mut Weigher,
    /// Those to be weighed next.
    pieces: Vec<Piece<'a>>,
}

impl<'a> Scales<'a> {
    /// Adds a unit's bytes, less its list, and what its edits take and bring; where they stand among the pieces.
    fn put_unit(&mut self, EditedUnit { span, list, edits }: EditedUnit<'a>) -> Range<usize> {
        let first = self.pieces.len();
        let mut at = span.start;
        for edit in edits {
            self.put(Share::Kept, at, edit.span.start);
            self.put(Share::Removed, edit.span.start, edit.span.end);
            self.put_bytes(Share::Added, self.edits.replacement(edit));
            at = edit.span.end;
        }
        if edits.is_empty() && list.byte_count() > 0 {
            self.put(Share::Kept, at, list.start);
            at = list.end;
        }
        self.put(Share::Kept, at, span.end);
        first..self.pieces.len()
    }

    fn put(&mut self, share: Share, start: u32, end: u32) {
        self.put_bytes(share, Span { start, end: end.max(start) }.of(self.body));
    }

    fn put_bytes(&mut self, share: Share, bytes: &'a [u8]) {
        let key = self.weigher.key_of(bytes);
        self.pieces.push(Piece { share, bytes, key });
    }

    /// Weight of some of the pieces, by [`Share`].
    fn weigh(&mut self, pieces: Range<usize>) -> [u64; 3] {
        let mut weights = [0; 3];
        for piece in self.pieces.get(pieces).unwrap_or_default() {
            weights[piece.share as usize] += self.weigher.weigh_with(piece.key, piece.bytes);
        }
        weights
    }
}
