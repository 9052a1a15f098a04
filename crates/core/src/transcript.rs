//! A request read as messages, tool calls and tool results: all that planners see of it.
//!
//! ```text
//! messages   system  user  assistant ──▶ call 0 (read_file)   tool ──▶ result 0 answers call 0
//!                          └ tool turn 0 └ call 1 (search)     tool ──▶ result 1 answers call 1
//! ```

use crate::scratch::{give_up, reset};

/// A byte range of the body, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// After the last byte.
    pub end: u32,
}

impl Span {
    /// From byte offsets, which a body's size limit keeps within 32 bits.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// Bytes.
    #[must_use]
    pub const fn byte_count(self) -> usize {
        (self.end - self.start) as usize
    }

    /// The bytes of `body`; none if the span does not fit.
    #[must_use]
    pub fn of(self, body: &[u8]) -> &[u8] {
        body.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// What lies between the quotes of a string's span.
    #[must_use]
    pub const fn inside(self) -> Self {
        Self { start: self.start + 1, end: self.end.saturating_sub(1) }
    }
}

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

/// A request to a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolCall {
    /// Raw id, without quotes; empty where the wire lets a call go without.
    pub id: Span,
    /// Raw tool name, without quotes; at 0 if there is none, where no string can be.
    name: Span,
    /// 0-based tool turn.
    pub turn: u32,
    /// A structural key occurs twice, so readers may disagree about this call.
    pub ambiguous: bool,
}

impl ToolCall {
    /// A call.
    #[must_use]
    pub fn new(id: Span, name: Option<Span>, turn: u32, ambiguous: bool) -> Self {
        Self { id, name: name.unwrap_or_default(), turn, ambiguous }
    }

    /// Raw tool name, without quotes.
    #[must_use]
    pub fn name(&self) -> Option<Span> {
        (self.name.start > 0).then_some(self.name)
    }
}

/// Whether the wire itself marks a result as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorMarker {
    /// The wire has no marker.
    Unknown,
    /// Marked, or by the wire's rule implied, as a success.
    No,
    /// Marked as an error.
    Yes,
}

/// One text of a result, or an image or document among its texts.
#[derive(Clone, Copy, Debug)]
pub struct TextPart {
    /// The string with its quotes; of media, the longest string, which is the data or its address.
    pub text: Span,
    /// The list element around it; the whole object where the content is one; else the same as `text`.
    pub element: Span,
    /// Whether the element carries a prompt-cache marker.
    pub marked: bool,
    /// Not a text: described in [`Transcript::media`].
    pub is_media: bool,
}

impl TextPart {
    /// A text in a list element, or one that is a content of its own.
    #[must_use]
    pub const fn new(text: Span, element: Span, marked: bool) -> Self {
        Self { text, element, marked, is_media: false }
    }
}

/// What an image or document is, without its data.
#[derive(Clone, Copy, Debug)]
pub struct MediaPart {
    /// Index into [`Transcript::parts`].
    pub part: u32,
    /// An image; else a document.
    pub is_image: bool,
    /// Raw media type, such as `image/png`; empty if unknown.
    pub media_type: Span,
}

/// What a result holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text alone: `count` parts from `first` in [`Transcript::parts`].
    Texts {
        /// Index of the first part.
        first: u32,
        /// Number of parts, at least 1.
        count: u32,
        /// Whether they are elements of a list.
        list: bool,
    },
    /// A list of texts and of media that the policy masks, in parts likewise.
    Media {
        /// Index of the first part.
        first: u32,
        /// Number of parts, at least 1.
        count: u32,
    },
    /// An object; its strings are the parts, of which there may be none.
    Object {
        /// Index of the first part.
        first: u32,
        /// Number of parts.
        count: u32,
    },
    /// Something else.
    Other,
}

