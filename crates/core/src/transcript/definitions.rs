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
}
