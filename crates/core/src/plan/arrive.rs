//! Finds the smaller forms of results that do not depend on the rest of the conversation (see [`crate::arrival`]). What
//! is decided later is decided about these forms.

use super::cut_calls::{CutCalls, MAX_TURNS, asked_within};
use super::file_fact::FileFact;
use super::keep_last::KEPT;
use super::known_forms::{Context, Known, KnownForms};
use super::own::is_own_text;
use super::request::place_of;
use super::roles::{ResultRole, Standing};
use super::text_signs::Signs;
use super::unseen::{Unseen, has_escape};
use super::{Action, Decision, Planner, Reason, Request};
use crate::arrival::{Chain, Kind, Loss, may_clip, may_find};
use crate::edit::list::EditBuilder;
use crate::hash::SEED;
use crate::json::text::{Text, push_escaped};
use crate::policy::Rule;
use crate::scratch::reset;
use crate::span::Span;
use crate::transcript::{Content, TextPart, ToolCall, ToolResult};
use crate::weight::remembered::{KnownWeights, PartKey};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The smaller form of one text.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrivedPart {
    pub(super) text: Span,
    /// The smaller string in the arena, quotes included.
    string: Span,
    /// Tells it from all others.
    pub(super) hash: u64,
    chars: u32,
    signs: Signs,
    /// As [`crate::edit::list::Edit::part`].
    place: Option<u32>,
}

/// A result with at least one text that has a smaller form.
#[derive(Clone, Copy, Debug)]
struct ArrivedResult {
    /// Index into [`Transcript::results`].
    result: u32,
    kind: Kind,
    chars_before: u32,
    chars_after: u32,
    /// Index of its first part, and the number of its parts.
    first: u32,
    count: u32,
}

/// The smaller forms of all results, in document order.
#[derive(Default)]
pub(super) struct Arrivals {
    arena: Vec<u8>,
    parts: Vec<ArrivedPart>,
    results: Vec<ArrivedResult>,
}

/// Finds smaller forms, and remembers those of earlier requests: a request repeats the one before it.
#[derive(Default)]
pub(super) struct Arriver {
    chain: Chain,
    decoded: Vec<u8>,
    escaped: Vec<u8>,
    forms: KnownForms<Kind>,
    pub(super) signs: KnownWeights,
}

impl Arrivals {
    /// Keeps memory as [`crate::scratch::reset`] does.
    pub(super) fn reset(&mut self, bytes: usize) {
        reset(&mut self.arena, bytes);
        reset(&mut self.parts, bytes);
        reset(&mut self.results, bytes);
    }

    /// The text that is sent in place of the one at `part`, if that has a smaller form.
    #[inline]
    pub(super) fn text_of(&self, part: &TextPart) -> Option<(&[u8], usize)> {
        self.part_of(part).map(|found| (found.string.inside().of(&self.arena), found.chars as usize))
    }

    /// The same with what is known of that text.
    pub(super) fn form_of(&self, part: &TextPart) -> Option<(&[u8], Signs)> {
        self.part_of(part).map(|found| (found.string.inside().of(&self.arena), found.signs))
    }

    pub(super) fn part_of(&self, part: &TextPart) -> Option<&ArrivedPart> {
        if self.parts.is_empty() {
            return None;
        }
        let at = self.parts.binary_search_by_key(&part.text.start, |one| one.text.start).ok()?;
        self.parts.get(at)
    }

    /// The parts whose strings begin in `span`, what tells the form of each from others, and its bytes.
    pub(super) fn within(&self, span: Span) -> impl Iterator<Item = (Span, u64, &[u8])> + Clone {
        let from = self.parts.partition_point(|part| part.text.start < span.start);
        let rest = self.parts.get(from..).unwrap_or_default();
        let inside = rest.iter().take_while(move |part| part.text.start < span.end);
        inside.map(|part| (part.text, part.hash, part.string.of(&self.arena)))
    }

