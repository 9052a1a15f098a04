//! Decodes request bodies in zstd on Node's thread pool. Node's own zlib supports zstd only from version 22.15 on.
//!
//! ```text
//! frame frame … ─→ text, at most `max_bytes`; decoding stops one step beyond, so a bomb is never expanded
//! ```
//! Windows are at most 8 MiB, HTTP's limit (RFC 9659). A frame's checksum is verified if it has one.

use std::io::Read;

use napi::bindgen_prelude::{AsyncTask, Buffer, Error, Result, Status};
use napi::{Env, Task};
use napi_derive::napi;
use ruzstd::decoding::StreamingDecoder;

use crate::panics::{DropSafe, Kind, caught, provoke};

const MAX_WINDOW_BYTES: u64 = 8 << 20;

/// Bytes decoded at a time.
const STEP_BYTES: usize = 64 << 10;

/// Result of [`zstd_decode`].
#[napi(object, object_from_js = false)]
pub struct ZstdResult {
    /// `ok`, `too_large` (more than `max_bytes`) or `broken`.
    pub status: String,
    /// The text; empty unless `ok`.
    pub out: Buffer,
}

/// Decodes a copy of `body`, made before this returns, on Node's thread pool. Stops at a text of more than `max_bytes`.
#[napi(catch_unwind, ts_return_type = "Promise<ZstdResult>")]
pub fn zstd_decode(body: &[u8], max_bytes: u32) -> Result<AsyncTask<ZstdTask>> {
    caught(|| {
        provoke(Kind::Export);
        let mut copy = Vec::new();
        copy.try_reserve_exact(body.len())
            .map_err(|_| Error::new(Status::GenericFailure, "no memory for a copy of the body"))?;
        copy.extend_from_slice(body);
        Ok(AsyncTask::new(ZstdTask { copy: DropSafe::new(copy), max_bytes: max_bytes as usize }))
    })
}

pub struct ZstdTask {
    copy: DropSafe<Vec<u8>>,
    max_bytes: usize,
}

/// Why there is no text.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    TooLarge,
    Broken,
}

impl Task for ZstdTask {
    type Output = std::result::Result<Vec<u8>, Refused>;
    type JsValue = ZstdResult;

    fn compute(&mut self) -> Result<Self::Output> {
        caught(|| {
            provoke(Kind::Compute);
            let body = self.copy.get_mut().map(std::mem::take).unwrap_or_default();
            Ok(decode(&body, self.max_bytes))
        })
    }

    fn resolve(&mut self, _env: Env, output: Self::Output) -> Result<ZstdResult> {
        caught(|| {
            provoke(Kind::Resolve);
            let (status, out) = match output {
                Ok(out) => ("ok", out),
                Err(Refused::TooLarge) => ("too_large", Vec::new()),
                Err(Refused::Broken) => ("broken", Vec::new()),
            };
            Ok(ZstdResult { status: status.to_owned(), out: out.into() })
        })
    }
}

/// The texts of all frames of `body`, joined.
fn decode(mut body: &[u8], max_bytes: usize) -> std::result::Result<Vec<u8>, Refused> {
    let mut out = Vec::new();
    if body.is_empty() {
        return Err(Refused::Broken);
    }
    while !body.is_empty() {
        body = decode_frame(body, max_bytes, &mut out)?;
    }
    Ok(out)
}

/// Appends the text of the first frame and returns the bytes behind the frame.
fn decode_frame<'a>(body: &'a [u8], max_bytes: usize, out: &mut Vec<u8>) -> std::result::Result<&'a [u8], Refused> {
    let mut decoder =
        StreamingDecoder::new_with_max_window_size(body, MAX_WINDOW_BYTES).map_err(|_| Refused::Broken)?;
    let mut step = vec![0; STEP_BYTES];
    loop {
        let read = decoder.read(&mut step).map_err(|_| Refused::Broken)?;
        if read == 0 {
            break;
        }
        if out.len().saturating_add(read) > max_bytes {
            return Err(Refused::TooLarge);
        }
        out.extend(step.iter().take(read));
    }
    let (rest, frame) = decoder.into_parts();
    let written = frame.get_checksum_from_data();
    if written.is_some() && written != frame.get_calculated_checksum() {
        return Err(Refused::Broken);
    }
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::{Refused, decode};
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn packed(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    #[test]
    fn joins_the_texts_of_all_frames() {
        let text = b"a text that repeats itself, a text that repeats itself".repeat(3000);
        let mut two = packed(&text);
        two.extend(packed(b"and more"));
        assert_eq!(decode(&two, usize::MAX), Ok([&text[..], b"and more"].concat()));
    }

    #[test]
    fn accepts_exactly_the_largest_text_and_no_byte_more() {
        let body = packed(&vec![7; 1_000_000]);
        assert_eq!(decode(&body, 1_000_000).map(|out| out.len()), Ok(1_000_000));
        assert_eq!(decode(&body, 999_999), Err(Refused::TooLarge));
    }

    #[test]
    fn reports_a_truncated_or_changed_body_as_broken() {
        let body = packed(&b"some text, some more text, some other text".repeat(100));
        assert_eq!(decode(&[], 100), Err(Refused::Broken));
        for end in 1..body.len() {
            assert_eq!(decode(&body[..end], usize::MAX), Err(Refused::Broken), "{end}");
        }
        let mut changed = body.clone();
        let last = changed.len() - 1;
        changed[last] ^= 1;
        assert_eq!(decode(&changed, usize::MAX), Err(Refused::Broken));
        assert_eq!(decode(b"{\"messages\":[]}", usize::MAX), Err(Refused::Broken));
    }
}
