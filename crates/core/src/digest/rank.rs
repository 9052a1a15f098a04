//! How likely a word is needed again.
//!
//! ```text
//! src/a.ts  a.ts  /etc/x  ~/b                             0: paths and names of files
//! parseBody  max_chars  os.path  feature/x  left-pad      1: compound identifiers
//! 4096  1.24.3  2026-11-28  sha256 2: dates, numbers of at least 3 digits, and words with digits
//! the  value  HTTP  12  5.25s      none: plain words, which recorded calls hardly ever take from results
//! 9f86d081884c7d65  AKIAx7Fq2…     none: hashes, keys, ids
//! ```

use super::record::is_date;
use super::secrets::{changes_of, is_key};

/// Number of ranks; the lowest is named first.
pub const RANKS: usize = 3;

/// Words of a rank with more bytes name nothing that a model would spell again.
const MAX_BYTES: [usize; RANKS] = [80, 40, 40];

/// In order, to be found by bisection.
const FILE_ENDINGS: [&str; 78] = [
    "bash", "c", "cc", "cfg", "cjs", "conf", "cpp", "cs", "css", "csv", "cts", "cxx", "dart", "diff", "env", "erl",
    "ex", "exs", "gif", "go", "gradle", "graphql", "h", "hpp", "hs", "htm", "html", "ini", "ipynb", "java", "jl",
    "jpg", "js", "json", "jsonl", "jsx", "kt", "less", "lock", "log", "lua", "m", "md", "mdx", "mjs", "mm", "mts",
    "nix", "patch", "pdf", "php", "png", "proto", "ps1", "py", "pyi", "r", "rb", "rs", "scala", "scss", "sh", "sql",
    "svelte", "svg", "swift", "tf", "toml", "ts", "tsv", "tsx", "txt", "vue", "xml", "yaml", "yml", "zig", "zsh",
];

/// Bytes of the longest of them.
const LONGEST_ENDING: usize = 7;

/// The same as numbers of eight bytes, which are compared at once, in order.
static ENDING_NUMBERS: [u64; FILE_ENDINGS.len()] = {
    let mut numbers = [0; FILE_ENDINGS.len()];
    let mut at = 0;
    while at < numbers.len() {
        numbers[at] = number_of(FILE_ENDINGS[at].as_bytes());
        at += 1;
    }
    numbers
};

/// A text of at most seven bytes as a number in the order of texts.
const fn number_of(text: &[u8]) -> u64 {
    let (mut number, mut at) = (0, 0);
    while at < 8 {
        number = number << 8 | if at < text.len() { text[at] as u64 } else { 0 };
        at += 1;
    }
    number
}

/// The rank of a word of [`super::words::words_of`]; none for one that no digest names.
pub fn rank_of(word: &str) -> Option<usize> {
    let rank = kind_of(word)?;
    let fits = MAX_BYTES.get(rank).is_some_and(|&most| word.len() <= most);
    (fits && !is_random(word)).then_some(rank)
}

/// Kinds of the bytes that words are made of.
const SMALL: u8 = 1;
const CAPITAL: u8 = 2;
const DIGIT: u8 = 4;
const POINT: u8 = 8;
/// `_` and `-`.
const JOINT: u8 = 16;
const SLASH: u8 = 32;
const OTHER: u8 = 64;
const LETTER: u8 = SMALL | CAPITAL;

static KINDS: [u8; 256] = {
    let mut kinds = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'a'..=b'z' => SMALL,
            b'A'..=b'Z' => CAPITAL,
            b'0'..=b'9' => DIGIT,
            b'.' => POINT,
            b'_' | b'-' => JOINT,
            b'/' => SLASH,
            _ => OTHER,
        };
        byte += 1;
    }
    kinds
};

/// The rank, if the word is short enough and not random. Most words are plain, which their kinds of bytes show.
fn kind_of(word: &str) -> Option<usize> {
    let made = word.bytes().fold(0, |made, byte| made | KINDS.get(usize::from(byte)).copied().unwrap_or(OTHER));
    if made == SMALL || made == CAPITAL {
        return None;
    }
    if made & LETTER == 0 {
        let digits = || word.bytes().filter(u8::is_ascii_digit).count();
        let is_number = made & !(DIGIT | POINT) == 0 && digits() >= 3;
        return (is_number || is_date(word)).then_some(2);
    }
    if made & DIGIT != 0 && is_amount(word) {
        return None;
    }
    if made & SLASH != 0 {
        return Some(usize::from(!is_path(word)));
    }
    if made & POINT != 0 {
        return Some(usize::from(!has_file_ending(word)));
    }
    if made & JOINT != 0 || (made & LETTER == LETTER && is_camel(word)) {
        return Some(1);
    }
    (made & DIGIT != 0 && word.len() >= 3).then_some(2)
}

