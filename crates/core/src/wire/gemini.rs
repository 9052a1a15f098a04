//! Gemini generateContent.
//!
//! ```text
//! {"contents":[{"role":"model","parts":[{"functionCall":{"name":"read_file","args":{…}},"thoughtSignature":"…"}]},
//!              {"role":"user","parts":[{"functionResponse":{"name":"read_file","response":{"output":"…"}}}]}]}
//! ```
//! A response is an object and stays one. Calls may have no ids: responses then answer by name, in order. Field names are
//! in camelCase or in `snake_case`, because the API accepts both. Source: ai.google.dev, API reference, "Content";
//! "Function calling".

use super::ReadOptions;
use super::fields::{Seen, conversation, non_empty};
use super::loose::push_medium;
use super::media::{self, Element};
use super::pairing::Pairing;
use super::turn_calls::TurnCalls;
use crate::error::Unreadable;
use crate::failure::object::{ObjectRule, is_error_object};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::json::tokens::{JsonTokens, Token, json_strings};
use crate::span::Span;
use crate::transcript::{Content, DefinitionForm, ErrorMarker, Role, TextPart, ToolCall, ToolResult, Transcript};

/// Definitions of functions are in lists of their own; a schema has either of two forms.
static DEFINITIONS: DefinitionForm = DefinitionForm {
    is_element: false,
    lists: &["functionDeclarations", "function_declarations"],
    holders: &[],
    schemas: &["parameters", "parametersJsonSchema", "parameters_json_schema"],
    search: None,
};

pub(super) fn read<'a>(
    cursor: Cursor<'a>,
    options: ReadOptions<'a>,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    transcript.definition_form = Some(&DEFINITIONS);
    let body = cursor.body();
    let mut contents = conversation(cursor, Key::Contents, transcript, |key, value, transcript| {
        transcript.is_delta |= key == Key::CachedContent && value.kind() == Kind::String;
    })?;
    if contents.kind() != Kind::Array {
        return Err(Unreadable::NoConversation);
    }
    // A text's part has no type.
    transcript.text_type = "";
    let (pairing, turn) = (Pairing::new(body), TurnCalls::default());
    let mut reader = Reader { pairing, turn, options, transcript, object: Span::default() };
    contents.elements(|content| reader.content(content));
    Ok(())
}

struct Reader<'a, 't> {
    pairing: Pairing<'a>,
    turn: TurnCalls,
    options: ReadOptions<'a>,
    transcript: &'t mut Transcript,
    /// The last response that was read.
    object: Span,
}

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartKind {
    Response,
    Medium,
    Other,
}

/// Author of a content. To the API, a content without a role is the user's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Author {
    Model,
    User,
    Function,
    Other,
}

/// Whether the name of the member whose value is at `value` has an underscore, plain or escaped.
fn is_snake_case(body: &[u8], value: usize) -> bool {
    let before = body.get(..value).unwrap_or_default();
    let Some(end) = before.iter().rposition(|&byte| byte == b'"') else { return false };
    let name = before.get(..end).unwrap_or_default();
    let start = name.iter().rposition(|&byte| byte == b'"').map_or(0, |quote| quote + 1);
    decoded(name.get(start..).unwrap_or_default()).contains(&b'_')
}

fn named_author(name: &[u8]) -> Option<Author> {
    match name {
        b"model" => Some(Author::Model),
        b"user" => Some(Author::User),
        b"function" => Some(Author::Function),
        _ => None,
    }
}

/// A call or response in a part.
#[derive(Default)]
struct Function<'a> {
    id: Option<Span>,
    name: Option<Span>,
    arguments: Option<Span>,
    has_two_arguments: bool,
    response: Option<Cursor<'a>>,
    /// Images and other files next to the response.
    parts: Option<Cursor<'a>>,
    /// Byte offset of the object around all of this.
    start: usize,
    is_snake_case: bool,
    keys: Seen,
}

