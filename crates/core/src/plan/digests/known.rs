//! Remembers the digests of earlier requests.

use crate::hash::Map;

/// Bytes of digests that are remembered; above them all are forgotten.
const MAX_BYTES: usize = 4 << 20;
/// Bytes that an entry takes beside its words.
const ENTRY_BYTES: usize = 48;

/// Bounded memory of digests, by what each depends on.
#[derive(Default)]
pub(super) struct KnownDigests {
    digests: Map<u64, Box<str>>,
    bytes: usize,
}

impl KnownDigests {
    /// Appends the digest of `key` to `words`; false if it is not known.
    pub(super) fn find(&self, key: u64, words: &mut String) -> bool {
        self.digests.get(&key).is_some_and(|known| {
            words.push_str(known);
            true
        })
    }

    pub(super) fn remember(&mut self, key: u64, words: &str) {
        let bytes = words.len() + ENTRY_BYTES;
        if self.bytes + bytes > MAX_BYTES {
            *self = Self::default();
        }
        self.bytes += bytes;
        self.digests.insert(key, words.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_all_digests_where_they_would_take_too_much_memory() {
        let mut known = KnownDigests::default();
        let words = "x".repeat(4_000);
        let mut found = String::new();
        for key in 0..2_000 {
            known.remember(key, &words);
            assert!(known.find(key, &mut found));
            assert!(known.bytes <= MAX_BYTES);
        }
        assert!(!known.find(0, &mut found));
    }
}
