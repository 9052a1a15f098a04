//! The Node binding: bytes, numbers, strings and a compiled policy in; numbers and bytes out.
//!
//! A reduction is two calls, so that JavaScript allocates the output at its exact size (an external buffer costs
//! more than the reduction itself): [`engine::plan`] reads and decides, [`engine::write`] splices. Both
//! borrow the caller's memory only while they run. [`task::reduce_task`] does all of it on the thread pool, from a copy, from
//! a body that is lent, or from one that arrived in pieces and was put together here ([`intake::BodyIntake`]). Numbers mean what [`tamis_border::protocol`]
//! says. No panic gets out ([`panics`]); nothing here loops over content.

#![allow(
    missing_docs,
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "the napi macros make the binding's types and functions, and document nothing themselves"
)]

pub mod engine;
pub mod intake;
mod late;
pub mod lossless;
pub mod memory;
mod panics;
mod table;
pub mod task;
pub mod tokens;
mod validate;
pub mod words;
pub mod zstd;

use std::sync::Arc;

use napi::bindgen_prelude::{Buffer, Error, Object, Result, Status};
use napi_derive::napi;
use tamis_border::protocol;
use tamis_core::Policy;

use panics::{Kind, caught, provoke};
use table::Table;

#[napi(module_exports)]
pub fn load(_exports: Object<'_>) -> Result<()> {
    panics::install();
    Ok(())
}

/// The version of the protocol: of every number that both sides must read alike ([`tamis_border::protocol`]).
#[napi]
pub const PROTOCOL_VERSION: u32 = protocol::VERSION;

/// The text of `ts/native/protocol.ts`, which the build writes.
#[napi(catch_unwind)]
pub fn protocol_source() -> String {
    protocol::source()
}

/// The text of `ts/contract/rule-texts.json`, which the build writes: the validator's rules, and the forms they ask for.
#[napi(catch_unwind)]
pub fn rule_texts_source() -> String {
    protocol::rule_texts()
}

/// The text of `docs/rules.json`, which the build writes: the rules with their sources and repairs.
#[napi(catch_unwind)]
pub fn rule_docs_source() -> String {
    protocol::rule_docs()
}

/// The packed vocabularies of exact counts, which the build writes to `ts/binding/vocabularies.bin`.
#[napi(catch_unwind)]
pub fn vocabulary() -> Buffer {
    tamis_tokens::vocabulary().to_vec().into()
}

thread_local! {
    static POLICIES: Table<Arc<Policy>> = const { Table::new() };
}

/// A policy compiled for the engine.
#[napi]
pub struct CompiledPolicy {
    number: u32,
    policy: Arc<Policy>,
}

#[napi]
impl CompiledPolicy {
    /// From resolved settings as JSON; throws if they are not of the expected shape.
    #[napi(constructor, catch_unwind)]
    pub fn new(settings: String) -> Result<Self> {
        caught(|| {
            provoke(Kind::Policy);
            let policy =
                Policy::from_json(&settings).map_err(|error| Error::new(Status::InvalidArg, error.to_string()))?;
            let policy = Arc::new(policy);
            let number = POLICIES.with(|policies| policies.add(Arc::clone(&policy)));
            Ok(Self { number, policy })
        })
    }

    /// What [`engine::plan`] knows it by, on this thread, as long as this lives.
    #[napi(getter, catch_unwind)]
    pub fn number(&self) -> u32 {
        self.number
    }
}

impl CompiledPolicy {
    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn shared(&self) -> Arc<Policy> {
        Arc::clone(&self.policy)
    }
}

impl Drop for CompiledPolicy {
    fn drop(&mut self) {
        let _ = POLICIES.try_with(|policies| policies.remove(self.number));
    }
}

fn policy_of(number: u32) -> Result<Arc<Policy>> {
    let found = POLICIES.with(|policies| policies.with(number, |policy| Arc::clone(policy)));
    found.ok_or_else(|| Error::new(Status::InvalidArg, "no policy has that number"))
}
