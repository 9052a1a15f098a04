//! Keys of units. They are made while results are judged, when the units' bytes are in a near cache.

use crate::span::Span;
use crate::transcript::{Transcript, Unit, UnitList};
use crate::weight::weigh::{KNOWN_PARTS, PartKey};

/// Keys of a conversation's first units.
pub struct UnitKeys<'a> {
    body: &'a [u8],
    /// Empty if no weights are needed, or if there are more units than remembered weights.
    units: &'a [Unit],
    /// Lists of the units that have no key yet.
    lists: &'a [UnitList],
    /// Long texts that have keys, in document order.
    texts: &'a [(Span, PartKey)],
    keys: Vec<PartKey>,
}

impl<'a> UnitKeys<'a> {
    /// Starts without keys. `needed`: whether weights will be needed. `texts`: long texts that have keys, in document order.
    pub fn new(body: &'a [u8], transcript: &'a Transcript, texts: &'a [(Span, PartKey)], needed: bool) -> Self {
        let needed = needed && transcript.units.len() <= KNOWN_PARTS;
        let units = if needed { &*transcript.units } else { &[] };
        Self { body, units, lists: &transcript.unit_lists, texts, keys: Vec::with_capacity(units.len()) }
    }

    /// Makes the keys of the units that begin before byte `offset`; false if no keys are made at all. Linear in their
    /// bytes.
    pub fn make_until(&mut self, offset: u32) -> bool {
        while let Some(unit) = self.units.get(self.keys.len()).filter(|unit| unit.span.start < offset) {
            let key = if self.take_list() { PartKey::NONE } else { self.key_of(unit.span) };
            self.keys.push(key);
        }
        !self.units.is_empty()
    }

    /// The key of a unit, whose only long text is not hashed again.
    fn key_of(&self, unit: Span) -> PartKey {
        let first = self.texts.partition_point(|(text, _)| text.start < unit.start);
        match self.texts.get(first..).unwrap_or_default() {
            [(text, _), (next, _), ..] if text.end <= unit.end && next.start < unit.end => {
                PartKey::of(unit.of(self.body))
            }
            [(text, key), ..] if text.end <= unit.end => {
                let place = Span { start: text.start - unit.start, end: text.end - unit.start };
                let beside = |start, end| Span { start, end }.of(self.body);
                // No edit is at the second place.
                key.after(place, beside(unit.start, text.start)).after(Span::default(), beside(text.end, unit.end))
            }
            _ => PartKey::of(unit.of(self.body)),
        }
    }

    /// Whether the next unit has a list of other units; the list's bytes are not hashed again.
    fn take_list(&mut self) -> bool {
        let Some((list, rest)) = self.lists.split_first() else { return false };
        let is_next = list.unit as usize == self.keys.len();
        if is_next {
            self.lists = rest;
        }
        is_next
    }

    /// The key of unit `at`, which has no list, if it has been made.
    pub fn get(&self, at: usize) -> Option<PartKey> {
        self.keys.get(at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: usize = 64;

    /// A body of four different parts.
    fn body() -> Vec<u8> {
        b"abcd".iter().flat_map(|&byte| [byte; PART]).collect()
    }

    /// A message, the two blocks of the second, the second itself, and the third.
    fn transcript() -> Transcript {
        let spans = [0..1, 1..2, 2..3, 1..3, 3..4].map(|parts| Span::new(parts.start * PART, parts.end * PART));
        let unit = |(message, span)| Unit::new(span, message);
        Transcript {
            units: [0, 1, 1, 1, 2].into_iter().zip(spans).map(unit).collect(),
            unit_lists: vec![UnitList { unit: 3, span: Span::new(PART + 1, 3 * PART - 1) }],
            ..Transcript::default()
        }
    }

    #[test]
    fn makes_the_keys_of_the_units_before_an_offset() {
        let (body, transcript) = (body(), transcript());
        let mut keys = UnitKeys::new(&body, &transcript, &[], true);
        let part_key = |part: usize| Some(PartKey::of(&body[part * PART..(part + 1) * PART]));
        assert_eq!(keys.get(0), None);
        for offset in [PART + 1, 0] {
            assert!(keys.make_until(offset as u32));
            assert_eq!([0, 1, 2].map(|at| keys.get(at)), [part_key(0), part_key(1), None], "{offset}");
        }
        keys.make_until(body.len() as u32);
        assert_eq!([2, 4].map(|at| keys.get(at)), [part_key(2), part_key(3)]);
        assert_eq!(keys.get(3), Some(PartKey::NONE), "its blocks are hashed already");
        assert_eq!(keys.get(5), None);
    }

    #[test]
    fn makes_no_keys_without_need_or_beyond_the_remembered_weights() {
        let (body, mut transcript) = (body(), transcript());
        for needed in [false, true] {
            let mut keys = UnitKeys::new(&body, &transcript, &[], needed);
            assert!(!keys.make_until(body.len() as u32), "{needed}");
            assert_eq!(keys.get(0), None);
            transcript.units.resize(KNOWN_PARTS + 1, transcript.units[0]);
        }
    }
}