impl<'a> Reader<'a, '_> {
    fn content(&mut self, content: &mut Cursor<'a>) {
        let mut author = if content.kind() == Kind::Object { Author::User } else { Author::Other };
        let mut parts = None;
        let mut keys = Seen::default();
        let start = content.offset();
        content.members(|key, value| {
            match key {
                Key::Role => author = value.string_lookup(named_author).unwrap_or(Author::Other),
                Key::Parts => parts = Some(value.clone()),
                _ => return,
            }
            keys.note(key);
        });
        self.options.push_unit(start, content, self.transcript);
        let only_responses = parts.is_some_and(|parts| self.parts(parts, author, keys.repeated));
        self.transcript.roles.push(match author {
            Author::Model => Role::Assistant,
            Author::User if only_responses => Role::Tool,
            Author::User => Role::User,
            Author::Function => Role::Tool,
            Author::Other => Role::Other,
        });
    }

    /// Reads a content's parts; true if they are responses and nothing else.
    fn parts(&mut self, mut parts: Cursor<'a>, author: Author, repeated: bool) -> bool {
        let first_call = self.transcript.calls.len();
        let list_start = parts.offset();
        let mut block_index = 0;
        let mut only_responses = true;
        let mut beside = None;
        parts.elements(|part| {
            let start = part.offset();
            let results = self.transcript.results.len();
            let kind = self.part(part, author, block_index, repeated);
            only_responses &= kind == PartKind::Response;
            match kind {
                PartKind::Response if author != Author::Model => beside = Some(results),
                PartKind::Medium => {
                    let span = Span::new(start, part.offset_after());
                    let element = Element { span, at: block_index, is_image: None };
                    self.medium(element, author, beside, repeated);
                }
                _ => beside = None,
            }
            self.options.push_unit(start, part, self.transcript);
            block_index += 1;
        });
        self.options.end_list(list_start, &parts, self.transcript);
        if author == Author::Model && self.transcript.calls.len() > first_call {
            self.transcript.end_turn();
            self.turn.begin(first_call);
        }
        only_responses && block_index > 0
    }

    /// Reads a part.
    fn part(&mut self, part: &mut Cursor<'a>, author: Author, block_index: u32, repeated: bool) -> PartKind {
        let mut call = None;
        let mut response = None;
        let mut media = 0;
        let mut is_signed = false;
        let mut keys = Seen::within(repeated);
        part.members(|key, value| {
            match key {
                Key::InlineData | Key::FileData => return media += u32::from(value.kind() == Kind::Object),
                Key::ThoughtSignature => return is_signed = true,
                Key::FunctionCall => call = function(value),
                Key::FunctionResponse => response = function(value),
                _ => return,
            }
            keys.note(key);
        });
        if let (Author::Model, Some(call)) = (author, &call) {
            self.call(call, keys.repeated);
            let body = self.options.lengths.body;
            let is_object = call.arguments.is_some_and(|value| value.of(body).first() == Some(&b'{'));
            if is_object && !is_signed && !call.has_two_arguments {
                self.options.push_arguments(block_index, false, self.transcript);
            }
        }
        let kind = match (response.is_some(), call.is_some(), media) {
            (true, ..) => PartKind::Response,
            (false, false, 1) => PartKind::Medium,
            _ => PartKind::Other,
        };
        if author != Author::Model
            && let Some(response) = response
        {
            self.result(response, block_index, keys.repeated);
        }
        kind
    }

    /// Adds an image or another file next to a response, or of the user's own, if the policy masks such.
    fn medium(&mut self, element: Element, author: Author, beside: Option<usize>, repeated: bool) {
        let place = self.transcript.place(element.at);
        let wanted = match beside {
            Some(_) => self.options.reads_media(place),
            None => self.options.reads_user_media(place) && author == Author::User,
        };
        if wanted {
            push_medium(self.options.lengths.body, element, beside, repeated, self.transcript);
        }
    }

    fn call(&mut self, call: &Function<'a>, repeated: bool) {
        let id = non_empty(call.id);
        if let Some(id) = id {
            self.pairing.note(id);
        }
        let (name, turn) = (call.name.map(Span::inside), self.transcript.turn_count);
        let ambiguous = repeated || call.keys.repeated;
        let made = ToolCall::new(id.unwrap_or_default(), name, turn, ambiguous);
        self.transcript.calls.push(made.with(call.arguments));
    }

    fn result(&mut self, function: Function<'a>, block_index: u32, repeated: bool) {
        let id = non_empty(function.id);
        let body = self.options.lengths.body;
        let calls = &self.transcript.calls;
        let by_id = id.and_then(|id| self.pairing.find(calls, id));
        let name = function.name.map(Span::inside);
        let call = match by_id {
            Some(call) => Some(self.turn.answer(call)),
            None => self.turn.find(body, calls, name, id.is_some()).or_else(|| self.unseen(id, name)),
        };
        let (mut content, error) = match function.response {
            Some(object) => self.object(object),
            None => (Content::Other, ErrorMarker::No),
        };
        let reads_media = self.options.reads_media(self.transcript.place(block_index));
        if let (Content::Object { first, .. }, Some(parts), true) = (content, function.parts, reads_media) {
            content = self.files(first, parts, function.start).unwrap_or(content);
        }
        let message = self.transcript.roles.len() as u32;
        let mut result = ToolResult::new(message, block_index, id, call, content);
        result.error = error;
        result.is_snake_case = function.is_snake_case;
        result.ambiguous = repeated || function.keys.repeated;
        self.transcript.results.push(result);
    }

    /// A call that the body does not have, if the provider has what came before and the model has said nothing since.
    fn unseen(&mut self, id: Option<Span>, name: Option<Span>) -> Option<u32> {
        let Transcript { is_delta, turn_count: 0, ref mut calls, .. } = *self.transcript else { return None };
        is_delta.then(|| {
            calls.push(ToolCall::unseen(id.unwrap_or_default(), name, 0));
            self.turn.answer(calls.len() as u32 - 1)
        })
    }

    /// A response's strings from `first` and the files in `parts`; none if anything else is there.
    fn files(&mut self, first: u32, mut parts: Cursor<'a>, around: usize) -> Option<Content> {
        let (body, start) = (parts.body(), parts.offset());
        let before = (self.transcript.parts.len(), self.transcript.media.len());
        let mut are_files = parts.kind() == Kind::Array && parts.is_filled();
        let mut at = 0;
        parts.elements(|part| {
            let start = part.offset();
            let is_object = part.kind() == Kind::Object;
            part.skip();
            let span = Span::new(start, part.offset_after());
            are_files &= is_object && is_file(body, span);
            if are_files {
                media::read(body, Element { span, at, is_image: None }, true, self.transcript);
            }
            at += 1;
        });
        if !are_files {
            self.transcript.parts.truncate(before.0);
            self.transcript.media.truncate(before.1);
            return None;
        }
        let (list, object) = (Span::new(start, parts.offset_after()), self.object);
        for part in self.transcript.parts.iter_mut().skip(before.0) {
            part.element = list;
        }
        for media in self.transcript.media.iter_mut().skip(before.1) {
            (media.object, media.around) = (object, around as u32);
        }
        Some(Content::Response { first, count: self.transcript.parts.len() as u32 - first })
    }

    /// The strings of a `response`, and whether its own keys mark an error.
    fn object(&mut self, mut object: Cursor<'a>) -> (Content, ErrorMarker) {
        if object.kind() != Kind::Object {
            return (Content::Other, ErrorMarker::No);
        }
        let body = object.body();
        let parts = &mut self.transcript.parts;
        let first = parts.len();
        let start = object.offset();
        let is_error = is_error_object(&mut object.clone(), ObjectRule::Meaningful, true);
        let mut nested = false;
        object.members(|_, value| {
            nested |= matches!(value.kind(), Kind::Object | Kind::Array);
            if let Some(text) = value.string() {
                parts.push(TextPart::new(text, text, false));
            }
        });
        let span = Span::new(start, object.offset_after());
        self.object = span;
        if nested {
            parts.truncate(first);
            parts.extend(json_strings(body, span).map(|string| TextPart::new(string.value, string.value, false)));
        }
        for part in parts.iter_mut().skip(first) {
            part.element = span;
        }
        let content = Content::Object { first: first as u32, count: (parts.len() - first) as u32 };
        (content, if is_error { ErrorMarker::Yes } else { ErrorMarker::No })
    }
}

