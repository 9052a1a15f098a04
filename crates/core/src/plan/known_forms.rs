//! Remembers the smaller forms of texts of earlier requests, and which texts have none. A form depends on nothing but what
//! its key is made of, so remembering changes no answer.

use crate::hash::Map;
use crate::span::Span;
use crate::transcript::ErrorMarker;
use crate::weight::remembered::{KnownWeights, PartKey};

/// Bytes of forms that are remembered.
const MAX_BYTES: usize = 8 << 20;
/// Bytes that an entry takes beside its form.
const ENTRY_BYTES: usize = 64;
/// Remembered of a text without a smaller form.
const NO_FORM: u64 = 0;

/// What a form depends on beside the text.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) policy: u64,
    /// Of the handles in forms; 0 if there are none.
    pub(super) handles: u64,
    /// Of the tool's name and the call's arguments.
    pub(super) call: u128,
    pub(super) error: ErrorMarker,
    /// Whether kinds that lose something apply.
    pub(super) may_lose: bool,
}

impl Context {
    /// The key of a form of the raw text of that key.
    pub(super) fn key_of(&self, text: PartKey) -> PartKey {
        let place = Span { start: self.error as u32, end: u32::from(self.may_lose) };
        let settings = u128::from(self.policy) << 64 | u128::from(self.handles);
        text.after(place, [settings, self.call].map(u128::to_le_bytes).as_flattened())
    }
}

/// What is remembered of a text.
pub(super) enum Known<T> {
    Nothing,
    /// It has no smaller form.
    None,
    /// What was said of its form, and its chars.
    Form(T, usize),
}

struct Form<T> {
    key: PartKey,
    tag: T,
    chars: u32,
    /// As JSON, without quotes.
    escaped: Box<[u8]>,
}

impl<T> Form<T> {
    const fn bytes(&self) -> usize {
        self.escaped.len() + ENTRY_BYTES
    }
}

/// Bounded memory of forms, each with what is to be said of it. A new form takes the places of some picked at random:
/// requests repeat from their first text to their last, so the one that was not needed for longest is the one needed next.
pub(super) struct KnownForms<T> {
    without: KnownWeights,
    forms: Vec<Form<T>>,
    /// Where the form of a key is in `forms`.
    places: Map<PartKey, usize>,
    bytes: usize,
    /// Number of forms forgotten so far.
    forgotten: u64,
}

impl<T> Default for KnownForms<T> {
    fn default() -> Self {
        Self { without: KnownWeights::default(), forms: Vec::new(), places: Map::default(), bytes: 0, forgotten: 0 }
    }
}

impl<T: Copy> KnownForms<T> {
    /// What is known of the text of `key`; its form is appended to `out`.
    pub(super) fn find(&mut self, key: PartKey, out: &mut Vec<u8>) -> Known<T> {
        let place = self.places.get(&key).filter(|_| key != PartKey::NONE);
        if let Some(form) = place.and_then(|&place| self.forms.get(place)) {
            out.extend_from_slice(&form.escaped);
            return Known::Form(form.tag, form.chars as usize);
        }
        if self.without.known(key) == Some(NO_FORM) { Known::None } else { Known::Nothing }
    }

    /// The same, made and remembered if it is not known; none, with anything appended to `out`, if the text has no form.
    pub(super) fn find_or(
        &mut self,
        key: PartKey,
        out: &mut Vec<u8>,
        make: impl FnOnce(&mut Vec<u8>) -> Option<(T, usize)>,
    ) -> Option<(T, usize)> {
        let start = out.len();
        match self.find(key, out) {
            Known::Form(tag, chars) => Some((tag, chars)),
            Known::None => None,
            Known::Nothing => {
                let form = make(out);
                self.remember(key, form, out.get(start..).unwrap_or_default());
                form
            }
        }
    }

