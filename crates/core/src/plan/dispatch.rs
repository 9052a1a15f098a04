//! Keeps the blocks of a dispatch result and replaces its other text by one line.
//!
//! ```text
//! … log …                         [dispatch output masked — 1207 chars]
//! BEGIN_DISPATCH_RESULT           BEGIN_DISPATCH_RESULT
//! {"status":"ok"}          ▶      {"status":"ok"}
//! END_DISPATCH_RESULT             END_DISPATCH_RESULT
//! … log …
//! ```
//! A delimiter counts only at the start of a line. Blocks are copied as the body spells them. Linear in the text; a text
//! without a delimiter costs one search.

use super::mask::{Fillers, cut_limit, mask_media, mask_response, put_fields, put_object, put_texts};
use super::{Request, ToolNames};
use crate::edit::list::EditBuilder;
use crate::json::scan::Needle;
use crate::json::text::Text;
use crate::policy::placeholder::Placeholders;
use crate::policy::template::Rendered;
use crate::policy::{Dispatch, Rule};
use crate::transcript::{Content, TextPart, ToolCall, ToolResult};
use std::sync::LazyLock;

const BEGIN: &[u8] = b"BEGIN_DISPATCH_RESULT";
const END: &[u8] = b"END_DISPATCH_RESULT";
const LINE_FEED: u32 = 0x0A;
/// Chars of the longest mask line: that of the longest number.
const MAX_LINE_CHARS: usize = 60;

/// Part of every delimiter that is spelled without escapes. Built once, because building a finder costs more than most
/// searches.
pub static DELIMITER: LazyLock<Needle> = LazyLock::new(|| Needle::new("_DISPATCH_RESULT", "_DISPATC".len()));

/// What happens to a result that is to be masked.
pub(super) enum Dispatched {
    /// It is masked as any other result.
    No,
    /// It stays, because the line would not make it shorter.
    Whole,
    /// Its blocks stay; the number is its chars afterwards.
    Masked(usize),
}

/// Plans the edits that leave a result only its blocks, if it has blocks that the policy keeps.
pub(super) fn plan_dispatch(
    request: &Request<'_>,
    result: &ToolResult,
    call: &ToolCall,
    rule: &Rule,
    chars: usize,
    edits: &mut EditBuilder,
) -> Dispatched {
    let Some(dispatch) = request.dispatch() else { return Dispatched::No };
    let parts = request.transcript.parts(result);
    let Some(found) = Found::in_parts(request, parts, dispatch.max_chars) else { return Dispatched::No };
    let kept = found.block_chars;
    // Members of an object have no order, so blocks of several members would have none.
    let is_object = matches!(result.content, Content::Object { .. } | Content::Response { .. });
    let has_order = !is_object || found.holders == 1;
    if !has_order || !applies(dispatch, request, call) {
        return Dispatched::No;
    }
    let mut text = mask_line(&request.policy.placeholders, rule, chars - kept);
    let fillers = Fillers::of(request, result, parts);
    let has_media = matches!(result.content, Content::Media { .. } | Content::Response { .. });
    if !has_media && !found.is_shorter(result, &fillers.after(&text), chars - kept) {
        return Dispatched::Whole;
    }
    found.push_blocks(kept, &mut text);
    match result.content {
        Content::Text(_) | Content::Texts { .. } => put_texts(parts, result.content.is_text_list(), &text, edits),
        Content::Object { .. } => put_object(parts, &text, edits),
        Content::Fields { .. } => put_fields(parts, &text, fillers.text, edits),
        Content::Media { first, .. } => {
            let after = mask_media(request, parts, first as usize, &text, edits);
            return after.map_or(Dispatched::Whole, Dispatched::Masked);
        }
        Content::Response { first, .. } => {
            let after = mask_response(request, parts, first as usize, &text, edits);
            return after.map_or(Dispatched::Whole, Dispatched::Masked);
        }
        Content::Picture { .. }
        | Content::Loose { .. }
        | Content::Thinking(_)
        | Content::Arguments(_)
        | Content::Other => None,
    }
    .map_or(Dispatched::Whole, |()| Dispatched::Masked(text.chars + fillers.chars()))
}

