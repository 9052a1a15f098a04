//! The lossless phase of a condensation, over the texts of a conversation's tool results. Whatever it takes away, a reader
//! or a machine gets back from what is left.
//!
//! ```text
//! texts ─▶ smaller forms ─▶ consolidation: pointers to the newest of a group ─▶ deduplication: pointers to the first
//! ```
//! Consolidation comes first, because what it keeps whole must not become a pointer. `ts/condensation/lossless` is the
//! obvious version; both give the same bytes. Linear.

mod consolidate;
mod lines;

pub use consolidate::{Consolidation, MadeOf};

use crate::arrival::line_numbers::{LineNumbers, may_apply};
use crate::arrival::{Chain, Loss, Settings};
use crate::dedupe::{Keep, Rendered, Repeatable, Repeats};
use crate::failure::decoded::has_error_line;

/// A text of a tool's result, with what is known of its call.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub struct ResultText<'a> {
    /// The text as it came.
    pub text: &'a str,
    /// 0-based index of its message.
    pub message: u32,
    /// Id of the call that it answers.
    pub call_id: Option<&'a str>,
    /// Name of the called tool.
    pub tool_name: Option<&'a str>,
    /// Path of the file that the call reads.
    pub path: Option<&'a str>,
    /// Whether it shows text that agents edit by exact match.
    pub is_file: bool,
    /// Whether it must stay as it is.
    pub is_fixed: bool,
    /// Whether the call failed.
    pub is_error: bool,
    /// Whether it counts as failed, too, if a line near an end of the text says so.
    pub is_error_by_lines: bool,
    /// Whether the model has read it, or its file, so that it may lose most of its line numbers.
    pub is_seen: bool,
    /// Whether it is the whole of its result. Only such texts point, or are pointed at.
    pub is_whole: bool,
    /// The group of those that may contain it, by the index of the group's label.
    pub contained: Option<u32>,
    /// The group of those that may be similar, likewise.
    pub similar: Option<u32>,
}

impl ResultText<'_> {
    fn has_failed(&self) -> bool {
        self.is_error || (self.is_error_by_lines && has_error_line(self.text))
    }
}

/// What the phase found. Results are indexes into the list that was given.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Results with a smaller form, and it, in order.
    pub shortened: Vec<(usize, String)>,
    /// Results that point to the newest of their group, in order.
    pub consolidations: Vec<Consolidation>,
    /// Results in which pointers replace what earlier ones have, in order.
    pub deduplications: Vec<Rendered>,
}

/// Every kind that loses nothing that a model reads: lines without a number have their place by those that have one.
fn lossless_kinds(line_numbers: LineNumbers) -> Settings {
    Settings { terminal: true, json: true, paths: true, line_numbers: Some(line_numbers), ..Settings::default() }
}

/// Runs the phase over the results of a conversation in document order; `labels` name the groups. Linear.
#[must_use]
pub fn run(results: &[ResultText<'_>], labels: &[&str]) -> Outcome {
    let shortened = shorten(results);
    let mut texts: Vec<&str> = results.iter().map(|result| result.text).collect();
    put(&mut texts, shortened.iter().map(|(at, text)| (*at, text.as_str())));
    let consolidations = consolidate::consolidate(results, &texts, labels);
    put(&mut texts, consolidations.iter().map(|one| (one.result, one.text.as_str())));
    let deduplications = deduplicate(results, &texts, &consolidations);
    Outcome { shortened, consolidations, deduplications }
}

fn put<'t>(texts: &mut [&'t str], others: impl Iterator<Item = (usize, &'t str)>) {
    for (at, other) in others {
        if let Some(text) = texts.get_mut(at) {
            *text = other;
        }
    }
}

