//! The whole journey: scan → repair → read → plan → splice.

use crate::definitions;
use crate::edit::list::{EditBuilder, EditList};
use crate::edit::splice::splice_into;
use crate::edit::surrogates::Repairs;
use crate::error::Unreadable;
use crate::handle::Handles;
use crate::json::cursor::Cursor;
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::{Lengths, Level, release_freed};
use crate::over::Over;
use crate::plan::roles::Roles;
use crate::plan::{
    Asked, CacheOutcome, DELIMITER, Decision, Margins, Memory, Output, OutputForm, PlacedReference, Planner,
    sent_before,
};
use crate::policy::Policy;
use crate::scratch::reset;
use crate::span::Span;
use crate::transcript::identity::Landmarks;
use crate::transcript::{ThinkingWish, Transcript};
use crate::wire::{self, ReadOptions, Wire};

/// Bytes that a [`Reducer`] keeps for each of its lists between requests. A list that needed more for the last request
/// keeps what [`reset`] leaves it, so that repeated large requests need no fresh pages each time.
const KEPT_BYTES: usize = 1 << 20;
/// Bytes above which an index is freed as soon as it is read, before planning needs memory.
const INDEX_BYTES: usize = 9 << 19;
/// Bytes above which a list that only planning reads is freed, before writing needs memory.
const PLANNED_BYTES: usize = 1 << 20;

/// Settings of one request, in addition to the policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The request's wire; none: recognised by its shape.
    pub wire: Option<Wire>,
    /// Measures all message text. Default: false.
    pub measure: bool,
    /// Lists also the results that stay as they are. Default: false.
    pub explain: bool,
    /// Tells whether the policy's budget is missed and met beyond doubt. Default: false.
    pub margins: bool,
    /// The model, if the body does not name it.
    pub model: Option<&'a str>,
    /// The endpoint's host, for a model whose name says nothing.
    pub host: Option<&'a str>,
    /// Facts that the caller remembers from earlier requests.
    pub memory: Memory<'a>,
    /// Whose conversation it is, for handles. Default: of the tenant with the empty name.
    pub tenant: Option<&'a str>,
}

/// Reduces requests one after the other and reuses its memory. Not shared between threads.
pub struct Reducer {
    level: Level,
    index: Index,
    transcript: Transcript,
    planner: Planner,
    repairs: Repairs,
    edits: EditBuilder,
    decisions: Vec<Decision>,
    cache: CacheOutcome,
    definitions: definitions::Smaller,
    wire: Option<Wire>,
    body_bytes: usize,
}

impl Default for Reducer {
    fn default() -> Self {
        Self::new(Level::detect())
    }
}

/// What a request says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The wire it was read as.
    pub wire: Wire,
    /// Elements of its list of messages.
    pub messages: u32,
    /// The model's name as JSON, quotes included; empty if the body has none.
    pub model: Span,
}

/// What would change in one body.
pub struct Plan<'a> {
    /// The body that was read: without half surrogate pairs, if the policy repairs them.
    pub body: &'a [u8],
    /// The wire it was read as.
    pub wire: Option<Wire>,
    /// The request as spans of the body.
    pub transcript: &'a Transcript,
    /// The decisions, in document order.
    pub decisions: &'a [Decision],
    /// The pointers that edits put in, in document order.
    pub references: &'a [PlacedReference],
    /// What the results are for.
    pub roles: &'a Roles,
    /// When the boundary of masking moved.
    pub cache: CacheOutcome,
    /// Definitions of tools that edits make smaller.
    pub definitions: definitions::Smaller,
    /// The changes to `body`.
    pub edits: EditList<'a>,
    /// Byte offsets of repaired half pairs that no edit replaces, ascending.
    pub repairs: &'a [u32],
}

