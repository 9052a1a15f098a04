//! Anthropic's own tools: calls that the provider runs, and their results in the same turn.
//!
//! ```text
//! assistant [server_tool_use s, web_search_tool_result s, text] ─▶ user …
//! assistant [server_tool_use s, tool_use c] ─▶ user [tool_result c] ─▶ assistant [code_execution_tool_result s]
//! ```
//! A call stays open while results alone come back, because its result may follow them.

use super::anthropic_blocks::{Block, Type};
use super::form::{Chars, Form};
use super::ids::Ids;
use super::rows::{Detail, Rows, Site};
use super::rule::Rule;
use crate::span::Span;

super::rule::rules! {
    family AnthropicServer;

    ANTHROPIC_SERVER_CALL_ID_FORM = "anthropic/server-call-id-form" {
        text: "the id {id} of a server_tool_use is not srvtoolu_ and letters, digits or _; the provider says: server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
        source: "[ding113/claude-code-hub#470](https://github.com/ding113/claude-code-hub/issues/470), [BerriAI/litellm#31672](https://github.com/BerriAI/litellm/pull/31672)",
        forms: ["anthropic" => Form { prefix: "srvtoolu_", chars: Chars::Underscored, length: (10, 0) }],
    }

    ANTHROPIC_SERVER_CALL_WITHOUT_RESULT = "anthropic/server-call-without-result" {
        text: "the call {id}, which the provider ran, has no result when the user speaks again; the provider says: tool use with id was found without a corresponding result block",
        source: "[anthropics/anthropic-sdk-python#1339](https://github.com/anthropics/anthropic-sdk-python/issues/1339)",
    }

    ANTHROPIC_SERVER_RESULT_ORPHAN = "anthropic/server-result-orphan" {
        text: "the result of the provider's own tool answers {id}, which no block before it calls, as where a resumed log begins in its middle; the provider says: unexpected `tool_use_id` found. Each result block must have a corresponding `server_tool_use` block before it",
        source: "[anthropics/claude-code#64383](https://github.com/anthropics/claude-code/issues/64383), [anthropics/claude-code#95406](https://github.com/anthropics/claude-code/issues/95406)",
    }
}

struct Call {
    site: Site,
    id: Span,
    is_mcp: bool,
    answered: bool,
}

/// The open calls that the provider runs.
pub(super) struct ServerCalls<'a> {
    body: &'a [u8],
    is_delta: bool,
    vendor: &'static str,
    ids: Ids<'a>,
    list: Vec<Call>,
}

impl<'a> ServerCalls<'a> {
    pub fn new(body: &'a [u8], is_delta: bool, vendor: &'static str) -> Self {
        Self { body, is_delta, vendor, ids: Ids::new(body), list: Vec::new() }
    }

    /// Reads a block of the assistant.
    pub fn block(&mut self, block: &Block<'a>, site: Site, rows: &mut Rows) {
        match block.kind {
            Some(kind @ (Type::ServerUse | Type::McpUse)) => self.call(block, kind == Type::McpUse, site, rows),
            Some(kind @ (Type::ServerResult | Type::McpResult)) => {
                self.result(block, kind == Type::McpResult, site, rows);
            }
            _ => {}
        }
    }

    fn call(&mut self, block: &Block<'a>, is_mcp: bool, site: Site, rows: &mut Rows) {
        let Some(id) = block.id else {
            return rows.add(Rule::ANTHROPIC_CALL_WITHOUT_ID, site, Detail::None);
        };
        if !is_mcp {
            rows.form(Rule::ANTHROPIC_SERVER_CALL_ID_FORM, self.vendor.as_bytes(), site, id, self.body);
        }
        self.ids.push(id);
        self.list.push(Call { site, id, is_mcp, answered: false });
    }

    fn result(&mut self, block: &Block<'a>, is_mcp: bool, site: Site, rows: &mut Rows) {
        let Some(id) = block.tool_use_id else {
            return rows.add(Rule::ANTHROPIC_RESULT_WITHOUT_ID, site, Detail::None);
        };
        match self.ids.find(id).and_then(|at| self.list.get_mut(at)) {
            Some(call) if call.is_mcp == is_mcp => call.answered = true,
            _ if self.is_delta => {}
            _ => rows.add(Rule::ANTHROPIC_SERVER_RESULT_ORPHAN, site, Detail::Text(id)),
        }
    }

    /// The user speaks: the calls before must have their results.
    pub fn close(&mut self, rows: &mut Rows) {
        if self.list.is_empty() {
            return;
        }
        for call in self.list.drain(..).filter(|call| !call.answered) {
            rows.add(Rule::ANTHROPIC_SERVER_CALL_WITHOUT_RESULT, call.site, Detail::Text(call.id));
        }
        self.ids.clear();
    }
}
