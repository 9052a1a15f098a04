//! What a plan did to each result, a row each, as short as it goes: a request of many small results has as many rows.
//!
//! ```text
//! decisions: message ↑, block, action and reason, name, id, chars before, chars after
//! edits:     kind, decision ↑ (a marker's: message, block; nothing of one that defines), [part], start ↑, bytes, [text ↑, bytes], bytes that come
//! repairs:   offset ↑
//! references: message ↑, block, kind and flags, target's message, source, [line, first line, lines], path, name, 16 bytes
//! ```
//! Numbers are LEB128, at most 32 bits; ↑ is the difference to the one before, modulo 2³². A name or id is its length
//! plus one and its bytes, raw as between JSON quotes; 0 where there is none. The replacements are in the reduced
//! body already; if that is not made, [`write_report`] puts them behind the rows.
//! `ts/native/rows.ts` reads it; differential tests hold the two together.

use super::layout::{
    ACTION_MASK, AROUND, FIELDS, HAS_LINES, HAS_PART, HAS_TEXT, IN_MESSAGE, IS_RENUMBERED, REASON_MASK, REASON_SHIFT,
    ROLE_FROM_MASK, ROLE_FROM_SHIFT, ROLE_MASK, ROLE_SHIFT, SNAKE_CASE,
};
use crate::dedupe::Reference;
use crate::edit::list::{Edit, EditKind};
use crate::json::scan::{far_ahead, populate, prefetch};
use crate::plan::{Action, Decision, PlacedReference, Reason, ResultRole, RoleFrom};
use crate::reduce::Plan;
use crate::span::Span;
use crate::transcript::{Content, ToolCall, ToolResult};

/// Decisions between the one written and the one whose names are asked for.
const AHEAD: usize = 8;
/// Bytes between what is written and the memory asked for.
const AHEAD_BYTES: usize = 1024;
const _: () = assert!(Reason::Report as u32 <= REASON_MASK, "the last reason has room");
const _: () = assert!((ResultRole::Observation as u32) < ROLE_MASK, "the last role has room");
const _: () = assert!(RoleFrom::Nothing as u32 <= ROLE_FROM_MASK, "the last source has room");
const _: () = assert!(Action::Trim as u32 <= ACTION_MASK, "the last action has room");

/// Bytes that [`write_rows`] fills. Linear in decisions and edits.
#[must_use]
pub fn rows_bytes(plan: &Plan<'_>) -> usize {
    let mut count = Count { bytes: 0 };
    put_rows(plan, &mut count);
    count.bytes
}

/// Writes the rows of `plan` into `out`, which has [`rows_bytes`].
pub fn write_rows(plan: &Plan<'_>, out: &mut [u8]) {
    populate(out);
    put_rows(plan, &mut Writer { out, at: 0 });
}

/// Writes what each edit puts in, one after the other, into `out`, which has [`crate::edit::list::EditList::replacement_bytes`].
fn write_replacements(plan: &Plan<'_>, out: &mut [u8]) {
    populate(out);
    let mut writer = Writer { out, at: 0 };
    plan.edits.edits().iter().for_each(|edit| writer.bytes(plan.edits.replacement(edit)));
}

/// Writes the rows of `plan`, which take `rows_bytes`, and the replacements behind them where `out` has room for these.
/// False, and nothing written, if it has any other size.
#[must_use]
pub fn write_report(plan: &Plan<'_>, rows_bytes: usize, out: &mut [u8]) -> bool {
    let Some((rows, replacements)) = out.split_at_mut_checked(rows_bytes) else { return false };
    if !replacements.is_empty() && replacements.len() != plan.edits.replacement_bytes() {
        return false;
    }
    write_rows(plan, rows);
    if !replacements.is_empty() {
        write_replacements(plan, replacements);
    }
    true
}

/// Where rows go.
trait Sink {
    fn number(&mut self, number: u32);
    fn bytes(&mut self, bytes: &[u8]);
    /// Says that these names are put soon.
    fn expect(&self, body: &[u8], names: [Option<Span>; 2]);
}

