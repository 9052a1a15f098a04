//! Groups of results with equal texts, and of results that read the same file.

use super::Repeatable;
use super::pointer::{FILE_POINTER, has_pointer};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_128;

/// Groups by result. Linear apart from sorting; only texts of equal length are hashed.
pub struct Wholes {
    groups: Vec<Option<u32>>,
    paths: Vec<Option<u32>>,
    places: Vec<u32>,
}

impl Wholes {
    pub fn find(results: &[Repeatable<'_>]) -> Self {
        Self { groups: equal_texts(results), paths: equal_paths(results), places: places(results) }
    }

    /// The group of results with the same text; none if there is no other, or if the text looks like a pointer.
    pub fn group(&self, result: usize) -> Option<usize> {
        self.groups.get(result).copied().flatten().map(|group| group as usize)
    }

    /// The number of the file that a result reads.
    pub fn path(&self, result: usize) -> Option<usize> {
        self.paths.get(result).copied().flatten().map(|path| path as usize)
    }

    /// 1-based place of a result among those of its message.
    pub fn place(&self, result: usize) -> u32 {
        self.places.get(result).copied().unwrap_or(1)
    }
}

/// By result: the first result with the same text.
fn equal_texts(results: &[Repeatable<'_>]) -> Vec<Option<u32>> {
    let mut groups = vec![None; results.len()];
    // Shorter texts stay: no pointer is shorter.
    let long = results.iter().enumerate().filter(|(_, result)| result.text.len() > FILE_POINTER.len());
    let mut order: Vec<(usize, usize)> = long.map(|(index, result)| (result.text.len(), index)).collect();
    order.sort_unstable();
    for same_length in order.chunk_by(|a, b| a.0 == b.0).filter(|chunk| chunk.len() > 1) {
        let text = |index: usize| results.get(index).map_or(&[][..], |result| result.text);
        let mut hashed: Vec<(u128, usize)> = same_length.iter().map(|&(_, at)| (xxh3_128(text(at)), at)).collect();
        hashed.sort_unstable();
        for same_hash in hashed.chunk_by(|a, b| a.0 == b.0).filter(|chunk| chunk.len() > 1) {
            let Some(&(_, first)) = same_hash.first() else { continue };
            if has_pointer(text(first)) {
                continue;
            }
            for &(_, index) in same_hash.iter().filter(|&&(_, index)| text(index) == text(first)) {
                if let Some(group) = groups.get_mut(index) {
                    *group = Some(first as u32);
                }
            }
        }
    }
    groups
}

/// By result: the first result that reads the same file.
fn equal_paths(results: &[Repeatable<'_>]) -> Vec<Option<u32>> {
    let mut firsts = BTreeMap::new();
    let number = |(index, result): (usize, &Repeatable<'_>)| {
        result.path.map(|path| *firsts.entry(path.to_owned()).or_insert(index as u32))
    };
    results.iter().enumerate().map(number).collect()
}

fn places(results: &[Repeatable<'_>]) -> Vec<u32> {
    let mut counts = BTreeMap::new();
    let mut place = |message: u32| {
        let count = counts.entry(message).or_insert(0_u32);
        *count += 1;
        *count
    };
    results.iter().map(|result| place(result.message)).collect()
}
