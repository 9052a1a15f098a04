//! Reads messages, calls and results from each provider's JSON.

mod anthropic;
mod detect;
mod fields;
mod gemini;
mod loose;
mod media;
mod openai_chat;
mod openai_responses;
mod pairing;
mod prices;
mod text_chars;
mod thinking_run;
mod turn_calls;

pub use detect::detect;
pub(crate) use text_chars::sealed_chars;

use crate::models::{FoundBy, History, ModelRow, OpenLoop};
use prices::Caching;

use crate::error::Unreadable;
use crate::json::cursor::Cursor;
use crate::json::key::decoded;
use crate::json::scan::Lengths;
use crate::span::Span;
use crate::transcript::{
    Arguments, Content, Due, Limits, Markers, Place, Thinking, ThinkingRule, ThinkingWish, ToolResult, Transcript,
    Unit, UnitList, has_mark,
};

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

impl Wire {
    /// The wire's name in the table of models, as everywhere outside this crate.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAiChat => "openai-chat",
            Self::OpenAiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }
}

/// Inputs of a reader, in addition to the body.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct ReadOptions<'a> {
    /// Measures texts.
    pub lengths: Lengths<'a>,
    /// Fills [`Transcript::text_chars`] and [`Transcript::media_count`].
    pub measure: bool,
    /// Describes images and documents, because the policy masks them.
    pub media: bool,
    /// Reads images and documents of the user's own.
    pub user_media: bool,
    /// Where both are read because they have to go, ascending.
    pub due: &'a [Due],
    /// Fills the fields that the cache decision needs: [`Transcript::units`], [`Transcript::prices`].
    pub cache: bool,
    /// The model's decoded name, if the body's does not count; empty if it does.
    pub model: &'a [u8],
    /// The endpoint's host; empty if unknown.
    pub host: &'a str,
    /// Rows of the policy for the table of models.
    pub models: &'a [ModelRow],
    /// What the policy wants of thinking; none: it is not looked for.
    pub thinking: Option<ThinkingWish>,
    /// Whether the policy leaves definitions of tools to the provider's search.
    pub defers: bool,
    /// Chars above which the policy shortens strings in arguments of calls; none: it shortens none.
    pub arguments: Option<usize>,
}

impl<'a> ReadOptions<'a> {
    /// Only what every reading has.
    pub const fn plain(lengths: Lengths<'a>) -> Self {
        Self {
            lengths,
            measure: false,
            media: false,
            user_media: false,
            due: &[],
            cache: false,
            model: b"",
            host: "",
            models: &[],
            thinking: None,
            defers: false,
            arguments: None,
        }
    }

    /// Whether images and documents of the result at a place are read.
    fn reads_media(&self, place: Place) -> bool {
        self.media || self.is_due(place)
    }

    /// Whether the user's own are read.
    fn reads_user_media(&self, place: Place) -> bool {
        self.user_media || self.is_due(place)
    }

    fn is_due(&self, place: Place) -> bool {
        !self.due.is_empty() && self.due.binary_search_by_key(&place, |due| due.place).is_ok()
    }

    /// Notes the unit that began at `start` and was just passed.
    fn push_unit(&self, start: usize, passed: &Cursor<'_>, transcript: &mut Transcript) {
        if self.cache {
            let mut end = passed.clone();
            if end.offset() == start {
                end.skip();
            }
            let span = Span::new(start, end.offset_after());
            let message = transcript.roles.len() as u32;
            transcript.units.push(Unit::new(span, message));
        }
    }

    /// Notes thinking of the current message that stays: no router of `OpenAI`'s wires documents that it may go.
    fn push_staying_thinking(&self, transcript: &mut Transcript) {
        if self.thinking.is_some() {
            let unit = transcript.units.len().saturating_sub(1) as u32;
            let message = transcript.roles.len() as u32;
            transcript.thinking.push(Thinking { unit, message, stays: true });
        }
    }

    /// Adds the arguments of the last call, in block `block` of the current message, to what is planned, if a string of them
    /// may be long enough.
    fn push_arguments(&self, block: u32, is_free: bool, transcript: &mut Transcript) {
        let Some((limit, call)) = self.arguments.zip(transcript.calls.last()) else { return };
        let (at, value) = (transcript.calls.len() - 1, call.arguments);
        if call.is_ambiguous() {
            return;
        }
        let message = transcript.roles.len() as u32;
        if has_mark(self.lengths.body, value) {
            transcript.marked.push(message);
        }
        if value.byte_count() <= limit {
            return;
        }
        let id = (call.id.byte_count() > 0).then_some(call.id);
        let content = Content::Arguments(Arguments { value, is_free });
        transcript.argument_count += 1;
        transcript.results.push(ToolResult::new(message, block, id, Some(at as u32), content));
    }

