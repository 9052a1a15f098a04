//! What a tool's output tells of a failure, in any form in which tools print it, and where it is: wider than `line.rs`, whose
//! lines alone keep a result whole. These stay where a text is cut or its result goes.
//!
//! ```text
//!   1) sum adds                                  a heading, if a failure follows
//!      AssertionError [ERR_ASSERTION]: 3 == 4    a line that tells of a failure (`line.rs`, `words.rs`)
//!      expected: 4                               what was compared, behind it
//!      at Context.<anonymous> (test/sum.js:5:12) the first place behind it (`place.rs`)
//! ```

mod line;
mod place;
mod words;

use super::line::LINE_CHARS;
use aho_corasick::{AhoCorasick, Input, MatchKind};
use core::ops::Range;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The beginning of what Go's compiler says.
const PACKAGE: &str = "# ";
/// Lines behind a failure in which its place and what was compared are looked for.
const NEAR_LINES: usize = 7;
/// Most places and comparisons that are kept of one failure.
const MOST_PLACES: usize = 1;
const MOST_COMPARED: usize = 4;
/// Lines in front of a failure in which its heading is looked for.
const HEADING_LINES: usize = 3;
/// UTF-16 units, at most, of a line that are looked at, as bytes.
const LINE_BYTES: usize = 2 * LINE_CHARS;

static TRIGGERS: LazyLock<AhoCorasick> =
    LazyLock::new(|| line::automaton(words::TRIGGERS.iter(), MatchKind::LeftmostFirst));
static OTHER_TRIGGERS: LazyLock<AhoCorasick> =
    LazyLock::new(|| line::automaton(words::OTHER_TRIGGERS.iter(), MatchKind::LeftmostFirst));

fn has_trigger(text: &[u8]) -> bool {
    TRIGGERS.is_match(text) || (!text.is_ascii() && OTHER_TRIGGERS.is_match(text))
}

/// False if no line of a text as JSON has it tells of a failure. Linear, and fast.
pub fn may_tell(raw: &[u8]) -> bool {
    // Other letters than ASCII's may be spelled with escapes.
    memchr::memmem::find(raw, br"\u").is_some() || begins_with_finding(raw) || has_trigger(raw)
}

/// Whether a text begins as compilers and linters do that name a place for each thing they find, and no error.
fn begins_with_finding(raw: &[u8]) -> bool {
    let head = raw.get(..raw.len().min(LINE_CHARS)).unwrap_or_default();
    let line = head.get(..memchr::memchr(b'\\', head).unwrap_or(head.len())).unwrap_or_default();
    raw.starts_with(PACKAGE.as_bytes()) || core::str::from_utf8(line).is_ok_and(line::has_message_at_place)
}

/// Whether a decoded line tells of a failure.
pub fn tells(line: &str) -> bool {
    has_trigger(line.as_bytes()) && tells_without(line)
}

fn tells_without(line: &str) -> bool {
    line::tells(head_of(&without_colours(line)))
}

/// Whether a line may be one that [`told_lines`] gives behind `last`.
pub fn is_told(last: Option<&str>, line: &str) -> bool {
    last.is_some_and(says_more)
        || line::tells(line)
        || line::has_message_at_place(line)
        || place::compares(line)
        || place::is_place(line)
        || place::is_heading(line)
}

/// Whether all lines of a text may be what [`told_lines`] gives of another.
pub fn are_told(text: &str) -> bool {
    let mut last = None;
    text.split('\n').all(|line| is_told(last.replace(line), line))
}

/// What is known of the lines in front of one.
#[derive(Default)]
pub struct Around {
    /// Lines that may still be about the last failure.
    near: usize,
    places: usize,
    compared: usize,
    /// Whether the last line that was not empty says that its message follows.
    goes_on: bool,
}

impl Around {
    /// Whether the next line tells of a failure, or of the last one where it is or what it compared.
    pub fn tells(&mut self, line: &str) -> bool {
        self.sees(line, tells)
    }

    fn sees(&mut self, line: &str, tells: impl Fn(&str) -> bool) -> bool {
        let goes_on = self.goes_on;
        self.goes_on &= line.trim().is_empty();
        if tells(line) {
            (self.near, self.places, self.compared) = (NEAR_LINES, MOST_PLACES, MOST_COMPARED);
            self.goes_on = says_more(line);
            return true;
        }
        self.is_about(line, goes_on)
    }

    fn is_about(&mut self, line: &str, goes_on: bool) -> bool {
        let Some(near) = self.near.checked_sub(1) else { return false };
        self.near = near;
        let line = without_colours(line);
        let line = head_of(&line);
        if goes_on && !line.trim().is_empty() {
            self.goes_on = says_more(line) && near > NEAR_LINES - 3;
            return true;
        }
        let left = if place::compares(line) {
            &mut self.compared
        } else if place::is_place(line) {
            &mut self.places
        } else {
            return false;
        };
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        true
    }
}

/// Whether the message of a line stands on the next one.
fn says_more(line: &str) -> bool {
    line.trim_end().ends_with(':')
}

