//! Gives the text that a terminal would show.
//!
//! ```text
//! ␛[32mok␛[0m  ^M 10 %^M 20 %^Mdone^H^H␣␣  ──▶  ok, 20 % and done as they are left on their lines
//! ```
//! - Escape sequences go. One without an end loses its escape char alone, so that no text goes with it (`sequence.rs`).
//! - A carriage return inside a line moves to the line's start: later text is written over earlier text, and what is
//!   longer stays visible. In front of a line feed or at the text's end it stays as it is.
//! - Backspaces and sequences that move within a line do what they do on a terminal (`screen.rs`). Those that move
//!   between lines only go: all text stays.
//! - Blanks at the ends of lines go, and of blank lines that follow each other the first stays.

mod screen;
mod sequence;

use self::screen::{Screen, Tabs};
use self::sequence::{Effect, sequence_at};
use super::chars::is_shorter;
use super::text_lines::{Line, lines};
use memchr::{memchr_iter, memchr2, memchr3};

const ESCAPE: u8 = 0x1B;
const BACKSPACE: u8 = 0x08;
const RETURN: u8 = b'\r';

/// Whether `text` has something that [`shorten`] takes away.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    let mut blanks = BlankSigns::default();
    has_controls(text) || lines(text).any(|line| blanks.see(line.text))
}

/// Whether something moves the cursor or is never shown.
pub(super) fn has_controls(text: &[u8]) -> bool {
    memchr2(ESCAPE, BACKSPACE, text).is_some()
        || memchr_iter(RETURN, text).any(|at| text.get(at + 1).is_some_and(|&next| next != b'\n'))
}

/// Looks for blanks at the ends of lines, and for blank lines that follow each other.
#[derive(Default)]
pub(super) struct BlankSigns {
    was_blank: bool,
}

impl BlankSigns {
    /// Whether something goes from the next line.
    pub(super) fn see(&mut self, line: &[u8]) -> bool {
        let last = without_return(line).last();
        let follows_blank = std::mem::replace(&mut self.was_blank, last.is_none());
        last.map_or(follows_blank, |last| matches!(last, b' ' | b'\t'))
    }
}

/// Fills `out` with what a terminal would show of `text`. False, with `out` unspecified, if that is not shorter. Linear.
pub fn shorten(text: &str, out: &mut String) -> bool {
    out.clear();
    if !has_controls(text.as_bytes()) {
        push_without_blanks(text, out);
        return out.len() < text.len();
    }
    let mut screen = Screen::default();
    let mut was_blank = false;
    for Line { text: line, start, end } in lines(text.as_bytes()) {
        let shown = without_return(line);
        let line_start = out.len();
        push_shown(text.get(start..start + shown.len()).unwrap_or_default(), &mut screen, out);
        let is_blank = out.len() == line_start;
        if !(is_blank && was_blank) {
            out.push_str(text.get(start + shown.len()..end).unwrap_or_default());
        }
        was_blank = is_blank;
    }
    is_shorter(out, text)
}

/// Appends a text without controls as a terminal shows it: what goes are blanks, and whole lines.
fn push_without_blanks(text: &str, out: &mut String) {
    out.reserve(text.len());
    let (mut copied, mut was_blank) = (0, false);
    for Line { text: line, start, end } in lines(text.as_bytes()) {
        let line = without_return(line);
        let shown = shown_bytes(line);
        let follows_blank = std::mem::replace(&mut was_blank, shown == 0) && was_blank;
        if shown < line.len() || follows_blank {
            out.push_str(text.get(copied..start + shown).unwrap_or_default());
            copied = if follows_blank { end } else { start + line.len() };
        }
    }
    out.push_str(text.get(copied..).unwrap_or_default());
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(&[RETURN]).unwrap_or(line)
}

/// A line without blanks and a carriage return at its end.
#[inline]
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = without_return(line);
    line.get(..shown_bytes(line)).unwrap_or_default()
}

/// Bytes in front of the blanks at a line's end.
fn shown_bytes(line: &[u8]) -> usize {
    line.iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |last| last + 1)
}

fn without_blanks(line: &str) -> &str {
    line.trim_end_matches([' ', '\t'])
}

/// Appends what a terminal shows of one line, without blanks at its end.
fn push_shown(line: &str, screen: &mut Screen, out: &mut String) {
    let start = out.len();
    for tabs in [Tabs::Stops, Tabs::Chars] {
        let moved = push_drawn(line, tabs, screen, out);
        let shown = without_blanks(out.get(start..).unwrap_or_default());
        let bytes = shown.len();
        // The blanks up to tab stops may be more than all that goes.
        if !moved || tabs == Tabs::Chars || is_shorter(shown, line) {
            out.truncate(start + bytes);
            return;
        }
        out.truncate(start);
    }
}

/// Appends one line as controls leave it. Returns whether something moved within it.
fn push_drawn(line: &str, tabs: Tabs, screen: &mut Screen, out: &mut String) -> bool {
    let line_start = out.len();
    let mut rest = line;
    let mut moved = false;
    while let Some(at) = memchr3(ESCAPE, BACKSPACE, RETURN, rest.as_bytes()) {
        let (text, control) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let (bytes, effect) = control_at(control.as_bytes());
        rest = control.get(bytes..).unwrap_or_default();
        if moved {
            screen.write(text);
        } else {
            out.push_str(text);
            // So far the cursor is at the line's end, and there is nothing behind it to erase.
            if matches!(effect, Effect::None | Effect::EraseRight) {
                continue;
            }
            moved = true;
            screen.start(tabs);
            screen.write(out.get(line_start..).unwrap_or_default());
            out.truncate(line_start);
        }
        screen.apply(effect, bytes);
    }
    if moved {
        screen.write(rest);
        screen.show(out);
    } else {
        out.push_str(rest);
    }
    moved
}

/// Bytes and effect of the control char or sequence that `text` begins with.
fn control_at(text: &[u8]) -> (usize, Effect) {
    match text.first() {
        Some(&RETURN) => (1, Effect::Column(0)),
        Some(&BACKSPACE) => (1, Effect::Left(1)),
        _ => sequence_at(text),
    }
}
