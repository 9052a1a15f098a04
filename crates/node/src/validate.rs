//! Binding of the validator: returns rows of numbers, which TypeScript puts into words.

use napi::bindgen_prelude::{Error, Result, Status, Uint32Array};
use napi_derive::napi;
use tamis_border::violations::violations_of;
use tamis_core::validate::Validator;

use crate::engine::level_named;
use crate::panics::{DropSafe, caught};

/// Memory of the caller that this module writes to. (The macros read a literal `&mut [u32]` as a class.)
type WordsMut<'a> = &'a mut [u32];

/// Validates one request after the other, reusing its memory. One a thread.
#[napi]
pub struct RequestValidator(DropSafe<Validator>);

#[napi]
impl RequestValidator {
    /// A validator for the named instruction set, or the fastest; throws if this CPU does not have it.
    #[napi(constructor, catch_unwind)]
    pub fn new(level: Option<String>) -> Result<Self> {
        caught(|| Ok(Self(DropSafe::new(Validator::new(level_named(level.as_deref())?)))))
    }

    /// The first `most` violations of `body`, or none. Fills `numbers`: status, byte offset of an error
    /// and wire + 1, as [`crate::engine::plan`] does. `wire` is a wire + 1, or 0 to recognise it by shape.
    #[napi(catch_unwind)]
    pub fn validate(
        &mut self,
        body: &[u8],
        wire: u32,
        model: Option<String>,
        most: u32,
        #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
    ) -> Result<Option<Uint32Array>> {
        caught(|| {
            let validator = self.0.get_mut().ok_or_else(|| Error::new(Status::GenericFailure, "lost to a panic"))?;
            let rows = violations_of(validator, body, (wire, model.as_deref()), most as usize, numbers);
            Ok((!rows.is_empty()).then(|| rows.into()))
        })
    }
}
