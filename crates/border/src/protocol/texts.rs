//! Numbers of what TypeScript asks of single texts and calls.

use super::Number;

numbers! {
    /// Bits of the second number of a word that `rankedWords` writes; the first is where it begins, in chars.
    word {
        /// Its chars.
        CHARS = 0xff;
        /// How many bits its rank is shifted.
        RANK_SHIFT = 8;
        /// Its rank, shifted.
        RANK = 0x300;
        /// No digest names it there.
        SECRET = 0x400;
    }
}

numbers! {
    /// Places in the numbers that `shownByCall` fills, and bits of one of them.
    shown {
        /// A place in `SHOWN_KINDS`.
        KIND = 0;
        /// The bits below.
        FLAGS = 1;
        /// The first line, 1-based; 0 where lines are counted from the file's end.
        FIRST = 2;
        /// The last line, inclusive.
        LAST = 3;
        /// How many numbers there are.
        COUNT = 4;
        /// It is text that agents edit by exact match.
        IS_FILE_TEXT = 1;
        /// The call names some lines of the file.
        HAS_LINES = 2;
        /// It names the last of them.
        HAS_LAST = 4;
        /// It is hits of a search.
        IS_HITS = 8;
    }
}

/// What a call's result shows, by code.
pub const SHOWN_KINDS: [&str; 5] = ["other", "read", "edit", "search", "shell"];
