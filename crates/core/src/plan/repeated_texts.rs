//! The texts of a request's results as they are compared with each other: in the body's own bytes, where these are what
//! `JSON.stringify` writes. What pointers say of the results is found out where there is one.

use super::file_fact::KnownPaths;
use super::known_lines::{KnownLines, SourceText};
use super::own::is_own_text;
use super::request::place_of;
use super::text_signs::{Sign, Signs};
use super::{Request, clip, report_clip};
use crate::arrival::Loss;
use crate::dedupe::Facts;
use crate::failure::judge::ErrorSigns;
use crate::json::text::Text;
use crate::span::Span;
use crate::transcript::{TextPart, ToolCall, ToolResult};
use core::cell::{Cell, OnceCell, RefCell};
use core::ops::Range;
use memchr::memchr;
use std::borrow::Cow;
use std::sync::Arc;

/// So small because a request may have a hundred thousand results: what is asked of a few is found out then.
struct Source {
    /// Index into [`crate::transcript::Transcript::results`].
    result: u32,
    /// Whether it has a text that can be compared.
    has_text: bool,
    /// Whether it is known to show no file.
    is_pathless: Cell<bool>,
    is_fixed: Cell<Option<bool>>,
}

/// The only text of a result.
pub(super) struct SourcePart {
    /// The string in the body, quotes included.
    pub(super) text: Span,
    /// As [`crate::edit::list::Edit::part`].
    pub(super) place: Option<u32>,
}

/// The texts of all results.
pub(super) struct RepeatedTexts<'r> {
    request: &'r Request<'r>,
    signs: RefCell<ErrorSigns>,
    paths: RefCell<KnownPaths>,
    sources: Vec<Source>,
    /// By source, once any has a path.
    read: OnceCell<Vec<OnceCell<Arc<str>>>>,
    arena: Vec<u8>,
    /// Sources whose texts are in the arena.
    respelled: Vec<(u32, Range<usize>)>,
}

impl<'r> RepeatedTexts<'r> {
    /// Reads the texts of `request`, and their lines into `lines`. `memory`: what tells which texts stay, and the paths of earlier
    /// requests; `scratch` is reused memory. Linear.
    pub(super) fn read(
        request: &'r Request<'r>,
        memory: (ErrorSigns, KnownPaths),
        lines: &mut KnownLines,
        scratch: &mut Vec<u8>,
    ) -> (Self, Vec<&'r [u8]>) {
        let (signs, paths) = (RefCell::new(memory.0), RefCell::new(memory.1));
        let results = &request.transcript.results;
        let bytes = |result: &ToolResult| request.only_text(result).map_or(0, |(_, part)| part.text.byte_count());
        lines.restart(results.len(), results.iter().map(bytes).sum());
        let (mut arena, mut respelled) = (Vec::new(), Vec::new());
        let (mut sources, mut texts) = (Vec::with_capacity(results.len()), Vec::with_capacity(results.len()));
        for (at, result) in results.iter().enumerate().filter(|(_, result)| result.content.is_result()) {
            let text = lines.add(comparable(request, at, result, scratch), &mut arena);
            let has_text = text.is_some();
            texts.push(match text {
                Some(SourceText::Sent(text)) => text,
                Some(SourceText::Respelled(range)) => {
                    respelled.push((sources.len() as u32, range));
                    b""
                }
                None => b"",
            });
            sources.push(Source {
                result: at as u32,
                has_text,
                is_pathless: Cell::new(false),
                is_fixed: Cell::new(None),
            });
        }
        lines.forget_rest();
        (Self { request, signs, paths, sources, read: OnceCell::new(), arena, respelled }, texts)
    }

    /// The texts; empty where nothing can be compared. `sent`: those that are as they are sent.
    pub(super) fn all<'t>(&'t self, mut sent: Vec<&'t [u8]>) -> Vec<&'t [u8]> {
        for (source, range) in &self.respelled {
            if let Some(text) = sent.get_mut(*source as usize) {
                *text = self.arena.get(range.clone()).unwrap_or_default();
            }
        }
        sent
    }

    /// The only text of a result; none if it cannot be compared.
    pub(super) fn part(&self, source: usize) -> Option<SourcePart> {
        let (source, result) = self.find(source)?;
        let (index, part) = self.request.only_text(result).filter(|_| source.has_text)?;
        Some(SourcePart { text: part.text, place: place_of(result, part, index) })
    }

