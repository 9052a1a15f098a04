//! The forms in which a request's texts are sent while nothing is masked: smaller forms, and on top of them pointers. Weights
//! of requests seen before are known by keys, so that a form with pointers is written only where its weight is not known.

use super::arrive::Arrivals;
use crate::dedupe::{Pointed, Pointer};
use crate::span::Span;
use crate::weight::weigh::PartKey;
use core::ops::Range;
use std::borrow::Cow;

/// See the module.
pub(super) struct Forms<'a> {
    arrivals: &'a Arrivals,
    /// In document order.
    pointed: Vec<PointedForm<'a>>,
    /// What tells forms with pointers apart.
    signatures: Vec<u8>,
}

struct PointedForm<'a> {
    /// The string in the body, quotes included.
    text: Span,
    /// What the pointers are put into.
    form: &'a [u8],
    pointed: &'a Pointed,
    signature: Range<usize>,
}

impl<'a> Forms<'a> {
    /// Without pointers.
    pub(super) const fn of(arrivals: &'a Arrivals) -> Self {
        Self { arrivals, pointed: Vec::new(), signatures: Vec::new() }
    }

    /// Puts pointers into the next text, whose form is `form`.
    pub(super) fn push(&mut self, text: Span, form: &'a [u8], pointed: &'a Pointed) {
        let start = self.signatures.len();
        // No other form begins so.
        self.signatures.push(0);
        for Pointer { bytes, text, .. } in &pointed.pointers {
            for number in [bytes.start, bytes.end, text.len()] {
                self.signatures.extend_from_slice(&(number as u32).to_le_bytes());
            }
            self.signatures.extend_from_slice(text.as_bytes());
        }
        let signature = start..self.signatures.len();
        self.pointed.push(PointedForm { text, form, pointed, signature });
    }

    fn pointed_within(&self, span: Span) -> &[PointedForm<'a>] {
        let at = |offset: u32| self.pointed.partition_point(|one| one.text.start < offset);
        self.pointed.get(at(span.start)..at(span.end)).unwrap_or_default()
    }

    /// The key of the unit at `span`, which came with the key `came`, in its form.
    pub(super) fn key_of(&self, span: Span, came: PartKey) -> PartKey {
        let within = |place: Span| Span { start: place.start - span.start, end: place.end - span.start };
        let arrived = self.arrivals.within(span);
        let arrived = arrived.fold(came, |key, (place, hash, _)| key.after(within(place), &hash.to_le_bytes()));
        self.pointed_within(span).iter().fold(arrived, |key, one| {
            let signature = self.signatures.get(one.signature.clone()).unwrap_or_default();
            key.after(within(one.text), signature)
        })
    }

    /// The strings that are sent for those of the unit at `span`, in document order.
    pub(super) fn within(&self, span: Span) -> Vec<(Span, Cow<'_, [u8]>)> {
        let pointed = self.pointed_within(span);
        let is_pointed = |text: Span| pointed.binary_search_by_key(&text.start, |one| one.text.start).is_ok();
        let arrived = self.arrivals.within(span).filter(|&(text, ..)| !is_pointed(text));
        let mut all: Vec<_> = arrived.map(|(text, _, form)| (text, Cow::Borrowed(form))).collect();
        all.extend(pointed.iter().map(|one| (one.text, Cow::Owned(one.written()))));
        all.sort_by_key(|(text, _)| text.start);
        all
    }
}

impl PointedForm<'_> {
    /// As JSON, quotes included.
    fn written(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.form.len() + 2);
        out.push(b'"');
        self.pointed.write(self.form, &mut out);
        out.push(b'"');
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dedupe::Kind;

    fn pointer(bytes: Range<usize>, text: &str) -> Pointer {
        Pointer { bytes, text: text.to_owned(), kind: Kind::Output, source: 0, lines: None }
    }

    #[test]
    fn a_key_tells_what_is_sent_and_what_is_sent_is_written() {
        let body = [b'x'; 200];
        let (arrivals, span, text) = (Arrivals::default(), Span::new(0, 200), Span::new(50, 150));
        let came = PartKey::of(&body);
        let all = [
            vec![pointer(0..4, "<a>")],
            vec![pointer(0..4, "<b>")],
            vec![pointer(0..5, "<a>")],
            vec![pointer(1..4, "<a>")],
            vec![pointer(0..4, "<a>"), pointer(6..8, "<a>")],
        ];
        let mut keys = vec![came];
        for pointers in all {
            let pointed = Pointed { result: 0, pointers };
            let mut forms = Forms::of(&arrivals);
            forms.push(text, b"0123456789", &pointed);
            keys.push(forms.key_of(span, came));
            assert_eq!(forms.key_of(Span::new(0, 50), came), came, "what is beside the text does not change");
            let written: Vec<u8> = forms.within(span).into_iter().flat_map(|(_, form)| form.into_owned()).collect();
            let last = pointed.pointers.last().map_or(0, |last| last.bytes.end);
            assert!(written.starts_with(b"\"") && written.ends_with(&[&b"0123456789"[last..], b"\""].concat()));
        }
        let count = keys.len();
        keys.sort_by_key(|key| format!("{key:?}"));
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
