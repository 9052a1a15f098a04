#![no_main]
//! The same target as `arguments` in `tests/fuzz.rs`, for libFuzzer.

#[path = "../../tests/fuzz_requests/mod.rs"]
mod fuzz_requests;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_requests::check_arguments(data);
});
