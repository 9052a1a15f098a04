//! Numbers of the lossless phase of a condensation.

use super::Number;

numbers! {
    /// Words in front of the rows of `losslessChanges`.
    lossless_head {
        /// How many results there are.
        RESULTS = 0;
        /// How many labels.
        LABELS = 1;
        /// How many words these are.
        WORDS = 2;
    }
}

numbers! {
    /// Words of a row of `losslessChanges`: bytes of strings, in the order in which these lie; a string that may be missing has
    /// its bytes + 1, or 0.
    lossless_result {
        /// Bytes of the text.
        TEXT = 0;
        /// Of the call's id.
        CALL_ID = 1;
        /// Of the tool's name.
        TOOL_NAME = 2;
        /// Of the path of the file that the call reads.
        PATH = 3;
        /// Index of its message.
        MESSAGE = 4;
        /// Bits of `LOSSLESS_FLAG_`.
        FLAGS = 5;
        /// Label + 1 of the group of those that may contain it; 0 for none.
        CONTAINED = 6;
        /// Label + 1 of the group of similar ones; 0 for none.
        SIMILAR = 7;
        /// Words of a row.
        WORDS = 8;
    }
}

numbers! {
    /// Bits of `LOSSLESS_RESULT_FLAGS`.
    lossless_flag {
        /// It shows text that agents edit by exact match.
        FILE = 1;
        /// It must stay.
        FIXED = 2;
        /// The call failed.
        ERROR = 4;
        /// It is the whole of its result.
        WHOLE = 8;
        /// The call failed if a line near an end of the text says so.
        ERROR_BY_LINES = 16;
        /// The model has read it, or its file.
        SEEN = 32;
    }
}

numbers! {
    /// Kinds of changes of the lossless phase. A row has the kind, the result, the bytes of its text, and a count; then what
    /// the kind says.
    lossless_change {
        /// A smaller form: nothing.
        SHORTENED = 0;
        /// A pointer to runs of lines: the source, the hash in four words, and each run's first line and length.
        RUNS = 1;
        /// A pointer with the lines that differ: the source, the hash in four words, and each such line.
        DIFFERING = 2;
        /// Pointers: of each its code (bits of `REFERENCE_`), the source, the hash in four words, and three numbers of lines.
        POINTERS = 3;
        /// Words of one pointer.
        POINTER_WORDS = 9;
    }
}
