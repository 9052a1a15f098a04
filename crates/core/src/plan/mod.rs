//! Plans the changes: one decision a tool result, in document order.
//!
//! ```text
//! result ─▶ may it be touched? ─▶ does the window, a rule or an error keep it? ─▶ mask or clip ─▶ is it shorter?
//! ```
//! Planners see the transcript and the texts it points at, never a wire's field names.

mod ahead;
mod arguments;
mod arrive;
mod cache;
mod clip;
mod cut_calls;
mod decision;
mod dedupe;
mod digests;
mod dispatch;
mod early;
mod failure_lines;
mod file_fact;
mod forms;
mod keep_last;
mod kept_texts;
mod known_forms;
mod known_lines;
mod loose;
mod mask;
mod media;
mod names;
mod output;
mod own;
mod placeholder;
mod references;
mod repeated_texts;
mod report_clip;
mod request;
pub(crate) mod roles;
mod short_prefix;
mod stillness;
mod text_signs;
mod thinking;
mod unseen;

pub use cache::{CacheOutcome, Margins, Memory};
use cache::{Conversation, UnitKeys};
pub use decision::{Action, Decision, Reason};
pub use dedupe::{PlacedReference, sent_before};
pub use dispatch::DELIMITER;
pub use output::{Output, OutputForm};
pub use request::Asked;
pub use roles::{ResultRole, RoleFrom};

use self::arguments::Trimmer;
use self::arrive::{Arrivals, Arriver};
use self::digests::Digester;
use self::dispatch::Dispatched;
use self::file_fact::KnownPaths;
use self::known_forms::KnownForms;
use self::known_lines::KnownLines;
use self::names::ToolNames;
use self::report_clip::Reported;
use self::request::Request;
use self::roles::{KnownUses, Roles};
use self::text_signs::{Signs, TextSigns};
use crate::arrival::Chain;
use crate::edit::list::EditBuilder;
use crate::failure::judge::ErrorSigns;
use crate::json::scan::{Lengths, Level, far_ahead};
use crate::policy::template::{Facts, Rendered};
use crate::policy::{KeepErrors, Policy, Rule};
use crate::scratch::reset;
use crate::transcript::{Content, ErrorMarker, ToolResult, Transcript};
use crate::weight::weigh::Weigher;

/// Results between the one decided on and the one whose bytes are prefetched.
const AHEAD: usize = 6;

/// Bytes above which what decisions alone read is freed after them.
const DECIDED_BYTES: usize = 1 << 20;

