//! Gemini generateContent: as many function responses as calls, directly after them and in their order.
//!
//! ```text
//! user text ─▶ model [call f, call g] ─▶ user [response f, response g, text …]
//! ```

use super::gemini_parts;
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{each, id, is_present};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::span::Span;

super::rule::rules! {
    family Gemini;

    GEMINI_NO_CONTENTS = "gemini/no-contents" {
        text: "the list of contents is empty; the provider says: contents is not specified",
        source: "[generateContent reference](https://ai.google.dev/api/generate-content)",
    }

    GEMINI_ROLE = "gemini/role" {
        text: "the role {id} is neither user nor model; the provider says: Please use a valid role: user, model",
        source: "[generateContent reference](https://ai.google.dev/api/generate-content)",
    }

    GEMINI_EMPTY_PARTS = "gemini/empty-parts" {
        text: "a content has no parts; the provider says: contents.parts must not be empty",
        source: "[generateContent reference](https://ai.google.dev/api/generate-content)",
    }

    GEMINI_CALL_WITHOUT_NAME = "gemini/call-without-name" {
        text: "a functionCall has no name; the provider says: function_call.name: Name cannot be empty",
        source: "[generateContent reference](https://ai.google.dev/api/generate-content)",
    }

    GEMINI_CALL_POSITION = "gemini/call-position" {
        text: "a content with function calls follows a model content, or begins the conversation; the provider says: Please ensure that function call turn comes immediately after a user turn or after a function response turn",
        source: "[google-gemini/gemini-cli#11814](https://github.com/google-gemini/gemini-cli/issues/11814), [google-gemini/gemini-cli#26956](https://github.com/google-gemini/gemini-cli/issues/26956)",
    }

    GEMINI_RESPONSE_COUNT = "gemini/response-count" {
        text: "the next content has another number of function responses than this one has calls ({count}); the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
        source: "[google-gemini/gemini-cli#3814](https://github.com/google-gemini/gemini-cli/issues/3814), [google-gemini/gemini-cli#16543](https://github.com/google-gemini/gemini-cli/issues/16543)",
        repair: "missing ones made, surplus ones removed",
    }

    GEMINI_CALL_UNANSWERED_AT_END = "gemini/call-unanswered-at-end" {
        text: "the conversation ends with unanswered function calls; the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
        source: "[google-gemini/gemini-cli#3814](https://github.com/google-gemini/gemini-cli/issues/3814), [google-gemini/gemini-cli#16543](https://github.com/google-gemini/gemini-cli/issues/16543)",
    }

    GEMINI_ORPHAN_RESPONSE = "gemini/orphan-response" {
        text: "a function response does not follow a content with function calls; the provider says: Please ensure that function response turn comes immediately after a function call turn",
        source: "[langchain-ai/langchain#27799](https://github.com/langchain-ai/langchain/issues/27799), [google-gemini/gemini-cli#26956](https://github.com/google-gemini/gemini-cli/issues/26956)",
        repair: "removed",
    }

    GEMINI_RESPONSE_ORDER = "gemini/response-order" {
        text: "the function response for {id} stands where another call's response is expected; the provider matches responses to calls by place and name",
        source: "[function calling](https://ai.google.dev/gemini-api/docs/function-calling): same order",
        repair: "put in order",
    }

    GEMINI_RESPONSE_AFTER_TEXT = "gemini/response-after-text" {
        text: "a function response stands after another part; responses come first in a content; the provider says: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn",
        source: "[google-gemini/gemini-cli#3814](https://github.com/google-gemini/gemini-cli/issues/3814), [google-gemini/gemini-cli#16543](https://github.com/google-gemini/gemini-cli/issues/16543)",
        repair: "moved to the start",
    }

    GEMINI_RESPONSE_WITHOUT_NAME = "gemini/response-without-name" {
        text: "a functionResponse has no name; the provider says: function_response.name: Name cannot be empty",
        source: "[generateContent reference](https://ai.google.dev/api/generate-content)",
    }

    GEMINI_RESPONSE_NOT_OBJECT = "gemini/response-not-object" {
        text: "the response is not an object; the provider says: Invalid value at 'function_response.response' (type.googleapis.com/google.protobuf.Struct)",
        source: "[generateContent reference](https://ai.google.dev/api/generate-content)",
    }

    GEMINI_SIGNATURE_MISSING_IN_CURRENT_TURN = "gemini/signature-missing-in-current-turn" {
        text: "the first function call of a step of the current turn has no thoughtSignature; the provider says: Function call is missing a thought_signature in functionCall parts",
        source: "[thought signatures](https://ai.google.dev/gemini-api/docs/thought-signatures), [nanbingxyz/5ire#405](https://github.com/nanbingxyz/5ire/issues/405)",
    }
}

