//! Whether the provider itself clears old tool results, and where a request says so.

use crate::span::Span;

/// Who clears the old results of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clearing {
    /// The policy does not leave them to the provider.
    #[default]
    Unasked,
    /// The provider.
    Provider,
    /// Not the provider: the wire has no such edit.
    Wire,
    /// Not the provider: the model's cannot, or the body does not name the model.
    Model,
    /// Not the provider for us: the client has edits of its own that leave no place for ours.
    Client,
}

/// A place for one more edit of the provider's context management.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClearingPlace {
    /// The bytes that it replaces; empty where it is added.
    pub span: Span,
    /// What it needs around it.
    pub lead: Lead,
    /// Its index in the client's list; none if there is no such list.
    pub index: Option<u32>,
}

/// What an edit needs around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// A comma and the whole member, at the end of the request.
    Member,
    /// The member's value.
    Value,
    /// Nothing: the client's list is empty.
    First,
    /// A comma: it follows the client's edits.
    Next,
}

impl Lead {
    /// The JSON text in front of an edit and behind it.
    #[must_use]
    pub const fn around(self) -> [&'static str; 2] {
        match self {
            Self::Member => [r#","context_management":{"edits":["#, "]}"],
            Self::Value => [r#"{"edits":["#, "]}"],
            Self::First => ["", ""],
            Self::Next => [",", ""],
        }
    }
}
