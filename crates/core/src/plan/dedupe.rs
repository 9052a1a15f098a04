//! Puts pointers in the place of what results repeat of others (see [`crate::dedupe`]). The repeats are found once;
//! the pointers follow from them and from what is masked, so that a request repeats those of the request before it until
//! a move masks more.
//!
//! ```text
//! Texts ─repeatables→ Repeats ─┬─nothing masked→ forms that are sent until a move, for the cache decision
//!                              └─what is masked→ forms that this request sends
//! ```

use super::arrive::{Arrivals, place_of};
use super::cache::{self, CacheOutcome, Conversation, Decided};
use super::file_fact::FileFact;
use super::own::is_own_text;
use super::{Action, Decision, Memory, Planner, Reason, Request, clip};
use crate::dedupe::{FILE_POINTER, Keep, Reference, Rendered, Repeatable, Repeats};
use crate::edit::list::EditBuilder;
use crate::json::text::{Text, push_escaped};
use crate::policy::Rule;
use crate::span::Span;
use crate::transcript::{Place, TextPart, ToolCall, ToolResult, Transcript};
use core::ops::Range;

/// A pointer in the reduced body.
#[derive(Clone, Debug)]
pub struct PlacedReference {
    /// The result with the pointer, as an index into [`Transcript::results`].
    pub result: u32,
    /// The result that it leads to, likewise.
    pub target: u32,
    /// What it replaced; its source is an index among the tool results alone.
    pub reference: Reference,
    /// Path of the file that the target shows.
    pub path: Option<String>,
}

/// One result.
#[derive(Default)]
struct Source {
    /// Index into [`Transcript::results`].
    result: u32,
    message: u32,
    call_id: Option<String>,
    tool_name: Option<String>,
    path: Option<String>,
    /// Its only text; none if it has no such text, or is a reduction's own.
    part: Option<SourcePart>,
    is_fixed: bool,
}

struct SourcePart {
    /// The string in the body, quotes included.
    text: Span,
    /// As [`crate::edit::list::Edit::part`].
    place: Option<u32>,
    /// The decoded text in the arena.
    decoded: Range<usize>,
}

/// The texts of all results.
pub(super) struct Texts {
    arena: Vec<u8>,
    sources: Vec<Source>,
}

/// What must stay as it is.
#[derive(Clone, Copy)]
struct Fixed {
    /// Messages before this one were sent before the session's rules held.
    start: u32,
    /// The last place that the client froze.
    frozen: Option<Place>,
}

impl Texts {
    /// Decodes the texts of `request`. `may_change` says of a text that no rule keeps it. Linear.
    fn read(
        request: &Request<'_>,
        fixed: Fixed,
        mut may_change: impl FnMut(&ToolResult, &ToolCall, &Rule, Text<'_>) -> bool,
    ) -> Self {
        let results = &request.transcript.results;
        let bytes = |result: &ToolResult| request.only_text(result).map_or(0, |(_, part)| part.text.byte_count());
        // Memory that grows with each text would be copied again and again.
        let arena = Vec::with_capacity(results.iter().map(bytes).sum());
        let mut texts = Self { arena, sources: Vec::with_capacity(results.len()) };
        let mut scratch = Vec::new();
        for (at, result) in request.transcript.results.iter().enumerate() {
            if !result.content.is_result() {
                continue;
            }
            let mut source = request.name_source(at as u32, result);
            if let Some((call, rule)) = request.arriving(result)
                && let Some((index, part)) = request.only_text(result)
                && !is_own_text(request, result, call, rule, &request.sent_facts(call, result), &mut scratch)
                && let Some(decoded) = texts.decode(request, part)
            {
                let is_sent = result.message < fixed.start || fixed.frozen.is_some_and(|end| result.place() <= end);
                // Shorter texts stay anyway.
                let is_short = decoded.len() <= FILE_POINTER.len();
                source.is_fixed = is_sent || (!is_short && !may_change(result, call, rule, request.text(part)));
                source.path = FileFact::new(request, result).path_read();
                source.part = Some(SourcePart { text: part.text, place: place_of(result, part, index), decoded });
            }
            texts.sources.push(source);
        }
        texts
    }

    /// Where the decoded text is; none if it has half a surrogate pair, or came clipped: what is left of a clipped text is
    /// no source in the request that clips it, and so not in one that comes reduced.
    fn decode(&mut self, request: &Request<'_>, part: &TextPart) -> Option<Range<usize>> {
        let start = self.arena.len();
        let is_text = request.text(part).decode_whole_into(&mut self.arena);
        let is_whole = is_text && !clip::is_clipped(self.arena.get(start..).unwrap_or_default(), request.policy);
        if !is_whole {
            self.arena.truncate(start);
        }
        is_whole.then_some(start..self.arena.len())
    }

    /// The same, as they are compared.
    pub(super) fn repeatables(&self) -> Vec<Repeatable<'_>> {
        let repeatable = |source: &Source| Repeatable {
            text: source.part.as_ref().and_then(|part| self.arena.get(part.decoded.clone())).unwrap_or_default(),
            message: source.message,
            call_id: None,
            tool_name: None,
            path: None,
            is_fixed: source.is_fixed || source.part.is_none(),
        };
        let named = self.sources.iter().map(|source| Repeatable {
            call_id: source.call_id.as_deref(),
            tool_name: source.tool_name.as_deref(),
            path: source.path.as_deref(),
            ..repeatable(source)
        });
        named.collect()
    }
}

