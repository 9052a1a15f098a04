//! Shortens what a sub-agent reports to its head, every path in between, and its end, which has the conclusion.
//!
//! ```text
//! head
//! [report shortened — 5120 chars; paths: src/a.ts, src/b.ts]
//! end
//! ```

use super::Request;
use super::known_forms::KnownForms;
use super::mask::is_shorter;
use super::request::place_of;
use super::text_signs::Reading;
use crate::arrival::REPORT_MARK;
use crate::digest::paths_of;
use crate::edit::list::EditBuilder;
use crate::hash::Set;
use crate::json::text::Text;
use crate::policy::Policy;
use crate::policy::template::Rendered;
use crate::transcript::{TextPart, ToolResult};
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Shorter reports stay whole, in chars.
const WHOLE_CHARS: usize = 4_000;
const HEAD_CHARS: usize = 1_000;
const TAIL_CHARS: usize = 2_000;
/// Chars of either end in which a path may begin or end.
const AROUND_CHARS: usize = 200;

/// Whether a text, raw as between JSON quotes, may be what [`plan_report`] left of one.
pub(super) fn is_shortened(raw: &[u8], policy: &Policy) -> bool {
    static FINDER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(REPORT_MARK));
    policy.roles.is_some() && FINDER.find(raw).is_some()
}

/// What became of a report.
pub(super) enum Reported {
    /// It stays whole.
    Whole,
    /// It is shortened; its chars afterwards.
    Shorter(usize),
    /// It has several texts, and is masked as others are.
    No,
}

/// Plans the edit that shortens a report of `chars`. Linear.
pub(super) fn plan_report(
    request: &Request<'_>,
    (at, result): (usize, &ToolResult),
    chars: usize,
    known: &mut KnownForms<()>,
    edits: &mut EditBuilder,
) -> Reported {
    if chars <= WHOLE_CHARS {
        return Reported::Whole;
    }
    let Some((index, part)) = request.only_text(result) else { return Reported::No };
    let mut escaped = Vec::new();
    let key = request.key_of_texts(at, result, Reading::Report);
    let found = known.find_or(key, &mut escaped, |out| {
        let shortened = shorten(request, part, chars)?;
        out.extend_from_slice(&shortened.escaped);
        Some(((), shortened.chars))
    });
    let Some(((), after)) = found else { return Reported::Whole };
    edits.replace_string(part.text, &escaped, place_of(result, part, index));
    Reported::Shorter(after)
}

/// A report of `chars`, shortened; none if it is already, or if that is not shorter.
fn shorten(request: &Request<'_>, part: &TextPart, chars: usize) -> Option<Rendered> {
    let text = request.text(part);
    let (head, tail) = (text.head_end(HEAD_CHARS), text.tail_start(TAIL_CHARS));
    let decoded = |text: Text<'_>| {
        let mut out = Vec::new();
        text.decode_lossy_into(&mut out);
        String::from_utf8(out).unwrap_or_default()
    };
    if decoded(text).lines().skip(1).any(|line| line.starts_with(REPORT_MARK)) {
        return None;
    }
    let (before, after) = (decoded(text.slice(head)), decoded(text.slice_from(tail)));
    // A path may be cut by either end.
    let from = text.slice(head).tail_start(AROUND_CHARS);
    let to = text.slice_from(tail).head_end(AROUND_CHARS);
    let wide = decoded(text.slice(tail + to).slice_from(from));
    let (mut known, mut paths): (Set<&str>, Vec<&str>) = Default::default();
    for path in paths_of(&wide) {
        if known.insert(path) && !before.contains(path) && !after.contains(path) {
            paths.push(path);
        }
    }
    let mut shortened = Rendered::default();
    shortened.push_text(text.slice(head));
    let listed = if paths.is_empty() { String::new() } else { format!("; paths: {}", paths.join(", ")) };
    shortened.push_str(&format!("\n{REPORT_MARK}{} chars{listed}]\n", text.slice(tail).slice_from(head).chars()));
    shortened.push_text(text.slice_from(tail));
    is_shorter(request, core::slice::from_ref(part), chars, &shortened).then_some(shortened)
}
