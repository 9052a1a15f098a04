#![no_main]
//! The same target as `arrival_chain` in `tests/fuzz_arrival.rs`, for libFuzzer.

#[path = "../../tests/fuzz_chain/mod.rs"]
mod fuzz_chain;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_chain::check(data);
});
