//! Between the core's types and the numbers of [`crate::protocol`].

use tamis_core::{Head, Landmarks, Level, Limit, Memory, Options, Plan, Reason, Unreadable, Wire, report};

use crate::protocol::{Status, flag, head, landmark, output, slot, wires};

/// How many numbers a plan has.
pub const NUMBER_COUNT: usize = slot::COUNT as usize;

/// Numbers of steps that a caller remembers: of the last move and of the start; and the last step of which it knows whether it
/// moved, with those that did.
pub type RememberedSteps<'a> = (Option<u32>, Option<u32>, &'a [u32]);

/// `wire` is a wire + 1, or 0 to go by shape.
pub fn options_of<'a>(
    wire: u32,
    flags: u32,
    model: Option<&'a str>,
    (last, start, known): RememberedSteps<'a>,
    (host, tenant): (Option<&'a str>, Option<&'a str>),
) -> Options<'a> {
    let has = |bit: u32| flags & bit != 0;
    let (measure, explain, margins) = (has(flag::MEASURE), has(flag::EXPLAIN), has(flag::MARGINS));
    let (known_step, moves) =
        known.split_first().map_or((0, [].as_slice()), |(&step, rest)| (step, rest.as_chunks().0));
    let memory = Memory {
        last_step: last.unwrap_or(0),
        is_dead: has(flag::DEAD),
        start_step: start.unwrap_or(0),
        start_moves: has(flag::START_MOVES),
        is_frozen: has(flag::FROZEN),
        moves,
        known_step,
        start_binds: has(flag::START_BINDS),
    };
    Options { wire: wire_from_code(wire), measure, explain, margins, model, host, memory, tenant }
}

/// Whether a task is to make the reduced body.
pub const fn wants_output(flags: u32) -> bool {
    flags & flag::OUTPUT != 0
}

/// Fills `numbers` for a plan.
pub fn put_plan(plan: &Plan<'_>, rows_bytes: usize, numbers: &mut [u32]) {
    put(numbers, slot::STATUS, Status::Read as usize);
    put(numbers, slot::OFFSET, 0);
    put(numbers, slot::WIRE, wire_code(plan.wire));
    put(numbers, slot::ROWS_BYTES, rows_bytes);
    put(numbers, slot::REPLACEMENT_BYTES, plan.edits.replacement_bytes());
    if let Some(words) = numbers.get_mut(slot::SUMMARY as usize..).and_then(<[u32]>::first_chunk_mut) {
        *words = report::summary(plan);
    }
}

/// What became of an output in the caller's memory.
#[derive(Clone, Copy)]
pub enum WrittenOutput {
    /// Only a plan tells.
    Unknown,
    Same,
    /// The kind that removed most, and the bytes.
    Shorter(Reason, usize),
}

/// Fills `numbers` for an output.
pub fn put_output(written: WrittenOutput, numbers: &mut [u32]) {
    let (status, kind, bytes) = match written {
        WrittenOutput::Unknown => (output::UNKNOWN, 0, 0),
        WrittenOutput::Same => (output::SAME, 0, 0),
        WrittenOutput::Shorter(kind, bytes) => (output::SHORTER, kind as usize, bytes),
    };
    put(numbers, output::STATUS, status as usize);
    put(numbers, output::KIND, kind);
    put(numbers, output::BYTES, bytes);
}

