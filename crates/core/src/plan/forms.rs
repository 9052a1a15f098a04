//! The forms in which a request's texts are sent while nothing is masked: smaller forms, and on top of them pointers. Weights
//! of requests seen before are known by keys, so that a form with pointers is written only where its weight is not known.

use super::arrive::Arrivals;
use crate::dedupe::{Pointed, PointedText};
use crate::span::Span;
use crate::weight::weigh::PartKey;
use core::cell::RefCell;
use std::borrow::Cow;

/// Results with pointers while nothing is masked. A request may have a hundred thousand, so that nothing is made of them before
/// it is asked.
pub(super) trait PointedForms {
    fn pointed(&self) -> &Pointed;
    /// The string of a result in the body, quotes included.
    fn place(&self, result: usize) -> Span;
    /// What the pointers are put into.
    fn form(&self, result: usize) -> &[u8];
}

/// See the module.
pub(super) struct Forms<'a> {
    arrivals: &'a Arrivals,
    pointed: Option<&'a dyn PointedForms>,
    /// By result with pointers: where its string begins in the body.
    starts: Vec<u32>,
    /// Reused memory.
    signature: RefCell<Vec<u8>>,
}

impl<'a> Forms<'a> {
    /// Without pointers.
    pub(super) const fn of(arrivals: &'a Arrivals) -> Self {
        Self { arrivals, pointed: None, starts: Vec::new(), signature: RefCell::new(Vec::new()) }
    }

    pub(super) fn pointed(arrivals: &'a Arrivals, pointed: &'a dyn PointedForms) -> Self {
        let starts = pointed.pointed().iter().map(|one| pointed.place(one.result).start).collect();
        Self { pointed: Some(pointed), starts, ..Self::of(arrivals) }
    }

    /// The results in `span` with pointers, each with its string in the body and what the pointers are put into.
    fn pointed_within(&self, span: Span) -> impl Iterator<Item = (Span, &'a [u8], PointedText<'a>)> {
        let first = self.starts.partition_point(|&start| start < span.start);
        let starts = self.starts.get(first..).unwrap_or_default();
        let count = starts.iter().take_while(|&&start| start < span.end).count();
        let pointed = self
            .pointed
            .into_iter()
            .flat_map(move |all| (first..first + count).filter_map(move |at| Some((all, all.pointed().get(at)?))));
        pointed.map(|(all, one)| (all.place(one.result), all.form(one.result), one))
    }

    /// Whether a text in `span` is not sent as it came.
    pub(super) fn has_any(&self, span: Span) -> bool {
        self.arrivals.within(span).next().is_some() || self.pointed_within(span).next().is_some()
    }

    /// The key of the unit at `span`, which came with the key `came`, in its form.
    pub(super) fn key_of(&self, span: Span, came: PartKey) -> PartKey {
        let within = |place: Span| Span { start: place.start - span.start, end: place.end - span.start };
        let arrived = self.arrivals.within(span);
        let arrived = arrived.fold(came, |key, (place, hash, _)| key.after(within(place), &hash.to_le_bytes()));
        self.pointed_within(span).fold(arrived, |key, (place, _, one)| {
            let signature = &mut *self.signature.borrow_mut();
            sign(one, signature);
            key.after(within(place), signature)
        })
    }

    /// The strings that are sent for those of the unit at `span`, in document order.
    pub(super) fn within(&self, span: Span) -> Vec<(Span, Cow<'_, [u8]>)> {
        let mut all: Vec<_> = self.pointed_within(span).map(|(place, form, one)| (place, written(form, one))).collect();
        let pointed = all.len();
        for (text, _, form) in self.arrivals.within(span) {
            let is_pointed = all
                .get(..pointed)
                .is_some_and(|all| all.binary_search_by_key(&text.start, |(place, _)| place.start).is_ok());
            if !is_pointed {
                all.push((text, Cow::Borrowed(form)));
            }
        }
        all.sort_by_key(|(text, _)| text.start);
        all
    }
}

/// Writes what tells a form with pointers from others.
fn sign(one: PointedText<'_>, out: &mut Vec<u8>) {
    out.clear();
    // No other form begins so.
    out.push(0);
    for pointer in one.pointers {
        let text = one.text_of(pointer);
        for number in [pointer.bytes.start, pointer.bytes.end, text.len() as u32] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(text);
    }
}

/// A form with its pointers as JSON, quotes included.
fn written<'a>(form: &[u8], one: PointedText<'_>) -> Cow<'a, [u8]> {
    let mut out = Vec::with_capacity(form.len() + 2);
    out.push(b'"');
    one.write(form, &mut out);
    out.push(b'"');
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dedupe::Kind;

    /// One result at a place, with pointers.
    struct One(Span, Pointed);

    impl PointedForms for One {
        fn pointed(&self) -> &Pointed {
            &self.1
        }

        fn place(&self, _: usize) -> Span {
            self.0
        }

        fn form(&self, _: usize) -> &[u8] {
            b"0123456789"
        }
    }

    fn pointed(pointers: &[(usize, usize, &str)]) -> Pointed {
        let mut pointed = Pointed::default();
        for &(start, end, text) in pointers {
            let place = (Span::new(start, end), pointed.keep_text(text, Span::default()));
            pointed.push(place, Kind::Output, (0, None));
        }
        pointed.close(0);
        pointed
    }

    #[test]
    fn a_key_tells_what_is_sent_and_what_is_sent_is_written() {
        let body = [b'x'; 200];
        let (arrivals, span, text) = (Arrivals::default(), Span::new(0, 200), Span::new(50, 150));
        let came = PartKey::of(&body);
        let all: [&[(usize, usize, &str)]; 5] =
            [&[(0, 4, "<a>")], &[(0, 4, "<b>")], &[(0, 5, "<a>")], &[(1, 4, "<a>")], &[(0, 4, "<a>"), (6, 8, "<a>")]];
        let mut keys = vec![came];
        for pointers in all {
            let one = One(text, pointed(pointers));
            let forms = Forms::pointed(&arrivals, &one);
            keys.push(forms.key_of(span, came));
            assert_eq!(forms.key_of(Span::new(0, 50), came), came, "what is beside the text does not change");
            let written: Vec<u8> = forms.within(span).into_iter().flat_map(|(_, form)| form.into_owned()).collect();
            let last = pointers.last().map_or(0, |last| last.1);
            assert!(written.starts_with(b"\"") && written.ends_with(&[&b"0123456789"[last..], b"\""].concat()));
        }
        let count = keys.len();
        keys.sort_by_key(|key| format!("{key:?}"));
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
