//! Splits a text into words that a model may need again.
//!
//! ```text
//! see ./src/a-b.ts:12, --fooBar()... https://a.b/c  →  ./src/a-b.ts  12  fooBar  a.b/c
//! ```
//! A word is a run of letters, digits and `_ . / ~ @ $ -`, without the points, dashes and slashes at its ends, except for
//! what begins a path. A run of small letters alone or behind a capital, as most are, is passed over: no digest names one.
//! A part that a cut (`src/comp...`), an escape (`\nCurrently`) or a sign that words do not have (`app/[id]/page.ts`) has left
//! of a word is none, and neither is base64 ([`super::blobs`]). Letters of other scripts are part of a run, which is then no
//! word: the rest of it names nothing.

use super::blobs::Blobs;
use super::escapes::Escapes;

/// Longer runs, in bytes, are no words.
const MAX_RUN_BYTES: usize = 200;

/// It ends a run.
pub(super) const BETWEEN: u8 = 0;
/// It is a byte of a word.
const WORD: u8 = 1;
/// It begins, or goes on with, a letter of another script or a sign beyond ASCII.
pub(super) const OTHER: u8 = 2;
/// It ends a run, and may begin an escape: a backslash, or the one of terminals.
pub(super) const ESCAPE: u8 = 3;

static PARTS: [u8; 256] = {
    let mut parts = [BETWEEN; 256];
    let mut byte = 0;
    while byte < 256 {
        parts[byte] = match byte as u8 {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'.' | b'/' | b'~' | b'@' | b'$' | b'-' => WORD,
            0x80..=0xFF => OTHER,
            b'\\' | ESC => ESCAPE,
            _ => BETWEEN,
        };
        byte += 1;
    }
    parts
};

/// Begins a sequence of a terminal.
pub(super) const ESC: u8 = 0x1B;

pub(super) fn part_of(byte: u8) -> u8 {
    PARTS.get(usize::from(byte)).copied().unwrap_or(BETWEEN)
}

/// Every word of the text that a digest may name, with the byte offset at which it begins, in order, as often as it occurs.
/// Linear.
pub fn words_of(text: &str) -> Words<'_> {
    Words { text, at: 0, escapes: Escapes::of(text), blobs: Blobs::default() }
}

/// See [`words_of`].
pub struct Words<'a> {
    text: &'a str,
    at: usize,
    escapes: Escapes,
    /// What was passed over because it is no language.
    pub blobs: Blobs<'a>,
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        loop {
            if self.blobs.are_none_behind(bytes, self.at) {
                self.at = behind_plain(bytes, self.at);
            }
            self.at = self.escapes.behind_separators(bytes, self.at);
            let start = self.at;
            let plain = plain_bytes(bytes, start);
            self.at += plain;
            if plain > 0 && is_between(bytes.get(self.at)) && !self.blobs.may_go_on(plain) {
                continue;
            }
            self.at += ascii_bytes(bytes, self.at);
            let length = self.at - start;
            if let Some(end) = self.blobs.end_at(self.text, start, length) {
                self.at = end;
                continue;
            }
            self.at = behind_other(bytes, self.at);
            if length == 0 && self.at == start {
                return None;
            }
            if length == self.at - start && length <= MAX_RUN_BYTES && !is_part(bytes, start, self.at) {
                let (before, word) = trimmed(self.text.get(start..self.at).unwrap_or_default());
                if !word.is_empty() {
                    return Some((start + before, word));
                }
            }
        }
    }
}

/// Whether a run is what a cut, a sign that ends words or an escape has left of a longer word: a path that does not exist is
/// worse than none.
fn is_part(bytes: &[u8], start: usize, end: usize) -> bool {
    let is = |at: Option<usize>, place: u8| {
        let beside = at.and_then(|at| bytes.get(at));
        beside.is_some_and(|&byte| BESIDE.get(usize::from(byte)).is_some_and(|places| places & place != 0))
    };
    let ends = [Some(start), end.checked_sub(1)].map(|at| at.and_then(|at| bytes.get(at)) == Some(&b'.'));
    if !is(start.checked_sub(1), FRONT) && !is(Some(end), BEHIND) && ends == [false, false] {
        return false;
    }
    let run = bytes.get(start..end).unwrap_or_default();
    let (front, behind) = (bytes.get(..start).unwrap_or_default(), bytes.get(end..).unwrap_or_default());
    let is_cut_behind = behind.starts_with(ELLIPSIS) || behind.starts_with(CUT_START) || run.ends_with(CUT);
    if is_cut_behind || run.starts_with(CUT) || front.ends_with(ELLIPSIS) || front.ends_with(CUT_END) {
        return true;
    }
    let is_hex = |code: &[u8]| code.get(..2).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit));
    let goes_on = match behind {
        [b'%', code @ ..] => is_hex(code),
        [b'[' | b'{' | b'*' | b'<' | b'+', ..] => run.contains(&b'/') && run.last() != Some(&b'/'),
        _ => false,
    };
    let began = match front {
        [.., b'%'] => is_hex(run),
        [.., b'/', b'+'] => true,
        [.., b']' | b')' | b'}' | b'*' | b'\\' | b'+' | b'<'] => run.first() == Some(&b'/'),
        [.., before, b'>'] => before.is_ascii_alphabetic() && run.first() == Some(&b'/'),
        _ => false,
    };
    goes_on || began
}

