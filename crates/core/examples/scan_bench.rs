//! Times the scan alone, the index and a whole plan at every level that this CPU has, and UTF-8 validation of the same
//! bytes. Prints one line of JSON; each figure is the median of `RUNS` in nanoseconds. With several files each run reads
//! all in turn, and a figure is for one of them: a branch predictor learns a single body by heart, which never happens in
//! use.
//!
//! `cargo run --release -p tamis-core --example scan_bench -- FILE…`

use std::time::Instant;
use tamis_core::{Index, Level, Listing, Options, Policy, Reducer};

const RUNS: usize = 201;

const MASK_ONLY: &str = r#"{"mask":{"windowTurns":8,"minChars":0,"keepErrors":false,"keepErrorsMaxChars":4000,
"keepLastKPerTool":null,"tools":[],"maxObservationChars":null,
"placeholder":{"family":"conversation","locale":"en"}}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bodies = std::env::args().skip(1).map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    if bodies.is_empty() {
        return Err("usage: scan_bench FILE…".into());
    }
    let policy = Policy::from_json(MASK_ONLY)?;
    let mut levels = Vec::new();
    for level in Level::available() {
        let mut index = Index::default();
        let mut reducer = Reducer::new(level);
        let scan = median(&bodies, |body| index.count_positions(body, level) > 0);
        let list = median(&bodies, |body| index.build(body, level, Listing::Conversation).is_ok());
        let plan = median(&bodies, |body| reducer.plan(body, &policy, Options::default()).is_ok());
        let name = level.name();
        levels.push(format!(r#"{{"level":"{name}","scan_ns":{scan},"index_ns":{list},"plan_ns":{plan}}}"#));
    }
    let utf8 = median(&bodies, |body| simdutf8::basic::from_utf8(body).is_ok());
    let bytes = bodies.iter().map(Vec::len).sum::<usize>() / bodies.len();
    println!(r#"{{"bytes":{bytes},"levels":[{}],"utf8_ns":{utf8}}}"#, levels.join(","));
    Ok(())
}

/// Median time of `run` for one of `bodies`, in nanoseconds; `run` returns whether it could read the body.
fn median(bodies: &[Vec<u8>], mut run: impl FnMut(&[u8]) -> bool) -> u128 {
    let mut time = |()| {
        let start = Instant::now();
        for body in bodies {
            assert!(run(body), "the body can be read");
        }
        start.elapsed().as_nanos() / bodies.len() as u128
    };
    let mut times: Vec<u128> = std::iter::repeat_n((), RUNS).map(&mut time).collect();
    times.sort_unstable();
    times.get(RUNS / 2).copied().unwrap_or_default()
}
