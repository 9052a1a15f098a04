//! Remembers runs of texts that come again in the same order. A run is hashed as a whole, which costs two thirds of
//! hashing each text, and is looked up once.

use crate::hash::content_hash;

/// Fewer texts are looked up one by one.
const FEWEST_TEXTS: usize = 8;
/// Largest number of texts of a remembered run; each needs 8 bytes.
const MOST_TEXTS: usize = 4_096;
/// Largest number of remembered runs.
const MOST_JOINS: usize = 128;

/// A run of texts.
struct Join {
    hash: u128,
    method: u32,
    lengths: Box<[u32]>,
    tokens: Box<[u32]>,
}

/// The last used runs of texts, the newest at the end.
pub struct Joins {
    joins: Vec<Join>,
    most: usize,
}

impl Joins {
    /// Remembers at most `most` runs, and at most [`MOST_JOINS`].
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { joins: Vec::new(), most: most.min(MOST_JOINS) }
    }

    /// Writes the tokens of the texts in `bytes`, which have these `lengths`, to `out`; calls `count` if they are not
    /// known. True if they were known.
    ///
    /// # Errors
    /// The error of `count`; nothing is remembered then.
    pub fn tokens<E>(
        &mut self,
        bytes: &[u8],
        lengths: &[u32],
        method: u32,
        out: &mut [u32],
        count: impl FnOnce(&mut [u32]) -> Result<(), E>,
    ) -> Result<bool, E> {
        if !(FEWEST_TEXTS..=MOST_TEXTS).contains(&lengths.len()) || self.most == 0 {
            return count(out).map(|()| false);
        }
        let hash = content_hash(bytes);
        let is_known = |join: &Join| join.hash == hash && join.method == method && *join.lengths == *lengths;
        if let Some(at) = self.joins.iter().rposition(is_known) {
            let join = self.joins.remove(at);
            out.copy_from_slice(&join.tokens);
            self.joins.push(join);
            return Ok(true);
        }
        count(out)?;
        if self.joins.len() == self.most {
            self.joins.remove(0);
        }
        self.joins.push(Join { hash, method, lengths: lengths.into(), tokens: (&*out).into() });
        Ok(false)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.joins = Vec::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the texts in `bytes`, which have these lengths, are known.
    fn ask(joins: &mut Joins, bytes: &[u8], lengths: &[u32], method: u32) -> bool {
        let mut out = vec![0; lengths.len()];
        let known = joins.tokens(bytes, lengths, method, &mut out, |out| {
            out.iter_mut().zip(lengths).for_each(|(place, &length)| *place = length + method);
            Ok::<(), ()>(())
        });
        assert!(out.iter().zip(lengths).all(|(&tokens, &length)| tokens == length + method));
        known.unwrap()
    }

    #[test]
    fn remembers_texts_for_each_method() {
        let mut joins = Joins::new(10);
        let (bytes, lengths) = ([7; 36], [1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(!ask(&mut joins, &bytes, &lengths, 0));
        assert!(ask(&mut joins, &bytes, &lengths, 0));
        assert!(!ask(&mut joins, &bytes, &lengths, 1));
        assert!(!ask(&mut joins, &bytes, &[2, 1, 3, 4, 5, 6, 7, 8], 0));
        assert!(!ask(&mut joins, &[8; 36], &lengths, 0));
        assert!(ask(&mut joins, &bytes, &lengths, 0));
        joins.clear();
        assert!(!ask(&mut joins, &bytes, &lengths, 0));
    }

    #[test]
    fn drops_the_run_that_was_not_used_for_longest() {
        let mut joins = Joins::new(3);
        let lengths = [1; 8];
        for (byte, known) in [(1, false), (2, false), (3, false), (1, true), (4, false), (1, true), (2, false)] {
            assert_eq!(ask(&mut joins, &[byte; 8], &lengths, 0), known, "{byte}");
        }
        assert_eq!(joins.joins.len(), 3);
        assert!(!ask(&mut Joins::new(0), &[1; 8], &lengths, 0));
    }

    #[test]
    fn does_not_remember_a_failed_count() {
        let mut joins = Joins::new(3);
        assert_eq!(joins.tokens(&[1; 8], &[1; 8], 0, &mut [0; 8], |_| Err("no")), Err("no"));
        assert!(!ask(&mut joins, &[1; 8], &[1; 8], 0));
    }
}
