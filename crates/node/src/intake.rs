//! Joins a request body that arrives in pieces, in the addon's own memory.
//!
//! ```text
//! JavaScript thread   push, push, … │                │ to send: reduced bytes, or these (no copy)
//! thread pool                       │ plan, splice   │
//! ```
//! JavaScript never sees this memory while a task reads it, so the task needs no copy. The memory is freed after its use.
//! Bodies in JavaScript's memory would wait for a garbage collection, and every 64 MB of them make V8 start a full one.

#![allow(clippy::too_many_arguments, reason = "as in `engine`: an object for the arguments would cost more")]

use napi::bindgen_prelude::{ArrayBuffer, AsyncTask, Buffer, Error, Result, Status, Utf16String};
use napi_derive::napi;

use crate::CompiledPolicy;
use crate::engine::level_named;
use crate::panics::{DropSafe, Kind, caught, provoke};
use crate::task::{Asked, ReduceTask};
use tamis_border::text::push_utf16;

/// The received part of a body.
#[napi]
pub struct BodyIntake(DropSafe<Vec<u8>>);

#[napi]
impl BodyIntake {
    /// Makes room for `bytes`; a longer body is accepted.
    #[napi(constructor, catch_unwind)]
    pub fn new(bytes: u32) -> Result<Self> {
        caught(|| {
            provoke(Kind::Export);
            let mut memory = Vec::new();
            memory.try_reserve_exact(bytes as usize).map_err(|_| no_memory())?;
            Ok(Self(DropSafe::new(memory)))
        })
    }

    /// Appends a copy of `piece`.
    #[napi(catch_unwind)]
    pub fn push(&mut self, piece: &[u8]) -> Result<()> {
        caught(|| {
            provoke(Kind::Export);
            self.append(piece)
        })
    }

    /// Appends a copy of `piece` and detaches it, so that its memory is free at once and not after a garbage collection.
    /// No other code may use it. A piece that cannot be detached stays as it is.
    #[napi(catch_unwind)]
    pub fn absorb(&mut self, piece: ArrayBuffer) -> Result<()> {
        caught(|| {
            provoke(Kind::Export);
            self.append(&piece)?;
            let _ = piece.detach();
            Ok(())
        })
    }

    /// Appends `text` as UTF-8 and returns the number of bytes. Half surrogate pairs become U+FFFD.
    #[napi(catch_unwind, ts_args_type = "text: string")]
    pub fn push_text(&mut self, text: Utf16String) -> Result<u32> {
        caught(|| {
            provoke(Kind::Export);
            let memory = self.0.get_mut().ok_or_else(no_memory)?;
            // The largest size that it can need, so that no allocation aborts.
            memory.try_reserve(3 * text.len()).map_err(|_| no_memory())?;
            let before = memory.len();
            push_utf16(memory, &text);
            u32::try_from(memory.len() - before).map_err(|_| no_memory())
        })
    }

    /// Moves all bytes to JavaScript without a copy; this body is empty afterwards.
    #[napi(catch_unwind)]
    pub fn take(&mut self) -> Result<Buffer> {
        caught(|| Ok(self.taken().into()))
    }

    /// Frees the memory; this body is empty afterwards. Otherwise it would be kept until JavaScript's object is
    /// collected, and each body in the meantime would need fresh pages from the system.
    #[napi(catch_unwind)]
    pub fn release(&mut self) -> Result<()> {
        caught(|| {
            provoke(Kind::Export);
            drop(self.taken());
            Ok(())
        })
    }

    /// Reduces the bytes on Node's thread pool; this body is empty afterwards. The result's `out` is the body to send: the
    /// received bytes if nothing changes. It has no rows. Other arguments as in `reduceTask`; never rejects for a defect.
    #[napi(catch_unwind, ts_return_type = "Promise<TaskResult>")]
    pub fn reduce_task(
        &mut self,
        policy: &CompiledPolicy,
        level: String,
        wire: u32,
        flags: u32,
        model: Option<String>,
        host: Option<String>,
        tenant: Option<String>,
    ) -> Result<AsyncTask<ReduceTask>> {
        caught(|| {
            let (policy, level) = (policy.shared(), level_named(Some(&level))?);
            let asked = Asked { wire, flags, model, host, tenant, steps: (None, None, Vec::new()) };
            Ok(AsyncTask::new(ReduceTask::owning(self.taken(), policy, level, asked)))
        })
    }
}

impl BodyIntake {
    /// The received bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.get().map_or(&[], Vec::as_slice)
    }

    fn append(&mut self, piece: &[u8]) -> Result<()> {
        let memory = self.0.get_mut().ok_or_else(no_memory)?;
        memory.try_reserve(piece.len()).map_err(|_| no_memory())?;
        memory.extend_from_slice(piece);
        Ok(())
    }

    fn taken(&mut self) -> Vec<u8> {
        self.0.get_mut().map(std::mem::take).unwrap_or_default()
    }
}

fn no_memory() -> Error {
    Error::new(Status::GenericFailure, "no memory for the body")
}
