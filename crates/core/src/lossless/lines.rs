//! Compares results line by line.

use super::consolidate::MadeOf;

/// More runs of lines are harder to read than the lines.
const MAX_RUNS: usize = 8;
/// Results that may be similar.
const SIMILAR_MAX_CHARS: usize = 4_000;
const SIMILAR_MAX_DIFFERING: usize = 8;

/// `.length` of a text: its UTF-16 units. Linear.
pub fn units(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let bytes = text.as_bytes();
    count_bytes(bytes, |byte| byte & 0xC0 != 0x80) + count_bytes(bytes, |byte| byte >= 0xF0)
}

/// Whether a text has at least so many units. Reads short texts alone.
pub fn has_units(text: &str, least: usize) -> bool {
    // No char has more than three bytes for each of its units.
    text.len() >= 3 * least || units(text) >= least
}

/// Bytes of a text as a JSON string without quotes, as `JSON.stringify` escapes it. Linear.
pub fn json_bytes(text: &str) -> usize {
    let is_escaped = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
    let is_long = |byte: u8| byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t' | 0x08 | 0x0c);
    let bytes = text.as_bytes();
    text.len() + count_bytes(bytes, is_escaped) + 4 * count_bytes(bytes, is_long)
}

/// How many bytes are of a kind, in sums of one byte, which a compiler makes blocks of.
fn count_bytes(bytes: &[u8], is_its: impl Fn(u8) -> bool) -> usize {
    let count = |chunk: &[u8]| chunk.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(u8::from(is_its(byte))));
    bytes.chunks(usize::from(u8::MAX)).map(|chunk| usize::from(count(chunk))).sum()
}

/// Lines of a text: those that `split('\n')` gives.
fn count(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1
}

/// The runs of the newest result's lines that are `text`; none if it is not all there, in order.
pub fn runs_in(text: &str, newest: &[&str]) -> Option<MadeOf> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let mut at = 0;
    for line in text.split('\n') {
        match runs.last_mut() {
            Some((_, count)) if newest.get(at) == Some(&line) => *count += 1,
            _ => {
                at += newest.get(at..)?.iter().position(|one| *one == line)?;
                if runs.len() == MAX_RUNS {
                    return None;
                }
                runs.push((at as u32, 1));
            }
        }
        at += 1;
    }
    Some(MadeOf::Runs(runs))
}

/// The lines of `text` that differ from those of `newest`; none if those are too many.
pub fn differing_from(text: &str, newest: &[&str]) -> Option<MadeOf> {
    // No char has more than three bytes for each of its units.
    if text.len() > 3 * SIMILAR_MAX_CHARS || count(text) != newest.len() || units(text) + 1 > SIMILAR_MAX_CHARS {
        return None;
    }
    let pairs = text.split('\n').zip(newest).zip(0_u32..);
    let differing = pairs.filter(|((line, other), _)| line != *other).map(|(_, at)| at);
    // One more than may be is enough to tell.
    let differing: Vec<u32> = differing.take(SIMILAR_MAX_DIFFERING + 1).collect();
    let is_similar = differing.len() <= SIMILAR_MAX_DIFFERING && differing.len() < newest.len();
    is_similar.then_some(MadeOf::Differing(differing))
}

#[cfg(test)]
mod tests {
    use super::{MadeOf, differing_from, has_units, json_bytes, runs_in, units};

    fn lines(text: &str) -> Vec<&str> {
        text.split('\n').collect()
    }

    #[test]
    fn finds_the_runs_of_lines_in_order() {
        assert_eq!(runs_in("a\nb\nd", &lines("a\nb\nc\nd")), Some(MadeOf::Runs(vec![(0, 2), (3, 1)])));
        assert_eq!(runs_in("b\na", &lines("a\nb")), None);
        assert_eq!(runs_in("a\na", &lines("a")), None);
    }

    #[test]
    fn refuses_more_runs_than_eight() {
        let newest = "0x1x2x3x4x5x6x7x8".replace('x', "\nx\n");
        let text = |last: char| ('0'..=last).map(String::from).collect::<Vec<_>>().join("\n");
        assert!(runs_in(&text('7'), &lines(&newest)).is_some());
        assert_eq!(runs_in(&text('8'), &lines(&newest)), None);
    }

    #[test]
    fn finds_the_lines_that_differ() {
        assert_eq!(differing_from("a\nx\nc", &lines("a\nb\nc")), Some(MadeOf::Differing(vec![1])));
        assert_eq!(differing_from("a\nb", &lines("a\nb\nc")), None);
        assert_eq!(differing_from("x", &lines("a")), None);
        let long = "é".repeat(4_000);
        assert_eq!(differing_from(&format!("a\n{long}"), &lines(&format!("b\n{long}"))), None);
    }

    #[test]
    fn counts_units_as_javascript_does() {
        assert_eq!(units("aé漢😀"), 5);
        assert_eq!(units(&"aé漢😀".repeat(1_000)), 5_000);
        assert!(has_units("漢漢", 2) && !has_units("漢漢", 3) && has_units(&"漢".repeat(9), 3));
    }

    #[test]
    fn counts_the_bytes_that_json_escapes() {
        assert_eq!(json_bytes("a\"\\\n\u{1}é\u{7f}"), r#"a\"\\\n\u0001é"#.len() + 1);
    }
}
