//! Whether a move pays.

use super::Replay;
use crate::plan::cache::bill::{SCALE, Size};
use crate::plan::cache::moves::{Here, PossibleMove};
use crate::plan::cache::shares::{Excess, Share, shares_of};
use crate::policy::Strategy;
use crate::transcript::Finds;

impl Replay<'_> {
    /// Whether waiting has cost as much as the rule wants.
    pub(super) fn pays(&self, here: Here, one: PossibleMove, rent: u32) -> bool {
        let strategy = self.rule.strategy;
        // Who reduced the request in front of us moves first, and knows moves that the request does not show.
        let rent = if self.came.is_seen() { rent.saturating_add(rent / 4) } else { rent };
        let shares = shares_of(strategy, self.rule.pricing.prices.read);
        // After a move the provider finds less until requests end behind the edits, so the next moves cost more.
        let is_careful = self.rule.pricing.limits.finds != Finds::Anywhere;
        let pays = |&Share { quarters, excess }: &Share| {
            let has_cost = one.meter * 4 * SCALE >= quarters * i128::from(rent) * one.cost;
            has_cost && excess.is_none_or(|most| self.is_safe(here, one, if is_careful { most.halved() } else { most }))
        };
        !self.is_too_short(here, one, matches!(strategy, Strategy::Auto { .. })) && shares.iter().any(pays)
    }

    /// Whether what a move leaves may be too short to be cached.
    fn is_too_short(&self, here: Here, one: PossibleMove, is_auto: bool) -> bool {
        let limits = self.rule.pricing.limits;
        let before = self.tokens_at(here);
        let after = before.saturating_sub(one.tokens);
        (is_auto && after < limits.enough_tokens())
            || (before >= limits.minimum_tokens && after < limits.minimum_tokens)
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
        excess <= bill * most.now && excess - later <= bill * most.later
    }
}