/// Places beside a run that is part of a longer word.
const FRONT: u8 = 1;
const BEHIND: u8 = 2;
/// By byte: in which of these places it says so, by itself or with others. Most runs have other bytes beside them.
static BESIDE: [u8; 256] = {
    let mut places = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let front = matches!(byte as u8, b'%' | b'+' | b']' | b')' | b'}' | b'*' | b'\\' | b'<' | b'>' | 0xA6);
        let behind = matches!(byte as u8, b'%' | b'[' | b'{' | b'*' | b'<' | b'+' | 0xE2);
        places[byte] = if front { FRONT } else { 0 } | if behind { BEHIND } else { 0 };
        byte += 1;
    }
    places
};

/// A cut, as tools show it.
const CUT: &[u8] = b"...";
/// The same in one sign.
const ELLIPSIS: &[u8] = "…".as_bytes();
/// What the note in a line that was cut begins and ends with.
const CUT_START: &[u8] = "[…".as_bytes();
const CUT_END: &[u8] = "…]".as_bytes();

/// Bytes of the small letters at `at`, and of a capital in front of them.
fn plain_bytes(bytes: &[u8], at: usize) -> usize {
    let capital = usize::from(bytes.get(at).is_some_and(u8::is_ascii_uppercase));
    capital + small_letters(bytes.get(at + capital..).unwrap_or_default().iter())
}

fn small_letters<'b>(bytes: impl Iterator<Item = &'b u8>) -> usize {
    bytes.take_while(|byte| byte.is_ascii_lowercase()).count()
}

/// Whether a byte is neither a small letter nor one that ends a run and says nothing.
static STOPS: [bool; 256] = {
    let mut stops = [true; 256];
    let mut byte = 0;
    while byte < 256 {
        let is_small = (byte as u8).is_ascii_lowercase();
        stops[byte] = !(is_small || PARTS[byte] == BETWEEN && !matches!(byte as u8, b'+' | b'='));
        byte += 1;
    }
    stops
};

/// Behind the runs of small letters from `at` on, where a run begins or none is: where a run with another byte begins, or what is
/// no run.
fn behind_plain(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let is_stop = |byte: &u8| STOPS.get(usize::from(*byte)).copied().unwrap_or(true);
    let stop = rest.iter().position(is_stop).unwrap_or(rest.len());
    at + stop - small_letters(rest.get(..stop).unwrap_or_default().iter().rev())
}

/// Whether a run ends in front of a byte, and is no base64 that goes on.
fn is_between(byte: Option<&u8>) -> bool {
    byte.is_none_or(|&byte| matches!(part_of(byte), BETWEEN | ESCAPE) && !matches!(byte, b'+' | b'='))
}

/// Bytes of words from `at` on.
pub(super) fn ascii_bytes(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|&&byte| part_of(byte) == WORD).count()
}

/// Behind the rest of a run whose ASCII beginning has been passed.
fn behind_other(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let goes_on = match part_of(byte) {
            WORD => true,
            OTHER => separator_bytes(bytes.get(at..).unwrap_or_default()) == 0,
            _ => false,
        };
        if !goes_on {
            break;
        }
        at += 1;
    }
    at
}

/// Bytes of the sign that ends a run: U+0080 to U+00BF, and the punctuation of U+2000 to U+303F. 0 for anything else.
pub(super) const fn separator_bytes(bytes: &[u8]) -> usize {
    match bytes {
        [0xC2, ..] => 2,
        [0xE2, ..] | [0xE3, 0x80, ..] => 3,
        _ => 0,
    }
}

