//! Every number that means the same to Rust and TypeScript. The native build writes `ts/native/protocol.ts` from it.
//!
//! ```text
//! protocol.rs ─source()→ ts/native/protocol.ts         the names and numbers
//!             └VERSION─→ the addon's `PROTOCOL_VERSION`  must be the one that protocol.ts has
//! ```
//! A *group* has numbers of its own (bits, or places in a list of numbers); *names* are numbered in their order. What a
//! report says of a plan is laid out by the core ([`report::layout`]) and listed here.

mod names;
mod rules;
mod typescript;
use tamis_core::report::{self, layout};

pub use names::*;
pub use rules::{rule_docs, rule_texts};
pub use typescript::{VERSION, source};

/// Raise it when the meaning of a number changes, and neither its name nor its value.
const REVISION: u32 = 1;

/// A number by name.
pub struct Number {
    name: &'static str,
    value: u32,
}

/// Numbers that belong together; TypeScript sees `PREFIX_NAME`.
struct Group {
    prefix: &'static str,
    about: &'static str,
    numbers: &'static [Number],
}

/// Names that cross as their places in this list.
struct Names {
    list: &'static str,
    about: &'static str,
    items: &'static [&'static str],
}

/// A module of constants, which lists them for TypeScript in `NUMBERS`. Comments go with them.
macro_rules! numbers {
    ($(#[doc = $about:literal])* $module:ident { $($(#[doc = $doc:literal])* $name:ident = $value:expr;)* }) => {
        $(#[doc = $about])*
        pub mod $module {
            $($(#[doc = $doc])* pub const $name: u32 = $value;)*
            pub const ABOUT: &str = concat!($($about),*);
            pub const NUMBERS: &[super::Number] = &[$(super::Number {
                name: stringify!($name),
                value: $name,
            }),*];
        }
    };
}

mod lossless;
mod texts;
pub use lossless::*;
pub use texts::*;

numbers! {
    /// Bits of a call's `flags`.
    flag {
        /// Measure all message text.
        MEASURE = 1;
        /// List the results that stay as they are, too.
        EXPLAIN = 2;
        /// Of a task: make the reduced body.
        OUTPUT = 4;
        /// The provider's cache is dead.
        DEAD = 8;
        /// At the start everything was edited that waited.
        START_MOVES = 16;
        /// No move is made after the last one that the caller remembers.
        FROZEN = 32;
        /// There was thinking in front of the start that is checked.
        START_BINDS = 64;
        /// Tell whether the budget is missed and met beyond doubt.
        MARGINS = 128;
    }
}

numbers! {
    /// Places in the numbers that `plan`, `planIntake` and tasks fill.
    slot {
        /// A place in `STATUSES`.
        STATUS = 0;
        /// Byte offset of an error.
        OFFSET = 1;
        /// Wire + 1; 0 for none.
        WIRE = 2;
        /// Bytes of the rows.
        ROWS_BYTES = 3;
        /// Bytes of all replacements.
        REPLACEMENT_BYTES = 4;
        /// The first word of the summary.
        SUMMARY = 5;
        /// How many numbers there are.
        COUNT = SUMMARY + tamis_core::report::SUMMARY_WORDS as u32;
    }
}

numbers! {
    /// Places in the numbers that `shortenOutput` fills, and what becomes of an output.
    output {
        /// Which of the three below.
        STATUS = 0;
        /// The kind that removed most, as a place in `REASONS`.
        KIND = 1;
        /// Bytes of the shorter text.
        BYTES = 2;
        /// How many numbers there are.
        COUNT = 3;
        /// Only a plan of a request with the output tells.
        UNKNOWN = 0;
        /// It stays as it came.
        SAME = 1;
        /// It is shorter.
        SHORTER = 2;
    }
}

numbers! {
    /// Places in the numbers that `locate` fills.
    landmark {
        /// Steps of the conversation.
        STEPS = 0;
        /// 1 where a message asks for the cache of an hour.
        HOURLY = 1;
        /// The raw id of the call, without quotes.
        CALL_START = 2;
        /// Its end.
        CALL_END = 3;
        /// The opening messages.
        OPENING_START = 4;
        /// Their end.
        OPENING_END = 5;
        /// The system prompt.
        SYSTEM_START = 6;
        /// Its end.
        SYSTEM_END = 7;
        /// The raw id of the first answered call, without quotes.
        FIRST_CALL_START = 8;
        /// Its end.
        FIRST_CALL_END = 9;
        /// The JSON of the model's name; start and end are 0 where the body has none.
        MODEL_START = 10;
        /// Its end.
        MODEL_END = 11;
        /// 1 where the client has set a cache marker.
        MARKED = 12;
        /// 1 where the user speaks at the end, and no call is open.
        PROMPT = 13;
        /// 1 where the request asks for thinking by hand.
        BY_HAND = 14;
        /// 1 where some thinking is signed, or encrypted.
        SIGNED = 15;
        /// The raw id of the newest answered call of all, without quotes.
        NEWEST_CALL_START = 16;
        /// Its end.
        NEWEST_CALL_END = 17;
        /// Blocks of thinking.
        THINKING = 18;
        /// Those in front of the step.
        THINKING_BEFORE = 19;
        /// Messages in front of the unit after the last of them.
        THINKING_END = 20;
        /// 1 where a part of a message on `OpenAI`'s wire has a `cache_control`.
        CONTROLS = 21;
        COUNT = 22;
    }
}

numbers! {
    /// Places in the numbers that `describe` fills.
    head {
        /// Wire + 1.
        WIRE = 0;
        /// Elements of the list of messages.
        MESSAGES = 1;
        /// The JSON of the model's name; start and end are 0 where the body has none.
        MODEL_START = 2;
        /// Its end.
        MODEL_END = 3;
        /// How many numbers there are.
        COUNT = 4;
    }
}

numbers! {
    /// Words of a row of `validate`.
    violation {
        /// A place in the list of rules.
        RULE = 0;
        /// A place in `PLACES`.
        PLACE = 1;
        /// Message + 1; 0 for none.
        MESSAGE = 2;
        /// Index + 1; 0 for none.
        INDEX = 3;
        /// Index of the nested block + 1; 0 for none.
        NESTED = 4;
        /// Byte offset.
        OFFSET = 5;
        /// One of `DETAIL_`.
        DETAIL = 6;
        /// The detail's count, or where its text starts.
        FIRST = 7;
        /// Where its text ends.
        SECOND = 8;
        /// Words of a row.
        WORDS = 9;
    }
}

numbers! {
    /// What a violation's text names.
    detail {
        /// Nothing.
        NONE = 0;
        /// A raw string of the body.
        TEXT = 1;
        /// A count.
        COUNT = 2;
    }
}

numbers! {
    /// Bits of a method of counting; its other bits are a place in `ENCODINGS`.
    method {
        /// The exact count instead of the estimate.
        EXACT = 2;
    }
}

numbers! {
    /// Bits of `SUMMARY_CACHE_FLAGS`.
    cache {
        /// A cache decision was made.
        DECIDED = tamis_core::report::layout::CACHE_DECIDED;
        /// This request moves the boundary.
        MOVED = tamis_core::report::layout::CACHE_MOVED;
        /// The request is above its budget.
        OVER_BUDGET = tamis_core::report::layout::CACHE_OVER_BUDGET;
        /// A move waits until the user speaks.
        WAITS_FOR_PROMPT = tamis_core::report::layout::CACHE_WAITS_FOR_PROMPT;
        /// The model checks the thinking of the request.
        CHECKS = tamis_core::report::layout::CACHE_CHECKS;
        IMITATED = tamis_core::report::layout::CACHE_IMITATED;
        SHORT = tamis_core::report::layout::CACHE_SHORT;
        /// The newest calls only asked for originals.
        FOR_ORIGINALS = tamis_core::report::layout::CACHE_FOR_ORIGINALS;
        /// The request as it came is over its budget beyond doubt.
        CAME_OVER = tamis_core::report::layout::CACHE_CAME_OVER;
        /// The reduced request is within its budget beyond doubt.
        HAS_ROOM = tamis_core::report::layout::CACHE_HAS_ROOM;
        /// Nothing is cached, and moves were replayed all the same.
        FREE = tamis_core::report::layout::CACHE_FREE;
        /// What is masked keeps the request below its model's dear zone.
        BELOW_DEAR_ZONE = tamis_core::report::layout::CACHE_BELOW_DEAR_ZONE;
    }
}

numbers! {
    /// Caps of what stays by its role, in UTF-16 units.
    cap {
        /// Of all instructions together.
        INSTRUCTIONS = tamis_core::report::layout::INSTRUCTION_CAP;
        /// Of one text of the user's.
        USER_TEXT = tamis_core::report::layout::USER_TEXT_CAP;
    }
}

numbers! {
    /// Bits of a decision's third number.
    decision {
        /// A place in `ACTIONS`.
        ACTION_MASK = tamis_core::report::layout::ACTION_MASK;
        /// How far the reason is shifted.
        REASON_SHIFT = tamis_core::report::layout::REASON_SHIFT;
        /// A place in `REASONS`, once shifted back.
        REASON_MASK = tamis_core::report::layout::REASON_MASK;
        /// The wire's names are in snake case here.
        SNAKE_CASE = tamis_core::report::layout::SNAKE_CASE;
        /// Edits replace fields of the content, and their parts are offsets.
        FIELDS = tamis_core::report::layout::FIELDS;
        /// Edits replace blocks of the message, and their parts are the blocks' indexes.
        IN_MESSAGE = tamis_core::report::layout::IN_MESSAGE;
        /// Edits replace members of the object around the content, and their parts are its offset.
        AROUND = tamis_core::report::layout::AROUND;
        /// How far the role's place in `ROLES` and one is shifted; 0 where there is none.
        ROLE_SHIFT = tamis_core::report::layout::ROLE_SHIFT;
        /// Its bits, once shifted back.
        ROLE_MASK = tamis_core::report::layout::ROLE_MASK;
        /// How far what says so, a place in `ROLE_SOURCES`, is shifted.
        ROLE_FROM_SHIFT = tamis_core::report::layout::ROLE_FROM_SHIFT;
        /// Its bits, once shifted back.
        ROLE_FROM_MASK = tamis_core::report::layout::ROLE_FROM_MASK;
    }
}

numbers! {
    /// Bits of a reference's third number.
    reference {
        /// A place in `REFERENCE_KINDS`.
        KIND_MASK = tamis_core::report::layout::REFERENCE_KIND_MASK;
        /// Lines follow.
        HAS_LINES = tamis_core::report::layout::HAS_LINES;
        /// The lines differ in the numbers before them.
        IS_RENUMBERED = tamis_core::report::layout::IS_RENUMBERED;
    }
}

numbers! {
    /// Bits of an edit's first number.
    edit {
        /// A place in `EDIT_KINDS`.
        KIND_MASK = tamis_core::report::layout::KIND_MASK;
        /// A part follows.
        HAS_PART = tamis_core::report::layout::HAS_PART;
        /// The text is not the whole span, and follows.
        HAS_TEXT = tamis_core::report::layout::HAS_TEXT;
    }
}
