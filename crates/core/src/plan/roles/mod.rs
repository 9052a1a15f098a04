//! What each tool result is for, and what stays because of it. Structure decides first, then the tool's name and arguments,
//! then the text.
//!
//! ```text
//! program       a program made the call and alone gets the result          stays, byte for byte
//! user          answers, approvals, rejections of the user                 stays, word for word
//! instruction   skills, memories, rules files                              the newest load of each stays
//! task          the issue or review that the user's first words name       stays while it is short
//! state         lists of what is to be done, references to tools           the newest of each tool stays
//! retrieved     an original that the model asked for or read                stays
//! file          text of files                                              the working set stays ([`working_set`])
//! report        what a sub-agent reports                                   its head, its paths and its end stay
//! failure       output of what failed                                      its error lines stay
//! observation   all else                                                   its age decides
//! ```
//! Whatever stays follows from what came before it and from later calls alone, so that every later request finds the same.

mod again;
mod call_facts;
mod displaced;
mod finder;
mod names;
mod said;
mod task;
mod working_set;

pub use crate::policy::roles::ResultRole;
pub use again::Again;
pub use displaced::MAX_INSTRUCTION_CHARS;
pub use finder::MAX_USER_CHARS;
pub use working_set::Stay;

use self::call_facts::CallFacts;
pub use self::call_facts::KnownUses;
use self::finder::Finder;
use self::names::role_of_name;
use self::said::MAX_SAID_BYTES;
pub(super) use self::said::says_user;
use self::task::Task;
use self::working_set::WorkingSet;
use super::text_signs::Sign;
use super::{Reason, Request};
use crate::arrival::Loss;
use crate::arrival::file_tools::ToolKind;
use crate::transcript::{Content, ErrorMarker, ToolCall, ToolResult};

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
    /// The message from which on its age decides; `KEPT` while none does ([`super::keep_last::KEPT`]).
    pub(super) released: u32,
    /// It is above a cap of what stays ([`MAX_INSTRUCTION_CHARS`], [`MAX_USER_CHARS`]), and no newer one is in its place.
    over_cap: bool,
    /// What its tool does, as far as its name says.
    kind: Option<ToolKind>,
    /// It was read or asked for again after it was old.
    pub(super) again: bool,
    /// Of arguments: they say what a result is for, or have sentences of a plan, a list or a task.
    stays_whole: bool,
}

impl Standing {
    /// Whether it is above the cap of a role.
    pub(crate) fn is_over_cap_of(self, role: ResultRole) -> bool {
        self.over_cap && self.role == role
    }
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
    /// By call: [`Request::call_key`]; 0 where nobody asked.
    call_keys: Vec<u128>,
}

/// Most bytes of all texts together that are kept because they say that they are the user's.
const MAX_SAID_TOTAL_BYTES: usize = 4 * MAX_SAID_BYTES;

/// Most bytes of records that stay whole when they come.
const MAX_RECORDS_BYTES: usize = 16_000;

impl Roles {
    /// The standing of the result number `at`.
    #[must_use]
    pub fn standing(&self, at: usize) -> Standing {
        self.standings.get(at).copied().unwrap_or_default()
    }

    /// The same of a result; none if the policy knows no roles, or if it is something else that was planned.
    pub(crate) fn of(&self, at: usize, result: &ToolResult) -> Option<Standing> {
        self.standings.get(at).copied().filter(|_| result.content.is_result())
    }

    /// [`Request::call_key`] of the call number `index`, if it is known.
    pub(super) fn call_key(&self, index: usize) -> Option<u128> {
        self.call_keys.get(index).copied().filter(|&key| key != 0)
    }

    /// Whether output that fails may be in the result number `at`: not of files and searches, nor where something else is known.
    pub(super) fn may_fail(&self, at: usize) -> bool {
        let finds = |one: &Standing| matches!(one.kind, Some(ToolKind::Search | ToolKind::Edit));
        self.standings.get(at).is_some_and(|one| one.role == ResultRole::Observation && !finds(one))
    }

    /// Whether the result number `at` may lose text when it is first sent: nothing says that it stays whole.
    pub(super) fn may_lose(&self, at: usize) -> bool {
        let Standing { role, again, .. } = self.standing(at);
        !again && matches!(role, ResultRole::Observation | ResultRole::Failure)
    }

