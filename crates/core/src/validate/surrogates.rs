//! Reports half surrogate pairs.

use super::rows::{Detail, Rows, Site};
use super::rule::Rule;
use crate::edit::surrogates::lone;
use crate::json::cursor::Cursor;
use crate::span::Span;

super::rule::rules! {
    family Surrogates;

    LONE_SURROGATE = "lone-surrogate" {
        text: "a string holds half of a UTF-16 surrogate pair, which no UTF-8 text can; the provider says: the request body is not valid JSON",
        source: "[anthropics/claude-code#60394](https://github.com/anthropics/claude-code/issues/60394), [mastra-ai/mastra#15573](https://github.com/mastra-ai/mastra/issues/15573)",
        repair: "replaced by `\\ufffd`",
    }
}

/// Reports the first half pair of each message, and the first one of the rest of the request.
pub(super) fn check(body: &[u8], messages: Option<Cursor<'_>>, rows: &mut Rows) {
    let mut found = lone(body).peekable();
    if found.peek().is_none() {
        return;
    }
    let mut outside = None;
    let mut index = 0;
    if let Some(mut messages) = messages {
        messages.elements(|message| {
            let span = message_span(message);
            while let Some(at) = found.next_if(|&at| at < span.start as usize) {
                outside = outside.or(Some(at));
            }
            let mut first = None;
            while let Some(at) = found.next_if(|&at| at < span.end as usize) {
                first = first.or(Some(at));
            }
            if let Some(at) = first {
                rows.add(Rule::LONE_SURROGATE, Site::message(index, at), Detail::None);
            }
            index += 1;
        });
    }
    if let Some(at) = outside.or_else(|| found.next()) {
        rows.add(Rule::LONE_SURROGATE, Site::request(at), Detail::None);
    }
}

/// Passes a message and returns its span.
fn message_span(message: &mut Cursor<'_>) -> Span {
    let start = message.offset();
    if let Some(text) = message.string() {
        return text;
    }
    message.skip();
    Span::new(start, message.offset_after().max(start))
}