/// A tool's output.
#[derive(Clone, Copy, Debug)]
pub struct ToolResult {
    /// 0-based message.
    pub message: u32,
    /// 0-based block within the message.
    pub block: u32,
    /// Raw call id, without quotes; at 0 if there is none, where no string can be.
    id: Span,
    /// The call it answers; [`NO_CALL`] for an orphan.
    call: u32,
    /// What it holds.
    pub content: Content,
    /// The wire's own error marker.
    pub error: ErrorMarker,
    /// A structural key occurs twice in the message.
    pub ambiguous: bool,
    /// It stands under a name in `snake_case` where the wire has names of both spellings.
    pub is_snake_case: bool,
}

const NO_CALL: u32 = u32::MAX;

impl ToolResult {
    /// A result in a block of a message that answers a call, or none.
    #[must_use]
    pub fn new(message: u32, block: u32, id: Option<Span>, call: Option<u32>, content: Content) -> Self {
        let (id, call) = (id.unwrap_or_default(), call.unwrap_or(NO_CALL));
        Self { message, block, id, call, content, error: ErrorMarker::Unknown, ambiguous: false, is_snake_case: false }
    }

    /// Raw call id, without quotes.
    #[must_use]
    pub fn id(&self) -> Option<Span> {
        (self.id.start > 0).then_some(self.id)
    }

    /// Where it stands.
    #[must_use]
    pub const fn place(&self) -> Place {
        Place { message: self.message, block: self.block }
    }
}

/// A part of the conversation whose tokens are rounded once: a message, or an element of its list and then the message
/// without that list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// All of it.
    pub span: Span,
    /// 0-based message.
    pub message: u32,
}

/// The list in a message whose elements are units of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitList {
    /// The message's own unit: an index into [`Transcript::units`].
    pub unit: u32,
    /// What does not belong to it.
    pub span: Span,
}

/// What a request marks for the prompt cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Markers {
    /// Anything at all.
    pub any: bool,
    /// A part of a message, to be kept for an hour.
    pub hourly: bool,
    /// Breakpoints in front of the messages: on tools and on the system prompt.
    pub in_front: u32,
    /// The breakpoint that the provider itself sets behind the newest message, and whether it is kept for an hour.
    pub automatic: Option<bool>,
}

/// A block of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// 0-based message.
    pub message: u32,
    /// 0-based block; 0 where a message is one result.
    pub block: u32,
}

/// A cache marker on a block of a message, or on a part of a tool result in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// The block.
    pub place: Place,
    /// 0-based part of the tool result; none for the block itself.
    pub part: Option<u32>,
    /// The marker's value.
    pub value: Span,
    /// To be kept for an hour.
    pub hourly: bool,
    /// The value is null: no breakpoint, but there is such a member.
    pub is_null: bool,
}

/// Where breakpoints of ours can stand in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnchorPlace {
    /// Nowhere: nothing is cached, or not by breakpoints.
    #[default]
    Nowhere,
    /// On the block of a tool result.
    Block,
    /// On a text part of a tool result.
    Part,
}

/// What a provider's prompt cache charges, times 10,000; fresh input is 10,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// Of a token read from the cache.
    pub read: u32,
    /// Of a token written to it.
    pub write: u32,
}

/// A request as spans of its body; lists are in document order.
#[derive(Default)]
pub struct Transcript {
    /// One a message.
    pub roles: Vec<Role>,
    /// Every call with an id.
    pub calls: Vec<ToolCall>,
    /// Every result.
    pub results: Vec<ToolResult>,
    /// Texts of the results.
    pub parts: Vec<TextPart>,
    /// Media among the parts, in their order.
    pub media: Vec<MediaPart>,
    /// The type of a text part in this wire's lists of results.
    pub text_type: &'static str,
    /// The model's name with its quotes; empty if the body has none.
    pub model: Span,
    /// The system prompt beside the conversation; empty if there is none.
    pub system: Span,
    /// Whether the list continues a conversation that the provider keeps.
    pub is_delta: bool,
    /// The conversation's list.
    pub list: Span,
    /// Every unit, if they were asked for, by where they begin.
    pub units: Vec<Unit>,
    /// The lists that are left out of units, by unit.
    pub unit_lists: Vec<UnitList>,
    /// By tool turn: the message that begins it.
    pub turn_starts: Vec<u32>,
    /// Markers met by the reader.
    pub markers: Markers,
    /// Those of messages, by message and block, if units were asked for.
    pub breakpoints: Vec<Breakpoint>,
    /// Where breakpoints of ours can stand.
    pub anchor_place: AnchorPlace,
    /// What the provider's cache charges by the request's model and markers; none where nothing is cached.
    pub prices: Option<Prices>,
    /// Number of tool turns.
    pub turn_count: u32,
    /// Chars of all message text and call arguments, if it was asked for.
    pub text_chars: u64,
}

