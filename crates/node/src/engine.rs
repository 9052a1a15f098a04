//! The synchronous calls: they borrow the caller's memory only while they run.

#![allow(
    clippy::too_many_arguments,
    reason = "an object for the arguments would cost as much as reading a small request"
)]

use napi::bindgen_prelude::{Error, Result, Status, Uint32Array, Utf16String};
use napi_derive::napi;
use tamis_core::{Level, Options, OutputForm, Policy, Reducer, Span, content_hash, report};

use crate::intake::BodyIntake;
use crate::panics::{DropSafe, Kind, caught, provoke};
use crate::table::Table;
use crate::{CompiledPolicy, policy_of};
use tamis_border::codes::{
    WrittenOutput, level_of, options_of, put_head, put_landmarks, put_output, put_plan, put_unreadable, wire_code,
    wire_from_code,
};
use tamis_border::text::utf16_of;

/// Memory of the caller that is written to. (The macros take a literal `&mut [u8]` for a class.) The facade passes
/// memory that does not overlap the body.
type BytesMut<'a> = &'a mut [u8];
/// As [`BytesMut`].
type WordsMut<'a> = &'a mut [u32];

thread_local! {
    static ENGINES: Table<Workspace> = const { Table::new() };
}

/// What an engine keeps between calls.
struct Workspace {
    reducer: DropSafe<Reducer>,
    rows_bytes: usize,
    level: Level,
}

/// Reduces one request after the other, reusing its memory. One a thread.
#[napi]
pub struct Engine {
    number: u32,
    level: Level,
}

/// Reads `body` and decides, with the engine and the policy of those numbers. Fills `numbers` at the places that
/// [`tamis_border::protocol::slot`] names. `wire` is a wire + 1, or 0 to go by shape; `model` names the model where the body does
/// not, `host` the endpoint, `tenant` whose handles are made; `last_step` and `start_step` are the steps of the last move and
/// of the start that the caller remembers; `known` are the last step of which it knows whether it moved, and of each that did the
/// number and the messages in front of which it edited nothing.
#[napi(catch_unwind)]
pub fn plan(
    engine: u32,
    body: &[u8],
    policy: u32,
    wire: u32,
    flags: u32,
    #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
    model: Option<String>,
    last_step: Option<u32>,
    start_step: Option<u32>,
    host: Option<String>,
    tenant: Option<String>,
    known: Option<Uint32Array>,
) -> Result<()> {
    let at = (host.as_deref(), tenant.as_deref());
    let options =
        options_of(wire, flags, model.as_deref(), (last_step, start_step, known.as_deref().unwrap_or_default()), at);
    let policy = policy_of(policy)?;
    guarded(engine, |workspace| workspace.plan(body, &policy, options, numbers))
}

/// Writes what the engine's last [`plan`] of the same `body` decided: the reduced body into `out`, unless that is
/// empty, and the rows of the report into `rows`, with the replacements behind them if there is room; all of exactly the
/// sizes told. False if they are not, if the body is not the one planned, or if `out` is a part of it.
#[napi(catch_unwind)]
pub fn write(
    engine: u32,
    body: &[u8],
    #[napi(ts_arg_type = "Uint8Array")] out: BytesMut<'_>,
    #[napi(ts_arg_type = "Uint8Array")] rows: BytesMut<'_>,
) -> Result<bool> {
    borrowed(engine, |workspace| {
        provoke(Kind::Write);
        let plan = workspace.reducer.get().and_then(|reducer| reducer.planned(body));
        let Some(plan) = plan else { return Ok(false) };
        if overlap(body, out) || !report::write_report(&plan, workspace.rows_bytes, rows) {
            return Ok(false);
        }
        Ok(out.is_empty() || plan.write_to(out))
    })
}

