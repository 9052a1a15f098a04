//! Violations as rows of numbers, before TypeScript puts them into words.

use super::rule::Rule;
use crate::span::Span;

/// Place of a violation in a message or in the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The whole request.
    Request,
    /// An element of `tools`.
    Tool,
    /// An element of `system`.
    System,
    /// A whole message.
    Message,
    /// An element of a message's `content`.
    Block,
    /// An element of a block's `content`.
    Nested,
    /// An element of `tool_calls`.
    Call,
    /// An element of `parts`.
    Part,
}

/// The id, role or number that a rule's text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    None,
    /// The raw inside of a string of the body.
    Text(Span),
    /// A count.
    Count(u32),
}

impl Detail {
    /// Detail for an id or a role; nothing if it is missing or empty.
    pub(super) fn of(text: Option<Span>) -> Self {
        text.map_or(Self::None, Self::Text)
    }
}

/// One violation. The fields' order makes rows sort in document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// 0-based message; -1 if the violation is in none.
    pub message: i32,
    /// Place in the message.
    pub place: Place,
    /// 0-based index in the list that `place` names; -1 if there is none.
    pub index: i32,
    /// 0-based index of a block in a block; -1 if there is none.
    pub nested: i32,
    /// The violated rule.
    pub rule: Rule,
    /// Byte offset of the violation.
    pub offset: u32,
    /// The id, role or number that the text names.
    pub detail: Detail,
}

/// A list has fewer elements than the body has bytes, and the size limit keeps these within 31 bits.
const fn number(index: usize) -> i32 {
    (index as u32).cast_signed()
}

/// Place of a row.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub place: Place,
    pub message: i32,
    pub index: i32,
    pub nested: i32,
    pub offset: usize,
}

impl Site {
    pub const fn request(offset: usize) -> Self {
        Self { place: Place::Request, message: -1, index: -1, nested: -1, offset }
    }

    pub const fn message(message: usize, offset: usize) -> Self {
        Self { place: Place::Message, message: number(message), index: -1, nested: -1, offset }
    }

    /// An element of the list that `place` names.
    pub const fn element(self, place: Place, index: usize, offset: usize) -> Self {
        Self { place, index: number(index), offset, ..self }
    }

    pub const fn nested(self, nested: usize, offset: usize) -> Self {
        Self { place: Place::Nested, nested: number(nested), offset, ..self }
    }
}

/// Gathers rows.
#[derive(Default)]
pub(super) struct Rows(pub Vec<Row>);

impl Rows {
    pub fn add(&mut self, rule: Rule, site: Site, detail: Detail) {
        let Site { place, message, index, nested, offset } = site;
        self.0.push(Row { message, place, index, nested, rule, offset: offset as u32, detail });
    }

    /// Reports `text` (raw, without quotes) if it has not the form that the rule asks of this kind of values.
    pub fn form(&mut self, rule: Rule, kind: &[u8], site: Site, text: Span, body: &[u8]) {
        if rule.form(kind).is_some_and(|form| !form.fits(text, body)) {
            self.add(rule, site, Detail::Text(text));
        }
    }

    /// Sorts by place in the document, then by rule.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|row| (row.message, row.place, row.index, row.nested, row.rule));
    }
}
