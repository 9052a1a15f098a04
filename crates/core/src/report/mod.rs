//! A plan as numbers: a summary of fixed length, and compact rows of what is only looked at on request.

mod rows;

pub use rows::{rows_bytes, write_report, write_rows};

use crate::plan::{Action, CacheOutcome, Decision};
use crate::reduce::Plan;

/// Words of a summary: counts, a cache decision, and a number of anchors with the places of each.
pub const SUMMARY_WORDS: usize = 40;
const COUNT_WORDS: usize = 19;
const CACHE_WORDS: usize = 12;
/// Stands for "none".
pub const NONE: u32 = u32::MAX;

/// The counts of a cache decision; a number beyond 64 bits becomes the largest.
fn cache_words(cache: &CacheOutcome) -> [u32; CACHE_WORDS] {
    let over_budget = u32::from(!cache.fits) << 2;
    let Some(moves) = cache.moves else { return [over_budget, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] };
    let word = |tokens: u64| u32::try_from(tokens).unwrap_or(u32::MAX);
    let [meter_low, meter_high] = halves(u64::try_from(moves.meter).unwrap_or(u64::MAX));
    let net = i64::try_from(moves.net).unwrap_or(if moves.net < 0 { i64::MIN } else { i64::MAX });
    let [net_low, net_high] = halves(net.cast_unsigned());
    let flags = 1 | u32::from(moves.is_now) << 1 | over_budget;
    [
        flags,
        moves.count,
        cache.waiting,
        word(cache.waiting_tokens),
        word(cache.saved_tokens),
        word(moves.kept_tokens),
        word(moves.lost_tokens),
        meter_low,
        meter_high,
        net_low,
        net_high,
        moves.last_step,
    ]
}

/// The counts of `plan`, in the order that `ts/native/summary.ts` names.
#[must_use]
pub fn summary(plan: &Plan<'_>) -> [u32; SUMMARY_WORDS] {
    let sum = |action| {
        let of_action = plan.decisions.iter().filter(|decision| decision.action == action);
        of_action.fold((0, 0i64), |(count, chars), decision| (count + 1, chars + removed_chars(decision)))
    };
    let (masked, masked_chars) = sum(Action::Mask);
    let (clipped, clipped_chars) = sum(Action::Clip);
    let [text_low, text_high] = halves(plan.transcript.text_chars);
    let [masked_low, masked_high] = halves(masked_chars.cast_unsigned());
    let [clipped_low, clipped_high] = halves(clipped_chars.cast_unsigned());
    let edits = plan.edits.edits();
    let first = edits.first().map(|edit| edit.span.start).into_iter().chain(plan.repairs.first().copied()).min();
    let counts: [u32; COUNT_WORDS] = [
        plan.decisions.len() as u32,
        edits.len() as u32,
        plan.transcript.roles.len() as u32,
        plan.transcript.turn_count,
        plan.transcript.results.len() as u32,
        masked,
        masked_low,
        masked_high,
        clipped,
        clipped_low,
        clipped_high,
        text_low,
        text_high,
        first.unwrap_or(NONE),
        plan.edits.output_bytes() as u32,
        plan.transcript.model.start,
        plan.transcript.model.end,
        u32::from(plan.transcript.is_delta),
        plan.repairs.len() as u32,
    ];
    let mut words = [0; SUMMARY_WORDS];
    let (head, rest) = words.split_at_mut(COUNT_WORDS);
    let (cache, places) = rest.split_at_mut(CACHE_WORDS);
    head.copy_from_slice(&counts);
    cache.copy_from_slice(&cache_words(&plan.cache));
    let anchors = plan.cache.anchors.places();
    let found = anchors.iter().flat_map(|place| [place.message, place.block]);
    for (word, value) in places.iter_mut().zip([anchors.len() as u32].into_iter().chain(found)) {
        *word = value;
    }
    words
}

/// Negative where notes of media are longer than the texts that go.
fn removed_chars(decision: &Decision) -> i64 {
    i64::from(decision.chars_before) - i64::from(decision.chars_after)
}

const fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}
