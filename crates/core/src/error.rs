//! Why a body is passed through unchanged, as data. Nothing in this crate panics or throws.

/// A documented limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`crate::MAX_BODY_BYTES`].
    BodyBytes,
    /// [`crate::MAX_MESSAGES`].
    Messages,
}

/// Why a body cannot be read; offsets are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// No bytes at all.
    Empty,
    /// Not strict UTF-8.
    Utf8 {
        /// Byte offset of the first byte that is not part of a valid sequence.
        offset: usize,
    },
    /// Not a JSON text.
    Json {
        /// Byte offset of the first byte that JSON does not allow at its place.
        offset: usize,
    },
    /// Exceeds a documented limit.
    Limit(Limit),
    /// JSON without a list of messages in a known place.
    NoConversation,
    /// A conversation in another wire, or in a mix of wires.
    UnsupportedWire,
    /// Bedrock's Converse API, which no reader supports.
    BedrockConverse,
    /// The request asks the provider to clear old tool results itself.
    ServerSideEditing,
    /// The key of the conversation occurs twice.
    DuplicateKey,
    /// A planner's edits overlap. This is a defect of this crate; nothing is edited.
    Defect,
}