/// A function call or response: the members that match them.
#[derive(Clone, Copy, Default)]
struct Function {
    id: Option<Span>,
    name: Option<Span>,
    /// `response` is present and no object.
    odd_response: bool,
    /// `args` are present and no object.
    odd_args: bool,
}

impl Function {
    fn read(object: &mut Cursor<'_>) -> Self {
        let mut function = Self::default();
        object.members(|key, value| match key {
            Key::Id => function.id = id(value),
            Key::Name => function.name = id(value),
            Key::Args => function.odd_args = gemini_parts::is_odd(value),
            Key::Response => function.odd_response = is_present(value) && value.kind() != Kind::Object,
            _ => {}
        });
        function
    }
}

/// Members of one part.
#[derive(Default)]
struct Part {
    /// Whether it has a member.
    filled: bool,
    call: Option<Function>,
    response: Option<Function>,
    signed: bool,
}

impl Part {
    fn read(part: &mut Cursor<'_>) -> Self {
        let mut fields = Self::default();
        let function = |value: &mut Cursor<'_>| (value.kind() == Kind::Object).then(|| Function::read(value));
        part.members(|key, value| {
            fields.filled = true;
            match key {
                Key::FunctionCall => fields.call = function(value),
                Key::FunctionResponse => fields.response = function(value),
                Key::ThoughtSignature => fields.signed = id(value).is_some(),
                _ => {}
            }
        });
        fields
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Model,
    Other,
}

struct Reader<'a, 'r> {
    body: &'a [u8],
    is_delta: bool,
    /// The calls of the previous content.
    asked: Vec<Function>,
    asked_site: Site,
    before: Before,
    responses: Vec<(usize, Site, Function)>,
    /// Calls without a signature in the current turn, so far.
    unsigned: Vec<Site>,
    rows: &'r mut Rows,
}

/// Checks the contents. In a delta the first responses may answer earlier calls. `signed`: the model needs signatures.
pub(super) fn check(contents: Cursor<'_>, is_delta: bool, signed: bool, rows: &mut Rows) {
    let body = contents.body();
    let start = Site::request(contents.offset());
    let mut reader = Reader {
        body,
        is_delta,
        asked: Vec::new(),
        asked_site: start,
        before: Before::Nothing,
        responses: Vec::new(),
        unsigned: Vec::new(),
        rows,
    };
    each(contents, |index, content| reader.content(index, content));
    reader.end(start, signed);
}

/// Whether a model refuses function calls without a signature: Gemini 3 and later.
pub(super) fn is_signed_model(model: &[u8]) -> bool {
    const FAMILY: &[u8] = b"gemini-";
    memchr::memmem::find_iter(model, FAMILY).any(|at| {
        let begins = at == 0 || model.get(at - 1) == Some(&b'/');
        let version = model.get(at + FAMILY.len()..).unwrap_or_default();
        let major = version.iter().take_while(|byte| byte.is_ascii_digit()).count();
        begins && (major > 1 && version.first() != Some(&b'0') || matches!(version.first(), Some(b'3'..=b'9')))
    })
}

impl<'a> Reader<'a, '_> {
    fn content(&mut self, index: usize, content: &mut Cursor<'a>) {
        let site = Site::message(index, content.offset());
        let (mut role, mut role_is_given, mut parts) = (None, false, None);
        content.members(|key, value| match key {
            Key::Role => {
                role_is_given = is_present(value);
                role = id(value);
            }
            Key::Parts => parts = (value.kind() == Kind::Array).then(|| value.clone()),
            _ => {}
        });
        let is_model = role.and_then(|role| lookup(role.of(self.body), named_role));
        if role_is_given && is_model.is_none() {
            self.rows.add(Rule::GEMINI_ROLE, site, Detail::of(role));
        }
        let empty = if is_model == Some(true) { self.model(parts, site) } else { self.user(parts, site) };
        if empty {
            self.rows.add(Rule::GEMINI_EMPTY_PARTS, site, Detail::None);
        }
    }

