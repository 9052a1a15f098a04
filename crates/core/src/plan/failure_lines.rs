//! The error lines of a failed result that is masked: its placeholder has them, up to a limit.
//!
//! ```text
//! [placeholder]
//! Its error lines:
//! src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.
//! FAILED tests/b.py::test_x
//! ```

use super::error_line::{LINE_CHARS, is_error_line};

/// The line in front of them.
const OPENING: &str = "\nIts error lines:";
/// Most lines, and most chars of each and of all.
const MAX_LINES: usize = 24;
const MAX_LINE_CHARS: usize = 240;
pub(super) const MAX_CHARS: usize = 2_000;

/// Puts the opening and the error lines of the decoded `text` into `out`; nothing if it has none. Equal lines are put once.
/// Linear.
pub(super) fn find(text: &str, out: &mut String) {
    out.clear();
    let mut lines: Vec<&str> = Vec::new();
    let mut chars = OPENING.len();
    for line in text.split('\n').map(|line| line.trim_end_matches('\r')).filter(|line| is_error(line)) {
        let end = line.char_indices().nth(MAX_LINE_CHARS).map_or(line.len(), |(end, _)| end);
        let line = line.get(..end).unwrap_or_default();
        if lines.contains(&line) {
            continue;
        }
        chars += 1 + units(line);
        if lines.len() == MAX_LINES || chars > MAX_CHARS {
            break;
        }
        lines.push(line);
    }
    if !lines.is_empty() {
        out.push_str(OPENING);
        lines.iter().for_each(|line| {
            out.push('\n');
            out.push_str(line);
        });
    }
}

/// The decoded `text` without such lines at its end, and how many UTF-16 units they take.
pub(super) fn without(text: &[u8]) -> (&[u8], usize) {
    let found = memchr::memmem::find(text, OPENING.as_bytes());
    let parts = found.and_then(|at| Some((text.get(..at)?, core::str::from_utf8(text.get(at..)?).ok()?)));
    let Some((before, rest)) = parts else { return (text, 0) };
    let lines = rest.get(OPENING.len()..).unwrap_or_default();
    let is_ours = lines.starts_with('\n') && units(rest) <= MAX_CHARS && lines.split('\n').skip(1).all(is_error);
    if is_ours { (before, units(rest)) } else { (text, 0) }
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A line is judged by its ASCII bytes alone.
fn is_error(line: &str) -> bool {
    let head: Vec<u8> =
        line.chars().take(LINE_CHARS).map(|char| u8::try_from(u32::from(char)).unwrap_or(u8::MAX)).collect();
    is_error_line(&head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_error_lines_and_takes_them_off_again() {
        let mut out = String::new();
        find("ok 1\nerror: no é\r\nok 2\nFAILED tests/a.py\nerror: no é\n", &mut out);
        assert_eq!(out, "\nIts error lines:\nerror: no é\nFAILED tests/a.py");
        let whole = format!("[gone]{out}");
        assert_eq!(without(whole.as_bytes()), (&b"[gone]"[..], units(&out)));
        for other in [format!("{whole}\nmore"), "[gone]".to_owned(), format!("[gone]{OPENING}")] {
            assert_eq!(without(other.as_bytes()), (other.as_bytes(), 0), "{other}");
        }
        find("ok", &mut out);
        assert_eq!(out, "");
    }

    #[test]
    fn many_and_long_lines_stay_below_the_limits() {
        let mut out = String::new();
        let text: String = (0..500).map(|at| format!("error: {at} {}\n", "x".repeat(300))).collect();
        find(&text, &mut out);
        assert!(units(&out) <= MAX_CHARS && out.lines().count() > 5);
        assert_eq!(without(out.as_bytes()), (&b""[..], units(&out)));
    }
}
