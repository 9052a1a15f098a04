//! The mark that every shortened argument of a call has.

use crate::json::scan::Level;
use crate::json::text::Text;
use crate::json::tokens::json_strings;
use crate::span::Span;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Its beginning. No char of it is one that JSON escapes.
pub const ARGUMENT_MARK: &str = "[argument shortened: ";

static MARK: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(ARGUMENT_MARK));
static ESCAPE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\\u"));

/// Whether any string of the value at `value` has a mark, however that is spelled. Linear.
pub(crate) fn has_mark(body: &[u8], value: Span) -> bool {
    let raw = value.of(body);
    if ESCAPE.find(raw).is_none() {
        return MARK.find(raw).is_some();
    }
    let mut decoded = Vec::new();
    json_strings(body, value).any(|string| {
        decoded.clear();
        Text::new(string.value.inside().of(body), Level::SCALAR).decode_into(&mut decoded);
        MARK.find(&decoded).is_some()
    })
}
