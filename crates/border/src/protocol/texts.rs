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
    /// Bits of the kinds of reduction that `arrivedForm` applies, and of what the text is.
    arrival {
        /// What a terminal would not show.
        TERMINAL = 1;
        /// White space of JSON.
        JSON = 2;
        /// Repeated paths.
        PATHS = 4;
        /// Blanks in front of line numbers.
        PADDING = 8;
        /// Most line numbers.
        TENTH = 16;
        /// The text is a file's.
        FILE = 32;
    }
}

numbers! {
    /// Places in the numbers that `arrivedForm` fills, and what becomes of a text.
    form {
        /// Which of the three below.
        STATUS = 0;
        /// The kind that removed most, as a place in `ARRIVAL_KINDS`.
        KIND = 1;
        /// How many numbers there are.
        COUNT = 2;
        /// It stays as it came.
        SAME = 0;
        /// It depends on more than the text.
        UNKNOWN = 1;
        /// It is shorter.
        SHORTER = 2;
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
