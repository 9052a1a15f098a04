//! Keeps the head and the tail of a long text, and every line between them that says that something failed.
//!
//! ```text
//! head, up to a line's end
//! [clipped — 81230 chars left out; its 2 error lines follow; mentions: src/a.ts, parseBody; original: /tmp/x.txt]
//! error: no such file
//! FAILED tests/a.py
//! tail, from a line's start
//! ```
//! Long base64 becomes a note first, so that neither head nor tail is a part of it ([`data`]).
//! Lines are cut only where one is longer than a half of what is kept, and never inside a pair of surrogates.

use super::chars::{chars_of, head_of, tail_of};
use super::clip_mark::{CHARS_LEFT_OUT, CLIP_MARK, PASSED_LEFT_OUT};
use super::data;
use crate::digest::{SeenWords, digest};
use crate::failure::in_json::{Found, errors_in_json};
use crate::failure::line::{LINE_CHARS, is_error_line};
use crate::failure::told::{Around, told_lines};
use core::fmt::Write;
use std::borrow::Cow;

/// What a clip may keep and say.
#[derive(Clone, Copy, Debug)]
pub struct ClipSettings<'a> {
    /// Longer texts are clipped to so many chars, and the error lines that are left out otherwise.
    pub max_chars: usize,
    /// Where the whole text is, such as a path; in one line. None where it cannot be had back.
    pub original: Option<&'a str>,
    /// How much of what is left out is named; none: nothing.
    pub digest: Option<DigestLimits>,
}

/// How long the digest of what is left out may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestLimits {
    /// Most words.
    pub max_words: usize,
    /// Most chars, separators included.
    pub max_chars: usize,
}

/// Chars of the marker without what is named in it.
const MARK_CHARS: usize = 100;
/// No shorter line says that something failed; this one does: `FAIL`.
const SHORTEST_ERROR_BYTES: usize = 4;
/// Signs in front of the name of a test that failed.
const CROSSES: [char; 5] = ['×', '✗', '✘', '✕', '❌'];
/// Most bytes of lines that tell of a failure and are no error lines by themselves.
const MAX_TOLD_BYTES: usize = 250;
/// Chars of an error line that are kept.
const ERROR_LINE_CHARS: usize = 1_000;

/// No result of at most so many chars is clipped, however much may stay of longer ones.
const SHORT_CHARS: usize = 3_000;

/// The chars above which a result is clipped where at most `max_chars` stay: what is little longer is worth more whole than it
/// costs.
#[must_use]
pub const fn clipped_above(max_chars: usize) -> usize {
    let share = max_chars.saturating_mul(5) / 2;
    if share < SHORT_CHARS { share } else { SHORT_CHARS }
}

/// How many chars of `text` stay: two fifths, and at most `max_chars`; none if it is too short to be clipped.
#[must_use]
pub fn kept_of(text: &str, max_chars: usize) -> Option<usize> {
    let chars = chars_of(text);
    (chars > clipped_above(max_chars)).then(|| max_chars.min(chars.saturating_mul(2) / 5))
}

/// False if a result is too short to be clipped to `max_chars`.
#[must_use]
pub const fn may_apply(text: &[u8], max_chars: usize) -> bool {
    text.len() > clipped_above(max_chars)
}

/// Writes the clipped text to `out`. False if it has at most `max_chars` chars, has been clipped before, or would not be
/// shorter; `out` is then unspecified. Words that are `seen` elsewhere are not named. Linear.
pub fn shorten(text: &str, settings: &ClipSettings<'_>, seen: &dyn Fn(&str) -> bool, out: &mut String) -> bool {
    out.clear();
    if text.len() <= settings.max_chars {
        return false;
    }
    let chars = chars_of(text);
    if chars <= settings.max_chars || has_mark(text) {
        return false;
    }
    let mut without_data = String::new();
    let came = text;
    let text = if data::leave_out(came, &mut without_data) { without_data.as_str() } else { came };
    let data_chars = chars - chars_of(text);
    let parts = Parts::of(text, settings);
    let (head, tail) = (parts.head(), parts.tail());
    let errors = parts.error_lines();
    out.push_str(head);
    if !parts.ends_line() {
        out.push('\n');
    }
    parts.push_mark(&errors, data_chars, settings, seen, out);
    for line in errors {
        out.push_str(&line.kept);
        out.push('\n');
    }
    out.push_str(tail);
    out.len() < came.len() && chars_of(out) < chars
}

/// Whether a line says that something was clipped, which is no passed check.
fn has_mark(text: &str) -> bool {
    let is_line = |at: usize| at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n');
    let is_of_passed = |at: usize| {
        let behind = text.get(at + CLIP_MARK.len()..).unwrap_or_default();
        behind.trim_start_matches(|digit: char| digit.is_ascii_digit()).starts_with(PASSED_LEFT_OUT)
    };
    memchr::memmem::find_iter(text.as_bytes(), CLIP_MARK).any(|at| is_line(at) && !is_of_passed(at))
}

