//! Decision tokens: what a part of a request weighs, the same in both backends.
//!
//! ```text
//! {"role":"tool","content":"…"}     names + 1 token each, strings as the estimator weighs them, scalars 2 tokens
//! ```
//! Whitespace and punctuation weigh nothing, so that spelling decides nothing; cache markers weigh nothing with all in
//! them, because they move from request to request.

use crate::json_tokens::{JsonTokens, Token};
use crate::key::lookup;
use crate::transcript::Span;
use tamis_tokens::{Encoding, Level, weigh_json_string};

/// Units of a weight in a token.
const TOKEN: u64 = 1024;
const NAME: u64 = TOKEN;
const SCALAR: u64 = 2 * TOKEN;

/// Weight, in 1/1024 token, of the JSON tokens in `span`. Linear.
#[must_use]
pub fn weigh(body: &[u8], span: Span) -> u64 {
    let level = Level::detect();
    let mut tokens = JsonTokens::new(body, span);
    let mut weight = 0;
    while let Some(token) = tokens.next() {
        weight += match token {
            Token::Name(name) if lookup(name.inside().of(body), is_marker).is_some() => {
                tokens.skip_value();
                0
            }
            Token::Name(name) => NAME + weigh_string(body, name, level),
            Token::Text(text) => weigh_string(body, text, level),
            Token::Scalar(_) => SCALAR,
        };
    }
    weight
}

/// Tokens of a weight: rounded once, for one unit.
#[must_use]
pub const fn tokens(weight: u64) -> u64 {
    (weight + TOKEN / 2) >> 10
}

fn weigh_string(body: &[u8], string: Span, level: Level) -> u64 {
    weigh_json_string(string.inside().of(body), Encoding::O200kBase, level)
}

fn is_marker(name: &[u8]) -> Option<()> {
    matches!(name, b"cache_control" | b"prompt_cache_breakpoint").then_some(())
}
