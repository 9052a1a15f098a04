//! What is read of a request while it is planned: its texts, its calls and the rules for them.

use super::arrive::Arrivals;
use super::cut_calls::is_cut;
use super::keep_last;
use super::names::ToolNames;
use super::roles::{Roles, reason_of};
use super::text_signs::{Sign, Signs, TextSigns};
use super::{Memory, Reason};
use crate::handle::{Handle, Handles};
use crate::hash::SEED;
use crate::json::scan::{Lengths, Level};
use crate::json::text::Text;
use crate::policy::template::Facts;
use crate::policy::{Dispatch, Policy, Rule};
use crate::span::Span;
use crate::transcript::{Content, TextPart, ToolCall, ToolResult, Transcript};
use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128_with_seed};

/// Inputs of a plan other than the policy and the transcript.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Lists decisions that change nothing, too.
    pub explain: bool,
    /// Finds the outcome's [`super::Margins`].
    pub margins: bool,
    /// Facts that the caller remembers from earlier requests.
    pub memory: Memory<'a>,
    /// Whether a text may have a delimiter of a dispatch block.
    pub has_delimiter: bool,
    /// Makes handles for what is replaced; none: nothing names any.
    pub handles: Option<&'a Handles>,
}

/// Everything that does not change while one request is planned.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) body: &'a [u8],
    pub(super) lengths: Lengths<'a>,
    pub(super) transcript: &'a Transcript,
    pub(super) policy: &'a Policy,
    pub(super) level: Level,
    /// Cuts at which closed thinking may go.
    pub(super) prompts: &'a [u32],
    pub(super) released: &'a [u32],
    /// By result: the message from which on it may go although it is in the window; empty if none may.
    pub(super) early: &'a [u32],
    pub(super) has_delimiter: bool,
    pub(super) handles: Option<&'a Handles>,
    /// Whether the outcome's [`super::Margins`] are asked for.
    pub(super) margins: bool,
    /// By call: its first result; empty if no arguments are planned.
    pub(super) answered: &'a [u32],
    pub(super) arrivals: &'a Arrivals,
    /// Of the texts as they came.
    pub(super) signs: &'a TextSigns,
    pub(super) roles: &'a Roles,
    /// Results in messages before this one stay as they came until a move takes them.
    pub(super) whole_before: u32,
}

