//! The asynchronous call: a whole reduction on Node's own thread pool.
//!
//! ```text
//! JavaScript thread   copy the body │                          │ hand the vectors over (no copy)
//! thread pool                       │ plan, splice, write rows │
//! ```
//! The thread pool sees nothing of a caller's memory: a buffer that is transferred, resized or refilled meanwhile is
//! not the one that is read. The copy is given back as soon as it has served, output and rows become JavaScript's. (Handing
//! the copy's memory on would save nothing.) Only a body that is lent is read where it is: of 16 MB the copy would take the
//! JavaScript thread ten milliseconds. One reducer is kept from task to task, its memory bounded as the engine's.

#![allow(clippy::too_many_arguments, reason = "as in `engine`: an object for the arguments would cost more")]

use std::sync::{Arc, Mutex};

use napi::bindgen_prelude::{AbortSignal, AsyncTask, Buffer, Error, Result, Status, Uint32Array, Unknown};
use napi::{Env, Task};
use napi_derive::napi;
use tamis_core::{Level, Plan, Policy, Reducer, Span, Unreadable, report};

use crate::CompiledPolicy;
use crate::engine::level_named;
use crate::late::borrow;
use crate::panics::{DropSafe, Kind, caught, provoke};
use tamis_border::codes::{
    NUMBER_COUNT, options_of, put_landmarks, put_plan, put_unreadable, wants_output, wire_from_code,
};
use tamis_border::protocol::landmark;

/// What one task made of its copy of the body.
#[napi(object, object_from_js = false)]
pub struct TaskResult {
    /// As [`crate::engine::plan`] fills them.
    pub numbers: Vec<u32>,
    /// The rows of the report.
    pub rows: Buffer,
    /// The JSON of the model's name, where the body has one.
    pub model: Option<String>,
    /// The reduced body; empty where it is not wanted, or nothing would be edited.
    pub out: Buffer,
}

/// Reduces a copy of `body`, made before this returns, on Node's thread pool; or, where it `is_lent`, `body` itself, which
/// nobody may write to, detach or resize until the promise is settled. `wire`, `flags` and the steps as in `plan`;
/// `signal` drops a task that has not begun. No other code may use it, because its `onabort` is replaced.
#[napi(catch_unwind, ts_return_type = "Promise<TaskResult>")]
pub fn reduce_task(
    #[napi(ts_arg_type = "Uint8Array")] body: Unknown<'_>,
    policy: &CompiledPolicy,
    level: String,
    wire: u32,
    flags: u32,
    model: Option<String>,
    signal: Option<AbortSignal>,
    host: Option<String>,
    tenant: Option<String>,
    is_lent: Option<bool>,
    last_step: Option<u32>,
    start_step: Option<u32>,
    known: Option<Uint32Array>,
) -> Result<AsyncTask<ReduceTask>> {
    let task = caught(|| {
        let steps = (last_step, start_step, known.as_deref().unwrap_or_default().to_vec());
        let body = if is_lent == Some(true) { Body::Lent(borrow(body)?) } else { Body::Copy(copy_of(borrow(body)?)?) };
        let (policy, level) = (policy.shared(), level_named(Some(&level))?);
        let asked = Asked { wire, flags, model, host, tenant, steps };
        Ok(ReduceTask { body: DropSafe::new(body), policy, level, asked, is_owner: false })
    })?;
    Ok(AsyncTask::with_optional_signal(task, signal))
}

fn copy_of(body: &[u8]) -> Result<Vec<u8>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(body.len())
        .map_err(|_| Error::new(Status::GenericFailure, "no memory for a copy of the body"))?;
    copy.extend_from_slice(body);
    Ok(copy)
}

/// Where a task reads.
enum Body {
    Copy(Vec<u8>),
    /// JavaScript's, which keeps it as long as this lives. Dropped on its thread.
    Lent(Buffer),
}

impl Body {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Copy(bytes) => bytes,
            Self::Lent(bytes) => bytes,
        }
    }

    /// The memory, where it is the task's own.
    fn take(&mut self) -> Vec<u8> {
        match self {
            Self::Copy(bytes) => std::mem::take(bytes),
            Self::Lent(_) => Vec::new(),
        }
    }
}

/// What is said of a request beside its policy, as in `plan`.
pub struct Asked {
    pub wire: u32,
    pub flags: u32,
    pub model: Option<String>,
    pub host: Option<String>,
    pub tenant: Option<String>,
    /// Of the last move, of the start, and what is known of others.
    pub steps: (Option<u32>, Option<u32>, Vec<u32>),
}

pub struct ReduceTask {
    body: DropSafe<Body>,
    policy: Arc<Policy>,
    level: Level,
    asked: Asked,
    /// No other task has the body: it is handed back where nothing changes. Whoever gives it away wants no rows.
    is_owner: bool,
}

/// What the thread pool hands to the JavaScript thread.
#[derive(Default)]
pub struct Output {
    numbers: Vec<u32>,
    rows: Vec<u8>,
    model: Option<String>,
    out: Vec<u8>,
}

impl Task for ReduceTask {
    type Output = Output;
    type JsValue = TaskResult;

    fn compute(&mut self) -> Result<Output> {
        let outcome = caught(|| {
            provoke(Kind::Compute);
            Ok(self.reduce(self.body.get().map_or(&[], Body::bytes)))
        });
        let copy = DropSafe::new(self.body.get_mut().map(Body::take).unwrap_or_default());
        if self.is_owner { Ok(or_given_back(outcome, copy)) } else { outcome }
    }

