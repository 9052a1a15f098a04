//! The text put in place of a result, and recognising it again.
//!
//! ```text
//! [observation masked — {original_chars} chars]
//!  └── literal ───────┘ └─── field ────┘└ literal
//! ```
//! Every family, the built-in ones too, is a template: literals and fields. Rendering writes JSON-escaped bytes, with
//! ids copied as they stand in the body. Recognising walks the same segments over a decoded text.

use crate::text::{Text, push_escaped, utf8_length};

/// Longest placeholder that is written, and that is recognised, in chars.
pub const MAX_PLACEHOLDER_CHARS: usize = 1_000;
/// Longest tool name shown, in chars.
const MAX_NAME_CHARS: usize = 128;

/// Which built-in wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Seeds 000 and 001: `[observation masked — N chars]`.
    Observation,
    /// Seed 004: names the call and the tool.
    Conversation,
}

/// Language of the conversation family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    /// English.
    En,
    /// French.
    Fr,
}

const OBSERVATION: &str = "[observation masked — {original_chars} chars]";
const DISPATCH: &str = "[dispatch output masked — {original_chars} chars]";
const EN: &str =
    "[Observation masked: old tool result (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]";
const EN_ERROR: &str = "[Observation masked: old tool error, do not retry without new input \
                        (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]";
const FR: &str = "[Observation masquée: résultat d’outil ancien (tool_call_id={tool_call_id}, outil={tool_name}, \
                  chars={original_chars})]";
const FR_ERROR: &str = "[Observation masquée: ancienne erreur d’outil, ne pas réessayer sans nouvelle entrée \
                        (tool_call_id={tool_call_id}, outil={tool_name}, chars={original_chars})]";

/// The placeholders of a policy, and all that any policy may have written.
#[derive(Clone, Debug)]
pub struct Placeholders {
    plain: Template,
    error: Template,
    known: Vec<Template>,
    clips: bool,
}

/// What a placeholder tells about one result.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// Raw call id.
    pub id: Text<'a>,
    /// Raw tool name.
    pub name: Option<Text<'a>>,
    /// `.length` of the result.
    pub chars: usize,
    /// Lines of the result, counted only if a template asks.
    pub lines: usize,
    /// 0-based message.
    pub message: usize,
}

/// A rendered placeholder: JSON-escaped bytes, and the size of what they decode to.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// Without quotes.
    pub escaped: Vec<u8>,
    /// UTF-16 units.
    pub chars: usize,
    /// UTF-8 bytes.
    pub bytes: usize,
}

impl Placeholders {
    /// Those of a family, or of the user's template.
    #[must_use]
    pub fn new(family: Family, locale: Locale, template: Option<&str>) -> Self {
        let own = template.map(|text| Template::new(text, locale));
        let (plain, error) = match (family, locale) {
            (Family::Observation, _) => (OBSERVATION, OBSERVATION),
            (Family::Conversation, Locale::En) => (EN, EN_ERROR),
            (Family::Conversation, Locale::Fr) => (FR, FR_ERROR),
        };
        let built_in = [
            (OBSERVATION, Locale::En),
            (DISPATCH, Locale::En),
            (EN, Locale::En),
            (EN_ERROR, Locale::En),
            (FR, Locale::Fr),
            (FR_ERROR, Locale::Fr),
        ];
        let known = built_in.map(|(text, locale)| Template::new(text, locale));
        Self {
            clips: family == Family::Observation && own.is_none(),
            plain: own.clone().unwrap_or_else(|| Template::new(plain, locale)),
            error: own.clone().unwrap_or_else(|| Template::new(error, locale)),
            known: own.into_iter().chain(known).collect(),
        }
    }

    /// Whether any of them tells the number of lines.
    #[must_use]
    pub fn count_lines(&self) -> bool {
        self.plain.segments.iter().any(|segment| matches!(segment, Segment::Field(Field::Lines)))
    }

    /// Whether the observation placeholder is cut at short limits (seed 000).
    #[must_use]
    pub const fn clips(&self) -> bool {
        self.clips
    }

    /// The placeholder of one result.
    pub fn render(&self, facts: &Facts<'_>, is_error: bool, out: &mut Rendered) {
        if is_error { &self.error } else { &self.plain }.render(facts, out);
    }

