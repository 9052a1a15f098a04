#![no_main]
//! The same target as `arrival` in `tests/fuzz.rs`, for libFuzzer.

#[path = "../../tests/fuzz_arrival/mod.rs"]
mod fuzz_arrival;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_arrival::check(data);
});
