//! What was found, before it is put into words.

use super::rule::Rule;
use crate::span::Span;

/// Where in a message, or in the request, a violation lies.
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
    /// For an id or a role that may be missing or empty.
    pub(super) fn of(text: Option<Span>) -> Self {
        text.map_or(Self::None, Self::Text)
    }
}

/// One violation. Fields are in the order of the document, so that rows sort by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// 0-based message; -1 if none is at fault.
    pub message: i32,
    /// In it.
    pub place: Place,
    /// 0-based, in the list that `place` names; -1 if none.
    pub index: i32,
    /// 0-based, of a block in a block; -1 if none.
    pub nested: i32,
    /// Which rule.
    pub rule: Rule,
    /// Byte offset of what is at fault.
    pub offset: u32,
    /// What the text names.
    pub detail: Detail,
}

/// Lists of a body hold fewer elements than it has bytes, which its size limit keeps within 31 bits.
const fn number(index: usize) -> i32 {
    (index as u32).cast_signed()
}

/// Where a row belongs.
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

    /// In document order; what is at the same place, in the order of the rules.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|row| (row.message, row.place, row.index, row.nested, row.rule));
    }
}
