//! Weighs the parts of a request in tokens.

mod image_size;
mod opaque;
pub(crate) mod remembered;
pub(crate) mod weigh;