/// Reusable memory of the planner.
pub struct Planner {
    level: Level,
    signs: ErrorSigns,
    rendered: Rendered,
    decoded: Vec<u8>,
    weigher: Weigher,
    arriver: Arriver,
    arrivals: Arrivals,
    /// Of outputs that are in no request.
    output_chain: Chain,
    trimmer: Trimmer,
    references: Vec<PlacedReference>,
    digester: Digester,
    roles: Roles,
    /// What a placeholder says of a failure, and results that failed.
    error_lines: Vec<String>,
    failed: Vec<u32>,
    /// By result: whether it is an error, where that was asked. A call's arguments ask, and the result itself.
    errors: Vec<Option<bool>>,
    /// Files of calls of earlier requests.
    uses: KnownUses,
    paths: KnownPaths,
    lines: KnownLines,
    /// What was read of the texts of earlier requests.
    readings: KnownForms<()>,
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
            arriver: Arriver::default(),
            arrivals: Arrivals::default(),
            output_chain: Chain::default(),
            trimmer: Trimmer::new(level),
            references: Vec::new(),
            digester: Digester::default(),
            roles: Roles::default(),
            error_lines: Vec::new(),
            failed: Vec::new(),
            errors: Vec::new(),
            uses: KnownUses::default(),
            paths: KnownPaths::default(),
            lines: KnownLines::default(),
            readings: KnownForms::default(),
        }
    }

    /// The pointers of the last plan, in document order.
    #[must_use]
    pub fn references(&self) -> &[PlacedReference] {
        &self.references
    }

    /// What the results of the last plan are for.
    #[must_use]
    pub const fn roles(&self) -> &Roles {
        &self.roles
    }

    /// Keeps memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        self.signs.reset(bytes);
        reset(&mut self.decoded, bytes);
        self.arriver.reset(bytes);
        self.arrivals.reset(bytes);
        self.output_chain.reset(bytes);
        self.trimmer.reset(bytes);
        self.references = Vec::new();
        self.digester.reset(bytes);
        self.roles = Roles::default();
        self.failed.clear();
        reset(&mut self.errors, bytes);
    }

    /// Plans every result. Decisions that change nothing are listed only on request. Linear in results and text.
    pub fn plan(
        &mut self,
        lengths: Lengths<'_>,
        transcript: &Transcript,
        policy: &Policy,
        Asked { explain, margins, memory, has_delimiter, handles }: Asked<'_>,
        edits: &mut EditBuilder,
        decisions: &mut Vec<Decision>,
    ) -> CacheOutcome {
        let (body, level) = (lengths.body, self.level);
        let released = keep_last::plan_keep_last(transcript, &ToolNames { body, level }, policy);
        let prompts = transcript.prompt_cuts();
        let answered = arguments::answered(transcript);
        let bare = Request {
            body,
            lengths,
            transcript,
            policy,
            level,
            prompts: &prompts,
            released: &released,
            early: &[],
            has_delimiter,
            handles,
            margins,
            answered: &answered,
            arrivals: &Arrivals::default(),
            signs: &TextSigns::default(),
            roles: &Roles::default(),
            whole_before: 0,
        };
        let signs = TextSigns::read(&bare, &mut self.arriver.signs);
        let bare = Request { signs: &signs, ..bare };
        let bare = Request { whole_before: short_prefix::whole_before(&mut self.weigher, &bare, memory), ..bare };
        let mut roles = Roles::find(&bare, &mut self.uses);
        let bare = Request { roles: &roles, ..bare };
        let early = early::find_early(&bare);
        let bare = Request { early: &early, ..bare };
        let mut arrivals = core::mem::take(&mut self.arrivals);
        self.find_arrivals(&bare, &mut arrivals);
        let request = Request { arrivals: &arrivals, ..bare };
        let mut keys =
            UnitKeys::new(body, transcript, signs.long_texts(), policy.needs_units() || transcript.needs_replay());
        let own = self.decide_all(&request, explain, &mut keys, edits, decisions);
        let conversation = Conversation { body, transcript, own: &own, keys: &keys, memory, prompts: &prompts };
        let outcome = self.decide_and_point(&request, conversation, explain, edits, decisions);
        arrivals.put_edits(decisions, edits);
        self.arrivals = arrivals;
        roles.note_failures(&self.failed);
        self.roles = roles;
        outcome
    }

    /// Decides on every result. Returns the numbers of those that are our own text already.
    fn decide_all(
        &mut self,
        request: &Request<'_>,
        explain: bool,
        keys: &mut UnitKeys<'_>,
        edits: &mut EditBuilder,
        decisions: &mut Vec<Decision>,
    ) -> Vec<u32> {
        let Request { body, transcript, arrivals, .. } = *request;
        // At once: lists that grow in turns leave holes in the heap.
        edits.reserve(transcript.results.len());
        decisions.reserve_exact(transcript.results.len());
        self.errors.clear();
        self.errors.resize(transcript.results.len(), None);
        let mut own = Vec::new();
        let mut beside = Reason::Orphan;
        for (at, result) in transcript.results.iter().enumerate() {
            let is_near = keys.make_until(request.start(result));
            if let Some(ahead) = far_ahead(body, &transcript.results, at, AHEAD).filter(|_| !is_near) {
                request.prefetch(ahead);
            }
            edits.set_decision(decisions.len() as u32);
            if request.policy.digest.is_some() {
                self.digester.advance(request, keys, result);
            }
            let Some(mut decision) = self.decide_one(request, at, result, beside, edits) else { continue };
            if result.content.is_result() {
                beside = decision.reason;
            }
            arrivals.add_to(&mut decision);
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
        self.digester.finish(DECIDED_BYTES);
        own
    }

    /// None for thinking and arguments that stay.
    fn decide_one(
        &mut self,
        request: &Request<'_>,
        at: usize,
        result: &ToolResult,
        beside: Reason,
        edits: &mut EditBuilder,
    ) -> Option<Decision> {
        match result.content {
            _ if !request.policy.masks => Some(Decision::keep(at as u32, Reason::Window)),
            Content::Thinking(part) => thinking::decide(request, at, result, part, edits),
            Content::Arguments(arguments) => self.decide_arguments(request, at, result, arguments, edits),
            Content::Loose { .. } => Some(loose::decide(request, at, result, beside, edits)),
            _ => Some(self.decide(request, at, result, edits)),
        }
    }

    fn decide(&mut self, request: &Request<'_>, at: usize, result: &ToolResult, edits: &mut EditBuilder) -> Decision {
        let keep = |reason| Decision::keep(at as u32, reason);
        let (call, rule) = match request.untouchable(at, result) {
            Err(reason) => return keep(reason),
            Ok(found) => found,
        };
        let chars = request.chars(result);
        let sent = request.facts(call, result, chars);
        if own::is_own_text(request, result, call, rule, &sent, &mut self.decoded) {
            if request.policy.digest.is_some() {
                self.digester.note_own(request, result, request.ready_message(at, call, rule));
            }
            return keep(Reason::Placeholder);
        }
        // A placeholder tells what came.
        let came = request.came_chars_of(result, chars);
        let facts = Facts { chars: request.condensed_chars(result).map_or(came, |noted| noted.max(came)), ..sent };
        if chars + request.media_chars(result) < request.policy.min_chars && !request.is_due(result) {
            return keep(Reason::Short);
        }
        if self.is_pinned(request, result) {
            return keep(Reason::Pinned);
        }
        let ready = request.ready_message(at, call, rule);
        let decision = |action, reason, after: usize| {
            let (chars_before, chars_after) = (chars as u32, after as u32);
            Decision { action, chars_before, chars_after, ready_message: ready, ..keep(reason) }
        };
        if self.is_error_at(request, (at, result), rule, chars) {
            self.failed.push(at as u32);
            return match clip::plan_clip(request, (at, result), chars, &mut self.readings, edits) {
                Some(after) => decision(Action::Clip, Reason::Error, after),
                None => keep(Reason::Error),
            };
        }
        match dispatch::plan_dispatch(request, result, call, rule, chars, edits) {
            Dispatched::Masked(after) => return decision(Action::Mask, Reason::Dispatch, after),
            Dispatched::Whole => return keep(Reason::NotShorter),
            Dispatched::No => {}
        }
        if request.roles.standing(at).role == ResultRole::Report {
            match report_clip::plan_report(request, (at, result), chars, &mut self.readings, edits) {
                Reported::Shorter(after) => return decision(Action::Clip, Reason::Report, after),
                Reported::Whole => return keep(Reason::Report),
                Reported::No => {}
            }
        }
        self.find_error_lines(request, (at, result), rule);
        match self.plan_placeholder(request, result, rule, &facts, (chars, ready), edits) {
            Some(after) => decision(Action::Mask, request.reason_to_go(call, rule), after),
            None => keep(Reason::NotShorter),
        }
    }

    fn is_pinned(&mut self, request: &Request<'_>, result: &ToolResult) -> bool {
        request.transcript.texts(result).any(|part| self.signs.is_pinned_text(request, request.text(part)))
    }

    /// Whether the result number `at` is an error, found out once.
    fn is_error_at(
        &mut self,
        request: &Request<'_>,
        (at, result): (usize, &ToolResult),
        rule: &Rule,
        chars: usize,
    ) -> bool {
        if let Some(&Some(known)) = self.errors.get(at) {
            return known;
        }
        let is_error = if result.error == ErrorMarker::Yes {
            rule.keep_errors != KeepErrors::Never
        } else {
            let may_be_clipped = chars <= request.policy.keep_errors_max_chars;
            request.texts(at, result).any(|(text, signs)| {
                let lines = signs.map(Signs::lines);
                self.signs.is_error_text(result, rule, (text, lines), may_be_clipped)
            })
        };
        if let Some(error) = self.errors.get_mut(at) {
            *error = Some(is_error);
        }
        is_error
    }
}
