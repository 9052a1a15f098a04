//! Fits the weights of the estimate, or checks that the fit gives the committed ones.
//!
//! ```text
//! cargo run --release -p tamis-tokens --example fit -- TRACES [--check | --cross]
//! ```
//!
//! TRACES is a folder of recorded requests with a `manifest.json`. Nothing here depends on time, threads or the order
//! of a hash map, so the same inputs give the same tables to the bit. Without a flag the tables are written: one
//! binary file for each encoding. `--check` compares instead, and fails if they differ. `--cross` writes nothing: it fits once without each source, and prints the error on that source.
//!
//! Recordings of the sources in [`HELD_OUT`] are never fitted on; the tables' error on them is printed at the end.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "counts and ranks are far below where a float loses digits, and weights are rounded on purpose"
)]

mod corpus;
mod output;
mod report;
mod solve;

use corpus::Corpus;
use tamis_tokens::Encoding;

/// Sources whose recordings only test the weights.
pub const HELD_OUT: [&str; 4] = ["claude-code-log", "tau-bench", "pi-mono", "inspect-logs"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str| args.iter().any(|arg| arg == name);
    let Some(traces) = args.iter().find(|arg| !arg.starts_with("--")) else {
        eprintln!("usage: fit TRACES [--check | --cross]");
        std::process::exit(2);
    };
    let mut same = true;
    for encoding in Encoding::ALL {
        let corpus = Corpus::read(traces.as_ref(), encoding);
        println!("\n{}: {} texts", encoding.name(), corpus.texts.len());
        if flag("--cross") {
            report::cross(&corpus);
            continue;
        }
        let weights = solve::fit(&corpus, &HELD_OUT);
        report::held_out(&corpus, &weights);
        if flag("--check") {
            same &= output::is_committed(encoding, &weights);
        } else {
            output::write(encoding, &weights);
        }
    }
    if !same {
        eprintln!("the committed weights are not what this fit gives");
        std::process::exit(1);
    }
}
