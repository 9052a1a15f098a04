//! Results whose calls the body does not have, because the provider keeps what came before (`previous_response_id`,
//! `conversation`, `cachedContent`). Such a result is of any tool that the request defines, or of the one that it names, so
//! nothing is done to it that may not be done to the results of all these.

use super::Request;
use super::roles::{ResultRole, role_by_name};
use crate::arrival::file_tools::{ToolKind, kind_of_tool};
use crate::json::key::decoded;
use crate::json::tokens::{JsonTokens, Token};
use crate::transcript::ToolCall;
use memchr::memmem;

/// What the tools are among which a result's may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unseen {
    /// The result may be a file's text, which is edited by exact match.
    pub(super) may_be_file: bool,
    /// The result may be what the user said.
    pub(super) may_be_user: bool,
    /// Every tool's results may lose something.
    pub(super) may_lose: bool,
}

impl Unseen {
    /// Of a call; `tools` are [`Unseen::of_tools`].
    pub(super) fn of(request: &Request<'_>, call: &ToolCall, tools: Self) -> Self {
        call.name().map_or(tools, |name| Self::of_name(request, &decoded(name.of(request.body))))
    }

    /// Of the request's definitions of tools; of a request that names none, all is possible.
    pub(super) fn of_tools(request: &Request<'_>) -> Self {
        let mut all: Option<Self> = None;
        let mut names = false;
        for token in JsonTokens::new(request.body, request.transcript.definitions) {
            match token {
                Token::Name(name) => {
                    names = matches!(&*decoded(name.inside().of(request.body)), b"name" | b"type");
                }
                Token::Text(text) if names => {
                    let one = Self::of_name(request, &decoded(text.inside().of(request.body)));
                    all = Some(all.map_or(one, |all| all.and(one)));
                }
                _ => {}
            }
        }
        all.unwrap_or(Self { may_be_file: true, may_be_user: true, may_lose: false })
    }

    fn of_name(request: &Request<'_>, name: &[u8]) -> Self {
        let name = String::from_utf8_lossy(name);
        let role = role_by_name(request, &name.chars().map(u32::from).collect::<Vec<u32>>());
        let kind = kind_of_tool(&name);
        Self {
            may_be_file: kind.is_some_and(|kind| kind != ToolKind::Search),
            may_be_user: matches!(role, Some(ResultRole::User | ResultRole::Program)),
            may_lose: kind.is_none_or(|kind| kind == ToolKind::Search)
                && role.is_none_or(|role| role == ResultRole::Observation),
        }
    }

    const fn and(self, other: Self) -> Self {
        Self {
            may_be_file: self.may_be_file || other.may_be_file,
            may_be_user: self.may_be_user || other.may_be_user,
            may_lose: self.may_lose && other.may_lose,
        }
    }
}

/// Whether a raw text has an escape character, as what a terminal shows has and files do not.
pub(super) fn has_escape(raw: &[u8]) -> bool {
    memmem::find_iter(raw, br"\u001").any(|at| {
        let before = raw.get(..at).unwrap_or_default();
        let backslashes = before.iter().rev().take_while(|byte| **byte == b'\\').count();
        backslashes.is_multiple_of(2) && matches!(raw.get(at + 5), Some(b'b' | b'B'))
    })
}
