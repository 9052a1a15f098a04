//! Makes a tool's output smaller before it is first sent. What comes out depends on the output, its call and the policy
//! alone, so it is the same in every later request, and no cache loses anything.
//!
//! ```text
//! text ─▶ terminal ─▶ json ─▶ paths ─▶ line numbers ─▶ long lines ─▶ clip
//! ```
//! Each kind is a machine of its own that leaves a text alone which it cannot make smaller, or which has its marker
//! already. A file's text, which agents edit by exact match, loses the padding of its line numbers and nothing else.

mod chain;
mod chars;
pub mod clip;
mod clip_mark;
mod data;
pub mod file_tools;
pub mod file_uses;
pub mod json;
pub mod line_numbers;
mod line_signs;
pub mod long_lines;
mod passed;
pub mod paths;
mod shell_command;
mod shell_words;
pub mod terminal;
mod text_lines;
mod tool_arguments;

pub use chain::{Arrived, Chain, Loss, may_clip, may_find};
pub(crate) use chars::{head_of, is_shorter, tail_of};
pub(crate) use clip_mark::{CHARS_LEFT_OUT, CLIP_MARK, PASSED_LEFT_OUT, REPORT_MARK};
pub(crate) use text_lines::says_error;

use line_numbers::LineNumbers;

/// A kind of reduction, in the order in which they are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What a terminal would not show.
    Terminal,
    /// White space between JSON tokens.
    Json,
    /// Paths that repeat in lists and search results.
    Paths,
    /// Prefixes of numbered lines.
    LineNumbers,
    /// The middle of long lines.
    LongLines,
    /// Lines of passed checks, and the middle of a long text.
    Clip,
}

/// Which kinds are applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// See [`Kind::Terminal`].
    pub terminal: bool,
    /// See [`Kind::Json`].
    pub json: bool,
    /// See [`Kind::Paths`].
    pub paths: bool,
    /// What becomes of line numbers; none: they stay.
    pub line_numbers: Option<LineNumbers>,
    /// Chars of the longest line that stays whole; none: all do.
    pub long_lines: Option<usize>,
    /// Chars of the longest text that stays whole; none: all do.
    pub clip: Option<usize>,
}

impl Settings {
    /// Whether any kind is applied.
    #[must_use]
    pub fn is_on(&self) -> bool {
        *self != Self::default()
    }
}
