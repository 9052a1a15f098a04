//! The pointers of a conversation of which nothing is masked, as the decision about moves reads them.

use super::give_back::{NOBODY, Pointer};
use super::is_planned;
use super::unit_keys::UnitKeys;
use super::units::{Candidate, Units, unit_tokens};
use crate::dedupe::Pointer as Found;
use crate::hash::Map;
use crate::plan::dedupe::Duplicates;
use crate::plan::{Decision, Request};
use crate::transcript::Unit;
use crate::weight::weigh::Weigher;

/// What tells groups apart: the source, its first line and the number of lines.
type GroupKey = (u32, Option<(u32, u32)>);

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
    // A list that grows leaves holes in the heap.
    let mut pointers = Vec::with_capacity(duplicates.first_count());
    for (result, start, pointed) in duplicates.first_pointers() {
        let Some(unit) = request.transcript.units.partition_point(|unit| unit.span.start <= start).checked_sub(1)
        else {
            continue;
        };
        let message = request.transcript.units.get(unit).map_or(0, Unit::message);
        let whole = unit_tokens(weigher, request, keys, unit);
        let saved = whole.saturating_sub(units.between(unit, unit + 1));
        let lines = |one: &Found| pointed.lines_of(one).map_or(1, |lines| lines.count.into());
        let all: u64 = pointed.pointers.iter().map(lines).sum();
        let holder = candidate_of(result).unwrap_or(NOBODY);
        for one in pointed.pointers {
            let Some(source) = duplicates.result_of(one.source as usize).and_then(candidate_of) else { continue };
            let next = groups.len() as u32;
            let group = *groups
                .entry((one.source, pointed.lines_of(one).map(|lines| (lines.from, lines.count))))
                .or_insert(next);
            let tokens = (saved * lines(one) / all.max(1)) as u32;
            pointers.push(Pointer { group, source, holder, unit: unit as u32, message, tokens });
        }
    }
    pointers
}
