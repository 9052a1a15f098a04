//! One fuzz target an arrival kind, as plain tests: the committed corpus, then a bounded number of inputs.
//!
//! A test's name is also the name of its corpus folder and of its libFuzzer target. `npm run test:long` runs the
//! targets under libFuzzer (`crates/core/fuzz`) for a given time.

mod fuzz_chain;
mod fuzz_texts;

use fuzz_texts::{Kind, check};
use std::time::{Duration, Instant};

/// Each target ends at the first of these two limits.
const INPUTS: usize = 40_000;
const SECONDS: u64 = 10;
const LONGEST_BYTES: usize = 300;

type Target = bolero::TestTarget<bolero::ByteSliceGenerator, bolero::DefaultEngine, bolero::BorrowedInput>;

fn bounded(target: Target) -> Target {
    target.with_iterations(INPUTS).with_test_time(Duration::from_secs(SECONDS)).with_max_len(LONGEST_BYTES)
}

fn run(target: Target, kind: Kind) {
    bounded(target).for_each(|data: &[u8]| {
        check(kind, data);
    });
}

#[test]
fn arrival_chain() {
    bounded(bolero::check!()).for_each(|data: &[u8]| {
        fuzz_chain::check(data);
    });
}

#[test]
fn arrival_line_numbers() {
    run(bolero::check!(), Kind::LineNumbers);
}

#[test]
fn arrival_long_lines() {
    run(bolero::check!(), Kind::LongLines);
}

#[test]
fn arrival_terminal() {
    run(bolero::check!(), Kind::Terminal);
}

const KINDS: [Kind; 3] = [Kind::LineNumbers, Kind::LongLines, Kind::Terminal];

/// How many of 4,000 random inputs, whose first byte is below `first`, become shorter.
fn count_shortened(first: u16, mut check: impl FnMut(&[u8]) -> bool) -> usize {
    let mut state = 1u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    let lengths = (0..4_000).map(|number| 2 + number % 40);
    let shortened = lengths.filter(|&length| {
        let option = (u16::from(byte()) % first) as u8;
        let data: Vec<u8> = (1..length).map(|_| byte()).collect();
        check(&[&[option], &*data].concat())
    });
    shortened.count()
}

/// The targets are useful only if many inputs become shorter.
#[test]
fn many_random_texts_become_shorter() {
    for kind in KINDS {
        let count = count_shortened(0x80, |data| check(kind, data));
        assert!(count > 100, "{kind:?}: {count} of 4000");
    }
    let count = count_shortened(0x100, fuzz_chain::check);
    assert!(count > 300, "chain: {count} of 4000");
}

/// A kind that is not linear takes minutes for one of these texts.
#[test]
fn hostile_texts_take_linear_time() {
    const BYTES: usize = 1_000_000;
    let repeated = |text: &str| text.repeat(BYTES / text.len());
    let pieces = [
        "x",
        "1",
        "\n",
        " \n",
        "x\n",
        "a line a\na line b\n",
        "1-",
        "\u{1b}",
        "\u{1b}[3",
        "\u{1b}]0;",
        "\u{1b}[9C",
        "x\r",
        "x\u{8}",
        "\t\u{8}",
        "\r\n",
        "[… 1",
        "1→\n",
        "→",
    ];
    let mut texts: Vec<String> = pieces.into_iter().map(repeated).collect();
    texts.push(format!("{}{}", repeated("x"), repeated("\u{1b}[2Ky\u{1b}[1K")));
    texts.push(format!("{}x\rx", repeated("\t")));
    let numbered: Vec<String> = (1..BYTES / 16).map(|number| format!("{number:6}→{number}\n")).collect();
    texts.push(numbered.concat());
    let mut out = String::new();
    for kind in KINDS {
        for text in &texts {
            let started = Instant::now();
            for option in [0, 1, 50] {
                kind.shorten(text, option, &mut out);
            }
            let start: String = text.chars().take(20).collect();
            assert!(started.elapsed() < Duration::from_secs(5), "{kind:?} of {start:?}");
        }
    }
}
