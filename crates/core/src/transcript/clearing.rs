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
#[derive(Clone, Copy, Debug)]
pub struct ClearingPlace {
    /// The bytes that it replaces; empty where it is added.
    pub span: Span,
    /// The JSON text that it needs in front and behind.
    pub around: [&'static str; 2],
    /// Its index in the client's list; none if there is no such list.
    pub index: Option<u32>,
    /// How the wire spells it.
    pub form: &'static ClearingForm,
}

/// How a wire spells an edit, and what the provider leaves of a result.
#[derive(Debug)]
pub struct ClearingForm {
    /// The edit's JSON around the number of tool uses that stay, up to what says whose arguments go.
    pub edit: [&'static str; 2],
    /// Its last member's JSON around the names of tools whose results stay.
    pub excluded: [&'static str; 2],
    /// What closes the edit.
    pub end: &'static str,
    /// A result's block after clearing, around the id of its call.
    pub cleared: [&'static str; 2],
}
