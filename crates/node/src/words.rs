//! Binding of what a replay asks of single texts. Strings come as UTF-16 in memory of the caller, which is several times
//! cheaper than to make memory for each.

use napi::bindgen_prelude::{Error, Result, Status};
use napi_derive::napi;
use tamis_border::words;

use crate::panics::caught;

/// As in the crate root: memory of the facade, which never overlaps a text.
type WordsMut<'a> = &'a mut [u32];

/// Writes the words of a text that have a rank to `out`, each as the two numbers of [`tamis_border::protocol::word`], as far
/// as there is room. Returns how many numbers there are.
#[napi(catch_unwind)]
pub fn ranked_words(units: &[u16], #[napi(ts_arg_type = "Uint32Array")] out: WordsMut<'_>) -> Result<u32> {
    caught(|| words::ranked_words(units, out).ok_or_else(|| Error::new(Status::GenericFailure, "no text")))
}

/// The smaller form of a text of which nothing else is known; none if it stays, or if more has to be known. Fills `numbers` at
/// the places that [`tamis_border::protocol::form`] names. `kinds` has the bits of [`tamis_border::protocol::arrival`];
/// `long_lines` and `clip` are chars, 0 for kinds that are not applied.
#[napi(catch_unwind)]
pub fn arrived_form(
    units: &[u16],
    kinds: u32,
    long_lines: u32,
    clip: u32,
    #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
) -> Result<Option<String>> {
    let Some(numbers) = numbers.first_chunk_mut() else {
        return Err(Error::new(Status::InvalidArg, "two numbers are needed"));
    };
    caught(|| Ok(words::arrived_form(units, (kinds, long_lines, clip), numbers)))
}
