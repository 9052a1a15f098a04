//! Whether a result shows a file's text: by its tool's name where that says so, else by the call's arguments, which have to
//! be parsed.

use super::Request;
use crate::arrival::file_tools::{LineRange, ShownByCall, is_file_tool, shown_by_call};
use crate::hash::Map;
use crate::json::text::Text;
use crate::span::Span;
use crate::transcript::{ToolCall, ToolResult};
use std::borrow::Cow;
use std::sync::Arc;

/// Whether a result is a file's text. Finds it out when it is asked, and once.
pub(super) struct FileFact<'r> {
    request: &'r Request<'r>,
    call: Option<&'r ToolCall>,
    by_name: ByName,
    known: Option<bool>,
}

/// The paths that calls of earlier requests read: a request repeats the one before it.
#[derive(Default)]
pub struct KnownPaths(Map<u128, Option<Arc<str>>>);

/// Most calls that are remembered; beyond them all are forgotten.
const MAX_KNOWN: usize = 20_000;
/// Longer paths are not remembered.
const MAX_KNOWN_BYTES: usize = 512;

impl KnownPaths {
    /// [`FileFact::path_read`] of a result.
    pub(super) fn path_read(&mut self, request: &Request<'_>, result: &ToolResult) -> Option<Arc<str>> {
        let call = request.transcript.call(result)?;
        let key = request.call_key(result.call_index(), call);
        if let Some(known) = self.0.get(&key) {
            return known.clone();
        }
        if self.0.len() == MAX_KNOWN {
            self.0.clear();
        }
        let path = FileFact::new(request, result).path_read().map(Arc::from);
        if path.as_ref().is_none_or(|path: &Arc<str>| path.len() <= MAX_KNOWN_BYTES) {
            self.0.insert(key, path.clone());
        }
        path
    }
}

/// What a tool's name says.
#[derive(Clone, Copy)]
enum ByName {
    NotAsked,
    Yes,
    No,
    /// The arguments decide.
    Nothing,
}

impl<'r> FileFact<'r> {
    pub(super) fn new(request: &'r Request<'_>, result: &ToolResult) -> Self {
        Self { request, call: request.transcript.call(result), by_name: ByName::NotAsked, known: None }
    }

    /// Calls of a provider's own shell have no name.
    fn tool(&self) -> String {
        let name = self.call.and_then(ToolCall::name);
        name.map_or_else(|| "shell".to_owned(), |name| self.decoded(name))
    }

    fn decoded(&self, span: Span) -> String {
        let mut text = Vec::new();
        Text::new(span.of(self.request.body), self.request.level).decode_lossy_into(&mut text);
        String::from_utf8(text).unwrap_or_default()
    }

    fn name_says(&mut self) -> ByName {
        if matches!(self.by_name, ByName::NotAsked) {
            self.by_name = match is_file_tool(&self.tool()) {
                Some(true) => ByName::Yes,
                Some(false) => ByName::No,
                None => ByName::Nothing,
            };
        }
        self.by_name
    }

    /// Whether the tool's name alone says so.
    pub(super) fn is_by_name(&mut self) -> bool {
        matches!(self.name_says(), ByName::Yes)
    }

    pub(super) fn is_file(&mut self) -> bool {
        if let Some(known) = self.known {
            return known;
        }
        let is_file = match self.name_says() {
            ByName::Yes => true,
            ByName::No => false,
            ByName::Nothing | ByName::NotAsked => self.arguments_say(),
        };
        self.known = Some(is_file);
        is_file
    }

    /// Path of the one file that the result shows.
    fn path_read(&mut self) -> Option<String> {
        if !self.is_by_name() {
            return None;
        }
        match self.shown()? {
            ShownByCall::Read { path, .. } => path,
            _ => None,
        }
    }

    /// The tool, the path and the lines, if the result shows one file.
    pub(super) fn lines_read(&self) -> Option<(String, String, Option<LineRange>)> {
        match self.shown()? {
            ShownByCall::Read { path, lines } => Some((self.tool(), path?, lines)),
            _ => None,
        }
    }

    fn arguments_say(&self) -> bool {
        self.shown().is_some_and(|shown| shown.is_file_text())
    }

    /// What the call shows; none if there is none.
    pub(super) fn shown(&self) -> Option<ShownByCall> {
        let call = self.call?;
        let raw = call.arguments.of(self.request.body);
        let args = if raw.first() == Some(&b'"') {
            Cow::Owned(self.decoded(call.arguments.inside()))
        } else {
            simdutf8::basic::from_utf8(raw).map_or_else(|_| String::from_utf8_lossy(raw), Cow::Borrowed)
        };
        Some(shown_by_call(&self.tool(), &args))
    }
}
