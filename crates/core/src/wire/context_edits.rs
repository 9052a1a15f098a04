//! Reads the edits of Anthropic's `context_management`.
//!
//! ```text
//! {"edits":[{"type":"clear_thinking_20251015"}]}     ours comes behind the client's
//! ```
//! Source: docs.anthropic.com, "Context editing"; "Compaction".

use crate::json::cursor::{Cursor, Kind};
use crate::json::key::decoded;
use crate::json::tokens::{JsonTokens, Token};
use crate::span::Span;
use crate::transcript::{ClearingForm, ClearingPlace};

/// The lowest trigger always holds, and the least that is cleared is nothing: only `keep` decides.
static FORM: ClearingForm = ClearingForm {
    edit: [
        r#"{"type":"clear_tool_uses_20250919","trigger":{"type":"input_tokens","value":1},"keep":{"type":"tool_uses","value":"#,
        r#"},"clear_at_least":{"type":"input_tokens","value":0},"clear_tool_inputs":"#,
    ],
    excluded: [r#","exclude_tools":["#, "]"],
    end: "}",
    cleared: [r#"{"type":"tool_result","tool_use_id":""#, r#"","content":"[Old tool result content cleared]"}"#],
};

/// The whole member, at the end of the request.
const MEMBER: [&str; 2] = [r#","context_management":{"edits":["#, "]}"];
/// The member's value.
const VALUE: [&str; 2] = [r#"{"edits":["#, "]}"];

/// The place at the end of a request that has no such member; `end` is the offset of its last brace.
pub fn added_place(end: usize) -> ClearingPlace {
    place(Span::new(end, end), MEMBER, None)
}

fn place(span: Span, around: [&'static str; 2], index: Option<u32>) -> ClearingPlace {
    ClearingPlace { span, around, index, form: &FORM }
}

/// What a client asks of the provider.
#[derive(Clone, Copy, Default)]
pub struct ContextEdits {
    /// An edit clears tool uses.
    pub clears: bool,
    /// Where one more edit goes; none if the client lets the provider compact, or the value is of no known shape.
    pub place: Option<ClearingPlace>,
}

impl ContextEdits {
    /// The edits of the `context_management` here, which is passed.
    pub fn read(value: &mut Cursor<'_>) -> Self {
        let (body, start) = (value.body(), value.offset());
        if value.kind() != Kind::Object {
            let is_null = body.get(start..).is_some_and(|rest| rest.starts_with(b"null"));
            return Self { clears: false, place: is_null.then(|| place(Span::new(start, start + 4), VALUE, None)) };
        }
        value.skip();
        let span = Span::new(start, value.offset_after());
        let Types { clears, compacts } = Types::of(body, span);
        Self { clears, place: place_in(body, span).filter(|_| !compacts) }
    }
}

/// Kinds of edits that decide who clears.
#[derive(Default)]
struct Types {
    clears: bool,
    compacts: bool,
}

impl Types {
    fn of(body: &[u8], span: Span) -> Self {
        let mut tokens = JsonTokens::new(body, span);
        let (mut types, mut in_edits, mut is_type) = (Self::default(), false, false);
        while let Some(token) = tokens.next() {
            let after_type = core::mem::take(&mut is_type);
            match token {
                Token::Name(name) if tokens.depth() == 1 => in_edits = spells(body, name, b"edits"),
                Token::Name(name) => is_type = in_edits && tokens.depth() == 3 && spells(body, name, b"type"),
                Token::Text(text) if after_type && tokens.depth() == 3 => {
                    let name = decoded(text.inside().of(body));
                    types.clears |= name.starts_with(b"clear_tool_uses");
                    types.compacts |= name.starts_with(b"compact");
                }
                _ => {}
            }
        }
        types
    }
}

fn spells(body: &[u8], span: Span, name: &[u8]) -> bool {
    *decoded(span.inside().of(body)) == *name
}

/// The end of the client's list of edits, or an object without members.
fn place_in(body: &[u8], span: Span) -> Option<ClearingPlace> {
    let mut tokens = JsonTokens::new(body, span);
    let mut behind = None;
    let mut is_empty = true;
    while let Some(token) = tokens.next() {
        is_empty = false;
        let Token::Name(name) = token else { continue };
        let from = tokens.offset();
        if tokens.depth() != 1 {
            continue;
        }
        tokens.skip_value();
        if spells(body, name, b"edits") {
            behind = end_of_list(body, Span::new(from, tokens.offset()));
        }
    }
    if is_empty { Some(place(span, VALUE, None)) } else { behind }
}

/// The place behind the last element of a list; `around` may have white space around it.
fn end_of_list(body: &[u8], around: Span) -> Option<ClearingPlace> {
    let text = around.of(body);
    let (open, close) =
        (text.iter().position(|byte| !is_space(*byte))?, text.iter().rposition(|byte| !is_space(*byte))?);
    if text.get(open) != Some(&b'[') || close <= open {
        return None;
    }
    let inside = Span::new(around.start as usize + open + 1, around.start as usize + close);
    let count = count_elements(body, inside);
    let end = Span { start: inside.end, end: inside.end };
    Some(place(end, [if count == 0 { "" } else { "," }, ""], Some(count)))
}

fn count_elements(body: &[u8], inside: Span) -> u32 {
    if inside.of(body).iter().all(|byte| is_space(*byte)) {
        return 0;
    }
    let mut tokens = JsonTokens::new(body, inside);
    let mut count = 1;
    tokens.skip_value();
    while tokens.pass_comma() {
        tokens.skip_value();
        count += 1;
    }
    count
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}
