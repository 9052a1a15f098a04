//! Whether a result's text says itself that it carries the user's words: an answer, an approval, a rejection with its reason.
//! SDKs and agents write them where the wire has no mark for them. Content alone widens what stays, so that such texts are
//! short, and [`super`] limits all of them together.

use crate::json::text::Text;
use aho_corasick::AhoCorasick;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Most bytes of such a text. A user types less; a server may send more to be kept.
pub(super) const MAX_SAID_BYTES: usize = 8_000;
/// UTF-16 units of the text's beginning that are looked at.
const HEAD_UNITS: usize = 240;

/// Beginnings of what agents and SDKs write about the user's decision, in lower case; each may stand behind a few words.
/// Sources: Claude Code, Cline, Roo Code, Codex, opencode, Gemini CLI, Goose; the SDKs of `OpenAI`, `LangChain` and Vercel.
const SAYINGS: [&str; 45] = [
    "the user doesn't want to",
    "the user does not want to",
    "the user wants to",
    "the user said",
    "the user says",
    "the user rejected",
    "the user denied",
    "the user declined",
    "the user has declined",
    "the user has denied",
    "the user has rejected",
    "the user approved",
    "the user has approved",
    "the user provided",
    "the user has provided",
    "the user answered",
    "the user responded",
    "the user replied",
    "the user chose",
    "the user selected",
    "the user cancelled",
    "the user canceled",
    "the user refused",
    "user rejected",
    "user denied",
    "user declined",
    "user approved",
    "user has approved",
    "user has answered",
    "user answered",
    "user responded",
    "user did not",
    "user's answer",
    "user feedback",
    "your questions have been answered",
    "rejected by user",
    "rejected by the user",
    "denied by user",
    "denied by the user",
    "declined by the user",
    "approved by the user",
    "tool execution was not approved",
    "tool execution denied",
    "human said",
    "human responded",
];

/// Tags that agents write around the user's words.
const TAGGED: [&str; 4] = ["<feedback>", "<answer>", "<user_message>", "<user_feedback>"];

/// Finds several texts at once.
fn automaton(texts: &[&str]) -> AhoCorasick {
    #[expect(clippy::expect_used, reason = "the texts are constant")]
    AhoCorasick::new(texts).expect("a few short texts")
}

/// Whether a text as JSON has it begins so. Constant time.
pub(in crate::plan) fn says_user(text: Text<'_>) -> bool {
    let mut head = Vec::new();
    text.slice(text.head_end(HEAD_UNITS)).decode_lossy_into(&mut head);
    begins_so(&String::from_utf8(head).unwrap_or_default())
}

/// Whether a text begins so; `head` is its decoded beginning.
fn begins_so(head: &str) -> bool {
    static TAGS: LazyLock<AhoCorasick> = LazyLock::new(|| automaton(&TAGGED));
    static SAID: LazyLock<AhoCorasick> = LazyLock::new(|| automaton(&SAYINGS));
    static WORDS: LazyLock<[Finder<'static>; 5]> =
        LazyLock::new(|| ["user", "human", "approved", "denied", "questions"].map(Finder::new));
    let head = head.to_ascii_lowercase();
    if WORDS.iter().all(|word| word.find(head.as_bytes()).is_none()) {
        return false;
    }
    let head = head.replace('\u{2019}', "'");
    // The decision is what the first line is about, or a tag of the user's around it.
    let first = head.trim_start().split('\n').next().unwrap_or_default();
    TAGS.is_match(&head) || SAID.find_overlapping_iter(first).any(|said| begins_word(first, said.start()))
}

/// Whether what begins at byte `at` of a line is no part of a word in front of it.
fn begins_word(line: &str, at: usize) -> bool {
    !line.get(..at).is_some_and(|before| before.ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_carries_the_words_of_the_user() {
        let table = [
            ("User rejected the tool call, it was not executed. Reason: use staging", true),
            ("The user doesn\u{2019}t want to proceed with this tool use.", true),
            ("exec command rejected by user", true),
            ("The user denied this operation.\n<feedback>\nuse tabs\n</feedback>", true),
            ("Tool execution was not approved.", true),
            ("200 OK\nuser rejected: no", false),
            ("const superuser denied = 1", false),
            ("total 12", false),
            ("", false),
        ];
        for (text, expected) in table {
            assert_eq!(begins_so(text), expected, "{text}");
        }
    }
}
