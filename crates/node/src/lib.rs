//! The Node binding: bytes, numbers, strings and a compiled policy in; numbers and bytes out.
//!
//! A reduction is two calls, so that JavaScript allocates the output at its exact size (an external buffer costs
//! more than the reduction itself): [`Engine::plan`] reads and decides, [`Engine::write`] splices. Both borrow the
//! caller's memory only while they run. Every export catches panics; nothing here loops over content.

// The binding's types come from the napi macros, which document nothing themselves.
#![allow(missing_docs, clippy::needless_pass_by_value, clippy::missing_errors_doc, clippy::must_use_candidate)]

use napi::bindgen_prelude::{Error, Result, Status};
use napi_derive::napi;
use tamis_core::{Level, Limit, Options, Reducer, Span, Unreadable, Wire, content_hash, report};

/// Memory of the caller that is written to. (The macros take a literal `&mut [u8]` for a class.) The facade passes
/// memory of its own, which never overlaps the body.
type BytesMut<'a> = &'a mut [u8];
/// As [`BytesMut`].
type WordsMut<'a> = &'a mut [u32];

/// A policy compiled for the engine.
#[napi]
pub struct CompiledPolicy(tamis_core::Policy);

#[napi]
impl CompiledPolicy {
    /// From resolved settings as JSON; throws if they are not of the expected shape.
    #[napi(constructor, catch_unwind)]
    pub fn new(settings: String) -> Result<Self> {
        let policy = tamis_core::Policy::from_json(&settings);
        policy.map(Self).map_err(|error| Error::new(Status::InvalidArg, error.to_string()))
    }
}

/// Reduces one request after the other, reusing its memory. One a thread.
#[napi]
pub struct Engine {
    reducer: Reducer,
    replacements: bool,
    rows_bytes: usize,
    level: Level,
}

/// Bits of the `flags` of [`Engine::plan`].
mod flag {
    pub const MEASURE: u32 = 1;
    pub const EXPLAIN: u32 = 2;
    pub const REPLACEMENTS: u32 = 4;
}

/// Slots of the `numbers` that [`Engine::plan`] fills.
mod slot {
    pub const STATUS: usize = 0;
    pub const OFFSET: usize = 1;
    pub const WIRE: usize = 2;
    pub const ROWS_BYTES: usize = 3;
    /// The summary of the core's report begins here.
    pub const SUMMARY: usize = 4;
}

#[napi]
impl Engine {
    /// For the named instruction set, or the fastest; throws if this CPU does not have it.
    #[napi(constructor, catch_unwind)]
    pub fn new(level: Option<String>) -> Result<Self> {
        let level = match level {
            None => Level::detect(),
            Some(name) => Level::available()
                .into_iter()
                .find(|level| level.name() == name)
                .ok_or_else(|| Error::new(Status::InvalidArg, format!("no such instruction set here: {name}")))?,
        };
        Ok(Self { reducer: Reducer::new(level), replacements: false, rows_bytes: 0, level })
    }

    /// Instruction set in use.
    #[napi(getter, catch_unwind)]
    pub fn cpu(&self) -> &'static str {
        self.level.name()
    }

    /// Reads `body` and decides. Fills `numbers`: status (0 is read; else why not, see `ts/native-backend.ts`), byte
    /// offset of an error, wire + 1 (0: none), bytes of the rows, and the summary of the core's report.
    /// `wire` is a wire + 1, or 0 to go by shape.
    #[napi(catch_unwind)]
    pub fn plan(
        &mut self,
        body: &[u8],
        policy: &CompiledPolicy,
        wire: u32,
        flags: u32,
        #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
    ) {
        let options = Options {
            wire: wire_from_code(wire),
            measure: flags & flag::MEASURE != 0,
            explain: flags & flag::EXPLAIN != 0,
        };
        let mut put = |at: usize, number: usize| {
            if let Some(place) = numbers.get_mut(at) {
                *place = u32::try_from(number).unwrap_or(u32::MAX);
            }
        };
        let planned = self.reducer.plan(body, &policy.0, options);
        let (status, offset) = planned.as_ref().map_or_else(|error| unreadable_code(*error), |_| (0, 0));
        put(slot::STATUS, status);
        put(slot::OFFSET, offset);
        match planned {
            Ok(plan) => {
                self.replacements = flags & flag::REPLACEMENTS != 0;
                put(slot::WIRE, wire_code(plan.wire));
                self.rows_bytes = report::rows_bytes(&plan, self.replacements);
                put(slot::ROWS_BYTES, self.rows_bytes);
                for (at, word) in report::summary(&plan).into_iter().enumerate() {
                    put(slot::SUMMARY + at, word as usize);
                }
            }
            Err(_) => put(slot::WIRE, wire_code(self.reducer.wire())),
        }
    }

    /// Writes what the last [`Engine::plan`] of the same `body` decided: the reduced body into `out`, unless that is
    /// empty, and the rows of the report into `rows`; both of exactly the sizes told. False if they are not, or the
    /// body is not the one planned.
    #[napi(catch_unwind)]
    pub fn write(
        &self,
        body: &[u8],
        #[napi(ts_arg_type = "Uint8Array")] out: BytesMut<'_>,
        #[napi(ts_arg_type = "Uint8Array")] rows: BytesMut<'_>,
    ) -> bool {
        let Some(plan) = self.reducer.planned(body) else { return false };
        if rows.len() != self.rows_bytes {
            return false;
        }
        report::write_rows(&plan, self.replacements, rows);
        out.is_empty() || plan.write_to(out)
    }

    /// The wire + 1 of `body` by its shape; 0 for what is not a request.
    #[napi(catch_unwind)]
    pub fn detect_wire(&mut self, body: &[u8]) -> u32 {
        wire_code(self.reducer.detect_wire(body)) as u32
    }

    /// Gives the memory kept for the next request back.
    #[napi(catch_unwind)]
    pub fn reset(&mut self) {
        self.reducer.reset();
    }
}

/// xxh3-128, as 32 hexadecimal digits, of the decoded texts whose quotes stand at the pairs of offsets in `spans`.
#[napi(catch_unwind)]
pub fn hash_texts(body: &[u8], spans: &[u32]) -> String {
    let (pairs, _) = spans.as_chunks::<2>();
    let raw = pairs.iter().filter(|[start, end]| start + 2 <= *end);
    format!("{:032x}", content_hash(raw.map(|&[start, end]| Span { start, end }.inside().of(body))))
}

const WIRES: [Wire; 4] = [Wire::OpenAiChat, Wire::OpenAiResponses, Wire::Anthropic, Wire::Gemini];

fn wire_code(wire: Option<Wire>) -> usize {
    wire.and_then(|wire| WIRES.iter().position(|&other| other == wire)).map_or(0, |at| at + 1)
}

fn wire_from_code(code: u32) -> Option<Wire> {
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
    }
}
