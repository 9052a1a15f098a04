//! A plan as numbers: a summary of fixed length, and a compact buffer of what is only looked at on request.
//!
//! ```text
//! rows: u32   decisions: u32 × DECISION_WORDS each │ edits: u32 × EDIT_WORDS each │ bytes: names, ids, replacements
//! ```
//! Numbers are little-endian; a string is its offset and length in the bytes at the end, raw as between JSON quotes
//! ([`NONE`] as offset: there is none). `ts/native-report.ts` reads it; differential tests hold the two together.

use crate::plan::{Action, Decision};
use crate::reduce::Plan;
use crate::transcript::Span;

/// Words of a summary.
pub const SUMMARY_WORDS: usize = 15;
/// Words of a decision's row.
pub const DECISION_WORDS: usize = 9;
/// Words of an edit's row.
pub const EDIT_WORDS: usize = 9;
/// Stands for "none".
pub const NONE: u32 = u32::MAX;

/// The counts of `plan`, in the order that `ts/native-report.ts` names.
#[must_use]
pub fn summary(plan: &Plan<'_>) -> [u32; SUMMARY_WORDS] {
    let sum = |action| {
        let of_action = plan.decisions.iter().filter(|decision| decision.action == action);
        of_action.fold((0, 0u64), |(count, chars), decision| (count + 1, chars + removed_chars(decision)))
    };
    let (masked, masked_chars) = sum(Action::Mask);
    let (clipped, clipped_chars) = sum(Action::Clip);
    let [text_low, text_high] = halves(plan.transcript.text_chars);
    let [masked_low, masked_high] = halves(masked_chars);
    let [clipped_low, clipped_high] = halves(clipped_chars);
    let edits = plan.edits.edits();
    [
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
        edits.first().map_or(NONE, |edit| edit.span.start),
        plan.edits.output_bytes() as u32,
    ]
}

/// Writes the rows of `plan` into `out`, emptied first. Replacement texts are left out unless `replacements`.
pub fn encode_rows(plan: &Plan<'_>, replacements: bool, out: &mut Vec<u8>) {
    out.clear();
    let edits = plan.edits.edits();
    let words = plan.decisions.len() * DECISION_WORDS + edits.len() * EDIT_WORDS;
    let mut strings = Strings { start: words * 4, out };
    strings.out.resize(words * 4, 0);
    let mut row = Row { at: 0 };
    for decision in plan.decisions {
        let words = decision_row(plan, decision, &mut strings);
        row.put(strings.out, words);
    }
    for edit in edits {
        let text = if replacements { plan.edits.replacement(edit) } else { &[] };
        let (text, text_bytes) = strings.push_bytes(text);
        let Span { start, end } = edit.span;
        let part = edit.part.unwrap_or(NONE);
        let removes = u32::from(edit.removes);
        row.put(
            strings.out,
            [edit.decision, part, removes, start, end, text, text_bytes, edit.text.start, edit.text.end],
        );
    }
}

fn decision_row(plan: &Plan<'_>, decision: &Decision, strings: &mut Strings<'_>) -> [u32; DECISION_WORDS] {
    let result = plan.transcript.results.get(decision.result as usize);
    let call = result.and_then(|result| plan.transcript.call(result));
    let (name, name_bytes) = strings.push(call.and_then(|call| call.name), plan.body);
    let (id, id_bytes) = strings.push(result.and_then(|result| result.id), plan.body);
    let (message, block) = result.map_or((0, 0), |result| (result.message, result.block));
    let kind = decision.action as u32 | (decision.reason as u32) << 8;
    [message, block, kind, decision.chars_before, decision.chars_after, name, name_bytes, id, id_bytes]
}

fn removed_chars(decision: &Decision) -> u64 {
    u64::from(decision.chars_before.saturating_sub(decision.chars_after))
}

const fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

struct Row {
    at: usize,
}

impl Row {
    fn put<const N: usize>(&mut self, out: &mut [u8], words: [u32; N]) {
        for word in words {
            if let Some(slot) = out.get_mut(self.at..self.at + 4) {
                slot.copy_from_slice(&word.to_le_bytes());
            }
            self.at += 4;
        }
    }
}

struct Strings<'o> {
    start: usize,
    out: &'o mut Vec<u8>,
}

impl Strings<'_> {
    fn push(&mut self, span: Option<Span>, body: &[u8]) -> (u32, u32) {
        span.map_or((NONE, 0), |span| self.push_bytes(span.of(body)))
    }

    fn push_bytes(&mut self, bytes: &[u8]) -> (u32, u32) {
        let at = self.out.len() - self.start;
        self.out.extend_from_slice(bytes);
        (at as u32, bytes.len() as u32)
    }
}