/// What the results of a request have in common.
pub(super) struct Duplicates<'a> {
    texts: &'a Texts,
    repeats: Repeats<'a>,
    keep: Keep,
    /// The forms with pointers if nothing is masked.
    first: Vec<Rendered>,
}

impl<'a> Duplicates<'a> {
    /// Compares `repeatables`, which are those of `texts`.
    pub(super) fn find(texts: &'a Texts, repeatables: &'a [Repeatable<'a>], keep: Keep) -> Self {
        let repeats = Repeats::find(repeatables);
        let first = repeats.render(|_| false, keep);
        Self { texts, repeats, keep, first }
    }

    /// The forms that are sent while nothing is masked.
    pub(super) fn first_forms(&self, arrivals: &Arrivals, request: &Request<'_>) -> Arrivals {
        arrivals.with_forms(self.first.iter().filter_map(|one| self.form_of(one)), request.level)
    }

    fn form_of<'r>(&self, rendered: &'r Rendered) -> Option<(Span, &'r [u8])> {
        let part = self.texts.sources.get(rendered.result)?.part.as_ref()?;
        Some((part.text, rendered.text.as_slice()))
    }

    /// The same as pointers: of each result with some, its index in the transcript, the bytes where its text begins, and the
    /// references; none where no move can turn a pointer into content.
    pub(super) fn first_pointers(&self) -> impl Iterator<Item = (u32, u32, &[Reference])> {
        let first = if self.keep == Keep::First { self.first.as_slice() } else { &[] };
        first.iter().filter_map(|one| {
            let source = self.texts.sources.get(one.result)?;
            Some((source.result, source.part.as_ref()?.text.start, one.references.as_slice()))
        })
    }

    /// The transcript's index of the result number `source`.
    pub(super) fn result_of(&self, source: usize) -> Option<u32> {
        self.texts.sources.get(source).map(|source| source.result)
    }

    /// Puts the pointers of this request into `edits` and `decisions`. Linear.
    pub(super) fn point(
        &self,
        request: &Request<'_>,
        decisions: &mut Vec<Decision>,
        edits: &mut EditBuilder,
    ) -> Vec<PlacedReference> {
        let is_masked: Vec<bool> = self.masked(decisions);
        let none = !is_masked.contains(&true);
        let again;
        let rendered = if none {
            self.first.as_slice()
        } else {
            again = self.repeats.render(|at| is_masked.get(at) == Some(&true), self.keep);
            &again
        };
        if !rendered.is_empty() {
            self.put(request, rendered, decisions, edits);
        }
        rendered.iter().flat_map(|one| one.references.iter().filter_map(|it| self.placed(one.result, it))).collect()
    }

    /// By source: whether its text is not sent.
    fn masked(&self, decisions: &[Decision]) -> Vec<bool> {
        let mut decisions = decisions.iter().peekable();
        let is_masked = |source: &Source| {
            while decisions.next_if(|decision| decision.result < source.result).is_some() {}
            let own = decisions.next_if(|decision| decision.result == source.result);
            own.is_some_and(|decision| !matches!(decision.action, Action::Keep | Action::Shorten))
        };
        self.texts.sources.iter().map(is_masked).collect()
    }