impl Reducer {
    /// For one instruction set; [`Reducer::default`] uses the fastest.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self {
            level,
            index: Index::default(),
            transcript: Transcript::default(),
            planner: Planner::new(level),
            repairs: Repairs::default(),
            edits: EditBuilder::default(),
            decisions: Vec::new(),
            cache: CacheOutcome::default(),
            definitions: definitions::Smaller::default(),
            wire: None,
            body_bytes: 0,
        }
    }

    /// Plans the changes to `body`; changes nothing yet. Linear in the body.
    ///
    /// # Errors
    /// [`Unreadable`] is the reason why the body must pass through unchanged. [`Reducer::wire`] is then the recognised
    /// wire.
    pub fn plan<'a>(
        &'a mut self,
        body: &'a [u8],
        policy: &Policy,
        options: Options<'_>,
    ) -> Result<Plan<'a>, Unreadable> {
        self.reset();
        let needle = policy.dispatch.as_ref().map(|_| &*DELIMITER);
        self.index.build_with_needle(body, self.level, Listing::Conversation, needle)?;
        self.body_bytes = body.len();
        if policy.repair_surrogates {
            self.repairs.find(body);
        }
        let (given, body) = (body, self.repairs.applied(body));
        let wire = options.wire.map_or_else(|| wire::detect(&self.index, body), Ok)?;
        self.wire = Some(wire);
        let cursor = Cursor::new(body, self.index.entries());
        let lengths = self.index.lengths(body, self.level);
        let read = read_options(lengths, policy, options);
        wire::read(wire, cursor.clone(), read, &mut self.transcript)?;
        let over = read_due((wire, cursor), read, policy, &mut self.transcript)?;
        self.index.shrink_entries(INDEX_BYTES);
        if policy.masks || policy.arrival.is_on() || policy.dedupe.is_some() {
            let lengths = self.index.lengths(body, self.level);
            let (edits, decisions) = (&mut self.edits, &mut self.decisions);
            let has_delimiter = self.index.has_needle() || lengths.ascii_escapes;
            let tenant = options.tenant.unwrap_or_default();
            let handles = policy.handle_key.as_ref().map(|key| Handles::new(key.as_bytes(), tenant));
            let Options { explain, margins, memory, .. } = options;
            let asked = Asked { explain, margins, memory, has_delimiter, handles: handles.as_ref() };
            self.cache = self.planner.plan(lengths, &self.transcript, policy, asked, edits, decisions);
        }
        self.definitions = define((body, self.level), &self.transcript, policy, options.memory, &mut self.edits);
        // What finds definitions that are left out is one more.
        self.cache.margins.has_room &= !policy.defers();
        if let Some(over) = over {
            let bytes = self.edits.finish(body.len()).map_err(|_| Unreadable::Defect)?.output_bytes();
            self.cache.fits &= over.fits(bytes, &self.transcript, &self.decisions);
            self.cache.margins = Margins::default();
        }
        self.index.shrink_lengths(PLANNED_BYTES);
        self.transcript.shrink_planned(PLANNED_BYTES);
        release_freed(body);
        if policy.repair_surrogates {
            let edits = self.edits.finish(given.len()).map_err(|_| Unreadable::Defect)?;
            self.repairs.drop_inside(edits.edits());
        }
        self.planned(given).ok_or(Unreadable::Defect)
    }

    /// The result of the last successful [`Reducer::plan`]; none if `body` cannot be the body of that plan.
    #[must_use]
    pub fn planned<'a>(&'a self, body: &'a [u8]) -> Option<Plan<'a>> {
        let edits = self.edits.finish(body.len()).ok()?;
        let same = self.wire.is_some() && body.len() == self.body_bytes;
        let (transcript, decisions) = (&self.transcript, &*self.decisions);
        let (cache, repairs) = (self.cache, self.repairs.offsets());
        let body = self.repairs.applied(body);
        let (references, roles) = (self.planner.references(), self.planner.roles());
        let (wire, definitions) = (self.wire, self.definitions);
        same.then_some(Plan {
            body,
            wire,
            transcript,
            decisions,
            references,
            roles,
            cache,
            definitions,
            edits,
            repairs,
        })
    }

    /// What a request sends of a tool's output, which is UTF-8. `request` tells what is known of its call, which an empty text
    /// answers in it. Linear.
    ///
    /// # Errors
    /// As [`Reducer::plan`], of `request`.
    pub fn form_of_output(
        &mut self,
        request: &[u8],
        wire: Wire,
        policy: &Policy,
        text: &[u8],
    ) -> Result<OutputForm<'_>, Unreadable> {
        let Ok(text) = simdutf8::basic::from_utf8(text) else { return Ok(OutputForm::Unknown) };
        self.read(request, Some(wire), false)?;
        let handles = policy.handle_key.as_ref().map(|key| Handles::new(key.as_bytes(), ""));
        let lengths = self.index.lengths(request, self.level);
        let output = Output { lengths, transcript: &self.transcript, handles: handles.as_ref(), text };
        Ok(self.planner.form_of_output(&output, policy))
    }

    /// Spans of `body` that identify its conversation; `step` as in [`Memory::last_step`].
    ///
    /// # Errors
    /// As [`Reducer::plan`].
    pub fn locate(&mut self, body: &[u8], wire: Option<Wire>, step: u32) -> Result<Landmarks, Unreadable> {
        self.read(body, wire, true)?;
        Ok(Landmarks::of(&self.transcript, step))
    }

    /// The wire, model and size of the conversation in `body`; nothing is decided.
    ///
    /// # Errors
    /// As [`Reducer::plan`].
    pub fn describe(&mut self, body: &[u8], wire: Option<Wire>) -> Result<Head, Unreadable> {
        let wire = self.read(body, wire, false)?;
        let Transcript { roles, model, .. } = &self.transcript;
        Ok(Head { wire, messages: roles.len() as u32, model: *model })
    }

    /// Reads `body` into the transcript, with its units where `units` asks for them.
    fn read(&mut self, body: &[u8], wire: Option<Wire>, units: bool) -> Result<Wire, Unreadable> {
        self.reset();
        self.index.build(body, self.level, Listing::Conversation)?;
        let wire = wire.map_or_else(|| wire::detect(&self.index, body), Ok)?;
        let cursor = Cursor::new(body, self.index.entries());
        let lengths = self.index.lengths(body, self.level);
        let thinking = units.then_some(ThinkingWish::Keep);
        let options = ReadOptions { cache: units, thinking, ..ReadOptions::plain(lengths) };
        wire::read(wire, cursor, options, &mut self.transcript)?;
        Ok(wire)
    }

    /// The wire of the last body, if it was recognised.
    #[must_use]
    pub const fn wire(&self) -> Option<Wire> {
        self.wire
    }

    /// The wire of `body`, recognised by its shape; none if it is no request.
    pub fn detect_wire(&mut self, body: &[u8]) -> Option<Wire> {
        self.index.build(body, self.level, Listing::Conversation).ok()?;
        wire::detect(&self.index, body).ok()
    }

    /// Forgets the last request and frees memory above a fixed amount that it did not need.
    pub fn reset(&mut self) {
        self.wire = None;
        self.cache = CacheOutcome::default();
        self.definitions = definitions::Smaller::default();
        self.repairs.reset(KEPT_BYTES);
        self.index.reset(KEPT_BYTES);
        self.transcript.reset(KEPT_BYTES);
        self.planner.reset(KEPT_BYTES);
        self.edits.reset(KEPT_BYTES);
        reset(&mut self.decisions, KEPT_BYTES);
    }
}

