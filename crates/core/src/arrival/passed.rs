//! Leaves out lines that only say that a test or a check passed, so that the lines of what failed stay whole.
//!
//! ```text
//!  ✓ a.test.ts (3 tests) 9ms
//!  ✓ b.test.ts (5 tests) 7ms        [clipped — 5 lines of passed checks left out; original: /tmp/x.txt]
//!  …                          ──▶    ❯ f.test.ts (3 tests | 1 failed) 12ms
//!  ❯ f.test.ts (3 tests | 1 failed)    × adds two numbers
//!    × adds two numbers                  → expected 3 to be 4
//!      → expected 3 to be 4
//! ```
//! A line counts by the form in which test runners write it, and never if it says that something failed.

use super::clip::is_failed_test;
use super::clip_mark::{CLIP_MARK, PASSED_LEFT_OUT};
use super::text_lines::{lines, says_error};
use core::fmt::Write;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Fewer lines in a row stay.
const FEWEST_LINES: usize = 4;
/// A shorter text stays whole.
const SHORTEST_BYTES: usize = 500;
/// A text of which fewer bytes would go stays whole.
const LEAST_BYTES: usize = 250;
/// A longer line says more than that something passed.
const LONGEST_LINE_BYTES: usize = 400;
/// One of these is in each text that has such a line.
const SIGNS: [&str; 8] = ["✓ ", "✔ ", "√ ", "PASS", "... ok", "\nok", "  ok ", "Passed "];

