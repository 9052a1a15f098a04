//! Tool calls and tool results.

use super::cached::Place;
use crate::span::Span;

/// A request to a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolCall {
    /// Raw id, without quotes; empty if the wire allows calls without ids and this one has none.
    pub id: Span,
    /// Raw tool name, without quotes; at offset 0, where no string can be, if there is none.
    name: Span,
    /// The tool turn, [`AMBIGUOUS`], [`BY_PROGRAM`] and [`UNSEEN`] in one word, because a request may have half a million
    /// calls.
    turn: u32,
    /// Raw arguments: an object, or a string with its quotes; empty if there are none.
    pub arguments: Span,
}

/// Bits above the largest number of turns.
const AMBIGUOUS: u32 = 1 << 31;
const BY_PROGRAM: u32 = 1 << 30;
const UNSEEN: u32 = 1 << 29;

impl ToolCall {
    /// A call in tool turn `turn`, without arguments.
    #[must_use]
    pub fn new(id: Span, name: Option<Span>, turn: u32, ambiguous: bool) -> Self {
        let turn = if ambiguous { turn | AMBIGUOUS } else { turn };
        Self { id, name: name.unwrap_or_default(), turn, arguments: Span::default() }
    }

    /// A call that the body does not have: the provider has it. Its arguments are unknown, and its name unless the result has
    /// that.
    #[must_use]
    pub fn unseen(id: Span, name: Option<Span>, turn: u32) -> Self {
        Self::new(id, name, turn | UNSEEN, false)
    }

    /// Whether the body does not have it.
    #[must_use]
    pub const fn is_unseen(&self) -> bool {
        self.turn & UNSEEN != 0
    }

    /// The same call with the arguments at `arguments`, if it has any.
    #[must_use]
    pub fn with(self, arguments: Option<Span>) -> Self {
        Self { arguments: arguments.unwrap_or_default(), ..self }
    }

    /// 0-based tool turn.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.turn & !(AMBIGUOUS | BY_PROGRAM | UNSEEN)
    }

    /// The same call, made by a program if `by_program`.
    #[must_use]
    pub const fn made_by(self, by_program: bool) -> Self {
        Self { turn: if by_program { self.turn | BY_PROGRAM } else { self.turn }, ..self }
    }

    /// Whether a program made it, which alone gets the result: the model does not read that.
    #[must_use]
    pub const fn is_by_program(&self) -> bool {
        self.turn & BY_PROGRAM != 0
    }

    /// Whether a structural key occurs twice, so that readers may disagree about this call.
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
    /// Marked as a success, or a success by the wire's rule.
    No,
    /// Marked as an error.
    Yes,
}

/// One text of a result, or an image or document among its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPart {
    /// The string with its quotes; of media, the longest string, which is the data or its address.
    pub text: Span,
    /// The list element around it; the whole content if that is an object or has fields; else the same as `text`.
    pub element: Span,
    /// Whether the element carries a prompt-cache marker.
    pub marked: bool,
    /// An image or document, described in [`Transcript::media`].
    pub is_media: bool,
    /// `.length` (UTF-16 units) of the text, once all is read.
    pub chars: u32,
}

impl TextPart {
    /// A text in a list element, or one that is the whole content.
    #[must_use]
    pub const fn new(text: Span, element: Span, marked: bool) -> Self {
        Self { text, element, marked, is_media: false, chars: 0 }
    }
}

/// An image or document, without its data.
#[derive(Clone, Copy, Debug)]
pub struct MediaPart {
    /// Index into [`Transcript::parts`].
    pub part: u32,
    /// Index of its element in the list that it is in.
    pub at: u32,
    /// An image; else a document.
    pub is_image: bool,
    /// Raw media type, such as `image/png`; empty if unknown.
    pub media_type: Span,
    /// Of media next to an object: the object, and the byte offset of the object around both; else empty.
    pub object: Span,
    /// See `object`.
    pub around: u32,
}

