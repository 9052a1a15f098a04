//! Anthropic's cache breakpoints, in the order in which the provider reads them: tools, system, messages.

use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{container, each, is_present, member};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::Level;
use crate::span::Span;

const MAX_BREAKPOINTS: usize = 4;

/// A `cache_control` member.
pub(super) struct Marker {
    pub site: Site,
    /// Its value; none if that is no object.
    pub object: Option<Span>,
}

/// A small index of a part that the body's index lists as its brackets alone.
pub(super) struct Inner<'i> {
    pub index: &'i mut Index,
    pub level: Level,
}

impl Inner<'_> {
    /// The result of `visit` for the container at `span`, of which two levels are listed. Offsets are relative to the
    /// part.
    pub fn look<T>(&mut self, body: &[u8], span: Span, visit: impl FnOnce(Cursor<'_>) -> T) -> Option<T> {
        let part = span.of(body);
        self.index.build(part, self.level, Listing::Shallow).ok()?;
        Some(visit(Cursor::new(part, self.index.entries())))
    }

    /// Whether the object at `span` has a member `key` that is the string `wanted`.
    pub fn says(&mut self, body: &[u8], span: Option<Span>, key: Key, wanted: &[u8]) -> bool {
        let is_wanted = |object: Cursor<'_>| {
            let value = member(&object, key);
            value.is_some_and(|mut value| value.string_lookup(|text| (text == wanted).then_some(())).is_some())
        };
        span.and_then(|span| self.look(body, span, is_wanted)).unwrap_or(false)
    }

    /// Collects the breakpoints of a list of tools or of system blocks; calls `visit` with each element.
    pub fn list(
        &mut self,
        body: &[u8],
        list: Span,
        place: Place,
        markers: &mut Vec<Marker>,
        mut visit: impl FnMut(&mut Cursor<'_>, Site),
    ) {
        let start = list.start as usize;
        self.look(body, list, |elements| {
            each(elements, |index, element| {
                let site = Site::request(0).element(place, index, start + element.offset());
                if element.kind() != Kind::Object {
                    return;
                }
                if let Some(marker) = member(element, Key::CacheControl).filter(is_present) {
                    let object = container(&marker).filter(|_| marker.kind() == Kind::Object);
                    let object = object.map(|span| Span { start: span.start + list.start, end: span.end + list.start });
                    markers.push(Marker { site, object });
                }
                visit(element, site);
            });
        });
    }
}

/// Checks breakpoints in order. `automatic`: the request itself has a `cache_control`, which counts as one breakpoint.
pub(super) fn check(body: &[u8], inner: &mut Inner<'_>, markers: &[Marker], automatic: bool, rows: &mut Rows) {
    let mut has_short = false;
    for marker in markers {
        let is_long = inner.says(body, marker.object, Key::Ttl, b"1h");
        if is_long && has_short {
            rows.add(Rule::AnthropicBreakpointTtlOrder, marker.site, Detail::None);
        }
        has_short |= !is_long;
    }
    let count = markers.len() + usize::from(automatic);
    if count > MAX_BREAKPOINTS {
        rows.add(Rule::AnthropicTooManyBreakpoints, Site::request(0), Detail::Count(count as u32));
    }
}
