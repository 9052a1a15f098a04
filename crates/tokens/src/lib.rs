//! Estimates and counts the tokens of texts.
//!
//! ```text
//! bytes ─class→ one of 64 ─three in a row→ an index of 16 bits ─table→ weights in 1/1024 token ─sum→ estimate
//! other scripts ─longest beginning of a token→ pieces ─sum→ estimate
//! bytes ─split→ pieces ─cache, merges→ exact count
//! ```
//!
//! [`estimate_utf8`] reads plain text, [`estimate_json_string`] the inside of a JSON string with its escapes. Both give
//! the same number for the same text, on every [`Level`]. [`count_utf8`] loads a
//! vocabulary on first use; a build without the feature `vocabulary` has none until [`use_vocabulary`] brings one. Nothing here fails or panics: bytes that are not UTF-8 are counted, too.
//!
//! This crate knows nothing of requests, policies or Node. `unsafe` is only under `vector`.

mod beginnings;
mod class;
mod encoding;
mod estimate;
mod exact;
mod json_string;
mod scripts;
mod utf16;
mod vector;
mod weights;
mod words;

pub use beginnings::Hash;
pub use encoding::Encoding;
pub use estimate::{estimate_utf8, weigh_utf8};
pub use exact::{count_utf8, use_vocabulary, vocabulary};
pub use json_string::{JsonScale, decode_json_string, estimate_json_string};
pub use scripts::is_covered;
pub use utf16::{estimate_utf16, utf8_from_utf16, weigh_utf16};
pub use vector::{Level, find_quote_or_backslash};
pub use weights::{PATTERNS, VERSION, Weights, pattern};
pub use words::{end_of_more_words, has_more_words};
