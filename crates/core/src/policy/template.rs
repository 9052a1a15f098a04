//! Renders texts with fields, and recognises rendered texts.
//!
//! ```text
//! [observation masked — {original_chars} chars]
//!  └── literal ───────┘ └─── field ────┘└ literal
//! ```
//! Rendering writes JSON-escaped bytes, the same for every spelling of an id. Recognition matches decoded texts.

use super::handle_mark::{end_of_handle, units};
use super::mentions::{OPENING, end_of_mentions};
use super::placeholder::MAX_PLACEHOLDER_CHARS;
use crate::handle::Handle;
use crate::json::text::{Text, is_escaped, push_escaped, push_escaped_char, utf8_length};

/// Longest tool name shown, in chars.
const MAX_NAME_CHARS: usize = 128;
/// First bytes that are enough to distinguish most texts from renderings.
const START_BYTES: usize = 12;
/// Bytes of an escape such as `\ud83d`.
const ESCAPE_BYTES: usize = 6;

/// Facts about one result that a placeholder can show.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// Raw call id.
    pub id: Text<'a>,
    /// Raw tool name.
    pub name: Option<Text<'a>>,
    /// `.length` (UTF-16 units) of the result.
    pub chars: usize,
    /// Lines of the result; counted only if a template shows them.
    pub lines: usize,
    /// 0-based message.
    pub message: usize,
}

/// A rendered placeholder: JSON-escaped bytes, and the size of the decoded text.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// JSON-escaped bytes, without quotes.
    pub escaped: Vec<u8>,
    /// UTF-16 units of the decoded text.
    pub chars: usize,
    /// UTF-8 bytes of the decoded text.
    pub bytes: usize,
    /// UTF-16 units of the digest, the handle, what introduces them, and error lines.
    pub mentions: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    CallId,
    ToolName,
    Chars,
    Lines,
    Tokens,
    MessageIndex,
}

const FIELDS: [(&str, Field); 6] = [
    ("{tool_call_id}", Field::CallId),
    ("{tool_name}", Field::ToolName),
    ("{original_chars}", Field::Chars),
    ("{original_lines}", Field::Lines),
    ("{original_tokens}", Field::Tokens),
    ("{message_index}", Field::MessageIndex),
];

#[derive(Clone, Debug)]
enum Segment {
    Literal { text: String, escaped: Vec<u8>, chars: usize },
    Field(Field),
}

/// A compiled template.
#[derive(Clone, Debug)]
pub struct Template {
    /// Without `tail`.
    segments: Vec<Segment>,
    /// The closing bracket that the template ends with, before which a digest goes; empty if it ends otherwise.
    tail: &'static str,
    /// Name shown for a tool without a name.
    unknown: &'static str,
}

impl Template {
    /// Compiles the literals and fields of `text`; `unknown` is shown for a tool without a name.
    pub fn new(text: &str, unknown: &'static str) -> Self {
        let mut segments = Vec::new();
        let (mut rest, tail) = without_tail(text);
        while let Some((at, name, field)) = next_field(rest) {
            push_literal(rest.get(..at).unwrap_or_default(), &mut segments);
            segments.push(Segment::Field(field));
            rest = rest.get(at + name.len()..).unwrap_or_default();
        }
        push_literal(rest, &mut segments);
        Self { segments, tail, unknown }
    }

    /// Whether a rendering shows the number of lines.
    pub fn counts_lines(&self) -> bool {
        self.segments.iter().any(|segment| matches!(segment, Segment::Field(Field::Lines)))
    }

    /// Whether a raw string with these first bytes can be a rendering.
    pub fn may_start_with(&self, raw: &[u8]) -> bool {
        let Some(Segment::Literal { escaped, .. }) = self.segments.first() else { return true };
        match first_difference(raw, escaped) {
            None | Some((b'\\', b'\\', _)) => true,
            // An escape may spell a character that is usually not escaped.
            Some((b'\\', _, next)) => matches!(next, Some(b'u' | b'/') | None),
            Some(_) => false,
        }
    }

