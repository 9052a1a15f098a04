//! Lines of a text.

use super::chars::{chars_of, head_of};
use crate::failure::line::{LINE_CHARS, is_error_line};
use crate::json::scan::{Level, Places, Sought};

/// One line of a text, without its line feed.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// May end in a carriage return.
    pub text: &'a [u8],
    /// Byte offset of the line.
    pub start: usize,
    /// Byte offset behind the line and its line feed.
    pub end: usize,
}

/// The lines of `text`. There is none behind a line feed that ends the text.
pub(super) fn lines(text: &[u8]) -> Lines<'_> {
    Lines { text, feeds: Places::new(Level::detect(), text, Sought::Byte(b'\n')), start: 0 }
}

/// What [`lines`] gives.
pub(super) struct Lines<'a> {
    text: &'a [u8],
    feeds: Places<'a>,
    start: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        let (start, bytes) = (self.start, self.text.len());
        if start >= bytes {
            return None;
        }
        let (stop, end) = self.feeds.next().map_or((bytes, bytes), |feed| (feed, feed + 1));
        self.start = end;
        Some(Line { text: self.text.get(start..stop).unwrap_or_default(), start, end })
    }
}

/// Whether a line says that something failed; only its first [`LINE_CHARS`] are looked at.
pub(crate) fn says_error(line: &str) -> bool {
    let head = head_of(line, LINE_CHARS);
    // A surrogate pair that is looked at by half is looked at: what matters is that the line does not end there.
    let splits_pair = head.len() < line.len() && chars_of(head) < LINE_CHARS;
    is_error_line(if splits_pair { head_of(line, LINE_CHARS + 1) } else { head }.as_bytes())
}

/// The digits that `text` begins with, and what follows them; none if it begins with no digit.
pub(super) fn split_digits(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.split_at_checked(digits).filter(|(digits, _)| !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_line_feeds_end() {
        let of = |text: &'static str| -> Vec<(&[u8], usize, usize)> {
            lines(text.as_bytes()).map(|line| (line.text, line.start, line.end)).collect()
        };
        assert_eq!(of(""), []);
        assert_eq!(of("a"), [(&b"a"[..], 0, 1)]);
        assert_eq!(of("a\n\nb\r\n"), [(&b"a"[..], 0, 2), (b"", 2, 3), (b"b\r", 3, 6)]);
    }
}