/// Whether [`plan_dispatch`] writes `text` for a result of `call`: the mask line and then only blocks, which the policy
/// still keeps.
pub(super) fn is_own(request: &Request<'_>, call: &ToolCall, rule: &Rule, text: Text<'_>) -> bool {
    let Some(dispatch) = request.dispatch() else { return false };
    let Some(mut next) = mask_line_end(&request.policy.placeholders, rule, text) else { return false };
    let mut blocks = Vec::new();
    let mut room = dispatch.max_chars;
    if find_blocks(text, &mut room, &mut blocks).is_none() || blocks.is_empty() {
        return false;
    }
    for block in &blocks {
        if block.start != next {
            return false;
        }
        next = after_feed(text, block.end).unwrap_or(text.raw().len());
    }
    let ends = blocks.last().is_some_and(|block| block.end == text.raw().len());
    ends && applies(dispatch, request, call)
}

/// Raw offset after the mask line and its line feed, if `text` begins with one.
fn mask_line_end(placeholders: &Placeholders, rule: &Rule, text: Text<'_>) -> Option<usize> {
    if !Placeholders::may_start_with_dispatch_line(text.raw()) {
        return None;
    }
    let mut line = Vec::new();
    let mut units = 0;
    for char in text.code_points() {
        if char.code == LINE_FEED {
            let cut = cut_limit(placeholders, rule) == Some(units);
            return Placeholders::is_dispatch_line(&line, cut).then_some(char.end);
        }
        if units == MAX_LINE_CHARS {
            return None;
        }
        units += char.units();
        text.slice(char.end).slice_from(char.start).decode_into(&mut line);
    }
    None
}

fn after_feed(text: Text<'_>, at: usize) -> Option<usize> {
    text.code_points_from(at).next().filter(|char| char.code == LINE_FEED).map(|char| char.end)
}

fn applies(dispatch: &Dispatch, request: &Request<'_>, call: &ToolCall) -> bool {
    let names = ToolNames { body: request.body, level: request.level };
    dispatch.applies_to(&names.code_points(call).unwrap_or_default())
}

/// The line for `chars` masked chars, cut like the observation placeholder.
fn mask_line(placeholders: &Placeholders, rule: &Rule, chars: usize) -> Rendered {
    let mut line = Rendered::default();
    line.push_str(&Placeholders::dispatch_line(chars));
    if let Some(limit) = cut_limit(placeholders, rule) {
        line.truncate(limit);
    }
    line
}

/// The blocks of a result and the text around them, in order.
struct Found<'a> {
    blocks: Vec<Block<'a>>,
    outside: Vec<Text<'a>>,
    /// `.length` of the blocks.
    block_chars: usize,
    holders: usize,
    /// Number of texts.
    texts: usize,
}

/// One block, delimiters included.
struct Block<'a> {
    text: Text<'a>,
    /// Raw offset in its text.
    start: usize,
    end: usize,
}

impl<'a> Found<'a> {
    /// The blocks of `parts`. None if there are no blocks, if they have more than `max_chars`, or if delimiters are
    /// nested or unpaired.
    fn in_parts(request: &Request<'a>, parts: &[TextPart], max_chars: usize) -> Option<Self> {
        let texts = || parts.iter().filter(|part| !part.is_media).map(|part| request.text(part));
        if !texts().any(may_have_delimiter) {
            return None;
        }
        let mut found = Self { blocks: Vec::new(), outside: Vec::new(), block_chars: 0, holders: 0, texts: 0 };
        let mut room = max_chars;
        for text in texts() {
            let first = found.blocks.len();
            find_blocks(text, &mut room, &mut found.blocks)?;
            let mut at = 0;
            for block in found.blocks.get(first..).unwrap_or_default() {
                found.outside.push(text.slice(block.start).slice_from(at));
                at = block.end;
            }
            found.outside.push(text.slice_from(at));
            found.holders += usize::from(found.blocks.len() > first);
            found.texts += 1;
        }
        found.block_chars = max_chars - room;
        (found.holders > 0).then_some(found)
    }

