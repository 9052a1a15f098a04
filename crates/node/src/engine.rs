//! The synchronous calls: they borrow the caller's memory only while they run.

// The macro makes functions of as many arguments, and an object would cost as much as reading a small request.
#![allow(clippy::too_many_arguments)]

use napi::bindgen_prelude::{Error, Result, Status};
use napi_derive::napi;
use tamis_core::{Level, Options, Reducer, Span, content_hash, report};

use crate::CompiledPolicy;
use crate::codes::{level_of, options_of, put_landmarks, put_plan, put_unreadable, wire_code, wire_from_code};
use crate::intake::BodyIntake;
use crate::panics::{DropSafe, Kind, caught, provoke};

/// Memory of the caller that is written to. (The macros take a literal `&mut [u8]` for a class.) The facade passes
/// memory that does not overlap the body.
type BytesMut<'a> = &'a mut [u8];
/// As [`BytesMut`].
type WordsMut<'a> = &'a mut [u32];

/// Reduces one request after the other, reusing its memory. One a thread.
#[napi]
pub struct Engine {
    reducer: DropSafe<Reducer>,
    rows_bytes: usize,
    level: Level,
}

#[napi]
impl Engine {
    /// For the named instruction set, or the fastest; throws if this CPU does not have it.
    #[napi(constructor, catch_unwind)]
    pub fn new(level: Option<String>) -> Result<Self> {
        caught(|| {
            provoke(Kind::Construct);
            let level = level_of(level.as_deref())?;
            Ok(Self { reducer: DropSafe::new(Reducer::new(level)), rows_bytes: 0, level })
        })
    }

    /// Instruction set in use.
    #[napi(getter, catch_unwind)]
    pub fn cpu(&self) -> &'static str {
        self.level.name()
    }

    /// Reads `body` and decides. Fills `numbers`: status (0 is read; else why not, see `ts/native-backend.ts`), byte
    /// offset of an error, wire + 1 (0: none), bytes of the rows, and the summary of the core's report.
    /// `wire` is a wire + 1, or 0 to go by shape; `model` names the model where the body does not; `last_step` is the
    /// step of the last move that the caller remembers.
    #[napi(catch_unwind)]
    pub fn plan(
        &mut self,
        body: &[u8],
        policy: &CompiledPolicy,
        wire: u32,
        flags: u32,
        #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
        model: Option<String>,
        last_step: Option<u32>,
    ) -> Result<()> {
        let options = options_of(wire, flags, model.as_deref(), last_step);
        self.guarded(|engine| engine.plan_bytes(body, policy, options, numbers))
    }

    /// [`Engine::plan`] for a body that was put together here.
    #[napi(catch_unwind)]
    pub fn plan_intake(
        &mut self,
        intake: &BodyIntake,
        policy: &CompiledPolicy,
        wire: u32,
        flags: u32,
        #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
        model: Option<String>,
    ) -> Result<()> {
        let options = options_of(wire, flags, model.as_deref(), None);
        self.guarded(|engine| engine.plan_bytes(intake.bytes(), policy, options, numbers))
    }

    /// Writes the reduced body that the last [`Engine::plan_intake`] of the same `intake` decided on into `out`, which is
    /// of exactly the size told. False if it is not, or if the body is not the one planned.
    #[napi(catch_unwind)]
    pub fn write_intake(
        &self,
        intake: &BodyIntake,
        #[napi(ts_arg_type = "Uint8Array")] out: BytesMut<'_>,
    ) -> Result<bool> {
        caught(|| {
            provoke(Kind::Write);
            let plan = self.reducer.get().and_then(|reducer| reducer.planned(intake.bytes()));
            Ok(plan.is_some_and(|plan| plan.write_to(out)))
        })
    }

    /// Writes what the last [`Engine::plan`] of the same `body` decided: the reduced body into `out`, unless that is
    /// empty, and the rows of the report into `rows`; both of exactly the sizes told. False if they are not, if the
    /// body is not the one planned, or if `out` is a part of it.
    #[napi(catch_unwind)]
    pub fn write(
        &self,
        body: &[u8],
        #[napi(ts_arg_type = "Uint8Array")] out: BytesMut<'_>,
        #[napi(ts_arg_type = "Uint8Array")] rows: BytesMut<'_>,
    ) -> Result<bool> {
        caught(|| {
            provoke(Kind::Write);
            let plan = self.reducer.get().and_then(|reducer| reducer.planned(body));
            let Some(plan) = plan else { return Ok(false) };
            if rows.len() != self.rows_bytes || overlap(body, out) {
                return Ok(false);
            }
            report::write_rows(&plan, rows);
            Ok(out.is_empty() || plan.write_to(out))
        })
    }

    /// Where that what tells one conversation from another stands in `body`: fills `numbers` as
    /// [`crate::codes::put_landmarks`] says. False for a body that cannot be read.
    #[napi(catch_unwind)]
    pub fn locate(
        &mut self,
        body: &[u8],
        wire: u32,
        last_step: u32,
        #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
    ) -> Result<bool> {
        self.guarded(|engine| {
            provoke(Kind::Export);
            let reducer = engine.reducer.get_mut().ok_or_else(defect)?;
            let Ok(found) = reducer.locate(body, wire_from_code(wire), last_step) else { return Ok(false) };
            put_landmarks(&found, numbers);
            Ok(true)
        })
    }

    /// The wire + 1 of `body` by its shape; 0 for what is not a request.
    #[napi(catch_unwind)]
    pub fn detect_wire(&mut self, body: &[u8]) -> Result<u32> {
        self.guarded(|engine| {
            provoke(Kind::Export);
            let reducer = engine.reducer.get_mut().ok_or_else(defect)?;
            Ok(wire_code(reducer.detect_wire(body)) as u32)
        })
    }

    /// Gives the memory kept for the next request back.
    #[napi(catch_unwind)]
    pub fn reset(&mut self) -> Result<()> {
        self.guarded(|engine| {
            engine.reducer.get_mut().ok_or_else(defect)?.reset();
            Ok(())
        })
    }
}

