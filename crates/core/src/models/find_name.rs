//! Finds the known names inside a model's name. Routers, clouds and clients put words in front of it and behind it
//! (`us.anthropic.claude-opus-4-5-20251101-v1:0`, `openrouter/openai/gpt-5.6:free`), so a name may stand anywhere behind such
//! a word and its separator. Behind a hyphen it is a part of another name, unless a host is in front of it
//! (`databricks-claude-sonnet-4-5`). The same as `ts/models/find-name.ts`.

use std::cmp::Reverse;

/// Longer names, in bytes, are no model's.
pub const MAX_NAME_BYTES: usize = 256;

/// Where a name may end.
#[derive(Clone, Copy, PartialEq)]
pub enum NameEnd {
    /// With its version: `gpt-5` is not in `gpt-5.6`, but is in `gpt-5-2025-08-07`.
    Version,
    /// Anywhere but before a letter.
    Word,
}

/// A name as it is compared: in lower case, with `-` for `.`, `_` and blanks.
fn canonical(name: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| match byte {
        b'.' | b'_' | b' ' => b'-',
        _ => byte.to_ascii_lowercase(),
    };
    name.iter().map(plain).collect()
}

/// Of the names that occur in `model`, the one that begins first; of several at one place, the longest. Names are compared
/// only where one can begin, which is at few places: this runs for every request.
pub fn find_name<'a, T>(model: &[u8], names: &(impl Iterator<Item = (&'a str, T)> + Clone), end: NameEnd) -> Option<T> {
    let text = canonical(model);
    let rest_of = |at: usize| text.get(at..).unwrap_or_default();
    let starts = (0..text.len()).filter(|&at| is_start(model.get(..at).unwrap_or_default()));
    let named_at = |at: usize| {
        let rest = rest_of(at);
        // Most names differ in their first byte.
        let may_begin = |name: &[u8]| name.first() == rest.first();
        let is_whole = |name: &[u8]| may_begin(name) && rest.strip_prefix(name).is_some_and(|rest| is_end(rest, end));
        names.clone().filter(|(name, _)| is_whole(name.as_bytes())).min_by_key(|(name, _)| Reverse(name.len()))
    };
    starts.filter_map(named_at).map(|(_, value)| value).next()
}

/// Hosts that put their name and a hyphen in front of a model's.
const HOSTS: [&[u8]; 8] = [b"anthropic", b"aws", b"azure", b"bedrock", b"databricks", b"google", b"openai", b"vertex"];

/// Whether a name can begin behind `before`: nothing or a separator, or a host's name.
fn is_start(before: &[u8]) -> bool {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let length = before.iter().rev().take_while(is_word).count();
    let word = before.get(before.len() - length..).unwrap_or_default();
    let host = word.strip_suffix(b"-").or_else(|| word.strip_suffix(b"_"));
    word.is_empty() || host.is_some_and(|host| HOSTS.iter().any(|one| one.eq_ignore_ascii_case(host)))
}

/// Whether a name can end before `rest`. One or two digits behind a hyphen go on with its version; more are a date or a
/// build.
fn is_end(rest: &[u8], end: NameEnd) -> bool {
    if end == NameEnd::Word {
        return !rest.first().is_some_and(u8::is_ascii_lowercase);
    }
    match rest.split_first() {
        None => true,
        Some((b'-', rest)) => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            digits == 0 || digits > 2 || rest.get(digits).is_some_and(u8::is_ascii_alphanumeric)
        }
        Some((next, _)) => !next.is_ascii_alphanumeric(),
    }
}
