//! Turns pointers back into what they replaced.

use super::Reference;
use super::Spelling;
use super::lines::{Number, key};
use xxhash_rust::xxh3::xxh3_128;

/// A result as it was sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sent<'a> {
    /// Its text; none if it was masked.
    pub text: Option<&'a [u8]>,
    /// In the order of their pointers.
    pub references: &'a [Reference],
}

/// The original text of each result that has references; none for the others, and where an original cannot be had: its
/// source is missing, or what is found there does not have the hash. Only references count; pointers in a text reveal
/// nothing. Linear in texts and originals.
#[must_use]
pub fn restore(results: &[Sent<'_>]) -> Vec<Option<Vec<u8>>> {
    let mut lines = Lines { results, starts: vec![None; results.len()] };
    results.iter().enumerate().map(|(index, result)| restore_one(index, result, &mut lines)).collect()
}

fn restore_one(index: usize, result: &Sent<'_>, lines: &mut Lines<'_>) -> Option<Vec<u8>> {
    let text = result.text?;
    let first = result.references.first()?;
    if first.lines.is_none() {
        let original = lines.results.get(first.source)?.text?;
        return (xxh3_128(original) == first.hash).then(|| original.to_vec());
    }
    let mut restored = Vec::new();
    let mut from = 0;
    for reference in result.references {
        let (at, _) = lines.span(index, reference.lines?.at as usize, 1)?;
        restored.extend_from_slice(text.get(from..at)?);
        let start = restored.len();
        push_original(index, reference, lines, &mut restored)?;
        if xxh3_128(restored.get(start..)?) != reference.hash {
            return None;
        }
        (_, from) = lines.span(index, reference.lines?.at as usize, 1)?;
    }
    restored.extend_from_slice(text.get(from..)?);
    Some(restored)
}

/// Appends the lines that a pointer of result `index` replaced.
fn push_original(index: usize, reference: &Reference, lines: &mut Lines<'_>, out: &mut Vec<u8>) -> Option<()> {
    let place = reference.lines?;
    let (start, end) = lines.span(reference.source, place.from as usize, place.count as usize)?;
    let source = lines.results.get(reference.source)?.text?.get(start..end)?;
    if !place.is_renumbered {
        out.extend_from_slice(source);
        return Some(());
    }
    let (start, end) = lines.span(index, place.at.checked_sub(1)? as usize, 1)?;
    let number = Number::of(lines.results.get(index)?.text?.get(start..end)?, Spelling::Decoded)?;
    for (distance, line) in (1..).zip(source.split(|&byte| byte == b'\n')) {
        if distance > 1 {
            out.push(b'\n');
        }
        Number::of(line, Spelling::Decoded)?;
        number.push_neighbour(distance, out);
        out.extend_from_slice(key(line, Spelling::Decoded));
    }
    Some(())
}

/// The lines of texts as they were sent, found when they are needed first.
struct Lines<'a> {
    results: &'a [Sent<'a>],
    starts: Vec<Option<Vec<usize>>>,
}

impl Lines<'_> {
    /// Bytes of `count` lines of a result from line `from` on, without the line feed behind them.
    fn span(&mut self, result: usize, from: usize, count: usize) -> Option<(usize, usize)> {
        let text = self.results.get(result)?.text?;
        let starts = self.starts.get_mut(result)?.get_or_insert_with(|| {
            let feeds = memchr::memchr_iter(b'\n', text).map(|at| at + 1);
            [0].into_iter().chain(feeds).chain([text.len() + 1]).collect()
        });
        Some((*starts.get(from)?, starts.get(from.checked_add(count)?)?.checked_sub(1)?))
    }
}
