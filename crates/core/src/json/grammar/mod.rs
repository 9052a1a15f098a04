//! JSON's grammar over positions, and the choice of the positions that an index lists.
//!
//! ```text
//! position ─▶ expected here? ─▶ next expectation       a state, a stack of bits for the open containers
//!                            └▶ listed? ─▶ entry       no recursion; unlisted positions are not kept
//! ```

mod members;

use crate::json::bit_stack::BitStack;
use crate::json::entry::{Entry, Kind, Listing, MAX_MESSAGES};
use crate::json::key::Key;
use crate::json::scalar::is_scalar;
use crate::json::scan::{NextPositions, Positions, prefer_huge_pages};

/// Entries above which room is made for the rest of the body at once.
const FORESEEN_FROM: usize = 1 << 14;
/// Entries to come above which an index is worth huge pages.
const LARGE_INDEX: u64 = 2 << 20;
/// Containers nested deeper are listed as their brackets alone.
const MAX_DEPTH: usize = 7;

/// Containers around the blocks of a message.
const BLOCKS_DEPTH: usize = 4;
/// Largest number of strings and scalars listed among blocks, so that the blocks after them keep their number. Beyond it
/// only the first of each list is listed, which bounds the memory.
const MAX_LOOSE_BLOCKS: u32 = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    ElementOrClose,
    KeyOrClose,
    Key,
    KeyEnd,
    /// The closing quote of a string that is a value.
    StringEnd,
    Colon,
    CommaOrClose,
    End,
}

/// JSON's grammar over positions. Needs a state and a stack of bits, and does not recurse.
pub(crate) struct Grammar<'a> {
    body: &'a [u8],
    entries: &'a mut Vec<Entry>,
    containers: &'a mut BitStack,
    state: State,
}

/// State between two positions.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
struct State {
    expect: Expect,
    /// Whether the conversation's list is counted and listed in full.
    conversation: bool,
    in_object: bool,
    /// Whether the string being read is listed.
    listing: bool,
    string_start: u32,
    /// Bit `d`: a string or scalar of the array at depth `d` has been listed.
    listed: u32,
    /// Entries at more open containers than this are not listed.
    list_depth: usize,
    messages: usize,
    /// Strings and scalars listed among blocks.
    loose_blocks: u32,
    /// The last name that was read apart from its value.
    name: Key,
    /// Whether a listed member named `content` is a list.
    has_content_list: bool,
    /// By depth: the entry of the listed open container.
    opened: [usize; MAX_DEPTH + 1],
}

impl<'a> Grammar<'a> {
    pub(crate) fn new(
        body: &'a [u8],
        mode: Listing,
        entries: &'a mut Vec<Entry>,
        containers: &'a mut BitStack,
    ) -> Self {
        containers.clear();
        let state = State {
            expect: Expect::Value,
            conversation: mode == Listing::Conversation,
            in_object: false,
            listing: false,
            string_start: 0,
            listed: 0,
            list_depth: if mode == Listing::Shallow { 2 } else { 0 },
            messages: 0,
            loose_blocks: 0,
            name: Key::Other,
            has_content_list: false,
            opened: [0; MAX_DEPTH + 1],
        };
        Self { body, entries, containers, state }
    }

    /// Whether one value, and nothing after it, has been read.
    pub(crate) fn is_complete(&self) -> bool {
        self.state.expect == Expect::End
    }

    /// Whether the conversation's list exceeds its limit.
    pub(crate) const fn has_too_many_messages(&self) -> bool {
        self.state.messages > MAX_MESSAGES
    }

    /// Whether a listed member `content` is a list.
    pub(crate) const fn has_content_list(&self) -> bool {
        self.state.has_content_list
    }

    /// Reads the positions of one chunk. The error is the byte offset of the first position that JSON does not allow.
    pub(crate) fn take(&mut self, positions: &Positions) -> Result<(), usize> {
        self.make_room(positions.as_slice());
        // A copy of the state, so that it stays in registers from one position to the next.
        let Self { body, entries, containers, state } = self;
        let mut run = Run { body, entries, containers, state: *state };
        let taken = run.take(positions.start());
        *state = run.state;
        taken
    }

