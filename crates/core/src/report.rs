//! A plan as numbers: a summary of fixed length, and a compact buffer of what is only looked at on request.
//!
//! ```text
//! u32: DECISION_WORDS for each decision │ EDIT_WORDS for each edit │ offset of each repair │ bytes: names, ids, replacements
//! ```
//! Numbers are little-endian; a string is its offset and length in the bytes at the end, raw as between JSON quotes
//! ([`NONE`] as offset: there is none). `ts/native-report.ts` reads it; differential tests hold the two together.

use crate::edit::EditKind;
use crate::plan::{Action, CacheOutcome, Decision};
use crate::reduce::Plan;
use crate::scan::{far_ahead, populate, prefetch};
use crate::transcript::{Span, ToolCall, ToolResult};

/// Decisions between the one written and the one whose names are asked for.
const AHEAD: usize = 8;
/// Bytes between what is written and the memory asked for.
const AHEAD_BYTES: usize = 1024;
/// Words of a summary.
pub const SUMMARY_WORDS: usize = 40;
/// Words of a decision's row.
pub const DECISION_WORDS: usize = 9;
/// Words of an edit's row.
pub const EDIT_WORDS: usize = 9;
/// Stands for "none".
pub const NONE: u32 = u32::MAX;

/// The counts of a cache decision; a number beyond 64 bits becomes the largest.
fn cache_words(cache: &CacheOutcome) -> [u32; 11] {
    let over_budget = u32::from(!cache.fits) << 2;
    let Some(moves) = cache.moves else { return [over_budget, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] };
    let word = |tokens: u64| u32::try_from(tokens).unwrap_or(u32::MAX);
    let [meter_low, meter_high] = halves(u64::try_from(moves.meter).unwrap_or(u64::MAX));
    let net = i64::try_from(moves.net).unwrap_or(if moves.net < 0 { i64::MIN } else { i64::MAX });
    let [net_low, net_high] = halves(net.cast_unsigned());
    let flags = 1 | u32::from(moves.is_now) << 1 | over_budget;
    [
        flags,
        moves.count,
        cache.waiting,
        word(cache.waiting_tokens),
        word(cache.saved_tokens),
        word(moves.kept_tokens),
        word(moves.lost_tokens),
        meter_low,
        meter_high,
        net_low,
        net_high,
    ]
}

/// The counts of `plan`, in the order that `ts/native-report.ts` names.
#[must_use]
pub fn summary(plan: &Plan<'_>) -> [u32; SUMMARY_WORDS] {
    let sum = |action| {
        let of_action = plan.decisions.iter().filter(|decision| decision.action == action);
        of_action.fold((0, 0i64), |(count, chars), decision| (count + 1, chars + removed_chars(decision)))
    };
    let (masked, masked_chars) = sum(Action::Mask);
    let (clipped, clipped_chars) = sum(Action::Clip);
    let [text_low, text_high] = halves(plan.transcript.text_chars);
    let [masked_low, masked_high] = halves(masked_chars.cast_unsigned());
    let [clipped_low, clipped_high] = halves(clipped_chars.cast_unsigned());
    let edits = plan.edits.edits();
    let first = edits.first().map(|edit| edit.span.start).into_iter().chain(plan.repairs.first().copied()).min();
    let mut words = [0; SUMMARY_WORDS];
    let counts = [
        plan.decisions.len() as u32,
        edits.len() as u32,
        plan.transcript.roles.len() as u32,
        plan.transcript.turn_count,
        plan.transcript.results.len() as u32,
        masked,
        masked_low,
        masked_high,
        clipped,
        clipped_low,
        clipped_high,
        text_low,
        text_high,
        first.unwrap_or(NONE),
        plan.edits.output_bytes() as u32,
        plan.transcript.model.start,
        plan.transcript.model.end,
        u32::from(plan.transcript.is_delta),
    ];
    let anchors = plan.cache.anchors.places();
    let places = anchors.iter().flat_map(|place| [place.message, place.block]);
    let last_step = plan.cache.moves.map_or(0, |moves| moves.last_step);
    let cache = cache_words(&plan.cache).into_iter().chain([last_step, anchors.len() as u32]).chain(places);
    let repairs = [plan.repairs.len() as u32];
    for (word, value) in words.iter_mut().zip(counts.into_iter().chain(repairs).chain(cache)) {
        *word = value;
    }
    words
}

