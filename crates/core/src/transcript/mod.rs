//! A request read as messages, tool calls and tool results. Planners see nothing else of it.
//!
//! ```text
//! messages   system  user  assistant ──▶ call 0 (read_file)   tool ──▶ result 0 answers call 0
//!                          └ tool turn 0 └ call 1 (search)     tool ──▶ result 1 answers call 1
//! ```

mod argument_mark;
mod cached;
mod definitions;
pub(crate) mod identity;
mod thinking;
mod tools;
mod unread;

pub use argument_mark::ARGUMENT_MARK;
pub(crate) use argument_mark::has_mark;
pub use cached::{AnchorPlace, Breakpoint, DearZone, Finds, Limits, Markers, Place, Prices, Unit, UnitList};
pub use definitions::{DefinitionForm, SearchForm};
pub use thinking::{Thinking, ThinkingRule, ThinkingWish};
pub use tools::{Arguments, Content, ErrorMarker, MediaPart, TextPart, ToolCall, ToolResult};

use crate::json::scan::Lengths;
use crate::scratch::{give_up, reset};
use crate::span::Span;

/// Who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// System or developer.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// A tool's output.
    Tool,
    /// Anything else, or nothing readable.
    Other,
}

/// A request as spans of its body; lists are in document order.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct Transcript {
    /// By message: its role.
    pub roles: Vec<Role>,
    /// Every call with an id.
    pub calls: Vec<ToolCall>,
    /// Every result, every thinking block that an edit may remove, and arguments of calls that one may shorten.
    pub results: Vec<ToolResult>,
    /// Every thinking block, if requested.
    pub thinking: Vec<Thinking>,
    /// What the request's model allows with thinking.
    pub thinking_rule: ThinkingRule,
    /// Messages in front of the newest compaction, which the provider does not read.
    pub unread_messages: u32,
    /// Where results begin that a program alone reads, ascending.
    pub for_programs: Vec<u32>,
    /// Whether the conversation may ask for thinking by hand, so that an open loop must begin with its thinking.
    pub thinks_by_hand: bool,
    /// Whether the request lets the model think, as far as it says.
    pub lets_think: bool,
    /// Whether a provider can know some of the thinking as its own, which it may then check.
    pub has_signed_thinking: bool,
    /// Elements of `results` that are media of a message, as [`Content::Loose`] says.
    pub loose_count: u32,
    /// Elements of `results` that are arguments of calls.
    pub argument_count: u32,
    /// Messages with a call whose arguments have a mark of shortened ones, ascending.
    pub marked: Vec<u32>,
    /// Texts of the results that are not a single string.
    pub parts: Vec<TextPart>,
    /// Images and documents among the parts, in order.
    pub media: Vec<MediaPart>,
    /// The type of a text part in this wire's lists; empty if a text has no type.
    pub text_type: &'static str,
    /// What replaces the second and later fields of a result, on wires that take no empty text.
    pub filler: &'static str,
    /// The model's name with its quotes; empty if the body has none.
    pub model: Span,
    /// The system prompt outside the conversation; empty if there is none.
    pub system: Span,
    /// The value with the definitions of tools; empty if there are none.
    pub definitions: Span,
    /// The names in it.
    pub definition_form: Option<&'static DefinitionForm>,
    /// Which tool the request chooses; empty if it does not say.
    pub tool_choice: Span,
    /// Whether the provider searches among deferred definitions, if that was asked.
    pub searches_tools: bool,
    /// Whether the list continues a conversation that the provider stores.
    pub is_delta: bool,
    /// The conversation's list.
    pub list: Span,
    /// Every unit, if requested, in order of their starts.
    pub units: Vec<Unit>,
    /// The lists that units exclude, by unit.
    pub unit_lists: Vec<UnitList>,
    /// By tool turn: the message that begins it.
    pub turn_starts: Vec<u32>,
    /// Markers that the reader found.
    pub markers: Markers,
    /// Breakpoints on messages, by message and block, if units were requested.
    pub breakpoints: Vec<Breakpoint>,
    /// Where our own breakpoints can be.
    pub anchor_place: AnchorPlace,
    /// Prices of the provider's cache, by the request's model and markers; none if nothing is cached.
    pub prices: Option<Prices>,
    /// Sizes at which these prices change, by the model.
    pub limits: Limits,
    /// Number of tool turns.
    pub turn_count: u32,
    /// UTF-16 units of all text, if requested; else 0.
    pub text_chars: u64,
    /// Images, documents and other files, if requested; else 0.
    pub media_count: u32,
    /// UTF-16 units of all signatures and encrypted texts, if requested; else 0.
    pub sealed_chars: u64,
    /// Images and documents that were passed, whether they can be masked or not; the user's own on Anthropic's wire alone,
    /// unless they are read.
    pub image_count: u32,
    /// Images and documents that have to go because the request is over a limit; ascending.
    pub due: Vec<Due>,
}

/// Images and documents of one place that have to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The result, or the block of a message.
    pub place: Place,
    /// The message that was too much.
    pub message: u32,
    /// They go although the model has not seen them: the provider would not take it.
    pub at_once: bool,
}

