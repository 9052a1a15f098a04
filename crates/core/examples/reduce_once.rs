//! Reduces the request in one file by the settings in another, both JSON, and prints how many bytes it had and has: for tools
//! that count what a program does.
//!
//! `cargo run --release -p tamis-core --example reduce_once -- BODY SETTINGS`

use tamis_core::{Options, Policy, Reducer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut paths = std::env::args().skip(1);
    let (Some(body), Some(settings)) = (paths.next(), paths.next()) else {
        return Err("usage: reduce_once BODY SETTINGS".into());
    };
    let body = std::fs::read(body)?;
    let policy = Policy::from_json(&std::fs::read_to_string(settings)?)?;
    let mut reducer = Reducer::default();
    let plan = reducer.plan(&body, &policy, Options::default()).map_err(|reason| format!("{reason:?}"))?;
    println!("{} {}", body.len(), plan.to_bytes().len());
    Ok(())
}
