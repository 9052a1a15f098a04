//! Whether a move pays.

use super::Replay;
use crate::plan::cache::bill::{SCALE, Size};
use crate::plan::cache::moves::{Here, PossibleMove};
use crate::plan::cache::shares::{Excess, Share, shares_of};
use crate::policy::Strategy;
use crate::transcript::Finds;

/// Price of a read, times 10,000, that is cheap: a twentieth of fresh input.
const CHEAP_READ: u32 = 500;

impl Replay<'_> {
    /// Whether waiting has cost as much as the rule wants. Where reads are cheap a half is enough: a conversation grows as fast
    /// there as elsewhere, and a move that waits until it has paid comes near the end.
    pub(super) fn pays(&self, here: Here, one: PossibleMove, rent: u32) -> bool {
        let is_auto = matches!(self.rule.strategy, Strategy::Auto { .. });
        let is_early = is_auto && self.rule.pricing.prices.read <= CHEAP_READ;
        // After a move the provider finds less until requests end behind the edits, so the next moves cost more.
        let is_careful = self.rule.pricing.limits.finds != Finds::Anywhere;
        let pays = |&(halves, excess): &Share| {
            let rent = if is_early && excess.is_some() { rent / 2 } else { rent };
            let has_cost = one.meter * 2 * SCALE >= halves * i128::from(rent) * one.cost;
            has_cost && excess.is_none_or(|most| self.is_safe(here, one, if is_careful { most.halved() } else { most }))
        };
        !self.is_too_short(here, one, is_auto) && shares_of(self.rule.strategy).iter().any(pays)
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
