//! JSON bytes: their structure, its meaning, and the texts in it. Knows nothing of requests.

pub(crate) mod bit_stack;
pub(crate) mod cursor;
pub(crate) mod entry;
pub(crate) mod grammar;
pub(crate) mod index;
pub(crate) mod key;
pub(crate) mod outline;
pub(crate) mod scalar;
pub(crate) mod scan;
pub(crate) mod text;
pub(crate) mod tokens;
