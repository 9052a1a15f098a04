//! Where the provider finds what earlier requests sent, if it keeps a beginning only as far as a breakpoint stood.
//!
//! ```text
//! step 1   system user call result⚑                      an entry ends behind each request's newest block
//! step 2   system user call result  call result⚑
//! step 3   system user call result  call ▒▒▒▒▒▒  …       the entry of step 1 is found, that of step 2 is not
//! step 4   system user call ▒▒▒▒▒▒  call ▒▒▒▒▒▒  …       none is left: the whole request is written again
//! ```
//! Frequent moves near the end of a conversation therefore cost more than what stands behind the first edit.

use crate::transcript::{Finds, Limits};

/// Ends of the provider's entries, in units, in ascending order; empty where a beginning of any length is found.
pub(super) struct Entries {
    ends: Vec<u32>,
    finds: Finds,
}

impl Entries {
    pub(super) const fn new(limits: Limits) -> Self {
        Self { ends: Vec::new(), finds: limits.finds }
    }

    /// The first unit that is written again in a request of `units` earlier ones, of which a move edits `edited` first; none
    /// if nothing is found, of what stands in front of the messages either. Logarithmic in the steps.
    pub(super) fn start(&self, edited: u32, units: usize) -> Option<u32> {
        let newest = || self.ends.partition_point(|&end| end <= edited).checked_sub(1);
        let end = || self.ends.get(newest()?).copied();
        match self.finds {
            Finds::Anywhere => Some(edited + 1),
            // What stands in front of the messages has a breakpoint of its own.
            Finds::NearEnd { units: most } => {
                Some(end().filter(|&end| units <= (end + most) as usize).unwrap_or_default())
            }
            Finds::AtEnds => end(),
        }
    }

    /// A request of so many units was sent.
    pub(super) fn send(&mut self, units: usize) {
        if self.finds != Finds::Anywhere && self.ends.last().is_none_or(|&last| (last as usize) < units) {
            self.ends.push(units as u32);
        }
    }

    /// A move edits the unit `edited` and later ones. `anchor`: the unit of its last edit, if a breakpoint can be there.
    pub(super) fn make_move(&mut self, edited: u32, anchor: Option<u32>) {
        if self.finds != Finds::Anywhere {
            let left = self.ends.partition_point(|&end| end <= edited);
            self.ends.truncate(left);
            self.ends.extend(anchor.map(|unit| unit + 1));
        }
    }
}
