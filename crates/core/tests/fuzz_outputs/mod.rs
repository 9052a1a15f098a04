//! Turns a fuzzer's bytes into a tool's result and holds every machine of `arrival` to its rules. Plain tests and libFuzzer
//! targets share it.
//!
//! ```text
//! bytes ─ one choice of a part each ─→ text ─→ each machine: shorter, final, restored where it is lossless
//! ```

use tamis_core::arrival::clip::{ClipSettings, DigestLimits};
use tamis_core::arrival::{clip, file_tools, json, paths};
use tamis_core::digest::{SeenWords, digest};

const PARTS: [&str; 48] = [
    "{",
    "}",
    "[",
    "]",
    "\"a\"",
    ": ",
    ", ",
    "1.0",
    " ",
    "\n",
    "\r\n",
    "\\",
    "\"",
    "null",
    "{\"a\": 1}\n",
    "[1, 2]\n",
    "src/a.ts:3:x\n",
    "src/a.ts:14:y: z\n",
    "src/b/c.rs:7:1:q\n",
    "/srv/repo/y.ts\n",
    "/srv/repo/z/w.ts\n",
    "a/b/c\n",
    "C:\\a\\b:5:x\n",
    "[4 lines of a.b]\n",
    "[8 paths under a/]\n",
    "[clipped — 5 chars left out]\n",
    "[",
    "/",
    ":",
    ".",
    "error: no\n",
    "FAILED a\n",
    "Exit code: 1\n",
    "a long line that says nothing of use at all, and goes on\n",
    "é",
    "😀",
    "中",
    "fooBar ",
    "max_len ",
    "4096 ",
    "AKIAx7Fq2Lm9Zp0Ts4 ",
    "cat f | ",
    "sed -n 1p f\n",
    "'",
    "<<E\n",
    " > f",
    "git show ",
    "bash -c ",
];

/// Panics, as fuzzers expect, if a machine breaks a rule. Returns how many made the text shorter.
pub fn check(data: &[u8]) -> usize {
    let text: String = data.iter().map(|&byte| PARTS[usize::from(byte) % PARTS.len()]).collect();
    let no_word = |_: &str| false;
    let limits = DigestLimits { max_words: 5, max_chars: 60 };
    let settings = ClipSettings { max_chars: 300, original: Some("/x"), digest: Some(limits) };
    let json = shortened(&text, &json::shorten);
    let paths = shortened(&text, &paths::shorten);
    let clipped = shortened(&text, &|text: &str, out: &mut String| clip::shorten(text, &settings, &no_word, out));
    if let Some(json) = &json {
        assert!(json::may_apply(text.as_bytes()));
        assert_eq!(without_space(json), without_space(&text), "only white space goes");
    }
    if let Some(paths) = &paths {
        assert!(paths::may_apply(text.as_bytes()));
        assert_eq!(restored(paths), text, "paths come back");
    }
    check_digest(&text, limits);
    let _ = file_tools::shown_by_call("shell", &text);
    let _ = file_tools::shown_by_call("Read", &text);
    [json, paths, clipped].iter().flatten().count()
}

fn shortened(text: &str, shorten: &dyn Fn(&str, &mut String) -> bool) -> Option<String> {
    let mut out = String::from("left over");
    let out = shorten(text, &mut out).then_some(out)?;
    assert!(out.len() < text.len(), "fewer bytes");
    assert!(out.encode_utf16().count() < text.encode_utf16().count(), "fewer chars");
    assert!(!shorten(&out, &mut String::new()), "shortened once is shortened for good");
    Some(out)
}

fn check_digest(text: &str, DigestLimits { max_words, max_chars }: DigestLimits) {
    let mut seen = SeenWords::default();
    let mut out = String::new();
    let words = digest(text, &|word| seen.has(word), max_words, max_chars, &mut out);
    assert!(words <= max_words && out.len() <= max_chars);
    assert!(out.split(", ").all(|word| text.contains(word)));
    seen.note(text);
    assert_eq!(digest(text, &|word| seen.has(word), max_words, max_chars, &mut out), 0, "seen words are not named");
}

fn without_space(text: &str) -> String {
    text.chars().filter(|char| !char.is_ascii_whitespace()).collect()
}

/// Puts the path or the folder back in front of each line of its group.
fn restored(text: &str) -> String {
    let mut shared = (0, String::new());
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let head = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let of = head.and_then(|head| Some((head.split_once(" lines of ")?, ":")));
        let under = head.and_then(|head| Some((head.split_once(" paths under ")?, "")));
        if shared.0 > 0 {
            shared.0 -= 1;
            lines.push(format!("{}{line}", shared.1));
        } else if let Some(((count, path), colon)) = of.or(under)
            && let Ok(count) = count.parse()
        {
            shared = (count, format!("{path}{colon}"));
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n")
}
