//! The tokens that shortening the arguments of calls saves.

use super::units::{Candidate, Scales};
use crate::edit::list::Edit;
use crate::plan::{Action, Decision};
use crate::transcript::Transcript;
use crate::weight::weigh::tokens;

/// The edits of arguments, and all others. Both are empty if there are no arguments.
pub(super) fn split_trims(transcript: &Transcript, decisions: &[Decision], edits: &[Edit]) -> (Vec<Edit>, Vec<Edit>) {
    if transcript.argument_count == 0 {
        return (Vec::new(), Vec::new());
    }
    let is_trim = |edit: &Edit| decisions.get(edit.decision as usize).is_some_and(|one| one.action == Action::Trim);
    edits.iter().partition(|edit| is_trim(edit))
}

/// Candidates of arguments among the others, by the decisions of both.
pub(super) fn merge_trims(others: &[Edit], candidates: Vec<Candidate>, trims: Vec<(u32, Candidate)>) -> Vec<Candidate> {
    if trims.is_empty() {
        return candidates;
    }
    let decisions = others.chunk_by(|a, b| a.decision == b.decision).filter_map(<[Edit]>::first);
    let mut all: Vec<(u32, Candidate)> = decisions.map(|edit| edit.decision).zip(candidates).chain(trims).collect();
    all.sort_by_key(|&(decision, _)| decision);
    all.into_iter().map(|(_, candidate)| candidate).collect()
}

impl Scales<'_> {
    /// The candidate of each decision on arguments: what their strings weigh less, whatever they are members of.
    pub(super) fn weigh_trims(
        &mut self,
        transcript: &Transcript,
        decisions: &[Decision],
        trims: &[Edit],
    ) -> Vec<(u32, Candidate)> {
        let groups = trims.chunk_by(|a, b| a.decision == b.decision);
        groups.filter_map(|group| self.weigh_trim(transcript, decisions, group)).collect()
    }

    fn weigh_trim(
        &mut self,
        transcript: &Transcript,
        decisions: &[Decision],
        group: &[Edit],
    ) -> Option<(u32, Candidate)> {
        let (start, number) = group.first().map(|edit| (edit.span.start, edit.decision))?;
        let decision = decisions.get(number as usize)?;
        let message = transcript.results.get(decision.result as usize)?.message;
        let unit = transcript.units.partition_point(|unit| unit.span.start <= start).checked_sub(1)? as u32;
        let before = group.iter().map(|edit| self.weigher.weigh(edit.span.of(self.body))).sum();
        let after = group.iter().map(|edit| self.weigher.weigh(self.edits.replacement(edit))).sum();
        let saved = tokens(before).saturating_sub(tokens(after)) as u32;
        let ready_message = decision.ready_message;
        let candidate = Candidate {
            unit,
            message,
            ready_message,
            saved,
            is_thinking: false,
            is_arguments: true,
            has_parts: false,
            is_due: false,
        };
        Some((number, candidate))
    }
}
