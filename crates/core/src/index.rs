//! The body as a flat list of positions: what a wire's reader walks instead of a tree.
//!
//! ```text
//! {"model":"m","messages":[{"role":"user", …}]}        positions, ascending
//! ^ ^    ^ ^^  ^        ^ ^^^    ^ ^    ^      ^^^     opening and closing quotes of keys and strings,
//! └─ object, key, string, key, array, object, …        brackets, first bytes of scalars; no colons, no commas
//! ```
//!
//! Invariants: the body is one JSON text in UTF-8, exactly as `JSON.parse` accepts it; a key or string is two entries,
//! a scalar one, a container its two brackets around what it holds. What no reader looks at is left out to bound the
//! memory: members of the top object other than the conversation keep only their outer brackets, so do containers
//! below [`MAX_DEPTH`], and of the strings and scalars in an inner array only the first is listed.

use crate::error::{Limit, Unreadable};
use crate::scan::{self, Level, Positions, Structure};

/// Largest body: V8's longest string, so that `JSON.parse` can take what this takes.
pub const MAX_BODY_BYTES: usize = (1 << 29) - 24;
/// Most elements of a conversation's list.
pub const MAX_MESSAGES: usize = 1_000_000;
/// Containers nested deeper are listed as their brackets alone.
const MAX_DEPTH: usize = 7;
/// Keys of the top object whose values are listed in full.
const CONVERSATION_KEYS: [&[u8]; 3] = [b"messages", b"contents", b"input"];

/// How much of a body is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// The conversation in full, the top object's other members as their brackets.
    Conversation,
    /// The top container and the members of the objects right in it.
    Shallow,
}

/// Reusable memory of a scan, and its result.
pub struct Index {
    entries: Vec<u32>,
    positions: Positions,
    containers: BitStack,
}

impl Default for Index {
    fn default() -> Self {
        Self { entries: Vec::new(), positions: Positions::new(), containers: BitStack::default() }
    }
}

impl Index {
    /// Scans `body` and lists its positions. One pass; memory for the entries listed and one bit a nesting level.
    ///
    /// # Errors
    /// [`Unreadable`] says why `body` is not a JSON text, or which limit it exceeds.
    pub fn build(&mut self, body: &[u8], level: Level, listing: Listing) -> Result<(), Unreadable> {
        self.entries.clear();
        if body.is_empty() {
            return Err(Unreadable::Empty);
        }
        if body.len() > MAX_BODY_BYTES {
            return Err(Unreadable::Limit(Limit::BodyBytes));
        }
        let mut grammar = Grammar::new(body, listing, &mut self.entries, &mut self.containers);
        let mut structure = Structure::default();
        let mut wrong = None;
        while structure.offset < body.len() && wrong.is_none() {
            scan::mark_chunk(level, body, &mut structure, &mut self.positions);
            wrong = grammar.take(self.positions.as_slice()).err();
            wrong = earliest(wrong, structure.error);
        }
        let unfinished = structure.in_string() || grammar.expect != Expect::End;
        let wrong = wrong.or(unfinished.then_some(body.len()));
        let too_many = grammar.messages > MAX_MESSAGES;
        match wrong {
            Some(offset) => Err(unreadable(body, offset)),
            None if too_many => Err(Unreadable::Limit(Limit::Messages)),
            None => Ok(()),
        }
    }

    /// The positions of the last body built.
    #[must_use]
    pub fn entries(&self) -> &[u32] {
        &self.entries
    }

    /// Gives memory above `bytes` back.
    pub fn shrink(&mut self, bytes: usize) {
        self.entries.clear();
        self.entries.shrink_to(bytes / size_of::<u32>());
        self.containers.bits.clear();
        self.containers.bits.shrink_to(bytes / size_of::<u64>());
    }
}

fn earliest(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    a.into_iter().chain(b).min()
}

