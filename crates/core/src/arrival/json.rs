//! Takes the white space outside strings from a text that is one JSON object or list, or several of them on lines of
//! their own. The baseline's twin is `ts/arrival/json.ts`.
//!
//! ```text
//! {                        {"a":[1,2],"a":"x  y"}        spelling, order and repeated keys stay
//!   "a": [1, 2],
//!   "a": "x  y"
//! }
//! {"a": 1}␊{"b": 2}␊       {"a":1}␊{"b":2}               each value on one line
//! ```

use crate::json::index::is_json;

/// False if [`shorten`] would return false for any text with these bytes at its ends.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    let first = text.iter().find(|byte| !is_space(**byte));
    let last = text.iter().rev().find(|byte| !is_space(**byte));
    matches!((first, last), (Some(b'{' | b'['), Some(b'}' | b']')))
        && (memchr::memchr3(b' ', b'\n', b'\t', text).is_some() || memchr::memchr(b'\r', text).is_some())
}

/// Writes the text without white space outside strings to `out`. False if it has none, or if anything in it is no JSON:
/// then nothing of it may change, and `out` is unspecified. Linear.
pub fn shorten(text: &str, out: &mut String) -> bool {
    out.clear();
    if !may_apply(text.as_bytes()) {
        return false;
    }
    let (mut values, mut at) = (Vec::new(), 0);
    loop {
        let start = behind_space(text.as_bytes(), at);
        if start == text.len() {
            break;
        }
        let between = text.as_bytes().get(at..start).unwrap_or_default();
        if at > 0 {
            if memchr::memchr(b'\n', between).is_none() {
                return false;
            }
            out.push('\n');
        }
        let Some(end) = copy_value(text, start, out) else { return false };
        values.push(start..end);
        at = end;
    }
    out.len() < text.len() && values.into_iter().all(|value| text.as_bytes().get(value).is_some_and(is_json))
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn behind_space(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| is_space(**byte)).count()
}

/// Copies the object or list at `start`, and returns its end, which its brackets tell: whether it is JSON is not known yet.
fn copy_value(text: &str, start: usize, out: &mut String) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at, mut copied) = (0usize, start, start);
    loop {
        match bytes.get(at)? {
            b'"' => {
                at = string_end(bytes, at)?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    out.push_str(text.get(copied..=at)?);
                    return Some(at + 1);
                }
            }
            b' ' | b'\t' | b'\n' | b'\r' => {
                out.push_str(text.get(copied..at)?);
                at = behind_space(bytes, at);
                copied = at;
                continue;
            }
            _ if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
}

/// The offset behind the string that opens at `start`. Most strings are so short that a search costs more than to look.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    const SHORT: usize = 16;
    let mut at = start + 1;
    loop {
        let rest = bytes.get(at..)?;
        let is_sign = |byte: &u8| matches!(byte, b'"' | b'\\');
        let near = rest.iter().take(SHORT).position(is_sign);
        at += near.or_else(|| memchr::memchr2(b'"', b'\\', rest))?;
        if bytes.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated_texts::Fixtures;

    #[test]
    fn agrees_with_the_fixtures_and_the_baseline() {
        let fixtures: Fixtures =
            serde_json::from_str(include_str!("../../../../__test__/fixtures/arrival-json.json")).unwrap();
        fixtures.check(may_apply, shorten);
    }

    #[test]
    fn no_depth_is_too_deep() {
        let mut out = String::new();
        let deep = "[ ".repeat(200_000) + &"] ".repeat(200_000);
        assert!(shorten(&deep, &mut out));
        assert_eq!(out.len(), 400_000);
        assert!(!shorten(&"[ ".repeat(200_000), &mut out));
    }
}
