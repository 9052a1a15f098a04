//! The words that a model has from what was said: the system prompt, words of the user and the assistant, arguments of
//! calls.

use super::mixed;
use crate::digest::{SeenWords, hashes_of};
use crate::hash::{Map, SEED};
use crate::json::key::lookup;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::json::tokens::{JsonTokens, Token};
use crate::plan::Request;
use crate::plan::cache::UnitKeys;
use crate::scratch::{give_up, reset};
use crate::span::Span;
use crate::transcript::{Place, Transcript};
use crate::weight::weigh::PartKey;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bytes of hashes of words that are remembered; above them all are forgotten.
const MAX_BYTES: usize = 4 << 20;
/// Bytes that a part's entry takes beside its hashes.
const ENTRY_BYTES: usize = 64;

/// A part of a body in which something was said.
#[derive(Clone, Copy)]
struct Part {
    span: Span,
    /// [`PartKey::NONE`] if it is too short to be remembered.
    key: PartKey,
}

/// What was said before a place in a conversation, which only moves forward.
pub(super) struct Said {
    seed: u64,
    hash: u64,
    parts: Vec<Part>,
    /// Units passed, lists among them, and results passed.
    units: usize,
    lists: usize,
    results: usize,
    /// The block that the next unit is, if it is one of message `message`.
    message: u32,
    block: u32,
    /// Key of the unit that the place is in, which may have several results, and the number of that unit.
    unit_key: PartKey,
    keyed: usize,
    words: SeenWords,
    /// Parts whose words are in `words`.
    read: usize,
    known: KnownWords,
}

impl Default for Said {
    fn default() -> Self {
        let seed = *SEED;
        Self {
            seed,
            hash: seed,
            parts: Vec::new(),
            units: 0,
            lists: 0,
            results: 0,
            message: 0,
            block: 0,
            unit_key: PartKey::NONE,
            keyed: usize::MAX,
            words: SeenWords::default(),
            read: 0,
            known: KnownWords::default(),
        }
    }
}

impl Said {
    /// Starts a request. Keeps memory as [`crate::scratch::reset`] does.
    pub(super) fn reset(&mut self, bytes: usize) {
        reset(&mut self.parts, bytes);
        self.words.clear();
        let (parts, words, known) = (&mut self.parts, &mut self.words, &mut self.known);
        let (parts, words, known) = (core::mem::take(parts), core::mem::take(words), core::mem::take(known));
        *self = Self { seed: self.seed, hash: self.seed, parts, words, known, ..Self::default() };
    }

    /// Frees what takes more than `bytes`: no more results follow.
    pub(super) fn finish(&mut self, bytes: usize) {
        give_up(&mut self.parts, bytes);
        if self.words.len() > bytes / size_of::<u64>() / 2 {
            self.words = SeenWords::default();
        }
    }

    /// Adds what was said before the block at `place`. Results count as not said.
    pub(super) fn advance(&mut self, request: &Request<'_>, keys: &UnitKeys<'_>, place: Place) {
        let Request { transcript, body, .. } = *request;
        if self.units == 0 {
            let key = PartKey::of(transcript.system.of(body));
            self.add(body, Part { span: transcript.system, key });
        }
        let before = core::mem::replace(&mut self.unit_key, PartKey::NONE);
        while let Some(unit) = transcript.units.get(self.units) {
            let at = self.place_of(unit.message());
            if at > place {
                return;
            }
            let is_list = transcript.unit_lists.get(self.lists).is_some_and(|list| list.unit as usize == self.units);
            if is_list {
                // What a message has beside its blocks says nothing.
                (self.lists, self.units) = (self.lists + 1, self.units + 1);
                continue;
            }
            let known = || Some(before).filter(|_| self.keyed == self.units);
            let key = keys.get(self.units).or_else(known).unwrap_or_else(|| PartKey::of(unit.span.of(body)));
            if at == place {
                (self.unit_key, self.keyed) = (key, self.units);
                return;
            }
            if !self.is_result(transcript, at) {
                self.add(body, Part { span: unit.span, key });
            }
            (self.units, self.message, self.block) = (self.units + 1, unit.message(), at.block + 1);
        }
    }

