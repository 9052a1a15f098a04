//! The error lines of a failed result that is masked, which its placeholder has: the first ones, each once.

use super::text_signs::{Reading, Sign, Signs};
use super::{Planner, Request};
use crate::failure::in_json::errors_in_json;
use crate::failure::line::{LINE_CHARS, is_error_line};
use crate::failure::lines;
use crate::failure::told::{Around, is_told, may_tell, told_lines, without_colours};
use crate::hash::Set;
use crate::json::text::Text;
use crate::policy::brief::MAX_ERROR_LINES_CHARS;
use crate::policy::{KeepErrors, Rule};
use crate::transcript::ToolResult;
use core::ops::Range;

/// Most chars of a line.
const MAX_LINE_CHARS: usize = 240;

/// Bytes of a result that are searched.
const MAX_SEARCHED_BYTES: usize = 1 << 20;

impl Planner {
    /// Finds what the placeholder of a result says of its failure.
    pub(super) fn find_error_lines(&mut self, request: &Request<'_>, (at, result): (usize, &ToolResult), rule: &Rule) {
        self.error_lines.clear();
        if !request.roles.may_fail(at) || rule.keep_errors == KeepErrors::Never || rule.max_observation_chars.is_some()
        {
            return;
        }
        let may_have_error = |text: Text<'_>, signs: Option<Signs>| {
            signs.map_or_else(|| lines::may_have_error(text), |signs| signs.has(Sign::MayFail))
        };
        let (key, lines) = (request.key_of_texts(at, result, Reading::Lines), &mut self.error_lines);
        let mut joined = Vec::new();
        self.readings.find_or(key, &mut joined, |out| {
            let (mut text, mut searched) = (Vec::new(), 0);
            let mut found = ErrorLines::new(MAX_ERROR_LINES_CHARS);
            for (one, signs) in request.texts(at, result) {
                let may_fail = may_have_error(one, signs);
                text.clear();
                if may_fail || may_tell(one.raw()) {
                    one.decode_lossy_into(&mut text);
                    found.add_text(&String::from_utf8_lossy(&text), may_fail);
                }
                searched += one.raw().len() + 1;
                if searched > MAX_SEARCHED_BYTES {
                    break;
                }
            }
            *lines = found.lines;
            out.extend_from_slice(lines.join("\n").as_bytes());
            (!lines.is_empty()).then_some(((), 0))
        });
        lines.clear();
        let joined = core::str::from_utf8(&joined).unwrap_or_default();
        lines.extend(joined.split('\n').filter(|line| !line.is_empty()).map(str::to_owned));
        if !self.error_lines.is_empty() {
            self.failed.push(at as u32);
        }
    }
}

/// Of lines that are no error lines by themselves: most bytes of one, and of all, as a share of those of all lines.
const MAX_TOLD_LINE_BYTES: usize = 160;
const TOLD_SHARE: usize = 32;

/// Error lines, each once, up to so many bytes together.
pub(super) struct ErrorLines {
    most_bytes: usize,
    told_bytes: usize,
    bytes: usize,
    known: Set<String>,
    pub(super) lines: Vec<String>,
}

impl ErrorLines {
    pub(super) fn new(most_bytes: usize) -> Self {
        Self { most_bytes, told_bytes: 0, bytes: 0, known: Set::default(), lines: Vec::new() }
    }

    /// Adds those of a decoded text, and of the strings in it if it is JSON; `may_fail`: lines that are error lines by themselves
    /// may be among them. Linear.
    pub(super) fn add_text(&mut self, text: &str, may_fail: bool) {
        self.add_lines(text, may_fail);
        self.add_strings(text, 0..text.len());
    }

    /// Adds those of a text's own lines.
    pub(super) fn add_lines(&mut self, text: &str, may_fail: bool) {
        let mut found = Vec::new();
        told_lines(text, |line| found.push(line));
        if may_fail {
            let mut start = 0;
            for line in text.split('\n') {
                if is_error(line) {
                    found.push(start..start + line.len());
                }
                start += line.len() + 1;
            }
            found.sort_unstable_by_key(|line| line.start);
            found.dedup();
        }
        found.into_iter().filter_map(|line| text.get(line)).for_each(|line| self.add(line));
    }

