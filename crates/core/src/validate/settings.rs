//! Settings beside the messages that no provider takes together, or takes empty.
//!
//! ```text
//! { cachedContent ─┬─ tools, toolConfig, systemInstruction    store: false ─── background: true
//!                  └─ what it has already                      defer_loading ─ without a search
//! ```

use super::Root;
use super::anthropic_blocks::{Block, Type};
use super::breakpoints::Inner;
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{container, each, is_present, member};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::span::Span;

super::rule::rules! {
    family Settings;

    GEMINI_CACHED_CONTENT_WITH_SETTINGS = "gemini/cached-content-with-settings" {
        text: "cachedContent stands beside tools, toolConfig or systemInstruction, which belong into the cached content; the provider says: CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config",
        source: "[567-labs/instructor#2580](https://github.com/567-labs/instructor/issues/2580), [langchain-ai/langchain-google#978](https://github.com/langchain-ai/langchain-google/issues/978), [BerriAI/litellm#17304](https://github.com/BerriAI/litellm/issues/17304)",
    }

    ANTHROPIC_MIXED_CITATIONS = "anthropic/mixed-citations" {
        text: "citations are enabled on some documents or search results of the request and not on this one, or the other way round; the provider takes them on all or on none",
        source: "[citations](https://platform.claude.com/docs/en/build-with-claude/citations), [search results](https://platform.claude.com/docs/en/build-with-claude/search-results), [UKGovernmentBEIS/inspect_ai#4527](https://github.com/UKGovernmentBEIS/inspect_ai/pull/4527)",
    }

    ANTHROPIC_CITATIONS_WITH_FORMAT = "anthropic/citations-with-format" {
        text: "citations are enabled, and output_config.format asks for a structure that leaves no room for them; the provider refuses the two together",
        source: "[citations](https://platform.claude.com/docs/en/build-with-claude/citations), [structured outputs](https://platform.claude.com/docs/en/build-with-claude/structured-outputs)",
    }

    ANTHROPIC_ALL_TOOLS_DEFERRED = "anthropic/all-tools-deferred" {
        text: "every tool is deferred, so none is there that could find one; the provider says: At least one tool must have defer_loading=false. All tools cannot be deferred",
        source: "[tool search](https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool), [nearai/ironclaw#7274](https://github.com/nearai/ironclaw/pull/7274)",
    }

    RESPONSES_DEFERRED_WITHOUT_SEARCH = "responses/deferred-without-search" {
        text: "a tool is deferred, and no tool of type tool_search is there to find it; the provider says: Invalid Value: 'tools.defer_loading'. Deferred tools require tools.tool_search",
        source: "[Wei-Shaw/sub2api#5942](https://github.com/Wei-Shaw/sub2api/issues/5942), [pydantic/pydantic-ai#5944](https://github.com/pydantic/pydantic-ai/pull/5944)",
    }

    RESPONSES_BACKGROUND_NOT_STORED = "responses/background-not-stored" {
        text: "background is true, and store is false: a response that is fetched later has to be stored; the provider refuses the two together",
        source: "[background mode](https://platform.openai.com/docs/guides/background), [agno-agi/agno#7444](https://github.com/agno-agi/agno/pull/7444)",
    }

    CHAT_TOOLS_EMPTY = "chat/tools-empty" {
        text: "tools is an empty list; leave the key out; the provider says: Invalid 'tools': empty array. Expected an array with minimum length 1, or: [] is too short - 'tools'",
        source: "[dnakov/anon-kode#20](https://github.com/dnakov/anon-kode/issues/20), [JetBrains/koog#786](https://github.com/JetBrains/koog/issues/786), [avante-corp/avante.nvim#2293](https://github.com/avante-corp/avante.nvim/issues/2293) (DeepSeek), [QwenLM/qwen-code#2054](https://github.com/QwenLM/qwen-code/issues/2054) (Qwen)",
    }
}

/// Vendors that refuse an empty list of tools in Chat Completions.
const REFUSE_NO_TOOLS: [&str; 3] = ["openai", "deepseek", "qwen"];

/// Members of the top object that are settings, by where their values begin.
#[derive(Default)]
pub(super) struct Settings {
    cached_content: Option<usize>,
    has_tool_config: bool,
    has_system_instruction: bool,
    background: Option<usize>,
    /// `output_config`, where the wire has one.
    output_config: Option<Span>,
    /// `output_format`, its older name.
    output_format: Option<usize>,
}

impl Settings {
    /// Notes a member.
    pub fn note(&mut self, key: Key, value: &Cursor<'_>) {
        let at = |is_there: bool| is_there.then(|| value.offset());
        match key {
            Key::CachedContent => self.cached_content = at(value.kind() == Kind::String),
            Key::ToolConfig => self.has_tool_config = value.kind() == Kind::Object,
            Key::SystemInstruction => self.has_system_instruction = is_present(value),
            Key::Background => self.background = at(value.is_true()),
            Key::Definitions => self.output_config = container(value).filter(|_| value.kind() == Kind::Object),
            Key::OutputFormat => self.output_format = at(value.kind() == Kind::Object),
            _ => {}
        }
    }
}

/// Whether the list of tools has an element.
fn has_tools(body: &[u8], tools: Option<Span>, inner: &mut Inner<'_>) -> bool {
    tools.and_then(|tools| inner.look(body, tools, |list| list.is_filled())).unwrap_or(false)
}

