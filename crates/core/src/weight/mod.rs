//! How much each block of a request weighs in its prompt.

pub(crate) mod remembered;
pub(crate) mod weigh;
