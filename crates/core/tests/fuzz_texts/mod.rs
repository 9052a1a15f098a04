//! Turns a fuzzer's bytes into a text and checks what the arrival kinds make of it. Plain tests and libFuzzer targets
//! share it.
//!
//! ```text
//! first byte ─ below 0x80 → the option, and each other byte names a piece of text and how often it comes
//!            └ else       → the rest is the text
//! ```
//! Random bytes alone hardly ever have numbers that ascend or whole sequences; pieces do.

use tamis_core::arrival::line_numbers::LineNumbers;
use tamis_core::arrival::{line_numbers, long_lines, terminal};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "a libFuzzer target has one kind")]
pub enum Kind {
    LineNumbers,
    LongLines,
    Terminal,
}

/// What may be behind a number, or instead of a numbered line.
const NUMBERED: [&str; 8] = ["a\n", "\n", "1→\n", "2→\n", "\r\n", "→ 😀\n", "3\tb\n", "     4→c\n"];
const LONG: [&str; 8] = ["x", "\n", "😀", "→", "error: ", "abcdefghijklmnopqrstuvwxyz", "[… 12 chars …]", "\r\n"];
const SHOWN: [&str; 20] = [
    "a",
    "bc",
    "\n",
    "\r",
    "\r\n",
    "\u{8}",
    " ",
    "\t",
    "\u{1b}",
    "\u{1b}[31m",
    "\u{1b}[K",
    "\u{1b}[2K",
    "\u{1b}[1K",
    "\u{1b}[9C",
    "\u{1b}[3G",
    "\u{1b}[2D",
    "\u{1b}]0;t",
    "\u{7}",
    "→",
    "\u{1b}(",
];

impl Kind {
    const fn pieces(self) -> &'static [&'static str] {
        match self {
            Self::LineNumbers => &NUMBERED,
            Self::LongLines => &LONG,
            Self::Terminal => &SHOWN,
        }
    }

    /// Whether the kind makes `text` shorter; then what is in `out`.
    pub fn shorten(self, text: &str, option: u8, out: &mut String) -> bool {
        let mode = if option.is_multiple_of(2) { LineNumbers::Padding } else { LineNumbers::Tenth };
        match self {
            Self::LineNumbers => line_numbers::shorten(text, mode, out),
            Self::LongLines => long_lines::shorten(text, max_chars(option), out),
            Self::Terminal => terminal::shorten(text, out),
        }
    }

    fn may_apply(self, text: &[u8], option: u8) -> bool {
        match self {
            Self::LineNumbers => line_numbers::may_apply(text),
            Self::LongLines => long_lines::may_apply(text, max_chars(option)),
            Self::Terminal => terminal::may_apply(text),
        }
    }
}

fn max_chars(option: u8) -> usize {
    usize::from(option % 32) * 8
}

/// Panics, as fuzzers expect, if a kind breaks a guarantee. Returns whether the text from `data` becomes shorter.
pub fn check(kind: Kind, data: &[u8]) -> bool {
    let (&option, rest) = data.split_first().unwrap_or((&0, &[]));
    let text = if option < 0x80 { expand(kind, option, rest) } else { String::from_utf8_lossy(rest).into_owned() };
    let mut out = String::from("left from before");
    if !kind.shorten(&text, option, &mut out) {
        assert!(
            kind != Kind::Terminal || !kind.may_apply(text.as_bytes(), option),
            "controls and loose blanks always go"
        );
        return false;
    }
    assert!(kind.may_apply(text.as_bytes(), option), "what is shortened may apply");
    assert!(out.len() < text.len(), "fewer bytes");
    assert!(out.encode_utf16().count() < text.encode_utf16().count(), "fewer chars");
    match kind {
        Kind::LineNumbers => check_numbers(&text, &out),
        Kind::LongLines => assert_eq!(out.matches('\n').count(), text.matches('\n').count(), "as many lines"),
        Kind::Terminal => check_shown(&out),
    }
    let mut again = String::new();
    assert!(!kind.shorten(&out, option, &mut again), "once for good: {out:?} gives {again:?}");
    true
}

fn expand(kind: Kind, option: u8, choices: &[u8]) -> String {
    let pieces = kind.pieces();
    let piece = |(at, &choice): (usize, &u8)| {
        let (choice, times) = (usize::from(choice) % pieces.len(), usize::from(choice) / pieces.len());
        match kind {
            // Most lines have the next number.
            Kind::LineNumbers if times > 1 => {
                format!("{:width$}{}{}", usize::from(option) + at, separator(option), pieces[choice], width = 5)
            }
            Kind::LineNumbers => pieces[choice].to_owned(),
            _ => pieces[choice].repeat(1 + times % 5),
        }
    };
    choices.iter().enumerate().map(piece).collect()
}

const fn separator(option: u8) -> &'static str {
    if option.is_multiple_of(3) { "\t" } else { "→" }
}

fn check_numbers(text: &str, out: &str) {
    for (line, shorter) in text.split('\n').zip(out.split('\n')) {
        assert!(line.ends_with(shorter), "only what is in front of a line's text goes");
    }
}

fn check_shown(out: &str) {
    assert!(!out.contains(['\u{1b}', '\u{8}']), "no control chars");
    for (at, line) in out.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        assert!(!line.ends_with([' ', '\t']) && !line.contains('\r'), "line {at} is as a terminal leaves it");
    }
}
