//! Turns a fuzzer's bytes into a tool's output and settings, and holds the chain of all kinds to what applying each of them
//! in turn gives. Plain tests and libFuzzer targets share it.
//!
//! ```text
//! first byte ─ which kinds, and whether it is a file's text      each other byte ─ a piece of text and how often
//! ```

use tamis_core::arrival::clip::{ClipSettings, DigestLimits};
use tamis_core::arrival::line_numbers::LineNumbers;
use tamis_core::arrival::{Chain, Loss, Settings, clip, json, line_numbers, long_lines, may_find, paths, terminal};

const PIECES: [&str; 40] = [
    "a line that repeats itself\n",
    "a line that repeats itself  \n",
    "a line that repeats itself\r\n",
    "a line that repeats itself \t\r\n",
    "\n",
    "\r\n",
    " \n",
    "\t\r\n",
    "step 1 of many more\n",
    "step 22 of many more \n",
    "at a3f9c21 and on\n",
    "src/module/a.ts:3:foo\n",
    "src/module/a.ts:14:bar  \n",
    "src/module/b.ts:7:1:q\n",
    "/srv/repo/module/x.ts\n",
    "/srv/repo/module/y.ts \n",
    "/srv/repo/z/w.ts\r\n",
    "     1→fn main() {\n",
    "     2→}\n",
    "     3→\n",
    "9\tx\n",
    "{\"a\": 1, \"b\": [1, 2]}\n",
    "{ \"a\" :\t\"x  y\" }\n",
    "[\n  1,\n  2\n]\n",
    "\u{1b}[32mok\u{1b}[0m a line that repeats itself\n",
    "10 %\r20 %\rdone\n",
    "abc\u{8}\u{8}\n",
    "\u{1b}[2K",
    "error: no such file\n",
    "a much longer line, which goes on for so many chars that a small limit for lines is passed by it; ",
    "é→😀 ",
    "x",
    "[5 lines of src/b.ts]\n",
    "[4 lines of src/a.ts]\n",
    "[2 paths under src/]\n",
    "[… 12 chars …]\n",
    "[clipped — 5 chars left out]\n",
    "[error clipped — 9 chars]\n",
    "_DISPATCH_RESULT",
    "words of prose that say little\n",
];

const PASSES: usize = 4;
const LONG_LINE: usize = 90;
const CLIP: usize = 300;
const LEFT_ALONE: [&str; 4] = ["[error clipped — ", "_DISPATCH_RESULT", "[clipped — ", " chars …]"];

/// Panics, as fuzzers expect, if the chain gives something else. Returns whether the text becomes shorter.
pub fn check(data: &[u8]) -> bool {
    let (&options, rest) = data.split_first().unwrap_or((&0, &[]));
    let text: String = rest.iter().map(|&choice| piece(choice)).collect();
    let settings = settings_of(options);
    let is_file = options & 0xC0 == 0xC0;
    let mut chain = Chain::default();
    let expected = naive(&text, is_file, &settings);
    let found = chain.shorten(&text, || is_file, &settings, None, loss_of).map(|arrived| arrived.text.to_owned());
    assert_eq!(found, expected, "{text:?} {settings:?}");
    let Some(found) = found else { return false };
    let raw = serde_json::to_string(&text).unwrap_or_default();
    assert!(may_find(raw.trim_matches('"').as_bytes(), &settings), "a text that becomes smaller may");
    assert!(found.len() < text.len());
    assert_eq!(chain.shorten(&found, || is_file, &settings, None, loss_of), None, "once for good: {found:?}");
    true
}

fn piece(choice: u8) -> String {
    let (choice, times) = (usize::from(choice) % PIECES.len(), usize::from(choice) / PIECES.len());
    PIECES[choice].repeat(1 + times % 5)
}

fn settings_of(options: u8) -> Settings {
    let lossless = Settings {
        terminal: options & 1 != 0,
        json: true,
        paths: options & 2 != 0,
        line_numbers: Some(if options & 8 != 0 { LineNumbers::Tenth } else { LineNumbers::Padding }),
        ..Settings::default()
    };
    if options & 16 == 0 {
        return lossless;
    }
    Settings { long_lines: Some(LONG_LINE), clip: Some(CLIP), ..lossless }
}

fn loss_of(text: &str) -> Loss {
    if text.starts_with("error") { Loss::Nothing } else { Loss::Anything }
}

/// Each kind in turn, until none finds anything.
fn naive(text: &str, is_file: bool, settings: &Settings) -> Option<String> {
    let is_left_alone = |text: &str| LEFT_ALONE.iter().any(|mark| text.contains(mark));
    let mut now = text.to_owned();
    for pass in 0..PASSES {
        let next = apply_all(now.clone(), is_file, settings);
        if next == now {
            return (now != text).then_some(now);
        }
        if pass == 0 && is_left_alone(text) {
            return None;
        }
        now = next;
        if is_left_alone(&now) {
            return Some(now);
        }
    }
    None
}

fn apply_all(mut text: String, is_file: bool, settings: &Settings) -> String {
    let apply = |text: &mut String, shorten: &dyn Fn(&str, &mut String) -> bool| {
        let mut out = String::new();
        if shorten(text, &mut out) && out.len() < text.len() {
            *text = out;
        }
    };
    if !is_file {
        type Machine = fn(&str, &mut String) -> bool;
        let machines: [(bool, Machine); 3] =
            [(settings.terminal, terminal::shorten), (settings.json, json::shorten), (settings.paths, paths::shorten)];
        machines.iter().filter(|(is_on, _)| *is_on).for_each(|(_, shorten)| apply(&mut text, shorten));
    }
    if let Some(mode) = settings.line_numbers {
        let mode = if is_file { mode } else { LineNumbers::Padding };
        apply(&mut text, &|text, out| line_numbers::shorten(text, mode, out));
    }
    if is_file || loss_of(&text) == Loss::Nothing {
        return text;
    }
    if let Some(chars) = settings.long_lines {
        apply(&mut text, &|text, out| long_lines::shorten(text, chars, out));
    }
    if let Some(max_chars) = settings.clip.filter(|chars| 2 * text.encode_utf16().count() > 5 * chars) {
        let digest = Some(DigestLimits { max_words: 80, max_chars: 800 });
        let settings = ClipSettings { max_chars, original: None, digest };
        apply(&mut text, &|text, out| clip::shorten(text, &settings, &|_| false, out));
    }
    text
}