/// Names the error; a body that is not UTF-8 anywhere is that first, as it is for a decoder in front of `JSON.parse`.
#[cold]
fn unreadable(body: &[u8], offset: usize) -> Unreadable {
    match simdutf8::compat::from_utf8(body) {
        Ok(_) => Unreadable::Json { offset },
        Err(error) => Unreadable::Utf8 { offset: error.valid_up_to() },
    }
}

/// Kinds of the open containers, one bit each: set for an object.
#[derive(Default)]
struct BitStack {
    bits: Vec<u64>,
    depth: usize,
}

impl BitStack {
    fn push(&mut self, is_object: bool) {
        let (word, bit) = (self.depth / 64, self.depth % 64);
        if word == self.bits.len() {
            self.bits.push(0);
        }
        if let Some(bits) = self.bits.get_mut(word) {
            *bits = (*bits & !(1 << bit)) | (u64::from(is_object) << bit);
        }
        self.depth += 1;
    }

    fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn top_is_object(&self) -> bool {
        let Some(at) = self.depth.checked_sub(1) else { return false };
        self.bits.get(at / 64).is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    ElementOrClose,
    KeyOrClose,
    Key,
    /// The closing quote of a key.
    KeyEnd,
    /// The closing quote of a string that is a value.
    StringEnd,
    Colon,
    CommaOrClose,
    End,
}

/// JSON's grammar over positions: a state, a stack of bits, no recursion.
struct Grammar<'a> {
    body: &'a [u8],
    /// Whether the conversation's list is counted and listed in full.
    conversation: bool,
    entries: &'a mut Vec<u32>,
    containers: &'a mut BitStack,
    expect: Expect,
    in_object: bool,
    /// Entries at more open containers than this are not listed.
    list_depth: usize,
    /// Bit `d`: a string or scalar of the array at depth `d` has been listed.
    listed: u32,
    /// Whether the string being read is listed.
    listing: bool,
    string_start: u32,
    messages: usize,
}

impl<'a> Grammar<'a> {
    fn new(body: &'a [u8], mode: Listing, entries: &'a mut Vec<u32>, containers: &'a mut BitStack) -> Self {
        containers.depth = 0;
        Self {
            body,
            conversation: mode == Listing::Conversation,
            entries,
            containers,
            expect: Expect::Value,
            in_object: false,
            list_depth: if mode == Listing::Shallow { 2 } else { 0 },
            listed: 0,
            listing: false,
            string_start: 0,
            messages: 0,
        }
    }

    /// Feeds the positions of one chunk; the error is the offset where the grammar breaks.
    fn take(&mut self, positions: &[u32]) -> Result<(), usize> {
        for &position in positions {
            let byte = self.body.get(position as usize).copied().unwrap_or(0);
            if !self.step(position, byte) {
                return Err(position as usize);
            }
        }
        Ok(())
    }

    #[inline]
    fn step(&mut self, position: u32, byte: u8) -> bool {
        match (self.expect, byte) {
            (Expect::StringEnd, _) => {
                if self.listing {
                    self.entries.push(position);
                }
                self.end_value();
            }
            (Expect::KeyEnd, _) => self.end_key(position),
            (Expect::Colon, b':') => self.expect = Expect::Value,
            (Expect::CommaOrClose, b',') => {
                self.expect = if self.in_object { Expect::Key } else { Expect::Value };
            }
            (Expect::Value | Expect::ElementOrClose, b'"') => {
                self.begin_value();
                self.listing = self.lists_leaf();
                self.string_start = position;
                self.list(position);
                self.expect = Expect::StringEnd;
            }
            (Expect::Key | Expect::KeyOrClose, b'"') => {
                self.listing = self.containers.depth <= self.list_depth;
                self.string_start = position;
                self.list(position);
                self.expect = Expect::KeyEnd;
            }
            (Expect::Value | Expect::ElementOrClose, b'{' | b'[') => self.open(position, byte == b'{'),
            (Expect::CommaOrClose | Expect::KeyOrClose, b'}') if self.in_object => self.close(position),
            (Expect::CommaOrClose | Expect::ElementOrClose, b']') if !self.in_object => self.close(position),
            (Expect::Value | Expect::ElementOrClose, _) => return self.scalar(position),
            _ => return false,
        }
        true
    }

