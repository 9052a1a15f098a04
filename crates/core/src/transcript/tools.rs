//! Calls of tools, and their results.

use super::cached::Place;
use crate::span::Span;

/// A request to a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolCall {
    /// Raw id, without quotes; empty where the wire lets a call go without.
    pub id: Span,
    /// Raw tool name, without quotes; at 0 if there is none, where no string can be.
    name: Span,
    /// The tool turn and [`AMBIGUOUS`]: a request may have half a million calls.
    turn: u32,
}

/// Above the turns that a list of messages can have.
const AMBIGUOUS: u32 = 1 << 31;

impl ToolCall {
    /// A call.
    #[must_use]
    pub fn new(id: Span, name: Option<Span>, turn: u32, ambiguous: bool) -> Self {
        let turn = if ambiguous { turn | AMBIGUOUS } else { turn };
        Self { id, name: name.unwrap_or_default(), turn }
    }

    /// 0-based tool turn.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.turn & !AMBIGUOUS
    }

    /// A structural key occurs twice, so readers may disagree about this call.
    #[must_use]
    pub const fn is_ambiguous(&self) -> bool {
        self.turn & AMBIGUOUS != 0
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A string.
    Text(TextPart),
    /// A list of texts alone: `count` parts from `first` in [`Transcript::parts`].
    Texts {
        /// Index of the first part.
        first: u32,
        /// Number of parts, at least 1.
        count: u32,
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

impl Content {
    /// Whether it is a list of texts alone.
    #[must_use]
    pub const fn is_text_list(&self) -> bool {
        matches!(self, Self::Texts { .. })
    }
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
    pub(super) call: u32,
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
