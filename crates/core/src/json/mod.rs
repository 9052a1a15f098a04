//! JSON bytes: where the structure is, what it says, and the texts inside it. Knows no request.

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
