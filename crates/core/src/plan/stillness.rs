//! Two results that the model fetches again within some steps say that too much goes: for a while nothing new does. If that
//! happens once more after the while, or the model fetches some more within it, the while is four times as long, so that a
//! model that needs all it was sent has it soon.

/// Steps within which two fetches count, and those of the first while.
const STEPS: u32 = 20;
/// So many more fetches say as much as a second while.
const MANY: u32 = 6;
/// Most steps of a while.
const MAX_STEPS: u32 = 1 << 16;

/// See the module.
pub(super) struct Stillness {
    fetched: Option<u32>,
    /// The step after the last while; 0 before the first.
    end: u32,
    /// Steps of the next one.
    steps: u32,
    /// Fetches since whiles last became longer.
    count: u32,
}

impl Default for Stillness {
    fn default() -> Self {
        Self { fetched: None, end: 0, steps: STEPS, count: 0 }
    }
}

impl Stillness {
    /// Sees that something was fetched again at a step. Steps come in order.
    pub(super) fn see_fetch(&mut self, step: u32) {
        if self.fetched.replace(step).is_none_or(|before| step.saturating_sub(before) >= STEPS) {
            return;
        }
        self.count += 1;
        if (self.end > 0 && !self.is_at(step)) || self.count >= MANY {
            self.steps = (self.steps * 4).min(MAX_STEPS);
            self.count = 0;
        }
        self.end = step.saturating_add(self.steps + 1);
    }

    /// Whether a step is in the while.
    pub(super) const fn is_at(&self, step: u32) -> bool {
        step < self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn still(fetches: &[u32], steps: u32) -> Vec<u32> {
        let mut stillness = Stillness::default();
        let see = |step: &u32| {
            fetches.iter().filter(|fetch| *fetch == step).for_each(|&fetch| stillness.see_fetch(fetch));
            stillness.is_at(*step)
        };
        (0..steps).filter(see).collect()
    }

    #[test]
    fn two_fetches_within_twenty_steps_begin_a_while_and_each_next_one_is_four_times_as_long() {
        assert_eq!(still(&[5], 60), Vec::<u32>::new());
        assert_eq!(still(&[5, 25], 60), Vec::<u32>::new());
        assert_eq!(still(&[5, 24], 60), (24..=44).collect::<Vec<_>>());
        assert_eq!(still(&[5, 7, 9], 60), (7..=29).collect::<Vec<_>>());
        let again: Vec<_> = (7..=27).chain(31..=111).chain(121..=441).collect();
        assert_eq!(still(&[5, 7, 30, 31, 120, 121], 500), again);
        assert_eq!(still(&[5, 6, 7, 8, 9, 10], 60), (6..=30).collect::<Vec<_>>());
        assert_eq!(still(&[5, 6, 7, 8, 9, 10, 11], 120), (6..=91).collect::<Vec<_>>());
    }
}
