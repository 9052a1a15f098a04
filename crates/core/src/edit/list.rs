//! Announced changes: spans of the body and their replacements.

use crate::json::scan::Level;
use crate::json::text::Text;
use crate::scratch::reset;
use crate::span::Span;
use crate::transcript::Place;

/// One replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Bytes of the body that are replaced.
    pub span: Span,
    /// Bytes of the list's arena that replace them.
    replacement: Span,
    /// The reported decision that it carries out; 0 for cache markers.
    pub decision: u32,
    /// The list element that it edits. For a string in an object: the object's offset. None if the content is a string or
    /// the whole object.
    pub part: Option<u32>,
    /// Kind of the edit.
    pub kind: EditKind,
}

/// What an edit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKind {
    /// Replaces a value around or at this text; the span includes the quotes.
    Replaces(Span),
    /// Removes the element around this text from its list.
    Removes(Span),
    Marks(Place),
    /// Removes a cache marker.
    Unmarks(Place),
    /// Changes a member of a tool's definition, whose value this is, or removes it.
    Defines(Span),
}

/// Most placeholders are shorter.
const USUAL_BYTES: usize = 128;

/// Collects edits. Only [`EditBuilder::finish`] makes an [`EditList`] of them.
#[derive(Default)]
pub struct EditBuilder {
    edits: Vec<Edit>,
    arena: Vec<u8>,
    decision: u32,
}

impl EditBuilder {
    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.edits, bytes);
        reset(&mut self.arena, bytes);
    }

    /// Makes room for so many edits. Memory that is not needed is not touched.
    pub fn reserve(&mut self, edits: usize) {
        self.edits.reserve_exact(edits);
        self.arena.reserve_exact(edits * USUAL_BYTES);
    }

    /// Sets the decision that the next edits belong to.
    pub const fn set_decision(&mut self, decision: u32) {
        self.decision = decision;
    }

    /// Replaces a string, quotes included, by `escaped` between quotes.
    pub fn replace_string(&mut self, span: Span, escaped: &[u8], part: Option<u32>) {
        self.replace(span, span, [b"\"".as_slice(), escaped, b"\""], part);
    }

    /// Replaces a string, quotes included, by what `write` appends, between quotes. Returns that.
    pub fn write_string(&mut self, span: Span, part: Option<u32>, write: impl FnOnce(&mut Vec<u8>)) -> &[u8] {
        let start = self.arena.len();
        self.arena.push(b'"');
        write(&mut self.arena);
        self.arena.push(b'"');
        self.push(span, start, part, EditKind::Replaces(span)).inside().of(&self.arena)
    }

    /// Replaces a value around or at `text` by the JSON text in `pieces`.
    pub fn replace<const N: usize>(&mut self, span: Span, text: Span, pieces: [&[u8]; N], part: Option<u32>) {
        let start = self.arena.len();
        for piece in pieces {
            self.arena.extend_from_slice(piece);
        }
        self.push(span, start, part, EditKind::Replaces(text));
    }

    /// Adds an edit whose replacement is what the arena has from `start` on, or the one before if that is the same: of many short
    /// results most placeholders are. Returns it.
    fn push(&mut self, span: Span, start: usize, part: Option<u32>, kind: EditKind) -> Span {
        let own = Span::new(start, self.arena.len());
        let before = self.edits.last().map(|last| last.replacement);
        let same = before.filter(|before| before.of(&self.arena) == own.of(&self.arena));
        if same.is_some() {
            self.arena.truncate(start);
        }
        let replacement = same.unwrap_or(own);
        self.edits.push(Edit { span, replacement, decision: self.decision, part, kind });
        replacement
    }

    /// Removes a list element around `text`; `span` includes its comma. `part`: its index in a result's list.
    pub fn remove(&mut self, span: Span, text: Span, part: Option<u32>) {
        let replacement = Span::new(self.arena.len(), self.arena.len());
        let kind = EditKind::Removes(text);
        self.edits.push(Edit { span, replacement, decision: self.decision, part, kind });
    }

    /// Least bytes that an edit inserts: a string counts as `JSON.stringify` spells it.
    #[must_use]
    pub fn added_bytes(&self, edit: &Edit) -> usize {
        match edit.replacement.of(&self.arena) {
            [b'"', inside @ .., b'"'] => Text::new(inside, Level::SCALAR).json_bytes() + 2,
            other => other.len(),
        }
    }

    /// The edits so far.
    #[must_use]
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Adds an edit of a cache marker, `text` in place of `span`; [`EditBuilder::sort`] puts it in its place.
    pub fn mark(&mut self, span: Span, text: &[u8], part: Option<u32>, kind: EditKind) {
        let start = self.arena.len();
        self.arena.extend_from_slice(text);
        let replacement = Span::new(start, self.arena.len());
        self.edits.push(Edit { span, replacement, decision: 0, part, kind });
    }

    /// Puts `text` in place of `span` in a tool's definition: of a member's `value`, or of the whole member, which begins at
    /// byte `member`. [`EditBuilder::sort`] puts the edit in its place.
    pub fn define(&mut self, span: Span, value: Span, member: u32, text: &[u8]) {
        self.mark(span, text, Some(member), EditKind::Defines(value));
    }

    /// Puts the edits into body order.
    pub fn sort(&mut self) {
        self.edits.sort_by_key(|edit| edit.span.start);
    }

    /// Puts JSON text before and after the replacement of edit number `at`.
    pub fn wrap(&mut self, at: usize, [before, after]: [&[u8]; 2]) {
        let Some(edit) = self.edits.get_mut(at) else { return };
        let (Span { start, end }, first) = (edit.replacement, self.arena.len());
        self.arena.extend_from_slice(before);
        self.arena.extend_from_within(start as usize..end as usize);
        self.arena.extend_from_slice(after);
        edit.replacement = Span::new(first, self.arena.len());
    }

    /// Keeps the edits of decisions to which `number` gives a new number, and renumbers them.
    pub fn retain(&mut self, number: impl Fn(u32) -> Option<u32>) {
        self.edits.retain_mut(|edit| match number(edit.decision) {
            Some(number) => {
                edit.decision = number;
                true
            }
            None => false,
        });
    }

    /// The edits, checked to be sorted, disjoint and inside a body of `body_bytes`. Linear.
    ///
    /// # Errors
    /// [`NotDisjoint`] if they are not; the body must then stay as it is.
    pub fn finish(&self, body_bytes: usize) -> Result<EditList<'_>, NotDisjoint> {
        let mut end = 0;
        let mut removed = 0;
        let mut added = 0;
        for edit in &self.edits {
            if edit.span.start < end || edit.span.end < edit.span.start {
                return Err(NotDisjoint);
            }
            end = edit.span.end;
            removed += edit.span.byte_count();
            added += edit.replacement.byte_count();
        }
        if end as usize > body_bytes {
            return Err(NotDisjoint);
        }
        let output_bytes = body_bytes - removed + added;
        Ok(EditList { edits: &self.edits, arena: &self.arena, replacement_bytes: added, output_bytes })
    }
}

