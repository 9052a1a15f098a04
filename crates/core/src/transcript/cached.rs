//! The parts of a request that concern the provider's prompt cache.

use super::Transcript;
use crate::span::Span;

/// A part of the conversation whose tokens are rounded once: a message, or an element of its list. The rest of a message
/// around its list is a unit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The whole unit.
    pub span: Span,
    /// The message and [`FREE`] in one word, because a request may have a million units.
    message: u32,
}

/// A bit above the largest number of messages.
const FREE: u32 = 1 << 31;

impl Unit {
    /// A unit of a 0-based message.
    #[must_use]
    pub const fn new(span: Span, message: u32) -> Self {
        Self { span, message }
    }

    /// 0-based message.
    #[must_use]
    pub const fn message(&self) -> u32 {
        self.message & !FREE
    }

    /// Whether it is a block that may have a breakpoint and has no member for one.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.message & FREE != 0
    }

    /// Says so.
    pub const fn set_free(&mut self, is_free: bool) {
        self.message = self.message() | if is_free { FREE } else { 0 };
    }
}

/// The list in a message whose elements are units of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitList {
    /// The message's own unit: an index into [`Transcript::units`].
    pub unit: u32,
    /// The list, which is not part of that unit.
    pub span: Span,
}

/// The markers of a request for the prompt cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct Markers {
    /// Anything is marked.
    pub any: bool,
    /// On `OpenAI`'s wire: a part of a message has a `cache_control`, which other vendors read there.
    pub controls: bool,
    /// A part of a message is marked to be kept for an hour.
    pub hourly: bool,
    /// Number of breakpoints in front of the messages: on tools and on the system prompt.
    pub in_front: u32,
    /// The client alone decides what is cached: without a breakpoint of its own nothing is.
    pub by_client: bool,
    /// Whether the breakpoint that the provider sets behind the newest message lasts an hour; none if there is no such
    /// one.
    pub automatic: Option<bool>,
}

/// A block of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// 0-based message.
    pub message: u32,
    /// 0-based block; 0 where a message is one result.
    pub block: u32,
}

/// A cache marker on a block of a message, or on a part of a tool result in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// The block.
    pub place: Place,
    /// 0-based part of the tool result; none for the block itself.
    pub part: Option<u32>,
    /// The marker's value.
    pub value: Span,
    /// It lasts an hour.
    pub hourly: bool,
    /// The value is null: the member exists, but is no breakpoint.
    pub is_null: bool,
}

/// Where our own breakpoints can be in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnchorPlace {
    /// Nowhere: nothing is cached, or not by breakpoints.
    #[default]
    Nowhere,
    /// On the block of a tool result.
    Block,
    /// On a text part of a tool result.
    Part,
}

/// What a provider's prompt cache charges, times 10,000; fresh input is 10,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// Price of a token read from the cache.
    pub read: u32,
    /// Price of a token written to it.
    pub write: u32,
}

/// Sizes at which a provider charges a request differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Shorter requests are not cached.
    pub minimum_tokens: u64,
    /// Longer requests cost more, all of their tokens; none: all cost the same.
    pub dear: Option<DearZone>,
    /// Where the provider finds what was sent.
    pub finds: Finds,
}

/// How far a provider finds what was sent before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finds {
    /// A beginning of any length, or one that our own breakpoints mark.
    #[default]
    Anywhere,
    /// As [`Finds::AtEnds`], and only among the newest units of a request.
    NearEnd {
        /// How many.
        units: u32,
    },
    /// A beginning that ends where an earlier request, or a breakpoint of it, did.
    AtEnds,
}

impl Limits {
    /// The provider looks through 20 blocks. A unit may be several blocks, and the newest are this step's own.
    pub const LOOK_BACK_UNITS: u32 = 8;
    /// A smaller minimum than this many tokens is below what the system prompt and the tools of an agent have.
    const LEAST_MINIMUM: u64 = 2_048;

    /// Tokens by our weights that are enough for the provider's cache by the provider's own count, too: a quarter more
    /// than the minimum. 0 where the minimum is below what an agent sends with its first message.
    #[must_use]
    pub const fn enough_tokens(self) -> u64 {
        if self.minimum_tokens < Self::LEAST_MINIMUM { 0 } else { self.minimum_tokens + self.minimum_tokens / 4 }
    }
}

/// Requests that cost more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DearZone {
    /// Tokens of the longest request at the usual price.
    pub above_tokens: u64,
    /// Factor of the price, times 10,000.
    pub times: u32,
}

impl Transcript {
    /// The unit of a block: an index into [`Transcript::units`], which come as the message itself, and then its blocks.
    #[must_use]
    pub fn unit_of(&self, Place { message, block }: Place) -> usize {
        self.first_unit(message) + 1 + block as usize
    }

    /// The block of a unit; none of a message's own.
    #[must_use]
    pub fn place_of(&self, unit: usize) -> Option<Place> {
        let message = self.units.get(unit)?.message();
        let block = unit.checked_sub(self.first_unit(message) + 1)?;
        Some(Place { message, block: block as u32 })
    }

    fn first_unit(&self, message: u32) -> usize {
        self.units.partition_point(|unit| unit.message() < message)
    }
}