impl<'a> Request<'a> {
    /// The policy's rule for dispatch results; none if no text can be one.
    pub(super) fn dispatch(&self) -> Option<&'a Dispatch> {
        self.policy.dispatch.as_ref().filter(|_| self.has_delimiter)
    }

    /// A text as it is sent unless it is edited.
    pub(super) fn text(&self, part: &TextPart) -> Text<'a> {
        match self.arrivals.text_of(part) {
            Some((raw, _)) => Text::new(raw, self.level),
            None => self.came_text(part),
        }
    }

    /// Whether arrival left text of the result number `at` out, here or before it came.
    pub(super) fn is_cut(&self, at: u32) -> bool {
        let result = self.transcript.results.get(at as usize);
        let may_be = |signs: Option<Signs>| signs.is_none_or(|signs| signs.has(Sign::Cut));
        let is_one = |(text, signs): (Text<'_>, _)| may_be(signs) && is_cut(text.raw());
        result.is_some_and(|result| self.texts(at as usize, result).any(is_one))
    }

    /// `.length` (UTF-16 units) of [`Request::text`].
    pub(super) fn part_chars(&self, part: &TextPart) -> usize {
        self.arrivals.text_of(part).map_or(part.chars as usize, |(_, chars)| chars)
    }

    /// Byte offset of the text of `result`; 0 if it has none.
    pub(super) fn start(&self, result: &ToolResult) -> u32 {
        self.transcript.parts(result).first().map_or(0, |part| part.text.start)
    }

    /// `.length` (UTF-16 units) of all texts of the result.
    pub(super) fn chars(&self, result: &ToolResult) -> usize {
        self.transcript.texts(result).map(|part| self.part_chars(part)).sum()
    }

    /// The same before any of them was made smaller.
    pub(super) fn came_chars(&self, result: &ToolResult) -> usize {
        self.transcript.texts(result).map(|part| part.chars as usize).sum()
    }

    /// The same of a result that has `chars` now: counted again only if something may have been made smaller.
    pub(super) fn came_chars_of(&self, result: &ToolResult, chars: usize) -> usize {
        if self.arrivals.is_empty() { chars } else { self.came_chars(result) }
    }

    /// The chars that a result had before a condensation wrote its note there, as the note says; none without one.
    pub(super) fn condensed_chars(&self, result: &ToolResult) -> Option<usize> {
        let text = self.transcript.texts(result).next()?.text.inside().of(self.body);
        noted_chars(text.get(..MAX_NOTE_BYTES).unwrap_or(text))
    }

    pub(super) fn came_text(&self, part: &TextPart) -> Text<'a> {
        Text::new(part.text.inside().of(self.body), self.level).with_ascii_escapes(self.lengths.ascii_escapes)
    }

    /// `.length` (UTF-16 units) of the data of a result's images and documents.
    pub(super) fn media_chars(&self, result: &ToolResult) -> usize {
        if self.transcript.media.is_empty() {
            return 0;
        }
        let media = self.transcript.parts(result).iter().filter(|part| part.is_media);
        media.map(|part| part.chars as usize).sum()
    }

    /// Whether the request is over a limit that the result's images or documents count for.
    pub(super) fn is_due(&self, result: &ToolResult) -> bool {
        self.transcript.due_of(result).is_some()
    }

    /// Tells the raw name and arguments of the call number `index` from those of others. Linear in the arguments at first.
    pub(super) fn call_key(&self, index: usize, call: &ToolCall) -> u128 {
        self.roles.call_key(index).unwrap_or_else(|| {
            let name = xxh3_64_with_seed(call.name().unwrap_or_default().of(self.body), *SEED);
            xxh3_128_with_seed(call.arguments.of(self.body), name)
        })
    }

    /// The handle of the value that a placeholder of `result` replaces, as it came; none if there are several values.
    pub(super) fn handle(&self, result: &ToolResult) -> Option<Handle> {
        let handles = self.handles?;
        let value = match (result.content, self.transcript.parts(result)) {
            (Content::Text(part), _) => part.text,
            (Content::Texts { .. }, [part]) => part.text,
            (Content::Object { .. }, [part, ..]) => part.element,
            _ => return None,
        };
        Some(handles.of(value.of(self.body), self.level))
    }

    pub(super) fn facts(&self, call: &ToolCall, result: &ToolResult, chars: usize) -> Facts<'a> {
        let raw = |span: Span| Text::new(span.of(self.body), self.level);
        let lines = if self.policy.placeholders.count_lines() { self.lines(result) } else { 0 };
        // The result's own spelling of the id, if it has one: it decodes to the call's id.
        let id = result.id().map_or(Text::new(b"unknown", self.level), raw);
        Facts { id, name: call.name().map(raw), chars, lines, message: result.message as usize }
    }

    /// Of a result as it is sent unless it is edited.
    pub(super) fn sent_facts(&self, call: &ToolCall, result: &ToolResult) -> Facts<'a> {
        self.facts(call, result, self.chars(result))
    }

    pub(super) fn lines(&self, result: &ToolResult) -> usize {
        let feeds = |part| self.came_text(part).code_points().filter(|char| char.code == 0x0A).count();
        self.transcript.texts(result).map(|part| feeds(part) + 1).sum()
    }

    /// The call and rule of a result that may be edited, or the reason why not. Decides everything that does not need its
    /// text.
    pub(super) fn untouchable(&self, at: usize, result: &ToolResult) -> Result<(&'a ToolCall, &'a Rule), Reason> {
        let call = self.transcript.call(result).filter(|call| !call.is_unseen()).ok_or(Reason::Orphan)?;
        if result.ambiguous || call.is_ambiguous() {
            return Err(Reason::DuplicateKey);
        }
        if call.is_by_program() {
            return Err(Reason::Program);
        }
        if result.content == Content::Other {
            return Err(Reason::Content);
        }
        Ok((call, self.stays(at, call)?))
    }

    /// The rule of a result that neither its tool nor its place keeps, or the reason that keeps it.
    pub(super) fn stays(&self, at: usize, call: &ToolCall) -> Result<&'a Rule, Reason> {
        let rule = self.rule(call)?;
        let standing = self.roles.standing(at);
        if standing.released == keep_last::KEPT {
            return Err(reason_of(standing));
        }
        if self.is_in_window(call, rule) && !self.goes_early(at) {
            return Err(Reason::Window);
        }
        if self.released.get(at) == Some(&keep_last::KEPT) {
            return Err(Reason::KeepLastK);
        }
        Ok(rule)
    }

    /// The message from which on a result may go although it is in the window; the largest number if there is none.
    pub(super) fn early(&self, at: usize) -> u32 {
        self.early.get(at).copied().unwrap_or(u32::MAX)
    }

    /// Whether this request goes beyond that message.
    pub(super) fn goes_early(&self, at: usize) -> bool {
        (self.early(at) as usize) < self.transcript.roles.len()
    }

    /// Whether a call's results are in the window of its tool.
    const fn is_in_window(&self, call: &ToolCall, rule: &Rule) -> bool {
        call.turn().saturating_add(rule.window_turns) >= self.transcript.turn_count
    }

    /// Why a result goes.
    pub(super) const fn reason_to_go(&self, call: &ToolCall, rule: &Rule) -> Reason {
        if self.is_in_window(call, rule) { Reason::Early } else { Reason::Window }
    }

    /// The rule of a call's tool, or the reason that keeps all its results.
    pub(super) fn rule(&self, call: &ToolCall) -> Result<&'a Rule, Reason> {
        let rule = self.rule_of(call);
        if rule.never { Err(Reason::Never) } else { Ok(rule) }
    }

    pub(super) fn rule_of(&self, call: &ToolCall) -> &'a Rule {
        if self.policy.tools.is_empty() { &self.policy.rule } else { self.policy.rule_for(&self.name_of(call)) }
    }

    pub(super) fn name_of(&self, call: &ToolCall) -> Vec<u32> {
        ToolNames { body: self.body, level: self.level }.code_points(call).unwrap_or_default()
    }

    /// The message from which on only its content can keep a result that may be edited.
    pub(super) fn ready_message(&self, at: usize, call: &ToolCall, rule: &Rule) -> u32 {
        let turn = call.turn() as usize + rule.window_turns as usize;
        let passed = self.transcript.turn_starts.get(turn).copied().unwrap_or(u32::MAX).min(self.early(at));
        let released = self.released.get(at).copied().unwrap_or(0).max(self.roles.standing(at).released);
        passed.max(released)
    }
}