/// A text in three parts: head, middle and tail.
struct Parts<'a> {
    text: &'a str,
    /// The end of the head in bytes.
    head_end: usize,
    /// The end of the middle in bytes.
    tail_start: usize,
}

/// The kept beginning of an error line, and how many of its chars are in the middle: the tail may begin within it.
struct ErrorLine<'a> {
    kept: Cow<'a, str>,
    middle_chars: usize,
}

impl<'a> Parts<'a> {
    /// Head and tail have equal room. Each ends at a line's end if that keeps at least a half of it.
    fn of(text: &'a str, settings: &ClipSettings<'_>) -> Self {
        let named = settings.digest.map_or(0, |limits| limits.max_chars) + settings.original.map_or(0, chars_of);
        let room = settings.max_chars.saturating_sub(MARK_CHARS + named).max(settings.max_chars / 2) / 2;
        if chars_of(text) <= 2 * room {
            // Without its data all of it fits.
            return Self { text, head_end: text.len(), tail_start: text.len() };
        }
        let (most_head, least_tail) = (head_of(text, room).len(), text.len() - tail_of(text, room).len());
        debug_assert!(most_head <= least_tail, "less than the text is kept");
        let (head, tail) = (text.get(..most_head).unwrap_or_default(), text.get(least_tail..).unwrap_or_default());
        let up_to_line = memchr::memrchr(b'\n', head.as_bytes()).and_then(|feed| head.get(..=feed));
        let from_line = memchr::memchr(b'\n', tail.as_bytes()).and_then(|feed| tail.get(feed + 1..));
        let is_enough = |kept: &&str| chars_of(kept) * 2 >= room;
        let is_line = text.as_bytes().get(least_tail.wrapping_sub(1)) == Some(&b'\n');
        let shorter_tail = from_line.filter(|_| !is_line).filter(is_enough);
        Self {
            text,
            head_end: up_to_line.filter(is_enough).map_or(most_head, str::len),
            tail_start: text.len() - shorter_tail.unwrap_or(tail).len(),
        }
    }

    fn head(&self) -> &'a str {
        self.text.get(..self.head_end).unwrap_or_default()
    }

    fn middle(&self) -> &'a str {
        self.text.get(self.head_end..self.tail_start).unwrap_or_default()
    }

    fn tail(&self) -> &'a str {
        self.text.get(self.tail_start..).unwrap_or_default()
    }

    /// Whether the middle begins with a line's beginning.
    fn ends_line(&self) -> bool {
        self.head().is_empty() || self.head().ends_with('\n')
    }

    /// The error lines that begin in the middle: the text's own, or if it is JSON, those in its strings. Of what only tells of a
    /// failure, the first ones.
    fn error_lines(&self) -> Vec<ErrorLine<'a>> {
        let mut lines = self.own_error_lines();
        let (middle, mut around) = (self.head_end..self.tail_start, Around::default());
        let inner = errors_in_json(self.text, |line| around.tells(line) || says_error_or_failed(line)).into_iter();
        lines.extend(inner.filter(|one| middle.contains(&one.place.start)).map(|Found { place, line }| {
            let in_middle = self.text.get(place.start..place.end.min(self.tail_start)).unwrap_or_default();
            let middle_chars = chars_of(head_of(in_middle, ERROR_LINE_CHARS));
            ErrorLine { kept: head_of(&line, ERROR_LINE_CHARS).to_owned().into(), middle_chars }
        }));
        let is_told = |line: &ErrorLine<'_>| !says_error_or_failed(&line.kept);
        // Error lines say most of it.
        let most = if lines.iter().all(is_told) { MAX_TOLD_BYTES } else { MAX_TOLD_BYTES / 2 };
        let mut told = 0;
        lines.retain(|line| {
            told += if is_told(line) { line.kept.len() + 1 } else { 0 };
            told <= most || !is_told(line)
        });
        lines
    }

    fn own_error_lines(&self) -> Vec<ErrorLine<'a>> {
        let (from, middle) = (self.head_end, self.middle());
        let feeds = memchr::memchr_iter(b'\n', middle.as_bytes()).map(|feed| feed + 1);
        let starts = core::iter::once(0).filter(|_| self.ends_line()).chain(feeds);
        let line_at = |start: usize| {
            let rest = self.text.get(from + start..).unwrap_or_default();
            rest.get(..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())).unwrap_or_default()
        };
        let is_error = |start: &usize| {
            let line = line_at(*start);
            line.len() >= SHORTEST_ERROR_BYTES && says_error_or_failed(line)
        };
        let mut found: Vec<usize> = starts.filter(is_error).collect();
        // What is in front of the first whole line of the middle was told by the head.
        let first =
            if self.ends_line() { Some(0) } else { memchr::memchr(b'\n', middle.as_bytes()).map(|feed| feed + 1) };
        if let Some(first) = first {
            told_lines(middle.get(first..).unwrap_or_default(), |line| found.push(first + line.start));
        }
        found.sort_unstable();
        found.dedup();
        let error = |start: usize| {
            let kept = head_of(line_at(start), ERROR_LINE_CHARS);
            let in_middle = kept.get(..kept.len().min(middle.len() - start)).unwrap_or_default();
            ErrorLine { kept: kept.into(), middle_chars: chars_of(in_middle) }
        };
        found.into_iter().filter(|&start| start < middle.len()).map(error).collect()
    }

    fn push_mark(
        &self,
        errors: &[ErrorLine<'_>],
        data_chars: usize,
        settings: &ClipSettings<'_>,
        seen: &dyn Fn(&str) -> bool,
        out: &mut String,
    ) {
        let kept: usize = errors.iter().map(|line| line.middle_chars).sum();
        // Writing to a string cannot fail.
        let _ = write!(out, "{CLIP_MARK}{}{CHARS_LEFT_OUT}", data_chars + chars_of(self.middle()) - kept);
        let _ = match errors.len() {
            0 => Ok(()),
            1 => write!(out, "; its error line follows"),
            count => write!(out, "; its {count} error lines follow"),
        };
        if let Some(DigestLimits { max_words, max_chars }) = settings.digest {
            let mut visible = SeenWords::default();
            for text in [self.head(), self.tail()].into_iter().chain(errors.iter().map(|line| &*line.kept)) {
                visible.note(text);
            }
            let mut words = String::new();
            let is_seen = |word: &str| visible.has(word) || seen(word);
            if digest(self.middle(), &is_seen, max_words, max_chars, &mut words) > 0 {
                let _ = write!(out, "; mentions: {words}");
            }
        }
        if let Some(original) = settings.original {
            let _ = write!(out, "; original: {original}");
        }
        out.push_str("]\n");
    }
}

