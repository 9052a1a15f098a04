//! Times the scan alone, the index, and a whole plan on one body, at every level that this CPU has, beside UTF-8
//! validation of the same bytes. Prints one line of JSON; each figure is the median of `RUNS` in nanoseconds.
//!
//! `cargo run --release -p tamis-core --example scan_bench -- FILE`

use std::time::Instant;
use tamis_core::{Index, Level, Listing, Options, Policy, Reducer};

const RUNS: usize = 201;

const MASK_ONLY: &str = r#"{"mask":{"windowTurns":8,"minChars":0,"keepErrors":false,"keepErrorsMaxChars":4000,
"errorPatterns":[],"keepLastKPerTool":null,"excludeTools":[],"tools":[],"maxObservationChars":null,
"protectOpenLoop":false,"placeholder":{"family":"conversation","locale":"en"}}}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: scan_bench FILE")?;
    let body = std::fs::read(path)?;
    let policy = Policy::from_json(MASK_ONLY)?;
    let mut levels = Vec::new();
    for level in Level::available() {
        let mut index = Index::default();
        let mut reducer = Reducer::new(level);
        assert!(index.build(&body, level, Listing::Conversation).is_ok(), "the body can be read");
        let scan = median(|| assert!(index.count_positions(&body, level) > 0));
        let list = median(|| assert!(index.build(&body, level, Listing::Conversation).is_ok()));
        let plan = median(|| assert!(reducer.plan(&body, &policy, Options::default()).is_ok()));
        let name = level.name();
        levels.push(format!(r#"{{"level":"{name}","scan_ns":{scan},"index_ns":{list},"plan_ns":{plan}}}"#));
    }
    let utf8 = median(|| assert!(simdutf8::basic::from_utf8(&body).is_ok()));
    println!(r#"{{"bytes":{},"levels":[{}],"utf8_ns":{utf8}}}"#, body.len(), levels.join(","));
    Ok(())
}

fn median(mut run: impl FnMut()) -> u128 {
    let time = |()| {
        let start = Instant::now();
        run();
        start.elapsed().as_nanos()
    };
    let mut times: Vec<u128> = std::iter::repeat_n((), RUNS).map(time).collect();
    times.sort_unstable();
    times.get(RUNS / 2).copied().unwrap_or_default()
}