/// As [`crate::edit::list::Edit::part`] of an edit of one text.
pub(super) const fn place_of(result: &ToolResult, part: &TextPart, index: usize) -> Option<u32> {
    match result.content {
        Content::Texts { .. } | Content::Media { .. } => Some(index as u32),
        Content::Object { .. } | Content::Fields { .. } => Some(part.element.start),
        _ => None,
    }
}

/// The size stands in the beginning of a condensation's note.
const MAX_NOTE_BYTES: usize = 400;
const BEFORE_SIZE: &[u8] = b" lines, ";

/// The size in `[condensed — read_file a.ts: 90 lines, 3551 chars; …`, as JSON spells it.
fn noted_chars(text: &[u8]) -> Option<usize> {
    let openings = ["[condensed — ", "[condensed \\u2014 "];
    let rest = openings.iter().find_map(|opening| text.strip_prefix(opening.as_bytes()))?;
    let digits = rest.get(memchr::memmem::find(rest, BEFORE_SIZE)? + BEFORE_SIZE.len()..)?;
    let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    digits.get(end..)?.starts_with(b" chars").then_some(())?;
    core::str::from_utf8(digits.get(..end)?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::noted_chars;

    #[test]
    fn reads_the_size_that_a_condensation_noted() {
        assert_eq!(noted_chars("[condensed — read a.ts: 90 lines, 3551 chars; mentions: b]".as_bytes()), Some(3551));
        assert_eq!(noted_chars(b"[condensed \\u2014 read: 9 lines, 12 chars]"), Some(12));
        assert_eq!(noted_chars("[condensed — read a.ts: 90 lines; replaced by x]".as_bytes()), None);
        assert_eq!(noted_chars(b"90 lines, 3551 chars"), None);
    }
}