impl Engine {
    fn plan_bytes(
        &mut self,
        body: &[u8],
        policy: &CompiledPolicy,
        options: Options<'_>,
        numbers: &mut [u32],
    ) -> Result<()> {
        let reducer = self.reducer.get_mut().ok_or_else(defect)?;
        provoke(Kind::Plan);
        match reducer.plan(body, policy.policy(), options) {
            Ok(plan) => {
                self.rows_bytes = report::rows_bytes(&plan);
                put_plan(&plan, self.rows_bytes, numbers);
            }
            Err(error) => put_unreadable(error, reducer.wire(), numbers),
        }
        Ok(())
    }

    /// After a panic in the middle of a request the next one begins with fresh memory.
    fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outcome = caught(|| work(self));
        if outcome.is_err() {
            self.reducer = DropSafe::new(Reducer::new(self.level));
        }
        outcome
    }
}

/// Two ranges of memory that share a byte.
fn overlap(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (a.as_ptr_range(), b.as_ptr_range());
    a.start < b.end && b.start < a.end
}

fn defect() -> Error {
    Error::new(Status::GenericFailure, "the engine is being dropped")
}

/// xxh3-128, as 32 hexadecimal digits, of the decoded texts whose quotes stand at the pairs of offsets in `spans`.
#[napi(catch_unwind)]
pub fn hash_texts(body: &[u8], spans: &[u32]) -> Result<String> {
    caught(|| {
        provoke(Kind::Export);
        let (pairs, _) = spans.as_chunks::<2>();
        let raw = pairs.iter().filter(|[start, end]| start + 2 <= *end);
        let hash = content_hash(raw.map(|&[start, end]| Span { start, end }.inside().of(body)));
        Ok(format!("{hash:032x}"))
    })
}