    fn list(&mut self, position: u32) {
        if self.listing {
            self.entries.push(position);
        }
    }

    /// Counts the conversation's elements and stops listing beyond their limit.
    #[inline]
    fn begin_value(&mut self) {
        if self.conversation && self.containers.depth == 2 && !self.in_object && self.list_depth > 1 {
            self.messages += 1;
            if self.messages > MAX_MESSAGES {
                self.list_depth = 1;
            }
        }
    }

    /// Whether a string or scalar here is listed.
    #[inline]
    fn lists_leaf(&mut self) -> bool {
        let depth = self.containers.depth;
        if depth > self.list_depth {
            return false;
        }
        if self.in_object || depth == 2 {
            return true;
        }
        let bit = 1 << depth;
        let first = self.listed & bit == 0;
        self.listed |= bit;
        first
    }

    fn open(&mut self, position: u32, is_object: bool) {
        self.begin_value();
        self.listing = self.containers.depth <= self.list_depth;
        self.list(position);
        if self.conversation && self.containers.depth == 0 && is_object {
            self.list_depth = 1;
        }
        self.containers.push(is_object);
        if self.containers.depth <= MAX_DEPTH {
            self.listed &= !(1 << self.containers.depth);
        }
        self.in_object = is_object;
        self.expect = if is_object { Expect::KeyOrClose } else { Expect::ElementOrClose };
    }

    fn close(&mut self, position: u32) {
        self.containers.pop();
        self.in_object = self.containers.top_is_object();
        self.listing = self.containers.depth <= self.list_depth;
        self.list(position);
        self.end_value();
    }

    fn end_value(&mut self) {
        self.expect = if self.containers.depth == 0 { Expect::End } else { Expect::CommaOrClose };
    }

    fn end_key(&mut self, position: u32) {
        self.list(position);
        self.expect = Expect::Colon;
        if self.conversation && self.containers.depth == 1 && self.messages <= MAX_MESSAGES {
            let key = self.body.get(self.string_start as usize + 1..position as usize).unwrap_or_default();
            // A key with escapes may spell one of the names; listing too much is only a matter of memory.
            let deep = CONVERSATION_KEYS.contains(&key) || key.contains(&b'\\');
            self.list_depth = if deep { MAX_DEPTH } else { 1 };
        }
    }

    fn scalar(&mut self, position: u32) -> bool {
        self.begin_value();
        self.listing = self.lists_leaf();
        self.list(position);
        self.end_value();
        self.body.get(position as usize..).is_some_and(is_scalar)
    }
}

/// Whether `text` starts with a number or literal that ends where a scalar may end.
fn is_scalar(text: &[u8]) -> bool {
    let length = match text.first() {
        Some(b't') if text.starts_with(b"true") => 4,
        Some(b'f') if text.starts_with(b"false") => 5,
        Some(b'n') if text.starts_with(b"null") => 4,
        Some(b'-' | b'0'..=b'9') => number_length(text).unwrap_or(0),
        _ => 0,
    };
    let ends =
        |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' | b'[' | b']' | b'{' | b'}' | b'"');
    length > 0 && text.get(length).is_none_or(ends)
}

/// Length of the JSON number that `text` starts with.
fn number_length(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| text.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(text.first() == Some(&b'-'));
    at += match text.get(at)? {
        b'0' => 1,
        b'1'..=b'9' => digits(at),
        _ => return None,
    };
    if text.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        at += (fraction > 0).then_some(1 + fraction)?;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        at += (exponent > 0).then_some(1 + sign + exponent)?;
    }
    Some(at)
}
