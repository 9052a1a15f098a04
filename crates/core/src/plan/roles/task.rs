//! Whether a result is the task itself: what the user's first words ask for by name, read in the first steps.

use crate::hash::Set;
use crate::json::key::lookup;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::json::tokens::{JsonTokens, Token};
use crate::plan::Request;
use crate::span::Span;
use crate::transcript::{Role, ToolCall};
use core::cell::OnceCell;

/// Tool turns in which a task is read.
const FIRST_TURNS: u32 = 6;
/// Most bytes of the user's first words that are looked at.
const MAX_PROMPT_BYTES: usize = 64_000;
/// Members of a message that say nothing: markers of the cache, which move from request to request, and data.
const ASIDE: [&[u8]; 8] = [
    b"cache_control",
    b"prompt_cache_breakpoint",
    b"source",
    b"image_url",
    b"file_data",
    b"fileData",
    b"inline_data",
    b"inlineData",
];

/// The user's first words.
pub(super) struct Task<'r> {
    body: &'r [u8],
    /// The message as JSON.
    prompt: Span,
    /// The numbers and the names with a number in it, once they are asked for.
    names: OnceCell<Set<String>>,
}

impl<'r> Task<'r> {
    pub(super) fn new(request: &Request<'r>) -> Self {
        let transcript = request.transcript;
        let is_user = |message: u32| transcript.roles.get(message as usize) == Some(&Role::User);
        let first = transcript.units.iter().find(|unit| is_user(unit.message()));
        Self { body: request.body, prompt: first.map(|unit| unit.span).unwrap_or_default(), names: OnceCell::new() }
    }

    fn read_names(&self) -> Set<String> {
        let (mut names, mut text, mut left) = (Set::default(), Vec::new(), MAX_PROMPT_BYTES);
        let mut tokens = JsonTokens::new(self.body, self.prompt);
        while let Some(token) = tokens.next().filter(|_| left > 0) {
            match token {
                Token::Name(name) => {
                    let is_aside = |name: &[u8]| ASIDE.contains(&name).then_some(());
                    if lookup(name.inside().of(self.body), is_aside).is_some() {
                        tokens.skip_value();
                    }
                }
                Token::Text(string) => {
                    let raw = string.inside().of(self.body);
                    let raw = raw.get(..left.min(raw.len())).unwrap_or_default();
                    left -= raw.len();
                    text.clear();
                    Text::new(raw, Level::SCALAR).decode_lossy_into(&mut text);
                    names.extend(names_in(&String::from_utf8_lossy(&text)));
                }
                Token::Scalar(_) => {}
            }
        }
        names
    }

    /// Whether a call is in the first turns.
    pub(super) const fn is_early(call: &ToolCall) -> bool {
        call.turn() < FIRST_TURNS
    }

    /// Whether any number or name with a number in `text` is in the prompt. Linear.
    pub(super) fn names(&self, text: &str) -> bool {
        let names = self.names.get_or_init(|| self.read_names());
        names_in(text).any(|name| names.contains(&name))
    }

    /// Whether a command shows an issue or a review that the prompt names.
    pub(super) fn is_view(&self, command: &str) -> bool {
        const VIEWS: [&str; 5] = ["gh issue view", "gh pr view", "glab issue view", "glab mr view", "jira issue view"];
        let view = VIEWS.iter().find_map(|view| command.find(view).map(|at| at + view.len()));
        view.and_then(|at| command.get(at..))
            .is_some_and(|rest| self.names(rest.split('\n').next().unwrap_or_default()))
    }
}

/// The words of a text that have a digit, in lower case.
fn names_in(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|char: char| !char.is_alphanumeric() && !matches!(char, '-' | '_'));
    words.filter(|word| word.contains(|char: char| char.is_ascii_digit())).map(str::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_what_the_first_words_name() {
        let body = br#"{"text":"fix #812 and ENG-44,\nsee https://x.test/issues/97","cache_control":{"ttl":"1h"}}"#;
        let task = Task { body, prompt: Span::new(0, body.len()), names: OnceCell::new() };
        for (arguments, expected) in [
            (r#"{"issue_number":812}"#, true),
            (r#"{"id":"ENG-44"}"#, true),
            (r#"{"url":"https://x.test/issues/97"}"#, true),
            (r#"{"issue_number":81}"#, false),
            (r#"{"id":"ENG-4"}"#, false),
            (r#"{"owner":"fix"}"#, false),
            (r#"{"since":"1h"}"#, false),
        ] {
            assert_eq!(task.names(arguments), expected, "{arguments}");
        }
        assert!(task.is_view("cd x && gh issue view 812 --comments") && !task.is_view("gh issue view 5"));
    }
}
