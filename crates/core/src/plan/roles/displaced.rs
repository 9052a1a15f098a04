//! Results of which the newest stays: an older one goes by its age once a newer one of the same kind has come.

use super::ResultRole;
use crate::hash::Map;
use std::collections::VecDeque;

/// Most UTF-16 units of all instructions that stay; the newest one does whatever its size.
pub const MAX_INSTRUCTION_CHARS: usize = 160_000;

/// Why an older result goes by its age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Because {
    /// A newer one came.
    Newer,
    /// All instructions together are above [`MAX_INSTRUCTION_CHARS`].
    Cap,
}

/// The newest results so far.
#[derive(Default)]
pub(super) struct Displaced {
    newest: Map<(ResultRole, u64), usize>,
    /// Instructions that stay, the oldest first, and their UTF-16 units.
    instructions: VecDeque<(usize, usize)>,
    instruction_chars: usize,
}

impl Displaced {
    /// Adds a result in a message. Calls `release` with each older result that its age decides about from now on.
    pub(super) fn push(
        &mut self,
        (at, message): (usize, u32),
        (role, key): (ResultRole, u64),
        chars: usize,
        mut release: impl FnMut(usize, u32, Because),
    ) {
        if let Some(older) = self.newest.insert((role, key), at) {
            release(older, message, Because::Newer);
            if role == ResultRole::Instruction {
                self.take(older);
            }
        }
        if role != ResultRole::Instruction {
            return;
        }
        self.instructions.push_back((at, chars));
        self.instruction_chars += chars;
        while self.instruction_chars > MAX_INSTRUCTION_CHARS && self.instructions.len() > 1 {
            let Some((oldest, chars)) = self.instructions.pop_front() else { break };
            self.instruction_chars -= chars;
            release(oldest, message, Because::Cap);
        }
    }

    /// Linear in the instructions behind it, which are the newest mostly.
    fn take(&mut self, at: usize) {
        if let Ok(place) = self.instructions.binary_search_by_key(&at, |&(one, _)| one)
            && let Some((_, chars)) = self.instructions.remove(place)
        {
            self.instruction_chars -= chars;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use Because::{Cap, Newer};

    fn released(pushes: &[(ResultRole, u64, usize)]) -> Vec<(usize, u32, Because)> {
        let (mut displaced, mut released) = (Displaced::default(), Vec::new());
        for (at, &(role, key, chars)) in pushes.iter().enumerate() {
            let note = |older, message, because| released.push((older, message, because));
            displaced.push((at, at as u32), (role, key), chars, note);
        }
        released
    }

    #[test]
    fn a_newer_load_displaces_the_older_one_of_the_same_call() {
        let (skill, state) = (ResultRole::Instruction, ResultRole::State);
        assert_eq!(released(&[(skill, 1, 9), (skill, 2, 9), (state, 1, 9), (skill, 1, 9)]), [(0, 3, Newer)]);
        assert_eq!(released(&[(state, 1, 9), (state, 1, 9), (state, 1, 9)]), [(0, 1, Newer), (1, 2, Newer)]);
    }

    #[test]
    fn instructions_above_their_part_go_from_the_oldest_on() {
        let skill = |key| (ResultRole::Instruction, key, MAX_INSTRUCTION_CHARS / 2);
        assert_eq!(released(&[skill(1), skill(2), skill(3), skill(4)]), [(0, 2, Cap), (1, 3, Cap)]);
        assert_eq!(released(&[(ResultRole::Instruction, 1, 10 * MAX_INSTRUCTION_CHARS)]), []);
    }
}
