//! Generated texts and the hash of what a machine makes of them. `__test__/support/generated-texts.ts` makes the same
//! texts and the same hash, so equal hashes mean that both backends give the same bytes.

use serde::Deserialize;

/// What a file of fixtures says of generated texts.
#[derive(Deserialize)]
pub struct Generated {
    /// Texts are made of these.
    pub parts: Vec<String>,
    /// How many texts.
    pub count: usize,
    /// Most parts of a text.
    pub most: usize,
    /// Hash of all outputs, as both languages have found it.
    pub hash: String,
}

/// A linear congruential generator.
struct Random(u32);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % limit
    }
}

/// Base64 of so many bytes, without signs that end a word.
pub fn base64(bytes: usize) -> String {
    let mut random = Random(7);
    let digit = |_| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[random.below(64)]);
    (0..bytes * 4 / 3).map(digit).collect()
}

impl Generated {
    /// The texts. Some parts are repeated, because many machines look for repetition.
    pub fn texts(&self) -> Vec<String> {
        let mut random = Random(1);
        let text = |_| {
            let parts = random.below(self.most) + 1;
            let mut text = String::new();
            for _ in 0..parts {
                let part = &self.parts[random.below(self.parts.len())];
                let times = if random.below(4) == 0 { random.below(12) + 1 } else { 1 };
                text.push_str(&part.repeat(times));
            }
            text
        };
        (0..self.count).map(text).collect()
    }

    /// FNV-1a over the outputs as UTF-8, each behind a byte that says whether there is one; in hexadecimal.
    pub fn hash_of(&self, mut machine: impl FnMut(&str) -> Option<String>) -> String {
        let mut hash = 0x811C_9DC5_u32;
        let mut add = |byte: u8| hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        for text in self.texts() {
            let output = machine(&text);
            add(u8::from(output.is_some()));
            output.unwrap_or_default().bytes().for_each(&mut add);
        }
        format!("{hash:08x}")
    }
}

/// A text and what a machine makes of it.
#[derive(Deserialize)]
pub struct Example {
    name: String,
    text: String,
    out: Option<String>,
}

/// A file of fixtures for a machine without settings.
#[derive(Deserialize)]
pub struct Fixtures {
    examples: Vec<Example>,
    generated: Generated,
}

impl Fixtures {
    /// Holds a machine to the examples, to the hash of its outputs for generated texts, and to the rules of every machine.
    pub fn check(&self, may_apply: fn(&[u8]) -> bool, shorten: fn(&str, &mut String) -> bool) {
        let run = |text: &str| {
            let mut out = String::from("left over");
            let output = shorten(text, &mut out).then_some(out);
            if let Some(output) = &output {
                assert!(may_apply(text.as_bytes()), "{text:?}");
                assert!(!shorten(output, &mut String::new()), "twice: {text:?}");
                assert!(output.len() < text.len(), "{text:?}");
                assert!(output.encode_utf16().count() < text.encode_utf16().count(), "{text:?}");
            }
            output
        };
        for Example { name, text, out } in &self.examples {
            assert_eq!(run(text), *out, "{name}");
        }
        assert_eq!(self.generated.hash_of(run), self.generated.hash);
    }
}