/// What a request sends of a tool's output under the policy of that number. `request` tells what is known of its call, which
/// an empty text answers in it; `wire` is its wire + 1. `text` is UTF-8 and holds a shorter text afterwards, at its beginning;
/// one that is not ASCII is returned instead, because JavaScript decodes it slowly. Fills `numbers` at the places that
/// [`tamis_border::protocol::output`] names.
#[napi(catch_unwind)]
pub fn shorten_output(
    engine: u32,
    policy: u32,
    request: &[u8],
    wire: u32,
    #[napi(ts_arg_type = "Uint8Array")] text: BytesMut<'_>,
    #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
) -> Result<Option<Utf16String>> {
    let policy = policy_of(policy)?;
    guarded(engine, |workspace| {
        provoke(Kind::Plan);
        let (written, shorter) = workspace.shorten(&policy, request, wire, text)?;
        put_output(written, numbers);
        Ok(shorter.map(Into::into))
    })
}

#[napi]
impl Engine {
    /// For the named instruction set, or the fastest; throws if this CPU does not have it.
    #[napi(constructor, catch_unwind)]
    pub fn new(level: Option<String>) -> Result<Self> {
        caught(|| {
            provoke(Kind::Construct);
            let level = level_named(level.as_deref())?;
            let workspace = Workspace { reducer: DropSafe::new(Reducer::new(level)), rows_bytes: 0, level };
            let number = ENGINES.with(|engines| engines.add(workspace));
            Ok(Self { number, level })
        })
    }

    /// What [`plan`] and [`write`] know it by, on this thread, as long as this lives.
    #[napi(getter, catch_unwind)]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Instruction set in use.
    #[napi(getter, catch_unwind)]
    pub fn cpu(&self) -> &'static str {
        self.level.name()
    }

    /// [`plan`] for a body that was put together here.
    #[napi(catch_unwind)]
    pub fn plan_intake(
        &self,
        intake: &BodyIntake,
        policy: &CompiledPolicy,
        wire: u32,
        flags: u32,
        #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
        model: Option<String>,
        host: Option<String>,
        tenant: Option<String>,
    ) -> Result<()> {
        let at = (host.as_deref(), tenant.as_deref());
        let options = options_of(wire, flags, model.as_deref(), (None, None, &[]), at);
        guarded(self.number, |workspace| workspace.plan(intake.bytes(), policy.policy(), options, numbers))
    }

    /// Writes the reduced body that the last [`Engine::plan_intake`] of the same `intake` decided on into `out`, which is
    /// of exactly the size told. False if it is not, or if the body is not the one planned.
    #[napi(catch_unwind)]
    pub fn write_intake(
        &self,
        intake: &BodyIntake,
        #[napi(ts_arg_type = "Uint8Array")] out: BytesMut<'_>,
    ) -> Result<bool> {
        borrowed(self.number, |workspace| {
            provoke(Kind::Write);
            let plan = workspace.reducer.get().and_then(|reducer| reducer.planned(intake.bytes()));
            Ok(plan.is_some_and(|plan| plan.write_to(out)))
        })
    }

    /// Fills `numbers` with spans of `body` that identify its conversation, at the places that
    /// [`tamis_border::protocol::landmark`] names. False for a body that cannot be read.
    #[napi(catch_unwind)]
    pub fn locate(
        &self,
        body: &[u8],
        wire: u32,
        last_step: u32,
        #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
    ) -> Result<bool> {
        guarded(self.number, |workspace| {
            provoke(Kind::Export);
            let Ok(found) = workspace.reducer()?.locate(body, wire_from_code(wire), last_step) else {
                return Ok(false);
            };
            put_landmarks(&found, numbers);
            Ok(true)
        })
    }

    /// Fills `numbers` with the wire, the model and the size of the conversation in `body`, at the places that
    /// [`tamis_border::protocol::head`] names. Decides nothing. False for a body that cannot be read.
    #[napi(catch_unwind)]
    pub fn describe(
        &self,
        body: &[u8],
        wire: u32,
        #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
    ) -> Result<bool> {
        guarded(self.number, |workspace| {
            provoke(Kind::Export);
            let Ok(found) = workspace.reducer()?.describe(body, wire_from_code(wire)) else { return Ok(false) };
            put_head(&found, numbers);
            Ok(true)
        })
    }

    /// The wire + 1 of `body` by its shape; 0 for what is not a request.
    #[napi(catch_unwind)]
    pub fn detect_wire(&self, body: &[u8]) -> Result<u32> {
        guarded(self.number, |workspace| {
            provoke(Kind::Export);
            Ok(wire_code(workspace.reducer()?.detect_wire(body)) as u32)
        })
    }

    /// Gives the memory kept for the next request back.
    #[napi(catch_unwind)]
    pub fn reset(&self) -> Result<()> {
        guarded(self.number, |workspace| {
            workspace.reducer()?.reset();
            Ok(())
        })
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = ENGINES.try_with(|engines| engines.remove(self.number));
    }
}