impl Plan<'_> {
    /// Whether the reduced body differs from the original.
    #[must_use]
    pub const fn changes(&self) -> bool {
        !self.edits.edits().is_empty() || !self.repairs.is_empty()
    }

    /// The reduced body, in one allocation of exactly its size.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![0; self.edits.output_bytes()];
        let fits = self.write_to(&mut out);
        debug_assert!(fits, "the buffer has the size that the edits asked for");
        out
    }

    /// Writes the reduced body into `out`, which must have exactly [`EditList::output_bytes`]; false if it does not.
    #[must_use]
    pub fn write_to(&self, out: &mut [u8]) -> bool {
        splice_into(self.body, &self.edits, out)
    }
}

/// What is to be read of a request.
fn read_options<'a>(lengths: Lengths<'a>, policy: &'a Policy, options: Options<'a>) -> ReadOptions<'a> {
    let (model, host) = (options.model.unwrap_or_default().as_bytes(), options.host.unwrap_or_default());
    let arguments = policy.args.as_ref().filter(|_| policy.masks);
    // Where a message ends is known of units.
    let defers = policy.defers();
    let cache = policy.needs_units() || defers || arguments.is_some_and(|args| !args.pins.is_empty());
    let (models, thinking) = (&*policy.cache.models, policy.masks.then_some(policy.cache.thinking));
    let (measure, media) = (options.measure, policy.mask_media);
    ReadOptions {
        lengths,
        measure,
        media,
        user_media: false,
        due: &[],
        cache,
        model,
        host,
        models,
        thinking,
        defers,
        arguments: arguments.map(|args| args.max_chars),
    }
}

/// Reads the body again, with the images and documents that have to go, if it is over a limit; none if it is over none.
fn read_due(
    (wire, cursor): (Wire, Cursor<'_>),
    read: ReadOptions<'_>,
    policy: &Policy,
    transcript: &mut Transcript,
) -> Result<Option<Over>, Unreadable> {
    let body = cursor.body();
    let Some(limits) = Over::limits(policy, body, wire, (read.model, read.host), transcript) else {
        return Ok(None);
    };
    let all = ReadOptions { media: true, user_media: true, cache: true, ..read };
    wire::read(wire, cursor.clone(), all, transcript)?;
    let over = Some(Over::find(body, transcript, limits)).filter(|over| !over.is_within());
    let due = over.as_ref().filter(|_| policy.masks).map(Over::due).unwrap_or_default();
    wire::read(wire, cursor, ReadOptions { due: &due, ..read }, transcript)?;
    transcript.due = due;
    Ok(over)
}

/// Makes the definitions of tools smaller, and leaves some to the provider's search. A session that began with others keeps
/// these.
fn define(
    (body, level): (&[u8], Level),
    transcript: &Transcript,
    policy: &Policy,
    memory: Memory<'_>,
    edits: &mut EditBuilder,
) -> definitions::Smaller {
    let Some((wanted, form)) = policy.definitions.as_ref().zip(transcript.definition_form) else {
        return definitions::Smaller::default();
    };
    if sent_before(transcript, memory) > 0 {
        return definitions::Smaller::default();
    }
    let search = form.search.filter(|_| transcript.searches_tools);
    let globs = &wanted.deferred;
    let deferred = search.map(|form| definitions::Deferred { globs, form, choice: transcript.tool_choice });
    let wishes = definitions::Wishes { rules: wanted.rules, deferred };
    let smaller = definitions::plan(body, transcript.definitions, form, wishes, level, edits);
    edits.sort();
    smaller
}
