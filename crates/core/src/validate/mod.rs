//! Finds the reasons why a provider would reject a request.
//!
//! ```text
//! body ─scan→ Index ─shape→ all are objects? ─wire's rules→ rows, in document order
//!                ├─ repeated keys
//!                └─ half surrogates
//! ```
//! Of a repeated key all rules read the last value. Linear in the body; nothing recurses. `docs/validation.md` explains the rules and names their sources. The texts are put
//! together in TypeScript.

mod anthropic;
mod anthropic_blocks;
mod anthropic_server;
mod breakpoints;
mod chat;
mod chat_calls;
mod form;
mod gemini;
mod gemini_parts;
mod ids;
mod limits;
mod responses;
mod responses_items;
mod rows;
mod rule;
mod settings;
mod shape;
mod surrogates;
mod vendor;
mod walk;

pub use form::{Chars, Form};
pub use rows::{Detail, Place, Row};
pub use rule::{About, Rule};
pub use vendor::MODEL_VENDORS;

use crate::error::Unreadable;
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::Level;
use crate::span::Span;
use crate::wire::{Wire, detect};
use breakpoints::Inner;
use rows::{Rows, Site};
use walk::{container, is_present};

/// Bytes kept for each list between requests.
const KEPT_BYTES: usize = 1 << 20;

/// Settings of one validation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValidateOptions<'o> {
    /// The request's wire; none: recognised by its shape.
    pub wire: Option<Wire>,
    /// The model, if the body does not name it.
    pub model: Option<&'o str>,
}

/// Validates requests one after the other and reuses its memory.
pub struct Validator {
    level: Level,
    index: Index,
    inner: Index,
    rows: Rows,
}

impl Default for Validator {
    fn default() -> Self {
        Self::new(Level::detect())
    }
}

impl Validator {
    /// For one instruction set; [`Validator::default`] uses the fastest.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self { level, index: Index::default(), inner: Index::default(), rows: Rows::default() }
    }

    /// All violations in `body`, in document order, and the wire that it was read as. Linear.
    ///
    /// # Errors
    /// [`Unreadable`] is the reason why `body` cannot be judged.
    pub fn validate(&mut self, body: &[u8], options: ValidateOptions<'_>) -> Result<(Wire, &[Row]), Unreadable> {
        self.index.reset(KEPT_BYTES);
        self.inner.reset(KEPT_BYTES);
        crate::scratch::reset(&mut self.rows.0, KEPT_BYTES);
        self.index.build(body, self.level, Listing::Conversation)?;
        let wire = options.wire.map_or_else(|| detect(&self.index, body), Ok)?;
        let root = Root::read(Cursor::new(body, self.index.entries()), wire);
        let inner = Inner { index: &mut self.inner, level: self.level };
        check(body, wire, &root, inner, options.model, &mut self.rows)?;
        self.rows.sort();
        Ok((wire, &self.rows.0))
    }
}

/// The members of the request that rules look at.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent observation")]
struct Root<'a> {
    conversation: Option<Cursor<'a>>,
    /// The conversation's key occurs more than once.
    repeated: bool,
    tools: Option<Span>,
    system: Option<Span>,
    thinking: Option<Span>,
    automatic_breakpoint: bool,
    model: Option<Span>,
    /// A message thread: the provider has what came before.
    thread: Option<Span>,
    unstored: bool,
    responses_delta: bool,
    gemini_delta: bool,
    settings: settings::Settings,
}

const fn conversation_key(wire: Wire) -> Key {
    match wire {
        Wire::OpenAiChat | Wire::Anthropic => Key::Messages,
        Wire::OpenAiResponses => Key::Input,
        Wire::Gemini => Key::Contents,
    }
}

