//! Shortens the arguments of old calls.
//!
//! ```text
//! call, answered without an error, outside the window     its long strings keep their heads
//! ```
//! A model may imitate what it sees; see `cache/imitation.rs` for what follows from that.

mod shorten;

use self::shorten::Shortener;
use super::keep_last::KEPT;
use super::known_forms::KnownForms;
use super::{Action, Decision, Planner, Reason, Request};
use crate::edit::list::EditBuilder;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::json::tokens::json_strings;
use crate::policy::{ArgsPolicy, KeepErrors};
use crate::scratch::reset;
use crate::span::Span;
use crate::transcript::{Arguments, ErrorMarker, ToolResult, Transcript};
use crate::weight::weigh::PartKey;

/// Shortens arguments, and remembers what it made of those of earlier requests: a request repeats the one before it.
pub(super) struct Trimmer {
    shortener: Shortener,
    /// Raw, as between quotes.
    shortened: Vec<u8>,
    forms: KnownForms<u32>,
    /// The message asked about last, which may have many calls, and whether it is pinned.
    pinned: Option<(u32, bool)>,
}

/// How a string with arguments is read.
#[derive(Clone, Copy)]
enum Reading {
    /// It is one member's text.
    Text,
    Json,
    /// It is JSON, or any other text.
    Free,
}

/// Chars of what was shortened.
#[derive(Clone, Copy, Default)]
struct Chars {
    before: usize,
    after: usize,
}

impl Trimmer {
    /// With its own memory.
    pub(super) fn new(level: Level) -> Self {
        Self { shortener: Shortener::new(level), shortened: Vec::new(), forms: KnownForms::default(), pinned: None }
    }

    /// Keeps memory as [`crate::scratch::reset`] does.
    pub(super) fn reset(&mut self, bytes: usize) {
        self.shortener.reset(bytes);
        reset(&mut self.shortened, bytes);
        self.pinned = None;
    }

    /// Adds the edits of a call's arguments. Linear.
    fn trim(&mut self, request: &Request<'_>, one: Arguments, rules: &ArgsPolicy, edits: &mut EditBuilder) -> Chars {
        let Arguments { value, is_free } = one;
        let is_text = value.of(request.body).first() == Some(&b'"');
        if is_text {
            let reading = if is_free { Reading::Free } else { Reading::Json };
            return self.trim_string(request, value, reading, rules, edits);
        }
        let mut chars = Chars::default();
        for string in json_strings(request.body, value) {
            if string.value.inside().byte_count() <= rules.max_chars {
                continue;
            }
            let Chars { before, after } = self.trim_string(request, string.value, Reading::Text, rules, edits);
            chars = Chars { before: chars.before + before, after: chars.after + after };
        }
        chars
    }

    fn trim_string(
        &mut self,
        request: &Request<'_>,
        string: Span,
        reading: Reading,
        rules: &ArgsPolicy,
        edits: &mut EditBuilder,
    ) -> Chars {
        let raw = string.inside().of(request.body);
        let policy = Span { start: request.policy.id as u32, end: (request.policy.id >> 32) as u32 };
        let key = PartKey::of(raw).after(policy, &[reading as u8]);
        self.shortened.clear();
        let Self { shortener, shortened, forms, .. } = self;
        let shorten = |out: &mut Vec<u8>| shorten(shortener, Text::new(raw, request.level), reading, rules, out);
        let Some((before, after)) = forms.find_or(key, shortened, shorten) else { return Chars::default() };
        edits.replace_string(string, &self.shortened, None);
        Chars { before: before as usize, after }
    }
}

/// Leaves a string shortened in `out`, which is empty. Returns its chars before and after.
fn shorten(
    shortener: &mut Shortener,
    text: Text<'_>,
    reading: Reading,
    rules: &ArgsPolicy,
    out: &mut Vec<u8>,
) -> Option<(u32, usize)> {
    let is_shortened = match reading {
        Reading::Text => shortener.shorten_text(text, rules, out),
        Reading::Json => shortener.shorten_json(text, false, rules, out),
        Reading::Free => shortener.shorten_json(text, true, rules, out),
    };
    is_shortened.then(|| (text.chars() as u32, Text::new(out, Level::SCALAR).chars()))
}

impl Planner {
    /// The decision on a call's arguments; none if they stay.
    pub(super) fn decide_arguments(
        &mut self,
        request: &Request<'_>,
        at: usize,
        one: &ToolResult,
        arguments: Arguments,
        edits: &mut EditBuilder,
    ) -> Option<Decision> {
        let (transcript, rules) = (request.transcript, request.policy.args.as_ref()?);
        let call = transcript.call(one)?;
        let rule = request.rule(call).ok()?;
        let is_recent = call.turn().saturating_add(rule.window_turns) >= transcript.turn_count;
        if is_recent || !rules.applies_to(|| request.name_of(call)) || !request.roles.arguments_may_go(at) {
            return None;
        }
        let answer_at = *request.answered.get(one.call_index())? as usize;
        let answer = transcript.results.get(answer_at)?;
        // They tell what a result that stays is for.
        let stays = request.roles.standing(answer_at).released == KEPT;
        if stays || answer.ambiguous || self.is_pinned_message(request, one.message, rules) {
            return None;
        }
        let is_error = answer.error == ErrorMarker::Yes
            || (rule.keep_errors != KeepErrors::Never
                && self.is_error_at(request, (answer_at, answer), rule, request.chars(answer)));
        if is_error {
            return None;
        }
        let Chars { before, after } = self.trimmer.trim(request, arguments, rules, edits);
        let passed =
            transcript.turn_starts.get((call.turn() + rule.window_turns) as usize).copied().unwrap_or(u32::MAX);
        (before > 0).then(|| Decision {
            result: at as u32,
            action: Action::Trim,
            reason: Reason::Arguments,
            chars_before: before as u32,
            chars_after: after as u32,
            ready_message: passed.max(answer.message),
        })
    }

    /// Whether any string of a message has a text that keeps it whole.
    fn is_pinned_message(&mut self, request: &Request<'_>, message: u32, rules: &ArgsPolicy) -> bool {
        if rules.pins.is_empty() {
            return false;
        }
        if let Some((_, known)) = self.trimmer.pinned.filter(|&(known, _)| known == message) {
            return known;
        }
        let units = &request.transcript.units;
        let first = units.partition_point(|unit| unit.message() < message);
        let Some(unit) = units.get(first) else { return false };
        let mut strings = json_strings(request.body, unit.span);
        let is_pinned = strings.any(|string| {
            let text = Text::new(string.value.inside().of(request.body), request.level);
            self.signs.occur(&rules.pins, text)
        });
        self.trimmer.pinned = Some((message, is_pinned));
        is_pinned
    }
}

/// By call: its first result, as an index into [`Transcript::results`]. Empty if no arguments are planned.
pub(super) fn answered(transcript: &Transcript) -> Vec<u32> {
    if transcript.argument_count == 0 {
        return Vec::new();
    }
    let mut answered = vec![u32::MAX; transcript.calls.len()];
    for (at, result) in transcript.results.iter().enumerate().filter(|(_, result)| result.content.is_result()) {
        if let Some(first) = answered.get_mut(result.call_index()).filter(|first| **first == u32::MAX) {
            *first = at as u32;
        }
    }
    answered
}
