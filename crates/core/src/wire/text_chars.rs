//! The text that a provider bills, in UTF-16 units. The same in TypeScript: `ts/wires/text-chars.ts`.
//!
//! ```text
//! {"instructions":"be brief",                     the system prompt: its texts
//!  "tools":[{"name":"read"}],                     definitions: all strings and names
//!  "input":[{"type":"message","content":"go"},    objects of a known type: what is under names of texts
//!           {"type":"some_item","zz":"…"}]}       of any other type: long texts under all names, too
//! ```
//! Unknown names in known objects count nothing: clients put notes of their own there. Signatures and encrypted reasoning
//! are no text, and are counted apart, because they are billed at another rate. Made only if asked for. Linear.

use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, has_escapes};
use crate::json::scan::{Lengths, Level};
use crate::json::text::Text;
use crate::json::tokens::{JsonTokens, Token, json_strings};
use crate::span::Span;
use crate::transcript::Transcript;

/// The billed contents of a request, without tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextSize {
    /// UTF-16 units of all texts.
    pub chars: u64,
    /// Images, documents and other files, whose data are no text.
    pub media: u32,
    /// UTF-16 units of all signatures and encrypted texts.
    pub sealed: u64,
}

/// Objects of these types are known, and those of types with these ends.
const TYPES: [&[u8]; 22] = [
    b"message",
    b"function_call",
    b"reasoning",
    b"compaction",
    b"item_reference",
    b"additional_tools",
    b"function",
    b"custom",
    b"text",
    b"input_text",
    b"output_text",
    b"refusal",
    b"summary_text",
    b"reasoning_text",
    b"thinking",
    b"tool_use",
    b"tool_result",
    b"tool_reference",
    b"server_tool_use",
    b"mcp_tool_use",
    b"search_result",
    b"web_search_result",
];
const TYPE_ENDS: [&[u8]; 3] = [b"_call", b"_output", b"_tool_result"];
/// In objects of these types, `data` is encrypted reasoning.
const SEALED_TYPES: [&[u8]; 2] = [b"redacted_thinking", b"reasoning.encrypted"];
/// Objects of these types are media.
const MEDIA: [&[u8]; 8] = [
    b"image",
    b"image_url",
    b"input_image",
    b"computer_screenshot",
    b"document",
    b"file",
    b"input_file",
    b"input_audio",
];
/// Least chars of a text under a name that is not known; it has a space, too. Shorter ones are labels, others data.
const TEXT_CHARS: usize = 64;
/// Objects and lists in so many others are looked into by their types: an index lists as many.
const DEPTH: u32 = 7;
/// The depth of a conversation's list: it is in the request's object.
const LIST_DEPTH: u32 = 2;

/// What is known of an object by its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Yes,
    No,
    Medium,
    /// Its `data` is encrypted reasoning.
    Sealed,
}

fn known(name: &[u8]) -> Known {
    if MEDIA.contains(&name) {
        Known::Medium
    } else if SEALED_TYPES.contains(&name) {
        Known::Sealed
    } else if TYPES.contains(&name) || TYPE_ENDS.iter().any(|end| name.ends_with(end)) {
        Known::Yes
    } else {
        Known::No
    }
}

/// Measures what the model reads of the body at `cursor`. Linear.
pub fn measure(lengths: Lengths<'_>, mut cursor: Cursor<'_>, transcript: &Transcript) -> TextSize {
    let mut meter = Meter { lengths, transcript, size: TextSize::default() };
    cursor.members(|key, value| match key {
        _ if value.offset() == transcript.list.start as usize => meter.list(value),
        Key::Instructions | Key::System | Key::SystemInstruction => meter.system(value),
        Key::Tools | Key::Definitions | Key::Text => meter.definition(value),
        _ => {}
    });
    meter.size
}

/// Whether a member has a signature or encrypted text, if it is a string.
fn is_sealed(key: Key, kind: Option<Known>) -> bool {
    match key {
        Key::Signature | Key::EncryptedContent | Key::ThoughtSignature => true,
        Key::Data => kind == Some(Known::Sealed),
        _ => false,
    }
}

/// UTF-16 units of the signatures and encrypted texts of a block of thinking at `span`, which may have a comma around it.
pub(crate) fn sealed_chars(body: &[u8], span: Span) -> u64 {
    let (mut sealed, mut data, mut kind) = (0, 0, None);
    for string in json_strings(body, span).filter(|string| string.depth == 1) {
        let chars = |text: Span| Text::new(text.inside().of(body), Level::SCALAR).chars() as u64;
        match &*decoded(string.name.inside().of(body)) {
            b"type" => kind = Some(known(&decoded(string.value.inside().of(body)))),
            b"signature" | b"encrypted_content" | b"thoughtSignature" | b"thought_signature" => {
                sealed += chars(string.value);
            }
            b"data" => data += chars(string.value),
            _ => {}
        }
    }
    if kind == Some(Known::Sealed) { sealed + data } else { sealed }
}