fn shorten(results: &[ResultText<'_>]) -> Vec<(usize, String)> {
    let [unseen, seen] = [LineNumbers::Padding, LineNumbers::Tenth].map(lossless_kinds);
    let mut chain = Chain::default();
    // Of a file's text only the numbers of its lines become smaller, or fewer.
    let may_shrink =
        |result: &ResultText<'_>| !result.is_fixed && (!result.is_file || may_apply(result.text.as_bytes()));
    let free = results.iter().enumerate().filter(|(_, result)| may_shrink(result));
    free.filter_map(|(at, result)| {
        let settings = if result.is_seen { &seen } else { &unseen };
        let arrived = chain.shorten(result.text, || result.is_file, settings, None, |_| Loss::Nothing)?;
        is_shorter(arrived.text, result.text).then(|| (at, arrived.text.to_owned()))
    })
    .collect()
}

fn deduplicate(results: &[ResultText<'_>], texts: &[&str], consolidations: &[Consolidation]) -> Vec<Rendered> {
    let mut is_settled = vec![false; results.len()];
    for at in consolidations.iter().flat_map(|one| [one.result, one.source]) {
        if let Some(settled) = is_settled.get_mut(at) {
            *settled = true;
        }
    }
    let all = results.iter().zip(texts).zip(is_settled).enumerate();
    let (wholes, repeatables): (Vec<usize>, Vec<Repeatable<'_>>) = all
        .filter(|(_, ((result, _), _))| result.is_whole)
        .map(|(at, ((result, text), is_settled))| {
            let repeatable = Repeatable {
                text: text.as_bytes(),
                message: result.message,
                call_id: result.call_id,
                tool_name: result.tool_name,
                path: result.path,
                is_fixed: result.is_fixed || is_settled,
            };
            (at, repeatable)
        })
        .unzip();
    let place_of = |whole: usize| wholes.get(whole).copied().unwrap_or_default();
    let has_failed = |whole: usize| results.get(place_of(whole)).is_some_and(ResultText::has_failed);
    let mut rendered = Repeats::find(&repeatables).render_unless(|_| false, has_failed, Keep::First);
    for one in &mut rendered {
        one.result = place_of(one.result);
        for reference in &mut one.references {
            reference.source = place_of(reference.source);
        }
    }
    rendered
}

/// Whether a smaller form is shorter in chars and as JSON, too.
fn is_shorter(text: &str, before: &str) -> bool {
    lines::units(text) < lines::units(before) && lines::json_bytes(text) < lines::json_bytes(before)
}

#[cfg(test)]
mod tests {
    use super::{ResultText, run};

    fn result(text: &str, message: u32) -> ResultText<'_> {
        ResultText { text, message, is_whole: true, ..ResultText::default() }
    }

    fn listing(names: core::ops::Range<u32>) -> String {
        let lines: Vec<String> = names.map(|at| format!("a long name of module_{at}.ts")).collect();
        lines.join("\n")
    }

    #[test]
    fn points_from_an_older_list_to_the_lines_of_the_newest_one() {
        let (old, new) = (listing(0..10), listing(0..12));
        let in_group = |text| ResultText { contained: Some(0), call_id: Some("c 1"), ..result(text, 3) };
        let outcome = run(&[in_group(&old), in_group(&new)], &["list src"]);
        let texts: Vec<&str> = outcome.consolidations.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["⟨ Consolidated 2 operations: list src: lines 1–10 of message #3 (c1) ⟩"]);
    }

    #[test]
    fn points_from_a_repeat_to_the_first_and_counts_all_results() {
        let text = listing(0..10);
        let part = ResultText { is_whole: false, ..result("ok", 0) };
        let outcome = run(&[part, result(&text, 1), part, result(&text, 3)], &[]);
        let found: Vec<(usize, usize)> =
            outcome.deduplications.iter().map(|one| (one.result, one.references[0].source)).collect();
        assert_eq!(found, [(3, 1)]);
    }

    #[test]
    fn leaves_what_is_fixed() {
        let text = format!("{}\n\n\n\n\n\ndone   ", listing(0..10));
        let fixed = ResultText { is_fixed: true, ..result(&text, 1) };
        let outcome = run(&[fixed, fixed], &[]);
        assert!(outcome.shortened.is_empty() && outcome.deduplications.is_empty());
        assert_eq!(run(&[result(&text, 1)], &[]).shortened.len(), 1);
    }
}