    /// Whether the line and its line feeds are shorter than the text around the blocks, which has `chars`: in chars, in
    /// bytes and as JSON text. The blocks are on both sides of the comparison.
    fn is_shorter(&self, result: &ToolResult, line: &Rendered, chars: usize) -> bool {
        let feeds = self.blocks.len();
        let total = |size: fn(Text<'a>) -> usize| self.outside.iter().map(|text| size(*text)).sum::<usize>();
        let (bytes, json_bytes) = (line.bytes + feeds, line.escaped.len() + 2 * feeds);
        // An object has at least `{"":}` and quotes around its strings, and afterwards `{"output":""}`.
        let (more, less) = match result.content {
            Content::Object { .. } => ("{\"output\":\"\"}".len(), "{\"\":}".len() + 2 * self.texts),
            _ => (0, 0),
        };
        line.chars + feeds < chars
            && (bytes < chars || bytes < total(Text::utf8_bytes))
            && (json_bytes + more < chars + less || json_bytes + more < total(Text::json_bytes) + less)
    }

    /// Appends the blocks, which have `chars` together, each on its own lines.
    fn push_blocks(&self, chars: usize, text: &mut Rendered) {
        for block in &self.blocks {
            text.push_str("\n");
            text.escaped.extend_from_slice(block.text.raw());
        }
        text.chars += chars;
    }
}

/// Appends the blocks of `text` in order and subtracts their chars from `room`. None if `room` is too small, or if
/// delimiters are nested or unpaired; so there are never more blocks than room.
fn find_blocks<'a>(text: Text<'a>, room: &mut usize, blocks: &mut Vec<Block<'a>>) -> Option<()> {
    let mut open = None;
    for start in line_starts(text) {
        if let Some(end) = word_end(text, start, BEGIN) {
            if open.replace((start, end)).is_some() {
                return None;
            }
        } else if let Some(end) = word_end(text, start, END) {
            let (start, _) = open.take()?;
            let block = Block { text: text.slice(end).slice_from(start), start, end };
            *room = room.checked_sub(block.text.chars())?;
            blocks.push(block);
        }
    }
    open.is_none().then_some(())
}

/// Raw offset after `word`, if `word` is at `start`.
fn word_end(text: Text<'_>, start: usize, word: &[u8]) -> Option<usize> {
    let mut chars = text.code_points_from(start);
    word.iter()
        .try_fold(start, |_, &byte| chars.next().filter(|char| char.code == u32::from(byte)).map(|char| char.end))
}

/// Raw offsets of the starts of lines. In a JSON string a line feed is always an escape, so only escapes are examined.
fn line_starts(text: Text<'_>) -> impl Iterator<Item = usize> {
    let mut at = 0;
    let after_feeds = core::iter::from_fn(move || {
        loop {
            let rest = text.raw().get(at..)?;
            let char = text.code_points_from(at + memchr::memchr(b'\\', rest)?).next()?;
            at = char.end;
            if char.code == LINE_FEED {
                return Some(at);
            }
        }
    });
    core::iter::once(0).chain(after_feeds)
}

fn may_have_delimiter(text: Text<'_>) -> bool {
    let raw = text.raw();
    // The escapes of all letters in delimiters begin with `u004` or `u005`.
    let is_capital = |at: usize| matches!(raw.get(at + 3), Some(b'4' | b'5'));
    raw.len() >= BEGIN.len() + END.len() && (DELIMITER.occurs_in(raw) || text.ascii_escapes().any(is_capital))
}

#[cfg(test)]
mod tests {
    use super::super::mask::tests::RULE;
    use super::*;
    use crate::json::scan::Level;
    use crate::policy::placeholder::{Family, Locale};