    /// As [`asked_within`] of the parts from number `first` on.
    fn asked_within(&self, first: usize) -> u32 {
        let parts = self.parts.get(first..).unwrap_or_default();
        asked_within(|sign| parts.iter().any(|part| part.signs.has(sign)))
    }

    fn find(&self, result: u32) -> Option<&ArrivedResult> {
        let at = self.results.binary_search_by_key(&result, |one| one.result).ok()?;
        self.results.get(at)
    }

    /// Adds to a decision what was done before it: one that keeps a result with a smaller form sends that form.
    pub(super) fn add_to(&self, decision: &mut Decision) {
        if self.results.is_empty() {
            return;
        }
        let Some(arrived) = self.find(decision.result) else { return };
        decision.chars_before = arrived.chars_before;
        if decision.action == Action::Keep {
            decision.action = Action::Shorten;
            decision.reason = reason_of(arrived.kind);
            decision.chars_after = arrived.chars_after;
        }
    }

    /// Whether no result has a smaller form.
    pub(super) const fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether a result has a smaller form.
    pub(super) fn has(&self, result: u32) -> bool {
        self.find(result).is_some()
    }

    /// Adds the edits of the decisions that send a smaller form.
    pub(super) fn put_edits(&self, decisions: &[Decision], edits: &mut EditBuilder) {
        if self.results.is_empty() {
            return;
        }
        let is_own = |one: &Decision| one.action == Action::Shorten && one.reason != Reason::Dedupe;
        for (at, decision) in decisions.iter().enumerate().filter(|(_, one)| is_own(one)) {
            let Some(arrived) = self.find(decision.result) else { continue };
            edits.set_decision(at as u32);
            let range = arrived.first as usize..(arrived.first + arrived.count) as usize;
            for part in self.parts.get(range).unwrap_or_default() {
                edits.replace_string(part.text, part.string.inside().of(&self.arena), part.place);
            }
        }
        edits.sort();
    }
}

pub(super) const fn reason_of(kind: Kind) -> Reason {
    match kind {
        Kind::Terminal => Reason::Terminal,
        Kind::Json => Reason::Json,
        Kind::Paths => Reason::Paths,
        Kind::LineNumbers => Reason::LineNumbers,
        Kind::LongLines => Reason::LongLines,
        Kind::Clip => Reason::Clip,
    }
}

impl Arriver {
    /// Keeps memory as [`crate::scratch::reset`] does.
    pub(super) fn reset(&mut self, bytes: usize) {
        reset(&mut self.decoded, bytes);
        reset(&mut self.escaped, bytes);
    }

