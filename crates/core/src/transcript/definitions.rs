//! Where a wire has the definitions of tools.

/// The names around definitions, as a wire spells them.
#[derive(Debug, PartialEq, Eq)]
pub struct DefinitionForm {
    /// An element of the list is a definition itself.
    pub is_element: bool,
    /// Lists of definitions in an element.
    pub lists: &'static [&'static str],
    /// Objects in an element that are definitions.
    pub holders: &'static [&'static str],
    /// The schemas of a definition's arguments.
    pub schemas: &'static [&'static str],
    /// How the wire's provider searches among definitions that are deferred; none: it does not.
    pub search: Option<&'static SearchForm>,
}

/// A provider's search among definitions of tools that a request defers (`defer_loading`).
#[derive(Debug, PartialEq, Eq)]
pub struct SearchForm {
    /// The vendor whose models can.
    pub vendor: &'static str,
    /// Whether a definition without a type can be deferred.
    pub untyped: bool,
    /// Types of definitions that can be.
    pub kinds: &'static [&'static str],
    /// The beginning of the types of all the provider's searches.
    pub kind_start: &'static str,
    /// Members that a deferred definition may not have.
    pub never: &'static [&'static str],
    /// The name of the search; empty if it has none.
    pub name: &'static str,
    /// The definition of the search, as JSON.
    pub tool: &'static str,
}
