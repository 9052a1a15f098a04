#![no_main]
//! The same target as `arrival` in `tests/fuzz.rs`, for libFuzzer.

#[path = "../../tests/fuzz_outputs/mod.rs"]
mod fuzz_outputs;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_outputs::check(data);
});
