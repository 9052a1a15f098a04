//! The body as a flat list of positions, which a wire's reader walks instead of a tree.
//!
//! ```text
//! {"model":"m","messages":[{"role":"user", …}]}        positions, ascending
//! ^ ^      ^^  ^          ^^^      ^    ^      ^^^     quotes of strings, keys, brackets, first bytes of scalars;
//! └─ object, key, string, key, array, object, …        no colons, no commas
//! ```
//!
//! Invariants: the body is one JSON text in UTF-8, exactly as `JSON.parse` accepts it. A string is two entries, a key or
//! a scalar is one. A container is its two brackets around the entries of its elements, and a jump past its end follows
//! the first bracket. To bound the memory, parts that no reader needs are not listed: members of the top object other
//! than the conversation, and deeply nested containers, are their outer brackets alone. Of the strings and scalars in an
//! inner array only the first is listed; among the blocks of messages up to a million are, so that blocks keep their
//! number.

use crate::error::{Limit, Unreadable};
use crate::json::bit_stack::BitStack;
use crate::json::entry::{Entry, Listing, MAX_BODY_BYTES};
use crate::json::grammar::Grammar;
use crate::json::scan::{self, Lengths, Level, Marks, Needle, Structure};
use crate::scratch::{give_up, reset};
use std::cell::RefCell;

/// Reusable memory of a scan, and its result.
#[derive(Default)]
pub struct Index {
    entries: Vec<Entry>,
    marks: Marks,
    containers: BitStack,
    ascii_escapes: bool,
    has_content_list: bool,
    has_needle: bool,
}

impl Index {
    /// Scans `body` and lists its positions. One pass; needs memory for the listed entries and one bit a nesting level.
    ///
    /// # Errors
    /// [`Unreadable`] says why `body` is not a JSON text, or which limit it exceeds.
    pub fn build(&mut self, body: &[u8], level: Level, listing: Listing) -> Result<(), Unreadable> {
        self.build_with_needle(body, level, listing, None)
    }

    /// [`Index::build`], and notes whether `needle` occurs anywhere. That costs next to nothing: blocks are compared with
    /// two of its words while they are in registers.
    pub(crate) fn build_with_needle(
        &mut self,
        body: &[u8],
        level: Level,
        listing: Listing,
        needle: Option<&Needle>,
    ) -> Result<(), Unreadable> {
        self.entries.clear();
        self.has_needle = false;
        self.marks.groups.clear();
        if body.is_empty() {
            return Err(Unreadable::Empty);
        }
        if body.len() > MAX_BODY_BYTES {
            return Err(Unreadable::Limit(Limit::BodyBytes));
        }
        let mut grammar = Grammar::new(body, listing, &mut self.entries, &mut self.containers);
        let mut structure = Structure::looking_for(needle);
        let mut wrong = None;
        while structure.offset < body.len() && wrong.is_none() {
            let start = structure.offset;
            scan::mark_chunk(level, body, &mut structure, &mut self.marks);
            if let Some(needle) = needle.filter(|_| structure.may_have_needle() && !self.has_needle) {
                self.has_needle = needle.touches(body, start..structure.offset);
            }
            wrong = grammar.take(&self.marks.positions).err();
            wrong = earliest(wrong, structure.error);
        }
        self.ascii_escapes = structure.ascii_escapes;
        self.has_content_list = grammar.has_content_list();
        let unfinished = structure.in_string() || !grammar.is_complete();
        let wrong = wrong.or(unfinished.then_some(body.len()));
        let too_many = grammar.has_too_many_messages();
        match wrong {
            Some(offset) => Err(unreadable(body, offset)),
            None if too_many => Err(Unreadable::Limit(Limit::Messages)),
            None => Ok(()),
        }
    }

    /// Only marks `body`'s structure, as [`Index::build`] does first, and returns the number of positions. Benchmarks time
    /// the scan alone with it.
    #[doc(hidden)]
    pub fn count_positions(&mut self, body: &[u8], level: Level) -> usize {
        let mut structure = Structure::default();
        self.marks.groups.clear();
        let mut count = 0;
        while structure.offset < body.len() {
            scan::mark_chunk(level, body, &mut structure, &mut self.marks);
            count += self.marks.positions.as_slice().len();
        }
        count
    }

    /// The positions of the last body built.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether some member named `content` is a list; if none is, there are no blocks.
    pub(crate) const fn has_content_list(&self) -> bool {
        self.has_content_list
    }

