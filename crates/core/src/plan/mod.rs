//! Plans the changes: one decision a tool result, in document order.
//!
//! ```text
//! result ─▶ may it be touched? ─▶ does the window, a rule or an error keep it? ─▶ mask or clip ─▶ is it shorter?
//! ```
//! Planners see the transcript and the texts it points at, never a wire's field names.

mod ahead;
mod cache;
mod clearing;
mod clip;
mod dispatch;
mod error_keys;
mod error_line;
mod error_lines;
mod error_signs;
mod keep_last;
mod loose;
mod mask;
mod media;
mod names;
mod own;
mod thinking;

pub use cache::{CacheOutcome, Memory};
use cache::{Conversation, UnitKeys};
pub use dispatch::DELIMITER;
pub use error_signs::ErrorSigns;

use self::dispatch::Dispatched;
use self::names::ToolNames;
use crate::edit::list::EditBuilder;
use crate::json::scan::{Lengths, Level, far_ahead};
use crate::json::text::Text;
use crate::policy::template::{Facts, Rendered};
use crate::policy::{Dispatch, KeepErrors, Policy, Rule};
use crate::scratch::reset;
use crate::span::Span;
use crate::transcript::{Clearing, Content, ErrorMarker, TextPart, ToolCall, ToolResult, Transcript};
use crate::weight::weigh::Weigher;

/// Results between the one decided on and the one whose bytes are prefetched.
const AHEAD: usize = 6;

/// What happens to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It stays as it is.
    Keep,
    /// A placeholder replaces it.
    Mask,
    /// It is an error and is cut in the middle.
    Clip,
    /// It is taken out of its message.
    Remove,
}

/// Reason of a decision; see `Reason` in `ts/contract/report.ts` for the meaning of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented where users meet them")]
pub enum Reason {
    Window,
    Error,
    Orphan,
    DuplicateKey,
    Content,
    Excluded,
    Never,
    KeepLastK,
    OpenLoop,
    Placeholder,
    Short,
    NotShorter,
    Carried,
    Dispatch,
    Frozen,
    Pinned,
    Thinking,
    Bound,
    Cleared,
}

/// Decision about one result.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Index into [`Transcript::results`].
    pub result: u32,
    /// What happens to it.
    pub action: Action,
    /// Why.
    pub reason: Reason,
    /// `.length` (UTF-16 units) of its text before; 0 if it was not measured, because nothing depended on it.
    pub chars_before: u32,
    /// `.length` (UTF-16 units) after.
    pub chars_after: u32,
    /// The plain policy decides the same in every transcript that goes beyond this message.
    pub ready_message: u32,
}

/// Inputs of a plan other than the policy and the transcript.
#[derive(Clone, Copy)]
pub struct Asked {
    /// Lists decisions that change nothing, too.
    pub explain: bool,
    /// Facts that the caller remembers from earlier requests.
    pub memory: Memory,
    /// Whether a text may have a delimiter of a dispatch block.
    pub has_delimiter: bool,
}

/// Reusable memory of the planner.
pub struct Planner {
    level: Level,
    signs: ErrorSigns,
    rendered: Rendered,
    decoded: Vec<u8>,
    weigher: Weigher,
}

/// Everything that does not change while one request is planned.
#[derive(Clone, Copy)]
struct Request<'a> {
    body: &'a [u8],
    lengths: Lengths<'a>,
    transcript: &'a Transcript,
    policy: &'a Policy,
    level: Level,
    user_messages: &'a [u32],
    /// Cuts at which closed thinking may go.
    prompts: &'a [u32],
    released: &'a [u32],
    /// Messages that begin an answer; empty unless media of the user's own are masked.
    answers: &'a [u32],
    has_delimiter: bool,
}