/// Bytes that [`write_rows`] fills.
#[must_use]
pub fn rows_bytes(plan: &Plan<'_>) -> usize {
    let edits = plan.edits.edits();
    let words = row_words(plan);
    let named = |span: Option<Span>| span.map_or(0, Span::byte_count);
    let strings: usize =
        plan.decisions.iter().map(|decision| names_of(plan, decision).map(named).iter().sum::<usize>()).sum();
    let texts = edits.iter().map(|edit| plan.edits.replacement(edit).len());
    words * 4 + strings + texts.sum::<usize>()
}

/// Writes the rows of `plan` into `out`, which has [`rows_bytes`].
pub fn write_rows(plan: &Plan<'_>, out: &mut [u8]) {
    let edits = plan.edits.edits();
    populate(out);
    let Some((rows, strings)) = out.split_at_mut_checked(row_words(plan) * 4) else { return };
    let mut rows = Rows { out: rows };
    let mut strings = Strings { out: strings, at: 0 };
    for (at, decision) in plan.decisions.iter().enumerate() {
        if let Some(ahead) = far_ahead(plan.body, plan.decisions, at, AHEAD) {
            names_of(plan, ahead).into_iter().flatten().for_each(|name| prefetch(plan.body, name.start as usize));
        }
        rows.put(decision_row(plan, decision, &mut strings));
    }
    for edit in edits {
        let (text, text_bytes) = strings.push(plan.edits.replacement(edit));
        let Span { start, end } = edit.span;
        let part = edit.part.unwrap_or(NONE);
        let (first, kind, [a, b]) = match edit.kind {
            EditKind::Replaces(text) => (edit.decision, 0, [text.start, text.end]),
            EditKind::Removes(text) => (edit.decision, 1, [text.start, text.end]),
            EditKind::Marks(place) => (place.message, 2, [place.block, 0]),
            EditKind::Unmarks(place) => (place.message, 3, [place.block, 0]),
        };
        rows.put([first, part, kind, start, end, text, text_bytes, a, b]);
    }
    for &offset in plan.repairs {
        rows.put([offset]);
    }
}

fn row_words(plan: &Plan<'_>) -> usize {
    plan.decisions.len() * DECISION_WORDS + plan.edits.edits().len() * EDIT_WORDS + plan.repairs.len()
}

/// The spans of the tool's name and the call's id.
fn names_of(plan: &Plan<'_>, decision: &Decision) -> [Option<Span>; 2] {
    let result = plan.transcript.results.get(decision.result as usize);
    let call = result.and_then(|result| plan.transcript.call(result));
    [call.and_then(ToolCall::name), result.and_then(ToolResult::id)]
}

fn decision_row(plan: &Plan<'_>, decision: &Decision, strings: &mut Strings<'_>) -> [u32; DECISION_WORDS] {
    let result = plan.transcript.results.get(decision.result as usize);
    let (message, block) = result.map_or((0, 0), |result| (result.message, result.block));
    let is_snake_case = result.is_some_and(|result| result.is_snake_case);
    let kind = decision.action as u32 | (decision.reason as u32) << 8 | u32::from(is_snake_case) << 16;
    let [(name, name_bytes), (id, id_bytes)] =
        names_of(plan, decision).map(|span| span.map_or((NONE, 0), |span| strings.push(span.of(plan.body))));
    [message, block, kind, decision.chars_before, decision.chars_after, name, name_bytes, id, id_bytes]
}

/// Negative where notes of media are longer than the texts that go.
fn removed_chars(decision: &Decision) -> i64 {
    i64::from(decision.chars_before) - i64::from(decision.chars_after)
}

const fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

struct Rows<'o> {
    out: &'o mut [u8],
}

impl Rows<'_> {
    fn put<const N: usize>(&mut self, words: [u32; N]) {
        prefetch(self.out, AHEAD_BYTES);
        let (slots, _) = self.out.as_chunks_mut::<4>();
        for (slot, word) in slots.iter_mut().zip(words) {
            *slot = word.to_le_bytes();
        }
        let taken = core::mem::take(&mut self.out);
        self.out = taken.get_mut(4 * N..).unwrap_or_default();
    }
}

struct Strings<'o> {
    out: &'o mut [u8],
    at: usize,
}

impl Strings<'_> {
    /// Offset and length of `bytes`, once they are written.
    fn push(&mut self, bytes: &[u8]) -> (u32, u32) {
        let place = (self.at as u32, bytes.len() as u32);
        prefetch(self.out, self.at + AHEAD_BYTES);
        if let Some(to) = self.out.get_mut(self.at..self.at + bytes.len()) {
            to.copy_from_slice(bytes);
        }
        self.at += bytes.len();
        place
    }
}