    /// Excludes the list that began at `start` and was just passed from its message's unit.
    fn end_list(&self, start: usize, passed: &Cursor<'_>, transcript: &mut Transcript) {
        let message = transcript.roles.len() as u32;
        if !self.cache || passed.body().get(start) != Some(&b'[') {
            return;
        }
        let unit = transcript.units.partition_point(|unit| unit.message() < message) as u32;
        let list = UnitList { unit, span: Span::new(start, passed.offset_after()) };
        match transcript.unit_lists.last_mut() {
            Some(before) if before.unit == unit => *before = list,
            _ => transcript.unit_lists.push(list),
        }
    }
}

/// Reads the request as `wire` into `transcript`, which is emptied first. Linear.
///
/// # Errors
/// [`Unreadable`] if there is no conversation in that wire, or if its key occurs twice.
pub fn read(
    wire: Wire,
    cursor: Cursor<'_>,
    options: ReadOptions,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    transcript.clear();
    transcript.lets_think = true;
    let (body, whole) = (cursor.body(), cursor.clone());
    match wire {
        Wire::OpenAiChat => openai_chat::read(cursor, options, transcript),
        Wire::OpenAiResponses => openai_responses::read(cursor, options, transcript),
        Wire::Anthropic => anthropic::read(cursor, options, transcript),
        Wire::Gemini => gemini::read(cursor, options, transcript),
    }?;
    if !options.cache && (!transcript.thinking.is_empty() || !transcript.marked.is_empty()) {
        // Only thinking and marks tell that units are needed.
        return read(wire, whole, ReadOptions { cache: true, ..options }, transcript);
    }
    transcript.count_chars(options.lengths);
    if options.measure {
        let size = text_chars::measure(options.lengths, whole.clone(), transcript);
        (transcript.text_chars, transcript.media_count) = (size.chars, size.media);
        transcript.sealed_chars = size.sealed;
    }
    if options.cache {
        let named = decoded(transcript.model.inside().of(body));
        let model = if options.model.is_empty() { &named } else { options.model };
        let Markers { any: is_marked, controls: has_controls, hourly: is_hourly, automatic, .. } = transcript.markers;
        let is_automatic = automatic.is_some();
        let host = options.host;
        let caching = Caching { wire, model, host, is_marked, has_controls, is_hourly, is_automatic };
        let (row, by) = prices::believed_row(caching, options.models);
        transcript.searches_tools = options.defers && searches_tools(row, transcript);
        let cached = prices::cache_of(caching, row);
        (transcript.prices, transcript.anchor_place) = prices::believed(caching, &cached);
        let finds = transcript.prices.map(|_| prices::finds(&cached, transcript.anchor_place)).unwrap_or_default();
        transcript.limits = Limits { finds, ..row.limits(&cached) };
        // Of a name that says nothing, only a signature tells that the thinking may be checked.
        let is_unjudged = by == FoundBy::Wire && transcript.has_signed_thinking;
        let checks = is_unjudged || row.thinking.history == History::Bound;
        let wish = options.thinking.unwrap_or(ThinkingWish::Keep);
        transcript.thinking_rule = thinking_rule(wire, row, wish, checks, transcript.thinks_by_hand);
    }
    Ok(())
}

/// What a request's model allows with thinking. Where a loop must begin with its thinking, that cannot go before the user
/// speaks.
fn thinking_rule(wire: Wire, row: &ModelRow, wish: ThinkingWish, checks: bool, by_hand: bool) -> ThinkingRule {
    let goes = row.thinking.goes() && wish != ThinkingWish::Keep && wire == Wire::Anthropic;
    let is_free = !by_hand || row.thinking.open_loop == OpenLoop::Free;
    ThinkingRule { goes, checks, drops: goes && checks && is_free && wish == ThinkingWish::Drop }
}

/// Whether the provider searches among the definitions that a request defers. A body that does not name its model goes to a
/// cloud, which takes betas in the body and not by header.
fn searches_tools(row: &ModelRow, transcript: &Transcript) -> bool {
    let search = transcript.definition_form.and_then(|form| form.search);
    let is_vendor = search.is_some_and(|search| search.vendor == row.vendor);
    row.tool_search && is_vendor && transcript.model.byte_count() > 0
}
