//! Running sums over a list of numbers that fill in one by one.
//!
//! A Fenwick tree: `add` and `before` take O(log n). (P. Fenwick, "A New Data Structure for Cumulative Frequency
//! Tables", 1994.)

/// Sums over positions `0..n`, all 0 at first.
pub(super) struct SavedSums {
    tree: Vec<u64>,
}

impl SavedSums {
    pub(super) fn new(positions: usize) -> Self {
        Self { tree: vec![0; positions + 1] }
    }

    pub(super) fn add(&mut self, at: usize, saved: u64) {
        let mut node = at + 1;
        while let Some(sum) = self.tree.get_mut(node) {
            *sum = sum.wrapping_add(saved);
            node += node & node.wrapping_neg();
        }
    }

    /// Takes back what was added at position `at`.
    pub(super) fn take(&mut self, at: usize, saved: u64) {
        self.add(at, saved.wrapping_neg());
    }

    /// The sum over positions below `end`.
    pub(super) fn before(&self, end: usize) -> u64 {
        let mut node = end.min(self.tree.len() - 1);
        let mut total = 0u64;
        while node > 0 {
            total = total.wrapping_add(self.tree.get(node).copied().unwrap_or(0));
            node &= node - 1;
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_sums_of_a_plain_list() {
        let mut sums = SavedSums::new(20);
        let mut plain = [0u64; 20];
        for (step, at) in [3usize, 0, 19, 7, 3, 12, 8].into_iter().enumerate() {
            sums.add(at, step as u64 + 1);
            plain[at] += step as u64 + 1;
            for end in 0..=20 {
                assert_eq!(sums.before(end), plain[..end].iter().sum::<u64>(), "{end}");
            }
        }
    }
}
