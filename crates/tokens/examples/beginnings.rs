//! Writes the beginnings of tokens, or checks that the vocabularies give the committed ones.
//!
//! ```text
//! cargo run --release -p tamis-tokens --example beginnings -- [--check]
//! ```
//!
//! One binary file for each encoding.

use std::path::{Path, PathBuf};
use tamis_tokens::{Encoding, Hash, is_covered};

/// Bits of a table: one in a hundred other texts is in it, too.
const fn bits(encoding: Encoding) -> usize {
    match encoding {
        Encoding::O200kBase => 1 << 20,
        Encoding::Cl100kBase => 1 << 16,
    }
}

fn main() {
    let check = std::env::args().any(|arg| arg == "--check");
    let mut same = true;
    for encoding in Encoding::ALL {
        let table = table(encoding);
        same &= keep(&root().join(format!("weights/{}-beginnings.bin", encoding.name())), &table, check);
    }
    if !same {
        eprintln!("the committed beginnings are not those of the vocabularies");
        std::process::exit(1);
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn keep(file: &Path, bytes: &[u8], check: bool) -> bool {
    if check {
        return std::fs::read(file).is_ok_and(|committed| committed == bytes);
    }
    std::fs::write(file, bytes).expect("the table can be written");
    true
}

fn table(encoding: Encoding) -> Vec<u8> {
    let vocabulary = tiktoken::get_encoding(encoding.name()).expect("compiled in");
    let mut table = vec![0; bits(encoding) / 8];
    let mut add = |hash: Hash| {
        for place in hash.places(bits(encoding)) {
            table[place / 8] |= 1 << (place % 8);
        }
    };
    let most = u32::try_from(vocabulary.vocab_size()).expect("few tokens");
    for number in 0..most {
        let token = vocabulary.decode(&[number]);
        match (std::str::from_utf8(&token), token.as_slice()) {
            (Ok(text), _) => beginnings(text).into_iter().for_each(&mut add),
            (Err(_), &[first, second]) => add(Hash::of_pair(first, second)),
            _ => {}
        }
    }
    table
}

/// The beginnings of a token of covered chars, which may follow a space. A char alone is one only if it is the token.
fn beginnings(token: &str) -> Vec<Hash> {
    let chars: Vec<u32> = token.chars().map(u32::from).collect();
    let letters = chars.strip_prefix(&[0x20]).unwrap_or(&chars);
    if letters.is_empty() || !letters.iter().all(|&code| is_covered(code)) {
        return Vec::new();
    }
    let mut hash = Hash::default();
    let all: Vec<Hash> = chars
        .iter()
        .map(|&code| {
            hash = hash.with(code);
            hash
        })
        .collect();
    if chars.len() == 1 { all } else { all.into_iter().skip(1).collect() }
}
