//! The texts of a request's results as they are compared with each other: in the body's own bytes, where these are what
//! `JSON.stringify` writes. What pointers say of the results is found out where there is one.

use super::error_signs::ErrorSigns;
use super::file_fact::KnownPaths;
use super::known_lines::{KnownLines, SourceText};
use super::own::is_own_text;
use super::request::place_of;
use super::text_signs::{Sign, Signs};
use super::{Request, clip, report_clip};
use crate::arrival::Loss;
use crate::dedupe::Facts;
use crate::json::text::Text;
use crate::span::Span;
use crate::transcript::{TextPart, ToolCall, ToolResult};
use core::cell::{OnceCell, RefCell};

struct Source<'r> {
    /// Index into [`crate::transcript::Transcript::results`].
    result: u32,
    message: u32,
    /// Its only text; none if it has no such text, or is a reduction's own.
    part: Option<SourcePart>,
    text: SourceText<'r>,
    is_sent: bool,
    is_fixed: OnceCell<bool>,
    call_id: OnceCell<Option<String>>,
    tool_name: OnceCell<Option<String>>,
    path: OnceCell<Option<String>>,
}

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
    sources: Vec<Source<'r>>,
    arena: Vec<u8>,
}

impl<'r> RepeatedTexts<'r> {
    /// Reads the texts of `request`, and their lines into `lines`. `memory`: what tells which texts stay, and the paths of earlier
    /// requests; `scratch` is reused memory. Linear.
    pub(super) fn read(
        request: &'r Request<'r>,
        memory: (ErrorSigns, KnownPaths),
        lines: &mut KnownLines,
        scratch: &mut Vec<u8>,
    ) -> Self {
        let (signs, paths) = (RefCell::new(memory.0), RefCell::new(memory.1));
        let results = &request.transcript.results;
        let bytes = |result: &ToolResult| request.only_text(result).map_or(0, |(_, part)| part.text.byte_count());
        lines.restart(results.len(), results.iter().map(bytes).sum());
        let (mut arena, mut sources) = (Vec::new(), Vec::with_capacity(results.len()));
        for (at, result) in results.iter().enumerate().filter(|(_, result)| result.content.is_result()) {
            let (part, text) = comparable(request, at, result, scratch).unzip();
            let text = lines.add(text, &mut arena);
            sources.push(Source {
                result: at as u32,
                message: result.message,
                part: part.filter(|_| text.is_some()),
                text: text.unwrap_or(SourceText::Sent(b"")),
                is_sent: result.message < request.whole_before,
                is_fixed: OnceCell::new(),
                call_id: OnceCell::new(),
                tool_name: OnceCell::new(),
                path: OnceCell::new(),
            });
        }
        lines.forget_rest();
        Self { request, signs, paths, sources, arena }
    }

    /// The texts; empty where nothing can be compared.
    pub(super) fn all(&self) -> Vec<&[u8]> {
        let text = |source: &'_ Source<'r>| match &source.text {
            SourceText::Sent(text) => text,
            SourceText::Respelled(range) => self.arena.get(range.clone()).unwrap_or_default(),
        };
        self.sources.iter().map(text).collect()
    }

    /// The only text of a result.
    pub(super) fn part(&self, source: usize) -> Option<&SourcePart> {
        self.sources.get(source)?.part.as_ref()
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

    fn find(&self, source: usize) -> Option<(&Source<'r>, &'r ToolResult)> {
        let source = self.sources.get(source)?;
        Some((source, self.request.transcript.results.get(source.result as usize)?))
    }

    fn decoded(&self, span: Span) -> Option<String> {
        let mut text = Vec::new();
        Text::new(span.of(self.request.body), self.request.level).decode_lossy_into(&mut text);
        String::from_utf8(text).ok()
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
        self.sources.get(source).map_or(0, |source| source.message)
    }

    fn call_id(&self, source: usize) -> Option<&str> {
        let (source, result) = self.find(source)?;
        source.call_id.get_or_init(|| result.id().and_then(|id| self.decoded(id))).as_deref()
    }

    fn tool_name(&self, source: usize) -> Option<&str> {
        let (source, result) = self.find(source)?;
        let name = || self.request.transcript.call(result).and_then(ToolCall::name);
        source.tool_name.get_or_init(|| name().and_then(|name| self.decoded(name))).as_deref()
    }

    fn path(&self, source: usize) -> Option<&str> {
        let (source, result) = self.find(source)?;
        source.part.as_ref()?;
        source.path.get_or_init(|| self.paths.borrow_mut().path_read(self.request, result)).as_deref()
    }

    fn is_fixed(&self, source: usize) -> bool {
        let Some((source, result)) = self.find(source) else { return true };
        source.part.is_none()
            || source.is_sent
            || *source.is_fixed.get_or_init(|| self.is_kept(source.result as usize, result))
    }
}

/// The text of a result that may repeat others; none if it has several, is a reduction's own, or came clipped: what is left of a
/// clipped text is no source in the request that clips it, and so not in one that comes reduced.
fn comparable<'r>(
    request: &Request<'r>,
    at: usize,
    result: &'r ToolResult,
    scratch: &mut Vec<u8>,
) -> Option<(SourcePart, (u64, Text<'r>))> {
    let (call, rule) = request.arriving(at, result)?;
    let (index, part) = request.only_text(result)?;
    let is_own = is_own_text(request, result, call, rule, &request.sent_facts(call, result), scratch);
    let (text, signs) = request.text_and_signs(at, index, part);
    let (raw, policy) = (text.raw(), request.policy);
    let is_shortened = || signs.map_or_else(|| report_clip::is_shortened(raw, policy), |it| it.has(Sign::Report));
    let is_whole = !is_own && !clip::is_clipped(raw, policy) && !is_shortened();
    let place = place_of(result, part, index);
    let hash = || request.hash_of_text((at, index), part);
    is_whole.then(|| (SourcePart { text: part.text, place }, (hash(), text)))
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