/// The lines of a decoded text that tell of failures, and those around them that say where, in order. Linear.
pub fn told_lines(text: &str, mut each: impl FnMut(Range<usize>)) {
    let mut around = Around::default();
    let is_of_package = text.starts_with(PACKAGE);
    let is_ascii = text.is_ascii();
    let first = |texts: &AhoCorasick, at: usize| texts.find(Input::new(text).range(at..)).map(|one| one.start());
    let mut triggers = Next::new(|at| first(&TRIGGERS, at));
    let mut others = Next::new(|at| if is_ascii { None } else { first(&OTHER_TRIGGERS, at) });
    let mut places = Next::new(|at| line::may_have_place(text, at));
    let (mut at, mut seen) = (0, 0);
    while at < text.len() {
        if around.near == 0 && !is_of_package {
            // What is in front of the next line that may tell is about nothing.
            let first = triggers.from(at).min(others.from(at)).min(places.from(at));
            let Some(front) = text.get(at..first) else { break };
            at += front.rfind('\n').map_or(0, |feed| feed + 1);
        }
        let end =
            memchr::memchr(b'\n', text.get(at..).unwrap_or_default().as_bytes()).map_or(text.len(), |end| at + end);
        let line = text.get(at..end).unwrap_or_default();
        let has_trigger = is_of_package || triggers.from(at) < end || (others.from(at) < end && !line.is_ascii());
        let tells = |line: &str| if has_trigger { tells_without(line) } else { line::has_message_at_place(line) };
        if around.sees(line, tells) {
            if around.near == NEAR_LINES {
                headings_before(text, seen, at).into_iter().flatten().for_each(&mut each);
            }
            seen = end + 1;
            each(at..end);
        }
        at = end + 1;
    }
}

/// Where something is next in a text, which is looked for once.
struct Next<F> {
    find: F,
    found: Option<usize>,
}

impl<F: Fn(usize) -> Option<usize>> Next<F> {
    const fn new(find: F) -> Self {
        Self { find, found: None }
    }

    /// The first place from `at` on, which only grows; behind all texts if there is none.
    fn from(&mut self, at: usize) -> usize {
        let found = self.found.filter(|&found| found >= at);
        *self.found.insert(found.unwrap_or_else(|| (self.find)(at).unwrap_or(usize::MAX)))
    }
}

/// The headings and places in front of the line at `at`, behind `seen`.
fn headings_before(text: &str, seen: usize, at: usize) -> [Option<Range<usize>>; HEADING_LINES] {
    let mut found = [const { None }; HEADING_LINES];
    let mut end = at;
    for place in found.iter_mut().rev() {
        let Some(before) = text.get(seen..end).and_then(|before| before.strip_suffix('\n')) else { break };
        let start = seen + before.rfind('\n').map_or(0, |feed| feed + 1);
        let said = without_colours(text.get(start..seen + before.len()).unwrap_or_default());
        if place::is_heading(&said) || place::is_place(head_of(&said)) {
            *place = Some(start..seen + before.len());
        }
        end = start;
    }
    found
}

/// A line without sequences that colour it.
pub fn without_colours(line: &str) -> Cow<'_, str> {
    if memchr::memchr(0x1B, line.as_bytes()).is_none() {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, sequence)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = sequence.strip_prefix('[').map_or(sequence, |sequence| {
            let length = sequence.bytes().take_while(|byte| matches!(byte, b'0'..=b'?')).count();
            sequence.get(length + 1..).unwrap_or_default()
        });
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn head_of(line: &str) -> &str {
    line.get(..line.floor_char_boundary(LINE_BYTES)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without colours; nothing that stays is unknown when it comes back.
    fn told(text: &str) -> Vec<Cow<'_, str>> {
        let mut lines = Vec::new();
        told_lines(text, |line| lines.extend(text.get(line).map(without_colours)));
        assert!(lines.is_empty() || are_told(&lines.join("\n")), "{lines:?}");
        lines
    }

    #[test]
    fn a_failure_stays_with_its_heading_its_first_place_and_what_was_compared() {
        let lines = [
            "  1) sum adds",
            "     AssertionError [ERR_ASSERTION]: 3 == 4",
            "     expected: 4",
            "     at Context.<anonymous> (test/sum.js:5:12)",
        ];
        let text = format!("  2 passing\n\n{}\n     at next (lib/run.js:9:1)\n  done\n", lines.join("\n"));
        assert_eq!(told(&text), lines);
        assert_eq!(told("ok\n\u{1b}[31m1 failed\u{1b}[0m, 3 passed"), ["1 failed, 3 passed"]);
        let lines = ["src/a.go:3:9: undefined: x", "错误：没有那个文件", "CONFLICT (content): Merge conflict in a.ts"];
        assert_eq!(told(&lines.join("\n")), lines);
    }

    #[test]
    fn what_only_names_errors_goes() {
        for line in [
            "0 errors, 0 warnings",
            "INFO  error handler is ready",
            "  const failed = new Error(message);",
            "ok 3 - says what failed",
            "| failed | 0 |",
            "errors: none",
            "a.ts:3:5: note: the error is handled",
        ] {
            assert!(told(line).is_empty(), "{line}");
        }
    }
}
