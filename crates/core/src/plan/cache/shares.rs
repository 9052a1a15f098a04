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

/// When a move pays.
#[derive(Clone, Copy)]
pub(super) struct Share {
    /// What waiting has cost at least, in quarters of the rent.
    pub(super) quarters: i128,
    /// The excess that is then allowed; none: any.
    pub(super) excess: Option<Excess>,
}

impl Share {
    const fn within(quarters: i128, now: i128) -> Self {
        Self { quarters, excess: Some(Excess { now, later: 4 }) }
    }

    const fn at_any_cost(quarters: i128) -> Self {
        Self { quarters, excess: None }
    }
}

/// A move pays where any of these holds; `read` is the price of a read, times 10,000.
///
/// The cheaper a read, the more of a bill one move costs, so more of it is allowed. About a twentieth of fresh input a quarter of
/// the rent is enough: a conversation grows as fast there as elsewhere, and a move that waits until it has paid comes near the
/// end. At a fortieth a move takes so long to pay that half of the rent is cheaper again.
pub(super) const fn shares_of(strategy: Strategy, read: u32) -> &'static [Share] {
    match strategy {
        Strategy::Auto { .. } => match read {
            1_000.. => &AT_A_TENTH,
            400..=500 => &AT_A_TWENTIETH,
            _ => &AT_OTHERS,
        },
        _ => &WHOLE_RENT,
    }
}

const WHOLE_RENT: [Share; 1] = [Share::at_any_cost(4)];
// Each ends with a move that has been paid twice: its cost may grow with the conversation for as long as it waits.
const AT_A_TENTH: [Share; 2] = [Share::within(2, 8), Share::at_any_cost(8)];
const AT_A_TWENTIETH: [Share; 3] = [Share::within(1, 10), Share::within(2, 12), Share::at_any_cost(8)];
const AT_OTHERS: [Share; 3] = [Share::within(2, 10), Share::within(4, 12), Share::at_any_cost(8)];
