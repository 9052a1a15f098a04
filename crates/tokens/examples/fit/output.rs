//! Writes and reads the committed tables.

use std::path::{Path, PathBuf};
use tamis_tokens::{Encoding, VERSION, Weights};

/// The table in its committed form.
fn file_of(encoding: Encoding) -> PathBuf {
    let name = format!("weights/{}-{VERSION}.bin", encoding.name());
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn bytes_of(weights: &Weights) -> Vec<u8> {
    weights.iter().flat_map(|weight| weight.to_le_bytes()).collect()
}

pub fn write(encoding: Encoding, weights: &Weights) {
    std::fs::write(file_of(encoding), bytes_of(weights)).expect("the table can be written");
}

pub fn is_committed(encoding: Encoding, weights: &Weights) -> bool {
    std::fs::read(file_of(encoding)).is_ok_and(|committed| committed == bytes_of(weights))
}
