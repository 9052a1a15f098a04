//! Why a body is passed through, as data; nothing in this crate panics or throws.

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
        /// Of the first byte that is not part of a valid sequence.
        offset: usize,
    },
    /// Not a JSON text.
    Json {
        /// Of the first byte that cannot stand where it stands.
        offset: usize,
    },
    /// Beyond a documented limit.
    Limit(Limit),
    /// JSON, but without a list of messages in a known place.
    NoConversation,
    /// A conversation in another wire, or in a mix of wires.
    UnsupportedWire,
    /// Bedrock's Converse API, whose messages no reader takes.
    BedrockConverse,
    /// The provider clears old tool results itself, as the request asks it to.
    ServerSideEditing,
    /// The key of the conversation occurs twice.
    DuplicateKey,
    /// A planner's edits overlap: a defect here, so nothing is edited.
    Defect,
}
