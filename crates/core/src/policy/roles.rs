//! What results of tools are for, as far as a policy says it.

use super::glob::Glob;
use serde::Deserialize;

/// What a result is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "`crate::plan::roles` says what each is")]
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

/// What a policy says of the roles of results ([`ResultRole`]).
#[derive(Debug)]
pub struct RolePolicy {
    /// Tools' names and what their results are for; the first that matches wins.
    pub names: Vec<(ResultRole, Glob)>,
    /// Most files whose text stays, the one that was used last among them.
    pub working_set_files: usize,
}

impl RolePolicy {
    /// The role that the policy gives to results of a tool; `name` is its decoded name as code points, empty if unknown.
    #[must_use]
    pub fn role_of(&self, name: &[u32]) -> Option<ResultRole> {
        self.names.iter().find(|(_, glob)| glob.matches(name)).map(|&(role, _)| role)
    }
}
