//! The newest results of each tool, which stay whatever the window says.

use super::ToolNames;
use crate::policy::{Policy, Rule};
use crate::transcript::Transcript;
use std::collections::HashMap;

/// By result: whether it is among the newest of its tool. Empty if no rule asks.
///
/// Every result that answers a call counts, masked or not; calls without a name count as one tool. Linear.
pub fn plan_keep_last<'p>(transcript: &Transcript, names: &ToolNames<'_>, policy: &'p Policy) -> Vec<bool> {
    if !policy.keeps_last() {
        return Vec::new();
    }
    let mut newest: HashMap<Option<Vec<u32>>, (u32, &'p Rule)> = HashMap::new();
    let mut kept = vec![false; transcript.results.len()];
    for (result, keep) in transcript.results.iter().zip(&mut kept).rev() {
        let Some(call) = transcript.call(result) else { continue };
        let name = names.code_points(call);
        let rule = policy.rule_for(name.as_deref().unwrap_or_default());
        let (count, rule) = newest.entry(name).or_insert((0, rule));
        *count += 1;
        *keep = rule.keep_last.is_some_and(|last| *count <= last);
    }
    kept
}
