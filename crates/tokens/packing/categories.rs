//! The categories of all chars, for `src/exact/kinds.rs`.

use regex_syntax::hir::{Class, HirKind};

/// Numbered from 1 on, as there; 0 is every other category.
const CATEGORIES: [&str; 7] = ["Ll", "Lu", "Lt", "Lm", "Lo", "M", "N"];
const CODE_POINTS: usize = 0x11_0000;

/// Runs of chars of one category: its number, and how many there are, as LEB128.
pub fn packed() -> Vec<u8> {
    let mut numbers = vec![0; CODE_POINTS];
    for (category, number) in CATEGORIES.into_iter().zip(1..) {
        for (from, to) in chars_of(category) {
            numbers[from as usize..=to as usize].fill(number);
        }
    }
    let mut bytes = Vec::new();
    for run in numbers.chunk_by(|one, next| one == next) {
        bytes.push(run[0]);
        let mut rest = run.len();
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes
}

fn chars_of(category: &str) -> Vec<(char, char)> {
    let class = regex_syntax::parse(&format!(r"\p{{{category}}}")).expect("a category of Unicode").into_kind();
    let HirKind::Class(Class::Unicode(class)) = class else { panic!("{category} is no class of chars") };
    class.iter().map(|range| (range.start(), range.end())).collect()
}
