//! What crosses between the core and JavaScript: numbers by place ([`protocol`]), and texts.
//!
//! ```text
//! core ─→ border ─→ node   over Node-API
//!                └→ wasm   over linear memory
//! ```
//! Both ways in read the same numbers, so that one reader in TypeScript serves them. Nothing here decides.

#![allow(
    missing_docs,
    clippy::must_use_candidate,
    reason = "the macros of the protocol make most of its names, and each has its text as data"
)]

pub mod codes;
pub mod counting;
pub mod lossless;
pub mod protocol;
pub mod text;
pub mod violations;
pub mod words;
