//! Where a report's numbers are: the words of a summary, and the bits of a row's numbers.

use crate::plan::roles::{MAX_INSTRUCTION_CHARS, MAX_USER_CHARS};

/// Words of a summary, by name; `_LOW` and `_HIGH` are halves of one number of 64 bits.
pub mod word {
    macro_rules! words {
        ($($name:ident = $value:expr;)*) => {
            $(#[doc = concat!("The word `", stringify!($name), "`.")] pub const $name: usize = $value;)*
            /// Every word by name.
            pub const ALL: &[(&str, usize)] = &[$((stringify!($name), $name)),*];
        };
    }

    words! {
        DECISION_COUNT = 0;
        EDIT_COUNT = 1;
        MESSAGE_COUNT = 2;
        TOOL_TURN_COUNT = 3;
        TOOL_RESULT_COUNT = 4;
        MASKED_COUNT = 5;
        MASKED_CHARS_LOW = 6;
        MASKED_CHARS_HIGH = 7;
        CLIPPED_COUNT = 8;
        CLIPPED_CHARS_LOW = 9;
        CLIPPED_CHARS_HIGH = 10;
        TEXT_CHARS_LOW = 11;
        TEXT_CHARS_HIGH = 12;
        FIRST_CHANGED_BYTE = 13;
        OUTPUT_BYTES = 14;
        MODEL_START = 15;
        MODEL_END = 16;
        IS_DELTA = 17;
        REPAIR_COUNT = 18;
        CACHE_FLAGS = 19;
        MOVES = 20;
        WAITING_COUNT = 21;
        WAITING_TOKENS = 22;
        SAVED_TOKENS = 23;
        KEPT_TOKENS = 24;
        LOST_TOKENS = 25;
        CARRIED_LOW = 26;
        CARRIED_HIGH = 27;
        NET_SAVING_LOW = 28;
        NET_SAVING_HIGH = 29;
        LAST_MOVE_STEP = 30;
        MEDIA_COUNT = 31;
        MASKED_MEDIA_COUNT = 32;
        THINKING_REMOVED = 33;
        THINKING_CHARS_LOW = 34;
        THINKING_CHARS_HIGH = 35;
        SHORTENED_COUNT = 36;
        SHORTENED_CHARS_LOW = 37;
        SHORTENED_CHARS_HIGH = 38;
        SEALED_CHARS = 39;
        REMOVED_SEALED_CHARS = 40;
        SHORTENED_ARGS_COUNT = 41;
        SHORTENED_ARGS_CHARS_LOW = 42;
        SHORTENED_ARGS_CHARS_HIGH = 43;
        DEDUPED_COUNT = 44;
        DEDUPED_CHARS_LOW = 45;
        DEDUPED_CHARS_HIGH = 46;
        REFERENCE_COUNT = 47;
        DEFINITION_COUNT = 48;
        DEFINITION_CHARS = 49;
        DEFERRED_COUNT = 50;
        INSTRUCTIONS_OVER_CAP = 51;
        USER_TEXTS_OVER_CAP = 52;
        ANCHOR_COUNT = 53;
        ANCHORS = 54;
    }
}

/// Bits of [`word::CACHE_FLAGS`]: a cache decision was made.
pub const CACHE_DECIDED: u32 = 1;
/// Bits of [`word::CACHE_FLAGS`]: this request moves the boundary.
pub const CACHE_MOVED: u32 = 2;
/// Bits of [`word::CACHE_FLAGS`]: the request is above its budget.
pub const CACHE_OVER_BUDGET: u32 = 4;
/// Bits of [`word::CACHE_FLAGS`]: a move waits until the user speaks.
pub const CACHE_WAITS_FOR_PROMPT: u32 = 8;
/// Bits of [`word::CACHE_FLAGS`]: what is masked keeps the request below its model's dear zone.
pub const CACHE_BELOW_DEAR_ZONE: u32 = 16;

/// Bits of [`word::CACHE_FLAGS`]: the model checks the thinking of the request.
pub const CACHE_CHECKS: u32 = 32;

/// Bits of [`word::CACHE_FLAGS`]: the model has imitated shortened arguments.
pub const CACHE_IMITATED: u32 = 64;

/// Bits of [`word::CACHE_FLAGS`]: results stay as they came, because the request is too short for the provider's cache.
pub const CACHE_SHORT: u32 = 256;

/// Bits of [`word::CACHE_FLAGS`]: the newest calls only asked for originals.
pub const CACHE_FOR_ORIGINALS: u32 = 512;

/// Bits of [`word::CACHE_FLAGS`]: the request as it came is over its budget beyond doubt.
pub const CACHE_CAME_OVER: u32 = 1024;

/// Bits of [`word::CACHE_FLAGS`]: the reduced request is within its budget beyond doubt.
pub const CACHE_HAS_ROOM: u32 = 2048;

/// Bits of [`word::CACHE_FLAGS`]: nothing is cached, and moves were replayed all the same.
pub const CACHE_FREE: u32 = 128;

/// Most UTF-16 units of all instructions that stay.
pub const INSTRUCTION_CAP: u32 = MAX_INSTRUCTION_CHARS as u32;
/// Most UTF-16 units of a text of the user's that stays.
pub const USER_TEXT_CAP: u32 = MAX_USER_CHARS as u32;

/// The action's bits of a decision's third number.
pub const ACTION_MASK: u32 = 7;
/// How far the reason is shifted in the same number.
pub const REASON_SHIFT: u32 = 3;
/// The reason's bits, once shifted back.
pub const REASON_MASK: u32 = 63;
/// In the same number: the wire's names are in snake case here.
pub const SNAKE_CASE: u32 = 1 << 9;
/// In the same number: edits replace fields of the content, and their parts are offsets.
pub const FIELDS: u32 = 1 << 10;
/// In the same number: edits replace blocks of the message, and their parts are the blocks' indexes.
pub const IN_MESSAGE: u32 = 1 << 11;
/// In the same number: edits replace members of the object around the content, and their parts are its offset.
pub const AROUND: u32 = 1 << 12;

/// How far the role's code and one is shifted in the same number; 0 where the policy knows no roles, or it is no result.
pub const ROLE_SHIFT: u32 = 13;
/// Its bits, once shifted back.
pub const ROLE_MASK: u32 = 15;
/// How far the code of what says so is shifted in the same number.
pub const ROLE_FROM_SHIFT: u32 = 17;
/// Its bits, once shifted back.
pub const ROLE_FROM_MASK: u32 = 7;

/// Kinds of content that a pointer replaces, by the code in a reference's third number.
pub const REFERENCE_KINDS: [&str; 3] = ["file", "tool_result", "output"];
/// The kind's bits of a reference's third number.
pub const REFERENCE_KIND_MASK: u32 = 3;
/// In the same number: lines follow.
pub const HAS_LINES: u32 = 1 << 2;
/// In the same number: the lines differ in the numbers before them.
pub const IS_RENUMBERED: u32 = 1 << 3;

/// What edits do, by the code in an edit's first number.
pub const EDIT_KINDS: [&str; 5] = ["replaces", "removes", "marks", "unmarks", "defines"];
/// The kind's bits of an edit's first number.
pub const KIND_MASK: u32 = 7;
/// In the same number: a part follows.
pub const HAS_PART: u32 = 1 << 3;
/// In the same number: the text is not the whole span.
pub const HAS_TEXT: u32 = 1 << 4;