    /// Whether `text` (decoded, at most [`MAX_PLACEHOLDER_CHARS`]) is a placeholder of the result that `facts`
    /// describe: all of it, or its first line if `head` is allowed behind it.
    #[must_use]
    pub fn recognise(&self, text: &[u8], facts: &Facts<'_>, head: bool) -> bool {
        self.known.iter().any(|template| template.matches(text, facts, head))
    }

    /// Whether `text` is the beginning of an observation placeholder, as cutting one leaves it.
    #[must_use]
    pub fn is_cut_observation(text: &[u8]) -> bool {
        let (start, end) = OBSERVATION.split_once("{original_chars}").unwrap_or_default();
        let Some(rest) = text.strip_prefix(start.as_bytes()) else { return start.as_bytes().starts_with(text) };
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        rest.is_empty() || (digits > 0 && end.as_bytes().starts_with(rest.get(digits..).unwrap_or_default()))
    }

    /// First bytes that a placeholder can have; most results are told apart by theirs.
    #[must_use]
    pub fn may_start_with(&self, first: u8) -> bool {
        self.known.iter().any(|template| template.first.is_none_or(|own| own == first))
    }
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

#[derive(Clone, Debug)]
struct Template {
    segments: Vec<Segment>,
    /// First byte of every rendering; none if it starts with a field.
    first: Option<u8>,
    /// What stands for a tool without a name.
    unknown: &'static str,
}

impl Template {
    fn new(text: &str, locale: Locale) -> Self {
        let mut segments = Vec::new();
        let mut rest = text;
        while let Some((at, name, field)) = next_field(rest) {
            push_literal(rest.get(..at).unwrap_or_default(), &mut segments);
            segments.push(Segment::Field(field));
            rest = rest.get(at + name.len()..).unwrap_or_default();
        }
        push_literal(rest, &mut segments);
        let first = match segments.first() {
            Some(Segment::Literal { text, .. }) => text.bytes().next(),
            _ => None,
        };
        let unknown = if locale == Locale::Fr { "inconnu" } else { "unknown" };
        Self { segments, first, unknown }
    }

    fn render(&self, facts: &Facts<'_>, out: &mut Rendered) {
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
    }

    /// All ends that a match of the segments can have are tracked, so that digits next to digits are no trap.
    fn matches(&self, text: &[u8], facts: &Facts<'_>, head: bool) -> bool {
        let mut ends = vec![0usize];
        for segment in &self.segments {
            ends = match segment {
                Segment::Literal { text: literal, .. } => after_literal(&ends, text, literal.as_bytes()),
                Segment::Field(Field::CallId) => after_literal(&ends, text, &decoded(facts.id)),
                Segment::Field(Field::ToolName) => {
                    let mut name = Rendered::default();
                    name.push_name(facts.name, self.unknown);
                    let name = Text::new(&name.escaped, crate::scan::Level::Scalar);
                    after_literal(&ends, text, &decoded(name))
                }
                Segment::Field(_) => after_digits(&ends, text),
            };
            if ends.is_empty() {
                return false;
            }
        }
        ends.iter().any(|&end| end == text.len() || (head && text.get(end) == Some(&b'\n')))
    }
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
        // Starts ascend, so only ends beyond those already found are new.
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
        self.chars = 0;
        self.bytes = 0;
    }

    /// Cuts what was rendered from plain text at `max_chars`.
    pub fn truncate(&mut self, max_chars: usize) {
        if self.chars > max_chars {
            let end = Text::new(&self.escaped, crate::scan::Level::Scalar).head_end(max_chars);
            self.escaped.truncate(end);
            let cut = Text::new(&self.escaped, crate::scan::Level::Scalar);
            (self.chars, self.bytes) = (cut.chars(), cut.utf8_bytes());
        }
    }

    /// Appends raw bytes as they stand.
    pub fn push_text(&mut self, text: Text<'_>) {
        self.escaped.extend_from_slice(text.raw());
        if text.raw().is_ascii() && text.plain().is_some() {
            self.chars += text.raw().len();
            self.bytes += text.raw().len();
        } else {
            self.chars += text.chars();
            self.bytes += text.utf8_bytes();
        }
    }