/// Content of a result.
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
    /// A list of texts and of media that the policy masks: `count` parts from `first` in [`Transcript::parts`].
    Media {
        /// Index of the first part.
        first: u32,
        /// Number of parts, at least 1.
        count: u32,
    },
    /// Texts inside values that stay as they are around them: `count` parts from `first` in [`Transcript::parts`].
    Fields {
        /// Index of the first part.
        first: u32,
        /// Number of parts; may be 0.
        count: u32,
    },
    /// An object: its strings are `count` parts from `first` in [`Transcript::parts`].
    Object {
        /// Index of the first part.
        first: u32,
        /// Number of parts; may be 0.
        count: u32,
    },
    /// The model's thinking, which has no call. Its element is what a removal takes: the block and one comma; it is
    /// marked if it stays, and counts as media if it has no readable text.
    Thinking(TextPart),
    /// An object and a list of media next to it, which the policy masks: the object's strings and the media are `count`
    /// parts from `first` in [`Transcript::parts`].
    Response {
        /// Index of the first part.
        first: u32,
        /// Number of parts, at least 1.
        count: u32,
    },
    /// An image where the provider takes nothing but an image: its address, which another image's replaces.
    Picture {
        /// Index of its part in [`Transcript::parts`].
        first: u32,
    },
    /// Media that are in no result, but in a message around it or in the user's own: `count` parts from `first` in
    /// [`Transcript::parts`]. The rest of the message stays.
    Loose {
        /// Index of the first part.
        first: u32,
        /// Number of parts, at least 1.
        count: u32,
    },
    /// The arguments of a call, which are planned like a result.
    Arguments(Arguments),
    /// Something else.
    Other,
}

/// Arguments of a call that may be shortened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// The object, or the string with its quotes.
    pub value: Span,
    /// A string that may be something else than JSON.
    pub is_free: bool,
}

impl Content {
    /// Whether it is a list of texts alone.
    #[must_use]
    pub const fn is_text_list(&self) -> bool {
        matches!(self, Self::Texts { .. })
    }

    /// Whether its texts are replaced where they are.
    #[must_use]
    pub const fn is_fields(&self) -> bool {
        matches!(self, Self::Fields { .. } | Self::Picture { .. })
    }

    /// Whether it is a result's: no thinking, no media around it, no arguments.
    #[must_use]
    pub const fn is_result(&self) -> bool {
        !matches!(self, Self::Thinking(_) | Self::Loose { .. } | Self::Arguments(_))
    }

    /// Whether it is no result's, but media of a message.
    #[must_use]
    pub const fn is_loose(&self) -> bool {
        matches!(self, Self::Loose { .. })
    }
}

/// A tool's output, or a thinking block.
#[derive(Clone, Copy, Debug)]
pub struct ToolResult {
    /// 0-based message.
    pub message: u32,
    /// 0-based block within the message.
    pub block: u32,
    /// Raw call id, without quotes; at offset 0, where no string can be, if there is none.
    id: Span,
    /// The call it answers; [`NO_CALL`] for an orphan.
    pub(super) call: u32,
    /// Its content.
    pub content: Content,
    /// The wire's own error marker.
    pub error: ErrorMarker,
    /// A structural key occurs twice in the message.
    pub ambiguous: bool,
    /// Its member's name is in `snake_case`, on a wire that has names of both spellings.
    pub is_snake_case: bool,
    /// It is media next to the result that it has the call of.
    pub is_beside: bool,
}

const NO_CALL: u32 = u32::MAX;

impl ToolResult {
    /// A result in a block of a message; `call` is the call that it answers, if there is one.
    #[must_use]
    pub fn new(message: u32, block: u32, id: Option<Span>, call: Option<u32>, content: Content) -> Self {
        let (id, call) = (id.unwrap_or_default(), call.unwrap_or(NO_CALL));
        let error = ErrorMarker::Unknown;
        Self { message, block, id, call, content, error, ambiguous: false, is_snake_case: false, is_beside: false }
    }

    /// Media in a block next to this result, which belong to it.
    #[must_use]
    pub const fn beside(self, block: u32, content: Content) -> Self {
        Self { block, content, is_snake_case: false, is_beside: true, ..self }
    }

    /// Raw call id, without quotes.
    #[must_use]
    pub fn id(&self) -> Option<Span> {
        (self.id.start > 0).then_some(self.id)
    }

    /// Index of the call that it answers; beyond all calls if there is none.
    #[must_use]
    pub const fn call_index(&self) -> usize {
        self.call as usize
    }

    /// Its message and block.
    #[must_use]
    pub const fn place(&self) -> Place {
        Place { message: self.message, block: self.block }
    }
}