    /// Path of the file that a result shows.
    pub(super) fn shared_path(&self, source: usize) -> Option<&Arc<str>> {
        let at = source;
        let (source, result) = self.find(at).filter(|(source, _)| source.has_text && !source.is_pathless.get())?;
        if let Some(known) = self.read.get().and_then(|read| read.get(at)?.get()) {
            return Some(known);
        }
        let path = self.paths.borrow_mut().path_read(self.request, result);
        source.is_pathless.set(path.is_none());
        let (path, read) = (path?, self.read.get_or_init(|| vec![OnceCell::new(); self.sources.len()]));
        Some(read.get(at)?.get_or_init(|| path))
    }

    /// The transcript's index of a result.
    pub(super) fn result_of(&self, source: usize) -> Option<u32> {
        self.sources.get(source).map(|source| source.result)
    }

    /// The same of all.
    pub(super) fn results(&self) -> impl Iterator<Item = u32> {
        self.sources.iter().map(|source| source.result)
    }

    /// Gives the memory back.
    pub(super) fn into_memory(self) -> (ErrorSigns, KnownPaths) {
        (self.signs.into_inner(), self.paths.into_inner())
    }

    fn find(&self, source: usize) -> Option<(&Source, &'r ToolResult)> {
        let source = self.sources.get(source)?;
        Some((source, self.request.transcript.results.get(source.result as usize)?))
    }

    fn decoded(&self, span: Span) -> Option<Cow<'r, str>> {
        let raw = span.of(self.request.body);
        if memchr(b'\\', raw).is_none() {
            return core::str::from_utf8(raw).ok().map(Cow::Borrowed);
        }
        let mut text = Vec::new();
        Text::new(raw, self.request.level).decode_lossy_into(&mut text);
        String::from_utf8(text).ok().map(Cow::Owned)
    }

    /// Whether a rule keeps a text as it is.
    fn is_kept(&self, at: usize, result: &ToolResult) -> bool {
        let Some((_, rule)) = self.request.arriving(at, result) else { return true };
        let Some((index, part)) = self.request.only_text(result) else { return true };
        let (text, signs) = self.request.text_and_signs(at, index, part);
        let text = (text, signs.map(Signs::lines));
        self.signs.borrow_mut().loss_of(self.request, result, rule, text) != Loss::Anything
    }
}

impl Facts for RepeatedTexts<'_> {
    fn message(&self, source: usize) -> u32 {
        self.find(source).map_or(0, |(_, result)| result.message)
    }

    fn call_id(&self, source: usize) -> Option<Cow<'_, str>> {
        self.find(source)?.1.id().and_then(|id| self.decoded(id))
    }

    fn tool_name(&self, source: usize) -> Option<Cow<'_, str>> {
        let call = self.request.transcript.call(self.find(source)?.1);
        call.and_then(ToolCall::name).and_then(|name| self.decoded(name))
    }

    fn path(&self, source: usize) -> Option<&str> {
        self.shared_path(source).map(|path| &**path)
    }

    fn is_fixed(&self, source: usize) -> bool {
        let Some((source, result)) = self.find(source) else { return true };
        if !source.has_text || result.message < self.request.whole_before {
            return true;
        }
        let is_fixed = source.is_fixed.get().unwrap_or_else(|| self.is_kept(source.result as usize, result));
        source.is_fixed.set(Some(is_fixed));
        is_fixed
    }
}

/// The text of a result that may repeat others; none if it has several, is a reduction's own, or came clipped: what is left of a
/// clipped text is no source in the request that clips it, and so not in one that comes reduced. With a hash that tells it from
/// all others.
fn comparable<'r>(
    request: &Request<'r>,
    at: usize,
    result: &'r ToolResult,
    scratch: &mut Vec<u8>,
) -> Option<(u64, Text<'r>)> {
    let (call, rule) = request.arriving(at, result)?;
    let (index, part) = request.only_text(result)?;
    let is_own = is_own_text(request, result, call, rule, &request.sent_facts(call, result), scratch);
    let (text, signs) = request.text_and_signs(at, index, part);
    let (raw, policy) = (text.raw(), request.policy);
    let is_shortened = || signs.map_or_else(|| report_clip::is_shortened(raw, policy), |it| it.has(Sign::Report));
    let is_whole = !is_own && !clip::is_clipped(raw, policy) && !is_shortened();
    is_whole.then(|| (request.hash_of_text((at, index), part), text))
}

impl<'a> Request<'a> {
    /// The only text of a result that is not empty, and its index among the parts; none if there are several.
    pub(super) fn only_text<'t>(&self, result: &'t ToolResult) -> Option<(usize, &'t TextPart)>
    where
        'a: 't,
    {
        let is_text = |(_, part): &(usize, &TextPart)| !part.is_media && part.text.byte_count() > 2;
        let mut texts = self.transcript.parts(result).iter().enumerate().filter(is_text);
        texts.next().filter(|_| texts.next().is_none())
    }
}
