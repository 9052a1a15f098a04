//! Walks an [`crate::index::Index`] as objects, arrays and strings.
//!
//! The body behind an index is valid JSON, so the walk checks nothing again; if an index were ever inconsistent, it
//! would end early instead of failing.

use crate::transcript::Span;

/// A position in the entries, in front of a value or a key.
#[derive(Clone)]
pub struct Cursor<'a> {
    body: &'a [u8],
    entries: &'a [u32],
    at: usize,
}

/// What stands at a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `{`
    Object,
    /// `[`
    Array,
    /// `"`
    String,
    /// `null`
    Null,
    /// A number, `true` or `false`.
    Scalar,
    /// A closing bracket or the end: no value.
    None,
}

impl<'a> Cursor<'a> {
    /// In front of the body's value.
    #[must_use]
    pub const fn new(body: &'a [u8], entries: &'a [u32]) -> Self {
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
        self.entries.get(self.at).map_or(self.body.len(), |&offset| offset as usize)
    }

    fn byte(&self) -> u8 {
        self.entries.get(self.at).and_then(|&offset| self.body.get(offset as usize)).copied().unwrap_or(0)
    }

    /// What stands here.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.byte() {
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b'"' => Kind::String,
            b'n' => Kind::Null,
            b'}' | b']' | 0 => Kind::None,
            _ => Kind::Scalar,
        }
    }

    /// Whether `false` stands here.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.byte() == b'f'
    }

    /// Passes a string; its span includes the quotes. None, and nothing passed, if something else stands here.
    pub fn string(&mut self) -> Option<Span> {
        if self.byte() != b'"' {
            return None;
        }
        let (&start, &end) = (self.entries.get(self.at)?, self.entries.get(self.at + 1)?);
        self.at += 2;
        Some(Span { start, end: end + 1 })
    }

    /// Passes the value here, whatever it is.
    pub fn skip(&mut self) {
        let mut depth = 0usize;
        loop {
            let byte = self.byte();
            self.at += if byte == b'"' { 2 } else { 1 };
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                0 => return,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Calls `visit` with each member's name, in front of its value, which `visit` passes or leaves. Passes the object.
    /// Does nothing, and passes nothing, if no object stands here.
    pub fn members(&mut self, mut visit: impl FnMut(Name<'a>, &mut Self)) {
        if self.byte() != b'{' {
            return;
        }
        self.at += 1;
        while let Some(name) = self.string() {
            let value = self.at;
            visit(Name(name.inside().of(self.body)), self);
            if self.at == value {
                self.skip();
            }
        }
        self.at += 1;
    }

    /// Calls `visit` in front of each element; otherwise as [`Cursor::members`].
    pub fn elements(&mut self, mut visit: impl FnMut(&mut Self)) {
        if self.byte() != b'[' {
            return;
        }
        self.at += 1;
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
        self.at.checked_sub(1).and_then(|last| self.entries.get(last)).map_or(0, |&offset| offset as usize + 1)
    }
}

/// A member's name as it stands between the quotes.
#[derive(Clone, Copy)]
pub struct Name<'a>(&'a [u8]);

impl Name<'_> {
    /// Whether it spells `name`, with escapes or without.
    #[must_use]
    pub fn is(self, name: &str) -> bool {
        spells(self.0, name)
    }
}

/// Whether the raw inside of a string spells `expected`, with escapes or without.
#[must_use]
pub fn spells(raw: &[u8], expected: &str) -> bool {
    raw == expected.as_bytes()
        || (raw.len() > expected.len()
            && raw.contains(&b'\\')
            && crate::text::Text::new(raw, crate::scan::Level::Scalar).equals(expected.as_bytes()))
}