/// False if no line can say that something passed. A few searches.
pub(super) fn may_apply(text: &[u8]) -> bool {
    static FINDERS: LazyLock<[Finder<'static>; SIGNS.len()]> = LazyLock::new(|| SIGNS.map(Finder::new));
    text.len() >= SHORTEST_BYTES && FINDERS.iter().any(|sign| sign.find(text).is_some())
}

/// A text without such lines.
pub(super) struct Rest {
    /// Byte offset in it at which the first mark can say where the whole text is.
    mark: usize,
    /// Bytes that the first mark took out, and those that the others did.
    removed: [usize; 2],
}

impl Rest {
    /// Says in the first mark of `out`, which is the rest, where the whole text is. False, with anything in `out`, where too little
    /// would go.
    pub(super) fn name(&self, original: Option<&str>, out: &mut String) -> bool {
        let note = original.map(|original| format!("; original: {original}")).unwrap_or_default();
        out.insert_str(self.mark, &note);
        self.is_enough(note.len())
    }

    /// Whether enough goes with so many more bytes in the first mark.
    const fn is_enough(&self, more: usize) -> bool {
        let [first, others] = self.removed;
        first.saturating_sub(more) + others >= LEAST_BYTES
    }
}

/// Writes `text` without such lines to `out`. None, with anything in `out`, where too little would go. Linear.
pub(super) fn leave_out(text: &str, out: &mut String) -> Option<Rest> {
    out.clear();
    let mut copied = 0;
    let mut rest: Option<Rest> = None;
    let mut run = Run::default();
    let mut close = |run: Run, out: &mut String| {
        if run.lines < FEWEST_LINES {
            return;
        }
        let mark_start = out.len() + run.start - copied;
        out.push_str(text.get(copied..run.start).unwrap_or_default());
        // Writing to a string cannot fail.
        let _ = write!(out, "{CLIP_MARK}{}{PASSED_LEFT_OUT}", run.lines);
        let mark = out.len();
        out.push_str("]\n");
        copied = run.end;
        let removed = (run.end - run.start).saturating_sub(out.len() - mark_start);
        match &mut rest {
            Some(rest) => rest.removed[1] += removed,
            None => rest = Some(Rest { mark, removed: [removed, 0] }),
        }
    };
    for line in lines(text.as_bytes()) {
        let shown = text.get(line.start..line.end).unwrap_or_default();
        if !run.goes_on(shown, line.start, line.end) {
            close(core::mem::take(&mut run), out);
        }
    }
    close(run, out);
    out.push_str(text.get(copied..).unwrap_or_default());
    rest.filter(|rest| rest.is_enough(0))
}

/// Lines in a row that say that something passed.
#[derive(Default)]
struct Run {
    lines: usize,
    start: usize,
    end: usize,
    /// Lines behind it that say so only if one more of it follows.
    waiting: usize,
    /// The blanks in front of the details that TAP writes below a test, while it is within them.
    details: Option<usize>,
}

impl Run {
    /// Adds a line; false if it belongs to no run.
    fn goes_on(&mut self, line: &str, start: usize, end: usize) -> bool {
        let trimmed = line.trim();
        if let Some(blanks) = self.details_at(line) {
            self.details = Some(blanks).filter(|_| trimmed != "...");
            self.waiting += 1;
            if self.details.is_none() {
                (self.lines, self.end, self.waiting) = (self.lines + self.waiting, end, 0);
            }
            return true;
        }
        if self.details.is_some() {
            return false;
        }
        let is_begin = begins_test(trimmed);
        if is_begin && self.lines > 0 {
            self.waiting += 1;
            return true;
        }
        if !is_passed(trimmed) {
            return false;
        }
        if self.lines == 0 {
            self.start = start;
        }
        (self.lines, self.end, self.waiting) = (self.lines + self.waiting + 1, end, 0);
        true
    }

    /// The blanks in front of the details that a line is one of. They are deeper than the text around them, and say nothing that
    /// failed.
    fn details_at(&self, line: &str) -> Option<usize> {
        let (blanks, text) = (line.len() - line.trim_start().len(), line.trim());
        let begins = self.lines > 0 && blanks > 0 && text == "---";
        let least = self.details.or_else(|| begins.then_some(blanks))?;
        let is_in = (blanks >= least || text.is_empty()) && !says_error(text) && !is_failed_test(text);
        is_in.then_some(least)
    }
}

/// Go and TAP name a test before they say how it went.
fn begins_test(line: &str) -> bool {
    line.starts_with("=== RUN ")
        || line.starts_with("=== PAUSE ")
        || line.starts_with("=== CONT ")
        || line.starts_with("# Subtest: ")
}

/// Whether a line without its white space says that a test or a check passed.
fn is_passed(line: &str) -> bool {
    if line.len() > LONGEST_LINE_BYTES {
        return false;
    }
    let is_said = match line.as_bytes() {
        // Vitest, Jest, Mocha, node:test.
        [0xE2, ..] => ["✓ ", "✔ ", "√ "].iter().any(|sign| line.starts_with(sign)),
        // Jest; Go.
        [b'P', ..] => line.starts_with("PASS ") || (line.starts_with("Passed ") && line.ends_with(']')),
        [b'-', ..] => line.starts_with("--- PASS: "),
        // TAP; Go.
        [b'o', b'k', blank, rest @ ..] if blank.is_ascii_whitespace() => {
            let rest = rest.trim_ascii_start();
            rest.first().is_some_and(u8::is_ascii_digit) || *blank == b'\t' || line.starts_with("ok  \t")
        }
        _ => false,
    };
    // Rust, unittest; pytest, Gradle, Googletest.
    let is_said = is_said || line.ends_with(" ... ok") || has_verdict(line);
    is_said && !says_error(line) && !is_failed_test(line)
}

/// Whether ` PASSED` ends the line, or a share of all tests stands behind it.
fn has_verdict(line: &str) -> bool {
    let Some((test, behind)) = line.rsplit_once(" PASSED") else { return false };
    !test.is_empty() && (behind.is_empty() || (behind.trim_start().starts_with('[') && behind.ends_with("%]")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrival::{Chain, Loss, Settings};

    fn left(text: &str, original: Option<&str>) -> Option<String> {
        let mut out = String::from("left over");
        let is_shorter = leave_out(text, &mut out).is_some_and(|rest| rest.name(original, &mut out));
        assert!(!is_shorter || (out.len() + LEAST_BYTES <= text.len() && may_apply(text.as_bytes())), "{text}");
        is_shorter.then_some(out)
    }

    fn many(count: usize, line: impl Fn(usize) -> String) -> String {
        (0..count).map(|at| line(at) + "\n").collect()
    }

    #[test]
    fn lines_of_every_runner_go() {
        let forms: [fn(usize) -> String; 11] = [
            |at| format!(" ✓ test/some/module_{at}.test.ts (3 tests) 9ms"),
            |at| format!("    ✔ adds the numbers of row {at} (0.3ms)"),
            |at| format!("PASS src/components/list_{at}.test.tsx"),
            |at| format!("tests/unit/test_rows.py::test_row_{at} PASSED                [ {at}%]"),
            |at| format!("com.example.RowsTest > adds{at}() PASSED"),
            |at| format!("test rows::tests::adds_the_row_{at} ... ok"),
            |at| format!("test_row_{at} (rows.RowsTest.test_row_{at}) ... ok"),
            |at| format!("--- PASS: TestRow{at} (0.00s)"),
            |at| format!("ok  \texample.com/rows/row{at}\t0.{at}s"),
            |at| format!("  Passed Rows.Tests.Adds_{at} [< 1 ms]"),
            |at| format!("# Subtest: adds {at}\nok {at} - adds {at}\n  ---\n  duration_ms: 0.{at}\n  ..."),
        ];
        for form in forms {
            let all = many(40, form);
            let rest = "FAILED one\nexpected 3 to be 4\n";
            let out = left(&format!("{all}{rest}"), Some("/x.txt")).expect(&all);
            // TAP names a test before it says how it went.
            let named = if all.starts_with('#') { "# Subtest: adds 0\n" } else { "" };
            let count = all.lines().count() - named.lines().count();
            let mark = format!("[clipped — {count} lines of passed checks left out; original: /x.txt]\n");
            assert_eq!(out, format!("{named}{mark}{rest}"));
        }
    }

    #[test]
    fn what_failed_stays_with_its_details() {
        let passed = |from: usize| many(9, |at| format!(" ✓ test/some/module_{}.test.ts (3 tests) 9ms", from + at));
        let failed = " ❯ test/b.test.ts (2 tests | 1 failed) 8ms\n   × adds\n     → expected 3 to be 4\n       at src/b.ts:4:17\n";
        let mark = "[clipped — 9 lines of passed checks left out]\n";
        let text = format!("{}{failed}{}\n Tests  1 failed", passed(0), passed(20));
        assert_eq!(left(&text, None).unwrap(), format!("{mark}{failed}{mark}\n Tests  1 failed"));
    }

    #[test]
    fn details_of_a_test_are_deeper_than_the_test_and_hide_no_failure() {
        let passed = many(30, |at| format!("ok {at} - adds the numbers of a row"));
        let mark = "[clipped — 30 lines of passed checks left out]\n";
        for rest in [
            "---\nwarning: the next run is slower\n...\n",
            "  ---\n  FAILED tests/a.py\n  ...\n",
            "  ---\n  error: 'expected 3 to be 4'\n  ...\n",
            "  ---\nout of it\n  ...\n",
            "  ---\n  never ends\n",
        ] {
            assert_eq!(left(&format!("{passed}{rest}"), None).unwrap(), format!("{mark}{rest}"));
        }
    }

    #[test]
    fn other_lines_stay() {
        let texts = [
            many(3, |at| format!(" ✓ {at} {}", "a long name of a test ".repeat(8))),
            many(30, |at| format!("okay, line {at} of a text that is about tests")),
            many(30, |at| format!("- item {at} of a list with a check ✓ behind")),
            many(30, |at| format!(" ✓ src/some/file.ts({at},4): error TS2304: no name")),
            many(30, |at| format!("the build PASSED in stage {at} of all of them")),
            many(30, |at| format!("const PASS_{at} = \"PASSED\";")),
        ];
        for text in texts {
            assert_eq!(left(&text, None), None, "{text}");
        }
    }

    #[test]
    fn the_name_of_a_test_stays_with_what_it_prints() {
        let passed = many(19, |at| format!("=== RUN   TestSomeRow{at}\n--- PASS: TestSomeRow{at} (0.00s)"));
        let rest = "=== RUN   TestOther\n    rows_test.go:9: got 3\n--- FAIL: TestOther (0.00s)\n";
        let mark = "[clipped — 37 lines of passed checks left out]\n";
        let first = "=== RUN   TestSomeRow0\n";
        assert_eq!(left(&format!("{passed}{rest}"), None).unwrap(), format!("{first}{mark}{rest}"));
    }

    #[test]
    fn the_rest_is_clipped_only_where_it_is_still_long_and_may_be() {
        let settings = Settings { clip: Some(4_000), ..Settings::default() };
        let shorten = |text: &str, loss: Loss| -> Option<String> {
            let mut chain = Chain::default();
            let out = chain.shorten(text, || false, &settings, Some("/x.txt"), |_| loss)?.text.to_owned();
            assert_eq!(chain.shorten(&out, || false, &settings, Some("/x.txt"), |_| loss), None, "{out}");
            Some(out)
        };
        let passed = many(60, |at| format!(" ✓ test/some/module_{at}.test.ts (3 tests) 9ms"));
        let mark = "[clipped — 60 lines of passed checks left out; original: /x.txt]\n";
        let short = "   × adds\n     → expected 3 to be 4\n".repeat(9);
        let text = format!("{passed}{short}");
        for loss in [Loss::Passed, Loss::Anything] {
            assert_eq!(shorten(&text, loss).unwrap(), format!("{mark}{short}"));
        }
        assert_eq!(shorten(&text, Loss::Nothing), None);
        let long = format!("{passed}{}", many(200, |at| format!("line {at} of what the program printed")));
        let out = shorten(&long, Loss::Anything).unwrap();
        assert!(out.contains(" chars left out") && out.contains("[clipped — 60 lines of passed checks left out]\n"));
        assert_eq!(out.matches("/x.txt").count(), 1);
        assert!(shorten(&long, Loss::Passed).unwrap().starts_with(mark));
    }
}
