//! The words of an index, and its limits.

use crate::json::key::Key;

/// Bytes of the largest body: V8's longest string, so that `JSON.parse` can parse every accepted body.
pub const MAX_BODY_BYTES: usize = (1 << 29) - 24;
/// Largest number of elements in a conversation's list.
pub const MAX_MESSAGES: usize = 1_000_000;

/// Which part of a body is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The conversation in full; other members of the top object as their outer brackets.
    Conversation,
    /// The top container and the members of the objects directly in it.
    Shallow,
}

/// A position and its kind. The body's size limit leaves three bits of a word free for the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(u32);

/// Kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `{`
    Object,
    /// `[`
    Array,
    /// The opening quote of a string; the next entry is its closing quote.
    String,
    /// A member's name. The entry has the name's key in place of an offset.
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

    /// Byte offset in the body.
    #[must_use]
    pub const fn offset(self) -> u32 {
        self.0 & (u32::MAX >> 3)
    }

    /// Kind of the entry.
    #[must_use]
    pub fn kind(self) -> Kind {
        // In the order of the kinds' numbers, so that this compiles to no table.
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

    /// The entry that follows an opening bracket: a jump past the container's end.
    pub(crate) const fn jump_to(entry: usize) -> Self {
        Self(entry as u32)
    }

    /// The entry's jump: index of the first entry after the container.
    #[must_use]
    pub const fn jump(self) -> usize {
        self.0 as usize
    }
}