struct Meter<'a> {
    lengths: Lengths<'a>,
    transcript: &'a Transcript,
    size: TextSize,
}

impl Meter<'_> {
    /// The conversation: a list of messages, or a text in its place.
    fn list(&mut self, value: &mut Cursor<'_>) {
        if value.kind() != Kind::Array {
            return self.texts(value, LIST_DEPTH);
        }
        let mut message = 0;
        value.elements(|element| {
            if element.kind() == Kind::Object && self.transcript.is_read(message, element.offset() as u32) {
                self.texts(element, LIST_DEPTH + 1);
            }
            message += 1;
        });
    }

    /// A text, an object, or a list of objects; providers refuse anything else.
    fn texts(&mut self, value: &mut Cursor<'_>, depth: u32) {
        match value.kind() {
            Kind::String => self.string(value),
            Kind::Object | Kind::Array if depth > DEPTH => self.whole(value),
            Kind::Object => self.object(value, depth),
            _ => value.elements(|element| {
                if element.kind() == Kind::Object && self.transcript.is_read(u32::MAX, element.offset() as u32) {
                    self.texts(element, depth + 1);
                }
            }),
        }
    }

    fn object(&mut self, value: &mut Cursor<'_>, depth: u32) {
        let body = value.body();
        let (mut kind, mut has_data) = (None, false);
        value.clone().members(|key, value| match key {
            Key::Type => kind = value.string().map(|name| known(&decoded(name.inside().of(body)))),
            Key::Source | Key::ImageUrl | Key::File | Key::FileData => {
                has_data |= matches!(value.kind(), Kind::String | Kind::Object);
            }
            _ => {}
        });
        let is_medium = kind == Some(Known::Medium);
        let is_unknown = kind == Some(Known::No);
        self.size.media += u32::from(is_medium && has_data);
        value.members(|key, value| match key {
            Key::Text
            | Key::Thinking
            | Key::Refusal
            | Key::Content
            | Key::Parts
            | Key::Output
            | Key::Stdout
            | Key::Stderr
            | Key::Summary
            | Key::ThinkingBlocks
            | Key::ToolCalls
            | Key::Function
            | Key::Custom
            | Key::FunctionCall
            | Key::FunctionResponse => self.texts(value, depth + 1),
            Key::Arguments
            | Key::Input
            | Key::Args
            | Key::Response
            | Key::Action
            | Key::Operation
            | Key::ExecutableCode
            | Key::CodeExecutionResult => self.strings(value),
            Key::Tools => self.definition(value),
            _ if is_sealed(key, kind) && value.kind() == Kind::String => {
                let chars = value.string().map_or(0, |text| self.lengths.chars(text.inside()));
                self.size.sealed += chars as u64;
            }
            _ if is_unknown || (is_medium && key == Key::Source) => self.whole(value),
            Key::InlineData | Key::FileData if kind.is_none() => {
                self.size.media += u32::from(value.kind() == Kind::Object);
            }
            _ => {}
        });
    }

    /// The system prompt: its texts.
    fn system(&mut self, value: &mut Cursor<'_>) {
        let Some(span) = self.container(value) else { return };
        for string in json_strings(self.lengths.body, span) {
            if *decoded(string.name.inside().of(self.lengths.body)) == *b"text" {
                self.add(string.value);
            }
        }
    }

    /// Strings and names.
    fn definition(&mut self, value: &mut Cursor<'_>) {
        if value.kind() == Kind::String {
            return;
        }
        let Some(span) = self.container(value) else { return };
        for token in JsonTokens::new(self.lengths.body, span) {
            if let Token::Text(text) | Token::Name(text) = token {
                self.add(text);
            }
        }
    }

    fn strings(&mut self, value: &mut Cursor<'_>) {
        let Some(span) = self.container(value) else { return };
        for string in json_strings(self.lengths.body, span) {
            self.add(string.value);
        }
    }

    /// Passes a value of which nothing is known and counts its long texts.
    fn whole(&mut self, value: &mut Cursor<'_>) {
        let start = value.offset();
        if let Some(text) = value.string() {
            return self.loose(text);
        }
        if matches!(value.kind(), Kind::Object | Kind::Array) {
            value.skip();
            for string in json_strings(self.lengths.body, Span::new(start, value.offset_after())) {
                self.loose(string.value);
            }
        }
    }

    fn loose(&mut self, text: Span) {
        if text.inside().byte_count() >= TEXT_CHARS
            && self.lengths.chars(text.inside()) >= TEXT_CHARS
            && self.has_space(text)
        {
            self.add(text);
        }
    }

    /// Passes an object or list and returns its span; counts and passes a string.
    fn container(&mut self, value: &mut Cursor<'_>) -> Option<Span> {
        let start = value.offset();
        if !matches!(value.kind(), Kind::Object | Kind::Array) {
            self.string(value);
            return None;
        }
        value.skip();
        Some(Span::new(start, value.offset_after()))
    }

    fn string(&mut self, value: &mut Cursor<'_>) {
        if let Some(text) = value.string() {
            self.add(text);
        }
    }

    fn has_space(&self, text: Span) -> bool {
        let raw = text.inside().of(self.lengths.body);
        memchr::memchr(b' ', raw).is_some()
            || (has_escapes(raw) && Text::new(raw, Level::SCALAR).code_points().any(|char| char.code == 0x20))
    }

    fn add(&mut self, text: Span) {
        self.size.chars += self.lengths.chars(text.inside()) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::entry::Listing;
    use crate::json::index::Index;

    /// Chars and media of a body whose conversation is under `input`.
    fn size_of(json: &str) -> (u64, u32) {
        let (body, mut index) = (json.as_bytes(), Index::default());
        index.build(body, Level::detect(), Listing::Conversation).unwrap();
        let at = json.find("\"input\":").map_or(0, |at| at + 8);
        let cursor = Cursor::new(body, index.entries());
        let transcript = Transcript { list: Span::new(at, at + 1), ..Transcript::default() };
        let size = measure(index.lengths(body, Level::detect()), cursor, &transcript);
        (size.chars, size.media)
    }

    #[test]
    fn counts_what_is_billed() {
        let long = "ten chars ".repeat(7);
        let table = [
            (r#"{"model":"mmm","input":"four"}"#, (4, 0)),
            (r#"{"input":[{"type":"message","role":"user","content":"four","zz":{"text":"long"}}]}"#, (4, 0)),
            (r#"{"input":[{"type":"some_call","id":"x","arguments":{"type":"four","id":"five5"}}]}"#, (9, 0)),
            (r#"{"input":[{"type":"new","zz":[{"deep":["long","short"]}],"text":"four"}]}"#, (74, 0)),
            (r#"{"input":[{"type":"new","zz":"long","data":"AAAA"}],"metadata":{"a":"long"}}"#, (70, 0)),
            (r#"{"instructions":"four","tools":[{"name":"f","x":1}],"input":[]}"#, (4 + 4 + 1 + 1, 0)),
            (r#"{"system":[{"type":"text","text":"four"}],"input":[]}"#, (4, 0)),
            (r#"{"input":[{"type":"additional_tools","tools":[{"name":"f"}]}]}"#, (5, 0)),
            (r#"{"input":["bare",{"content":["bare",{"type":"image","source":{"data":"AA"}}]}]}"#, (0, 1)),
            (r#"{"input":[{"content":[{"type":"document","source":{"data":"long"}}]}]}"#, (70, 1)),
            (r#"{"input":[{"parts":[{"inlineData":{"data":"long"}},{"inlineData":1}]}]}"#, (0, 1)),
            (r#"{"input":[{"\u0074ype":"new","t\u0065xt":"four"}]}"#, (4, 0)),
            (r#"{"input":[{"type":"reasoning","encrypted_content":"x","summary":[{"text":"four"}]}]}"#, (4, 0)),
        ];
        for (json, expected) in table {
            assert_eq!(size_of(&json.replace("long", &long)), expected, "{json}");
        }
    }

    #[test]
    fn a_text_in_an_unknown_place_counts_from_64_chars_on() {
        for (chars, expected) in [(63, 0), (64, 64)] {
            let text = format!("two {}", "x".repeat(chars - 4));
            assert_eq!(size_of(&format!(r#"{{"input":[{{"type":"new","zz":"{text}"}}]}}"#)), (expected, 0), "{chars}");
        }
    }

    #[test]
    fn a_short_text_counts_in_objects_up_to_a_depth_of_7() {
        for (objects, expected) in [(4, 4), (5, 0)] {
            // The request, its list and the list's element are around them.
            let (open, close) = (r#"{"content":"#.repeat(objects), "}".repeat(objects));
            assert_eq!(
                size_of(&format!(r#"{{"input":[{open}{{"text":"four"}}{close}]}}"#)),
                (expected, 0),
                "{objects}"
            );
        }
    }

    #[test]
    fn depth_needs_no_stack() {
        for depth in [1, 5, 6, 7, 9, 900] {
            let (open, close, long) = (r#"{"content":"#.repeat(depth), "}".repeat(depth), "ten chars ".repeat(7));
            assert_eq!(size_of(&format!(r#"{{"input":[{open}{{"text":"{long}"}}{close}]}}"#)), (70, 0), "{depth}");
        }
    }
}