fn put_rows(plan: &Plan<'_>, sink: &mut impl Sink) {
    let mut message = 0;
    for (at, decision) in plan.decisions.iter().enumerate() {
        if let Some(ahead) = far_ahead(plan.body, plan.decisions, at, AHEAD) {
            sink.expect(plan.body, names_of(plan, ahead));
        }
        put_decision(plan, decision, &mut message, sink);
    }
    let mut before = Before { decision: 0, end: 0 };
    for edit in plan.edits.edits() {
        put_edit(edit, &mut before, sink);
        sink.number(plan.edits.replacement(edit).len() as u32);
    }
    let mut before = 0;
    for &offset in plan.repairs {
        sink.number(offset.wrapping_sub(before));
        before = offset;
    }
    let mut message = 0;
    for reference in plan.references {
        put_reference(plan, reference, &mut message, sink);
    }
}

fn put_reference(plan: &Plan<'_>, placed: &PlacedReference, before: &mut u32, sink: &mut impl Sink) {
    let of = |at: u32| plan.transcript.results.get(at as usize);
    let (message, block) = of(placed.result).map_or((0, 0), |result| (result.message, result.block));
    let Reference { kind, source, hash, lines } = placed.reference;
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    sink.number(message.wrapping_sub(*before));
    *before = message;
    sink.number(block);
    let has_lines = lines.map_or(0, |lines| HAS_LINES | if lines.is_renumbered { IS_RENUMBERED } else { 0 });
    sink.number(kind as u32 | has_lines);
    sink.number(of(placed.target).map_or(0, |result| result.message));
    sink.number(number(source));
    if let Some(lines) = lines {
        for count in [lines.at, lines.from, lines.count] {
            sink.number(count);
        }
    }
    let tool = of(placed.target).and_then(|result| plan.transcript.call(result)).and_then(ToolCall::name);
    for name in [placed.path.as_deref().map(str::as_bytes), tool.map(|tool| tool.of(plan.body))] {
        sink.number(name.map_or(0, |name| number(name.len()) + 1));
        sink.bytes(name.unwrap_or_default());
    }
    sink.bytes(&hash.to_be_bytes());
}

fn put_decision(plan: &Plan<'_>, decision: &Decision, before: &mut u32, sink: &mut impl Sink) {
    let result = plan.transcript.results.get(decision.result as usize);
    let (message, block) = result.map_or((0, 0), |result| (result.message, result.block));
    let naming = if result.is_some_and(|result| result.is_snake_case) { SNAKE_CASE } else { 0 };
    sink.number(message.wrapping_sub(*before));
    *before = message;
    sink.number(block);
    let places = result.map_or(0, |result| match result.content {
        Content::Fields { .. } | Content::Picture { .. } => FIELDS,
        Content::Loose { .. } => IN_MESSAGE,
        Content::Response { .. } => AROUND,
        _ => 0,
    });
    let role = result.map_or(0, |result| match plan.roles.of(decision.result as usize, result) {
        Some(standing) => (standing.role as u32 + 1) << ROLE_SHIFT | (standing.from as u32) << ROLE_FROM_SHIFT,
        None => 0,
    });
    sink.number(decision.action as u32 | (decision.reason as u32) << REASON_SHIFT | naming | places | role);
    for name in names_of(plan, decision) {
        match name {
            Some(span) => {
                sink.number(span.byte_count() as u32 + 1);
                sink.bytes(span.of(plan.body));
            }
            None => sink.number(0),
        }
    }
    sink.number(decision.chars_before);
    sink.number(decision.chars_after);
}

/// The spans of the tool's name and the call's id.
fn names_of(plan: &Plan<'_>, decision: &Decision) -> [Option<Span>; 2] {
    let result = plan.transcript.results.get(decision.result as usize);
    let call = result.and_then(|result| plan.transcript.call(result));
    [call.and_then(ToolCall::name), result.and_then(ToolResult::id)]
}