/// Whether a line says that something failed, or that a test did.
fn says_error_or_failed(line: &str) -> bool {
    // A char that the limit splits does not matter: lines are judged by ASCII.
    let head = head_of(line, LINE_CHARS);
    is_error_line(head.as_bytes()) || is_failed_test(head)
}

/// Whether a line names a test that failed by the signs that test runners print: `× adds`, `❯ a.test.ts (3 tests | 1 failed)`.
pub(super) fn is_failed_test(line: &str) -> bool {
    let line = line.trim_start();
    let behind = |sign: char| line.strip_prefix(sign).filter(|rest| rest.starts_with(' '));
    CROSSES.into_iter().any(|sign| behind(sign).is_some())
        || behind('❯').is_some_and(|rest| rest.contains(" failed"))
        || behind('●').is_some_and(|rest| rest.contains(" › "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_base64::base64;

    fn clipped(text: &str, settings: &ClipSettings<'_>) -> Option<String> {
        let mut out = String::from("left over");
        let output = shorten(text, settings, &|_| false, &mut out).then_some(out)?;
        assert!(output.len() < text.len() && chars_of(&output) < chars_of(text), "{text}");
        assert!(!shorten(&output, settings, &|_| false, &mut String::new()), "twice: {text}");
        // A head that is cut within a line keeps the beginning of that line.
        let (head, _) = output.split_once(CLIP_MARK).unwrap();
        let cut = head.trim_end_matches('\n').rsplit('\n').next().unwrap();
        let is_kept = |line: &str| output.contains(head_of(line, ERROR_LINE_CHARS)) || line.starts_with(cut);
        assert!(
            text.split('\n').filter(|line| is_error_line(head_of(line, LINE_CHARS).as_bytes())).all(is_kept),
            "{text}"
        );
        Some(output)
    }

    #[test]
    fn keeps_the_names_of_failed_tests() {
        let filler = "a line that says nothing of interest\n".repeat(60);
        let failed = [
            " ❯ src/a.test.ts (5 tests | 1 failed) 12ms",
            "     × adds two numbers 3ms",
            "  ● sums › adds",
            "✗ b",
            " ❯ src/a.ts:3:5",
        ];
        let passed = [" ✓ src/b.test.ts (5 tests) 9ms", "3×4 = 12", "● an item"];
        let text = format!("{filler}{}\n{}\n{filler}", failed.join("\n"), passed.join("\n"));
        let settings = ClipSettings { max_chars: 800, original: None, digest: None };
        let out = clipped(&text, &settings).unwrap();
        assert!(failed.iter().all(|line| out.contains(&format!("\n{line}\n"))), "{out}");
        assert!(!passed.iter().any(|line| out.contains(line)), "{out}");
    }

    #[test]
    fn keeps_no_base64() {
        let data = base64(30_000);
        let settings = ClipSettings {
            max_chars: 400,
            original: Some("/x/1.txt"),
            digest: Some(DigestLimits { max_words: 4, max_chars: 40 }),
        };
        let of = |text: &str| clipped(text, &settings).unwrap();
        let note = "[image/png data URL of 30 KB left out]";
        let shot = of(&format!("shot: data:image/png;base64,{data} of a.png"));
        assert_eq!(shot, format!("shot: {note} of a.png\n[clipped — 39984 chars left out; original: /x/1.txt]\n"));
        let long = of(&format!("data:image/png;base64,{data}\n{}", "a line of it\n".repeat(90)));
        assert!(long.starts_with(note) && long.ends_with("a line of it\n") && !long.contains(&data[..40]), "{long}");
    }
}
