//! Replaces a run of equal lines by one of them and a line that says how often it came. The baseline's twin is
//! `ts/arrival/repeats.ts`.
//!
//! ```text
//! waiting        waiting
//! waiting   ──▶  [the line above 5 times]
//! waiting        ready
//! waiting
//! waiting
//! ready
//! ```
//! The number is how often the line came altogether, so whoever repeats the line above the note so often has the text
//! again. Lines end at line feeds; where the line has a carriage return, the note has one too.

use super::chars::chars_of;
use super::text_lines::{Line, is_note, lines};

/// Lines of the shortest run that is replaced.
const FEWEST: usize = 4;
const BEFORE: &str = "[the line above ";
const BEHIND: &str = " times]";

/// Whether `text` has a run that [`shorten`] may replace.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    let mut signs = EqualSigns::default();
    lines(text).any(|line| signs.see(line.text))
}

/// Looks for a run of equal lines.
#[derive(Default)]
pub(super) struct EqualSigns<'a> {
    last: &'a [u8],
    count: usize,
}

impl<'a> EqualSigns<'a> {
    /// Whether the next line makes a run long enough.
    pub(super) fn see(&mut self, line: &'a [u8]) -> bool {
        self.count = if self.last == line { self.count + 1 } else { 1 };
        self.last = line;
        self.count == FEWEST
    }
}

/// Fills `out` with `text`, each run of at least 4 equal lines replaced where that is shorter. False, with `out`
/// unspecified, if there is none, or if `text` has such a note already. Linear.
pub fn shorten(text: &str, out: &mut String) -> bool {
    out.clear();
    if !may_apply(text.as_bytes()) {
        return false;
    }
    let mut copied = 0;
    let mut replace = |run: &Run<'_>| {
        if let Some(note) = run.note() {
            out.push_str(text.get(copied..run.first.start).unwrap_or_default());
            // The run's last line ends the text or has a line feed, so the note has the same end.
            out.push_str(text.get(run.first.start..run.first.end).unwrap_or_default());
            out.push_str(&note);
            copied = run.last.start + run.last.text.len();
        }
    };
    let mut run: Option<Run<'_>> = None;
    for line in lines(text.as_bytes()) {
        if is_note(line.text, BEFORE, BEHIND) {
            return false;
        }
        match &mut run {
            Some(run) if run.first.text == line.text => run.add(line),
            _ => {
                run.iter().for_each(&mut replace);
                run = Some(Run { first: line, last: line, count: 1 });
            }
        }
    }
    run.iter().for_each(&mut replace);
    out.push_str(text.get(copied..).unwrap_or_default());
    copied > 0
}

/// Equal lines, one after the other.
struct Run<'a> {
    first: Line<'a>,
    last: Line<'a>,
    count: usize,
}

impl<'a> Run<'a> {
    fn add(&mut self, line: Line<'a>) {
        self.last = line;
        self.count += 1;
    }

    /// The line that replaces all lines but the first, where it is shorter. It is ASCII, so chars decide for bytes too.
    fn note(&self) -> Option<String> {
        let end = if self.first.text.ends_with(b"\r") { "\r" } else { "" };
        let note = format!("{BEFORE}{}{BEHIND}{end}", self.count);
        let removed = (self.count - 1) * (chars_of(self.first.text) + 1);
        (self.count >= FEWEST && removed > note.len() + 1).then_some(note)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn gives_what_the_shared_fixture_says() {
        let fixture = include_str!("../../../../__test__/fixtures/arrival-repeats.json");
        fixture::check(fixture, |text, _, out| shorten(text, out), |text, _| may_apply(text));
    }
}