/// Edits that overlap, or are out of order or out of bounds: a planner's defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotDisjoint;

/// Edits that can be applied: sorted, disjoint, in bounds.
#[derive(Clone, Copy)]
pub struct EditList<'a> {
    edits: &'a [Edit],
    arena: &'a [u8],
    replacement_bytes: usize,
    output_bytes: usize,
}

impl<'a> EditList<'a> {
    /// The edits, in the body's order.
    #[must_use]
    pub const fn edits(&self) -> &'a [Edit] {
        self.edits
    }

    /// The bytes that replace the span of `edit`.
    #[must_use]
    pub fn replacement(&self, edit: &Edit) -> &'a [u8] {
        edit.replacement.of(self.arena)
    }

    /// Bytes of all replacements together.
    #[must_use]
    pub const fn replacement_bytes(&self) -> usize {
        self.replacement_bytes
    }

    /// Exact size of the edited body.
    #[must_use]
    pub const fn output_bytes(&self) -> usize {
        self.output_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finish(spans: &[(usize, usize)], body_bytes: usize) -> Result<usize, NotDisjoint> {
        let mut builder = EditBuilder::default();
        for &(start, end) in spans {
            builder.replace_string(Span::new(start, end), b"x", None);
        }
        builder.finish(body_bytes).map(|list| list.output_bytes())
    }

    #[test]
    fn only_sorted_disjoint_edits_in_bounds_are_a_list() {
        assert_eq!(finish(&[], 10), Ok(10));
        assert_eq!(finish(&[(0, 4), (4, 10)], 10), Ok(6));
        assert_eq!(finish(&[(0, 5), (4, 10)], 10), Err(NotDisjoint));
        assert_eq!(finish(&[(4, 10), (0, 4)], 10), Err(NotDisjoint));
        assert_eq!(finish(&[(4, 11)], 10), Err(NotDisjoint));
        assert_eq!(finish(&[(6, 5)], 10), Err(NotDisjoint));
    }
}
