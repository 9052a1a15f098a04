//! Finds the smaller form of one tool's output that is in no request yet. It is the form that every request with it sends
//! (see [`super::arrive`]), found without spelling the output as JSON, reading it back and planning a request around it.
//!
//! ```text
//! output ─▶ may a plan do more than arrival does? ─yes─▶ unknown: the caller plans a request
//!                                                 └no──▶ kinds of arrival ─▶ shorter in chars, in bytes and as JSON?
//! ```

use super::arrive::{Arrivals, reason_of};
use super::file_fact::FileFact;
use super::roles::Roles;
use super::text_signs::TextSigns;
use super::{DELIMITER, Planner, Reason, Request};
use crate::arrival::{Loss, line_numbers, may_clip};
use crate::handle::Handles;
use crate::json::scan::Lengths;
use crate::json::text::{Text, escaped_bytes, push_escaped};
use crate::policy::Policy;
use crate::transcript::Transcript;

/// A tool's output, and a request that tells what is known of its call.
pub struct Output<'a> {
    /// Measures the request, in which a call is answered by an empty text.
    pub lengths: Lengths<'a>,
    /// That request.
    pub transcript: &'a Transcript,
    /// Makes handles for what is replaced; none: nothing names any.
    pub handles: Option<&'a Handles>,
    /// The output.
    pub text: &'a str,
}

/// What is sent of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputForm<'p> {
    /// Only a plan of a request with the output tells.
    Unknown,
    /// The output as it came.
    Same,
    /// A shorter text, and the kind that removed most.
    Shorter(&'p str, Reason),
}

impl Planner {
    /// What a request sends of `output`, as long as nothing else of it is decided. Linear in the output.
    pub fn form_of_output(&mut self, output: &Output<'_>, policy: &Policy) -> OutputForm<'_> {
        let &Output { lengths, transcript, handles, text } = output;
        let arrivals = Arrivals::default();
        let request = Request {
            body: lengths.body,
            lengths,
            transcript,
            policy,
            level: self.level,
            prompts: &[],
            released: &[],
            has_delimiter: false,
            handles,
            margins: false,
            answered: &[],
            early: &[],
            arrivals: &arrivals,
            signs: &TextSigns::default(),
            roles: &Roles::default(),
            whole_before: 0,
        };
        let roles = Roles::find(&request, &mut self.uses);
        let request = Request { roles: &roles, ..request };
        let ([result], [_]) = (transcript.results.as_slice(), transcript.calls.as_slice()) else {
            return OutputForm::Unknown;
        };
        if request.keeps_bytes(0) {
            return OutputForm::Same;
        }
        let Some((_, rule)) = request.arriving(0, result) else { return OutputForm::Unknown };
        if !policy.arrival.is_on() || rule.window_turns == 0 || may_be_decided(policy, text) {
            return OutputForm::Unknown;
        }
        let mut file = FileFact::new(&request, result);
        if file.is_by_name() && !line_numbers::may_apply(text.as_bytes()) {
            return OutputForm::Same;
        }
        let original = original_of(&request, text);
        let may_lose = request.roles.may_lose(0);
        let mut chain = core::mem::take(&mut self.output_chain);
        let arrived = chain.shorten(
            text,
            || file.is_file(),
            &policy.arrival,
            original.as_deref(),
            |text| {
                let mut escaped = Vec::new();
                push_escaped(text, &mut escaped);
                let text = Text::new(&escaped, request.level);
                let loss =
                    if may_lose { self.signs.loss_of(&request, result, rule, (text, None)) } else { Loss::Nothing };
                request.roles.loss_within(0, text.raw(), loss)
            },
        );
        let kind = arrived.filter(|arrived| is_shorter(arrived.text, text)).map(|arrived| arrived.kind);
        self.output_chain = chain;
        kind.map_or(OutputForm::Same, |kind| OutputForm::Shorter(self.output_chain.text(), reason_of(kind)))
    }
}

/// Whether a plan may do something else with a text than what arrival does.
fn may_be_decided(policy: &Policy, text: &str) -> bool {
    policy.placeholders.may_begin(text.as_bytes())
        || (policy.dispatch.is_some() && DELIMITER.occurs_in(text.as_bytes()))
}

/// What a clip says about where the whole text is.
fn original_of(request: &Request<'_>, text: &str) -> Option<String> {
    let handles = request.handles.filter(|_| may_clip(text.as_bytes(), &request.policy.arrival))?;
    let mut value = vec![b'"'];
    push_escaped(text, &mut value);
    value.push(b'"');
    Some(request.policy.handle_mark.in_clip(&handles.of(&value, request.level)))
}

/// Whether a form is shorter in chars, in bytes and as JSON.
fn is_shorter(form: &str, text: &str) -> bool {
    crate::arrival::is_shorter(form, text) && escaped_bytes(form) < escaped_bytes(text)
}
