//! The asynchronous call: a whole reduction on Node's own thread pool.
//!
//! ```text
//! JavaScript thread   copy the body │                          │ hand the vectors over (no copy)
//! thread pool                       │ plan, splice, write rows │
//! ```
//! The thread pool sees nothing of JavaScript's memory: a buffer that is transferred, resized or refilled meanwhile is
//! not the one that is read. A task has a reducer of its own; that and the copy are given back as soon as they have
//! served, output and rows become JavaScript's. (Handing the reducer on to the next task would save a tenth of the pool
//! thread's time, handing the copy's memory on nothing; both would keep memory for ever.)

use std::sync::Arc;

use napi::bindgen_prelude::{AbortSignal, AsyncTask, Buffer, Error, Result, Status};
use napi::{Env, Task};
use napi_derive::napi;
use tamis_core::{Level, Policy, Reducer, report};

use crate::CompiledPolicy;
use crate::codes::{NUMBER_COUNT, level_of, options_of, put_plan, put_unreadable, wants_output};
use crate::panics::{DropSafe, Kind, caught, provoke};

/// What one task made of its copy of the body.
#[napi(object, object_from_js = false)]
pub struct TaskResult {
    /// As [`crate::engine::Engine::plan`] fills them.
    pub numbers: Vec<u32>,
    /// The rows of the report.
    pub rows: Buffer,
    /// The reduced body; empty where it is not wanted, or nothing would be edited.
    pub out: Buffer,
}

/// Reduces a copy of `body`, made before this returns, on Node's thread pool. `wire` and `flags` as in `Engine.plan`;
/// `signal` drops a task that has not begun; it must be one that nobody
/// else sees, since its `onabort` is taken.
#[napi(catch_unwind, ts_return_type = "Promise<TaskResult>")]
pub fn reduce_task(
    body: &[u8],
    policy: &CompiledPolicy,
    level: String,
    wire: u32,
    flags: u32,
    model: Option<String>,
    signal: Option<AbortSignal>,
) -> Result<AsyncTask<ReduceTask>> {
    let task = caught(|| {
        let mut copy = Vec::new();
        copy.try_reserve_exact(body.len())
            .map_err(|_| Error::new(Status::GenericFailure, "no memory for a copy of the body"))?;
        copy.extend_from_slice(body);
        let (policy, level) = (policy.shared(), level_of(Some(&level))?);
        Ok(ReduceTask { copy: DropSafe::new(copy), policy, level, wire, flags, model })
    })?;
    Ok(AsyncTask::with_optional_signal(task, signal))
}

pub struct ReduceTask {
    copy: DropSafe<Vec<u8>>,
    policy: Arc<Policy>,
    level: Level,
    wire: u32,
    flags: u32,
    model: Option<String>,
}

/// What the thread pool hands to the JavaScript thread.
#[derive(Default)]
pub struct Output {
    numbers: Vec<u32>,
    rows: Vec<u8>,
    out: Vec<u8>,
}

impl Task for ReduceTask {
    type Output = Output;
    type JsValue = TaskResult;

    fn compute(&mut self) -> Result<Output> {
        caught(|| {
            provoke(Kind::Compute);
            Ok(self.reduce())
        })
    }

    fn resolve(&mut self, _env: Env, output: Output) -> Result<TaskResult> {
        caught(|| {
            provoke(Kind::Resolve);
            let Output { numbers, rows, out } = output;
            Ok(TaskResult { numbers, rows: rows.into(), out: out.into() })
        })
    }
}

impl ReduceTask {
    fn reduce(&mut self) -> Output {
        let body = self.copy.get_mut().map(std::mem::take).unwrap_or_default();
        let mut reducer = Reducer::new(self.level);
        let mut output = Output { numbers: vec![0; NUMBER_COUNT], ..Output::default() };
        match reducer.plan(&body, &self.policy, options_of(self.wire, self.flags, self.model.as_deref(), None)) {
            Ok(plan) => {
                output.rows = vec![0; report::rows_bytes(&plan)];
                put_plan(&plan, output.rows.len(), &mut output.numbers);
                report::write_rows(&plan, &mut output.rows);
                if wants_output(self.flags) && plan.changes() {
                    output.out = plan.to_bytes();
                }
            }
            Err(error) => put_unreadable(error, reducer.wire(), &mut output.numbers),
        }
        output
    }
}
