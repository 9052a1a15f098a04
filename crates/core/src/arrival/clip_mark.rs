//! The line that says what a clip has left out.

/// Its beginning.
pub const CLIP_MARK: &str = "[clipped — ";
