//! What requests cost by their size.

use crate::transcript::{Limits, Prices};

/// The prices of a request, and the sizes at which they change.
#[derive(Clone, Copy)]
pub(super) struct Pricing {
    pub(super) prices: Prices,
    pub(super) limits: Limits,
}

/// The size of a request in tokens.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) total: u64,
    /// Those that were not sent before.
    pub(super) fresh: u64,
}

impl Pricing {
    /// What a request costs if all that was sent before is read from the cache, in tokens of fresh input × 10,000.
    pub(super) fn bill(self, size: Size) -> i128 {
        let [read, write] = self.at(size.total);
        read * (i128::from(size.total) - i128::from(size.fresh)) + write * i128::from(size.fresh)
    }

    /// What a request of that size would cost less with so many tokens less.
    pub(super) fn worth(self, size: Size, tokens: u64) -> i128 {
        self.bill(size) - self.bill(Size { total: size.total.saturating_sub(tokens), ..size })
    }

    /// What a request of `total` tokens costs more if `lost` of them must be written again.
    pub(super) fn rewriting(self, total: u64, lost: u64) -> i128 {
        let [read, write] = self.at(total);
        (write - read).max(0) * i128::from(lost)
    }

    /// Prices of reading and writing in a request of `total` tokens.
    fn at(self, total: u64) -> [i128; 2] {
        let prices = [self.prices.read, self.prices.write].map(i128::from);
        let Some(dear) = self.limits.dear.filter(|dear| total > dear.above_tokens) else { return prices };
        prices.map(|price| (price * i128::from(dear.times) + SCALE / 2) / SCALE)
    }
}

/// Prices are integers in units of 1 / `SCALE`.
pub(super) const SCALE: i128 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::DearZone;

    #[test]
    fn every_token_of_a_request_in_the_dear_zone_costs_more() {
        let dear = Some(DearZone { above_tokens: 100, times: 50_000 });
        let limits = Limits { dear, ..Limits::default() };
        let pricing = Pricing { prices: Prices { read: 1_000, write: 12_500 }, limits };
        assert_eq!(pricing.bill(Size { total: 100, fresh: 10 }), 90 * 1_000 + 10 * 12_500);
        assert_eq!(pricing.bill(Size { total: 101, fresh: 10 }), 5 * (91 * 1_000 + 10 * 12_500));
        assert_eq!(pricing.worth(Size { total: 101, fresh: 0 }, 1), 5 * 101 * 1_000 - 100 * 1_000);
        assert_eq!(pricing.rewriting(101, 7), 5 * 7 * 11_500);
    }
}
