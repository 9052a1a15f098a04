//! The tokens of a conversation's units, and of the results that the plain policy edits.

use crate::edit::{Edit, EditList};
use crate::plan::Decision;
use crate::transcript::{Span, Transcript, Unit};
use crate::weigh::{Weigher, tokens};

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
    tokens(weigher.weigh(body, head) + weigher.weigh(body, tail))
}

/// Weighs the units of `transcript` and the edits of `decisions`, each byte once.
pub(super) fn weigh_units<'a>(
    weigher: &mut Weigher,
    body: &[u8],
    transcript: &'a Transcript,
    decisions: &[Decision],
    edits: EditList<'_>,
) -> (Units<'a>, Vec<Candidate>) {
    let mut scales = Scales { body, edits, weigher };
    let mut groups = edits.edits().chunk_by(|a, b| a.decision == b.decision).peekable();
    let mut ends = Vec::with_capacity(transcript.units.len());
    let mut candidates = Vec::with_capacity(decisions.len());
    let mut total = 0;
    let mut lists = transcript.unit_lists.iter().peekable();
    for (at, unit) in transcript.units.iter().enumerate() {
        let list = lists.next_if(|list| list.unit as usize == at).map(|list| list.span).unwrap_or_default();
        let is_in = |edit: &Edit| is_in(unit.span, list, edit);
        let group = groups.next_if(|group| group.first().is_some_and(is_in));
        if let Some(group) = group {
            let (before, after) = scales.edited_unit(unit.span, group);
            total += before;
            if let Some(candidate) = candidate_of(transcript, decisions, group) {
                let saved = before.saturating_sub(after) as u32;
                candidates.push(Candidate { unit: at as u32, saved, ..candidate });
            }
        } else {
            total += tokens(scales.unit(unit.span, list));
        }
        ends.push(total);
    }
    (Units { list: &transcript.units, ends, other_tokens: 0 }, candidates)
}

/// Whether an edit lies in a unit itself, not in the list that the unit leaves out.
fn is_in(unit: Span, list: Span, edit: &Edit) -> bool {
    let holds = |span: Span| span.start <= edit.span.start && edit.span.start < span.end;
    holds(unit) && !holds(list)
}

fn candidate_of(transcript: &Transcript, decisions: &[Decision], group: &[Edit]) -> Option<Candidate> {
    let decision = decisions.get(group.first()?.decision as usize)?;
    let message = transcript.results.get(decision.result as usize)?.message;
    Some(Candidate { unit: 0, message, ready_message: decision.ready_message, saved: 0 })
}

struct Scales<'a> {
    body: &'a [u8],
    edits: EditList<'a>,
    weigher: &'a mut Weigher,
}

impl Scales<'_> {
    fn weigh(&mut self, start: u32, end: u32) -> u64 {
        self.weigher.weigh(self.body, Span { start, end: end.max(start) })
    }

    /// Weight of a unit: its bytes, less the list whose elements are units of their own.
    fn unit(&mut self, span: Span, list: Span) -> u64 {
        if list.byte_count() == 0 {
            return self.weigh(span.start, span.end);
        }
        self.weigh(span.start, list.start) + self.weigh(list.end, span.end)
    }

    /// Tokens of a unit before and after its edits.
    fn edited_unit(&mut self, unit: Span, group: &[Edit]) -> (u64, u64) {
        let (mut kept, mut removed, mut added) = (0, 0, 0);
        let mut at = unit.start;
        for edit in group {
            let replacement = self.edits.replacement(edit);
            kept += self.weigh(at, edit.span.start);
            removed += self.weigh(edit.span.start, edit.span.end);
            added += self.weigher.weigh(replacement, Span::new(0, replacement.len()));
            at = edit.span.end;
        }
        kept += self.weigh(at, unit.end);
        (tokens(kept + removed), tokens(kept + added))
    }
}
