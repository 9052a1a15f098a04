//! Binding that counts the tokens of texts ([`tamis_border::counting`]). A call borrows bytes while it runs. Strings cross as
//! UTF-16, which is several times cheaper than UTF-8.

use napi::JsString;
use napi::bindgen_prelude::{Array, Buffer, Error, Result, Status, Uint32Array, Unknown};
use napi_derive::napi;
use tamis_border::counting::{self, Method, fill_spans, number, weight_of_units, with_utf8, word};
use tamis_tokens::{Level, estimate_utf8, weigh_utf8};

use crate::late::borrow;

/// As in the crate root: memory of the facade, which never overlaps a text.
type WordsMut<'a> = &'a mut [u32];

fn method_of(code: u32) -> Result<Method> {
    Method::from_code(code).ok_or_else(|| invalid(format!("no such method: {code}")))
}

fn invalid(message: impl Into<String>) -> Error {
    Error::new(Status::InvalidArg, message.into())
}

const NO_SPANS: &str = "as many numbers as spans are needed, and each span in the body";
const NO_WEIGHT: &str = "an exact count has no weight";

fn with_string<T>(text: JsString<'_>, run: impl FnOnce(&[u8]) -> T) -> Result<T> {
    let length = text.utf16_len()?;
    // The last unit is a terminator, which is not part of the text.
    let units = text.into_utf16()?;
    Ok(with_utf8(units.as_slice().get(..length).unwrap_or_default(), run))
}

/// Writes the tokens of each text, a string or bytes, to `out`. Throws for any other value. Reading an element can run
/// JavaScript: the text is counted before the next is read, and `out` is borrowed after the last.
fn fill(texts: &Array<'_>, out: Unknown<'_>, mut tokens: impl FnMut(&[u8]) -> u64) -> Result<()> {
    let mut counts = Vec::new();
    let mut kind = Kind::Bytes;
    for at in 0..texts.len() {
        let known = kind.tokens(texts, at, &mut tokens);
        counts.push(word(known.or_else(|_| {
            kind = kind.other();
            kind.tokens(texts, at, &mut tokens)
        })?));
    }
    let out: WordsMut<'_> = borrow(out)?;
    if counts.len() != out.len() {
        return Err(Error::new(Status::InvalidArg, "as many numbers as texts are needed"));
    }
    out.copy_from_slice(&counts);
    Ok(())
}

/// Type of the last text. The next one likely has the same, and testing for a wrong type costs more than a text.
#[derive(Clone, Copy)]
enum Kind {
    String,
    Bytes,
}

impl Kind {
    fn other(self) -> Self {
        match self {
            Self::String => Self::Bytes,
            Self::Bytes => Self::String,
        }
    }

    fn tokens(self, texts: &Array<'_>, at: u32, tokens: impl FnOnce(&[u8]) -> u64) -> Result<u64> {
        match self {
            Self::String => texts.get::<JsString<'_>>(at)?.map_or(Ok(0), |string| with_string(string, tokens)),
            Self::Bytes => Ok(texts.get::<&[u8]>(at)?.map_or(0, tokens)),
        }
    }
}

/// Tokens of UTF-8 bytes.
#[napi(catch_unwind)]
pub fn tokens_of_bytes(text: &[u8], method: u32) -> Result<u32> {
    Ok(word(method_of(method)?.tokens(text)))
}

/// Tokens of a string.
#[napi(catch_unwind)]
pub fn tokens_of_string(text: JsString<'_>, method: u32) -> Result<u32> {
    let method = method_of(method)?;
    with_string(text, |text| word(method.tokens(text)))
}

/// Tokens of a string that the caller has written to its own memory. For long strings: memory allocated for each call
/// would cost more than their estimate.
#[napi(catch_unwind)]
pub fn tokens_of_units(units: &[u16], method: u32) -> Result<u32> {
    Ok(word(method_of(method)?.tokens_of_units(units)))
}

/// The estimate of a string before rounding, in 1/1024 token: the caller sums it over the strings of a block. Throws for
/// the method of an exact count.
#[napi(catch_unwind)]
pub fn weigh_string(text: JsString<'_>, method: u32) -> Result<f64> {
    let encoding = counting::estimated(method).ok_or_else(|| invalid(NO_WEIGHT))?;
    with_string(text, |text| number(weigh_utf8(text, encoding, Level::detect())))
}

/// As [`weigh_string`], for a string that the caller has written to its own memory.
#[napi(catch_unwind)]
pub fn weigh_units(units: &[u16], method: u32) -> Result<f64> {
    weight_of_units(units, method).ok_or_else(|| invalid(NO_WEIGHT))
}

/// Writes the tokens of many texts, strings or bytes, to `out`, which is as long as the list.
#[napi(catch_unwind)]
pub fn tokens_of_texts(
    #[napi(ts_arg_type = "readonly (string | Uint8Array)[]")] texts: Array<'_>,
    method: u32,
    #[napi(ts_arg_type = "Uint32Array")] out: Unknown<'_>,
) -> Result<()> {
    let method = method_of(method)?;
    fill(&texts, out, |text| method.tokens(text))
}

/// A body without its long strings.
#[napi(object)]
pub struct BodyOutline {
    /// JSON with a mark, U+FDD0 and a number, for each long string.
    pub json: Buffer,
    /// By the string's number: byte offsets of its start and end in the body, without quotes, and its UTF-16 units.
    pub strings: Uint32Array,
}

/// The outline of a JSON body: string values of at least `min_chars` UTF-16 units become marks. None if the body is no
/// JSON text.
#[napi(catch_unwind)]
pub fn outline_body(body: &[u8], min_chars: u32) -> Option<BodyOutline> {
    let outline = tamis_core::outline(body, tamis_core::Level::detect(), min_chars as usize).ok()?;
    let words = outline.strings.iter().flat_map(|string| [string.raw.start, string.raw.end, string.chars]);
    Some(BodyOutline { strings: words.collect::<Vec<u32>>().into(), json: outline.json.into() })
}

/// Writes the tokens of the string at each span of a JSON body to `out`, which is half as long as `spans`.
#[napi(catch_unwind)]
pub fn tokens_of_spans(
    body: &[u8],
    #[napi(ts_arg_type = "Uint32Array")] spans: &[u32],
    method: u32,
    #[napi(ts_arg_type = "Uint32Array")] out: WordsMut<'_>,
) -> Result<()> {
    let method = method_of(method)?;
    fill_spans(body, spans, out, |raw| method.tokens_of_raw(raw)).ok_or_else(|| invalid(NO_SPANS))
}

/// Estimate of UTF-8 bytes on the named instruction set, for tests; throws if this CPU does not have it.
#[napi(catch_unwind)]
pub fn estimate_on(text: &[u8], method: u32, level: String) -> Result<u32> {
    let method = method_of(method)?;
    let level = Level::available().into_iter().find(|available| available.name() == level);
    let level = level.ok_or_else(|| Error::new(Status::InvalidArg, "no such instruction set here"))?;
    Ok(word(estimate_utf8(text, method.encoding, level)))
}
