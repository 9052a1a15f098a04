//! Walks an [`crate::json::index::Index`] as objects, arrays and strings.
//!
//! The body of an index is valid JSON, so the walk checks nothing again. If an index were ever inconsistent, the walk
//! would end early instead of failing.

use crate::json::entry::Entry;
pub use crate::json::entry::Kind;
pub use crate::json::key::Key;
use crate::json::key::lookup;
use crate::json::scan::{far_ahead, prefetch};
use crate::span::Span;

/// Entries between the one read and the one whose bytes are prefetched: in a large body they are far apart, where no
/// hardware prefetches them.
const AHEAD: usize = 160;

/// A position in the entries, in front of a value or a key.
#[derive(Clone)]
pub struct Cursor<'a> {
    body: &'a [u8],
    entries: &'a [Entry],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor in front of the body's value.
    #[must_use]
    pub const fn new(body: &'a [u8], entries: &'a [Entry]) -> Self {
        Self { body, entries, at: 0 }
    }

    /// The body.
    #[must_use]
    pub const fn body(&self) -> &'a [u8] {
        self.body
    }

    /// Byte offset of the next entry.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.entries.get(self.at).map_or(self.body.len(), |entry| entry.offset() as usize)
    }

    /// Kind of the next entry.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.entries.get(self.at).map_or(Kind::None, |entry| entry.kind())
    }

    /// Whether the next value is `false`.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.kind() == Kind::Empty && self.body.get(self.offset()) == Some(&b'f')
    }

    /// Whether the next value is `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.kind() == Kind::Scalar && self.body.get(self.offset()) == Some(&b't')
    }

    /// Whether the next value, a list, has an element.
    #[must_use]
    pub fn is_filled(&self) -> bool {
        self.entries.get(self.at + 2).is_some_and(|entry| entry.kind() != Kind::None)
    }

    /// Passes a string and returns what `known` finds for its text. For any other value: none, and nothing is passed.
    #[inline]
    pub fn string_lookup<T>(&mut self, known: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        let span = self.string()?;
        lookup(span.inside().of(self.body), known)
    }

    /// Passes a string and returns its span, quotes included. For any other value: none, and nothing is passed.
    #[inline]
    pub fn string(&mut self) -> Option<Span> {
        let (start, end) = (self.entries.get(self.at)?, self.entries.get(self.at + 1)?);
        if start.kind() != Kind::String {
            return None;
        }
        self.at += 2;
        Some(Span { start: start.offset(), end: end.offset() + 1 })
    }

    /// Passes a string or an object and returns its span. For any other value: none, and nothing is passed.
    pub fn string_or_object(&mut self) -> Option<Span> {
        if self.kind() != Kind::Object {
            return self.string();
        }
        let start = self.offset();
        self.skip();
        Some(Span::new(start, self.offset_after()))
    }

    /// Passes the next value of any kind; does nothing if there is none.
    pub fn skip(&mut self) {
        let kind = self.kind();
        if matches!(kind, Kind::Object | Kind::Array) {
            self.skip_container();
        } else {
            // A sum, not branches: the kind of the next entry is hard to predict.
            let is_value = !matches!(kind, Kind::None | Kind::StringEnd | Kind::Key);
            self.at += usize::from(is_value) + usize::from(kind == Kind::String);
        }
    }

    fn skip_container(&mut self) {
        let after = self.entries.get(self.at + 1).map_or(0, |jump| jump.jump());
        // Always forward, so that every walk ends.
        self.at = after.max(self.at + 2);
    }

    /// Calls `visit` with each member's key, in front of its value, which `visit` may pass or leave. Passes the object.
    /// Does nothing, and passes nothing, if the next value is no object.
    pub fn members(&mut self, mut visit: impl FnMut(Key, &mut Self)) {
        if self.kind() != Kind::Object {
            return;
        }
        self.at += 2;
        while let Some(entry) = self.entries.get(self.at).filter(|entry| entry.kind() == Kind::Key) {
            self.at += 1;
            let ahead = far_ahead(self.body, self.entries, self.at, AHEAD);
            if let Some(ahead) = ahead.filter(|entry| entry.kind() != Kind::Key) {
                prefetch(self.body, ahead.offset() as usize);
            }
            let value = self.at;
            visit(entry.key(), self);
            if self.at == value {
                self.skip();
            }
        }
        self.at += 1;
    }

    /// Calls `visit` in front of each element of an array; otherwise as [`Cursor::members`].
    pub fn elements(&mut self, mut visit: impl FnMut(&mut Self)) {
        self.elements_while(|element| {
            visit(element);
            true
        });
    }

    /// As [`Cursor::elements`], until `visit` returns false. Passes the whole array.
    pub fn elements_while(&mut self, mut visit: impl FnMut(&mut Self) -> bool) {
        if self.kind() != Kind::Array {
            return;
        }
        let mut after = self.clone();
        self.at += 2;
        while self.kind() != Kind::None {
            let value = self.at;
            let goes_on = visit(self);
            if !goes_on {
                after.skip();
                self.at = after.at;
                return;
            }
            if self.at == value {
                self.skip();
            }
        }
        self.at += 1;
    }

    /// Byte offset after the value that was just passed, if it was a container.
    #[must_use]
    pub fn offset_after(&self) -> usize {
        self.at.checked_sub(1).and_then(|last| self.entries.get(last)).map_or(0, |entry| entry.offset() as usize + 1)
    }
}