    /// Makes room for the entries of `positions`. A small index grows by an eighth: doubling would waste as much as it
    /// needs. A larger one gets room for the rest of the body at once, if there is so much: pages that it does not write
    /// cost nothing.
    fn make_room(&mut self, positions: &[u32]) {
        let (needed, listed) = (2 * positions.len(), self.entries.len());
        if self.entries.capacity() - listed >= needed {
            return;
        }
        if listed >= FORESEEN_FROM {
            let read = positions.first().map_or(1, |&position| position.max(1) as usize);
            let rest = listed as u64 * (self.body.len() - read) as u64 / read as u64;
            // A little more than needed, because moving a large list is costly.
            if self.entries.try_reserve_exact(needed + rest as usize + listed / 8).is_ok() {
                if rest >= LARGE_INDEX {
                    prefer_huge_pages(self.entries.spare_capacity_mut());
                }
                return;
            }
        }
        self.entries.reserve_exact(needed.max(listed / 8));
    }
}

/// The grammar reading one chunk.
struct Run<'r> {
    body: &'r [u8],
    entries: &'r mut Vec<Entry>,
    containers: &'r mut BitStack,
    state: State,
}

#[expect(clippy::inline_always, reason = "one loop, so that its state is never written to memory in between")]
impl Run<'_> {
    #[inline(always)]
    fn take(&mut self, positions: NextPositions<'_>) -> Result<(), usize> {
        let mut rest = positions;
        loop {
            if matches!(self.state.expect, Expect::Key | Expect::KeyOrClose) {
                rest = self.members(rest);
            }
            let (position, byte) = (rest.offset(), rest.byte());
            if byte == 0 && rest.is_empty() {
                return Ok(());
            }
            if !self.step(position, byte) {
                return Err(position as usize);
            }
            rest = rest.after(1);
        }
    }

    #[inline(always)]
    fn begin_key(&mut self, position: u32) {
        self.state.string_start = position;
        self.state.expect = Expect::KeyEnd;
    }

    #[inline(always)]
    fn begin_string(&mut self, position: u32) {
        self.begin_value();
        self.state.listing = self.lists_leaf();
        self.list(position, Kind::String);
        self.state.expect = Expect::StringEnd;
    }

    /// Reads one position. Only its byte is hard to predict: valid JSON is nearly always expected at its place.
    #[inline(always)]
    fn step(&mut self, position: u32, byte: u8) -> bool {
        let begins_value = matches!(self.state.expect, Expect::Value | Expect::ElementOrClose);
        match byte {
            b',' if self.state.expect == Expect::CommaOrClose => {
                self.state.expect = if self.state.in_object { Expect::Key } else { Expect::Value };
            }
            b':' if self.state.expect == Expect::Colon => self.state.expect = Expect::Value,
            b'{' | b'[' if begins_value => {
                let is_content = self.state.in_object && self.state.name == Key::Content;
                self.state.has_content_list |= byte == b'[' && is_content;
                self.open(position, byte == b'{');
            }
            b'}' if self.state.in_object && matches!(self.state.expect, Expect::CommaOrClose | Expect::KeyOrClose) => {
                self.close(position);
            }
            b']' if !self.state.in_object
                && matches!(self.state.expect, Expect::CommaOrClose | Expect::ElementOrClose) =>
            {
                self.close(position);
            }
            b'"' => return self.quote(position, begins_value),
            _ if begins_value => return self.scalar(position),
            _ => return false,
        }
        true
    }

    /// Reads a quote that was not read as one of a pair.
    #[inline(always)]
    fn quote(&mut self, position: u32, begins_value: bool) -> bool {
        match self.state.expect {
            Expect::StringEnd => {
                self.list(position, Kind::StringEnd);
                self.end_value();
            }
            Expect::KeyEnd => self.state.name = self.end_key(position),
            Expect::Key | Expect::KeyOrClose => self.begin_key(position),
            _ if begins_value => self.begin_string(position),
            _ => return false,
        }
        true
    }

    #[inline(always)]
    fn list(&mut self, position: u32, kind: Kind) {
        if self.state.listing {
            self.entries.push(Entry::new(position, kind));
        }
    }

    /// Counts the conversation's elements and stops listing beyond their limit.
    #[inline(always)]
    fn begin_value(&mut self) {
        if self.containers.depth() == 2 && !self.state.in_object && self.state.conversation && self.state.list_depth > 1
        {
            self.state.messages += 1;
            if self.state.messages > MAX_MESSAGES {
                self.state.list_depth = 1;
            }
        }
    }

    /// Whether a string or scalar here is listed.
    #[inline(always)]
    fn lists_leaf(&mut self) -> bool {
        let depth = self.containers.depth();
        if depth > self.state.list_depth {
            return false;
        }
        if self.state.in_object || depth == 2 {
            return true;
        }
        if depth == BLOCKS_DEPTH && self.state.loose_blocks < MAX_LOOSE_BLOCKS {
            self.state.loose_blocks += 1;
            return true;
        }
        let bit = 1 << depth;
        let first = self.state.listed & bit == 0;
        self.state.listed |= bit;
        first
    }

    #[inline(always)]
    fn open(&mut self, position: u32, is_object: bool) {
        self.begin_value();
        self.state.listing = self.containers.depth() <= self.state.list_depth;
        if self.state.listing {
            if let Some(opened) = self.state.opened.get_mut(self.containers.depth()) {
                *opened = self.entries.len();
            }
            self.entries.push(Entry::new(position, if is_object { Kind::Object } else { Kind::Array }));
            self.entries.push(Entry::jump_to(0));
        }
        if self.state.conversation && self.containers.depth() == 0 && is_object {
            self.state.list_depth = 1;
        }
        self.enter(is_object);
    }

    /// Enters a container and sets the expectation of its first position.
    #[inline(always)]
    fn enter(&mut self, is_object: bool) {
        self.containers.push(is_object);
        if self.containers.depth() <= MAX_DEPTH {
            self.state.listed &= !(1 << self.containers.depth());
        }
        self.state.in_object = is_object;
        self.state.expect = if is_object { Expect::KeyOrClose } else { Expect::ElementOrClose };
    }

    #[inline(always)]
    fn close(&mut self, position: u32) {
        self.containers.pop();
        self.state.in_object = self.containers.top_is_object();
        self.state.listing = self.containers.depth() <= self.state.list_depth;
        if self.state.listing {
            self.entries.push(Entry::new(position, Kind::None));
            let after = Entry::jump_to(self.entries.len());
            let opened = self.state.opened.get(self.containers.depth());
            if let Some(jump) = opened.and_then(|opened| self.entries.get_mut(opened + 1)) {
                *jump = after;
            }
        }
        self.end_value();
    }

    #[inline(always)]
    fn end_value(&mut self) {
        self.state.expect = if self.containers.depth() == 0 { Expect::End } else { Expect::CommaOrClose };
    }

    #[inline(always)]
    fn end_key(&mut self, position: u32) -> Key {
        self.state.expect = Expect::Colon;
        let depth = self.containers.depth();
        if depth > self.state.list_depth {
            return Key::Other;
        }
        let key = self.key_between(self.state.string_start, position);
        self.entries.push(Entry::of_key(key));
        key
    }

    /// The key of a listed name between two quotes. A key of the top object decides which part of its value is listed.
    #[inline(always)]
    fn key_between(&mut self, start: u32, end: u32) -> Key {
        let key = Key::at(self.body, start as usize + 1, end as usize);
        if self.containers.depth() == 1 && self.state.conversation && self.state.messages <= MAX_MESSAGES {
            let deep = matches!(key, Key::Messages | Key::Contents | Key::Input);
            self.state.list_depth = if deep { MAX_DEPTH } else { 1 };
        }
        key
    }

    #[inline(always)]
    fn scalar(&mut self, position: u32) -> bool {
        self.begin_value();
        self.state.listing = self.lists_leaf();
        let text = self.body.get(position as usize..).unwrap_or_default();
        let kind = match text.first() {
            Some(b'n' | b'f') => Kind::Empty,
            _ => Kind::Scalar,
        };
        self.list(position, kind);
        self.end_value();
        is_scalar(text)
    }
}
