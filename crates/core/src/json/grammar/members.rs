//! The members of objects: most positions are part of one.

use super::{Expect, Run};
use crate::json::entry::{Entry, Kind};
use crate::json::key::Key;
use crate::json::scan::NextPositions;
use std::ops::ControlFlow::{self, Break, Continue};

/// The bytes at the three positions that a member begins with.
const NAME: u64 = u64::from_le_bytes(*b"\"\":\0\0\0\0\0");
const NAME_BYTES: u64 = 0xFF_FFFF;
const STRING: u16 = u16::from_le_bytes(*b"\"\"");
/// The bytes where an object follows another element.
const NEXT_OBJECT: u16 = u16::from_le_bytes(*b",{");

/// A member up to its value.
struct Member {
    key: Key,
    depth: usize,
    listed: bool,
}

#[expect(clippy::inline_always, reason = "part of the grammar's one loop, which keeps its state in registers")]
impl Run<'_> {
    /// Reads members one after the other, with the brackets and commas behind them, as long as they are whole in
    /// `positions` and begin as members do. Returns the remaining positions.
    #[inline(always)]
    pub(super) fn members<'p>(&mut self, positions: NextPositions<'p>) -> NextPositions<'p> {
        let mut rest = positions;
        loop {
            let word = rest.word();
            let Some(&[name, name_end, _, value, end]) = rest.offsets().filter(|_| word & NAME_BYTES == NAME) else {
                return rest;
            };
            let depth = self.containers.depth();
            let listed = depth <= self.state.list_depth;
            let key = if listed { self.key_between(name, name_end) } else { Key::Other };
            let taken = if (word >> 24) as u16 == STRING {
                if listed {
                    self.list_all([
                        Entry::of_key(key),
                        Entry::new(value, Kind::String),
                        Entry::new(end, Kind::StringEnd),
                    ]);
                }
                self.behind_value(rest.after(5))
            } else {
                self.other_value((word >> 24) as u8, value, &Member { key, depth, listed }, rest)
            };
            match taken {
                Continue(after) => rest = after,
                Break(after) => return after,
            }
        }
    }

    #[inline(always)]
    fn list_all<const N: usize>(&mut self, entries: [Entry; N]) {
        self.entries.extend_from_slice(&entries);
    }

    /// Goes on behind `member` and its value's opening bracket, or in front of a value that is no container.
    #[inline(always)]
    fn other_value<'p>(
        &mut self,
        byte: u8,
        value: u32,
        member: &Member,
        rest: NextPositions<'p>,
    ) -> ControlFlow<NextPositions<'p>, NextPositions<'p>> {
        let &Member { key, depth, listed } = member;
        if byte == b'{' {
            if listed {
                if let Some(opened) = self.state.opened.get_mut(depth) {
                    *opened = self.entries.len() + 1;
                }
                self.list_all([Entry::of_key(key), Entry::new(value, Kind::Object), Entry::jump_to(0)]);
            }
            self.enter(true);
            return Continue(rest.after(4));
        }
        if listed {
            self.list_all([Entry::of_key(key)]);
        }
        if byte == b'[' {
            self.open(value, false);
            self.state.has_content_list |= key == Key::Content;
            return Break(rest.after(4));
        }
        self.state.name = key;
        self.state.expect = Expect::Value;
        Break(rest.after(3))
    }

    /// Closes the nested objects that end behind a value. Goes on in front of the next member: of the same object, or of
    /// an object that is the next element.
    #[inline(always)]
    fn behind_value<'p>(&mut self, positions: NextPositions<'p>) -> ControlFlow<NextPositions<'p>, NextPositions<'p>> {
        let mut rest = positions;
        loop {
            match rest.byte() {
                b',' if self.state.in_object => {
                    self.state.expect = Expect::Key;
                    return Continue(rest.after(1));
                }
                b'}' if self.state.in_object => {
                    self.close(rest.offset());
                    rest = rest.after(1);
                }
                b',' if rest.word() as u16 == NEXT_OBJECT && self.containers.depth() > 0 => {
                    self.open(rest.after(1).offset(), true);
                    return Continue(rest.after(2));
                }
                _ => {
                    self.end_value();
                    return Break(rest);
                }
            }
        }
    }
}