    /// Whether a decoded text can be a rendering, or the beginning of one, by the literal that renderings begin with.
    pub fn may_begin(&self, text: &[u8]) -> bool {
        let Some(Segment::Literal { text: literal, .. }) = self.segments.first() else { return true };
        text.iter().zip(literal.as_bytes()).all(|(byte, start)| byte == start)
    }

    /// Writes the template with its fields filled in.
    pub fn render(&self, facts: &Facts<'_>, out: &mut Rendered) {
        out.clear();
        for segment in &self.segments {
            match segment {
                Segment::Literal { text, escaped, chars } => {
                    out.escaped.extend_from_slice(escaped);
                    out.chars += chars;
                    out.bytes += text.len();
                }
                Segment::Field(Field::CallId) => out.push_text(facts.id),
                Segment::Field(Field::ToolName) => out.push_name(facts.name, self.unknown),
                Segment::Field(field) => out.push_number(facts.number(*field)),
            }
        }
        out.push_str(self.tail);
    }

    /// Adds a digest, which is ASCII without escapes, to a rendering.
    pub fn add_mentions(&self, digest: &str, out: &mut Rendered) {
        self.add((OPENING, digest.as_bytes(), ""), out);
    }

    /// Adds the handle of the replaced value, behind a digest.
    pub fn add_handle(&self, (opening, end): (&str, &str), handle: &Handle, out: &mut Rendered) {
        self.add((opening, handle, end), out);
    }

    fn add(&self, (opening, text, end): (&str, &[u8], &str), out: &mut Rendered) {
        let before = out.chars;
        out.drop_end(self.tail);
        out.push_str(opening);
        out.push_ascii(text);
        out.push_str(end);
        out.push_str(self.tail);
        out.mentions += out.chars - before;
    }

    /// Whether `text` (decoded) is a rendering, with any numbers, for the result that `facts` describe. With `head` only
    /// the first line must be.
    ///
    /// Tracks all ends that a match of the segments can have, so that digits next to digits match, too.
    pub fn matches(&self, text: &[u8], facts: &Facts<'_>, head: bool) -> bool {
        let mut ends = vec![0usize];
        for segment in &self.segments {
            ends = match segment {
                Segment::Literal { text: literal, .. } => after_literal(&ends, text, literal.as_bytes()),
                Segment::Field(Field::CallId) => after_literal(&ends, text, &decoded(facts.id)),
                Segment::Field(Field::ToolName) => {
                    let mut name = Rendered::default();
                    name.push_name(facts.name, self.unknown);
                    let name = Text::new(&name.escaped, crate::json::scan::Level::SCALAR);
                    after_literal(&ends, text, &decoded(name))
                }
                Segment::Field(_) => after_digits(&ends, text),
            };
            if ends.is_empty() {
                return false;
            }
        }
        ends.iter().any(|&end| {
            let ends = core::iter::once(end).chain(end_of_mentions(text, end));
            let mut ends = ends.flat_map(|end| core::iter::once(end).chain(end_of_handle(text, end)));
            ends.any(|last| self.ends_at(text, last, facts.chars.saturating_sub(units(text.get(end..last))), head))
        })
    }

    /// Whether a rendering may end with the tail at `end`; `chars` are those of the whole text without its digest.
    fn ends_at(&self, text: &[u8], end: usize, chars: usize, head: bool) -> bool {
        let Some(rest) = text.get(end..).and_then(|rest| rest.strip_prefix(self.tail.as_bytes())) else { return false };
        rest.first().map_or(chars <= MAX_PLACEHOLDER_CHARS, |first| head && *first == b'\n')
    }
}

/// A template without the closing bracket that it ends with, and that bracket.
fn without_tail(text: &str) -> (&str, &'static str) {
    let tails = ["]", ")", "}", ">", "⟩"];
    let found = tails.into_iter().find_map(|tail| Some((text.strip_suffix(tail)?, tail)));
    // The brace of a field is no tail.
    let found = found.filter(|_| FIELDS.iter().all(|(name, _)| !text.ends_with(name)));
    found.unwrap_or((text, ""))
}

