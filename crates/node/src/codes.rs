//! What crosses as numbers; `ts/native/backend.ts` has the other end.

use napi::bindgen_prelude::{Error, Result, Status};
use tamis_core::{Landmarks, Level, Limit, Memory, Options, Plan, Unreadable, Wire, report};

/// Bits of `flags`.
mod flag {
    pub const MEASURE: u32 = 1;
    pub const EXPLAIN: u32 = 2;
    /// Of a task: the reduced body is wanted.
    pub const OUTPUT: u32 = 4;
    /// The provider's cache is dead.
    pub const DEAD: u32 = 8;
}

/// Slots of the `numbers` that tell of a plan: status (0 is read; else why not), byte offset of an error, wire + 1
/// (0: none), bytes of the rows, bytes of all replacements, and the summary of the core's report.
mod slot {
    pub const STATUS: usize = 0;
    pub const OFFSET: usize = 1;
    pub const WIRE: usize = 2;
    pub const ROWS_BYTES: usize = 3;
    pub const REPLACEMENT_BYTES: usize = 4;
    pub const SUMMARY: usize = 5;
}

/// How many `numbers` there are.
pub const NUMBER_COUNT: usize = slot::SUMMARY + report::SUMMARY_WORDS;

/// `wire` is a wire + 1, or 0 to go by shape.
pub fn options_of(wire: u32, flags: u32, model: Option<&str>, last_step: Option<u32>) -> Options<'_> {
    let (measure, explain) = (flags & flag::MEASURE != 0, flags & flag::EXPLAIN != 0);
    let memory = Memory { last_step: last_step.unwrap_or(0), is_dead: flags & flag::DEAD != 0 };
    Options { wire: wire_from_code(wire), measure, explain, model, memory }
}

/// Whether a task is to make the reduced body.
pub const fn wants_output(flags: u32) -> bool {
    flags & flag::OUTPUT != 0
}

/// Fills `numbers` for a plan.
pub fn put_plan(plan: &Plan<'_>, rows_bytes: usize, numbers: &mut [u32]) {
    put(numbers, slot::STATUS, 0);
    put(numbers, slot::OFFSET, 0);
    put(numbers, slot::WIRE, wire_code(plan.wire));
    put(numbers, slot::ROWS_BYTES, rows_bytes);
    put(numbers, slot::REPLACEMENT_BYTES, plan.edits.replacement_bytes());
    if let Some(words) = numbers.get_mut(slot::SUMMARY..).and_then(<[u32]>::first_chunk_mut) {
        *words = report::summary(plan);
    }
}

/// Fills `numbers` with what tells a conversation from another: 1, its steps, whether it asks for the cache of an hour,
/// and the offsets of a call's id, of the opening messages and of the system prompt.
pub fn put_landmarks(found: &Landmarks, numbers: &mut [u32]) {
    let spans = [found.call_id, found.opening, found.system].map(|span| [span.start, span.end]);
    let words = [1, found.steps, u32::from(found.hourly)].into_iter().chain(spans.into_iter().flatten());
    for (at, word) in words.enumerate() {
        put(numbers, at, word as usize);
    }
}

/// Fills `numbers` for a body that passes through; `wire` is what was recognised.
pub fn put_unreadable(error: Unreadable, wire: Option<Wire>, numbers: &mut [u32]) {
    let (status, offset) = unreadable_code(error);
    put(numbers, slot::STATUS, status);
    put(numbers, slot::OFFSET, offset);
    put(numbers, slot::WIRE, wire_code(wire));
}

fn put(numbers: &mut [u32], at: usize, number: usize) {
    if let Some(place) = numbers.get_mut(at) {
        *place = u32::try_from(number).unwrap_or(u32::MAX);
    }
}

/// The instruction set of that name, or the fastest; an error if this CPU does not have it.
pub fn level_of(name: Option<&str>) -> Result<Level> {
    let Some(name) = name else { return Ok(Level::detect()) };
    let found = Level::available().into_iter().find(|level| level.name() == name);
    found.ok_or_else(|| Error::new(Status::InvalidArg, format!("no such instruction set here: {name}")))
}

const WIRES: [Wire; 4] = [Wire::OpenAiChat, Wire::OpenAiResponses, Wire::Anthropic, Wire::Gemini];

/// The wire + 1; 0 for none.
pub fn wire_code(wire: Option<Wire>) -> usize {
    wire.and_then(|wire| WIRES.iter().position(|&other| other == wire)).map_or(0, |at| at + 1)
}

/// The wire of a code, if it is one.
pub fn wire_from_code(code: u32) -> Option<Wire> {
    WIRES.get((code as usize).checked_sub(1)?).copied()
}

const fn unreadable_code(error: Unreadable) -> (usize, usize) {
    match error {
        Unreadable::Empty => (1, 0),
        Unreadable::Utf8 { offset } => (2, offset),
        Unreadable::Json { offset } => (3, offset),
        Unreadable::NoConversation => (4, 0),
        Unreadable::UnsupportedWire => (5, 0),
        Unreadable::DuplicateKey => (6, 0),
        Unreadable::Limit(Limit::BodyBytes) => (7, 0),
        Unreadable::Limit(Limit::Messages) => (8, 0),
        Unreadable::Defect => (9, 0),
        Unreadable::BedrockConverse => (10, 0),
        Unreadable::ServerSideEditing => (11, 0),
    }
}
