//! A plan as numbers: a summary of fixed length, and compact rows of what is only looked at on request.

pub mod layout;
mod rows;

pub use rows::{rows_bytes, write_report, write_rows};

use crate::plan::{Action, CacheOutcome, Decision, Reason, ResultRole};
use crate::reduce::Plan;
use crate::transcript::Role;
use crate::wire::sealed_chars;
use layout::{
    CACHE_BELOW_DEAR_ZONE, CACHE_CAME_OVER, CACHE_CHECKS, CACHE_DECIDED, CACHE_FOR_ORIGINALS, CACHE_FREE,
    CACHE_HAS_ROOM, CACHE_IMITATED, CACHE_MOVED, CACHE_OVER_BUDGET, CACHE_SHORT, CACHE_WAITS_FOR_PROMPT, word,
};

/// Words of a summary: counts, a cache decision, and a number of anchors with the places of each.
pub const SUMMARY_WORDS: usize = 66;
/// Means "none".
pub const NONE: u32 = u32::MAX;

/// Puts the counts of a cache decision into `words`; a number beyond 64 bits becomes the largest.
fn put_cache(cache: &CacheOutcome, words: &mut [u32; SUMMARY_WORDS]) {
    words[word::CACHE_FLAGS] = if cache.fits { 0 } else { CACHE_OVER_BUDGET };
    words[word::CACHE_FLAGS] |= if cache.margins.came_over { CACHE_CAME_OVER } else { 0 };
    words[word::CACHE_FLAGS] |= if cache.margins.has_room { CACHE_HAS_ROOM } else { 0 };
    if let Some((count, last_step)) = cache.free_moves {
        words[word::CACHE_FLAGS] |= CACHE_FREE;
        (words[word::MOVES], words[word::LAST_MOVE_STEP]) = (count, last_step);
    }
    let Some(moves) = cache.moves else { return };
    let count = |tokens: u64| u32::try_from(tokens).unwrap_or(u32::MAX);
    let net = i64::try_from(moves.net).unwrap_or(if moves.net < 0 { i64::MIN } else { i64::MAX });
    words[word::CACHE_FLAGS] |= CACHE_DECIDED | if moves.is_now { CACHE_MOVED } else { 0 };
    words[word::CACHE_FLAGS] |= if moves.is_blocked { CACHE_WAITS_FOR_PROMPT } else { 0 };
    words[word::CACHE_FLAGS] |= if cache.below_dear_zone { CACHE_BELOW_DEAR_ZONE } else { 0 };
    words[word::MOVES] = moves.count;
    words[word::WAITING_COUNT] = cache.waiting;
    words[word::WAITING_TOKENS] = count(cache.waiting_tokens);
    words[word::SAVED_TOKENS] = count(cache.saved_tokens);
    words[word::KEPT_TOKENS] = count(moves.kept_tokens);
    words[word::LOST_TOKENS] = count(moves.lost_tokens);
    [words[word::CARRIED_LOW], words[word::CARRIED_HIGH]] = halves(u64::try_from(moves.meter).unwrap_or(u64::MAX));
    [words[word::NET_SAVING_LOW], words[word::NET_SAVING_HIGH]] = halves(net.cast_unsigned());
    words[word::LAST_MOVE_STEP] = moves.last_step;
}

/// The number of decisions that `is_counted` says, and the chars that they remove.
fn count(plan: &Plan<'_>, is_counted: impl Fn(&Decision) -> bool) -> (u32, i64) {
    let counted = plan.decisions.iter().filter(|decision| is_counted(decision));
    counted.fold((0, 0), |(count, chars), decision| (count + 1, chars + removed_chars(decision)))
}

/// Puts the counts of smaller forms, of shortened arguments and of pointers into `words`.
fn put_smaller_forms(plan: &Plan<'_>, words: &mut [u32; SUMMARY_WORDS]) {
    let is_shorter = |one: &Decision| one.action == Action::Shorten && one.reason != Reason::Dedupe;
    let (shortened, chars) = count(plan, is_shorter);
    words[word::SHORTENED_COUNT] = shortened;
    [words[word::SHORTENED_CHARS_LOW], words[word::SHORTENED_CHARS_HIGH]] = halves(chars.cast_unsigned());
    let (trimmed, chars) = count(plan, |one| one.action == Action::Trim);
    words[word::SHORTENED_ARGS_COUNT] = trimmed;
    [words[word::SHORTENED_ARGS_CHARS_LOW], words[word::SHORTENED_ARGS_CHARS_HIGH]] = halves(chars.cast_unsigned());
    if !plan.references.is_empty() {
        let (deduped, chars) = count(plan, |one| one.reason == Reason::Dedupe);
        words[word::DEDUPED_COUNT] = deduped;
        [words[word::DEDUPED_CHARS_LOW], words[word::DEDUPED_CHARS_HIGH]] = halves(chars.cast_unsigned());
        words[word::REFERENCE_COUNT] = plan.references.len() as u32;
    }
}

