//! Images and documents, as far as a note that replaces them describes them.
//!
//! ```text
//! {"type":"image","source":{"type":"base64","media_type":"image/png","data":"…"}}      Anthropic
//! {"type":"input_image","image_url":"data:image/png;base64,…"}                          OpenAI
//! {"inlineData":{"mimeType":"image/png","data":"…"}}                                    Gemini
//! ```

use crate::json::key::{decoded, lookup};
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::json::tokens::json_strings;
use crate::span::Span;
use crate::transcript::{MediaPart, TextPart, Transcript};

/// Bytes of the longest media type that a note names.
const MAX_TYPE_BYTES: usize = 64;
/// Names of the member that has the media type.
const TYPE_NAMES: [&[u8]; 3] = [b"media_type", b"mimeType", b"mime_type"];

/// Where an image or document is.
#[derive(Clone, Copy)]
pub struct Element {
    /// The element itself.
    pub span: Span,
    /// Its index in its list.
    pub at: u32,
    /// Whether it is an image; else a document. None: its media type says so.
    pub is_image: Option<bool>,
}

/// Adds an element to the parts; reads its contents only if `describe`.
pub fn read(body: &[u8], Element { span, at, is_image }: Element, describe: bool, transcript: &mut Transcript) {
    let (media_type, data) = if describe { look_into(body, span) } else { Default::default() };
    // Without a string there is nothing to mask; a span without an inside is measured as 0 chars.
    let data = if data.end == 0 { Span { start: span.start, end: span.start + 2 } } else { data };
    let part = transcript.parts.len() as u32;
    let is_image = is_image.unwrap_or_else(|| decoded(media_type.of(body)).starts_with(b"image/"));
    let media = MediaPart { part, at, is_image, media_type, object: Span::default(), around: 0 };
    transcript.media.push(media);
    transcript.parts.push(TextPart { is_media: true, ..TextPart::new(data, span, false) });
}

/// The media type (empty if unknown) and the longest string of an element.
fn look_into(body: &[u8], element: Span) -> (Span, Span) {
    let (mut data, mut most) = (Span::default(), 0);
    let mut media_type = Span::default();
    for string in json_strings(body, element) {
        let is_name = |key: &[u8]| TYPE_NAMES.contains(&key).then_some(());
        let names_type = lookup(string.name.inside().of(body), is_name).is_some();
        if string.depth == 2 && names_type {
            media_type = known_type(body, string.value.inside());
            continue;
        }
        let chars = Text::new(string.value.inside().of(body), Level::detect()).chars();
        if chars > most {
            (data, most) = (string.value, chars);
        }
    }
    if media_type.byte_count() == 0 {
        media_type = type_of_url(body, data.inside());
    }
    (media_type, data)
}

/// The type in `data:image/png;base64,…`, with or without escapes; empty for any other address.
fn type_of_url(body: &[u8], url: Span) -> Span {
    const SCHEME: &[u8] = b"data:";
    let mut at = url.start;
    let mut start = url.start;
    for index in 0..=SCHEME.len() + MAX_TYPE_BYTES {
        let (byte, raw_bytes) = next_ascii(Span { start: at, end: url.end }.of(body));
        match SCHEME.get(index) {
            Some(expected) if byte != Some(*expected) => return Span::default(),
            None if raw_bytes == 0 || matches!(byte, Some(b';' | b',')) => break,
            _ => at += raw_bytes,
        }
        if index + 1 == SCHEME.len() {
            start = at;
        }
    }
    known_type(body, Span { start, end: at })
}

/// The first char of a raw string, if it is ASCII, and its raw bytes; 0 bytes at the end.
fn next_ascii(raw: &[u8]) -> (Option<u8>, u32) {
    match raw {
        [] => (None, 0),
        [b'\\', b'u', digits @ ..] => {
            let unit = digits.get(..4).and_then(|digits| std::str::from_utf8(digits).ok());
            let unit = unit.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            (unit, raw.len().min(6) as u32)
        }
        [b'\\', escaped, ..] => ((*escaped == b'/').then_some(b'/'), 2),
        [byte, ..] => (Some(*byte), 1),
    }
}

/// `span`, if its text can be a media type; else an empty span.
fn known_type(body: &[u8], span: Span) -> Span {
    let name = decoded(span.of(body));
    let is_known = !name.is_empty()
        && name.len() <= MAX_TYPE_BYTES
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'/' | b'-'));
    if is_known { span } else { Span::default() }
}
