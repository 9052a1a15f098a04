//! The error lines of a failed result that is masked, which its placeholder has: the first ones, each once.

use super::text_signs::{Reading, Sign, Signs};
use super::{Planner, Request};
use crate::failure::line::{LINE_CHARS, is_error_line};
use crate::failure::lines;
use crate::hash::Set;
use crate::json::text::Text;
use crate::policy::brief::MAX_ERROR_LINES_CHARS;
use crate::policy::{KeepErrors, Rule};
use crate::transcript::ToolResult;

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
        let may_fail = |(text, signs): (Text<'_>, Option<Signs>)| {
            signs.map_or_else(|| lines::may_have_error(text), |signs| signs.has(Sign::MayFail))
        };
        if !request.texts(at, result).any(may_fail) {
            return;
        }
        let (key, lines) = (request.key_of_texts(at, result, Reading::Lines), &mut self.error_lines);
        let mut joined = Vec::new();
        self.readings.find_or(key, &mut joined, |out| {
            let mut text = Vec::new();
            for (one, _) in request.texts(at, result) {
                one.decode_lossy_into(&mut text);
                text.push(b'\n');
                if text.len() > MAX_SEARCHED_BYTES {
                    break;
                }
            }
            find(&String::from_utf8_lossy(&text), MAX_ERROR_LINES_CHARS, lines);
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

/// Puts the error lines of the decoded `text` into `lines`, up to so many bytes together. O(n log n).
pub(super) fn find(text: &str, most_bytes: usize, lines: &mut Vec<String>) {
    lines.clear();
    let mut known = Set::default();
    let mut bytes = 0;
    for line in text.split('\n').map(|line| line.trim_end_matches('\r')).filter(|line| is_error(line)) {
        let end = line.char_indices().nth(MAX_LINE_CHARS).map_or(line.len(), |(end, _)| end);
        let line = line.get(..end).unwrap_or_default();
        if !known.insert(line) {
            continue;
        }
        bytes += line.len() + 1;
        if bytes > most_bytes {
            return;
        }
        lines.push(line.to_owned());
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

    #[test]
    fn finds_each_error_line_once_up_to_the_limits() {
        let mut lines = Vec::new();
        find("ok 1\nerror: no é\r\nok 2\nFAILED tests/a.py\nerror: no é\n", 100, &mut lines);
        assert_eq!(lines, ["error: no é", "FAILED tests/a.py"]);
        let text = (0..500).map(|at| format!("error: {at} {}", "x".repeat(300))).collect::<Vec<_>>().join("\n");
        find(&text, MAX_ERROR_LINES_CHARS, &mut lines);
        assert!(lines.len() == MAX_ERROR_LINES_CHARS / 241 && lines.iter().all(|line| line.len() == MAX_LINE_CHARS));
        find("ok", MAX_ERROR_LINES_CHARS, &mut lines);
        assert!(lines.is_empty());
    }
}