    /// Whether the needle occurs in the last body.
    pub(crate) const fn has_needle(&self) -> bool {
        self.has_needle
    }

    /// Measures strings of `body`, which must be the last one built.
    #[must_use]
    pub fn lengths<'a>(&'a self, body: &'a [u8], level: Level) -> Lengths<'a> {
        Lengths { body, groups: &self.marks.groups, level, ascii_escapes: self.ascii_escapes }
    }

    /// Drops the entries, once they are read, and frees their memory if it is above `bytes`. Strings can still be
    /// measured.
    pub fn shrink_entries(&mut self, bytes: usize) {
        give_up(&mut self.entries, bytes);
    }

    /// Frees the memory that measures strings, if it is above `bytes`.
    pub fn shrink_lengths(&mut self, bytes: usize) {
        give_up(&mut self.marks.groups, bytes);
    }

    /// Empties it, keeping memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.entries, bytes);
        reset(&mut self.marks.groups, bytes);
        self.containers.reset(bytes);
    }
}

thread_local! {
    static SHORT_LIVED: RefCell<Index> = RefCell::default();
}

/// Bytes of memory that [`is_json`] keeps.
const KEPT_BYTES: usize = 64 << 10;

/// Whether `text` is one JSON text, exactly as `JSON.parse` accepts it. One pass.
pub fn is_json(text: &[u8]) -> bool {
    SHORT_LIVED.with_borrow_mut(|index| {
        let is_json = index.build(text, Level::detect(), Listing::Shallow).is_ok();
        index.reset(KEPT_BYTES);
        is_json
    })
}

fn earliest(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a.into_iter().chain(b).min()
}

/// The error of a body. Invalid UTF-8 anywhere comes first, as for a decoder in front of `JSON.parse`.
#[cold]
fn unreadable(body: &[u8], offset: usize) -> Unreadable {
    match simdutf8::compat::from_utf8(body) {
        Ok(_) => Unreadable::Json { offset },
        Err(error) => Unreadable::Utf8 { offset: error.valid_up_to() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tested where the grammar reads several positions at once, and around a chunk's end, where it does not.
    #[test]
    fn refuses_a_wrong_byte_behind_a_member() {
        let table = [
            (r#"{"a":"b"}"#, true),
            (r#"{"a":{"b":"c"}}"#, true),
            (r#"[{"a":"b"},{"c":"d"},{"e":[{"f":"g"}]}]"#, true),
            (r#"{"a":"b"},{"c":"d"}"#, false),
            (r#"{"a":"b"}]"#, false),
            (r#"{"a":"b"}}"#, false),
            (r#"[{"a":"b"}}"#, false),
            (r#"{"a":"b"]"#, false),
            (r#"{"a":"b",}"#, false),
            (r#"{"a":"b",{"c":"d"}}"#, false),
            (r#"[{"a":"b"},{,"c":"d"}]"#, false),
            (r#"{"a":"b""c":"d"}"#, false),
            (r#"{"a":"b":"c"}"#, false),
            (r#"{"a":{}"b":"c"}"#, false),
            ("{\"a\":\"b\"}\0", false),
            ("{\"a\":\"b\"\0}", false),
            ("{\"a\":\0\"b\"}", false),
            ("\0", false),
        ];
        let mut index = Index::default();
        for level in Level::available() {
            for (text, is_json) in table {
                for before in (0..70).chain(4_000..4_200) {
                    let body = format!("{}{text}", " ".repeat(before));
                    let read = index.build(body.as_bytes(), level, Listing::Conversation);
                    assert_eq!(read.is_ok(), is_json, "{text:?} at {before}");
                }
            }
        }
    }

    #[test]
    fn finds_a_needle_at_every_offset() {
        let needle = Needle::new("needle", 2);
        let mut index = Index::default();
        let mut has_needle = |body: &str, level| {
            let read = index.build_with_needle(body.as_bytes(), level, Listing::Conversation, Some(&needle));
            assert_eq!(read, Ok(()));
            index.has_needle()
        };
        for level in Level::available() {
            for before in (0..200).chain(4_000..4_200).chain(8_100..8_300) {
                let text = "x".repeat(before);
                assert!(has_needle(&format!(r#"["{text}needle"]"#), level), "{before}");
                assert!(has_needle(&format!(r#"["needle{text}"]"#), level), "{before}");
                assert!(has_needle(&format!(r#"["{text}nee needl needle"]"#), level), "{before}");
                assert!(!has_needle(&format!(r#"["{text}need","le{text}"]"#), level), "{before}");
            }
        }
    }
}