    /// Appends plain text, escaped.
    pub fn push_str(&mut self, text: &str) {
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
        let digits = buffer.get(at..).unwrap_or_default();
        self.escaped.extend_from_slice(digits);
        self.chars += digits.len();
        self.bytes += digits.len();
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
        if raw.len() <= MAX_NAME_CHARS && raw.iter().all(|byte| (0x20..0x7F).contains(byte) && *byte != b'\\') {
            self.push_text(name);
            return;
        }
        let mut left = MAX_NAME_CHARS;
        for char in name.code_points().filter(|char| !is_control(char.code)) {
            let Some(rest) = left.checked_sub(char.units()) else { return };
            left = rest;
            self.escaped.extend_from_slice(raw.get(char.start..char.end).unwrap_or_default());
            self.chars += char.units();
            self.bytes += utf8_length(char.code);
        }
    }
}

const fn is_control(code: u32) -> bool {
    matches!(code, 0..0x20 | 0x7F..0xA0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::Level;

    fn facts<'a>(id: &'a str, name: Option<&'a str>) -> Facts<'a> {
        let text = |raw: &'a str| Text::new(raw.as_bytes(), Level::Scalar);
        Facts { id: text(id), name: name.map(text), chars: 4200, lines: 7, message: 3 }
    }

    fn render(placeholders: &Placeholders, facts: &Facts<'_>) -> (String, usize, usize) {
        let mut out = Rendered::default();
        placeholders.render(facts, false, &mut out);
        (String::from_utf8(out.escaped).unwrap(), out.chars, out.bytes)
    }

    #[test]
    fn renders_every_family() {
        let table = [
            (Family::Observation, Locale::En, None, "[observation masked — 4200 chars]"),
            (
                Family::Conversation,
                Locale::En,
                None,
                "[Observation masked: old tool result (tool_call_id=c1, tool=read, chars=4200)]",
            ),
            (
                Family::Conversation,
                Locale::Fr,
                None,
                "[Observation masquée: résultat d’outil ancien (tool_call_id=c1, outil=read, chars=4200)]",
            ),
            (
                Family::Conversation,
                Locale::En,
                Some("gone: {original_lines} lines, {original_tokens} tokens of \"{tool_name}\" #{message_index}"),
                "gone: 7 lines, 1050 tokens of \\\"read\\\" #3",
            ),
        ];
        for (family, locale, template, expected) in table {
            let placeholders = Placeholders::new(family, locale, template);
            let (escaped, chars, bytes) = render(&placeholders, &facts("c1", Some("read")));
            assert_eq!(escaped, expected);
            let plain = expected.replace('\\', "");
            assert_eq!((chars, bytes), (plain.chars().count(), plain.len()));
        }
    }

    #[test]
    fn names_are_cleaned_and_cut() {
        let placeholders = Placeholders::new(Family::Conversation, Locale::Fr, Some("old result of {tool_name}"));
        let long = "é".repeat(200);
        let table = [
            (None, "inconnu".to_owned()),
            (Some(""), "inconnu".to_owned()),
            (Some(r"\n\u0007\u0085"), "inconnu".to_owned()),
            (Some(r"a\nb\u0041"), r"ab\u0041".to_owned()),
            (Some(long.as_str()), "é".repeat(128)),
        ];
        for (name, expected) in table {
            let (escaped, ..) = render(&placeholders, &facts("c1", name));
            assert_eq!(escaped, format!("old result of {expected}"));
        }
    }

    #[test]
    fn recognises_only_its_own() {
        let placeholders =
            Placeholders::new(Family::Conversation, Locale::En, Some("{original_chars}{message_index}0 left out"));
        let own = facts("c1", Some("read"));
        let table = [
            ("[observation masked — 12 chars]", false, true),
            ("[observation masked — 12 chars] ", false, false),
            ("[observation masked —  chars]", false, false),
            ("[dispatch output masked — 1 chars]", false, true),
            ("[Observation masked: old tool result (tool_call_id=c1, tool=read, chars=9)]", false, true),
            ("[Observation masked: old tool result (tool_call_id=c2, tool=read, chars=9)]", false, false),
            ("[Observation masked: old tool result (tool_call_id=c1, tool=write, chars=9)]", false, false),
            (
                "[Observation masquée: ancienne erreur d’outil, ne pas réessayer sans nouvelle entrée \
                 (tool_call_id=c1, outil=read, chars=9)]",
                false,
                true,
            ),
            ("420030 left out", false, true),
            ("10 left out", false, false),
            ("[observation masked — 12 chars]\nhead...", false, false),
            ("[observation masked — 12 chars]\nhead...", true, true),
        ];
        for (text, head, expected) in table {
            assert_eq!(placeholders.recognise(text.as_bytes(), &own, head), expected, "{text}");
        }
    }
}
