//! Finds the known names inside a model's name. Routers, clouds and clients put words in front of it and behind it
//! (`us.anthropic.claude-opus-4-5-20251101-v1:0`, `openrouter/openai/gpt-5.6:free`), so a name may stand anywhere between
//! two word boundaries. The same as `ts/models/find-name.ts`.

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
pub fn canonical(name: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| match byte {
        b'.' | b'_' | b' ' => b'-',
        _ => byte.to_ascii_lowercase(),
    };
    name.iter().map(plain).collect()
}

/// Of the names that occur in `model`, the one that begins first; of several at one place, the longest. Linear in the
/// names.
pub fn find_name<'a, T>(model: &[u8], names: impl Iterator<Item = (&'a str, T)>, end: NameEnd) -> Option<T> {
    let placed = names.filter_map(|(name, value)| Some((place_of(model, name.as_bytes(), end)?, name.len(), value)));
    placed.min_by_key(|&(at, length, _)| (at, usize::MAX - length)).map(|(_, _, value)| value)
}

/// Where the name first stands as a whole.
fn place_of(model: &[u8], name: &[u8], end: NameEnd) -> Option<usize> {
    let is_whole = |&at: &usize| {
        let before = at.checked_sub(1).and_then(|at| model.get(at));
        let rest = model.get(at + name.len()..).unwrap_or_default();
        !before.is_some_and(u8::is_ascii_alphanumeric) && is_end(rest, end)
    };
    memchr::memmem::find_iter(model, name).find(is_whole)
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
