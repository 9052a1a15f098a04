//! Weighs the parts of a request in tokens.

pub(crate) mod remembered;
pub(crate) mod weigh;
