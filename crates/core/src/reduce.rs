//! The whole journey: scan → repair → read → plan → splice.

use crate::edit::list::{EditBuilder, EditList};
use crate::edit::splice::splice_into;
use crate::edit::surrogates::Repairs;
use crate::error::Unreadable;
use crate::json::cursor::Cursor;
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::Level;
use crate::plan::{Asked, CacheOutcome, DELIMITER, Decision, Memory, Planner};
use crate::policy::Policy;
use crate::scratch::reset;
use crate::transcript::Transcript;
use crate::transcript::identity::Landmarks;
use crate::wire::{self, ReadOptions, Wire};

/// Memory that a [`Reducer`] keeps between requests, in bytes for each of its lists; of those that needed more for the last
/// request, what [`reset`] leaves: repeated large requests do not ask for fresh pages each time.
const KEPT_BYTES: usize = 1 << 20;
/// An index above this is given up as soon as it is read, before planning needs memory.
const INDEX_BYTES: usize = 9 << 19;
/// What only planning reads is given up above this, before writing needs memory.
const PLANNED_BYTES: usize = 1 << 20;

/// What to do with one request, beside the policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The request's wire; none: by shape.
    pub wire: Option<Wire>,
    /// Measure all message text.
    pub measure: bool,
    /// List the results that are left as they are, too.
    pub explain: bool,
    /// The model, where the body does not name it.
    pub model: Option<&'a str>,
    /// What the caller remembers of the requests before.
    pub memory: Memory,
}

/// Reduces one request after the other, reusing its memory. Not shared between threads.
pub struct Reducer {
    level: Level,
    index: Index,
    transcript: Transcript,
    planner: Planner,
    repairs: Repairs,
    edits: EditBuilder,
    decisions: Vec<Decision>,
    cache: CacheOutcome,
    wire: Option<Wire>,
    body_bytes: usize,
}

impl Default for Reducer {
    fn default() -> Self {
        Self::new(Level::detect())
    }
}

/// What would change in one body.
pub struct Plan<'a> {
    /// The body read, without halves of surrogate pairs where the policy repairs them.
    pub body: &'a [u8],
    /// The wire it was read as.
    pub wire: Option<Wire>,
    /// The request as spans of the body.
    pub transcript: &'a Transcript,
    /// What was decided, in document order.
    pub decisions: &'a [Decision],
    /// When the boundary of what is masked moved.
    pub cache: CacheOutcome,
    /// The changes to `body`.
    pub edits: EditList<'a>,
    /// Offsets of repaired halves that no edit takes with it, ascending.
    pub repairs: &'a [u32],
}

impl Reducer {
    /// For one instruction set; [`Reducer::default`] takes the fastest.
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
            wire: None,
            body_bytes: 0,
        }
    }

    /// Decides what to change. Nothing is changed yet.
    ///
    /// # Errors
    /// [`Unreadable`] says why the body has to pass through as it is. [`Reducer::wire`] is then what was recognised.
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
        let given = body;
        let body = self.repairs.applied(body);
        let wire = options.wire.map_or_else(|| wire::detect(&self.index, body), Ok)?;
        self.wire = Some(wire);
        let cursor = Cursor::new(body, self.index.entries());
        let lengths = self.index.lengths(body, self.level);
        let model = options.model.unwrap_or_default().as_bytes();
        let cache = policy.cache.needs_units();
        let read = ReadOptions { lengths, measure: options.measure, media: policy.mask_media, cache, model };
        wire::read(wire, cursor, read, &mut self.transcript)?;
        self.index.shrink_entries(INDEX_BYTES);
        if policy.masks {
            let lengths = self.index.lengths(body, self.level);
            let (edits, decisions) = (&mut self.edits, &mut self.decisions);
            let has_delimiter = self.index.has_needle() || lengths.ascii_escapes;
            let asked = Asked { explain: options.explain, memory: options.memory, has_delimiter };
            self.cache = self.planner.plan(lengths, &self.transcript, policy, asked, edits, decisions);
        }
        self.index.shrink_lengths(PLANNED_BYTES);
        self.transcript.shrink_planned(PLANNED_BYTES);
        if policy.repair_surrogates {
            let edits = self.edits.finish(given.len()).map_err(|_| Unreadable::Defect)?;
            self.repairs.drop_inside(edits.edits());
        }
        self.planned(given).ok_or(Unreadable::Defect)
    }

    /// What the last successful [`Reducer::plan`] decided; none if `body` cannot be the one it read.
    #[must_use]
    pub fn planned<'a>(&'a self, body: &'a [u8]) -> Option<Plan<'a>> {
        let edits = self.edits.finish(body.len()).ok()?;
        let same = self.wire.is_some() && body.len() == self.body_bytes;
        let (transcript, decisions) = (&self.transcript, &*self.decisions);
        let (cache, repairs) = (self.cache, self.repairs.offsets());
        let body = self.repairs.applied(body);
        same.then_some(Plan { body, wire: self.wire, transcript, decisions, cache, edits, repairs })
    }

    /// Where that what tells one conversation from another stands in `body`; `step` as in [`Memory::last_step`].
    ///
    /// # Errors
    /// As [`Reducer::plan`].
    pub fn locate(&mut self, body: &[u8], wire: Option<Wire>, step: u32) -> Result<Landmarks, Unreadable> {
        self.reset();
        self.index.build(body, self.level, Listing::Conversation)?;
        let wire = wire.map_or_else(|| wire::detect(&self.index, body), Ok)?;
        let cursor = Cursor::new(body, self.index.entries());
        let lengths = self.index.lengths(body, self.level);
        let read = ReadOptions { lengths, measure: false, media: false, cache: true, model: b"" };
        wire::read(wire, cursor, read, &mut self.transcript)?;
        Ok(Landmarks::of(&self.transcript, step))
    }

    /// The wire of the body planned last, where it was recognised.
    #[must_use]
    pub const fn wire(&self) -> Option<Wire> {
        self.wire
    }

    /// The wire of `body` by its shape; none for what is not a request.
    pub fn detect_wire(&mut self, body: &[u8]) -> Option<Wire> {
        self.index.build(body, self.level, Listing::Conversation).ok()?;
        wire::detect(&self.index, body).ok()
    }

    /// Forgets the last request and gives back what it did not need of the memory above a fixed amount.
    pub fn reset(&mut self) {
        self.wire = None;
        self.cache = CacheOutcome::default();
        self.repairs.reset(KEPT_BYTES);
        self.index.reset(KEPT_BYTES);
        self.transcript.reset(KEPT_BYTES);
        self.planner.reset(KEPT_BYTES);
        self.edits.reset(KEPT_BYTES);
        reset(&mut self.decisions, KEPT_BYTES);
    }
}

impl Plan<'_> {
    /// Whether the reduced body differs from the one that came in.
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

    /// Writes the reduced body into `out`, which must have exactly [`EditList::output_bytes`]; false if it has not.
    #[must_use]
    pub fn write_to(&self, out: &mut [u8]) -> bool {
        splice_into(self.body, &self.edits, out)
    }
}
