//! Pointers in the place of repeats, on generated results, against the recorded bytes, and on
//! texts on which a search that is not linear takes hours.

mod repeats;

use repeats::{Case, Choices, check, check_bytes, make_case, render};
use std::fmt::{Display, Write};
use std::time::{Duration, Instant};
use tamis_core::dedupe::{Keep, Kind, MAX_LINES, Repeatable, Repeats};
use xxhash_rust::xxh3::xxh3_128;

/// Whole numbers from a seed, the same on every machine.
struct Numbers(u32);

impl Choices for Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % limit
    }
}

fn case_of(seed: u32) -> Case {
    make_case(&mut Numbers(seed))
}

#[test]
fn generated_results_restore_and_stay_as_they_are_when_rendered_again() {
    let pointers: usize = (0..20_000).map(|seed| check(&case_of(seed))).sum();
    assert!(pointers > 10_000, "{pointers} pointers");
}

/// The fuzz target is useful only if many inputs have something to point to.
#[test]
fn many_random_choices_have_pointers() {
    let mut numbers = Numbers(1);
    let pointed = (0..1_000).filter(|_| check_bytes(&[(); 300].map(|()| numbers.below(256) as u8)) > 0).count();
    assert!(pointed > 200, "{pointed} of 1000");
}

#[test]
fn appending_results_changes_nothing_before_them() {
    for seed in 0..3_000 {
        let mut case = case_of(seed);
        case.keep = Keep::First;
        let whole = render(&case);
        while case.results.pop().is_some() {
            let before: Vec<_> = whole.iter().filter(|one| one.result < case.results.len()).cloned().collect();
            assert_eq!(render(&case), before, "{case:?}");
        }
    }
}

#[test]
fn writes_the_recorded_bytes_and_references() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../__test__/dedupe/generated.json");
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let count = file["casesPerHash"].as_u64().unwrap() as u32;
    for (block, expected) in file["hashes"].as_array().unwrap().iter().enumerate() {
        let first = block as u32 * count;
        assert_eq!(expected.as_str(), Some(hash_of_cases(first, count).as_str()), "cases from {first} on");
    }
}

fn hash_of_cases(first: u32, count: u32) -> String {
    let mut all = String::new();
    for seed in first..first + count {
        for one in render(&case_of(seed)) {
            let text = std::str::from_utf8(&one.text).expect("texts of UTF-8 are rendered as UTF-8");
            push_line(&mut all, format_args!("{seed} {} {text}", one.result));
            for reference in one.references {
                let kind = match reference.kind {
                    Kind::File => "file",
                    Kind::ToolResult => "tool_result",
                    Kind::Output => "output",
                };
                let lines = reference.lines.map_or_else(
                    || "whole".to_owned(),
                    |lines| format!("{} {} {} {}", lines.at, lines.from, lines.count, lines.is_renumbered),
                );
                push_line(&mut all, format_args!("{kind} {} {:032x} {lines}", reference.source, reference.hash));
            }
        }
    }
    format!("{:032x}", xxh3_128(all.as_bytes()))
}

fn push_line(out: &mut String, line: impl Display) {
    writeln!(out, "{line}").expect("a string takes every text");
}

fn results(texts: &[Vec<u8>]) -> Vec<Repeatable<'_>> {
    texts.iter().zip(0..).map(|(text, message)| Repeatable { text, message, ..Repeatable::default() }).collect()
}

fn distinct(count: usize) -> Vec<u8> {
    let mut text = String::new();
    (0..count).for_each(|at| push_line(&mut text, format_args!("line {at} of many")));
    text.into_bytes()
}

#[test]
fn hostile_texts_take_a_second_at_most() {
    let hostile: [(&str, Vec<Vec<u8>>); 7] = [
        ("one line a million times", vec![b"a\n".repeat(1_000_000), b"a\n".repeat(1_000_001)]),
        ("two alternating lines", vec![b"a\nb\n".repeat(1_000_000), b"b\na\n".repeat(1_000_001)]),
        ("many equal results", vec![b"equal text ".repeat(20); 50_000]),
        ("one long line", vec![b"x".repeat(64 << 20)]),
        ("spaces and digits", vec![b" ".repeat(16 << 20), b"1".repeat(16 << 20), b" \n".repeat(1_000_000)]),
        ("a source with thousands of pointers", vec![distinct(80_000), [b"q\n", &*distinct(80_000)].concat()]),
        ("runs that are one byte too short", vec![[b"a\n".repeat(99), b"b\n".to_vec()].concat().repeat(5); 300]),
    ];
    for (title, texts) in hostile {
        let results = results(&texts);
        let started = Instant::now();
        let _ = Repeats::find(&results).render(|_| false, Keep::First);
        assert!(started.elapsed() < Duration::from_secs(5), "{title}: {:?}", started.elapsed());
    }
}

#[test]
fn lines_behind_the_limit_are_neither_repeats_nor_sources() {
    let block = distinct(30);
    let late = [b"late\n", &*block].concat();
    let texts = [block.clone(), b"f\n".repeat(MAX_LINES - 20), late.clone()];
    assert_eq!(Repeats::find(&results(&texts)).render(|_| false, Keep::First).len(), 0);
    assert_eq!(Repeats::find(&results(&[block, late])).render(|_| false, Keep::First).len(), 1);
}
