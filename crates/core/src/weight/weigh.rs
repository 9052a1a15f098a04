//! Weighs parts of a request in decision tokens, which are the same in both backends.
//!
//! ```text
//! {"role":"tool","content":"…"}     names + 1 token each, strings as the estimator weighs them, scalars 2 tokens
//! ```
//! White space and punctuation weigh nothing, so that spelling changes no decision. Cache markers and their contents weigh
//! nothing, because they move from request to request. Signatures, images and documents weigh what they are billed. In a
//! tool's own answer all is text.

use crate::json::key::lookup;
use crate::json::tokens::{JsonTokens, Start};
use crate::span::Span;
use crate::weight::opaque::{Named, Opaque, Typed};
use crate::weight::remembered::KnownWeights;
pub use crate::weight::remembered::{KNOWN_PARTS, PartKey};
use tamis_tokens::{Encoding, JsonScale, Level};

/// Units of weight in a token.
const TOKEN: u64 = 1024;
const NAME: u64 = TOKEN;
const SCALAR: u64 = 2 * TOKEN;
/// Bytes of a text that are weighed at a time where only enough of it is.
const PIECE_BYTES: usize = 2_048;

/// Weighs parts of requests and remembers the weights from request to request.
pub struct Weigher {
    strings: JsonScale,
    known: KnownWeights,
}

impl Default for Weigher {
    fn default() -> Self {
        let strings = JsonScale::new(Encoding::O200kBase, Level::detect());
        Self { strings, known: KnownWeights::default() }
    }
}

impl Weigher {
    /// Weight of the JSON tokens in `part`, in 1/1024 token. Linear: reads each string once.
    pub fn weigh(&mut self, part: &[u8]) -> u64 {
        self.weigh_with(PartKey::of(part), [part])
    }

    /// Prefetches the weight of `key`, so that a request for it a little later does not wait for memory.
    pub fn ask_for(&mut self, key: PartKey) {
        self.known.ask_for(key);
    }

    /// [`Weigher::weigh`] of all `pieces` together, which are the part of `key`.
    pub fn weigh_with<'a>(&mut self, key: PartKey, pieces: impl IntoIterator<Item = &'a [u8]>) -> u64 {
        self.weigh_read(key, |read| pieces.into_iter().for_each(read))
    }

    /// Whether `text`, the inside of a JSON string, has clearly fewer tokens than `texts` together: a fifth fewer and one,
    /// because both are estimates. Reads no more of `texts` than that takes; nothing is remembered.
    pub fn is_lighter<'a>(&mut self, text: &[u8], texts: impl IntoIterator<Item = &'a [u8]>) -> bool {
        let needed = self.strings.weigh_in(text).0 * 5 / 4 + TOKEN;
        let mut found = 0;
        for text in texts {
            for piece in text.chunks(PIECE_BYTES) {
                found += self.strings.weigh_in(piece).0;
                if found > needed {
                    return true;
                }
            }
        }
        false
    }

    /// The same of the pieces that `each` hands on, which it makes only if the weight is not known.
    pub fn weigh_read(&mut self, key: PartKey, each: impl FnOnce(&mut dyn FnMut(&[u8]))) -> u64 {
        let Self { strings, known } = self;
        known.get_or(key, || {
            let mut walk = Walk::new(strings);
            each(&mut |piece| walk.read(piece));
            walk.weight
        })
    }
}

/// Weighs the pieces of one part, which split no token. What is under a name may be in the next piece.
struct Walk<'s> {
    strings: &'s mut JsonScale,
    weight: u64,
    /// Containers open around the next piece.
    depth: usize,
    /// Containers around the name of a tool's own answer, in which we are.
    free: Option<usize>,
    /// The last type.
    typed: Typed,
    /// What the name at the end of the last piece says.
    ahead: Option<Opaque>,
}

impl<'s> Walk<'s> {
    const fn new(strings: &'s mut JsonScale) -> Self {
        Self { strings, weight: 0, depth: 0, free: None, typed: Typed::Other, ahead: None }
    }

    fn read(&mut self, piece: &[u8]) {
        let mut tokens = JsonTokens::new(piece, Span::new(0, piece.len())).inside_of(self.depth);
        if let Some(opaque) = self.ahead.take() {
            self.pass_data(opaque, &mut tokens, piece);
        }
        while let Some(start) = tokens.start() {
            self.leave(&mut tokens, true);
            let Start::String(start) = start else {
                self.weight += SCALAR;
                continue;
            };
            let inside = piece.get(start + 1..).unwrap_or_default();
            let (string, length) = self.strings.weigh_in(inside);
            if !tokens.pass_string(start + 1 + length + 1) {
                self.weight += string;
                continue;
            }
            let name = inside.get(..length).unwrap_or_default();
            if self.free.is_none() && lookup(name, is_marker).is_some() {
                tokens.skip_value();
                continue;
            }
            self.weight += NAME + string;
            if self.free.is_none() {
                self.pass_name(name, &mut tokens, piece);
            }
        }
        self.leave(&mut tokens, false);
        self.depth = tokens.depth();
    }

    /// Notes that a tool's own answer has ended.
    fn leave(&mut self, tokens: &mut JsonTokens<'_>, at_token: bool) {
        let lowest = tokens.take_lowest();
        if self.free.is_some_and(|depth| lowest <= depth || (at_token && tokens.depth() <= depth)) {
            self.free = None;
        }
    }

    fn pass_name(&mut self, name: &[u8], tokens: &mut JsonTokens<'_>, piece: &[u8]) {
        let opaque = match lookup(name, Named::of) {
            Some(Named::Opaque(opaque)) => opaque.within(self.typed),
            Some(Named::Result) if self.typed == Typed::Generated => Opaque::Media,
            Some(Named::Free) => {
                self.free = Some(tokens.depth());
                return;
            }
            Some(Named::Type) => {
                let value = tokens.string_ahead().map(|value| value.inside().of(piece));
                self.typed = value.and_then(|value| lookup(value, Typed::of)).unwrap_or_default();
                return;
            }
            Some(Named::Result) | None => return,
        };
        if tokens.is_done() {
            self.ahead = Some(opaque);
        } else {
            self.pass_data(opaque, tokens, piece);
        }
    }

    /// Weighs the string that follows, if it is no text.
    fn pass_data(&mut self, opaque: Opaque, tokens: &mut JsonTokens<'_>, piece: &[u8]) {
        let value = tokens.string_ahead();
        if let Some(weight) = value.and_then(|value| opaque.weigh(value.inside().of(piece))) {
            self.weight += weight;
            tokens.skip_value();
        }
    }
}

/// A unit's weight (1/1024 token), rounded to tokens.
#[must_use]
pub const fn tokens(weight: u64) -> u64 {
    (weight + TOKEN / 2) >> 10
}

fn is_marker(name: &[u8]) -> Option<()> {
    matches!(name, b"cache_control" | b"prompt_cache_breakpoint").then_some(())
}
