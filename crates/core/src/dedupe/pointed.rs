//! Results with pointers in them, which are not written yet. A request may have a hundred thousand, so that they share their
//! lists.

use super::{Kind, ReferenceLines};
use crate::span::Span;

/// In document order.
#[derive(Debug, Default)]
pub(crate) struct Pointed {
    results: Vec<Place>,
    pointers: Vec<Pointer>,
    lines: Vec<ReferenceLines>,
    texts: String,
}

/// The pointers of one result.
#[derive(Clone, Copy, Debug)]
struct Place {
    result: u32,
    first: u32,
    end: u32,
}

/// One pointer: its text, and what it takes the place of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointer {
    /// Bytes of the result's text, as it is spelled.
    pub(crate) bytes: Span,
    /// Its own text, as bytes of all texts. No char of it is escaped in JSON.
    pub(crate) text: Span,
    pub(crate) kind: Kind,
    /// As [`super::Reference::source`].
    pub(crate) source: u32,
    /// Number of its lines, plus 1; 0 for the whole result.
    lines: u32,
}

/// A result with its pointers, in the order of its text.
#[derive(Clone, Copy)]
pub(crate) struct PointedText<'a> {
    /// 0-based, among the results.
    pub(crate) result: usize,
    pub(crate) pointers: &'a [Pointer],
    all: &'a Pointed,
}

impl Pointed {
    pub(crate) const fn len(&self) -> usize {
        self.results.len()
    }

    pub(crate) const fn pointer_count(&self) -> usize {
        self.pointers.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<PointedText<'_>> {
        self.results.get(at).map(|place| self.text_at(*place))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = PointedText<'_>> {
        self.results.iter().map(|place| self.text_at(*place))
    }

    fn text_at(&self, Place { result, first, end }: Place) -> PointedText<'_> {
        let pointers = self.pointers.get(first as usize..end as usize).unwrap_or_default();
        PointedText { result: result as usize, pointers, all: self }
    }

    /// Keeps the text of a pointer, in the place of an equal one at `known`.
    pub(crate) fn keep_text(&mut self, text: &str, known: Span) -> Span {
        if known.of(self.texts.as_bytes()) == text.as_bytes() {
            return known;
        }
        let start = self.texts.len();
        self.texts.push_str(text);
        Span::new(start, self.texts.len())
    }

    /// Adds a pointer of the next result. `bytes` and `text` as [`Pointer`] has them.
    pub(crate) fn push(
        &mut self,
        (bytes, text): (Span, Span),
        kind: Kind,
        (source, lines): (usize, Option<ReferenceLines>),
    ) {
        self.lines.extend(lines);
        let lines = lines.map_or(0, |_| self.lines.len() as u32);
        self.pointers.push(Pointer { bytes, text, kind, source: source as u32, lines });
    }

    /// Adds the result of the pointers that belong to none yet. Returns these.
    pub(crate) fn close(&mut self, result: usize) -> &[Pointer] {
        let (first, end) = (self.results.last().map_or(0, |last| last.end), self.pointers.len() as u32);
        self.results.push(Place { result: result as u32, first, end });
        self.pointers.get(first as usize..).unwrap_or_default()
    }

    /// Turns results that were added from the last to the first around.
    pub(super) fn reverse(&mut self) {
        self.results.reverse();
    }
}

impl PointedText<'_> {
    pub(crate) fn text_of(&self, pointer: &Pointer) -> &[u8] {
        pointer.text.of(self.all.texts.as_bytes())
    }

    /// As [`super::Reference::lines`].
    pub(crate) fn lines_of(&self, pointer: &Pointer) -> Option<ReferenceLines> {
        self.all.lines.get(pointer.lines.checked_sub(1)? as usize).copied()
    }

    /// Appends the result's `text` with its pointers.
    pub(crate) fn write(&self, text: &[u8], out: &mut Vec<u8>) {
        let mut from = 0;
        for pointer in self.pointers {
            out.extend_from_slice(text.get(from..pointer.bytes.start as usize).unwrap_or_default());
            out.extend_from_slice(self.text_of(pointer));
            from = pointer.bytes.end as usize;
        }
        out.extend_from_slice(text.get(from..).unwrap_or_default());
    }
}