/// Whether an element of a response's list is a file and nothing else. The index does not list it.
fn is_file(body: &[u8], element: Span) -> bool {
    let mut tokens = JsonTokens::new(body, element);
    let mut count = 0;
    while let Some(token) = tokens.next() {
        if let Token::Name(name) = token
            && tokens.depth() == 1
            && lookup(name.inside().of(body), file_name).is_some()
        {
            let behind = body.get(name.end as usize..).unwrap_or_default();
            let value = behind.iter().find(|byte| !matches!(byte, b':' | b' ' | b'\t' | b'\n' | b'\r'));
            count += u32::from(value == Some(&b'{'));
        }
    }
    count == 1
}

fn file_name(name: &[u8]) -> Option<()> {
    matches!(name, b"inlineData" | b"inline_data" | b"fileData" | b"file_data").then_some(())
}

/// Reads a `functionCall` or `functionResponse`, if it is an object.
fn function<'a>(object: &mut Cursor<'a>) -> Option<Function<'a>> {
    let mut function = Function::default();
    if object.kind() != Kind::Object {
        return None;
    }
    function.start = object.offset();
    function.is_snake_case = is_snake_case(object.body(), function.start);
    object.members(|key, value| {
        match key {
            Key::Id => function.id = value.string(),
            Key::Name => function.name = value.string(),
            Key::Response => function.response = Some(value.clone()),
            Key::Parts => function.parts = Some(value.clone()),
            Key::Args => {
                function.has_two_arguments = function.arguments.is_some();
                return function.arguments = value.string_or_object();
            }
            _ => return,
        }
        function.keys.note(key);
    });
    Some(function)
}
