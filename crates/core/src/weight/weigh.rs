//! Weighs parts of a request in decision tokens, which are the same in both backends.
//!
//! ```text
//! {"role":"tool","content":"…"}     names + 1 token each, strings as the estimator weighs them, scalars 2 tokens
//! ```
//! White space and punctuation weigh nothing, so that spelling changes no decision. Cache markers and their contents weigh
//! nothing, because they move from request to request. Signatures, images and documents weigh what they are billed
//! (policies of version 1: as text).

use crate::json::key::lookup;
use crate::json::tokens::{JsonTokens, Start};
use crate::span::Span;
use crate::weight::opaque::Opaque;
use crate::weight::remembered::KnownWeights;
pub use crate::weight::remembered::{KNOWN_PARTS, PartKey};
use tamis_tokens::{Encoding, JsonScale, Level, Version};

/// Units of weight in a token.
const TOKEN: u64 = 1024;
const NAME: u64 = TOKEN;
const SCALAR: u64 = 2 * TOKEN;

/// Weighs parts of requests and remembers the weights from request to request.
pub struct Weigher {
    versions: [Remembering; 2],
    is_first: bool,
}

struct Remembering {
    strings: JsonScale,
    known: KnownWeights,
}

impl Default for Weigher {
    fn default() -> Self {
        let remembering = |version| Remembering {
            strings: JsonScale::new(Encoding::O200kBase, version, Level::detect()),
            known: KnownWeights::default(),
        };
        Self { versions: Version::ALL.map(remembering), is_first: false }
    }
}

impl Weigher {
    /// Weighs as this version of a policy does, from now on.
    pub fn use_version(&mut self, version: Version) {
        self.is_first = version == Version::First;
    }

    fn version(&mut self) -> &mut Remembering {
        let [first, second] = &mut self.versions;
        if self.is_first { first } else { second }
    }

    /// Weight of the JSON tokens in `part`, in 1/1024 token. Linear: reads each string once.
    pub fn weigh(&mut self, part: &[u8]) -> u64 {
        self.weigh_with(PartKey::of(part), [part])
    }

    /// Prefetches the weight of `key`, so that a request for it a little later does not wait for memory.
    pub fn ask_for(&mut self, key: PartKey) {
        self.version().known.ask_for(key);
    }

    /// [`Weigher::weigh`] of all `pieces` together, which are the part of `key`.
    pub fn weigh_with<'a>(&mut self, key: PartKey, pieces: impl IntoIterator<Item = &'a [u8]>) -> u64 {
        let all_text = self.is_first;
        let Remembering { strings, known } = self.version();
        known.get_or(key, || pieces.into_iter().map(|piece| weigh(strings, piece, all_text)).sum())
    }
}

fn weigh(strings: &mut JsonScale, part: &[u8], all_text: bool) -> u64 {
    let mut tokens = JsonTokens::new(part, Span::new(0, part.len()));
    let mut weight = 0;
    while let Some(start) = tokens.start() {
        let Start::String(start) = start else {
            weight += SCALAR;
            continue;
        };
        let inside = part.get(start + 1..).unwrap_or_default();
        let (string, length) = strings.weigh_in(inside);
        if !tokens.pass_string(start + 1 + length + 1) {
            weight += string;
            continue;
        }
        let name = inside.get(..length).unwrap_or_default();
        if lookup(name, is_marker).is_some() {
            tokens.skip_value();
            continue;
        }
        weight += NAME + string;
        if !all_text
            && let Some(kind) = lookup(name, Opaque::of)
            && let Some(value) = tokens.string_ahead()
            && let Some(opaque) = kind.weigh(value.inside().of(part))
        {
            weight += opaque;
            tokens.skip_value();
        }
    }
    weight
}

/// A unit's weight (1/1024 token), rounded to tokens.
#[must_use]
pub const fn tokens(weight: u64) -> u64 {
    (weight + TOKEN / 2) >> 10
}

fn is_marker(name: &[u8]) -> Option<()> {
    matches!(name, b"cache_control" | b"prompt_cache_breakpoint").then_some(())
}
