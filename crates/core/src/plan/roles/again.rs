//! Results that came again: of the same call, or of a read of the same lines of a file. If the first had been taken out of
//! the request, the model fetched it again because it needed it.

use super::ResultRole;
use super::call_facts::Use;
use super::working_set::overlap;
use crate::arrival::file_tools::LineRange;
use crate::arrival::file_uses::UseKind;
use crate::hash::Map;

/// A result that came again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// The earlier result, as an index into [`crate::transcript::Transcript::results`]; the result itself if it is an original
    /// that the model asked for.
    pub(in crate::plan) earlier: u32,
    /// The result, likewise.
    pub(in crate::plan) result: u32,
    pub(in crate::plan) message: u32,
    /// Our own text is in the place of the earlier one.
    pub(in crate::plan) is_gone: bool,
}

/// The newest result of each call and each file so far.
#[derive(Default)]
pub(super) struct Calls {
    by_key: Map<u64, u32>,
    by_path: Map<u64, (u32, Option<LineRange>)>,
    found: Vec<Again>,
}

impl Calls {
    /// Adds a result, and returns the earlier one that it repeats. `key` tells its call from others; none if the same call says
    /// something new each time.
    pub(super) fn push(
        &mut self,
        (result, message): (u32, u32),
        (key, role): (Option<u64>, ResultRole),
        uses: &[Use],
    ) -> Option<u32> {
        let mut earlier = key.and_then(|key| self.by_key.insert(key, result));
        if role == ResultRole::Retrieved {
            earlier = Some(result);
        }
        for one in uses {
            let UseKind::Reads(lines) = one.kind else { continue };
            let before = self.by_path.insert(one.path, (result, lines));
            let same = before.filter(|&(_, other)| overlap(lines, other)).map(|(before, _)| before);
            earlier = earlier.or(same);
        }
        self.found.extend(earlier.map(|earlier| Again { earlier, result, message, is_gone: false }));
        earlier
    }

    /// Says that our own text is in the place of what the last one repeats.
    pub(super) fn note_gone(&mut self) {
        self.found.last_mut().into_iter().for_each(|one| one.is_gone = true);
    }

    /// In document order.
    pub(super) fn into_found(self) -> Vec<Again> {
        self.found
    }
}
