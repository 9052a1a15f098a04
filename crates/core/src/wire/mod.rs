//! Where messages, calls and results sit in each provider's JSON.

mod detect;
mod openai_chat;
mod pairing;

pub use detect::detect;

use crate::cursor::Cursor;
use crate::error::Unreadable;
use crate::scan::Lengths;
use crate::transcript::Transcript;

/// A provider's JSON shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// `OpenAI` Chat Completions.
    OpenAiChat,
    /// `OpenAI` Responses.
    OpenAiResponses,
    /// Anthropic Messages.
    Anthropic,
    /// Gemini generateContent.
    Gemini,
}

/// What a reader needs beside the body.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// For texts that are measured.
    pub lengths: Lengths<'a>,
    /// Fill [`Transcript::text_chars`].
    pub measure: bool,
}

/// Reads the request as `wire` into `transcript`, which is emptied first.
///
/// # Errors
/// [`Unreadable`] where there is no conversation in that wire, or its key occurs twice.
pub fn read(
    wire: Wire,
    cursor: Cursor<'_>,
    options: ReadOptions,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    transcript.clear();
    match wire {
        Wire::OpenAiChat => openai_chat::read(cursor, options, transcript),
        Wire::OpenAiResponses | Wire::Anthropic | Wire::Gemini => Err(Unreadable::UnsupportedWire),
    }
}
