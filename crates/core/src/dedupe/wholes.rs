//! Groups of results with equal texts, and of results that read the same file.

use super::Facts;
use super::pointer::{FILE_POINTER, has_pointer};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_128;

/// Groups by result. Linear apart from sorting; only texts of equal length are hashed.
pub struct Wholes {
    /// By result: the first one with the same text, plus 1.
    groups: Vec<u32>,
    /// Found out at the first pointer that needs one.
    places: OnceCell<Vec<u32>>,
}

impl Wholes {
    pub fn find(texts: &[&[u8]]) -> Self {
        Self { groups: equal_texts(texts), places: OnceCell::new() }
    }

    /// The group of results with the same text; none if there is no other, or if the text looks like a pointer.
    pub fn group(&self, result: usize) -> Option<usize> {
        self.groups.get(result)?.checked_sub(1).map(|group| group as usize)
    }

    /// 1-based place of a result among those of its message.
    pub fn place(&self, result: usize, facts: &(impl Facts + ?Sized)) -> u32 {
        let places = self.places.get_or_init(|| places((0..self.groups.len()).map(|at| facts.message(at))));
        places.get(result).copied().unwrap_or(1)
    }
}

/// By result: the first result with the same text, plus 1.
fn equal_texts(texts: &[&[u8]]) -> Vec<u32> {
    let mut groups = vec![0; texts.len()];
    // Shorter texts stay: no pointer is shorter.
    let long = texts.iter().enumerate().filter(|(_, text)| text.len() > FILE_POINTER.len());
    let mut order: Vec<(usize, usize)> = long.map(|(index, text)| (text.len(), index)).collect();
    order.sort_unstable();
    for same_length in order.chunk_by(|a, b| a.0 == b.0).filter(|chunk| chunk.len() > 1) {
        let text = |index: usize| texts.get(index).copied().unwrap_or_default();
        let mut hashed: Vec<(u128, usize)> = same_length.iter().map(|&(_, at)| (xxh3_128(text(at)), at)).collect();
        hashed.sort_unstable();
        for same_hash in hashed.chunk_by(|a, b| a.0 == b.0).filter(|chunk| chunk.len() > 1) {
            let Some(&(_, first)) = same_hash.first() else { continue };
            if has_pointer(text(first)) {
                continue;
            }
            for &(_, index) in same_hash.iter().filter(|&&(_, index)| text(index) == text(first)) {
                if let Some(group) = groups.get_mut(index) {
                    *group = first as u32 + 1;
                }
            }
        }
    }
    groups
}

fn places(messages: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut counts = BTreeMap::new();
    let place = |message: u32| {
        let count = counts.entry(message).or_insert(0_u32);
        *count += 1;
        *count
    };
    messages.map(place).collect()
}