/// An empty list of tools.
pub(super) fn check_chat(body: &[u8], root: &Root<'_>, vendor: &str, inner: &mut Inner<'_>, rows: &mut Rows) {
    if let Some(tools) = root.tools
        && REFUSE_NO_TOOLS.contains(&vendor)
        && !has_tools(body, Some(tools), inner)
    {
        rows.add(Rule::CHAT_TOOLS_EMPTY, Site::request(tools.start as usize), Detail::None);
    }
}

/// What the cached content has already.
pub(super) fn check_gemini(body: &[u8], root: &Root<'_>, inner: &mut Inner<'_>, rows: &mut Rows) {
    let settings = &root.settings;
    let Some(at) = settings.cached_content else { return };
    if settings.has_tool_config || settings.has_system_instruction || has_tools(body, root.tools, inner) {
        rows.add(Rule::GEMINI_CACHED_CONTENT_WITH_SETTINGS, Site::request(at), Detail::None);
    }
}

/// Settings of `OpenAI` Responses, as its own models are asked.
pub(super) fn check_responses(body: &[u8], root: &Root<'_>, vendor: &str, inner: &mut Inner<'_>, rows: &mut Rows) {
    if vendor != "openai" {
        return;
    }
    if let Some(at) = root.settings.background.filter(|_| root.unstored) {
        rows.add(Rule::RESPONSES_BACKGROUND_NOT_STORED, Site::request(at), Detail::None);
    }
    if let Some(site) = root.tools.and_then(|tools| deferred_without_search(body, tools, inner)) {
        rows.add(Rule::RESPONSES_DEFERRED_WITHOUT_SEARCH, site, Detail::None);
    }
}

/// The first tool that is deferred, by itself or in a namespace, where no tool searches.
fn deferred_without_search(body: &[u8], tools: Span, inner: &mut Inner<'_>) -> Option<Site> {
    let (mut searches, mut deferred, mut namespaces) = (false, None, Vec::new());
    inner.look(body, tools, |list| {
        each(list, |at, tool| {
            let site = Site::request(0).element(Place::Tool, at, tools.start as usize + tool.offset());
            searches |= is_of_type(tool, b"tool_search");
            if is_deferred(tool) {
                deferred.get_or_insert(site);
            }
            if let Some(own) = member(tool, Key::Tools).and_then(|own| container(&own)) {
                namespaces.push((Span { start: own.start + tools.start, end: own.end + tools.start }, site));
            }
        });
    });
    if searches {
        return None;
    }
    let in_namespace = || {
        namespaces.iter().find_map(|&(list, site)| {
            let mut has_deferred = false;
            inner.look(body, list, |tools| each(tools, |_, tool| has_deferred |= is_deferred(tool)));
            has_deferred.then_some(site)
        })
    };
    deferred.or_else(in_namespace)
}

fn is_deferred(tool: &Cursor<'_>) -> bool {
    member(tool, Key::DeferLoading).is_some_and(|value| value.is_true())
}

fn is_of_type(tool: &Cursor<'_>, wanted: &[u8]) -> bool {
    let kind = member(tool, Key::Type);
    kind.is_some_and(|mut kind| kind.string_lookup(|text| (text == wanted).then_some(())).is_some())
}

/// Settings of Anthropic, and what its documents ask for.
pub(super) fn check_anthropic(
    body: &[u8],
    root: &Root<'_>,
    citations: &Citations,
    inner: &mut Inner<'_>,
    rows: &mut Rows,
) {
    if let Some(tools) = root.tools {
        let (mut count, mut deferred) = (0, 0);
        inner.look(body, tools, |list| {
            each(list, |_, tool| {
                count += 1;
                deferred += usize::from(is_deferred(tool));
            });
        });
        if count > 0 && deferred == count {
            rows.add(Rule::ANTHROPIC_ALL_TOOLS_DEFERRED, Site::request(tools.start as usize), Detail::None);
        }
    }
    if !citations.check(body, inner, rows) {
        return;
    }
    let Settings { output_config, output_format, .. } = root.settings;
    let has_format = |config: Cursor<'_>| member(&config, Key::Format).is_some_and(|format| is_present(&format));
    let format = output_config.filter(|&config| inner.look(body, config, has_format).unwrap_or(false));
    if let Some(at) = format.map(|config| config.start as usize).or(output_format) {
        rows.add(Rule::ANTHROPIC_CITATIONS_WITH_FORMAT, Site::request(at), Detail::None);
    }
}

/// The documents and search results of a request, with their settings of citations.
#[derive(Default)]
pub(super) struct Citations {
    documents: Vec<(Site, Option<Span>)>,
    search_results: Vec<(Site, Option<Span>)>,
}

impl Citations {
    /// Notes a block of a message or of a result.
    pub fn see(&mut self, block: &Block<'_>, site: Site) {
        match block.kind {
            Some(Type::Document) => self.documents.push((site, block.citations)),
            Some(Type::SearchResult) => self.search_results.push((site, block.citations)),
            _ => {}
        }
    }

    /// Reports a list in which some have citations and some have not. Returns whether one has them.
    fn check(&self, body: &[u8], inner: &mut Inner<'_>, rows: &mut Rows) -> bool {
        let is_enabled = |object: Cursor<'_>| member(&object, Key::Enabled).is_some_and(|value| value.is_true());
        let mut enabled = false;
        for list in [&self.documents, &self.search_results] {
            let mut first = None;
            for &(site, citations) in list {
                let is_cited = citations.and_then(|span| inner.look(body, span, is_enabled)).unwrap_or(false);
                enabled |= is_cited;
                if *first.get_or_insert(is_cited) != is_cited {
                    rows.add(Rule::ANTHROPIC_MIXED_CITATIONS, site, Detail::None);
                    break;
                }
            }
        }
        enabled
    }
}
