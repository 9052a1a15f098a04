//! A request read as messages, tool calls and tool results: all that planners see of it.
//!
//! ```text
//! messages   system  user  assistant ──▶ call 0 (read_file)   tool ──▶ result 0 answers call 0
//!                          └ tool turn 0 └ call 1 (search)     tool ──▶ result 1 answers call 1
//! ```

use crate::scratch::reset;

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
    /// Raw id, without quotes; never empty.
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

/// One text of a result.
#[derive(Clone, Copy, Debug)]
pub struct TextPart {
    /// The string with its quotes.
    pub text: Span,
    /// The list element around it; the same as `text` where the content is a string.
    pub element: Span,
    /// Whether the element carries a prompt-cache marker.
    pub marked: bool,
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
    /// Something that is not text alone.
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
}

const NO_CALL: u32 = u32::MAX;

impl ToolResult {
    /// A result in a block of a message that answers a call, or none.
    #[must_use]
    pub fn new(message: u32, block: u32, id: Option<Span>, call: Option<u32>, content: Content) -> Self {
        let (id, call) = (id.unwrap_or_default(), call.unwrap_or(NO_CALL));
        Self { message, block, id, call, content, error: ErrorMarker::Unknown, ambiguous: false }
    }

    /// Raw call id, without quotes.
    #[must_use]
    pub fn id(&self) -> Option<Span> {
        (self.id.start > 0).then_some(self.id)
    }
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
        self.turn_count = 0;
        self.text_chars = 0;
    }

    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.roles, bytes);
        reset(&mut self.calls, bytes);
        reset(&mut self.results, bytes);
        reset(&mut self.parts, bytes);
        self.clear();
    }

    /// The texts of `result`; none where it is not text alone.
    #[must_use]
    pub fn texts(&self, result: &ToolResult) -> &[TextPart] {
        match result.content {
            Content::Texts { first, count, .. } => {
                self.parts.get(first as usize..(first + count) as usize).unwrap_or_default()
            }
            Content::Other => &[],
        }
    }

    /// The call that `result` answers.
    #[must_use]
    pub fn call(&self, result: &ToolResult) -> Option<&ToolCall> {
        self.calls.get(result.call as usize)
    }

    /// Messages before which a request was sent: each assistant message that follows another role, and the end.
    pub fn step_starts(&self) -> impl Iterator<Item = usize> + '_ {
        let answers = |&at: &usize| {
            let before = at.checked_sub(1).and_then(|before| self.roles.get(before));
            self.roles.get(at) == Some(&Role::Assistant) && before != Some(&Role::Assistant)
        };
        (0..self.roles.len()).filter(answers).chain([self.roles.len()])
    }

    /// The last message of the user; results after it belong to an open tool loop.
    #[must_use]
    pub fn last_user_message(&self) -> Option<usize> {
        self.roles.iter().rposition(|&role| role == Role::User)
    }
}
