//! Lines around one that tells of a failure that say where it is, and what was expected.

/// Beginnings of lines that compare what came with what was expected.
const COMPARED: [&str; 13] = [
    "expected:",
    "received:",
    "actual:",
    "got:",
    "left:",
    "right:",
    "expected ",
    "but was:",
    "e   ",
    "timeout:",
    "want:",
    "which is:",
    "expect(",
];

/// Parts of paths of a runtime or a library.
const FOREIGN: [&str; 8] = [
    "node_modules",
    "site-packages",
    "node:internal",
    "internal/",
    "/rustc/",
    "dist-packages",
    "/usr/lib",
    "java.base",
];

/// Most bytes of a line that is nothing but a path.
const LONGEST_PATH: usize = 160;

/// Whether a line compares what came with what was expected.
pub(super) fn compares(line: &str) -> bool {
    let line = line.trim_start();
    COMPARED.iter().any(|one| line.get(..one.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(one)))
}

/// Whether a line says where something is: a name with an ending and a number behind it, or words that say so.
pub(super) fn is_place(line: &str) -> bool {
    let text = line.trim();
    if text.is_empty() || text.starts_with(['✓', '✔', '√']) || FOREIGN.iter().any(|one| text.contains(one)) {
        return false;
    }
    let bytes = text.as_bytes();
    let named = memchr::memchr2_iter(b':', b'(', bytes).any(|at| is_place_at(bytes, at));
    named
        || words_are_near(text, ", line ")
        || words_are_near(text, " line ")
        || words_are_near(text, ":line ")
        || (text.starts_with("Line") && text.ends_with('|'))
        || (text.starts_with("Dockerfile:"))
        || is_path(text)
}

/// Whether a number follows such words.
fn words_are_near(text: &str, before: &str) -> bool {
    text.match_indices(before).any(|(at, _)| {
        text.get(at + before.len()..).is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
    })
}

/// Whether a number follows the sign at `at`, and a name with an ending is in front of it: `a.ts:3`, `main.c (3`, `a.kt: (7`.
fn is_place_at(bytes: &[u8], at: usize) -> bool {
    let behind = bytes.get(at + 1..).unwrap_or_default();
    let front = bytes.get(..at).unwrap_or_default();
    let front = front.strip_suffix(b" ").unwrap_or(front);
    let ending = front.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (name, ending) = front.split_at(front.len() - ending);
    let is_ending = ending.len() <= 6
        && ending.first().is_some_and(u8::is_ascii_alphabetic)
        && name.last() == Some(&b'.')
        && ends_with_dot(name);
    let number = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_closed = bytes.get(at) == Some(&b':') || matches!(behind.get(number), Some(b',' | b')'));
    number > 0 && is_closed && is_ending
}

/// Whether a name's dot ends `front`.
fn ends_with_dot(front: &[u8]) -> bool {
    matches!(front, [.., name, b'.'] if name.is_ascii_alphanumeric() || matches!(name, b'_' | b'-' | b']' | b')'))
}

/// Whether a line is nothing but the path of a file.
fn is_path(text: &str) -> bool {
    let name = text.rsplit(['/', '\\']).next().unwrap_or_default();
    text.len() <= LONGEST_PATH
        && name.len() < text.len()
        && !text.contains(char::is_whitespace)
        && name.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && (1..=5).contains(&ending.len()))
}

/// Whether a line names what failed in front of how: `1) adds numbers`, `● adds`.
pub(super) fn is_heading(line: &str) -> bool {
    let text = line.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..=3).contains(&digits) && text.get(digits..).is_some_and(|rest| rest.starts_with(") "));
    numbered || text.starts_with("____") || text.starts_with(">   ") || text.starts_with("● ")
}