    fn resolve(&mut self, _env: Env, output: Output) -> Result<TaskResult> {
        let told = caught(|| {
            provoke(Kind::Resolve);
            Ok(())
        });
        // An owner's output is the only one there is.
        if !self.is_owner {
            told?;
        }
        caught(|| {
            let Output { numbers, rows, model, out } = output;
            Ok(TaskResult { numbers, rows: rows.into(), model, out: out.into() })
        })
    }
}

impl ReduceTask {
    /// Reduces `body` itself, and hands it back where nothing changes.
    pub const fn owning(body: Vec<u8>, policy: Arc<Policy>, level: Level, asked: Asked) -> Self {
        Self { body: DropSafe::new(Body::Copy(body)), policy, level, asked, is_owner: true }
    }

    fn reduce(&self, body: &[u8]) -> Output {
        let mut reducer = spare_or_new(self.level);
        let mut output = Output { numbers: vec![0; NUMBER_COUNT], ..Output::default() };
        let Asked { wire, flags, model, host, tenant, steps: (last, start, known) } = &self.asked;
        let at = (host.as_deref(), tenant.as_deref());
        let options = options_of(*wire, *flags, model.as_deref(), (*last, *start, known), at);
        match reducer.plan(body, &self.policy, options) {
            Ok(plan) => {
                output.model = model_json(body, plan.transcript.model);
                if wants_output(*flags) && plan.changes() {
                    output.out = plan.to_bytes();
                }
                if self.is_owner {
                    put_plan(&plan, 0, &mut output.numbers);
                } else {
                    output.rows = rows_of(&plan, output.out.is_empty(), &mut output.numbers);
                }
            }
            Err(error) => put_unreadable(error, reducer.wire(), &mut output.numbers),
        }
        keep_spare(reducer, self.level);
        output
    }
}

/// Finds what [`crate::engine::Engine::locate`] finds, on Node's thread pool: the numbers, or none of a body that cannot be read.
/// Nobody may write to `body`, detach or resize it until the promise is settled.
#[napi(catch_unwind, ts_return_type = "Promise<Array<number> | null>")]
pub fn locate_task(
    #[napi(ts_arg_type = "Uint8Array")] body: Unknown<'_>,
    level: String,
    wire: u32,
    last_step: u32,
) -> Result<AsyncTask<LocateTask>> {
    caught(|| {
        provoke(Kind::Export);
        let (body, level) = (DropSafe::new(borrow(body)?), level_named(Some(&level))?);
        Ok(AsyncTask::new(LocateTask { body, level, wire, last_step }))
    })
}

pub struct LocateTask {
    body: DropSafe<Buffer>,
    level: Level,
    wire: u32,
    last_step: u32,
}

impl Task for LocateTask {
    type Output = Option<Vec<u32>>;
    type JsValue = Option<Vec<u32>>;

    fn compute(&mut self) -> Result<Self::Output> {
        caught(|| {
            provoke(Kind::Compute);
            let body: &[u8] = self.body.get().map_or(&[], |bytes| bytes);
            let mut reducer = spare_or_new(self.level);
            let found = reducer.locate(body, wire_from_code(self.wire), self.last_step);
            let numbers = found.ok().map(|found| {
                let mut numbers = vec![0; landmark::COUNT as usize];
                put_landmarks(&found, &mut numbers);
                numbers
            });
            keep_spare(reducer, self.level);
            Ok(numbers)
        })
    }

    fn resolve(&mut self, _env: Env, output: Self::Output) -> Result<Self::JsValue> {
        caught(|| {
            provoke(Kind::Resolve);
            Ok(output)
        })
    }
}

/// The rows, and the replacements behind them where they are in no output.
fn rows_of(plan: &Plan<'_>, with_replacements: bool, numbers: &mut [u32]) -> Vec<u8> {
    let rows_bytes = report::rows_bytes(plan);
    put_plan(plan, rows_bytes, numbers);
    let mut out = vec![0; rows_bytes + if with_replacements { plan.edits.replacement_bytes() } else { 0 }];
    let fits = report::write_report(plan, rows_bytes, &mut out);
    debug_assert!(fits, "the buffer has the size that the rows asked for");
    out
}

/// The JSON of the model's name in the task's own copy of the body.
fn model_json(body: &[u8], span: Span) -> Option<String> {
    let json = body.get(span.start as usize..span.end as usize).filter(|json| !json.is_empty())?;
    String::from_utf8(json.to_vec()).ok()
}

/// One reducer with its memory, for the next task: fresh pages cost a tenth of the time of a reduction.
static SPARE: Mutex<Option<(Reducer, Level)>> = Mutex::new(None);

fn spare_or_new(level: Level) -> Reducer {
    let spare = SPARE.lock().ok().and_then(|mut place| place.take());
    spare.filter(|(_, of)| *of == level).map_or_else(|| Reducer::new(level), |(reducer, _)| reducer)
}

/// What a panic interrupted never comes here.
fn keep_spare(mut reducer: Reducer, level: Level) {
    reducer.reset();
    if let Ok(mut place) = SPARE.lock() {
        *place = Some((reducer, level));
    }
}

/// The body takes the place of an output that is not there; a panic becomes the status of a defect.
fn or_given_back(outcome: Result<Output>, mut body: DropSafe<Vec<u8>>) -> Output {
    let mut output = outcome.unwrap_or_else(|_| {
        let mut numbers = vec![0; NUMBER_COUNT];
        put_unreadable(Unreadable::Defect, None, &mut numbers);
        Output { numbers, ..Output::default() }
    });
    if output.out.is_empty() {
        output.out = body.get_mut().map(std::mem::take).unwrap_or_default();
    }
    output
}
