//! Weighs the parts of a request in tokens.

pub(crate) mod image_size;
pub(crate) mod longer_edge;
pub(crate) mod opaque;
pub(crate) mod remembered;
pub(crate) mod weigh;
