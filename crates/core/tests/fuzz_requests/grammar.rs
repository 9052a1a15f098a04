//! Grammars of unusual requests: `$X` in an alternative is any alternative of `X`, chosen by the next byte.

use super::tool_grammars::{ARGUMENTS, CLAUDE_TOOLS, GPT_TOOLS, SCHEMAS};
use super::wire_grammars::{ANTHROPIC, CHAT, GEMINI, RESPONSES};
use tamis_core::Wire;

/// Names of one letter and their alternatives; the first alternative of each ends soon.
pub type Grammar = &'static [(u8, &'static [&'static str])];

/// Largest number of expansions in one body, so that recursion ends.
const MOST: usize = 400;

/// Expands `$S` by `choices`; uses first alternatives once they are used up.
pub fn expand(wire: Wire, choices: &[u8]) -> Vec<u8> {
    let grammar = match wire {
        Wire::OpenAiChat => CHAT,
        Wire::OpenAiResponses => RESPONSES,
        Wire::Anthropic => ANTHROPIC,
        Wire::Gemini => GEMINI,
    };
    expand_in(&[grammar, COMMON], choices)
}

/// As [`expand`], a request whose tools have unusual definitions.
pub fn expand_definitions(wire: Wire, choices: &[u8]) -> Vec<u8> {
    let tools = if wire == Wire::Anthropic { CLAUDE_TOOLS } else { GPT_TOOLS };
    expand_in(&[tools, SCHEMAS, COMMON], choices)
}

/// As [`expand`], the arguments of a call, as JSON.
pub fn expand_arguments(choices: &[u8]) -> String {
    String::from_utf8(expand_in(&[ARGUMENTS], choices)).expect("a grammar's text is UTF-8")
}

fn expand_in(grammars: &[Grammar], choices: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut choices = choices.iter().copied();
    let mut left = MOST;
    let mut open: Vec<std::str::Bytes> = vec!["$S".bytes()];
    while let Some(top) = open.last_mut() {
        match top.next() {
            None => drop(open.pop()),
            Some(b'$') => {
                let name = top.next().expect("a name follows $");
                let alternatives = alternatives(grammars, name);
                left = left.saturating_sub(1);
                let choice = if left == 0 { 0 } else { usize::from(choices.next().unwrap_or(0)) };
                open.push(alternatives[choice % alternatives.len()].bytes());
            }
            Some(byte) => out.push(byte),
        }
    }
    out
}

fn alternatives(grammars: &[Grammar], name: u8) -> &'static [&'static str] {
    let found = grammars.iter().copied().flatten().find(|(known, _)| *known == name);
    found.expect("every name has its alternatives").1
}

const COMMON: Grammar = &[
    // A list of messages.
    (b'L', &["$M", "$M,$L", "$M ,\n$L", "$M,$L", "$M,$L", "$M,$L", "$M,$L", "$M,$L"]),
    (b'I', &["\"a\"", "\"b\"", "\"a\"", "\"\\u0061\"", "\"a\"", "\"a\"", "\"\"", "5"]),
    (b'N', &["\"f\"", "\"g\"", "\"ex\"", "\"\\u0007\"", "null"]),
    // Texts, as JSON.
    (
        b'T',
        &[
            "\"\"",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"\\u00e9\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\\n\"",
            "\"ééééééééééééééééééééééééééééééééééééééé😀\"",
            "\"Error: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"",
            "\"{\\\"error\\\":\\\"denied\\\"}\"",
            "\"[observation masked — 9 chars]\"",
            "\"<masked f a>\"",
            "\"[image masked — image/png]\"",
            "\"[error clipped — 900 chars]\"",
            "\"\\ud800 zz\"",
            "null",
        ],
    ),
    (b'C', &["", ",\"cache_control\":{\"type\":\"ephemeral\"}", ",\"cache_control\":null", ",\"x\":$V"]),
    (b'V', &["0", "1e400", "[$V]", "{\"messages\":[$V],\"role\":\"tool\"}", "$T", "-0.0"]),
    // Data of an image: whole, with what stands for the rest, short, no base64, with escapes.
    (
        b'B',
        &[
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$X$X$XAAA=",
            "$X$X$X$XAA==",
            "AA==",
            "$X$X no base64 ==",
            "$X\\/$X\\u0041$X",
            "",
        ],
    ),
    (b'X', &["iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg"]),
    // A list of parts.
    (b'Q', &["$P", "$P,$Q", "$P, $Q"]),
    (b'D', &["", "", "", "", "", ",\"role\":\"user\"", ",\"content\":\"twice\"", ",\"type\":\"text\"", ""]),
];
