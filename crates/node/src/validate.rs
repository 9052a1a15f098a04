//! Binding of the validator: returns rows of numbers, which TypeScript puts into words.

use crate::codes::{level_of, put_read, put_unreadable, wire_from_code};
use crate::panics::{DropSafe, caught};
use crate::protocol::{detail, violation};
use napi::bindgen_prelude::{Error, Result, Status, Uint32Array};
use napi_derive::napi;
use tamis_core::validate::{Detail, Row, ValidateOptions, Validator};

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
        caught(|| Ok(Self(DropSafe::new(Validator::new(level_of(level.as_deref())?)))))
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
            let options = ValidateOptions { wire: wire_from_code(wire), model: model.as_deref() };
            let validator = self.0.get_mut().ok_or_else(|| Error::new(Status::GenericFailure, "lost to a panic"))?;
            let (wire, rows) = match validator.validate(body, options) {
                Ok(found) => found,
                Err(error) => {
                    put_unreadable(error, None, numbers);
                    return Ok(None);
                }
            };
            put_read(wire, numbers);
            let listed = rows.get(..rows.len().min(most as usize)).unwrap_or_default();
            Ok((!listed.is_empty()).then(|| listed.iter().flat_map(words).collect::<Vec<u32>>().into()))
        })
    }
}

fn words(row: &Row) -> [u32; violation::WORDS as usize] {
    let next = |number: i32| number.wrapping_add(1).cast_unsigned();
    let (kind, first, second) = match row.detail {
        Detail::None => (detail::NONE, 0, 0),
        Detail::Text(span) => (detail::TEXT, span.start, span.end),
        Detail::Count(count) => (detail::COUNT, count, 0),
    };
    let mut words = [0; violation::WORDS as usize];
    words[violation::RULE as usize] = row.rule.number() as u32;
    words[violation::PLACE as usize] = row.place as u32;
    words[violation::MESSAGE as usize] = next(row.message);
    words[violation::INDEX as usize] = next(row.index);
    words[violation::NESTED as usize] = next(row.nested);
    words[violation::OFFSET as usize] = row.offset;
    words[violation::DETAIL as usize] = kind;
    words[violation::FIRST as usize] = first;
    words[violation::SECOND as usize] = second;
    words
}
