//! Binding of the validator: returns rows of numbers, which TypeScript puts into words.

#![expect(clippy::unused_self, reason = "the napi macro passes the object to each of its getters")]

use crate::codes::{level_of, put_unreadable, wire_code, wire_from_code};
use crate::panics::{DropSafe, caught};
use napi::bindgen_prelude::{Error, Result, Status, Uint32Array};
use napi_derive::napi;
use tamis_core::validate::{Detail, Row, Rule, ValidateOptions, Validator};

/// Memory of the caller that this module writes to. (The macros read a literal `&mut [u32]` as a class.)
type WordsMut<'a> = &'a mut [u32];

/// Words of a row: rule, place, message + 1, index + 1, nested + 1, byte offset, and the detail that its text names: 0 for
/// nothing, 1 and a span of the body, or 2 and a count.
const ROW_WORDS: usize = 9;

/// Validates requests one after the other and reuses its memory. One a thread.
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
            for (place, number) in numbers.iter_mut().zip([0, 0, wire_code(Some(wire))]) {
                *place = u32::try_from(number).unwrap_or(u32::MAX);
            }
            let listed = rows.get(..rows.len().min(most as usize)).unwrap_or_default();
            Ok((!listed.is_empty()).then(|| listed.iter().flat_map(words).collect::<Vec<u32>>().into()))
        })
    }
}

fn words(row: &Row) -> [u32; ROW_WORDS] {
    let next = |number: i32| number.wrapping_add(1).cast_unsigned();
    let detail = match row.detail {
        Detail::None => [0, 0, 0],
        Detail::Text(span) => [1, span.start, span.end],
        Detail::Count(count) => [2, count, 0],
    };
    let [kind, first, second] = detail;
    let (rule, place) = (row.rule as u32, row.place as u32);
    [rule, place, next(row.message), next(row.index), next(row.nested), row.offset, kind, first, second]
}

#[napi]
impl RequestValidator {
    /// The names of the rules, by their numbers in rows.
    #[napi(getter, catch_unwind)]
    pub fn rules(&self) -> Vec<&'static str> {
        Rule::NAMES.to_vec()
    }
}
