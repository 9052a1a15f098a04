//! The changes to a body, and the changed body.

pub(crate) mod list;
pub(crate) mod splice;
pub(crate) mod surrogates;
