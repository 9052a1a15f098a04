//! Goes through a request's results, in order, and finds what each is for and what follows.

use super::again::Calls;
use super::call_facts::{CallFacts, KnownUses};
use super::displaced::{Because, Displaced};
use super::task::Task;
use super::working_set::{Place, WorkingSet, reads};
use super::{ResultRole, Roles, Standing, classify, size_of};
use crate::plan::Request;
use crate::plan::keep_last::KEPT;
use crate::plan::own::is_own_text;
use crate::plan::references::is_reference;
use crate::transcript::{ErrorMarker, ToolCall, ToolResult};

/// Most UTF-16 units of one result that is kept because its tool's name says that it is the user's.
pub const MAX_USER_CHARS: usize = 200_000;
/// Longest text, in UTF-16 units, of a task that stays whole.
const MAX_TASK_CHARS: usize = 24_000;

/// See the module.
pub(super) struct Finder<'r> {
    request: &'r Request<'r>,
    facts: CallFacts<'r>,
    standings: Vec<Standing>,
    displaced: Displaced,
    task: Task<'r>,
    files: WorkingSet,
    again: Calls,
    /// By call: its arguments among the results; `u32::MAX` where they are not planned.
    arguments: Vec<u32>,
    /// Bytes kept so far because of what texts say.
    said: usize,
    scratch: Vec<u8>,
}

impl<'r> Finder<'r> {
    pub(super) fn new(request: &'r Request<'r>, known: &'r mut KnownUses, files: WorkingSet) -> Self {
        let transcript = request.transcript;
        let calls = if transcript.argument_count > 0 { transcript.calls.len() } else { 0 };
        Self {
            request,
            facts: CallFacts::new(request, known),
            standings: vec![Standing::default(); transcript.results.len()],
            displaced: Displaced::default(),
            task: Task::new(request),
            files,
            again: Calls::default(),
            arguments: vec![u32::MAX; calls],
            said: 0,
            scratch: Vec::new(),
        }
    }

    fn place(&self, at: usize, result: &ToolResult) -> Place {
        let arguments = self.arguments.get(result.call_index()).copied().filter(|&at| at != u32::MAX);
        let bytes = size_of(self.request, result);
        let turn = self.request.transcript.call(result).map_or(0, ToolCall::turn);
        Place { result: at as u32, arguments, message: result.message, turn, bytes }
    }

    /// Sees the arguments of a call, number `at` among the results.
    pub(super) fn see_arguments(&mut self, at: usize, result: &ToolResult, call: &ToolCall) {
        let uses = self.facts.uses(result.call_index(), call);
        self.files.note_edit(&uses, self.place(at, result));
        if let Some(known) = self.arguments.get_mut(result.call_index()) {
            *known = at as u32;
        }
        let stays_whole = reads(&uses) || speaks(&mut self.facts, call);
        self.standings.get_mut(at).into_iter().for_each(|one| one.stays_whole = stays_whole);
    }

    pub(super) fn see_result(&mut self, at: usize, result: &ToolResult, call: &ToolCall) {
        let place = self.place(at, result);
        let (role, from) = classify(self.request, &mut self.facts, (at, result, call), &self.task, &mut self.said);
        let released = self.released(at, result, call, role, place.bytes as usize);
        let kind = self.facts.kind(result.call_index(), call);
        if let Some(one) = self.standings.get_mut(at) {
            let over_cap = role == ResultRole::User && released != KEPT;
            *one = Standing { role, from, released, over_cap, kind, ..Standing::default() };
        }
        if role != ResultRole::Program {
            self.see_again(at, result, call, role);
        }
        if result.error != ErrorMarker::Yes {
            let uses = self.facts.uses(result.call_index(), call);
            // An answer that the file is as it was leaves the place to the read that it refers to.
            let is_text = role == ResultRole::File && !is_reference(self.request, at, result);
            self.files.note_result(&uses, place, is_text);
        }
    }

    /// The message from which on age decides about a result of so many UTF-16 units.
    fn released(&mut self, at: usize, result: &ToolResult, call: &ToolCall, role: ResultRole, chars: usize) -> u32 {
        match role {
            ResultRole::Program | ResultRole::Retrieved => KEPT,
            ResultRole::User if chars <= MAX_USER_CHARS => KEPT,
            ResultRole::Task if chars <= MAX_TASK_CHARS => KEPT,
            ResultRole::State | ResultRole::Instruction => {
                let key = self.facts.key(result.call_index(), call, role == ResultRole::Instruction);
                let standings = &mut self.standings;
                self.displaced.push((at, result.message), (role, key), chars, |older, message, because| {
                    let Some(one) = standings.get_mut(older) else { return };
                    // What the cap let go before stays gone.
                    one.released = one.released.min(message);
                    one.over_cap = because == Because::Cap;
                });
                KEPT
            }
            _ => 0,
        }
    }

    /// Keeps a result that came again after the earlier one was old.
    fn see_again(&mut self, at: usize, result: &ToolResult, call: &ToolCall, role: ResultRole) {
        let key = self.facts.fetch_key(result.call_index(), call);
        let uses = self.facts.uses(result.call_index(), call);
        let earlier = self.again.push((at as u32, result.message), (key, role), &uses);
        let Some(earlier) = earlier.filter(|&earlier| earlier != at as u32) else { return };
        let is_gone = is_own(self.request, earlier as usize, &mut self.scratch);
        if is_gone {
            self.again.note_gone();
        }
        let is_old = is_gone
            || (!self.files.holds(earlier)
                && is_ready(self.request, earlier as usize, result.message, &self.standings));
        let is_new = is_old && !is_own(self.request, at, &mut self.scratch);
        if let Some(one) = self.standings.get_mut(at).filter(|one| is_new && one.released == 0) {
            (one.released, one.again) = (KEPT, true);
        }
    }

    pub(super) fn into_roles(self) -> Roles {
        Roles {
            standings: self.standings,
            holds: self.files.into_holds(),
            again: self.again.into_found(),
            call_keys: self.facts.into_keys(),
        }
    }
}

/// Whether the result number `at` came with our own text.
fn is_own(request: &Request<'_>, at: usize, scratch: &mut Vec<u8>) -> bool {
    let result = request.transcript.results.get(at);
    result.and_then(|result| Some((result, request.transcript.call(result)?))).is_some_and(|(result, call)| {
        is_own_text(request, result, call, request.rule_of(call), &request.sent_facts(call, result), scratch)
    })
}

/// Whether the age of the result number `at` let it go before `message`.
fn is_ready(request: &Request<'_>, at: usize, message: u32, standings: &[Standing]) -> bool {
    let Some((result, standing)) = request.transcript.results.get(at).zip(standings.get(at)) else { return false };
    let call = request.transcript.call(result);
    let ready = call.map(|call| request.ready_message(at, call, request.rule_of(call)).max(standing.released));
    ready.is_some_and(|ready| ready < message)
}

/// Whether a call's arguments are sentences: a plan, what is to be done, what a sub-agent is told, or a question.
fn speaks(facts: &mut CallFacts<'_>, call: &ToolCall) -> bool {
    matches!(
        facts.role_of_policy(call).or_else(|| facts.role_of_name(call)),
        Some(ResultRole::User | ResultRole::State | ResultRole::Report | ResultRole::Instruction)
    )
}