/// Compares a raw string with the beginning of another text, as `JSON.stringify` spells it. Returns the first bytes that
/// differ or are backslashes (behind which the spellings may differ), and the byte behind the raw one. Compares
/// [`START_BYTES`] bytes.
pub fn first_difference(raw: &[u8], start: &[u8]) -> Option<(u8, u8, Option<u8>)> {
    let at = raw.iter().zip(start).take(START_BYTES).position(|(byte, start)| byte != start || *byte == b'\\')?;
    Some((*raw.get(at)?, *start.get(at)?, raw.get(at + 1).copied()))
}

fn next_field(text: &str) -> Option<(usize, &'static str, Field)> {
    FIELDS.iter().filter_map(|&(name, field)| Some((text.find(name)?, name, field))).min_by_key(|&(at, ..)| at)
}

fn push_literal(text: &str, segments: &mut Vec<Segment>) {
    if text.is_empty() {
        return;
    }
    let mut escaped = Vec::with_capacity(text.len());
    push_escaped(text, &mut escaped);
    segments.push(Segment::Literal { text: text.to_owned(), escaped, chars: text.encode_utf16().count() });
}

fn decoded(text: Text<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.raw().len());
    text.decode_into(&mut out);
    out
}

fn after_literal(starts: &[usize], text: &[u8], literal: &[u8]) -> Vec<usize> {
    let fits = |&&start: &&usize| text.get(start..).is_some_and(|rest| rest.starts_with(literal));
    starts.iter().filter(fits).map(|start| start + literal.len()).collect()
}

fn after_digits(starts: &[usize], text: &[u8]) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    for &start in starts {
        let digits = text.iter().skip(start).take_while(|byte| byte.is_ascii_digit()).count();
        // Starts ascend, so that only ends beyond the found ones are new.
        let from = ends.last().map_or(start, |&last| last.max(start));
        ends.extend(from + 1..=start + digits);
    }
    ends
}

impl Facts<'_> {
    const fn number(&self, field: Field) -> usize {
        match field {
            Field::Lines => self.lines,
            Field::Tokens => self.chars.div_ceil(4),
            Field::MessageIndex => self.message,
            Field::Chars | Field::CallId | Field::ToolName => self.chars,
        }
    }
}

impl Rendered {
    fn clear(&mut self) {
        self.escaped.clear();
        (self.chars, self.bytes, self.mentions) = (0, 0, 0);
    }

    /// Drops the literal `end`, which needs no escapes and is one char, or empty.
    fn drop_end(&mut self, end: &str) {
        self.escaped.truncate(self.escaped.len() - end.len());
        self.chars -= end.chars().count();
        self.bytes -= end.len();
    }

    /// Cuts a rendering of plain text to `max_chars`.
    pub fn truncate(&mut self, max_chars: usize) {
        if self.chars > max_chars {
            let end = Text::new(&self.escaped, crate::json::scan::Level::SCALAR).head_end(max_chars);
            self.escaped.truncate(end);
            let cut = Text::new(&self.escaped, crate::json::scan::Level::SCALAR);
            (self.chars, self.bytes) = (cut.chars(), cut.utf8_bytes());
        }
    }

    /// Appends a text of the body, spelled as `JSON.stringify` spells it.
    pub fn push_text(&mut self, text: Text<'_>) {
        if is_plain_ascii(text.raw()) {
            self.push_ascii(text.raw());
            return;
        }
        let text = self.join_halves(text);
        text.respell_into(&mut self.escaped);
        self.chars += text.chars();
        self.bytes += text.utf8_bytes();
    }

    /// Appends ASCII that needs no escapes, as nearly all ids and names.
    fn push_ascii(&mut self, text: &[u8]) {
        self.escaped.extend_from_slice(text);
        self.chars += text.len();
        self.bytes += text.len();
    }

