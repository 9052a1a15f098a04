//! Where messages, calls and results sit in each provider's JSON.

mod anthropic;
mod detect;
mod fields;
mod gemini;
mod media;
mod openai_chat;
mod openai_responses;
mod pairing;
mod prices;
mod turn_calls;

pub use detect::detect;

use prices::Caching;

use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::decoded;
use crate::json::scan::Lengths;
use crate::json::tokens::json_strings;
use crate::span::Span;
use crate::transcript::{Markers, Transcript, Unit, UnitList};

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
    /// Note what images and documents are, because the policy masks them.
    pub media: bool,
    /// Fill what the cache decision needs: [`Transcript::units`], [`Transcript::prices`].
    pub cache: bool,
    /// The model's decoded name, where the body's is not the one; empty if it is.
    pub model: &'a [u8],
}

impl ReadOptions<'_> {
    /// Takes note of the unit that began at `start` and was just passed.
    fn push_unit(&self, start: usize, passed: &Cursor<'_>, transcript: &mut Transcript) {
        if self.cache {
            let mut end = passed.clone();
            if end.offset() == start {
                end.skip();
            }
            let span = Span::new(start, end.offset_after());
            let message = transcript.roles.len() as u32;
            transcript.units.push(Unit { span, message });
        }
    }

    /// Takes the list that began at `start` and was just passed out of its message's unit.
    fn end_list(&self, start: usize, passed: &Cursor<'_>, transcript: &mut Transcript) {
        let message = transcript.roles.len() as u32;
        if !self.cache || passed.body().get(start) != Some(&b'[') {
            return;
        }
        let unit = transcript.units.partition_point(|unit| unit.message < message) as u32;
        let list = UnitList { unit, span: Span::new(start, passed.offset_after()) };
        match transcript.unit_lists.last_mut() {
            Some(before) if before.unit == unit => *before = list,
            _ => transcript.unit_lists.push(list),
        }
    }

    /// `.length` of the string here, which is passed; 0 for anything else.
    fn string_chars(&self, value: &mut Cursor<'_>) -> u64 {
        value.string().map_or(0, |text| self.lengths.chars(text.inside()) as u64)
    }

    /// `.length` of a content: a string, or the texts of a list's elements.
    fn content_chars(&self, mut content: Cursor<'_>) -> u64 {
        let mut chars = self.string_chars(&mut content);
        content.elements(|part| {
            part.members(|key, value| {
                if key == Key::Text {
                    chars += self.string_chars(value);
                }
            });
        });
        chars
    }

    /// `.length` of every string in the object here, which is passed.
    fn object_chars(&self, value: &mut Cursor<'_>) -> u64 {
        let (body, start) = (value.body(), value.offset());
        if !matches!(value.kind(), Kind::Object | Kind::Array) {
            return self.string_chars(value);
        }
        value.skip();
        let span = Span::new(start, value.offset_after());
        json_strings(body, span).map(|string| self.lengths.chars(string.value.inside()) as u64).sum()
    }
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
    let body = cursor.body();
    match wire {
        Wire::OpenAiChat => openai_chat::read(cursor, options, transcript),
        Wire::OpenAiResponses => openai_responses::read(cursor, options, transcript),
        Wire::Anthropic => anthropic::read(cursor, options, transcript),
        Wire::Gemini => gemini::read(cursor, options, transcript),
    }?;
    if options.cache {
        let named = decoded(transcript.model.inside().of(body));
        let model = if options.model.is_empty() { &named } else { options.model };
        let Markers { any: is_marked, hourly: is_hourly, automatic, .. } = transcript.markers;
        let is_automatic = automatic.is_some();
        let caching = Caching { wire, model, is_marked, is_hourly, is_automatic };
        (transcript.prices, transcript.anchor_place) = (prices::of(caching), prices::anchor_place(caching));
    }
    Ok(())
}