impl Planner {
    /// With its own memory.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self {
            level,
            signs: ErrorSigns::new(level),
            rendered: Rendered::default(),
            decoded: Vec::new(),
            weigher: Weigher::default(),
        }
    }

    /// Keeps memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        self.signs.reset(bytes);
        reset(&mut self.decoded, bytes);
    }

    /// Plans every result. Decisions that change nothing are listed only on request. Linear in results and text.
    pub fn plan(
        &mut self,
        lengths: Lengths<'_>,
        transcript: &Transcript,
        policy: &Policy,
        Asked { explain, memory, has_delimiter }: Asked,
        edits: &mut EditBuilder,
        decisions: &mut Vec<Decision>,
    ) -> CacheOutcome {
        let body = lengths.body;
        let released = keep_last::plan_keep_last(transcript, &ToolNames { body, level: self.level }, policy);
        let user_messages = if policy.protect_open_loop { transcript.user_messages() } else { Vec::new() };
        let prompts = transcript.prompt_cuts();
        let answers = loose::answers(transcript, policy.mask_user_media);
        let request = Request {
            body,
            lengths,
            transcript,
            policy,
            level: self.level,
            user_messages: &user_messages,
            prompts: &prompts,
            released: &released,
            answers: &answers,
            has_delimiter,
        };
        if transcript.clearing == Clearing::Provider {
            return clearing::plan(&mut self.weigher, &request, explain, memory, edits, decisions);
        }
        // At once: lists that grow in turns leave holes in the heap that are as large as the lists.
        edits.reserve(transcript.results.len());
        decisions.reserve_exact(transcript.results.len());
        let mut own = Vec::new();
        let mut beside = Reason::Orphan;
        let mut keys = UnitKeys::new(body, transcript, policy.cache.needs_units() || transcript.is_bound());
        for (at, result) in transcript.results.iter().enumerate() {
            let is_near = keys.make_until(request.start(result));
            if let Some(ahead) = far_ahead(body, &transcript.results, at, AHEAD).filter(|_| !is_near) {
                request.prefetch(ahead);
            }
            edits.set_decision(decisions.len() as u32);
            let Some(mut decision) = self.decide_one(&request, at, result, beside, edits) else { continue };
            if !result.content.is_loose() {
                beside = decision.reason;
            }
            if decision.action == Action::Keep {
                own.extend((decision.reason == Reason::Placeholder).then_some(at as u32));
                if !explain {
                    continue;
                }
                decision.chars_before = request.chars(result) as u32;
                decision.chars_after = decision.chars_before;
            }
            decisions.push(decision);
        }
        let conversation = Conversation { body, transcript, own: &own, keys: &keys, memory, prompts: &prompts };
        cache::decide(&mut self.weigher, conversation, policy, explain, edits, decisions)
    }

    /// None for thinking that stays.
    fn decide_one(
        &mut self,
        request: &Request<'_>,
        at: usize,
        result: &ToolResult,
        beside: Reason,
        edits: &mut EditBuilder,
    ) -> Option<Decision> {
        match result.content {
            Content::Thinking(part) => thinking::decide(request, at, result, part, edits),
            Content::Loose { .. } => Some(loose::decide(request, at, result, beside, edits)),
            _ => Some(self.decide(request, at, result, edits)),
        }
    }

    fn decide(&mut self, request: &Request<'_>, at: usize, result: &ToolResult, edits: &mut EditBuilder) -> Decision {
        let decision = |action, reason, before: usize, after: usize| Decision {
            result: at as u32,
            action,
            reason,
            chars_before: before as u32,
            chars_after: after as u32,
            ready_message: 0,
        };
        let keep = |reason| decision(Action::Keep, reason, 0, 0);
        let (call, rule) = match request.untouchable(at, result) {
            Err(reason) => return keep(reason),
            Ok(found) => found,
        };
        let decision = |action, reason, before, after| Decision {
            ready_message: request.ready_message(at, result, call, rule),
            ..decision(action, reason, before, after)
        };
        let chars = request.chars(result);
        let facts = request.facts(call, result, chars);
        if own::is_own_text(request, result, call, rule, &facts, &mut self.decoded) {
            return keep(Reason::Placeholder);
        }
        if chars + request.media_chars(result) < request.policy.min_chars {
            return keep(Reason::Short);
        }
        if self.is_pinned(request, result) {
            return keep(Reason::Pinned);
        }
        if self.is_error(request, result, rule, chars) {
            return match clip::plan_clip(request, result, chars, edits) {
                Some(after) => decision(Action::Clip, Reason::Error, chars, after),
                None => keep(Reason::Error),
            };
        }
        match dispatch::plan_dispatch(request, result, call, rule, chars, edits) {
            Dispatched::Masked(after) => return decision(Action::Mask, Reason::Dispatch, chars, after),
            Dispatched::Whole => return keep(Reason::NotShorter),
            Dispatched::No => {}
        }
        let is_marked_error = result.error == ErrorMarker::Yes;
        request.policy.placeholders.render(&facts, is_marked_error, &mut self.rendered);
        match mask::plan_mask(request, result, rule, chars, &mut self.rendered, edits) {
            Some(after) => decision(Action::Mask, Reason::Window, chars, after),
            None => keep(Reason::NotShorter),
        }
    }

    fn is_pinned(&mut self, request: &Request<'_>, result: &ToolResult) -> bool {
        let pins = &request.policy.pins;
        !pins.is_empty() && request.transcript.texts(result).any(|part| self.signs.occur(pins, request.text(part)))
    }

    fn is_error(&mut self, request: &Request<'_>, result: &ToolResult, rule: &Rule, chars: usize) -> bool {
        if rule.keep_errors == KeepErrors::Never {
            return false;
        }
        let (policy, signs) = (request.policy, &mut self.signs);
        let may_be_clipped = chars <= policy.keep_errors_max_chars;
        let mut texts = request.transcript.texts(result).map(|part| request.text(part));
        match (rule.keep_errors, result.error) {
            (_, ErrorMarker::Yes) => true,
            (KeepErrors::Signs, ErrorMarker::No) => {
                texts.any(|text| signs.matches_patterns(text, may_be_clipped, policy))
            }
            (rule, _) => texts.any(|text| signs.judge(text, rule, may_be_clipped, policy)),
        }
    }
}

