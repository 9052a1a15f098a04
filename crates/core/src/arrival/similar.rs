//! Replaces what is between the first and the last of lines that differ only in numbers and ids by a line that counts
//! it. The baseline's twin is `ts/arrival/similar.ts`.
//!
//! ```text
//! 12:00:01 GET /items/17 200        12:00:01 GET /items/17 200
//! 12:00:01 GET /items/18 200   ──▶  [… 3 similar lines …]
//! 12:00:02 GET /items/21 200        12:00:09 GET /items/35 200
//! 12:00:07 GET /items/34 200
//! 12:00:09 GET /items/35 200
//! ```
//! A run ends in front of a line that says that something failed, so none is left out. Lines that are all equal are no
//! such run. `compare.rs` decides what numbers and ids are.

mod compare;

use self::compare::are_similar;
use super::chars::chars_of;
use super::text_lines::{Line, is_note, lines, says_error};

/// Lines of the shortest run that is replaced.
const FEWEST: usize = 4;
const BEFORE: &str = "[… ";
const BEHIND: &str = " similar lines …]";

/// Whether `text` has lines that [`shorten`] may replace. Reads lines to where they differ.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    let mut signs = SimilarSigns::default();
    lines(text).any(|line| signs.see(line.text))
}

/// Looks for a run of similar lines.
#[derive(Default)]
pub(super) struct SimilarSigns<'a> {
    last: &'a [u8],
    count: usize,
}

impl<'a> SimilarSigns<'a> {
    /// Whether the next line makes a run long enough.
    pub(super) fn see(&mut self, line: &'a [u8]) -> bool {
        self.count = if are_similar(self.last, line) { self.count + 1 } else { 1 };
        self.last = line;
        self.count == FEWEST
    }
}

/// Fills `out` with `text`, each run of at least 4 similar lines shortened where that is shorter. False, with `out`
/// unspecified, if there is none, or if `text` has such a note already. Linear.
pub fn shorten(text: &str, out: &mut String) -> bool {
    out.clear();
    if !may_apply(text.as_bytes()) {
        return false;
    }
    let mut copied = 0;
    let mut replace = |run: &Run<'_>| {
        let middle = text.get(run.first.end..run.last.start).unwrap_or_default();
        if let Some(note) = run.note(middle) {
            out.push_str(text.get(copied..run.first.end).unwrap_or_default());
            out.push_str(&note);
            copied = run.last.start;
        }
    };
    let mut run: Option<Run<'_>> = None;
    for line in lines(text.as_bytes()) {
        if is_note(line.text, BEFORE, BEHIND) {
            return false;
        }
        match &mut run {
            Some(run) if run.takes(text, line) => run.add(line),
            _ => {
                run.iter().for_each(&mut replace);
                run = Some(Run { first: line, last: line, count: 1, is_varied: false });
            }
        }
    }
    run.iter().for_each(&mut replace);
    out.push_str(text.get(copied..).unwrap_or_default());
    copied > 0
}

/// Similar lines, one after the other.
struct Run<'a> {
    first: Line<'a>,
    last: Line<'a>,
    count: usize,
    /// Whether a line differs from the first.
    is_varied: bool,
}

impl<'a> Run<'a> {
    fn takes(&self, text: &str, line: Line<'a>) -> bool {
        // A run's first line may be an error, the others are none.
        let is_like_last = self.count > 1 && line.text == self.last.text;
        let is_error = || text.get(line.start..line.start + line.text.len()).is_some_and(says_error);
        is_like_last || (are_similar(self.last.text, line.text) && !is_error())
    }

    fn add(&mut self, line: Line<'a>) {
        self.last = line;
        self.count += 1;
        self.is_varied |= line.text != self.first.text;
    }

    /// The line that replaces `middle`, the lines between the first and the last, where it is shorter.
    fn note(&self, middle: &str) -> Option<String> {
        if self.count < FEWEST || !self.is_varied {
            return None;
        }
        let end = if self.first.text.ends_with(b"\r") { "\r\n" } else { "\n" };
        let note = format!("{BEFORE}{}{BEHIND}{end}", self.count - 2);
        (middle.len() > note.len() && chars_of(middle) > chars_of(&note)).then_some(note)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn gives_what_the_shared_fixture_says() {
        let fixture = include_str!("../../../../__test__/fixtures/arrival-similar.json");
        fixture::check(fixture, |text, _, out| shorten(text, out), |text, _| may_apply(text));
    }
}
