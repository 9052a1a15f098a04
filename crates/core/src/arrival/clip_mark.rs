//! The lines that say what a clip has left out, of any result or of a sub-agent's report.

/// Their beginning.
pub const CLIP_MARK: &str = "[clipped — ";
/// That of a shortened report.
pub const REPORT_MARK: &str = "[report shortened — ";
/// What follows the number of chars that were in the middle of a long text.
pub const CHARS_LEFT_OUT: &str = " chars left out";
/// What follows the number of lines that said that a check passed.
pub const PASSED_LEFT_OUT: &str = " lines of passed checks left out";