    /// Remembers a text's form, or that it has none.
    pub(super) fn remember(&mut self, key: PartKey, form: Option<(T, usize)>, escaped: &[u8]) {
        if key == PartKey::NONE {
            return;
        }
        let Some((tag, chars)) = form else {
            self.without.get_or(key, || NO_FORM);
            return;
        };
        let bytes = escaped.len() + ENTRY_BYTES;
        if bytes > MAX_BYTES || self.places.contains_key(&key) {
            return;
        }
        while self.bytes + bytes > MAX_BYTES {
            self.forget_one();
        }
        self.bytes += bytes;
        self.places.insert(key, self.forms.len());
        self.forms.push(Form { key, tag, chars: chars as u32, escaped: escaped.into() });
    }

    fn forget_one(&mut self) {
        // Spreads the numbers; the product's high half is a place.
        let spread = self.forgotten.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        self.forgotten = self.forgotten.wrapping_add(1);
        let place = ((spread * self.forms.len() as u64) >> 32) as usize;
        if place >= self.forms.len() {
            self.bytes = 0;
            return;
        }
        let form = self.forms.swap_remove(place);
        self.places.remove(&form.key);
        self.bytes -= form.bytes();
        if let Some(moved) = self.forms.get(place) {
            self.places.insert(moved.key, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrival::Kind;

    const LARGE: usize = 100_000;
    const MANY: usize = 2 * MAX_BYTES / LARGE;

    fn key_of(number: usize) -> PartKey {
        PartKey::of(format!("{number:60}").as_bytes())
    }

    fn remember(known: &mut KnownForms<Kind>, numbers: std::ops::Range<usize>) {
        for number in numbers {
            let byte = number as u8;
            known.remember(key_of(number), Some((Kind::Json, number)), &vec![byte; LARGE]);
        }
    }

    /// How many of the forms are known; each that is has its own bytes.
    fn count(known: &mut KnownForms<Kind>, numbers: std::ops::Range<usize>) -> usize {
        let is_known = |&number: &usize| {
            let mut out = b"before".to_vec();
            let Known::Form(kind, chars) = known.find(key_of(number), &mut out) else { return false };
            assert_eq!((kind, chars), (Kind::Json, number));
            assert_eq!(out, [&b"before"[..], &vec![number as u8; LARGE]].concat());
            true
        };
        numbers.filter(is_known).count()
    }

    #[test]
    fn remembers_forms_and_texts_without_one() {
        let mut known = KnownForms::default();
        remember(&mut known, 0..3);
        known.remember(key_of(3), None, b"");
        assert_eq!(count(&mut known, 0..9), 3);
        assert!(matches!(known.find(key_of(3), &mut Vec::new()), Known::None));
        assert!(matches!(known.find(key_of(4), &mut Vec::new()), Known::Nothing));
        known.remember(PartKey::NONE, Some((Kind::Json, 1)), b"x");
        assert!(matches!(known.find(PartKey::NONE, &mut Vec::new()), Known::Nothing));
    }

    #[test]
    fn more_forms_than_fit_cost_only_some_of_them() {
        let mut known = KnownForms::default();
        for _ in 0..4 {
            remember(&mut known, 0..MANY);
            let found = count(&mut known, 0..MANY);
            assert!((MANY / 3..=MANY / 2).contains(&found), "{found} of {MANY}");
            assert!(known.bytes <= MAX_BYTES && known.bytes == known.forms.iter().map(Form::bytes).sum::<usize>());
            assert_eq!(known.forms.len(), known.places.len());
        }
    }

    #[test]
    fn a_form_that_is_too_large_is_not_remembered() {
        let mut known = KnownForms::default();
        remember(&mut known, 0..3);
        known.remember(key_of(9), Some((Kind::Json, 1)), &vec![0; MAX_BYTES]);
        assert_eq!(count(&mut known, 0..3), 3);
        assert!(matches!(known.find(key_of(9), &mut Vec::new()), Known::Nothing));
    }
}