impl<'a> Root<'a> {
    fn read(mut cursor: Cursor<'a>, wire: Wire) -> Self {
        let mut root = Self::default();
        let (mut previous, mut kept) = (false, false);
        let list = |value: &Cursor<'_>| container(value).filter(|_| value.kind() == Kind::Array);
        cursor.members(|key, value| {
            root.settings.note(key, value);
            match key {
                Key::Tools => root.tools = list(value),
                Key::System => root.system = list(value),
                Key::Thinking => root.thinking = container(value).filter(|_| value.kind() == Kind::Object),
                Key::CacheControl => root.automatic_breakpoint = is_present(value),
                Key::Model => root.model = value.string().map(Span::inside),
                Key::Thread => root.thread = container(value).filter(|_| value.kind() == Kind::Object),
                Key::Store => root.unstored = value.is_false(),
                Key::PreviousResponseId => previous = value.kind() == Kind::String,
                Key::Conversation => kept = matches!(value.kind(), Kind::String | Kind::Object),
                Key::CachedContent => root.gemini_delta = value.kind() == Kind::String,
                _ if key == conversation_key(wire) => {
                    root.repeated = root.conversation.is_some();
                    root.conversation = Some(value.clone());
                }
                _ => {}
            }
        });
        root.responses_delta = previous || kept;
        root
    }
}

fn check(
    body: &[u8],
    wire: Wire,
    root: &Root<'_>,
    mut inner: Inner<'_>,
    model: Option<&str>,
    rows: &mut Rows,
) -> Result<(), Unreadable> {
    let conversation = root.conversation.clone().ok_or(Unreadable::NoConversation)?;
    let list = Some(conversation.clone()).filter(|list| list.kind() == Kind::Array);
    let is_text = wire == Wire::OpenAiResponses && conversation.kind() == Kind::String;
    if list.is_none() && !is_text {
        return Err(Unreadable::NoConversation);
    }
    if root.repeated {
        rows.add(Rule::DUPLICATE_KEY, Site::request(conversation.offset()), Detail::None);
    }
    if list.clone().is_some_and(|list| !shape::check(list, rows)) {
        return Ok(());
    }
    surrogates::check(body, list.clone(), rows);
    let named = root.model.map(|name| crate::json::key::decoded(name.of(body)));
    let model = named.as_deref().or(model.map(str::as_bytes));
    match wire {
        Wire::OpenAiChat => settings::check_chat(body, root, vendor::of(model), &mut inner, rows),
        Wire::OpenAiResponses => settings::check_responses(body, root, vendor::of(model), &mut inner, rows),
        Wire::Gemini => settings::check_gemini(body, root, &mut inner, rows),
        Wire::Anthropic => {}
    }
    if wire != Wire::Anthropic {
        let vendor = if wire == Wire::Gemini { "google" } else { vendor::of(model) };
        limits::check((body, list.as_ref(), root.tools), vendor, None, &mut inner, rows);
    }
    let Some(list) = list else { return Ok(()) };
    match wire {
        Wire::OpenAiChat => chat::check(list, vendor::of(model), rows),
        Wire::OpenAiResponses => {
            let request = responses_items::Request { is_unstored: root.unstored, vendor: vendor::of(model) };
            responses::check(list, root.responses_delta, request, rows);
        }
        Wire::Anthropic => check_anthropic(body, &list, root, vendor::of_anthropic(model), &mut inner, rows),
        Wire::Gemini => {
            let signed = gemini::is_signed_model(model.unwrap_or_default());
            gemini::check(list, root.gemini_delta, signed, rows);
        }
    }
    Ok(())
}

fn check_anthropic(
    body: &[u8],
    list: &Cursor<'_>,
    root: &Root<'_>,
    vendor: &'static str,
    inner: &mut Inner<'_>,
    rows: &mut Rows,
) {
    let mut markers = Vec::new();
    if let Some(tools) = root.tools {
        inner.list(body, tools, Place::Tool, &mut markers, |_, _| {});
    }
    if let Some(system) = root.system {
        let check = |block: &mut Cursor<'_>, site| anthropic_blocks::check_system(block, site, rows);
        inner.list(body, system, Place::System, &mut markers, check);
    }
    let thinks = inner.says(body, root.thinking, Key::Type, b"enabled");
    let is_delta = inner.has_text(body, root.thread, Key::Id);
    let request = anthropic::Request { thinks, is_delta, vendor };
    let (last_is_marked, seen) = anthropic::check(list.clone(), request, &mut markers, rows);
    let automatic = root.automatic_breakpoint && !last_is_marked;
    breakpoints::check(body, inner, &markers, automatic, rows);
    if vendor == "anthropic" {
        settings::check_anthropic(body, root, &seen.citations, inner, rows);
    }
    limits::check((body, Some(list), root.tools), vendor, Some(&seen.media), inner, rows);
}
