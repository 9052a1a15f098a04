//! Binding of what TypeScript asks of single texts and calls ([`tamis_border::words`]). Strings come as UTF-16 in memory of the caller, which is several times
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

/// The digest of a text: at most `max_words` words and `max_chars` chars. The first `seen` units are the words that the model
/// has from elsewhere, with blanks between them; the others are the text.
#[napi(catch_unwind)]
pub fn digest(units: &[u16], seen: u32, max_words: u32, max_chars: u32) -> Result<String> {
    let [seen, max_words, max_chars] = [seen, max_words, max_chars].map(|number| number as usize);
    caught(|| words::digest(units, seen, max_words, max_chars).ok_or_else(few_units))
}

/// Fills `numbers` at the places that [`tamis_border::protocol::shown`] names with what the result of a call shows. Returns
/// the path that the call names. The first `tool` units are the tool's name, the others its arguments.
#[napi(catch_unwind)]
pub fn shown_by_call(
    units: &[u16],
    tool: u32,
    #[napi(ts_arg_type = "Uint32Array")] numbers: WordsMut<'_>,
) -> Result<Option<String>> {
    let Some(numbers) = numbers.first_chunk_mut() else {
        return Err(Error::new(Status::InvalidArg, "four numbers are needed"));
    };
    caught(|| words::shown_by_call(units, tool as usize, numbers).ok_or_else(few_units))
}

fn few_units() -> Error {
    Error::new(Status::InvalidArg, "there are not so many units")
}