    /// Fills `arrivals` with the smaller forms of the results of `request`. Linear.
    pub(super) fn arrive(
        &mut self,
        request: &Request<'_>,
        arrivals: &mut Arrivals,
        mut loss_of: impl FnMut(&ToolResult, &Rule, Text<'_>) -> Loss,
    ) {
        let mut cut = CutCalls::of(request);
        let mut tools = None;
        for (at, result) in request.transcript.results.iter().enumerate() {
            let Some((call, rule)) = request.arriving(at, result).filter(|_| result.message >= request.whole_before)
            else {
                continue;
            };
            let unseen = call.is_unseen().then(|| {
                let tools = *tools.get_or_insert_with(|| Unseen::of_tools(request));
                Unseen::of(request, call, tools)
            });
            if unseen.is_some_and(|unseen| unseen.may_be_user) {
                continue;
            }
            let chars = request.chars(result);
            let facts = request.facts(call, result, chars);
            if is_own_text(request, result, call, rule, &facts, &mut self.decoded) {
                cut.note(result, call, MAX_TURNS);
                continue;
            }
            let again = cut.asked_again(result, call);
            let is_again = again > 0;
            let loses = !cut.stops_clips(at, call, is_again) && request.roles.may_lose(at) && !is_again;
            let loses = loses && unseen.is_none_or(|unseen| unseen.may_lose);
            let first = arrivals.parts.len();
            let found = (at as u32, result, chars);
            let may_be_file = unseen.is_some_and(|unseen| unseen.may_be_file);
            self.arrive_result(request, found, arrivals, (loses, may_be_file), |text| {
                let may_lose = if loses { loss_of(result, rule, text) } else { Loss::Nothing };
                request.roles.loss_within(at, text.raw(), may_lose)
            });
            let within = arrivals.asked_within(first).max(cut.came_asked_within(at, result));
            cut.note(result, call, again.max(within));
        }
    }

    /// `loses`: kinds that lose something may apply, as far as `loss_of` says of a text. `may_be_file`: only texts that a
    /// terminal has shown have a smaller form.
    fn arrive_result(
        &mut self,
        request: &Request<'_>,
        (at, result, chars): (u32, &ToolResult, usize),
        arrivals: &mut Arrivals,
        (loses, may_be_file): (bool, bool),
        mut loss_of: impl FnMut(Text<'_>) -> Loss,
    ) {
        let context = Context { may_lose: loses, ..request.context_of(result) };
        let mut file = FileFact::new(request, result);
        let (first, mut removed, mut most) = (arrivals.parts.len() as u32, 0, None);
        for (index, part) in request.transcript.parts(result).iter().enumerate().filter(|(_, part)| !part.is_media) {
            let raw = part.text.inside().of(request.body);
            if !may_find(raw, &request.policy.arrival) || (may_be_file && !has_escape(raw)) {
                continue;
            }
            let key = context.key_of(request.signs.key(at as usize, index).unwrap_or_else(|| PartKey::of(raw)));
            let (start, arena) = (arrivals.arena.len(), &mut arrivals.arena);
            arena.push(b'"');
            let found = match self.forms.find(key, arena) {
                Known::Form(kind, chars) => Some((kind, chars)),
                Known::None => None,
                Known::Nothing => {
                    let found = self.arrive_text(request, part, &mut file, arena, &mut loss_of);
                    self.forms.remember(key, found, arena.get(start + 1..).unwrap_or_default());
                    found
                }
            };
            let Some((kind, chars)) = found else {
                arena.truncate(start);
                continue;
            };
            let form = Text::new(arena.get(start + 1..).unwrap_or_default(), request.level);
            let signs = Signs::known(&mut self.signs, key, request, form, chars);
            arena.push(b'"');
            let hash = hash_of(key, arena.get(start..).unwrap_or_default());
            let before = part.chars as usize;
            removed += before - chars;
            if most.is_none_or(|(_, most)| before - chars > most) {
                most = Some((kind, before - chars));
            }
            arrivals.parts.push(ArrivedPart {
                text: part.text,
                hash,
                string: Span::new(start, arrivals.arena.len()),
                chars: chars as u32,
                signs,
                place: place_of(result, part, index),
            });
        }
        let Some((kind, _)) = most else { return };
        arrivals.results.push(ArrivedResult {
            result: at,
            kind,
            chars_before: chars as u32,
            chars_after: (chars - removed) as u32,
            first,
            count: arrivals.parts.len() as u32 - first,
        });
    }

    /// Appends the smaller form of a text to `out`. Returns its kind and its chars; none, with anything in `out`, if there
    /// is none that is shorter in chars, in bytes and as JSON.
    fn arrive_text(
        &mut self,
        request: &Request<'_>,
        part: &TextPart,
        file: &mut FileFact<'_>,
        out: &mut Vec<u8>,
        loss_of: &mut impl FnMut(Text<'_>) -> Loss,
    ) -> Option<(Kind, usize)> {
        let text = request.text(part);
        if file.is_by_name() && !may_be_numbered(text.raw()) {
            return None;
        }
        self.decoded.clear();
        let json_bytes = text.decode_and_measure_into(&mut self.decoded);
        // Not of one that has half a surrogate pair.
        let decoded = simdutf8::basic::from_utf8(&self.decoded).ok()?;
        let escaped = &mut self.escaped;
        let original = request.original_of(part, decoded);
        let arrived = self.chain.shorten(
            decoded,
            || file.is_file(),
            &request.policy.arrival,
            original.as_deref(),
            |text| {
                escaped.clear();
                push_escaped(text, escaped);
                loss_of(Text::new(escaped, request.level))
            },
        )?;
        let start = out.len();
        push_escaped(arrived.text, out);
        let form = Text::new(out.get(start..).unwrap_or_default(), request.level);
        let chars = form.chars();
        let is_shorter = chars < part.chars as usize && form.raw().len() < json_bytes;
        is_shorter.then_some((arrived.kind, chars))
    }
}

/// What tells the form of a text of `key` from all others.
fn hash_of(key: PartKey, form: &[u8]) -> u64 {
    if key == PartKey::NONE { xxh3_64_with_seed(form, *SEED) } else { key.hash() }
}

/// False if a raw text does not begin as a numbered line does, or an element that may have such lines in it.
fn may_be_numbered(raw: &[u8]) -> bool {
    raw.iter().find(|&&byte| byte != b' ').is_some_and(|byte| byte.is_ascii_digit() || matches!(byte, b'\\' | b'<'))
}

impl Planner {
    /// Fills `arrivals`, if the policy wants any. Linear.
    pub(super) fn find_arrivals(&mut self, request: &Request<'_>, arrivals: &mut Arrivals) {
        if !request.policy.arrival.is_on() {
            return;
        }
        let mut arriver = core::mem::take(&mut self.arriver);
        arriver.arrive(request, arrivals, |result, rule, text| self.signs.loss_of(request, result, rule, (text, None)));
        self.arriver = arriver;
    }
}

impl<'a> Request<'a> {
    /// What the smaller form of a result's text depends on beside the text.
    fn context_of(&self, result: &ToolResult) -> Context {
        let call = self.transcript.call(result).map_or(0, |call| self.call_key(result.call_index(), call));
        let handles = self.handles.map_or(0, |handles| handles.id);
        Context { policy: self.policy.id, handles, call, error: result.error, may_lose: true }
    }

    /// What a clip of a text, which is `decoded`, says about where the whole text is; none if it has no handle, or cannot be
    /// clipped.
    fn original_of(&self, part: &TextPart, decoded: &str) -> Option<String> {
        let handles = self.handles.filter(|_| may_clip(decoded.as_bytes(), &self.policy.arrival))?;
        Some(self.policy.handle_mark.in_clip(&handles.of(part.text.of(self.body), self.level)))
    }

    /// Whether the result number `at` goes to a program, or carries the user's words.
    pub(super) fn keeps_bytes(&self, at: usize) -> bool {
        let Standing { role, released, .. } = self.roles.standing(at);
        released == KEPT && matches!(role, ResultRole::Program | ResultRole::User)
    }

    /// The call and rule of a result that may have a smaller form.
    pub(super) fn arriving(&self, at: usize, result: &ToolResult) -> Option<(&'a ToolCall, &'a Rule)> {
        if self.keeps_bytes(at) {
            return None;
        }
        let call = self.transcript.call(result).filter(|call| !call.is_by_program())?;
        let is_read = match result.content {
            Content::Text(_)
            | Content::Texts { .. }
            | Content::Media { .. }
            | Content::Object { .. }
            | Content::Fields { .. } => true,
            Content::Thinking(_)
            | Content::Response { .. }
            | Content::Picture { .. }
            | Content::Loose { .. }
            | Content::Arguments(_)
            | Content::Other => false,
        };
        let is_clear = !result.ambiguous && !call.is_ambiguous();
        (is_read && is_clear).then(|| (call, self.rule_of(call)))
    }
}