impl Transcript {
    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.roles.clear();
        self.calls.clear();
        self.results.clear();
        self.parts.clear();
        self.media.clear();
        self.units.clear();
        self.unit_lists.clear();
        self.turn_starts.clear();
        self.prices = None;
        self.markers = Markers::default();
        self.breakpoints.clear();
        self.anchor_place = AnchorPlace::Nowhere;
        self.text_type = "text";
        self.model = Span::default();
        self.system = Span::default();
        self.is_delta = false;
        self.list = Span::default();
        self.turn_count = 0;
        self.text_chars = 0;
    }

    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.roles, bytes);
        reset(&mut self.calls, bytes);
        reset(&mut self.results, bytes);
        reset(&mut self.parts, bytes);
        reset(&mut self.media, bytes);
        reset(&mut self.units, bytes);
        reset(&mut self.unit_lists, bytes);
        reset(&mut self.turn_starts, bytes);
        reset(&mut self.breakpoints, bytes);
        self.clear();
    }

    /// Gives up the lists above `bytes` that only planning reads.
    pub fn shrink_planned(&mut self, bytes: usize) {
        give_up(&mut self.units, bytes);
        give_up(&mut self.unit_lists, bytes);
        give_up(&mut self.parts, bytes);
    }

    /// Ends a tool turn that the message being read made.
    pub fn end_turn(&mut self) {
        self.turn_count += 1;
        self.turn_starts.push(self.roles.len() as u32);
    }

    /// The parts of `result`; none where nothing of it can be edited.
    #[must_use]
    pub fn parts(&self, result: &ToolResult) -> &[TextPart] {
        match result.content {
            Content::Texts { first, count, .. }
            | Content::Media { first, count }
            | Content::Object { first, count } => {
                self.parts.get(first as usize..(first + count) as usize).unwrap_or_default()
            }
            Content::Other => &[],
        }
    }

    /// The texts among the parts of `result`.
    pub fn texts(&self, result: &ToolResult) -> impl Iterator<Item = &TextPart> {
        self.parts(result).iter().filter(|part| !part.is_media)
    }

    /// What the part at `index` of [`Transcript::parts`] is, if it is media.
    #[must_use]
    pub fn media_of(&self, index: usize) -> Option<&MediaPart> {
        let at = self.media.binary_search_by_key(&index, |media| media.part as usize).ok()?;
        self.media.get(at)
    }

    /// The call that `result` answers.
    #[must_use]
    pub fn call(&self, result: &ToolResult) -> Option<&ToolCall> {
        self.calls.get(result.call as usize)
    }

    /// Messages before which a request was sent: each assistant message that follows another role, and the end.
    pub fn step_starts(&self) -> impl Iterator<Item = usize> + '_ {
        // Before the first message nothing was sent.
        let answers = |&at: &usize| {
            let before = at.checked_sub(1).and_then(|before| self.roles.get(before));
            self.roles.get(at) == Some(&Role::Assistant) && before != Some(&Role::Assistant)
        };
        (1..self.roles.len()).filter(answers).chain([self.roles.len()])
    }

    /// The messages of the user; results after the last belong to an open tool loop.
    #[must_use]
    pub fn user_messages(&self) -> Vec<u32> {
        let users = self.roles.iter().enumerate().filter(|(_, role)| **role == Role::User);
        users.map(|(at, _)| at as u32).collect()
    }
}
