//! What each tool result is for, and what stays because of it. Structure decides first, then the tool's name and arguments,
//! then the text.
//!
//! ```text
//! program       a program made the call and alone gets the result          stays, byte for byte
//! user          answers, approvals, rejections of the user                 stays, word for word
//! instruction   skills, memories, rules files                              the newest load of each stays
//! task          the issue or review that the user's first words name       stays while it is short
//! state         lists of what is to be done, references to tools           the newest of each tool stays
//! retrieved     an original that the model asked for again                 stays
//! file          text of files                                              the working set stays ([`working_set`])
//! report        what a sub-agent reports                                   its head, its paths and its end stay
//! failure       output of what failed                                      its error lines stay
//! observation   all else                                                   its age decides
//! ```
//! Whatever stays follows from what came before it and from later calls alone, so that every later request finds the same.

mod again;
mod call_facts;
mod displaced;
mod names;
mod said;
mod task;
mod working_set;

pub use again::Again;
pub use working_set::Stay;

use self::call_facts::CallFacts;
pub use self::call_facts::KnownUses;
use self::displaced::Displaced;
use self::names::role_of_name;
use self::said::{MAX_SAID_BYTES, says_user};
use self::task::Task;
use self::working_set::WorkingSet;
use super::keep_last::KEPT;
use super::own::is_own_text;
use super::{Reason, Request};
use crate::arrival::file_tools::ToolKind;
use crate::transcript::{Content, ErrorMarker, ToolCall, ToolResult};
use serde::Deserialize;

/// What a result is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the module says what each is")]
pub enum ResultRole {
    Program,
    User,
    Instruction,
    Task,
    State,
    Retrieved,
    File,
    Report,
    Failure,
    #[default]
    Observation,
}

/// What says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RoleFrom {
    /// The call's `caller`.
    Caller,
    /// The policy's own names.
    Policy,
    /// The tool's name.
    Name,
    /// The call's arguments.
    Arguments,
    /// The result's text.
    Text,
    /// The wire's mark of an error.
    Flag,
    /// Nothing says anything.
    #[default]
    Nothing,
}

/// The role of one result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    /// What it is for.
    pub role: ResultRole,
    /// What says so.
    pub from: RoleFrom,
    /// The message from which on its age decides; [`KEPT`] while none does.
    pub(super) released: u32,
    /// Its tool finds or changes files.
    is_search: bool,
    /// It was read or asked for again after it was old.
    pub(super) again: bool,
    /// Of arguments: they say what a result is for, or have sentences of a plan, a list or a task.
    stays_whole: bool,
}

/// The roles of a request's results, and what follows from them.
#[derive(Default)]
pub struct Roles {
    /// By result; empty if the policy knows no roles.
    standings: Vec<Standing>,
    /// Files' texts that stay, and for how long.
    pub(super) holds: Vec<Stay>,
    /// Results that came again.
    pub(super) again: Vec<Again>,
}

/// Most bytes of all texts together that are kept because they say that they are the user's.
const MAX_SAID_TOTAL_BYTES: usize = 4 * MAX_SAID_BYTES;
/// Most bytes of one result that is kept because its tool's name says that it is the user's.
const MAX_USER_BYTES: usize = 200_000;
/// Longest text, in bytes, of a task that stays whole.
const MAX_TASK_BYTES: usize = 24_000;

impl Roles {
    /// The standing of the result number `at`.
    pub fn standing(&self, at: usize) -> Standing {
        self.standings.get(at).copied().unwrap_or_default()
    }

    /// The same of a result; none if the policy knows no roles, or if it is something else that was planned.
    pub(crate) fn of(&self, at: usize, result: &ToolResult) -> Option<Standing> {
        self.standings.get(at).copied().filter(|_| result.content.is_result())
    }

    /// Whether output that fails may be in the result number `at`: not of files and searches, nor where something else is known.
    pub(super) fn may_fail(&self, at: usize) -> bool {
        self.standings.get(at).is_some_and(|one| one.role == ResultRole::Observation && !one.is_search)
    }

    /// Whether the arguments number `at` may be shortened.
    pub(super) fn arguments_may_go(&self, at: usize) -> bool {
        !self.standings.get(at).is_some_and(|one| one.stays_whole)
    }

    /// Says that results are output of what failed.
    pub(super) fn note_failures(&mut self, results: &[u32]) {
        for &at in results {
            if let Some(one) = self.standings.get_mut(at as usize).filter(|one| one.role == ResultRole::Observation) {
                (one.role, one.from) = (ResultRole::Failure, RoleFrom::Text);
            }
        }
    }

