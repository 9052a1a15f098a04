//! Packs the vocabularies of the crate `tiktoken` for `src/exact/unpack.rs`: the crate itself would add 0.7 MB to what is
//! downloaded, half of it code that the library does not call. The same for the categories of chars of `regex-syntax`.

#![cfg_attr(not(feature = "vocabulary"), allow(dead_code, reason = "there is nothing to pack"))]

#[path = "packing/categories.rs"]
mod categories;
#[path = "packing/last_pair.rs"]
mod last_pair;
#[path = "packing/order.rs"]
mod order;
#[path = "packing/packer.rs"]
mod packer;
#[path = "src/exact/packing.rs"]
mod packing;

#[cfg(feature = "vocabulary")]
use packing::{Coder, ENCODINGS, Layers, walk};
#[cfg(feature = "vocabulary")]
use std::collections::BTreeMap;

fn main() {
    for path in ["build.rs", "packing", "src/exact/packing.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    let folder = std::env::var("OUT_DIR").expect("set by cargo");
    let write = |name: &str, bytes: Vec<u8>| {
        std::fs::write(format!("{folder}/{name}"), bytes).expect("the build's folder can be written to");
    };
    write("categories.bin", categories::packed());
    #[cfg(feature = "vocabulary")]
    write("vocabularies.bin", vocabularies());
}

#[cfg(feature = "vocabulary")]
fn vocabularies() -> Vec<u8> {
    let vocabularies: [_; ENCODINGS] = [tiktoken::encoding::o200k_base(), tiktoken::encoding::cl100k_base()];
    let mut all: BTreeMap<Vec<u8>, Layers> = BTreeMap::new();
    for (at, vocabulary) in vocabularies.iter().enumerate() {
        let tokens: Vec<_> = (0..vocabulary.vocab_size() as u32).map(|number| vocabulary.decode(&[number])).collect();
        let layers = order::layers_of(&tokens);
        for (token, layer) in tokens.into_iter().zip(layers) {
            all.entry(token).or_default()[at] = Some(layer);
        }
    }
    let count = u32::try_from(all.len()).expect("fewer tokens than 2^32");
    let mut coder = Coder::new(packer::Packer::new());
    let mut tokens = all.iter().map(|(token, layers)| (token.as_slice(), *layers));
    walk(&mut coder, all.len(), || tokens.next(), |_, _| {});
    let code = coder.bits.finish();
    [count.to_be_bytes().as_slice(), &code].concat()
}
