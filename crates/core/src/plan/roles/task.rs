//! Whether a result is the task itself: what the user's first words ask for by name, read in the first steps.

use crate::json::text::Text;
use crate::plan::Request;
use crate::transcript::{Role, ToolCall};
use core::cell::OnceCell;

/// Tool turns in which a task is read.
const FIRST_TURNS: u32 = 6;
/// Most bytes of the user's first words that are looked at.
const MAX_PROMPT_BYTES: usize = 64_000;

/// The user's first words.
pub(super) struct Task<'r> {
    /// As JSON.
    raw: Text<'r>,
    /// Decoded, in lower case, once they are asked for.
    prompt: OnceCell<String>,
}

impl<'r> Task<'r> {
    pub(super) fn new(request: &Request<'r>) -> Self {
        let transcript = request.transcript;
        let is_user = |message: u32| transcript.roles.get(message as usize) == Some(&Role::User);
        let first = transcript.units.iter().find(|unit| is_user(unit.message()));
        let raw = first.map(|unit| unit.span.of(request.body)).unwrap_or_default();
        let raw = raw.get(..MAX_PROMPT_BYTES.min(raw.len())).unwrap_or_default();
        Self { raw: Text::new(raw, request.level), prompt: OnceCell::new() }
    }

    fn prompt(&self) -> &str {
        self.prompt.get_or_init(|| {
            let mut text = Vec::new();
            self.raw.decode_lossy_into(&mut text);
            String::from_utf8_lossy(&text).to_ascii_lowercase()
        })
    }

    /// Whether a call is in the first turns.
    pub(super) const fn is_early(call: &ToolCall) -> bool {
        call.turn() < FIRST_TURNS
    }

    /// Whether any number or name with a number in `text` is in the prompt.
    pub(super) fn names(&self, text: &str) -> bool {
        let is_of_name = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_');
        let words =
            text.split(|char| !is_of_name(char)).filter(|word| word.contains(|char: char| char.is_ascii_digit()));
        words.map(str::to_ascii_lowercase).any(|word| self.has_word(&word, is_of_name))
    }

    fn has_word(&self, word: &str, is_of_name: impl Fn(char) -> bool) -> bool {
        self.prompt().match_indices(word).any(|(at, _)| {
            let before = self.prompt().get(..at).and_then(|text| text.chars().next_back());
            let after = self.prompt().get(at + word.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(&is_of_name) && !after.is_some_and(&is_of_name)
        })
    }

    /// Whether a command shows an issue or a review that the prompt names.
    pub(super) fn is_view(&self, command: &str) -> bool {
        const VIEWS: [&str; 5] = ["gh issue view", "gh pr view", "glab issue view", "glab mr view", "jira issue view"];
        let view = VIEWS.iter().find_map(|view| command.find(view).map(|at| at + view.len()));
        view.and_then(|at| command.get(at..))
            .is_some_and(|rest| self.names(rest.split('\n').next().unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::scan::Level;

    #[test]
    fn a_task_is_what_the_first_words_name() {
        let raw = Text::new(b"fix #812 and ENG-44, see https://x.test/issues/97", Level::SCALAR);
        let task = Task { raw, prompt: OnceCell::new() };
        for (arguments, expected) in [
            (r#"{"issue_number":812}"#, true),
            (r#"{"id":"ENG-44"}"#, true),
            (r#"{"url":"https://x.test/issues/97"}"#, true),
            (r#"{"issue_number":81}"#, false),
            (r#"{"id":"ENG-4"}"#, false),
            (r#"{"owner":"fix"}"#, false),
        ] {
            assert_eq!(task.names(arguments), expected, "{arguments}");
        }
        assert!(task.is_view("cd x && gh issue view 812 --comments") && !task.is_view("gh issue view 5"));
    }
}
