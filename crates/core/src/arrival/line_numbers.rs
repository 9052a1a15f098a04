//! Takes the blanks in front of line numbers, as `cat -n` prints them, or most of the numbers.
//!
//! ```text
//!      9→fn main() {        9→fn main() {        9→fn main() {
//!     10→    run();    ──▶  10→    run();        10→    run();
//!     11→}                  11→}                 }
//!                            (padding)           (tenth: the first number and each tenth)
//! ```
//! An arrow or a tab is behind each number; where the lines are the content of an element (`<content>`, `<file>`) that the
//! text begins with, a colon or a bar, too. The numbers must ascend by one from the first line to the last, aligned to the
//! right. A note may follow, as agents add one to what they read: behind a blank line, without such numbers.
//!
//! A line whose own text begins with such a number keeps the one in front of it, so that none of a file's can be taken for it.

use super::chars::is_shorter;
use super::text_lines::{Line, lines, split_digits};

/// What goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineNumbers {
    /// The blanks in front of numbers.
    Padding,
    /// The numbers too, except the first and each tenth.
    Tenth,
}

/// Most digits of a number, so that JavaScript's numbers hold it.
const MOST_DIGITS: usize = 15;
/// Lines of tags in front of numbered lines that are an element's content.
const MOST_TAGS: usize = 4;

/// What is around numbers.
#[derive(Clone, Copy)]
struct Form {
    separators: &'static [&'static [u8]],
    /// Whether a number may begin with zeros.
    takes_zeros: bool,
}

const BARE: Form = Form { separators: &["→".as_bytes(), b"\t"], takes_zeros: false };
const IN_ELEMENT: Form = Form { separators: &[b": ", b"| ", "→".as_bytes(), b"\t"], takes_zeros: true };

/// Whether numbered lines may begin near the beginning of `text`, which alone is looked at.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    let (head, form) = head_of(text);
    text.get(head..).and_then(|text| prefix_of(text, form)).is_some()
}

/// Fills `out` with `text`, its line numbers shortened. False, with `out` unspecified, if `text` is not numbered so, or
/// nothing can go. Linear.
pub fn shorten(text: &str, mode: LineNumbers, out: &mut String) -> bool {
    out.clear();
    let (head, form) = head_of(text.as_bytes());
    let Some(content) = text.as_bytes().get(head..) else { return false };
    let Some(numbered) = Numbered::of(content, form) else { return false };
    out.push_str(text.get(..head).unwrap_or_default());
    let mut end = head;
    for (line, number) in lines(content).zip(numbered.numbers()) {
        let Some(prefix) = prefix_of(line.text, form) else { break };
        let own = line.text.get(prefix.bytes..).and_then(|own| prefix_of(own, form));
        let keeps_number = mode == LineNumbers::Padding || numbered.is_tenth(number) || own.is_some();
        let from = if keeps_number { prefix.blanks } else { prefix.bytes };
        out.push_str(text.get(head + line.start + from..head + line.end).unwrap_or_default());
        end = head + line.end;
    }
    out.push_str(text.get(end..).unwrap_or_default());
    is_shorter(out, text)
}

/// The bytes in front of the lines that may be numbered, and the form of their numbers.
fn head_of(text: &[u8]) -> (usize, Form) {
    let tags = if text.starts_with(b"<") { lines(text).take(MOST_TAGS) } else { lines(b"").take(0) };
    for Line { text: line, end, .. } in tags {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let Some(inner) = line.strip_prefix(b"<").and_then(|line| line.strip_suffix(b">")) else { break };
        if inner.iter().all(u8::is_ascii_lowercase) {
            return (end, IN_ELEMENT);
        }
    }
    (0, BARE)
}

/// The number at the beginning of a line, and what is around it.
#[derive(Clone, Copy)]
struct Prefix {
    blanks: usize,
    digits: usize,
    number: u64,
    separator: &'static [u8],
    /// Of all of it.
    bytes: usize,
}

fn prefix_of(line: &[u8], form: Form) -> Option<Prefix> {
    let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
    let (digits, behind) = split_digits(line.get(blanks..)?)?;
    let separator = form.separators.iter().copied().find(|separator| behind.starts_with(separator))?;
    if digits.len() > MOST_DIGITS || (digits.first() == Some(&b'0') && !form.takes_zeros) {
        return None;
    }
    let number = digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
    Some(Prefix { blanks, digits: digits.len(), number, separator, bytes: blanks + digits.len() + separator.len() })
}

/// A text whose lines have numbers.
struct Numbered {
    first: u64,
    lines: u64,
}

impl Numbered {
    /// None if numbers do not ascend by one, are not aligned, or another text than a note follows.
    fn of(text: &[u8], form: Form) -> Option<Self> {
        let first = prefix_of(text, form)?;
        let width = first.blanks + first.digits;
        let is_aligned = |prefix: &Prefix| match prefix.blanks {
            0 => prefix.digits >= width,
            blanks => blanks + prefix.digits == width,
        };
        let follows = |prefix: &Prefix, count: u64| {
            prefix.number == first.number + count && prefix.separator == first.separator && is_aligned(prefix)
        };
        let mut count = 0;
        let mut lines = lines(text);
        let behind = lines.find(|line| {
            let follows = prefix_of(line.text, form).is_some_and(|prefix| follows(&prefix, count));
            count += u64::from(follows);
            !follows
        });
        let is_note = behind.is_none_or(|line| matches!(line.text, b"" | b"\r") || line.text.starts_with(b"</"));
        let has_more =
            |line: Line<'_>| prefix_of(line.text, form).is_some_and(|prefix| prefix.separator == first.separator);
        (is_note && !lines.any(has_more)).then_some(Self { first: first.number, lines: count })
    }

    /// Whether a number stays where only each tenth does.
    const fn is_tenth(&self, number: u64) -> bool {
        number == self.first || number.is_multiple_of(10)
    }

    fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        self.first..self.first + self.lines
    }
}
