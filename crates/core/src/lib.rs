//! Byte-exact reduction of LLM agents' requests.
//!
//! ```text
//! body ─scan→ Index ─wire→ Transcript ─plan(policy)→ EditList ─splice→ bytes, and a report
//! ```
//!
//! Guarantees: bytes outside announced edits are copied as they are; the same body and policy give the same bytes;
//! what cannot be read is refused as data ([`Unreadable`]), never by a panic; nothing recurses over input; JSON is
//! accepted exactly as `JSON.parse` accepts it on strict UTF-8. Time is linear in the body. Memory beside body and
//! output: the index of the conversation, about 40 bytes for a small message, and one bit a nesting level.
//!
//! This crate knows no Node, no I/O, no clock. `unsafe` stands only under `scan`.

mod bit_stack;
mod cursor;
mod edit;
mod entry;
mod error;
mod glob;
mod grammar;
mod hash;
mod index;
mod json_tokens;
mod key;
mod known_weights;
mod landmarks;
mod outline;
mod patterns;
mod placeholder;
mod plan;
mod policy;
mod reduce;
pub mod report;
mod scalar;
mod scan;
mod scratch;
mod splice;
mod surrogates;
mod template;
mod text;
mod transcript;
pub mod validate;
mod weigh;
mod wire;

pub use edit::{Edit, EditList};
pub use entry::{Entry, Kind, Listing, MAX_BODY_BYTES, MAX_MESSAGES};
pub use error::{Limit, Unreadable};
pub use hash::content_hash;
pub use index::Index;
pub use landmarks::Landmarks;
pub use outline::{LongString, Outline, outline};
pub use plan::{Action, Decision, Memory, Reason};
pub use policy::{Policy, PolicyError};
pub use reduce::{Options, Plan, Reducer};
pub use scan::{Lengths, Level};
pub use transcript::{Role, Span, ToolCall, ToolResult, Transcript};
pub use wire::Wire;
