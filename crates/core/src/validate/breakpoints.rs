//! Anthropic's cache breakpoints, in the order in which the provider reads them: tools, system, messages.

use super::anthropic_blocks::{Block, Seen, Type};
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{container, each, id, is_present, member};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::Level;
use crate::span::Span;

super::rule::rules! {
    family Breakpoints;

    ANTHROPIC_BREAKPOINT_ON_THINKING = "anthropic/breakpoint-on-thinking" {
        text: "a cache breakpoint stands on a thinking block; the provider says: thinking.cache_control: Extra inputs are not permitted",
        source: "[prompt caching](https://docs.claude.com/en/docs/build-with-claude/prompt-caching)",
    }

    ANTHROPIC_BREAKPOINT_ON_EMPTY_TEXT = "anthropic/breakpoint-on-empty-text" {
        text: "a cache breakpoint stands on an empty text block; the provider says: cache_control cannot be set for empty text blocks",
        source: "[prompt caching](https://docs.claude.com/en/docs/build-with-claude/prompt-caching)",
    }

    ANTHROPIC_TOO_MANY_BREAKPOINTS = "anthropic/too-many-breakpoints" {
        text: "the request has {count} cache breakpoints; the provider says: A maximum of 4 blocks with cache_control may be provided",
        source: "[griffinmartin/opencode-claude-auth#121](https://github.com/griffinmartin/opencode-claude-auth/issues/121), [prompt caching](https://docs.claude.com/en/docs/build-with-claude/prompt-caching)",
    }

    ANTHROPIC_BREAKPOINT_TTL_ORDER = "anthropic/breakpoint-ttl-order" {
        text: "a 1-hour cache breakpoint stands after a 5-minute one; the provider says: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
        source: "[cnighswonger/claude-code-cache-fix#44](https://github.com/cnighswonger/claude-code-cache-fix/issues/44), [prompt caching](https://docs.claude.com/en/docs/build-with-claude/prompt-caching)",
    }
}

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

    /// Whether the object at `span` has a member `key` that is a text.
    pub fn has_text(&mut self, body: &[u8], span: Option<Span>, key: Key) -> bool {
        let is_text = |object: Cursor<'_>| member(&object, key).is_some_and(|mut value| id(&mut value).is_some());
        span.and_then(|span| self.look(body, span, is_text)).unwrap_or(false)
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

impl Block<'_> {
    /// Notes what rules of the request look at, on a block and in it.
    pub(super) fn note_markers(&self, site: Site, markers: &mut Vec<Marker>, seen: &mut Seen, rows: &mut Rows) {
        if let Some(content) = self.content.clone().filter(|_| self.kind == Some(Type::ToolResult)) {
            each(content, |at, value| {
                let site = site.nested(at, value.offset());
                let block = Block::read(value);
                seen.see(&block, site);
                block.note_marker(site, markers, rows);
            });
        }
        if self.marker.is_some() && self.is_thinking() {
            rows.add(Rule::ANTHROPIC_BREAKPOINT_ON_THINKING, site, Detail::None);
        }
        seen.see(self, site);
        self.note_marker(site, markers, rows);
    }

    fn note_marker(&self, site: Site, markers: &mut Vec<Marker>, rows: &mut Rows) {
        let Some(marker) = &self.marker else { return };
        if self.is_empty_text() {
            rows.add(Rule::ANTHROPIC_BREAKPOINT_ON_EMPTY_TEXT, site, Detail::None);
        }
        markers.push(Marker { site, object: container(marker) });
    }
}

/// Checks breakpoints in order. `automatic`: the request itself has a `cache_control`, which counts as one breakpoint.
pub(super) fn check(body: &[u8], inner: &mut Inner<'_>, markers: &[Marker], automatic: bool, rows: &mut Rows) {
    let mut has_short = false;
    for marker in markers {
        let is_long = inner.says(body, marker.object, Key::Ttl, b"1h");
        if is_long && has_short {
            rows.add(Rule::ANTHROPIC_BREAKPOINT_TTL_ORDER, marker.site, Detail::None);
        }
        has_short |= !is_long;
    }
    let count = markers.len() + usize::from(automatic);
    if count > MAX_BREAKPOINTS {
        rows.add(Rule::ANTHROPIC_TOO_MANY_BREAKPOINTS, Site::request(0), Detail::Count(count as u32));
    }
}
