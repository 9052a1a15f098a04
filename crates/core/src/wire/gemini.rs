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
use super::pairing::Pairing;
use super::turn_calls::TurnCalls;
use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::decoded;
use crate::json::tokens::json_strings;
use crate::span::Span;
use crate::transcript::error_object::{ObjectRule, is_error_object};
use crate::transcript::{Content, ErrorMarker, Role, TextPart, ToolCall, ToolResult, Transcript};

pub(super) fn read<'a>(
    cursor: Cursor<'a>,
    options: ReadOptions<'a>,
    transcript: &mut Transcript,
) -> Result<(), Unreadable> {
    let body = cursor.body();
    let mut contents = conversation(cursor, Key::Contents, transcript, |key, value, transcript| {
        transcript.is_delta |= key == Key::CachedContent && value.kind() == Kind::String;
    })?;
    if contents.kind() != Kind::Array {
        return Err(Unreadable::NoConversation);
    }
    let mut reader = Reader { pairing: Pairing::new(body), turn: TurnCalls::default(), options, transcript };
    contents.elements(|content| reader.content(content));
    Ok(())
}

struct Reader<'a, 't> {
    pairing: Pairing<'a>,
    turn: TurnCalls,
    options: ReadOptions<'a>,
    transcript: &'t mut Transcript,
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
    response: Option<Cursor<'a>>,
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
        parts.elements(|part| {
            let start = part.offset();
            only_responses &= self.part(part, author, block_index, repeated);
            self.options.push_unit(start, part, self.transcript);
            block_index += 1;
        });
        self.options.end_list(list_start, &parts, self.transcript);
        if self.transcript.calls.len() > first_call {
            self.transcript.end_turn();
            self.turn.begin(first_call);
        }
        only_responses && block_index > 0
    }

    /// Reads a part; true if it is a response.
    fn part(&mut self, part: &mut Cursor<'a>, author: Author, block_index: u32, repeated: bool) -> bool {
        let mut call = None;
        let mut response = None;
        let mut keys = Seen::within(repeated);
        part.members(|key, value| {
            match key {
                Key::FunctionCall => call = function(value),
                Key::FunctionResponse => response = function(value),
                _ => return,
            }
            keys.note(key);
        });
        if let (Author::Model, Some(call)) = (author, call) {
            self.call(&call, keys.repeated);
        }
        let is_response = response.is_some();
        if author != Author::Model
            && let Some(response) = response
        {
            self.result(response, block_index, keys.repeated);
        }
        is_response
    }

    fn call(&mut self, call: &Function<'a>, repeated: bool) {
        let id = non_empty(call.id);
        if let Some(id) = id {
            self.pairing.note(id);
        }
        let (name, turn) = (call.name.map(Span::inside), self.transcript.turn_count);
        let ambiguous = repeated || call.keys.repeated;
        self.transcript.calls.push(ToolCall::new(id.unwrap_or_default(), name, turn, ambiguous));
    }

    fn result(&mut self, function: Function<'a>, block_index: u32, repeated: bool) {
        let id = non_empty(function.id);
        let body = self.options.lengths.body;
        let calls = &self.transcript.calls;
        let by_id = id.and_then(|id| self.pairing.find(calls, id));
        let name = function.name.map(Span::inside);
        let call = match by_id {
            Some(call) => Some(self.turn.answer(call)),
            None => self.turn.find(body, calls, name, id.is_some()),
        };
        let (content, error) =
            function.response.map_or((Content::Other, ErrorMarker::No), |object| self.object(object));
        let message = self.transcript.roles.len() as u32;
        let mut result = ToolResult::new(message, block_index, id, call, content);
        result.error = error;
        result.is_snake_case = function.is_snake_case;
        result.ambiguous = repeated || function.keys.repeated;
        self.transcript.results.push(result);
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

/// Reads a `functionCall` or `functionResponse`, if it is an object.
fn function<'a>(object: &mut Cursor<'a>) -> Option<Function<'a>> {
    let mut function = Function::default();
    if object.kind() != Kind::Object {
        return None;
    }
    function.is_snake_case = is_snake_case(object.body(), object.offset());
    object.members(|key, value| {
        match key {
            Key::Id => function.id = value.string(),
            Key::Name => function.name = value.string(),
            Key::Response => function.response = Some(value.clone()),
            _ => return,
        }
        function.keys.note(key);
    });
    Some(function)
}
