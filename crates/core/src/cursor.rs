//! Walks an [`crate::index::Index`] as objects, arrays and strings.
//!
//! The body behind an index is valid JSON, so the walk checks nothing again; if an index were ever inconsistent, it
//! would end early instead of failing.

use crate::index::Entry;
pub use crate::index::Kind;
use crate::transcript::Span;
use std::borrow::Cow;

/// A position in the entries, in front of a value or a key.
#[derive(Clone)]
pub struct Cursor<'a> {
    body: &'a [u8],
    entries: &'a [Entry],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// In front of the body's value.
    #[must_use]
    pub const fn new(body: &'a [u8], entries: &'a [Entry]) -> Self {
        Self { body, entries, at: 0 }
    }

    /// The body walked.
    #[must_use]
    pub const fn body(&self) -> &'a [u8] {
        self.body
    }

    /// Offset of the next entry.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.entries.get(self.at).map_or(self.body.len(), |entry| entry.offset() as usize)
    }

    /// What stands here.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.entries.get(self.at).map_or(Kind::None, |entry| entry.kind())
    }

    /// Passes a string and tells what `known` makes of it.
    #[inline]
    pub fn string_lookup<T>(&mut self, known: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        let span = self.string()?;
        lookup(span.inside().of(self.body), known)
    }

    /// Passes a string; its span includes the quotes. None, and nothing passed, if something else stands here.
    #[inline]
    pub fn string(&mut self) -> Option<Span> {
        let (start, end) = (self.entries.get(self.at)?, self.entries.get(self.at + 1)?);
        if start.kind() != Kind::String {
            return None;
        }
        self.at += 2;
        Some(Span { start: start.offset(), end: end.offset() + 1 })
    }

    /// Passes the value here, whatever it is; does nothing if there is none.
    pub fn skip(&mut self) {
        let kind = self.kind();
        if matches!(kind, Kind::Object | Kind::Array) {
            self.skip_container();
        } else {
            // A sum, not branches: what stands here is hard to predict.
            let is_value = !matches!(kind, Kind::None | Kind::StringEnd);
            self.at += usize::from(is_value) + usize::from(kind == Kind::String);
        }
    }

    fn skip_container(&mut self) {
        let after = self.entries.get(self.at + 1).map_or(0, |jump| jump.jump());
        // Always forward, so that no walk is endless.
        self.at = after.max(self.at + 2);
    }

    /// Calls `visit` with each member's name, in front of its value, which `visit` passes or leaves. Passes the object.
    /// Does nothing, and passes nothing, if no object stands here.
    pub fn members(&mut self, mut visit: impl FnMut(Name<'a>, &mut Self)) {
        if self.kind() != Kind::Object {
            return;
        }
        self.at += 2;
        while self.kind() == Kind::String {
            let name = name_at(self.body, self.offset() + 1);
            self.at += 1;
            let value = self.at;
            visit(Name(name), self);
            if self.at == value {
                self.skip();
            }
        }
        self.at += 1;
    }

    /// Calls `visit` in front of each element; otherwise as [`Cursor::members`].
    pub fn elements(&mut self, mut visit: impl FnMut(&mut Self)) {
        if self.kind() != Kind::Array {
            return;
        }
        self.at += 2;
        while self.kind() != Kind::None {
            let value = self.at;
            visit(self);
            if self.at == value {
                self.skip();
            }
        }
        self.at += 1;
    }

    /// Offset after the value that was just passed, if it was a container.
    #[must_use]
    pub fn offset_after(&self) -> usize {
        self.at.checked_sub(1).and_then(|last| self.entries.get(last)).map_or(0, |entry| entry.offset() as usize + 1)
    }
}

/// A member's name as it stands between the quotes.
#[derive(Clone, Copy)]
pub struct Name<'a>(&'a [u8]);

impl Name<'_> {
    /// What `known` makes of the name.
    #[inline]
    pub fn lookup<T>(self, known: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        lookup(self.0, known)
    }

    /// Whether it spells `name`.
    #[inline]
    #[must_use]
    pub fn is(self, name: &[u8]) -> bool {
        lookup(self.0, |raw| (raw == name).then_some(())).is_some()
    }
}

/// What `known` makes of the raw inside of a string. Words of structure are nearly always spelled without escapes, so
/// they are tried as they stand first.
#[inline]
pub fn lookup<T>(raw: &[u8], known: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
    known(raw).or_else(|| if has_escapes(raw) { known(&resolve_escapes(raw)) } else { None })
}

/// The raw inside of a short string with its escapes resolved.
#[inline]
#[must_use]
pub fn decoded(raw: &[u8]) -> Cow<'_, [u8]> {
    if has_escapes(raw) { Cow::Owned(resolve_escapes(raw)) } else { Cow::Borrowed(raw) }
}

/// The inside of the string whose inside begins at `start`, by its closing quote. Names are short, so this is cheaper
/// than an entry for every one.
#[inline]
fn name_at(body: &[u8], start: usize) -> &[u8] {
    let rest = body.get(start..).unwrap_or_default();
    let mut end = 0;
    while let Some(&byte) = rest.get(end) {
        match byte {
            b'"' => break,
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
    rest.get(..end).unwrap_or_default()
}

/// For names and ids, which are too short for a search function to pay.
#[inline]
#[expect(clippy::manual_contains, reason = "a plain loop is faster than the search it suggests")]
#[must_use]
pub fn has_escapes(raw: &[u8]) -> bool {
    raw.iter().any(|&byte| byte == b'\\')
}

#[cold]
fn resolve_escapes(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    crate::text::Text::new(raw, crate::scan::Level::Scalar).decode_into(&mut out);
    out
}