    fn put(
        &self,
        request: &Request<'_>,
        rendered: &[Rendered],
        decisions: &mut Vec<Decision>,
        edits: &mut EditBuilder,
    ) {
        let mut merged = Vec::with_capacity(decisions.len() + rendered.len());
        let mut numbers = Vec::with_capacity(decisions.len());
        let mut escaped = Vec::new();
        let mut pointed = Vec::with_capacity(rendered.len());
        let mut rest = decisions.iter().copied().peekable();
        for one in rendered {
            let Some(source) = self.texts.sources.get(one.result) else { continue };
            while let Some(decision) = rest.next_if(|decision| decision.result < source.result) {
                numbers.push(merged.len() as u32);
                merged.push(decision);
            }
            if rest.next_if(|decision| decision.result == source.result).is_some() {
                numbers.push(merged.len() as u32);
            }
            pointed.push((merged.len() as u32, one, source));
            merged.push(Decision { result: source.result, ..Decision::keep(source.result, Reason::Dedupe) });
        }
        for decision in rest {
            numbers.push(merged.len() as u32);
            merged.push(decision);
        }
        // Markers belong to no decision.
        edits.retain(|decision| Some(numbers.get(decision as usize).copied().unwrap_or(0)));
        for (number, one, source) in pointed {
            let (Some(part), Some(decision)) = (&source.part, merged.get_mut(number as usize)) else { continue };
            escaped.clear();
            push_escaped(core::str::from_utf8(&one.text).unwrap_or_default(), &mut escaped);
            let result = request.transcript.results.get(source.result as usize);
            decision.action = Action::Shorten;
            decision.chars_before = result.map_or(0, |result| request.came_chars(result) as u32);
            decision.chars_after = Text::new(&escaped, request.level).chars() as u32;
            edits.set_decision(number);
            edits.replace_string(part.text, &escaped, part.place);
        }
        edits.sort();
        *decisions = merged;
    }

    fn placed(&self, holder: usize, reference: &Reference) -> Option<PlacedReference> {
        let target = self.texts.sources.get(reference.source)?;
        let result = self.result_of(holder)?;
        Some(PlacedReference { result, target: target.result, reference: *reference, path: target.path.clone() })
    }
}

impl Planner {
    /// The cache decision, and the pointers that follow from it.
    pub(super) fn decide_and_point(
        &mut self,
        request: &Request<'_>,
        conversation: Conversation<'_>,
        (frozen, explain): (Option<Place>, bool),
        edits: &mut EditBuilder,
        decisions: &mut Vec<Decision>,
    ) -> CacheOutcome {
        let texts = self.read_texts(request, conversation.memory, frozen);
        let repeatables = texts.as_ref().map(Texts::repeatables).unwrap_or_default();
        let keep = request.policy.dedupe.filter(|_| !request.transcript.will_bind()).unwrap_or_default();
        let duplicates = texts.as_ref().map(|texts| Duplicates::find(texts, &repeatables, keep));
        let decided = Decided { request, duplicates: duplicates.as_ref(), explain };
        let outcome = cache::decide(&mut self.weigher, conversation, decided, edits, decisions);
        if let Some(duplicates) = &duplicates {
            self.references = duplicates.point(request, decisions, edits);
        }
        outcome
    }

    /// The texts of results that may repeat each other; none if the policy leaves them, or the request is a part of its
    /// conversation.
    fn read_texts(&mut self, request: &Request<'_>, memory: Memory<'_>, frozen: Option<Place>) -> Option<Texts> {
        let transcript = request.transcript;
        request.policy.dedupe.filter(|_| !transcript.is_delta)?;
        let start = sent_before(transcript, memory);
        Some(Texts::read(request, Fixed { start, frozen }, |result, call, rule, text| {
            self.may_change(request, result, call, rule, text)
        }))
    }

    /// Whether no rule keeps a text as it is.
    pub(super) fn may_change(
        &mut self,
        request: &Request<'_>,
        result: &ToolResult,
        call: &ToolCall,
        rule: &Rule,
        text: Text<'_>,
    ) -> bool {
        !rule.never
            && !request.is_excluded(call)
            && !self.is_pinned_text(request, text)
            && !self.is_error_text(request, result, rule, text, false)
    }
}

/// Messages that were sent before the session's rules held, and cannot be changed since.
pub fn sent_before(transcript: &Transcript, memory: Memory<'_>) -> u32 {
    let Some(before) = (memory.start_step as usize).checked_sub(2) else { return 0 };
    let mut starts = transcript.step_starts().skip(before);
    let (Some(sent), start) = (starts.next(), starts.next()) else { return 0 };
    // Thinking that was made later was made over what the start edited.
    let binds = memory.start_binds;
    if memory.start_moves && !binds && !start.is_some_and(|start| transcript.is_bound_before(start)) {
        return 0;
    }
    sent as u32
}

impl<'a> Request<'a> {
    fn name_source(&self, at: u32, result: &ToolResult) -> Source {
        let decoded = |span: Span| {
            let mut text = Vec::new();
            Text::new(span.of(self.body), self.level).decode_lossy_into(&mut text);
            String::from_utf8(text).ok()
        };
        let tool_name = self.transcript.call(result).and_then(ToolCall::name).and_then(decoded);
        let call_id = result.id().and_then(decoded);
        Source { result: at, message: result.message, call_id, tool_name, ..Source::default() }
    }

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
