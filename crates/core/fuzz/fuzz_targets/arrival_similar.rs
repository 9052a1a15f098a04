#![no_main]
//! The same target as `arrival_similar` in `tests/fuzz_arrival.rs`, for libFuzzer.

#[path = "../../tests/fuzz_texts/mod.rs"]
mod fuzz_texts;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz_texts::check(fuzz_texts::Kind::Similar, data);
});
