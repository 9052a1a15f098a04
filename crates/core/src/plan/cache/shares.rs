//! How much of its rent a move needs, and how much it may then cost.

use crate::policy::Strategy;

/// The most by which a bill may exceed that of sending everything, in percent: if this request is the last one, and if as
/// many as a quarter of those so far follow.
#[derive(Clone, Copy)]
pub(super) struct Excess {
    pub(super) now: i128,
    pub(super) later: i128,
}

impl Excess {
    /// Half as much in the request that moves.
    pub(super) const fn halved(self) -> Self {
        Self { now: self.now / 2, ..self }
    }
}

/// How many halves of the rent waiting has cost, and the excess that is then allowed; none: any.
pub(super) type Share = (i128, Option<Excess>);

/// When a move pays, by strategy: any of these.
pub(super) const fn shares_of(strategy: Strategy) -> &'static [Share] {
    match strategy {
        Strategy::Auto { .. } => &STAGES,
        _ => &WHOLE_RENT,
    }
}

const WHOLE_RENT: [Share; 1] = [(2, None)];
const STAGES: [Share; 3] = [
    (1, Some(Excess { now: 10, later: 4 })),
    (2, Some(Excess { now: 12, later: 4 })),
    // The move has been paid twice; its cost may grow with the conversation for as long as it waits.
    (4, None),
];
