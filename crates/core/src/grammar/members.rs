//! The members of objects, which most positions are part of.

use super::{Expect, Run};
use crate::entry::{Entry, Kind};
use crate::key::Key;

// As in the loop that this is a part of.
#[allow(clippy::inline_always)]
impl Run<'_> {
    /// Takes members one after the other, as long as they are whole in `positions` and begin as members do: what most
    /// positions are part of. Leaves the rest.
    #[inline(always)]
    pub(super) fn members<'p>(&mut self, positions: &'p [u32]) -> &'p [u32] {
        let mut rest = positions;
        while let Some(&[key, key_end, colon, value, end, _]) = rest.first_chunk() {
            if self.byte(key) != b'"' || self.byte(colon) != b':' {
                break;
            }
            self.state.string_start = key;
            let name = self.end_key(key_end);
            match self.byte(value) {
                b'"' => {
                    self.list_string(value, end);
                    rest = self.close_objects(rest.get(5..).unwrap_or_default());
                    let Some(after) = self.next_member(rest) else { break };
                    rest = after;
                }
                b'{' => {
                    self.open(value, true);
                    rest = rest.get(4..).unwrap_or_default();
                }
                b'[' => {
                    self.open(value, false);
                    self.state.has_content_list |= name == Key::Content;
                    return rest.get(4..).unwrap_or_default();
                }
                _ => {
                    self.state.expect = Expect::Value;
                    return rest.get(3..).unwrap_or_default();
                }
            }
        }
        rest
    }

    /// Takes a string that is a member's value.
    #[inline(always)]
    fn list_string(&mut self, start: u32, end: u32) {
        if self.containers.depth() <= self.state.list_depth {
            self.entries.push(Entry::new(start, Kind::String));
            self.entries.push(Entry::new(end, Kind::StringEnd));
        }
        self.state.expect = Expect::CommaOrClose;
    }

    /// Closes the objects that end behind a member, one in the other.
    #[inline(always)]
    fn close_objects<'p>(&mut self, positions: &'p [u32]) -> &'p [u32] {
        let mut rest = positions;
        while let Some((&position, after)) = rest.split_first()
            && self.byte(position) == b'}'
            && self.state.in_object
        {
            self.close(position);
            rest = after;
        }
        rest
    }

    /// Passes the comma in front of another member of the same object.
    #[inline(always)]
    fn next_member<'p>(&mut self, positions: &'p [u32]) -> Option<&'p [u32]> {
        let (&comma, after) = positions.split_first()?;
        let goes_on = self.state.in_object && self.byte(comma) == b',';
        goes_on.then(|| {
            self.state.expect = Expect::Key;
            after
        })
    }
}