    /// Reads the model's parts; returns whether there are none.
    fn model(&mut self, parts: Option<Cursor<'a>>, site: Site) -> bool {
        self.miscounted();
        self.asked.clear();
        let mut count = 0;
        if let Some(parts) = parts {
            each(parts, |at, value| {
                count += 1;
                let site = site.element(Place::Part, at, value.offset());
                let part = self.part(value, site);
                let Some(call) = part.call else { return };
                if call.name.is_none() {
                    self.rows.add(Rule::GEMINI_CALL_WITHOUT_NAME, site, Detail::None);
                }
                gemini_parts::check_call(self.body, call.name, call.odd_args, site, self.rows);
                if self.asked.is_empty() && !part.signed {
                    self.unsigned.push(site);
                }
                self.asked.push(call);
            });
        }
        let starts = self.before == Before::Nothing && !self.is_delta;
        if !self.asked.is_empty() && (starts || self.before == Before::Model) {
            self.rows.add(Rule::GEMINI_CALL_POSITION, site, Detail::None);
        }
        self.asked_site = site;
        self.before = Before::Model;
        count == 0
    }

    fn part(&mut self, value: &mut Cursor<'a>, site: Site) -> Part {
        let part = Part::read(value);
        if !part.filled {
            self.rows.add(Rule::GEMINI_EMPTY_PART, site, Detail::None);
        }
        part
    }

    fn user(&mut self, parts: Option<Cursor<'a>>, site: Site) -> bool {
        let (mut count, mut speaks) = (0, false);
        self.responses.clear();
        if let Some(parts) = parts {
            each(parts, |at, value| {
                count += 1;
                let site = site.element(Place::Part, at, value.offset());
                match self.part(value, site).response {
                    Some(response) => self.response(at, site, response),
                    None => speaks = true,
                }
            });
        }
        if speaks {
            self.unsigned.clear();
        }
        self.match_responses();
        self.asked.clear();
        self.before = Before::Other;
        count == 0
    }

    fn response(&mut self, at: usize, site: Site, response: Function) {
        if response.name.is_none() {
            self.rows.add(Rule::GEMINI_RESPONSE_WITHOUT_NAME, site, Detail::None);
        }
        if response.odd_response {
            self.rows.add(Rule::GEMINI_RESPONSE_NOT_OBJECT, site, Detail::None);
        }
        if at > self.responses.len() {
            self.rows.add(Rule::GEMINI_RESPONSE_AFTER_TEXT, site, Detail::None);
        }
        self.responses.push((at, site, response));
    }

    fn match_responses(&mut self) {
        if self.asked.is_empty() {
            if self.before != Before::Nothing || !self.is_delta {
                for &(_, site, _) in &self.responses {
                    self.rows.add(Rule::GEMINI_ORPHAN_RESPONSE, site, Detail::None);
                }
            }
            return;
        }
        if self.responses.len() != self.asked.len() {
            return self.miscounted();
        }
        let text = |span: Option<Span>| span.map(|span| decoded(span.of(self.body)));
        let ids: std::collections::HashSet<_> = self.asked.iter().filter_map(|call| text(call.id)).collect();
        for ((_, site, response), call) in self.responses.iter().zip(&self.asked) {
            let by_id = text(response.id).is_some_and(|id| ids.contains(&id));
            if !by_id && response.name.is_some() && text(response.name) != text(call.name) {
                self.rows.add(Rule::GEMINI_RESPONSE_ORDER, *site, Detail::of(response.name));
            }
        }
    }

    /// Reports that the number of responses is not the number of calls.
    fn miscounted(&mut self) {
        if !self.asked.is_empty() {
            let count = Detail::Count(self.asked.len() as u32);
            self.rows.add(Rule::GEMINI_RESPONSE_COUNT, self.asked_site, count);
        }
    }

    fn end(&mut self, start: Site, signed: bool) {
        if self.before == Before::Nothing && !self.is_delta {
            self.rows.add(Rule::GEMINI_NO_CONTENTS, start, Detail::None);
        }
        if !self.asked.is_empty() {
            self.rows.add(Rule::GEMINI_CALL_UNANSWERED_AT_END, self.asked_site, Detail::None);
        }
        for &site in self.unsigned.iter().filter(|_| signed) {
            self.rows.add(Rule::GEMINI_SIGNATURE_MISSING_IN_CURRENT_TURN, site, Detail::None);
        }
    }
}

/// Whether a role is the model's; none for an unknown role.
fn named_role(name: &[u8]) -> Option<bool> {
    match name {
        b"model" => Some(true),
        b"user" | b"function" | b"tool" => Some(false),
        _ => None,
    }
}
