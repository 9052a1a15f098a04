//! Whether a move pays.

use super::Replay;
use crate::plan::cache::bill::{SCALE, Size};
use crate::plan::cache::moves::{Here, PossibleMove};
use crate::plan::cache::shares::{Excess, shares_of};
use crate::transcript::Finds;

impl Replay<'_> {
    /// Whether waiting has cost as much as the rule wants.
    pub(super) fn pays(&self, here: Here, one: PossibleMove, rent: u32) -> bool {
        let shares = shares_of(self.rule.strategy);
        let has_cost = |halves: i128| one.meter * 2 * SCALE >= halves * i128::from(rent) * one.cost;
        let is_safe = |excess: Option<Excess>| excess.is_none_or(|most| self.is_safe(here, one, most));
        !self.is_too_short(here, one) && shares.iter().any(|&(halves, excess)| has_cost(halves) && is_safe(excess))
    }

    /// Whether what a move leaves may be too short to be cached.
    fn is_too_short(&self, here: Here, one: PossibleMove) -> bool {
        self.tokens_at(here).saturating_sub(one.tokens) < self.rule.pricing.limits.enough_tokens()
    }

    /// Whether the bill stays near that of sending everything if this request is the last one, and nearer if as many as a
    /// quarter of those so far follow.
    fn is_safe(&self, here: Here, one: PossibleMove, most: Excess) -> bool {
        let Size { total, fresh } = self.size_at(here);
        let whole = Size { total: total + self.masked(), fresh };
        let bill = 100 * (self.whole_bill + self.rule.pricing.bill(whole));
        // A history that comes back reduced knows no losses of earlier moves, and must not move where this one does not.
        let excess = 10_000 * (one.cost - self.moves.net.max(0));
        let saved = self.rule.pricing.worth(Size { fresh: 0, ..whole }, self.masked() + one.tokens);
        let later = 10_000 * saved * i128::from(self.steps) / 4;
        // After a move the provider finds less until requests end behind the edits, so the next moves cost more.
        let now = if self.rule.pricing.limits.finds == Finds::Anywhere { most.now } else { most.now / 2 };
        excess <= bill * now && excess - later <= bill * most.later
    }
}