    /// Finds the roles of all results of `request`. O(n log n) in its results, and linear in the arguments of calls of files'
    /// tools and shells.
    pub(super) fn find(request: &Request<'_>, known: &mut KnownUses) -> Self {
        let Some(policy) = &request.policy.roles else { return Self::default() };
        let transcript = request.transcript;
        let mut facts = CallFacts::new(request, known);
        let mut standings = vec![Standing::default(); transcript.results.len()];
        let (mut displaced, task) = (Displaced::default(), Task::new(request));
        let (mut files, mut again) = (WorkingSet::new(policy.working_set_files), again::Calls::default());
        let (mut said, mut scratch) = (0, Vec::new());
        // By call: its arguments among the results.
        let mut arguments =
            if transcript.argument_count > 0 { vec![u32::MAX; transcript.calls.len()] } else { Vec::new() };
        for (at, result) in transcript.results.iter().enumerate() {
            let is_result = result.content.is_result();
            let Some(call) = transcript.call(result).filter(|_| is_result || is_arguments(result)) else { continue };
            let uses = facts.uses(result.call_index(), call);
            let place = working_set::Place {
                result: at as u32,
                arguments: arguments.get(result.call_index()).copied().filter(|&at| at != u32::MAX),
                message: result.message,
                bytes: bytes_of(request, result),
            };
            if !is_result {
                if let Some(known) = arguments.get_mut(result.call_index()) {
                    *known = at as u32;
                }
                files.note_edit(&uses, place);
                let says = working_set::reads(&uses) || speaks(request, &mut facts, call);
                standings.get_mut(at).into_iter().for_each(|one| one.stays_whole = says);
                continue;
            }
            let (role, from) = classify(request, &mut facts, result, &task, &mut said);
            let bytes = place.bytes as usize;
            let released = match role {
                ResultRole::Program | ResultRole::Retrieved => KEPT,
                ResultRole::User if bytes <= MAX_USER_BYTES => KEPT,
                ResultRole::Task if bytes <= MAX_TASK_BYTES => KEPT,
                ResultRole::State | ResultRole::Instruction => {
                    let key = facts.key(call, role == ResultRole::Instruction);
                    displaced.push((at, result.message), (role, key), bytes, |at, message| {
                        if let Some(older) = standings.get_mut(at) {
                            older.released = message;
                        }
                    });
                    KEPT
                }
                _ => 0,
            };
            if let Some(one) = standings.get_mut(at) {
                let is_search = matches!(facts.kind(call), Some(ToolKind::Search | ToolKind::Edit));
                *one = Standing { role, from, released, is_search, again: false, stays_whole: false };
            }
            if role != ResultRole::Program {
                let key = (!facts.says_new(call)).then(|| facts.key(call, true));
                let uses = facts.uses(result.call_index(), call);
                let earlier = again.push((at as u32, result.message), (key, role), &uses);
                if let Some(earlier) = earlier.filter(|&earlier| earlier != at as u32) {
                    let is_gone = is_own(request, earlier as usize, &mut scratch);
                    if is_gone {
                        again.note_gone();
                    }
                    let is_old = is_gone
                        || (!files.holds(earlier) && is_ready(request, earlier as usize, result.message, &standings));
                    let is_new = is_old && !is_own(request, at, &mut scratch);
                    if let Some(one) = standings.get_mut(at).filter(|one| is_new && one.released == 0) {
                        (one.released, one.again) = (KEPT, true);
                    }
                }
            }
            let uses = facts.uses(result.call_index(), call);
            if result.error != ErrorMarker::Yes {
                files.note_result(&uses, place, role == ResultRole::File);
            }
        }
        Self { standings, holds: files.into_holds(), again: again.into_found() }
    }
}

/// The role that the name of a call's tool gives to its results, by the policy or by the table.
pub(super) fn role_by_name(request: &Request<'_>, call: &ToolCall) -> Option<ResultRole> {
    let policy = request.policy.roles.as_ref()?;
    let codes = request.name_of(call);
    let own = policy.names.iter().find(|(_, glob)| glob.matches(&codes)).map(|&(role, _)| role);
    own.or_else(|| role_of_name(&codes.into_iter().filter_map(char::from_u32).collect::<String>()))
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
    let ready = call.map(|call| request.ready_message(at, result, call, request.rule_of(call)).max(standing.released));
    ready.is_some_and(|ready| ready < message)
}