/// The word of a run, and the bytes in front of it.
fn trimmed(run: &str) -> (usize, &str) {
    let is_plain = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if run.len() <= DATE_BYTES && is_plain(run.as_bytes().first()) && is_plain(run.as_bytes().last()) {
        return (0, run);
    }
    let mut rest = if run.starts_with("//") { run.trim_start_matches('/') } else { run };
    while rest.starts_with('-') || (rest.starts_with('.') && !rest.starts_with("./") && !rest.starts_with("../")) {
        rest = rest.get(1..).unwrap_or_default();
    }
    let is_end = |byte| matches!(byte, b'-' | b'.' | b'/' | b'~' | b'@' | b'$');
    let mut end = rest.bytes().rposition(|byte| !is_end(byte)).map_or(0, |last| last + 1);
    if end > DATE_BYTES && rest.as_bytes().get(DATE_BYTES) == Some(&b'T') && begins_with_date(rest.as_bytes()) {
        // The time behind a date would be cut at its first colon.
        end = DATE_BYTES;
    }
    (run.len() - rest.len(), rest.get(..end).unwrap_or_default())
}

/// Bytes of `2026-11-28`.
pub const DATE_BYTES: usize = 10;

/// Whether a text begins with a date as `2026-11-28`.
pub fn begins_with_date(text: &[u8]) -> bool {
    let digits = |part: Option<&[u8]>| part.is_some_and(|part| part.iter().all(u8::is_ascii_digit));
    matches!((text.get(4), text.get(7)), (Some(b'-'), Some(b'-')))
        && digits(text.get(..4))
        && digits(text.get(5..7))
        && digits(text.get(8..DATE_BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_texts_into_words() {
        let long = "x".repeat(MAX_RUN_BYTES);
        let too_long = "x".repeat(MAX_RUN_BYTES + 1);
        let table: [(&str, &[&str]); 28] = [
            ("see ./src/a-b.ts:12, --fooBar() ...", &["see", "./src/a-b.ts", "12", "fooBar"]),
            ("12→const a‘b’。c", &["12", "const", "a", "b", "c"]),
            ("größe.ts ok naïve😀x 中a y", &["ok", "y"]),
            ("…../a ..b ...c ./ ../ / -", &["b"]),
            ("../a (./b)", &["../a", "./b"]),
            (
                "src/foo-[id].ts src/{a,b}.ts x/y(z) 2>/dev/null <a>/b.ts 50% 100",
                &["id", "ts", "src", "a", "b", "ts", "x/y", "z", "2", "/dev/null", "a", "50", "100"],
            ),
            ("a/ b/~ c@$ @d/e $F ~/g", &["a", "b", "c", "@d/e", "$F", "~/g"]),
            ("a\u{a0}b\u{2028}c\u{3000}d", &["a", "b", "c", "d"]),
            ("a\u{2fff}b a\u{3040}b", &["a", "b"]),
            ("", &[]),
            ("----- ..... /////", &[]),
            (&long, &[&long]),
            (&too_long, &[]),
            ("https://a.b/c //", &["https", "a.b/c"]),
            (".../a/b.ts a/b... see... …/c.ts d/e… f.ts", &["f.ts"]),
            ("app/[id]/page.ts (auth)/x.ts ${dir}/y.ts **/z.ts", &["app", "id", "auth", "dir"]),
            ("<usage>1</usage> < /tmp/x", &["usage", "1", "/tmp/x"]),
            ("a/b%20c/d.ts", &[]),
            ("routes/+page.ts +src/a.ts a+b", &["routes", "src/a.ts", "a", "b"]),
            ("2026-11-28T10:20 2026-11-28Tx", &["2026-11-28", "20", "2026-11-28"]),
            (r#"{"a":"x\nCurrently\u003cdiv\u003e \"b_c\""}"#, &["a", "x", "Currently", "div", "b_c"]),
            (r#"{"a":"{\"b\":\"x\\nNext\"}"}"#, &["a", "b", "x", "Next"]),
            (r#"{"a":"C:\\new\\src\\a.ts x\\nGoal"}"#, &["a", "C", "src", "a.ts", "x"]),
            (r"C:\Users\a.ts \new_dir print(x\nCurrently)", &["C", "Users", "a.ts", "print", "x"]),
            (r#"{"a":"src\/b.ts"}"#, &["a", "src"]),
            ("\u{1b}[31mred_word\u{1b}[0m", &["red_word"]),
            (r#"{"a":"\u001b[31mred_word"}"#, &["a", "red_word"]),
            ("head[… 12 chars …]tail_x", &["12", "chars"]),
        ];
        for (text, expected) in table {
            let is_plain = |word: &str| plain_bytes(word.as_bytes(), 0) == word.len();
            let found: Vec<_> = words_of(text).filter(|(_, word)| !is_plain(word)).collect();
            let expected: Vec<_> = expected.iter().filter(|word| !is_plain(word)).copied().collect();
            assert_eq!(found.iter().map(|(_, word)| *word).collect::<Vec<_>>(), expected, "{text}");
            for (start, word) in found {
                assert!(text[start..].starts_with(word), "{word}");
            }
        }
    }
}