    /// If the rendering ends with the first half of a surrogate pair and `text` begins with the second: makes them one
    /// code point, as joining JavaScript strings does. Returns the rest of `text`.
    fn join_halves<'a>(&mut self, text: Text<'a>) -> Text<'a> {
        let first = text.code_points().next().filter(|char| self.join_half(char.code));
        first.map_or(text, |char| text.slice_from(char.end))
    }

    fn join_half(&mut self, low: u32) -> bool {
        if !(0xDC00..0xE000).contains(&low) {
            return false;
        }
        let Some(high) = self.last_half() else { return false };
        self.escaped.truncate(self.escaped.len() - ESCAPE_BYTES);
        push_escaped_char(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00), &mut self.escaped);
        self.chars += 1;
        self.bytes += utf8_length(0x1_0000) - utf8_length(high);
        true
    }

    /// The first half of a surrogate pair at the end of the rendering, if there is one.
    fn last_half(&self) -> Option<u32> {
        let start = self.escaped.len().checked_sub(ESCAPE_BYTES)?;
        let (before, escape) = self.escaped.split_at_checked(start)?;
        let digits = std::str::from_utf8(escape.strip_prefix(b"\\u")?).ok()?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        ((0xD800..0xDC00).contains(&code) && !is_escaped(before, start)).then_some(code)
    }

    /// Appends plain text, escaped.
    pub fn push_str(&mut self, text: &str) {
        if is_plain_ascii(text.as_bytes()) {
            return self.push_ascii(text.as_bytes());
        }
        push_escaped(text, &mut self.escaped);
        self.chars += text.encode_utf16().count();
        self.bytes += text.len();
    }

    fn push_number(&mut self, number: usize) {
        let mut buffer = [0u8; 20];
        let mut at = buffer.len();
        let mut rest = number;
        while let Some(slot) = at.checked_sub(1).and_then(|before| buffer.get_mut(before)) {
            *slot = b'0' + (rest % 10) as u8;
            at -= 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.push_ascii(buffer.get(at..).unwrap_or_default());
    }

    /// A tool's name without control characters, cut at [`MAX_NAME_CHARS`]; `unknown` if nothing is left.
    fn push_name(&mut self, name: Option<Text<'_>>, unknown: &str) {
        let before = self.chars;
        if let Some(name) = name {
            self.push_clean(name);
        }
        if self.chars == before {
            self.push_str(unknown);
        }
    }

    fn push_clean(&mut self, name: Text<'_>) {
        let raw = name.raw();
        if raw.len() <= MAX_NAME_CHARS && is_plain_ascii(raw) {
            self.push_ascii(raw);
            return;
        }
        let mut clean = Rendered::default();
        for char in name.code_points().filter(|char| !is_control(char.code)) {
            // One unit above the limit, so that the cut below finds a pair at the limit whole.
            if clean.chars > MAX_NAME_CHARS {
                break;
            }
            if !clean.join_half(char.code) {
                push_escaped_char(char.code, &mut clean.escaped);
                clean.chars += char.units();
                clean.bytes += utf8_length(char.code);
            }
        }
        clean.truncate(MAX_NAME_CHARS);
        self.push_text(Text::new(&clean.escaped, crate::json::scan::Level::SCALAR));
    }
}

/// Whether `raw` is printable ASCII without escapes. Tests every byte, in one vectorised loop.
fn is_plain_ascii(raw: &[u8]) -> bool {
    let is_sign = |byte: u8| u8::from(byte == b'\\') | u8::from(byte == b'"');
    let is_other = |byte: u8| u8::from(byte.wrapping_sub(0x20) >= 0x5F) | is_sign(byte);
    raw.iter().fold(0, |other, &byte| other | is_other(byte)) == 0
}

const fn is_control(code: u32) -> bool {
    matches!(code, 0..0x20 | 0x7F..0xA0)
}