impl<'a> Request<'a> {
    /// The policy's rule for dispatch results; none if no text can be one.
    fn dispatch(&self) -> Option<&'a Dispatch> {
        self.policy.dispatch.as_ref().filter(|_| self.has_delimiter)
    }

    fn text(&self, part: &TextPart) -> Text<'a> {
        Text::new(part.text.inside().of(self.body), self.level).with_ascii_escapes(self.lengths.ascii_escapes)
    }

    /// Byte offset of the text of `result`; 0 if it has none.
    fn start(&self, result: &ToolResult) -> u32 {
        self.transcript.parts(result).first().map_or(0, |part| part.text.start)
    }

    /// `.length` (UTF-16 units) of all texts of the result.
    fn chars(&self, result: &ToolResult) -> usize {
        self.transcript.texts(result).map(|part| self.lengths.chars(part.text.inside())).sum()
    }

    /// `.length` (UTF-16 units) of the data of a result's images and documents.
    fn media_chars(&self, result: &ToolResult) -> usize {
        if self.transcript.media.is_empty() {
            return 0;
        }
        let media = self.transcript.parts(result).iter().filter(|part| part.is_media);
        media.map(|part| self.lengths.chars(part.text.inside())).sum()
    }

    fn facts(&self, call: &ToolCall, result: &ToolResult, chars: usize) -> Facts<'a> {
        let raw = |span: Span| Text::new(span.of(self.body), self.level);
        let lines = if self.policy.placeholders.count_lines() { self.lines(result) } else { 0 };
        // The result's own spelling of the id, if it has one: it decodes to the call's id.
        let id = result.id().map_or(Text::new(b"unknown", self.level), raw);
        Facts { id, name: call.name().map(raw), chars, lines, message: result.message as usize }
    }

    fn lines(&self, result: &ToolResult) -> usize {
        let feeds = |part| self.text(part).code_points().filter(|char| char.code == 0x0A).count();
        self.transcript.texts(result).map(|part| feeds(part) + 1).sum()
    }

    /// The call and rule of a result that may be edited, or the reason why not. Decides everything that does not need its
    /// text.
    fn untouchable(&self, at: usize, result: &ToolResult) -> Result<(&'a ToolCall, &'a Rule), Reason> {
        let call = self.transcript.call(result).ok_or(Reason::Orphan)?;
        if result.ambiguous || call.is_ambiguous() {
            return Err(Reason::DuplicateKey);
        }
        if result.content == Content::Other {
            return Err(Reason::Content);
        }
        Ok((call, self.stays(at, result, call)?))
    }

    /// The rule of a result that neither its tool nor its place keeps, or the reason that keeps it.
    fn stays(&self, at: usize, result: &ToolResult, call: &ToolCall) -> Result<&'a Rule, Reason> {
        let policy = self.policy;
        let rule = self.rule(call)?;
        if call.turn().saturating_add(rule.window_turns) >= self.transcript.turn_count {
            return Err(Reason::Window);
        }
        if policy.protect_open_loop && self.user_messages.last().is_some_and(|&last| result.message > last) {
            return Err(Reason::OpenLoop);
        }
        if self.released.get(at) == Some(&keep_last::KEPT) {
            return Err(Reason::KeepLastK);
        }
        Ok(rule)
    }

    /// The rule of a call's tool, or the reason that keeps all its results.
    fn rule(&self, call: &ToolCall) -> Result<&'a Rule, Reason> {
        let policy = self.policy;
        let mut rule = &policy.rule;
        if policy.names_tools() {
            let names = ToolNames { body: self.body, level: self.level };
            let name = names.code_points(call).unwrap_or_default();
            if policy.exclude_tools.iter().any(|glob| glob.matches(&name)) {
                return Err(Reason::Excluded);
            }
            rule = policy.rule_for(&name);
        }
        if rule.never { Err(Reason::Never) } else { Ok(rule) }
    }

    /// The message from which on only its content can keep a result that may be edited.
    fn ready_message(&self, at: usize, result: &ToolResult, call: &ToolCall, rule: &Rule) -> u32 {
        let turn = call.turn() as usize + rule.window_turns as usize;
        let passed = self.transcript.turn_starts.get(turn).copied().unwrap_or(u32::MAX);
        let released = self.released.get(at).copied().unwrap_or(0);
        let after = self.user_messages.partition_point(|&user| user < result.message);
        let closed = self.user_messages.get(after).copied().unwrap_or(0);
        passed.max(released).max(closed)
    }
}