    /// The block that the next unit is.
    const fn place_of(&self, message: u32) -> Place {
        Place { message, block: if message == self.message { self.block } else { 0 } }
    }

    fn is_result(&mut self, transcript: &Transcript, place: Place) -> bool {
        let results = &transcript.results;
        while results.get(self.results).is_some_and(|result| result.place() < place) {
            self.results += 1;
        }
        let rest = results.get(self.results..).unwrap_or_default();
        let mut here = rest.iter().take_while(|result| result.place() == place);
        here.any(|result| result.content.is_result())
    }

    fn add(&mut self, body: &[u8], part: Part) {
        self.parts.push(part);
        self.hash = match part.key {
            PartKey::NONE => xxh3_64_with_seed(part.span.of(body), self.hash),
            key => mixed(self.hash, key.hash()),
        };
    }

    /// Of everything said.
    pub(super) const fn hash(&self) -> u64 {
        self.hash
    }

    /// Of the unit that the place is in; none if it is too short.
    pub(super) fn unit_hash(&self) -> Option<u64> {
        (self.unit_key != PartKey::NONE).then(|| self.unit_key.hash())
    }

    /// The words of everything said.
    pub(super) fn words(&mut self, body: &[u8]) -> &SeenWords {
        for &part in self.parts.get(self.read..).unwrap_or_default() {
            self.known.note(body, part, &mut self.words);
        }
        self.read = self.parts.len();
        &self.words
    }
}

/// Bounded memory of the words of parts of earlier requests.
#[derive(Default)]
struct KnownWords {
    parts: Map<PartKey, Box<[u64]>>,
    bytes: usize,
    decoded: Vec<u8>,
}

impl KnownWords {
    /// Adds the words of a part to `words`.
    fn note(&mut self, body: &[u8], part: Part, words: &mut SeenWords) {
        if let Some(known) = self.parts.get(&part.key) {
            words.add(known);
            return;
        }
        let mut found = Vec::new();
        read_said(part.span.of(body), &mut self.decoded, &mut found);
        found.sort_unstable();
        found.dedup();
        words.add(&found);
        if part.key == PartKey::NONE {
            return;
        }
        let bytes = size_of_val(&*found) + ENTRY_BYTES;
        if self.bytes + bytes > MAX_BYTES {
            (self.parts, self.bytes) = (Map::default(), 0);
        }
        if bytes <= MAX_BYTES {
            self.bytes += bytes;
            self.parts.insert(part.key, found.into());
        }
    }
}

/// Members whose values are data or thinking: the first are not read as words, and the second may go.
fn is_unsaid(name: &[u8]) -> Option<()> {
    let unsaid: [&[u8]; 6] =
        [b"thinking", b"signature", b"thoughtSignature", b"thought_signature", b"encrypted_content", b"data"];
    unsaid.contains(&name).then_some(())
}

/// Appends the hashes of the words of every text in `part` that a model reads. Linear.
fn read_said(part: &[u8], decoded: &mut Vec<u8>, found: &mut Vec<u64>) {
    let mut tokens = JsonTokens::new(part, Span::new(0, part.len()));
    while let Some(token) = tokens.next() {
        match token {
            Token::Name(name) => {
                let name = name.inside().of(part);
                if lookup(name, is_unsaid).is_some() {
                    tokens.skip_value();
                }
            }
            Token::Text(text) => {
                decoded.clear();
                Text::new(text.inside().of(part), Level::SCALAR).decode_lossy_into(decoded);
                found.extend(hashes_of(core::str::from_utf8(decoded).unwrap_or_default()));
            }
            Token::Scalar(_) => {}
        }
    }
}
