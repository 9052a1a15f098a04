//! Decides whether a result looks like an error that should stay.
//!
//! ```text
//! content starts with { or [  ──▶ JSON?  keys of its objects decide        (structured)
//! otherwise                   ──▶ a line near an end that says so          (lines)
//! the line that a clip leaves ──▶ anywhere, in a text short enough to be a clip
//! ```
//! Words anywhere would keep 18–30 % of all result text on recorded conversations, where 1.1 % is flagged as errors;
//! hence the narrow rule. The seed's rule (words anywhere, seed 004 §6) is available on request.

use super::line::CLIP_MARK;
use super::lines::{Lines, lines_of};
use super::members::may_have_error_key;
use crate::failure::object::{ObjectRule, is_error_object};
use crate::json::cursor::{Cursor, Kind};
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::policy::KeepErrors;
use crate::policy::patterns::Patterns;
use crate::scratch::reset;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Reusable memory for judging texts.
pub struct ErrorSigns {
    level: Level,
    decoded: Vec<u8>,
    structured: Index,
}

/// Built once, because building a finder costs more than most searches.
pub static CLIP_MARK_FINDER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(CLIP_MARK));
static SEED_PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(SEED_WORDS.into_iter()).unwrap_or_default());

/// Words of seed 004 §6; `true` where the word must begin a line.
const SEED_WORDS: [(&str, bool); 7] = [
    ("Traceback", false),
    ("Exception", false),
    ("Error", true),
    ("\"error\"", false),
    ("timeout", false),
    ("connect_error", false),
    ("connection refused", false),
];

impl ErrorSigns {
    /// With its own memory.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self { level, decoded: Vec::new(), structured: Index::default() }
    }

    /// Keeps memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        reset(&mut self.decoded, bytes);
        self.structured.reset(bytes);
    }

    /// Whether `text` is an error under `rule`. If it `may_be_clipped`, a clipped error counts, too. `lines`: what its
    /// lines say, if that is known.
    pub fn judge(&mut self, text: Text<'_>, lines: Option<Lines>, rule: KeepErrors, may_be_clipped: bool) -> bool {
        match rule {
            KeepErrors::Never => false,
            KeepErrors::Signs => self.has_signs(text, lines, may_be_clipped),
            KeepErrors::Seed => (may_be_clipped && self.is_clipped(text)) || self.has_seed_signs(text),
        }
    }

    /// Whether a line of `text` is the mark that a clip leaves.
    pub fn is_clipped(&mut self, text: Text<'_>) -> bool {
        if CLIP_MARK_FINDER.find(text.raw()).is_none() && !text.may_have_ascii_escape() {
            return false;
        }
        self.decode(text);
        self.decoded.split(|&byte| byte == b'\n').any(is_clip_line)
    }

    /// Whether any of `patterns` occurs in `text`.
    pub fn occur(&mut self, patterns: &Patterns, text: Text<'_>) -> bool {
        if patterns.is_empty() {
            return false;
        }
        self.decode(text);
        patterns.occur_in(&self.decoded)
    }

    fn has_signs(&mut self, text: Text<'_>, lines: Option<Lines>, may_be_clipped: bool) -> bool {
        let Lines { error, may_be_mark } = lines.unwrap_or_else(|| lines_of(text));
        // A text with that line is no JSON, so no other rule applies.
        if may_be_clipped && may_be_mark && self.is_clipped(text) {
            return true;
        }
        if !starts_like_container(text) {
            return error;
        }
        // Without such a key it matters only whether the text is JSON, and only if a line says error.
        if !error && !may_have_error_key(text.raw()) {
            return false;
        }
        self.object_rule(text, ObjectRule::Meaningful).unwrap_or(error)
    }

    fn has_seed_signs(&mut self, text: Text<'_>) -> bool {
        self.decode(text);
        SEED_PATTERNS.occur_in(&self.decoded)
            || (matches!(self.decoded.first(), Some(b'{' | b'['))
                && self.object_rule(text, ObjectRule::Present).unwrap_or(false))
    }

    fn decode(&mut self, text: Text<'_>) {
        self.decoded.clear();
        text.decode_into(&mut self.decoded);
    }

    /// Whether the top-level object, or an object of the top-level list, is an error; none if the text is not JSON.
    ///
    /// Uses the scan of requests, which accepts exactly the texts that `JSON.parse` accepts: `serde_json` refuses lone
    /// surrogates in keys.
    fn object_rule(&mut self, text: Text<'_>, rule: ObjectRule) -> Option<bool> {
        self.decoded.clear();
        text.decode_lossy_into(&mut self.decoded);
        self.structured.build(&self.decoded, self.level, Listing::Shallow).ok()?;
        let mut cursor = Cursor::new(&self.decoded, self.structured.entries());
        if cursor.kind() == Kind::Object {
            return Some(is_error_object(&mut cursor, rule, true));
        }
        let mut any = false;
        cursor.elements(|element| any |= is_error_object(element, rule, false));
        Some(any)
    }
}

fn starts_like_container(text: Text<'_>) -> bool {
    let blank = |code: u32| matches!(code, 0x20 | 0x09 | 0x0A | 0x0D);
    let first = text.code_points().find(|char| !blank(char.code));
    first.is_some_and(|char| char.code == u32::from(b'{') || char.code == u32::from(b'['))
}

/// Whether `line` has the form `[error clipped — 12345 chars]`.
fn is_clip_line(line: &[u8]) -> bool {
    let digits = line
        .strip_prefix("[error clipped — ".as_bytes())
        .and_then(|rest| rest.strip_suffix(b" chars]"))
        .unwrap_or_default();
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}
