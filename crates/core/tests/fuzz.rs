//! One fuzz target a wire, and one each for definitions of tools, arguments of calls, results at arrival and repeats, as plain
//! tests: the committed corpus, then a bounded number of inputs.
//!
//! A test's name is also the name of its corpus folder and of its libFuzzer target. `npm run test:long` runs the
//! targets under libFuzzer (`crates/core/fuzz`) for a given time.

mod fuzz_outputs;
mod fuzz_requests;
mod repeats;

use fuzz_requests::{check, check_arguments, check_definitions};
use std::time::Duration;
use tamis_core::Wire;

/// Each target ends at the first of these two limits.
const INPUTS: usize = 40_000;
const SECONDS: u64 = 10;
const LONGEST_BYTES: usize = 600;

fn run(
    target: bolero::TestTarget<bolero::ByteSliceGenerator, bolero::DefaultEngine, bolero::BorrowedInput>,
    check: impl Fn(&[u8]) -> usize + std::panic::RefUnwindSafe,
) {
    let bounded =
        target.with_iterations(INPUTS).with_test_time(Duration::from_secs(SECONDS)).with_max_len(LONGEST_BYTES);
    bounded.for_each(|data: &[u8]| {
        check(data);
    });
}

#[test]
fn openai_chat() {
    run(bolero::check!(), |data| check(Wire::OpenAiChat, data));
}

#[test]
fn openai_responses() {
    run(bolero::check!(), |data| check(Wire::OpenAiResponses, data));
}

#[test]
fn anthropic() {
    run(bolero::check!(), |data| check(Wire::Anthropic, data));
}

#[test]
fn gemini() {
    run(bolero::check!(), |data| check(Wire::Gemini, data));
}

#[test]
fn definitions() {
    run(bolero::check!(), check_definitions);
}

#[test]
fn arguments() {
    run(bolero::check!(), check_arguments);
}

#[test]
fn repeats() {
    run(bolero::check!(), repeats::check_bytes);
}

#[test]
fn arrival() {
    let target = bolero::check!().with_iterations(INPUTS).with_test_time(Duration::from_secs(SECONDS));
    target.with_max_len(LONGEST_BYTES).for_each(|data: &[u8]| {
        fuzz_outputs::check(data);
    });
}

/// The same bytes in each run.
fn random_bytes() -> impl FnMut() -> u8 {
    let mut state = 1u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    }
}

/// The targets are useful only if many inputs have something to edit.
#[test]
fn many_random_requests_are_edited() {
    let mut few = Vec::new();
    for wire in [Wire::OpenAiChat, Wire::OpenAiResponses, Wire::Anthropic, Wire::Gemini] {
        let mut byte = random_bytes();
        let edited = (0..1_000).filter(|_| check(wire, &std::array::from_fn::<u8, 200, _>(|_| byte())) > 0).count();
        if edited < 50 {
            few.push(format!("{wire:?}: {edited} of 1000"));
        }
    }
    assert!(few.is_empty(), "{few:?}");
}

#[test]
fn many_random_definitions_and_arguments_are_edited() {
    let mut byte = random_bytes();
    let mut edited = |check: fn(&[u8]) -> usize| {
        (0..1_000).filter(|_| check(&std::array::from_fn::<u8, 100, _>(|_| byte())) > 0).count()
    };
    let found = [edited(check_definitions), edited(check_arguments)];
    assert!(found.iter().all(|&count| count > 100), "{found:?} of 1000");
}

#[test]
fn many_random_results_are_shortened() {
    let mut byte = random_bytes();
    // Lines that follow each other are often alike, as a tool's are.
    let mut text = || {
        let mut data = Vec::new();
        for _ in 0..12 {
            let (part, times) = (byte(), byte() % 10);
            data.extend((0..times).map(|_| part));
        }
        data
    };
    let shortened: usize = (0..1_000).map(|_| fuzz_outputs::check(&text())).sum();
    assert!(shortened > 500, "{shortened} of 1000");
}