/// The counts of `plan`, at the places that [`word`] names.
#[must_use]
pub fn summary(plan: &Plan<'_>) -> [u32; SUMMARY_WORDS] {
    let sum = |action| count(plan, |decision| decision.action == action);
    let (masked, masked_chars) = sum(Action::Mask);
    let (clipped, clipped_chars) = sum(Action::Clip);
    let edits = plan.edits.edits();
    let first = edits.first().map(|edit| edit.span.start).into_iter().chain(plan.repairs.first().copied()).min();
    let mut words = [0; SUMMARY_WORDS];
    words[word::DECISION_COUNT] = plan.decisions.len() as u32;
    words[word::EDIT_COUNT] = edits.len() as u32;
    words[word::MESSAGE_COUNT] = plan.transcript.roles.len() as u32;
    words[word::TOOL_TURN_COUNT] = plan.transcript.turn_count;
    words[word::TOOL_RESULT_COUNT] = plan.transcript.result_count() as u32;
    words[word::MASKED_COUNT] = masked;
    [words[word::MASKED_CHARS_LOW], words[word::MASKED_CHARS_HIGH]] = halves(masked_chars.cast_unsigned());
    words[word::CLIPPED_COUNT] = clipped;
    [words[word::CLIPPED_CHARS_LOW], words[word::CLIPPED_CHARS_HIGH]] = halves(clipped_chars.cast_unsigned());
    put_smaller_forms(plan, &mut words);
    [words[word::TEXT_CHARS_LOW], words[word::TEXT_CHARS_HIGH]] = halves(plan.transcript.text_chars);
    if plan.transcript.thinking_rule.goes {
        let (removed, chars) = sum(Action::Remove);
        words[word::THINKING_REMOVED] = removed;
        [words[word::THINKING_CHARS_LOW], words[word::THINKING_CHARS_HIGH]] = halves(chars.cast_unsigned());
    }
    words[word::MEDIA_COUNT] = plan.transcript.media_count;
    words[word::MASKED_MEDIA_COUNT] = masked_media(plan) as u32;
    words[word::SEALED_CHARS] = plan.transcript.sealed_chars as u32;
    words[word::REMOVED_SEALED_CHARS] = removed_sealed_chars(plan) as u32;
    words[word::FIRST_CHANGED_BYTE] = first.unwrap_or(NONE);
    words[word::OUTPUT_BYTES] = plan.edits.output_bytes() as u32;
    words[word::MODEL_START] = plan.transcript.model.start;
    words[word::MODEL_END] = plan.transcript.model.end;
    words[word::IS_DELTA] = u32::from(plan.transcript.is_delta);
    words[word::REPAIR_COUNT] = plan.repairs.len() as u32;
    words[word::DEFINITION_COUNT] = plan.definitions.count;
    words[word::DEFINITION_CHARS] = u32::try_from(plan.definitions.chars).unwrap_or(u32::MAX);
    words[word::DEFERRED_COUNT] = plan.definitions.deferred;
    words[word::INSTRUCTIONS_OVER_CAP] = gone_over_cap(plan, ResultRole::Instruction);
    words[word::USER_TEXTS_OVER_CAP] = gone_over_cap(plan, ResultRole::User);
    put_cache(&plan.cache, &mut words);
    words[word::CACHE_FLAGS] |= if plan.transcript.is_bound() { CACHE_CHECKS } else { 0 };
    words[word::CACHE_FLAGS] |= if plan.cache.is_short { CACHE_SHORT } else { 0 };
    words[word::CACHE_FLAGS] |= if is_for_originals(plan) { CACHE_FOR_ORIGINALS } else { 0 };
    words[word::CACHE_FLAGS] |= if plan.cache.is_imitated { CACHE_IMITATED } else { 0 };
    let anchors = plan.cache.anchors.places();
    words[word::ANCHOR_COUNT] = anchors.len() as u32;
    let found = anchors.iter().flat_map(|place| [place.message, place.block]);
    for (word, value) in words.iter_mut().skip(word::ANCHORS).zip(found) {
        *word = value;
    }
    words
}

/// Whether all that is behind the model's newest words are originals that it asked for. Where the policy knows no roles, or
/// other results or words of the user are beside them, it is not.
fn is_for_originals(plan: &Plan<'_>) -> bool {
    let transcript = plan.transcript;
    let Some(last) = transcript.roles.iter().rposition(|role| *role == Role::Assistant) else { return false };
    let results = transcript.results.iter().enumerate().rev();
    let newest = results.take_while(|(_, result)| result.message as usize > last);
    let mut messages = 0;
    let mut before = None;
    for (at, result) in newest {
        if !result.content.is_result() || plan.roles.standing(at).role != ResultRole::Retrieved {
            return false;
        }
        messages += usize::from(before.replace(result.message) != Some(result.message));
    }
    let others = transcript.roles.iter().skip(last + 1).filter(|role| matches!(role, Role::User | Role::Tool)).count();
    messages > 0 && messages == others
}

/// Masked results that would stay by their role, and are above its cap.
fn gone_over_cap(plan: &Plan<'_>, role: ResultRole) -> u32 {
    let is_over = |one: &Decision| plan.roles.standing(one.result as usize).is_over_cap_of(role);
    plan.decisions.iter().filter(|one| one.action == Action::Mask && is_over(one)).count() as u32
}

/// Images and documents that edits replace.
fn masked_media(plan: &Plan<'_>) -> usize {
    if plan.transcript.media.is_empty() {
        return 0;
    }
    let masked = plan.decisions.iter().filter(|decision| decision.action == Action::Mask);
    let results = masked.filter_map(|decision| plan.transcript.results.get(decision.result as usize));
    results.map(|result| plan.transcript.parts(result).iter().filter(|part| part.is_media).count()).sum()
}

/// Chars of signatures and encrypted texts of removed thinking; 0 unless the request's are measured.
fn removed_sealed_chars(plan: &Plan<'_>) -> u64 {
    if plan.transcript.sealed_chars == 0 {
        return 0;
    }
    let removed = plan.decisions.iter().filter(|decision| decision.action == Action::Remove);
    let blocks = removed.filter_map(|decision| plan.transcript.results.get(decision.result as usize));
    let parts = blocks.flat_map(|block| plan.transcript.parts(block));
    parts.map(|part| sealed_chars(plan.body, part.element)).sum()
}

/// Negative where notes of media are longer than the texts that go.
fn removed_chars(decision: &Decision) -> i64 {
    i64::from(decision.chars_before) - i64::from(decision.chars_after)
}

const fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}
