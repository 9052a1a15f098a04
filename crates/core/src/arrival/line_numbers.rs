//! Takes the blanks in front of line numbers, as `cat -n` prints them, or most of the numbers.
//!
//! ```text
//!      9→fn main() {        9→fn main() {        9→fn main() {
//!     10→    run();    ──▶  10→    run();        10→    run();
//!     11→}                  11→}                 }
//!                            (padding)           (tenth: the first number and each tenth)
//! ```
//! An arrow or a tab is behind each number. The numbers must ascend by one from the first line to the last, aligned to
//! the right. A note may follow, as agents add one to what they read: behind a blank line, without such numbers.

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
const SEPARATORS: [&[u8]; 2] = ["→".as_bytes(), b"\t"];

/// Whether `text` begins with a line number. Looks at its first bytes only.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    prefix_of(text).is_some()
}

/// Fills `out` with `text`, its line numbers shortened. False, with `out` unspecified, if `text` is not numbered so, or
/// nothing can go. Linear.
pub fn shorten(text: &str, mode: LineNumbers, out: &mut String) -> bool {
    out.clear();
    let Some(numbered) = Numbered::of(text.as_bytes()) else { return false };
    let mut end = 0;
    for (Line { text: line, start, end: line_end }, number) in lines(text.as_bytes()).zip(numbered.numbers()) {
        let Some(prefix) = prefix_of(line) else { break };
        let keeps_number = mode == LineNumbers::Padding || numbered.is_tenth(number);
        let from = if keeps_number { prefix.blanks } else { prefix.bytes };
        out.push_str(text.get(start + from..line_end).unwrap_or_default());
        end = line_end;
    }
    out.push_str(text.get(end..).unwrap_or_default());
    // A file may have numbers of its own, which would look like those of the result; then only the blanks go.
    if mode == LineNumbers::Tenth && Numbered::of(out.as_bytes()).is_some_and(|again| again.loses_numbers()) {
        return shorten(text, LineNumbers::Padding, out);
    }
    is_shorter(out, text)
}

/// The number at the beginning of a line, and what is around it.
#[derive(Clone, Copy)]
struct Prefix<'a> {
    blanks: usize,
    digits: usize,
    number: u64,
    separator: &'a [u8],
    /// Of all of it.
    bytes: usize,
}

fn prefix_of(line: &[u8]) -> Option<Prefix<'_>> {
    let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
    let (digits, behind) = split_digits(line.get(blanks..)?)?;
    let separator = SEPARATORS.into_iter().find(|separator| behind.starts_with(separator))?;
    if digits.len() > MOST_DIGITS || digits.first() == Some(&b'0') {
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
    fn of(text: &[u8]) -> Option<Self> {
        let first = prefix_of(text)?;
        let width = first.blanks + first.digits;
        let is_aligned = |prefix: &Prefix<'_>| match prefix.blanks {
            0 => prefix.digits >= width,
            blanks => blanks + prefix.digits == width,
        };
        let follows = |prefix: &Prefix<'_>, count: u64| {
            prefix.number == first.number + count && prefix.separator == first.separator && is_aligned(prefix)
        };
        let mut count = 0;
        let mut lines = lines(text);
        let behind = lines.find(|line| {
            let follows = prefix_of(line.text).is_some_and(|prefix| follows(&prefix, count));
            count += u64::from(follows);
            !follows
        });
        let is_note = behind.is_none_or(|line| matches!(line.text, b"" | b"\r"));
        let has_more = |line: Line<'_>| prefix_of(line.text).is_some_and(|prefix| prefix.separator == first.separator);
        (is_note && !lines.any(has_more)).then_some(Self { first: first.number, lines: count })
    }

    /// Whether a number stays where only each tenth does.
    const fn is_tenth(&self, number: u64) -> bool {
        number == self.first || number.is_multiple_of(10)
    }

    fn loses_numbers(&self) -> bool {
        self.numbers().any(|number| !self.is_tenth(number))
    }

    fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        self.first..self.first + self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn gives_what_the_shared_fixture_says() {
        let fixture = include_str!("../../../../__test__/fixtures/arrival-line-numbers.json");
        let mode = |option: u32| if option == 10 { LineNumbers::Tenth } else { LineNumbers::Padding };
        fixture::check(fixture, |text, option, out| shorten(text, mode(option), out), |text, _| may_apply(text));
    }
}
