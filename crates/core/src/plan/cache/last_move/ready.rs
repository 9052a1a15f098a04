//! What becomes ready at a step, and what the working set holds back.

use super::Replay;

impl Replay<'_> {
    /// Adds the candidates that the plain policy masks at a cut to the waiting ones.
    pub(super) fn take_ready(&mut self, messages: u32) {
        while let Some(at) = self.by_ready.get(self.ready).map(|&at| at as usize)
            && let Some(candidate) = self.candidates.get(at)
            && candidate.ready_message < messages
        {
            self.ready += 1;
            if self.imitation.stops(candidate) {
                self.stopped.push(at as u32);
            } else if !self.stays.parks(at as u32) {
                self.admit(at);
            }
        }
    }

    /// A candidate waits from now on, if thinking lets it.
    pub(super) fn admit(&mut self, at: usize) {
        let Some(candidate) = self.candidates.get(at) else { return };
        if let Some(gate) = &mut self.gate
            && !gate.admit(at as u32, candidate)
        {
            return;
        }
        // What the working set has held until a move had passed it is no reason to write everything behind it again.
        let is_late = self.moves.last.is_some_and(|last| candidate.ready_message < last);
        self.waiting.add(at, candidate, is_late);
        self.gives_back.admit(at as u32);
        self.due += usize::from(candidate.is_due);
        self.saved.add(at, u64::from(candidate.saved));
        self.stays.wait(at as u32);
    }

    /// Sees what the working set holds from now on, or no longer, and what was fetched again.
    pub(super) fn see_working_set(&mut self, messages: u32) {
        let Self { stays, gives_back, steps, .. } = self;
        stays.see_again((*steps, messages), |at| gives_back.is_gone(at));
        while let Some((at, is_held)) = self.stays.next_change(messages) {
            if !is_held {
                if self.candidates.get(at as usize).is_some_and(|one| self.imitation.stops(one)) {
                    self.stopped.push(at);
                } else {
                    self.admit(at as usize);
                }
                continue;
            }
            let before = (self.waiting_tokens(), self.part_tokens());
            match &mut self.gate {
                Some(gate) => _ = gate.give_up(|one| one == at),
                None => self.waiting.take_one(at),
            }
            self.give_up(&[at]);
            // What it has cost to wait with it is no reason to move the others.
            self.moves.meter = share_of(self.moves.meter, self.waiting_tokens(), before.0);
            self.part_meter = share_of(self.part_meter, self.part_tokens(), before.1);
        }
    }
}

/// The share that `part` of `whole` has of a number; nothing of nothing.
fn share_of(number: i128, part: u64, whole: u64) -> i128 {
    if whole == 0 { 0 } else { number * i128::from(part.min(whole)) / i128::from(whole) }
}
