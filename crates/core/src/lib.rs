//! Byte-exact reduction of LLM agents' requests.
//!
//! ```text
//! body ─scan→ Index ─wire→ Transcript ─plan(policy)→ EditList ─splice→ bytes, and a report
//! ```
//!
//! Guarantees: bytes outside announced edits are copied as they are. The same body and policy give the same bytes. An
//! unreadable body gives an error value ([`Unreadable`]), never a panic. Nothing recurses over input. JSON is accepted
//! exactly as `JSON.parse` accepts it on strict UTF-8. Time is linear in the body. Memory in addition to body and output:
//! the index of the conversation, about 40 bytes for a small message, and one bit a nesting level.
//!
//! This crate knows no Node, no I/O, no clock. `unsafe` is only under `json/scan`.

pub mod arrival;
pub mod dedupe;
pub mod definitions;
pub mod digest;
mod edit;
mod error;
mod failure;
mod handle;
mod hash;
mod json;
pub mod lossless;
mod models;
mod over;
mod plan;
mod policy;
mod reduce;
pub mod report;
mod scratch;
mod span;
#[cfg(test)]
mod test_base64;
mod transcript;
pub mod validate;
mod weight;
mod wire;

pub use edit::list::{Edit, EditList};
pub use error::{Limit, Unreadable};
pub use hash::content_hash;
pub use json::entry::{Entry, Kind, Listing, MAX_BODY_BYTES, MAX_MESSAGES};
pub use json::index::Index;
pub use json::outline::{LongString, Outline, outline};
pub use json::scan::{Lengths, Level};
pub use plan::roles::Roles;
pub use plan::{Action, Decision, Memory, OutputForm, PlacedReference, Reason, ResultRole, RoleFrom};
pub use policy::{Policy, PolicyError};
pub use reduce::{Head, Options, Plan, Reducer};
pub use span::Span;
pub use transcript::identity::Landmarks;
pub use transcript::{Role, ToolCall, ToolResult, Transcript};
pub use wire::Wire;