    /// Adds those in the strings of a text that is JSON that begin at these bytes of it.
    pub(super) fn add_strings(&mut self, text: &str, within: Range<usize>) {
        let mut around = Around::default();
        let found = errors_in_json(text, |line| around.tells(line) || is_error(line));
        found.into_iter().filter(|one| within.contains(&one.place.start)).for_each(|one| self.add(&one.line));
    }

    fn add(&mut self, line: &str) {
        let line = without_colours(line.trim_end_matches('\r'));
        let end = line.char_indices().nth(MAX_LINE_CHARS).map_or(line.len(), |(end, _)| end);
        let line = line.get(..end).unwrap_or_default();
        let is_over = self.bytes > self.most_bytes || self.known.contains(line);
        // What is cut off must not make it a line that is not known for one of a failure when it comes back.
        if is_over || line.trim().is_empty() || !is_told(self.lines.last().map(String::as_str), line) {
            return;
        }
        let bytes = line.len() + 1;
        let (sum, most) = if is_error(line) {
            (&mut self.bytes, self.most_bytes)
        } else if bytes <= MAX_TOLD_LINE_BYTES {
            // Error lines say most of it.
            (&mut self.told_bytes, self.most_bytes / if self.bytes == 0 { TOLD_SHARE } else { 2 * TOLD_SHARE })
        } else {
            return;
        };
        *sum += bytes;
        if *sum <= most {
            self.known.insert(line.to_owned());
            self.lines.push(line.to_owned());
        }
    }
}

/// A line is judged by its ASCII bytes alone.
fn is_error(line: &str) -> bool {
    let bytes = line.as_bytes().get(..LINE_CHARS).unwrap_or(line.as_bytes());
    if bytes.is_ascii() {
        return is_error_line(bytes);
    }
    let head = line.chars().take(LINE_CHARS).map(|char| u8::try_from(u32::from(char)).unwrap_or(u8::MAX));
    is_error_line(&head.collect::<Vec<u8>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::told::are_told;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, ..ProptestConfig::default() })]

        #[test]
        fn what_stays_is_known_for_it_when_it_comes_back(
            parts in prop::collection::vec(prop_oneof![
                "\n", "\n  ", " ", ": ", "(error|Error|FAILED|failed|1 failed|exit code 1|not found|cannot |E   |● |1\\) )",
                "(src/)?[a-c]\\.(ts|rs):[0-9]:[0-9]", "--> ", "\"error\":\"", "\\{\"", "\\\\n", "\u{1b}\\[3[0-9]m", "[a-z]{1,9}",
                "x{190,250}", "(é|漢|😀)", "INFO ", ":\n",
            ], 0..24),
        ) {
            let mut found = ErrorLines::new(MAX_ERROR_LINES_CHARS);
            found.add_text(&parts.concat(), true);
            prop_assert!(found.lines.is_empty() || are_told(&found.lines.join("\n")), "{:?}", found.lines);
        }
    }

    #[test]
    fn finds_each_error_line_once_up_to_the_limits() {
        let find = |text: &str, most_bytes: usize| {
            let mut found = ErrorLines::new(most_bytes);
            found.add_text(text, true);
            found.lines
        };
        let lines = find("ok 1\nerror: no é\r\nok 2\nFAILED tests/a.py\nerror: no é\n", 100);
        assert_eq!(lines, ["error: no é", "FAILED tests/a.py"]);
        let lines = find(r#"{"out":"ok\nerror: no é\r\nok","exit_code":2}"#, 100);
        assert_eq!(lines, ["error: no é", "exit_code: 2"]);
        let text = (0..500).map(|at| format!("error: {at} {}", "x".repeat(300))).collect::<Vec<_>>().join("\n");
        let lines = find(&text, MAX_ERROR_LINES_CHARS);
        assert!(lines.len() == MAX_ERROR_LINES_CHARS / 241 && lines.iter().all(|line| line.len() == MAX_LINE_CHARS));
        assert!(find("ok", MAX_ERROR_LINES_CHARS).is_empty());
    }
}