    /// What the text `raw` of the result number `at` may lose of `loss`: an answer picks from all of a list or an object that is
    /// not too long, from a tool that neither shows files nor runs commands.
    pub(super) fn loss_within(&self, at: usize, raw: &[u8], loss: Loss) -> Loss {
        let is_record = matches!((raw.first(), raw.last()), (Some(b'{' | b'['), Some(b'}' | b']')));
        let is_of_unknown = || self.standings.get(at).is_some_and(|one| one.kind.is_none());
        let stays = loss == Loss::Anything && is_record && raw.len() <= MAX_RECORDS_BYTES && is_of_unknown();
        if stays { Loss::Passed } else { loss }
    }

    /// Whether the result number `at` is of a call or a read that came before.
    pub(super) fn came_again(&self, at: usize) -> bool {
        self.again.binary_search_by_key(&(at as u32), |one| one.result).is_ok()
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
    /// tools and shells that are not `known`.
    pub(super) fn find(request: &Request<'_>, known: &mut KnownUses) -> Self {
        let Some(policy) = &request.policy.roles else { return Self::default() };
        let prompts = request.transcript.prompts();
        let files = WorkingSet::new(policy.working_set_files, request.policy.cache.budget, prompts);
        let mut finder = Finder::new(request, known, files);
        for (at, result) in request.transcript.results.iter().enumerate() {
            match request.transcript.call(result) {
                Some(call) if is_arguments(result) => finder.see_arguments(at, result, call),
                Some(call) if result.content.is_result() => finder.see_result(at, result, call),
                _ => {}
            }
        }
        finder.into_roles()
    }
}

/// The role that a tool's name, in code points, gives to its results, by the policy or by the table.
pub(super) fn role_by_name(request: &Request<'_>, name: &[u32]) -> Option<ResultRole> {
    let policy = request.policy.roles.as_ref()?;
    policy.role_of(name).or_else(|| role_of_name(&name.iter().copied().filter_map(char::from_u32).collect::<String>()))
}

const fn is_arguments(result: &ToolResult) -> bool {
    matches!(result.content, Content::Arguments(_))
}

/// UTF-16 units of a result's texts, or of a call's arguments.
fn size_of(request: &Request<'_>, result: &ToolResult) -> u32 {
    if let Content::Arguments(arguments) = result.content {
        return request.lengths.chars(arguments.value) as u32;
    }
    request.came_chars(result) as u32
}

/// The role of the result number `at`, and what says so. `said`: bytes kept so far because of what texts say.
fn classify(
    request: &Request<'_>,
    facts: &mut CallFacts<'_>,
    (at, result, call): (usize, &ToolResult, &ToolCall),
    task: &Task<'_>,
    said: &mut usize,
) -> (ResultRole, RoleFrom) {
    if call.is_by_program() {
        return (ResultRole::Program, RoleFrom::Caller);
    }
    let index = result.call_index();
    if let Some(role) = facts.role_of_policy(call) {
        return (role, RoleFrom::Policy);
    }
    let kind = facts.kind(index, call);
    if let Some(role) = facts.role_of_name(call) {
        // A shell is one by whatever name.
        let is_shell = role == ResultRole::User && facts.runs_command(call);
        let is_other = role == ResultRole::Task && !(Task::is_early(call) && task.names(&facts.arguments(call)));
        if !is_shell && !is_other {
            return (role, RoleFrom::Name);
        }
    }
    let uses = facts.uses(index, call);
    if uses.iter().any(|one| one.is_original) && working_set::reads(&uses) {
        return (ResultRole::Retrieved, RoleFrom::Arguments);
    }
    if uses.iter().any(|one| one.is_instruction) && working_set::reads(&uses) {
        return (ResultRole::Instruction, RoleFrom::Arguments);
    }
    if matches!(kind, Some(ToolKind::Read)) || working_set::reads(&uses) {
        return (ResultRole::File, if facts.has_known_name(call) { RoleFrom::Name } else { RoleFrom::Arguments });
    }
    if kind == Some(ToolKind::Shell) && Task::is_early(call) && task.is_view(&facts.command(call)) {
        return (ResultRole::Task, RoleFrom::Arguments);
    }
    let bytes = size_of(request, result) as usize;
    if !matches!(kind, Some(ToolKind::Search | ToolKind::Edit)) || result.error == ErrorMarker::Yes {
        let is_short = bytes <= MAX_SAID_BYTES && *said + bytes <= MAX_SAID_TOTAL_BYTES;
        if is_short && request.begins_with(Sign::SaysUser, at, result) {
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
