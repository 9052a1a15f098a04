//! The newest results of each tool, which stay also outside the window.

use super::names::ToolNames;
use crate::hash::Map;
use crate::policy::{Policy, Rule};
use crate::transcript::{Content, Transcript};

/// Marks a result that is still among the newest of its tool.
pub const KEPT: u32 = u32::MAX;

/// One tool's results, seen from the newest on.
struct Tool<'p> {
    rule: &'p Rule,
    messages: Vec<u32>,
}

/// By result: the message of the newer result that displaced it from the newest of its tool, or [`KEPT`]. Empty if no rule
/// keeps newest results.
///
/// Every result that answers a call counts, masked or not; calls without a name count as one tool. Linear.
pub fn plan_keep_last(transcript: &Transcript, names: &ToolNames<'_>, policy: &Policy) -> Vec<u32> {
    if !policy.keeps_last() {
        return Vec::new();
    }
    let mut tools: Map<Option<Vec<u32>>, Tool<'_>> = Map::default();
    let mut released = vec![0; transcript.results.len()];
    for (result, released) in transcript.results.iter().zip(&mut released).rev() {
        let Some(call) = transcript.call(result).filter(|_| !matches!(result.content, Content::Arguments(_))) else {
            continue;
        };
        let name = names.code_points(call);
        let rule = policy.rule_for(name.as_deref().unwrap_or_default());
        let tool = tools.entry(name).or_insert_with(|| Tool { rule, messages: Vec::new() });
        let newer = tool.messages.len();
        *released = match tool.rule.keep_last {
            None | Some(0) => 0,
            Some(last) => {
                let releasing = newer.checked_sub(last as usize).and_then(|at| tool.messages.get(at));
                releasing.copied().unwrap_or(KEPT)
            }
        };
        // Media next to a result are kept with it.
        if !result.is_beside {
            tool.messages.push(result.message);
        }
    }
    released
}
