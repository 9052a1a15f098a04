//! The model's thinking in a conversation, and the steps at which it may be left out.
//!
//! ```text
//! user   assistant (thinking, call)   results   assistant (thinking, text)   user   …
//!   ▲ a prompt step: the user speaks, no call is open                          ▲ the next one: all thinking is closed
//! ```

use super::{Content, Role, Transcript};

/// A thinking block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// 0-based unit; 0 unless units were requested.
    pub unit: u32,
    /// 0-based message.
    pub message: u32,
    /// The request would not be valid without it.
    pub stays: bool,
}

/// What the policy wants of thinking that the model lets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingWish {
    /// It goes where the user speaks.
    Auto,
    /// It stays.
    Keep,
    /// Where the model checks it, it goes with any move.
    Drop,
}

/// What a request's model allows with the thinking in its history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingRule {
    /// Old thinking may be left out, and saves something.
    pub goes: bool,
    /// The provider checks thinking against everything before it, so that no edit may be in front of any.
    pub checks: bool,
    /// It goes at any step, not only where the user speaks.
    pub drops: bool,
}

impl Transcript {
    /// Whether thinking restricts where edits may be made.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        self.thinking_rule.checks && !self.thinking.is_empty()
    }

    /// Whether it does, or will once the model thinks.
    #[must_use]
    pub fn will_bind(&self) -> bool {
        self.is_bound() || (self.thinking_rule.checks && self.lets_think)
    }

    /// Whether thinking in front of a message restricts where edits may be made.
    #[must_use]
    pub fn is_bound_before(&self, message: usize) -> bool {
        self.is_bound() && self.thinking.first().is_some_and(|block| (block.message as usize) < message)
    }

    /// Number of tool results, which [`Transcript::results`] has together with thinking, loose media and arguments.
    #[must_use]
    pub fn result_count(&self) -> usize {
        let results = self.results.len() - (self.loose_count + self.argument_count) as usize;
        if self.thinking.is_empty() {
            return results;
        }
        results - self.results.iter().filter(|result| matches!(result.content, Content::Thinking(_))).count()
    }

    /// The cuts at which old thinking may go: [`Transcript::prompts`]. All cuts, where it goes at any step. Empty if there is
    /// no thinking. Linear.
    #[must_use]
    pub fn prompt_cuts(&self) -> Vec<u32> {
        if self.thinking.is_empty() || self.thinking_rule == ThinkingRule::default() {
            return Vec::new();
        }
        if self.thinking_rule.drops {
            return self.step_starts().map(|cut| cut as u32).collect();
        }
        self.prompts()
    }

    /// The cuts at which the user speaks and no call is open: behind the last assistant message are words of the user and
    /// no tool result. Linear.
    #[must_use]
    pub fn prompts(&self) -> Vec<u32> {
        let holds_results = self.messages_with_results();
        self.step_starts().filter(|&cut| self.is_prompt(cut, &holds_results)).map(|cut| cut as u32).collect()
    }

    /// Whether the user speaks at the end, and no call is open. Linear.
    #[must_use]
    pub fn ends_with_prompt(&self) -> bool {
        self.is_prompt(self.roles.len(), &self.messages_with_results())
    }

    /// For each message whether it holds a tool result.
    fn messages_with_results(&self) -> Vec<bool> {
        let mut holds_results = vec![false; self.roles.len()];
        for result in self.results.iter().filter(|result| result.content.is_result()) {
            if let Some(holds) = holds_results.get_mut(result.message as usize) {
                *holds = true;
            }
        }
        holds_results
    }

    fn is_prompt(&self, cut: usize, holds_results: &[bool]) -> bool {
        let sent = self.roles.get(..cut).unwrap_or_default();
        let answer = sent.iter().rposition(|&role| role == Role::Assistant).map_or(0, |at| at + 1);
        let said = sent.get(answer..).unwrap_or_default();
        let results = holds_results.get(answer..cut).unwrap_or_default();
        if !said.contains(&Role::User) || said.contains(&Role::Tool) || results.contains(&true) {
            return false;
        }
        let before = sent.get(..answer).unwrap_or_default();
        let first = before.iter().rposition(|&role| role != Role::Assistant).map_or(0, |at| at + 1);
        !self.has_calls(first as u32, answer as u32)
    }

    /// Whether a message of `from..to` calls a tool.
    fn has_calls(&self, from: u32, to: u32) -> bool {
        let next = self.turn_starts.partition_point(|&start| start < from);
        self.turn_starts.get(next).is_some_and(|&start| start < to)
    }
}
