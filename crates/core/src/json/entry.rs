//! The words of an index, and what bounds them.

use crate::json::key::Key;

/// Largest body: V8's longest string, so that `JSON.parse` can take what this takes.
pub const MAX_BODY_BYTES: usize = (1 << 29) - 24;
/// Most elements of a conversation's list.
pub const MAX_MESSAGES: usize = 1_000_000;

/// How much of a body is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The conversation in full, the top object's other members as their brackets.
    Conversation,
    /// The top container and the members of the objects right in it.
    Shallow,
}

/// A position and what stands there. The body's size limit leaves three bits of a word free for the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(u32);

/// What stands at an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `{`
    Object,
    /// `[`
    Array,
    /// The opening quote of a string; the next entry is its closing quote.
    String,
    /// A member's name; in place of an offset stands which.
    Key,
    /// `null` or `false`
    Empty,
    /// `true` or a number.
    Scalar,
    /// A closing bracket, or the end of the entries: no value.
    None,
    /// A closing quote.
    StringEnd,
}

impl Entry {
    pub(crate) const fn new(position: u32, kind: Kind) -> Self {
        Self(position | (kind as u32) << 29)
    }

    /// Offset in the body.
    #[must_use]
    pub const fn offset(self) -> u32 {
        self.0 & (u32::MAX >> 3)
    }

    /// What stands there.
    #[must_use]
    pub fn kind(self) -> Kind {
        // In the order of the kinds' numbers, so that nothing has to be looked up.
        match self.0 >> 29 {
            0 => Kind::Object,
            1 => Kind::Array,
            2 => Kind::String,
            3 => Kind::Key,
            4 => Kind::Empty,
            5 => Kind::Scalar,
            6 => Kind::None,
            _ => Kind::StringEnd,
        }
    }

    pub(crate) const fn of_key(key: Key) -> Self {
        Self::new(key as u32, Kind::Key)
    }

    /// The name at an entry of the kind [`Kind::Key`].
    #[must_use]
    pub fn key(self) -> Key {
        Key::from_number(self.offset())
    }

    /// What follows the entry of an opening bracket.
    pub(crate) const fn jump_to(entry: usize) -> Self {
        Self(entry as u32)
    }

    /// Of the entry after an opening bracket: where the entries after that container begin.
    #[must_use]
    pub const fn jump(self) -> usize {
        self.0 as usize
    }
}
