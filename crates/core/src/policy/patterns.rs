//! Literal texts to find in decoded results: ASCII case-insensitive, anywhere or at the start of a line.
//!
//! All patterns are one automaton (the `aho-corasick` crate), so that a search is one linear pass.

use aho_corasick::AhoCorasick;

/// Compiled patterns.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    /// None if there are no patterns.
    automaton: Option<AhoCorasick>,
    /// By pattern: whether it must be at the start of a line; empty if none must.
    at_line: Vec<bool>,
}

impl Patterns {
    /// Compiles texts; the flag of each is whether it must be at the start of a line.
    ///
    /// # Errors
    /// The automaton's message if the patterns are too large together.
    pub fn new<'a>(patterns: impl Iterator<Item = (&'a str, bool)>) -> Result<Self, String> {
        let (texts, at_line): (Vec<&str>, Vec<bool>) = patterns.unzip();
        if texts.is_empty() {
            return Ok(Self::default());
        }
        let automaton =
            AhoCorasick::builder().ascii_case_insensitive(true).build(texts).map_err(|error| error.to_string())?;
        let at_line = if at_line.contains(&true) { at_line } else { Vec::new() };
        Ok(Self { automaton: Some(automaton), at_line })
    }

    /// Whether there are no patterns.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.automaton.is_none()
    }

    /// Whether any pattern occurs in `text` (decoded, UTF-8) at an allowed place. A line starts at 0 or after a line
    /// feed. Linear.
    #[must_use]
    pub fn occur_in(&self, text: &[u8]) -> bool {
        let Some(automaton) = &self.automaton else { return false };
        if self.at_line.is_empty() {
            // Several times as fast as a search for every occurrence.
            return automaton.is_match(text);
        }
        automaton.find_overlapping_iter(text).any(|found| {
            let at_line = self.at_line.get(found.pattern().as_usize()).copied().unwrap_or(false);
            let before = found.start().checked_sub(1).and_then(|before| text.get(before));
            !at_line || before.is_none_or(|&byte| byte == b'\n')
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_patterns_anywhere_or_at_line_starts() {
        let patterns = Patterns::new([("FAILED", false), ("npm err!", true)].into_iter()).unwrap();
        let table = [
            ("1 failed", true),
            ("npm ERR! code 1", true),
            ("ok\nnpm err! x", true),
            ("the npm err! text", false),
            ("fine", false),
            ("", false),
        ];
        for (text, expected) in table {
            assert_eq!(patterns.occur_in(text.as_bytes()), expected, "{text:?}");
        }
        assert!(!Patterns::default().occur_in(b"FAILED"));
    }
}