/// Of the edit before: its decision, and the end of its span.
struct Before {
    decision: u32,
    end: u32,
}

fn put_edit(edit: &Edit, before: &mut Before, sink: &mut impl Sink) {
    let Span { start, end } = edit.span;
    let (kind, place, text) = match edit.kind {
        EditKind::Replaces(text) => (0, None, Some(text)),
        EditKind::Removes(text) => (1, None, Some(text)),
        EditKind::Marks(place) => (2, Some(place), None),
        EditKind::Unmarks(place) => (3, Some(place), None),
        EditKind::Defines(text) => (4, None, Some(text)),
    };
    let text = text.filter(|&text| text != edit.span);
    let has_part = if edit.part.is_some() { HAS_PART } else { 0 };
    sink.number(kind | has_part | if text.is_some() { HAS_TEXT } else { 0 });
    if let Some(place) = place {
        sink.number(place.message);
        sink.number(place.block);
    } else if !matches!(edit.kind, EditKind::Defines(_)) {
        sink.number(edit.decision.wrapping_sub(before.decision));
        before.decision = edit.decision;
    }
    edit.part.into_iter().for_each(|part| sink.number(part));
    sink.number(start.wrapping_sub(before.end));
    sink.number(end.wrapping_sub(start));
    before.end = end;
    if let Some(text) = text {
        sink.number(text.start.wrapping_sub(start));
        sink.number(text.end.wrapping_sub(text.start));
    }
}

struct Count {
    bytes: usize,
}

impl Sink for Count {
    fn number(&mut self, number: u32) {
        self.bytes += number_bytes(number);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
    }

    fn expect(&self, _: &[u8], _: [Option<Span>; 2]) {}
}

/// Bytes of a number: one for each seven bits.
const fn number_bytes(number: u32) -> usize {
    (38 - (number | 1).leading_zeros() as usize) / 7
}

struct Writer<'o> {
    out: &'o mut [u8],
    at: usize,
}

impl Sink for Writer<'_> {
    #[inline]
    fn number(&mut self, number: u32) {
        let mut rest = number;
        while rest >= 0x80 {
            self.byte(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.byte(rest as u8);
    }

    #[inline]
    fn bytes(&mut self, bytes: &[u8]) {
        prefetch(self.out, self.at + AHEAD_BYTES);
        if let Some(place) = self.out.get_mut(self.at..self.at + bytes.len()) {
            place.copy_from_slice(bytes);
        }
        self.at += bytes.len();
    }

    fn expect(&self, body: &[u8], names: [Option<Span>; 2]) {
        names.into_iter().flatten().for_each(|name| prefetch(body, name.start as usize));
    }
}

impl Writer<'_> {
    fn byte(&mut self, byte: u8) {
        if let Some(place) = self.out.get_mut(self.at) {
            *place = byte;
        }
        self.at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number as LEB128 takes as many bytes as were counted, and comes back.
    #[test]
    fn numbers_are_counted_as_they_are_written() {
        let edges = (0..32).flat_map(|bit| [(1u32 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        for number in edges.chain([u32::MAX]) {
            let mut out = [0; 5];
            let mut writer = Writer { out: &mut out, at: 0 };
            writer.number(number);
            let written = writer.at;
            assert_eq!(written, number_bytes(number), "{number}");
            let (last, first) = out[..written].split_last().unwrap_or((&0, &[]));
            assert!(last & 0x80 == 0 && first.iter().all(|byte| byte & 0x80 != 0), "{number}: {out:x?}");
            let back = out[..written].iter().rev().fold(0u32, |rest, byte| rest << 7 | u32::from(byte & 0x7f));
            assert_eq!(back, number);
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let mut out = [0; 2];
        let mut writer = Writer { out: &mut out, at: 0 };
        writer.bytes(b"abc");
        writer.number(300);
        assert_eq!((writer.at, out), (5, [0; 2]));
    }
}
