//! Helpers that read single values, for every wire.

use crate::json::cursor::{Cursor, Key, Kind};
use crate::span::Span;

/// Passes a string and returns its raw inside; none if it is empty or the value is no string.
pub(super) fn id(value: &mut Cursor<'_>) -> Option<Span> {
    value.string().map(Span::inside).filter(|text| text.byte_count() > 0)
}

/// Whether the next value is something other than `null`.
pub(super) fn is_present(value: &Cursor<'_>) -> bool {
    value.kind() != Kind::Empty || value.is_false()
}

/// The span of the next value if it is a container; nothing is passed.
pub(super) fn container(value: &Cursor<'_>) -> Option<Span> {
    let mut after = value.clone();
    matches!(value.kind(), Kind::Object | Kind::Array).then(|| {
        after.skip();
        Span::new(value.offset(), after.offset_after())
    })
}

/// Calls `visit` with each element and its 0-based number.
pub(super) fn each<'a>(mut list: Cursor<'a>, mut visit: impl FnMut(usize, &mut Cursor<'a>)) {
    let mut index = 0;
    list.elements(|element| {
        visit(index, element);
        index += 1;
    });
}

/// The value of the last member of `object` whose key is `wanted`.
pub(super) fn member<'a>(object: &Cursor<'a>, wanted: Key) -> Option<Cursor<'a>> {
    let mut found = None;
    object.clone().members(|key, value| {
        if key == wanted {
            found = Some(value.clone());
        }
    });
    found
}

/// Passes a string and returns its raw inside, which may be empty; none if the value is no string.
pub(super) fn raw_text(value: &mut Cursor<'_>) -> Option<Span> {
    value.string().map(Span::inside)
}
