//! Remembers counts by content, so that in a growing conversation only new texts are counted.
//!
//! ```text
//! text ─xxh3-128, length→ key ─map→ slot in a ring of at most `max_entries`
//!                                    every use marks a slot; the hand clears marks and reuses the first slot without
//! ```
//!
//! Replaces roughly the content that was not used for longest (the clock algorithm). The exact order would need a list
//! that changes at every hit.

use crate::hash::content_hash;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A content and the method of its count.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    hash: u128,
    bytes: u64,
    /// The caller's number of a method and encoding.
    method: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    key: Key,
    tokens: u64,
    used: bool,
}

/// Remembers tokens of texts by content.
pub struct Ledger {
    slot_of: HashMap<Key, u32, BuildHasherDefault<Folded>>,
    slots: Vec<Slot>,
    /// The slot behind the last used one. Lists come again in their order, and so do slots: one cache line after the
    /// other, while a look-up in the map would wait for two.
    next: usize,
    hand: usize,
    max_entries: usize,
    hits: u64,
    misses: u64,
    counted_bytes: u64,
}

/// Statistics of a [`Ledger`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerStats {
    /// Number of contents whose tokens are known.
    pub entries: usize,
    /// Number of texts that needed no counting.
    pub hits: u64,
    /// Number of texts that were counted.
    pub misses: u64,
    /// Number of bytes that were counted.
    pub counted_bytes: u64,
}

impl Ledger {
    /// Remembers at most `max_entries` contents (at least one); each needs about 100 bytes.
    #[must_use]
    pub fn new(max_entries: usize) -> Self {
        Self {
            slot_of: HashMap::default(),
            slots: Vec::new(),
            next: 0,
            hand: 0,
            max_entries: max_entries.max(1),
            hits: 0,
            misses: 0,
            counted_bytes: 0,
        }
    }

    /// The tokens of `content`; calls `count` if they are not known.
    pub fn tokens(&mut self, content: &[u8], method: u32, count: impl FnOnce() -> u64) -> u64 {
        let key = Key { hash: content_hash(content), bytes: content.len() as u64, method };
        if let Some(at) = self.slot_with(&key)
            && let Some(slot) = self.slots.get_mut(at)
        {
            slot.used = true;
            self.next = at + 1;
            self.hits += 1;
            return slot.tokens;
        }
        let tokens = count();
        self.misses += 1;
        self.counted_bytes += key.bytes;
        self.keep(Slot { key, tokens, used: false });
        tokens
    }

    fn slot_with(&self, key: &Key) -> Option<usize> {
        if self.slots.get(self.next).is_some_and(|slot| slot.key == *key) {
            return Some(self.next);
        }
        self.slot_of.get(key).map(|&at| at as usize)
    }

    fn keep(&mut self, slot: Slot) {
        if self.slots.len() < self.max_entries {
            self.slot_of.insert(slot.key, self.slots.len() as u32);
            self.slots.push(slot);
            self.next = self.slots.len();
            return;
        }
        let at = self.free_slot();
        self.next = at + 1;
        if let Some(old) = self.slots.get_mut(at) {
            self.slot_of.remove(&old.key);
            self.slot_of.insert(slot.key, at as u32);
            *old = slot;
        }
    }

    /// The first slot from the hand on that was not used since the hand's last pass.
    fn free_slot(&mut self) -> usize {
        loop {
            let at = self.hand;
            self.hand = (at + 1) % self.slots.len().max(1);
            match self.slots.get_mut(at) {
                Some(slot) if slot.used => slot.used = false,
                _ => return at,
            }
        }
    }

    /// Statistics since the ledger was made or cleared.
    #[must_use]
    pub fn stats(&self) -> LedgerStats {
        let Self { hits, misses, counted_bytes, .. } = *self;
        LedgerStats { entries: self.slots.len(), hits, misses, counted_bytes }
    }

    /// Forgets everything and frees the memory.
    pub fn clear(&mut self) {
        *self = Self::new(self.max_entries);
    }
}

/// Uses the content's hash as the map's hash.
#[derive(Default)]
struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = self.0.rotate_left(5) ^ number;
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64 ^ (number >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ask(ledger: &mut Ledger, text: &str, method: u32) -> (u64, bool) {
        let mut counted = false;
        let tokens = ledger.tokens(text.as_bytes(), method, || {
            counted = true;
            text.len() as u64 + u64::from(method)
        });
        (tokens, counted)
    }

    #[test]
    fn counts_a_content_once_for_each_method() {
        let mut ledger = Ledger::new(10);
        assert_eq!(ask(&mut ledger, "abc", 0), (3, true));
        assert_eq!(ask(&mut ledger, "abc", 0), (3, false));
        assert_eq!(ask(&mut ledger, "abc", 1), (4, true));
        assert_eq!(ask(&mut ledger, "", 0), (0, true));
        assert_eq!(ledger.stats(), LedgerStats { entries: 3, hits: 1, misses: 3, counted_bytes: 6 });
        ledger.clear();
        assert_eq!(ledger.stats(), LedgerStats { entries: 0, hits: 0, misses: 0, counted_bytes: 0 });
        assert_eq!(ask(&mut ledger, "abc", 0), (3, true));
    }

    #[test]
    fn keeps_used_contents_within_its_bound() {
        let mut ledger = Ledger::new(8);
        ask(&mut ledger, "kept", 0);
        for number in 0..1_000 {
            ask(&mut ledger, &format!("text {number}"), 0);
            assert!(!ask(&mut ledger, "kept", 0).1, "{number}");
            assert!(ledger.stats().entries <= 8);
            assert_eq!(ledger.slot_of.len(), ledger.slots.len());
        }
        assert!(ask(&mut ledger, "text 3", 0).1);
    }

    proptest! {
        #[test]
        fn gives_the_same_tokens_in_any_order_of_texts(asked in prop::collection::vec((0..30_u32, 0..2_u32), 0..300), most in 1..40_usize) {
            let mut ledger = Ledger::new(most);
            for (text, method) in asked {
                let text = "x".repeat(text as usize);
                prop_assert_eq!(ask(&mut ledger, &text, method).0, text.len() as u64 + u64::from(method));
            }
        }
    }

    #[test]
    fn finds_a_list_in_its_order_without_look_ups() {
        let mut ledger = Ledger::new(100);
        let texts: Vec<String> = (0..9).map(|number| format!("text {number}")).collect();
        assert!(texts.iter().all(|text| ask(&mut ledger, text, 0).1));
        assert!(!ask(&mut ledger, &texts[0], 0).1);
        ledger.slot_of.clear();
        assert!(texts[1..].iter().all(|text| !ask(&mut ledger, text, 0).1));
    }

    #[test]
    fn keeps_at_least_one_entry() {
        let mut ledger = Ledger::new(0);
        assert!(ask(&mut ledger, "a", 0).1);
        assert!(ask(&mut ledger, "b", 0).1);
        assert!(!ask(&mut ledger, "b", 0).1);
        assert_eq!(ledger.stats().entries, 1);
    }
}