impl Workspace {
    fn reducer(&mut self) -> Result<&mut Reducer> {
        self.reducer.get_mut().ok_or_else(|| defect("is being dropped"))
    }

    /// Writes a shorter form over the beginning of `text`; one that is not ASCII is returned as UTF-16.
    fn shorten(
        &mut self,
        policy: &Policy,
        request: &[u8],
        wire: u32,
        text: &mut [u8],
    ) -> Result<(WrittenOutput, Option<Vec<u16>>)> {
        let reducer = self.reducer()?;
        let Some(wire) = wire_from_code(wire) else { return Ok((WrittenOutput::Unknown, None)) };
        let (shorter, kind) = match reducer.form_of_output(request, wire, policy, text) {
            Err(_) | Ok(OutputForm::Unknown) => return Ok((WrittenOutput::Unknown, None)),
            Ok(OutputForm::Same) => return Ok((WrittenOutput::Same, None)),
            Ok(OutputForm::Shorter(shorter, kind)) => (shorter, kind),
        };
        let written = WrittenOutput::Shorter(kind, shorter.len());
        if !shorter.is_ascii() {
            return Ok((written, Some(utf16_of(shorter))));
        }
        let Some(out) = text.get_mut(..shorter.len()) else { return Ok((WrittenOutput::Unknown, None)) };
        out.copy_from_slice(shorter.as_bytes());
        Ok((written, None))
    }

    fn plan(&mut self, body: &[u8], policy: &Policy, options: Options<'_>, numbers: &mut [u32]) -> Result<()> {
        let reducer = self.reducer.get_mut().ok_or_else(|| defect("is being dropped"))?;
        provoke(Kind::Plan);
        match reducer.plan(body, policy, options) {
            Ok(plan) => {
                self.rows_bytes = report::rows_bytes(&plan);
                put_plan(&plan, self.rows_bytes, numbers);
            }
            Err(error) => put_unreadable(error, reducer.wire(), numbers),
        }
        Ok(())
    }
}

fn borrowed<T>(engine: u32, work: impl FnOnce(&mut Workspace) -> Result<T>) -> Result<T> {
    caught(|| ENGINES.with(|engines| engines.with(engine, work)).ok_or_else(|| defect("has no such number"))?)
}

/// After a panic in the middle of a request the next one begins with fresh memory.
fn guarded<T>(engine: u32, work: impl FnOnce(&mut Workspace) -> Result<T>) -> Result<T> {
    let outcome = borrowed(engine, work);
    if outcome.is_err() {
        let renew = |workspace: &mut Workspace| workspace.reducer = DropSafe::new(Reducer::new(workspace.level));
        ENGINES.with(|engines| engines.with(engine, renew));
    }
    outcome
}

/// Two ranges of memory that share a byte.
fn overlap(a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (a.as_ptr_range(), b.as_ptr_range());
    a.start < b.end && b.start < a.end
}

/// The instruction set of that name, or the fastest; an error if this CPU does not have it.
pub fn level_named(name: Option<&str>) -> Result<Level> {
    let missing =
        || Error::new(Status::InvalidArg, format!("no such instruction set here: {}", name.unwrap_or_default()));
    level_of(name).ok_or_else(missing)
}

fn defect(what: &str) -> Error {
    Error::new(Status::GenericFailure, format!("the engine {what}"))
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
