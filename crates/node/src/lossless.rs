//! Binding of the lossless phase of a condensation ([`tamis_border::lossless`]).

use napi::bindgen_prelude::{Buffer, Error, Result, Status, Uint32Array};
use napi_derive::napi;
use tamis_border::lossless::{Changes, changes_of};

use crate::panics::{Kind, caught, provoke};

/// What the phase found.
#[napi(object, object_from_js = false)]
pub struct LosslessChanges {
    /// Rows, one behind the other.
    pub words: Uint32Array,
    /// The texts of the rows.
    pub bytes: Buffer,
}

/// Runs the phase. Both arrays are borrowed. Throws for strings that are no UTF-8, and for numbers that do not fit the bytes.
#[napi(catch_unwind)]
pub fn lossless_changes(bytes: &[u8], #[napi(ts_arg_type = "Uint32Array")] words: &[u32]) -> Result<LosslessChanges> {
    caught(|| {
        provoke(Kind::Export);
        let unread = || Error::new(Status::InvalidArg, "the words do not fit the bytes, or these are no UTF-8");
        let Changes { words, bytes } = changes_of(bytes, words).ok_or_else(unread)?;
        Ok(LosslessChanges { words: words.into(), bytes: bytes.into() })
    })
}