    fn blocks(raw: &str) -> Option<Vec<&str>> {
        let mut found = Vec::new();
        let mut room = 200;
        find_blocks(Text::new(raw.as_bytes(), Level::SCALAR), &mut room, &mut found)?;
        assert_eq!(room + found.iter().map(|block| block.text.chars()).sum::<usize>(), 200);
        Some(found.iter().map(|block| core::str::from_utf8(block.text.raw()).unwrap()).collect())
    }

    #[test]
    fn finds_blocks_at_line_starts_only() {
        let table = [
            (
                r"log\nBEGIN_DISPATCH_RESULT\n{}\nEND_DISPATCH_RESULT more",
                Some(vec![r"BEGIN_DISPATCH_RESULT\n{}\nEND_DISPATCH_RESULT"]),
            ),
            (
                r"BEGIN_DISPATCH_RESULT\r\nEND_DISPATCH_RESULT",
                Some(vec![r"BEGIN_DISPATCH_RESULT\r\nEND_DISPATCH_RESULT"]),
            ),
            (
                r"\u000aBEGIN_DISPATCH_RESULT\u000AEND_DISPATCH_RESULT",
                Some(vec![r"BEGIN_DISPATCH_RESULT\u000AEND_DISPATCH_RESULT"]),
            ),
            (
                r"\u0042EGIN_DISPATCH_RESULT\nEND_DISPATCH_RESUL\u0054",
                Some(vec![r"\u0042EGIN_DISPATCH_RESULT\nEND_DISPATCH_RESUL\u0054"]),
            ),
            (r"BEGIN_DISPATCH_RESULT END_DISPATCH_RESULT", None),
            (r"\\nBEGIN_DISPATCH_RESULT\nEND_DISPATCH_RESULT", None),
            (r"é BEGIN_DISPATCH_RESULT", Some(vec![])),
            (r"BEGIN_DISPATCH_RESULT\nBEGIN_DISPATCH_RESULT\nEND_DISPATCH_RESULT", None),
            (r"END_DISPATCH_RESULT\nBEGIN_DISPATCH_RESULT", None),
            (r"BEGIN_DISPATCH_RESUL", Some(vec![])),
        ];
        for (raw, expected) in table {
            assert_eq!(blocks(raw), expected, "{raw}");
        }
    }

    #[test]
    fn finds_delimiters_in_every_spelling() {
        let table = [
            (r"BEGIN_DISPATCH_RESULT\nEND_DISPATCH_RESULT", true),
            (r"BEGI\u004e_DISPATCH\u005fRESULT\nEND_DISPATC\u0048_RESULT and more", true),
            (r"caf\u00e9 caf\u00e9 caf\u00e9 caf\u00e9 caf\u00e9 caf\u00e9 caf\u00e9", false),
            ("_DISPATCH_RESULT", false),
        ];
        for (raw, expected) in table {
            assert_eq!(may_have_delimiter(Text::new(raw.as_bytes(), Level::SCALAR)), expected, "{raw}");
        }
    }
    #[test]
    fn the_line_with_the_longest_number_is_found_again_and_its_beginnings_only_where_lines_are_cut() {
        let placeholders = Placeholders::new(Family::Observation, Locale::En, None);
        let line = Placeholders::dispatch_line(u32::MAX as usize);
        let chars = line.chars().count();
        for (limit, length, expected) in
            [(None, chars, true), (None, 9, false), (Some(9), 9, true), (Some(80), chars, true), (Some(9), 8, false)]
        {
            let rule = Rule { max_observation_chars: limit, ..RULE };
            let line: String = line.chars().take(length).collect();
            let raw = format!(r"{line}\nBEGIN");
            let end = mask_line_end(&placeholders, &rule, Text::new(raw.as_bytes(), Level::SCALAR));
            assert_eq!(end, expected.then_some(line.len() + 2), "{limit:?}, {line}");
        }
    }
}
