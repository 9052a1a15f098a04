//! The token families that have weights and a vocabulary.

/// A byte-pair encoding of `OpenAI`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Of gpt-4o and later models.
    O200kBase,
    /// Of gpt-4 and gpt-3.5.
    Cl100kBase,
}

impl Encoding {
    /// All, in the order of their codes (0, 1).
    pub const ALL: [Self; 2] = [Self::O200kBase, Self::Cl100kBase];

    /// Its published name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::O200kBase => "o200k_base",
            Self::Cl100kBase => "cl100k_base",
        }
    }

    /// The encoding of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }
}
