//! Merges results that say the same again: the newest stays whole, older ones become pointers to it.
//!
//! ```text
//! #2  list src: a.ts, b.ts          ▶ ⟨ Consolidated 2 operations: list src: lines 1–2 of message #8 (call_4) ⟩
//! #8  list src: a.ts, b.ts, c.ts    ─ stays ─
//! ```

use super::ResultText;
use super::lines::{differing_from, has_units, runs_in, units};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_128;

/// Shorter texts, in UTF-16 units, are hardly longer than a pointer.
const MIN_CHARS: usize = 120;
/// Fewer similar results stay.
const SIMILAR_FEWEST: usize = 3;
const MAX_ID_CHARS: usize = 128;

/// How a result is made of the newest one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MadeOf {
    /// Runs of its lines: the first, 0-based, and how many.
    Runs(Vec<(u32, u32)>),
    /// All its lines but these, 0-based, which follow the pointer.
    Differing(Vec<u32>),
}

/// A result that became a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consolidation {
    /// Its index.
    pub result: usize,
    /// The pointer, and the lines that differ.
    pub text: String,
    /// Index of the newest result, which has to stay whole.
    pub source: usize,
    /// xxh3-128 of the text that the pointer replaced.
    pub hash: u128,
    /// What restores it.
    pub made_of: MadeOf,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Merge {
    Contained,
    Similar,
}

/// Finds results that the newest of their group has, in document order. `texts` are as they would be sent.
pub fn consolidate(results: &[ResultText<'_>], texts: &[&str], labels: &[&str]) -> Vec<Consolidation> {
    let all = results.iter().zip(texts).enumerate();
    let may_merge: Vec<(usize, &ResultText<'_>)> = all
        .filter(|(_, (result, text))| {
            let has_group = result.contained.is_some() || result.similar.is_some();
            has_group && result.is_whole && !result.is_fixed && has_units(text, MIN_CHARS)
        })
        .map(|(at, (result, _))| (at, result))
        .collect();
    let mut finder = Finder { results, texts, labels, is_taken: vec![false; results.len()], found: Vec::new() };
    for merge in [Merge::Contained, Merge::Similar] {
        for (group, members) in groups(&may_merge, merge) {
            finder.merge(merge, group, &members);
        }
    }
    let mut found = finder.found;
    found.sort_unstable_by_key(|one| one.result);
    found
}

fn groups(results: &[(usize, &ResultText<'_>)], merge: Merge) -> BTreeMap<u32, Vec<usize>> {
    let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, result) in results {
        let group = if merge == Merge::Contained { result.contained } else { result.similar };
        if let Some(group) = group {
            groups.entry(group).or_default().push(*at);
        }
    }
    groups
}

struct Finder<'f> {
    results: &'f [ResultText<'f>],
    texts: &'f [&'f str],
    labels: &'f [&'f str],
    /// By result: whether it is a pointer, or what one leads to.
    is_taken: Vec<bool>,
    found: Vec<Consolidation>,
}

impl Finder<'_> {
    fn text(&self, result: usize) -> &str {
        self.texts.get(result).copied().unwrap_or_default()
    }

    fn merge(&mut self, merge: Merge, group: u32, members: &[usize]) {
        let free: Vec<usize> = members.iter().copied().filter(|&one| self.is_taken.get(one) == Some(&false)).collect();
        let fewest = if merge == Merge::Similar { SIMILAR_FEWEST } else { 2 };
        if free.len() < fewest {
            return;
        }
        // To judge a text takes longer than to compare its size: only those that would be merged are judged.
        let has_failed = |one: &usize| self.results.get(*one).is_some_and(ResultText::has_failed);
        let Some(newest) = free.iter().rposition(|one| !has_failed(one)) else { return };
        let (Some(&source), older) = (free.get(newest), free.get(..newest).unwrap_or_default()) else { return };
        let newest: Vec<&str> = self.text(source).split('\n').collect();
        let made = |&result: &usize| {
            let text = self.text(result);
            let made_of =
                if merge == Merge::Contained { runs_in(text, &newest) } else { differing_from(text, &newest) };
            Some((result, made_of?)).filter(|_| !has_failed(&result))
        };
        let parts: Vec<(usize, MadeOf)> = older.iter().filter_map(made).collect();
        if merge == Merge::Similar && parts.len() + 1 < SIMILAR_FEWEST {
            return;
        }
        let heading = Heading {
            count: parts.len() + 1,
            label: self.labels.get(group as usize).copied().unwrap_or_default(),
            place: self.place_of(source),
            lines: newest.len(),
        };
        let merged = parts.into_iter().filter_map(|(result, made_of)| {
            let before = self.text(result);
            let text = heading.render(&made_of, before);
            let is_shorter = text.len() < before.len() && units(&text) < units(before);
            is_shorter.then(|| Consolidation { result, text, source, hash: xxh3_128(before.as_bytes()), made_of })
        });
        let merged: Vec<Consolidation> = merged.collect();
        for at in merged.iter().flat_map(|one| [one.result, one.source]) {
            if let Some(taken) = self.is_taken.get_mut(at) {
                *taken = true;
            }
        }
        self.found.extend(merged);
    }

    fn place_of(&self, source: usize) -> String {
        let Some(ResultText { message, call_id, .. }) = self.results.get(source) else { return String::new() };
        let is_plain = |char: &char| char.is_ascii_alphanumeric() || matches!(char, '_' | '.' | ':' | '-');
        let shown = |id: &str| id.chars().filter(is_plain).take(MAX_ID_CHARS).collect::<String>();
        let named = call_id.map(|id| format!(" ({})", shown(id))).unwrap_or_default();
        format!("message #{message}{named}")
    }
}

/// What the pointers of a group have in common.
struct Heading<'h> {
    count: usize,
    label: &'h str,
    place: String,
    /// Lines of the newest result.
    lines: usize,
}

impl Heading<'_> {
    fn render(&self, made_of: &MadeOf, before: &str) -> String {
        let Self { count, label, place, .. } = self;
        let begin = format!("⟨ Consolidated {count} operations: {label}: ");
        match made_of {
            MadeOf::Runs(runs) => {
                let is_all = runs.len() == 1 && runs.first().is_some_and(|(_, count)| *count as usize == self.lines);
                let how = if is_all { "the same as".to_owned() } else { format!("lines {} of", spell_runs(runs)) };
                format!("{begin}{how} {place} ⟩")
            }
            MadeOf::Differing(differing) => {
                let numbers: Vec<String> = differing.iter().map(|line| (line + 1).to_string()).collect();
                let but =
                    if numbers.is_empty() { String::new() } else { format!(" but for lines {}", numbers.join(", ")) };
                let mut text = format!("{begin}as {place}{but} ⟩");
                let mut next = differing.iter().peekable();
                for (line, at) in before.split('\n').zip(0_u32..) {
                    if next.next_if(|differs| **differs == at).is_some() {
                        text.push('\n');
                        text.push_str(line);
                    }
                }
                text
            }
        }
    }
}

fn spell_runs(runs: &[(u32, u32)]) -> String {
    let spell = |&(from, count): &(u32, u32)| {
        let (first, last) = (from + 1, from + count);
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    };
    runs.iter().map(spell).collect::<Vec<_>>().join(", ")
}