fn has_file_ending(word: &str) -> bool {
    let dot = word.bytes().rposition(|byte| byte == b'.').filter(|&dot| dot > 0);
    let ending = dot.and_then(|dot| word.get(dot + 1..)).filter(|ending| ending.len() <= LONGEST_ENDING);
    ending.is_some_and(|ending| ENDING_NUMBERS.binary_search(&number_of(ending.as_bytes())).is_ok())
}

/// A file's name without the number of a line, and what a search with lines around its hits prints behind that:
/// `src/a.ts-12-text` → `src/a.ts`. Any other word is as it was.
pub fn without_line(word: &str) -> &str {
    let parts = memchr::memchr_iter(b'-', word.as_bytes()).filter_map(|dash| word.split_at_checked(dash));
    let is_line = |behind: &str| {
        let rest = behind.get(1..).unwrap_or_default();
        let name = rest.trim_start_matches(|char: char| char.is_ascii_digit());
        name.len() < rest.len() && (name.is_empty() || name.starts_with('-'))
    };
    let mut files = parts.filter(|&(name, behind)| is_line(behind) && has_file_ending(name));
    files.next().map_or(word, |(name, _)| name)
}

/// A capital behind a small letter.
fn is_camel(word: &str) -> bool {
    word.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'z', b'A'..=b'Z']))
}

/// A number and its unit, or the seconds of a time.
fn is_amount(word: &str) -> bool {
    let number = word.strip_suffix('Z').unwrap_or(word).trim_end_matches(|char: char| char.is_ascii_lowercase());
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    number.starts_with(|char: char| char.is_ascii_digit()) && is_number && matches!(word.len() - number.len(), 1 | 2)
}

/// A word with a slash: it begins like a path, has several slashes, or its last part has an ending.
fn is_path(word: &str) -> bool {
    let bytes = word.as_bytes();
    let slash = bytes.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
    let has_ending = bytes.get(slash..).is_some_and(|last| last.contains(&b'.'));
    let has_several = || memchr::memchr_iter(b'/', bytes).nth(1).is_some();
    has_ending || matches!(bytes.first(), Some(b'.' | b'~' | b'/')) || has_several()
}

/// Whether a word, or a part of one, looks like a hash, a key or an id.
fn is_random(word: &str) -> bool {
    if word.len() < LEAST_RANDOM_BYTES {
        return false;
    }
    word.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).any(is_random_part) || is_key(word)
}

/// Letters and digits of the shortest random word.
const LEAST_RANDOM_BYTES: usize = 12;

fn is_random_part(part: &[u8]) -> bool {
    const LEAST_UPPER: usize = 16;
    if part.len() < LEAST_RANDOM_BYTES {
        return false;
    }
    if part.iter().all(u8::is_ascii_digit) {
        return part.len() > LEAST_RANDOM_BYTES;
    }
    if !part.iter().any(u8::is_ascii_digit) {
        return false;
    }
    let is_upper = part.len() >= LEAST_UPPER && !part.iter().any(u8::is_ascii_lowercase);
    let is_hex = part.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_upper || is_hex || changes_of(part.iter().copied()) * 4 >= part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_file_ends_in_front_of_a_lines_number() {
        let table = [
            ("src/a.ts-12", "src/a.ts"),
            ("src/a.ts-12-text", "src/a.ts"),
            ("x-1/a-2.ts-3-b.ts-4", "x-1/a-2.ts"),
            ("src/a.ts-x", "src/a.ts-x"),
            ("src/a.ts-12x", "src/a.ts-12x"),
            ("src/a.b-12", "src/a.b-12"),
            ("2026-11-28", "2026-11-28"),
            ("a.ts-", "a.ts-"),
        ];
        for (word, expected) in table {
            assert_eq!(without_line(word), expected);
        }
    }

    #[test]
    fn endings_are_in_order() {
        assert!(FILE_ENDINGS.is_sorted() && ENDING_NUMBERS.is_sorted());
        assert_eq!(FILE_ENDINGS.iter().map(|ending| ending.len()).max(), Some(LONGEST_ENDING));
    }
}