/// Whether a call's arguments are sentences: a plan, what is to be done, what a sub-agent is told, or a question.
fn speaks(request: &Request<'_>, facts: &mut CallFacts<'_>, call: &ToolCall) -> bool {
    let names = request.policy.roles.as_ref().map_or(&[][..], |policy| &policy.names);
    let by_policy = || {
        let name = request.name_of(call);
        names.iter().find(|(_, glob)| glob.matches(&name)).map(|&(role, _)| role)
    };
    let role = if names.is_empty() { None } else { by_policy() };
    matches!(
        role.or_else(|| facts.role_of_name(call)),
        Some(ResultRole::User | ResultRole::State | ResultRole::Report | ResultRole::Instruction)
    )
}

const fn is_arguments(result: &ToolResult) -> bool {
    matches!(result.content, Content::Arguments(_))
}

/// Bytes of a result's texts, or of a call's arguments.
fn bytes_of(request: &Request<'_>, result: &ToolResult) -> u32 {
    if let Content::Arguments(arguments) = result.content {
        return arguments.value.byte_count() as u32;
    }
    request.transcript.texts(result).map(|part| part.text.byte_count() as u32).sum()
}

/// The role of a result, and what says so. `said`: bytes kept so far because of what texts say.
fn classify(
    request: &Request<'_>,
    facts: &mut CallFacts<'_>,
    result: &ToolResult,
    task: &Task,
    said: &mut usize,
) -> (ResultRole, RoleFrom) {
    let Some((call, policy)) = request.transcript.call(result).zip(request.policy.roles.as_ref()) else {
        return <(ResultRole, RoleFrom)>::default();
    };
    if call.is_by_program() {
        return (ResultRole::Program, RoleFrom::Caller);
    }
    let index = result.call_index();
    if !policy.names.is_empty() {
        let name = request.name_of(call);
        if let Some(&(role, _)) = policy.names.iter().find(|(_, glob)| glob.matches(&name)) {
            return (role, RoleFrom::Policy);
        }
    }
    let kind = facts.kind(call);
    if let Some(role) = facts.role_of_name(call) {
        // A shell is one by whatever name.
        let is_shell = role == ResultRole::User && facts.runs_command(call);
        let is_other = role == ResultRole::Task && !task.is_named(request, facts.arguments(call), result);
        if !is_shell && !is_other {
            return (role, RoleFrom::Name);
        }
    }
    let uses = facts.uses(index, call);
    if uses.iter().any(|one| one.is_instruction) && working_set::reads(&uses) {
        return (ResultRole::Instruction, RoleFrom::Arguments);
    }
    if matches!(kind, Some(ToolKind::Read)) || working_set::reads(&uses) {
        return (ResultRole::File, if kind.is_some() { RoleFrom::Name } else { RoleFrom::Arguments });
    }
    if kind == Some(ToolKind::Shell) && task.is_early(call) && task.is_view(&facts.command(call)) {
        return (ResultRole::Task, RoleFrom::Arguments);
    }
    let bytes = bytes_of(request, result) as usize;
    if !matches!(kind, Some(ToolKind::Search | ToolKind::Edit)) || result.error == ErrorMarker::Yes {
        let is_short = bytes <= MAX_SAID_BYTES && *said + bytes <= MAX_SAID_TOTAL_BYTES;
        if is_short && says_user(&facts.head_of(result)) {
            *said += bytes;
            return (ResultRole::User, RoleFrom::Text);
        }
    }
    match result.error {
        ErrorMarker::Yes => (ResultRole::Failure, RoleFrom::Flag),
        _ => <(ResultRole, RoleFrom)>::default(),
    }
}

/// Why a result that never goes stays.
pub(super) const fn reason_of(standing: Standing) -> Reason {
    match standing.role {
        _ if standing.again => Reason::Retrieved,
        ResultRole::Program => Reason::Program,
        ResultRole::User => Reason::User,
        ResultRole::Instruction => Reason::Instruction,
        ResultRole::Task => Reason::Task,
        ResultRole::State => Reason::State,
        ResultRole::Retrieved => Reason::Retrieved,
        ResultRole::File => Reason::WorkingSet,
        ResultRole::Report => Reason::Report,
        ResultRole::Failure => Reason::Error,
        ResultRole::Observation => Reason::Window,
    }
}