impl Transcript {
    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.roles.clear();
        self.calls.clear();
        self.results.clear();
        self.thinking.clear();
        self.thinking_rule = ThinkingRule::default();
        self.unread_messages = 0;
        self.for_programs.clear();
        self.thinks_by_hand = false;
        self.lets_think = false;
        self.has_signed_thinking = false;
        self.parts.clear();
        self.media.clear();
        self.units.clear();
        self.unit_lists.clear();
        self.turn_starts.clear();
        self.prices = None;
        self.limits = Limits::default();
        self.markers = Markers::default();
        self.breakpoints.clear();
        self.anchor_place = AnchorPlace::Nowhere;
        self.text_type = "text";
        self.filler = "";
        self.loose_count = 0;
        self.argument_count = 0;
        self.marked.clear();
        self.model = Span::default();
        self.system = Span::default();
        self.definitions = Span::default();
        self.definition_form = None;
        self.tool_choice = Span::default();
        self.searches_tools = false;
        self.is_delta = false;
        self.list = Span::default();
        self.turn_count = 0;
        self.text_chars = 0;
        self.media_count = 0;
        self.sealed_chars = 0;
        self.image_count = 0;
        self.due.clear();
    }

    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.roles, bytes);
        reset(&mut self.calls, bytes);
        reset(&mut self.for_programs, bytes);
        reset(&mut self.results, bytes);
        reset(&mut self.thinking, bytes);
        reset(&mut self.parts, bytes);
        reset(&mut self.media, bytes);
        reset(&mut self.units, bytes);
        reset(&mut self.unit_lists, bytes);
        reset(&mut self.turn_starts, bytes);
        reset(&mut self.breakpoints, bytes);
        self.clear();
    }

    /// Frees the lists above `bytes` that only planning reads.
    pub fn shrink_planned(&mut self, bytes: usize) {
        give_up(&mut self.units, bytes);
        give_up(&mut self.unit_lists, bytes);
        give_up(&mut self.parts, bytes);
    }

    /// Ends the tool turn that the current message began, if there is one.
    pub fn end_turn(&mut self) {
        self.turn_count += 1;
        self.turn_starts.push(self.roles.len() as u32);
    }

    /// The parts of `result`; empty if nothing of it can be edited.
    #[must_use]
    pub fn parts<'a>(&'a self, result: &'a ToolResult) -> &'a [TextPart] {
        match &result.content {
            Content::Text(part) | Content::Thinking(part) => core::slice::from_ref(part),
            &Content::Picture { first } => self.parts.get(first as usize..=first as usize).unwrap_or_default(),
            &(Content::Texts { first, count }
            | Content::Media { first, count }
            | Content::Fields { first, count }
            | Content::Response { first, count }
            | Content::Loose { first, count }
            | Content::Object { first, count }) => {
                self.parts.get(first as usize..(first + count) as usize).unwrap_or_default()
            }
            Content::Arguments(_) | Content::Other => &[],
        }
    }

    /// Counts the chars of every part.
    pub(crate) fn count_chars(&mut self, lengths: Lengths<'_>) {
        let own = self.results.iter_mut().filter_map(|result| match &mut result.content {
            Content::Text(part) | Content::Thinking(part) => Some(part),
            _ => None,
        });
        // Thinking that cannot be read has no text.
        let texts = own.chain(&mut self.parts).filter(|part| part.text.byte_count() >= 2);
        texts.for_each(|part| part.chars = lengths.chars(part.text.inside()) as u32);
    }

    /// The texts among the parts of `result`.
    pub fn texts<'a>(&'a self, result: &'a ToolResult) -> impl Iterator<Item = &'a TextPart> {
        self.parts(result).iter().filter(|part| !part.is_media)
    }

    /// The image or document at `index` of [`Transcript::parts`]; none if that part is a text.
    #[must_use]
    pub fn media_of(&self, index: usize) -> Option<&MediaPart> {
        let at = self.media.binary_search_by_key(&index, |media| media.part as usize).ok()?;
        self.media.get(at)
    }

    /// A block of the message that is being read.
    pub(crate) fn place(&self, block: u32) -> Place {
        Place { message: self.roles.len() as u32, block }
    }

    /// Why the result's images and documents have to go, if they have.
    #[must_use]
    pub fn due_of(&self, result: &ToolResult) -> Option<Due> {
        if self.due.is_empty() {
            return None;
        }
        let at = self.due.binary_search_by_key(&result.place(), |due| due.place).ok()?;
        self.due.get(at).copied().filter(|_| self.parts(result).iter().any(|part| part.is_media))
    }

    /// The call that `result` answers.
    #[must_use]
    pub fn call(&self, result: &ToolResult) -> Option<&ToolCall> {
        self.calls.get(result.call as usize)
    }

    /// Messages before which a request was sent: each assistant message that follows another role, and the end.
    pub fn step_starts(&self) -> impl Iterator<Item = usize> + '_ {
        // No request was sent before the first message.
        let answers = |&at: &usize| {
            let before = at.checked_sub(1).and_then(|before| self.roles.get(before));
            self.roles.get(at) == Some(&Role::Assistant) && before != Some(&Role::Assistant)
        };
        (1..self.roles.len()).filter(answers).chain([self.roles.len()])
    }

    /// Whether the decision about moves needs a replay although nothing is cached.
    #[must_use]
    pub fn needs_replay(&self) -> bool {
        self.is_bound() || !self.marked.is_empty()
    }
}
