//! Reads cases and what becomes of them: `__test__/fixtures/arrival-*.json`.

use serde::Deserialize;

#[derive(Deserialize)]
struct Fixture {
    cases: Vec<Case>,
    generated: Generated,
}

#[derive(Deserialize)]
struct Case {
    text: String,
    #[serde(default)]
    option: u32,
    out: Option<String>,
}

#[derive(Deserialize)]
struct Generated {
    pieces: Vec<String>,
    options: Vec<u32>,
    texts: u32,
    most: u32,
    shortened: u32,
    hash: u32,
}

/// Compares a kind's `shorten` and `may_apply` with the fixture.
pub fn check(fixture: &str, shorten: impl Fn(&str, u32, &mut String) -> bool, may_apply: impl Fn(&[u8], u32) -> bool) {
    let Fixture { cases, generated } = serde_json::from_str(fixture).unwrap();
    assert!(cases.len() > 10);
    let mut out = String::from("left from before");
    let mut run = |text: &str, option: u32| {
        let reduced = shorten(text, option, &mut out).then(|| out.clone());
        if let Some(reduced) = &reduced {
            assert!(may_apply(text.as_bytes(), option), "{text:?}");
            assert!(reduced.len() < text.len(), "{text:?}");
            assert!(reduced.encode_utf16().count() < text.encode_utf16().count(), "{text:?}");
            assert!(!shorten(reduced, option, &mut out), "{text:?} gives {reduced:?}, which gives {out:?}");
        }
        reduced
    };
    for Case { text, option, out } in cases {
        assert_eq!(run(&text, option), out, "{text:?}");
    }
    let (mut hash, mut shortened) = (0x811C_9DC5, 0);
    for number in 0..generated.texts {
        let (text, option) = generated.text(number);
        let reduced = run(&text, option);
        shortened += u32::from(reduced.is_some());
        hash = fnv(hash, reduced.as_ref().unwrap_or(&text).as_bytes());
    }
    assert_eq!((hash, shortened), (generated.hash, generated.shortened));
}

impl Generated {
    /// The text of a number, and its option.
    fn text(&self, number: u32) -> (String, u32) {
        let mut state = number.wrapping_mul(0x9E37_79B9) | 1;
        let mut below = |limit: u32| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state % limit
        };
        let option = self.options[below(self.options.len() as u32) as usize];
        let mut text = String::new();
        for _ in 0..below(self.most) {
            let piece = &self.pieces[below(self.pieces.len() as u32) as usize];
            // Runs need the same piece many times in a row.
            let times = if below(3) == 0 { 1 + below(6) } else { 1 };
            (0..times).for_each(|_| text.push_str(piece));
        }
        (text, option)
    }
}

/// FNV-1a.
fn fnv(hash: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
