//! What is to change in a body, and the body with it changed.

pub(crate) mod list;
pub(crate) mod splice;
pub(crate) mod surrogates;
