//! Results of which the newest stays: an older one goes by its age once a newer one of the same kind has come.

use super::ResultRole;
use std::collections::{HashMap, VecDeque};

/// Most bytes of all instructions that stay; the newest one does whatever its size.
const MAX_INSTRUCTION_BYTES: usize = 160_000;

/// The newest results so far.
#[derive(Default)]
pub(super) struct Displaced {
    newest: HashMap<(ResultRole, u64), usize>,
    /// Instructions that stay, the oldest first, and their bytes.
    instructions: VecDeque<(usize, usize)>,
    instruction_bytes: usize,
}

impl Displaced {
    /// Adds a result in a message. Calls `release` with each older result that its age decides about from now on.
    pub(super) fn push(
        &mut self,
        (at, message): (usize, u32),
        (role, key): (ResultRole, u64),
        bytes: usize,
        mut release: impl FnMut(usize, u32),
    ) {
        if let Some(older) = self.newest.insert((role, key), at) {
            release(older, message);
            if role == ResultRole::Instruction {
                self.take(older);
            }
        }
        if role != ResultRole::Instruction {
            return;
        }
        self.instructions.push_back((at, bytes));
        self.instruction_bytes += bytes;
        while self.instruction_bytes > MAX_INSTRUCTION_BYTES && self.instructions.len() > 1 {
            let Some((oldest, bytes)) = self.instructions.pop_front() else { break };
            self.instruction_bytes -= bytes;
            release(oldest, message);
        }
    }

    /// Linear in the instructions behind it, which are the newest mostly.
    fn take(&mut self, at: usize) {
        if let Ok(place) = self.instructions.binary_search_by_key(&at, |&(one, _)| one)
            && let Some((_, bytes)) = self.instructions.remove(place)
        {
            self.instruction_bytes -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn released(pushes: &[(ResultRole, u64, usize)]) -> Vec<(usize, u32)> {
        let (mut displaced, mut released) = (Displaced::default(), Vec::new());
        for (at, &(role, key, bytes)) in pushes.iter().enumerate() {
            displaced.push((at, at as u32), (role, key), bytes, |older, message| released.push((older, message)));
        }
        released
    }

    #[test]
    fn a_newer_load_displaces_the_older_one_of_the_same_call() {
        let (skill, state) = (ResultRole::Instruction, ResultRole::State);
        assert_eq!(released(&[(skill, 1, 9), (skill, 2, 9), (state, 1, 9), (skill, 1, 9)]), [(0, 3)]);
        assert_eq!(released(&[(state, 1, 9), (state, 1, 9), (state, 1, 9)]), [(0, 1), (1, 2)]);
    }

    #[test]
    fn instructions_above_their_part_go_from_the_oldest_on() {
        let skill = |key| (ResultRole::Instruction, key, MAX_INSTRUCTION_BYTES / 2);
        assert_eq!(released(&[skill(1), skill(2), skill(3), skill(4)]), [(0, 2), (1, 3)]);
        assert_eq!(released(&[(ResultRole::Instruction, 1, 10 * MAX_INSTRUCTION_BYTES)]), []);
    }
}
