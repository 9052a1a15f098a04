//! The pointers of a conversation of which nothing is masked, as the decision about moves reads them.

use super::give_back::Pointer;
use super::is_planned;
use super::unit_keys::UnitKeys;
use super::units::{Candidate, Units, unit_tokens};
use crate::dedupe::Pointer as Found;
use crate::hash::Map;
use crate::plan::dedupe::Duplicates;
use crate::plan::{Decision, Request};
use crate::weight::weigh::Weigher;

/// What tells groups apart: the source, its first line and the number of lines.
type GroupKey = (usize, Option<(usize, usize)>);

/// The pointers to what a move may mask, in document order. The tokens that the pointers of a result save are shared out by
/// the lines that they replace. Linear.
pub(super) fn move_pointers(
    weigher: &mut Weigher,
    request: &Request<'_>,
    (duplicates, keys): (&Duplicates<'_>, &UnitKeys<'_>),
    (units, candidates): (&Units<'_>, &[Candidate]),
    decisions: &[Decision],
) -> Vec<Pointer> {
    let planned = decisions.iter().filter(|decision| is_planned(decision)).map(|decision| decision.result);
    let numbers: Vec<u32> = planned.take(candidates.len()).collect();
    let candidate_of = |result: u32| {
        let content = request.transcript.results.get(result as usize)?.content;
        numbers.binary_search(&result).ok().filter(|_| content.is_result()).map(|at| at as u32)
    };
    let mut groups: Map<GroupKey, u32> = Map::default();
    let mut pointers = Vec::new();
    for (result, start, found) in duplicates.first_pointers() {
        let Some(message) = request.transcript.results.get(result as usize).map(|result| result.message) else {
            continue;
        };
        let Some(unit) = request.transcript.units.partition_point(|unit| unit.span.start <= start).checked_sub(1)
        else {
            continue;
        };
        let whole = unit_tokens(weigher, request, keys, unit);
        let saved = whole.saturating_sub(units.between(unit, unit + 1));
        let lines = |one: &Found| one.lines.map_or(1, |lines| lines.count as u64);
        let all: u64 = found.iter().map(lines).sum();
        for one in found {
            let Some(source) = duplicates.result_of(one.source).and_then(candidate_of) else { continue };
            let next = groups.len() as u32;
            let group = *groups.entry((one.source, one.lines.map(|lines| (lines.from, lines.count)))).or_insert(next);
            let tokens = (saved * lines(one) / all.max(1)) as u32;
            pointers.push(Pointer { group, source, holder: candidate_of(result), unit: unit as u32, message, tokens });
        }
    }
    pointers
}
