#![no_main]
//! The same target as `repeats` in `tests/fuzz.rs`, for libFuzzer.

#[path = "../../tests/repeats/mod.rs"]
mod repeats;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    repeats::check_bytes(data);
});
