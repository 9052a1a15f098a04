//! Remembers the smaller forms of texts of earlier requests, and which texts have none. A form depends on nothing but what
//! its key is made of, so remembering changes no answer.

use crate::span::Span;
use crate::transcript::ErrorMarker;
use crate::weight::remembered::{KnownWeights, PartKey};
use std::collections::HashMap;

/// Bytes of forms that are remembered; above them all are forgotten.
const MAX_BYTES: usize = 4 << 20;
/// Bytes that an entry takes beside its form.
const ENTRY_BYTES: usize = 64;
/// Remembered of a text without a smaller form.
const NO_FORM: u64 = 0;

/// What a form depends on beside the text.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) policy: u64,
    /// Raw name of the tool, and raw arguments of the call.
    pub(super) name: &'a [u8],
    pub(super) arguments: &'a [u8],
    pub(super) error: ErrorMarker,
}

impl Context<'_> {
    /// The key of a raw text. Linear in text and arguments.
    pub(super) fn key_of(&self, raw: &[u8]) -> PartKey {
        let policy = Span { start: self.policy as u32, end: (self.policy >> 32) as u32 };
        let error = Span { start: self.error as u32, end: 0 };
        PartKey::of(raw).after(policy, self.name).after(error, self.arguments)
    }
}

/// What is remembered of a text.
pub(super) enum Known<T> {
    /// Nothing.
    Nothing,
    /// It has no smaller form.
    None,
    /// What was said of its form, and its chars.
    Form(T, usize),
}

struct Form<T> {
    tag: T,
    chars: u32,
    /// As JSON, without quotes.
    escaped: Box<[u8]>,
}

/// Bounded memory of forms, each with what is to be said of it.
pub(super) struct KnownForms<T> {
    without: KnownWeights,
    forms: HashMap<PartKey, Form<T>>,
    bytes: usize,
}

impl<T> Default for KnownForms<T> {
    fn default() -> Self {
        Self { without: KnownWeights::default(), forms: HashMap::new(), bytes: 0 }
    }
}

impl<T: Copy> KnownForms<T> {
    /// What is known of the text of `key`; its form goes to `escaped`.
    pub(super) fn find(&mut self, key: PartKey, escaped: &mut Vec<u8>) -> Known<T> {
        if let Some(form) = self.forms.get(&key).filter(|_| key != PartKey::NONE) {
            escaped.clear();
            escaped.extend_from_slice(&form.escaped);
            return Known::Form(form.tag, form.chars as usize);
        }
        if self.without.known(key) == Some(NO_FORM) { Known::None } else { Known::Nothing }
    }

    /// Remembers a text's form, which is in `escaped`, or that it has none.
    pub(super) fn remember(&mut self, key: PartKey, form: Option<(T, usize)>, escaped: &[u8]) {
        if key == PartKey::NONE {
            return;
        }
        let Some((tag, chars)) = form else {
            self.without.get_or(key, || NO_FORM);
            return;
        };
        let bytes = escaped.len() + ENTRY_BYTES;
        if self.bytes + bytes > MAX_BYTES {
            self.forms = HashMap::new();
            self.bytes = 0;
        }
        if bytes <= MAX_BYTES {
            self.bytes += bytes;
            self.forms.insert(key, Form { tag, chars: chars as u32, escaped: escaped.into() });
        }
    }
}