/// Fills `numbers` for spans that identify a conversation.
pub fn put_landmarks(found: &Landmarks, numbers: &mut [u32]) {
    let Landmarks { steps, call_id, first_call_id, opening, system, model, .. } = *found;
    let Landmarks { hourly, marked, is_prompt, by_hand, signed, newest_call_id, .. } = *found;
    put(numbers, landmark::STEPS, steps as usize);
    put(numbers, landmark::HOURLY, usize::from(hourly));
    put(numbers, landmark::CALL_START, call_id.start as usize);
    put(numbers, landmark::CALL_END, call_id.end as usize);
    put(numbers, landmark::OPENING_START, opening.start as usize);
    put(numbers, landmark::OPENING_END, opening.end as usize);
    put(numbers, landmark::SYSTEM_START, system.start as usize);
    put(numbers, landmark::SYSTEM_END, system.end as usize);
    put(numbers, landmark::FIRST_CALL_START, first_call_id.start as usize);
    put(numbers, landmark::FIRST_CALL_END, first_call_id.end as usize);
    put(numbers, landmark::MODEL_START, model.start as usize);
    put(numbers, landmark::MODEL_END, model.end as usize);
    put(numbers, landmark::MARKED, usize::from(marked));
    put(numbers, landmark::PROMPT, usize::from(is_prompt));
    put(numbers, landmark::BY_HAND, usize::from(by_hand));
    put(numbers, landmark::SIGNED, usize::from(signed));
    put(numbers, landmark::NEWEST_CALL_START, newest_call_id.start as usize);
    put(numbers, landmark::NEWEST_CALL_END, newest_call_id.end as usize);
    put(numbers, landmark::THINKING, found.thinking as usize);
    put(numbers, landmark::THINKING_BEFORE, found.thinking_before as usize);
    put(numbers, landmark::THINKING_END, found.thinking_end as usize);
    put(numbers, landmark::CONTROLS, usize::from(found.controls));
}

/// Fills `numbers` for a request's head.
pub fn put_head(found: &Head, numbers: &mut [u32]) {
    put(numbers, head::WIRE, wire_code(Some(found.wire)));
    put(numbers, head::MESSAGES, found.messages as usize);
    put(numbers, head::MODEL_START, found.model.start as usize);
    put(numbers, head::MODEL_END, found.model.end as usize);
}

/// Fills the head of `numbers` for a body that was read.
pub fn put_read(wire: Wire, numbers: &mut [u32]) {
    put(numbers, slot::STATUS, Status::Read as usize);
    put(numbers, slot::OFFSET, 0);
    put(numbers, slot::WIRE, wire_code(Some(wire)));
}

/// Fills `numbers` for a body that passes through; `wire` is what was recognised.
pub fn put_unreadable(error: Unreadable, wire: Option<Wire>, numbers: &mut [u32]) {
    let (status, offset) = status_of(error);
    put(numbers, slot::STATUS, status as usize);
    put(numbers, slot::OFFSET, offset);
    put(numbers, slot::WIRE, wire_code(wire));
}

fn put(numbers: &mut [u32], at: u32, number: usize) {
    if let Some(place) = numbers.get_mut(at as usize) {
        *place = u32::try_from(number).unwrap_or(u32::MAX);
    }
}

/// The instruction set of that name, or the fastest; none if this CPU does not have it.
#[must_use]
pub fn level_of(name: Option<&str>) -> Option<Level> {
    let Some(name) = name else { return Some(Level::detect()) };
    Level::available().into_iter().find(|level| level.name() == name)
}

/// The wire + 1; 0 for none.
pub const fn wire_code(wire: Option<Wire>) -> usize {
    match wire {
        Some(wire) => wire as usize + 1,
        None => 0,
    }
}

/// The wire of a code, if it is one.
pub fn wire_from_code(code: u32) -> Option<Wire> {
    wires::ALL.get((code as usize).checked_sub(1)?).copied()
}

const fn status_of(error: Unreadable) -> (Status, usize) {
    match error {
        Unreadable::Empty => (Status::Empty, 0),
        Unreadable::Utf8 { offset } => (Status::InvalidUtf8, offset),
        Unreadable::Json { offset } => (Status::InvalidJson, offset),
        Unreadable::NoConversation => (Status::NoConversation, 0),
        Unreadable::UnsupportedWire => (Status::MixedWires, 0),
        Unreadable::DuplicateKey => (Status::DuplicateKey, 0),
        Unreadable::Limit(Limit::BodyBytes) => (Status::TooLarge, 0),
        Unreadable::Limit(Limit::Messages) => (Status::TooManyMessages, 0),
        Unreadable::Defect => (Status::InternalError, 0),
        Unreadable::BedrockConverse => (Status::BedrockConverse, 0),
        Unreadable::ServerSideEditing => (Status::ServerSideEditing, 0),
    }
}
