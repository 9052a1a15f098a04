//! Words that may be secrets, which no digest names.
//!
//! ```text
//! AKIAIOSFODNN7EXAMPLE  ghp_…  wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY     by themselves: keys
//! password=hunter2  "api_key": "x_1"  Bearer a1b2  user:pass1@host/db       by what is in front of them
//! ```

/// Bytes of the shortest key.
const LEAST_KEY_BYTES: usize = 20;
/// Letters and digits of the shortest key that has no known beginning.
const LEAST_MIXED_BYTES: usize = 24;

const KEY_STARTS: [&str; 17] = [
    "AKIA",
    "ASIA",
    "AIza",
    "eyJ",
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "whsec_",
    "glpat-",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "xoxb-",
    "xoxp-",
];

/// Whether a word looks like a key, or like random letters and digits with signs between them.
pub fn is_key(word: &str) -> bool {
    word.len() >= LEAST_KEY_BYTES && (KEY_STARTS.iter().any(|start| word.starts_with(start)) || is_mixed(word))
}

fn is_mixed(word: &str) -> bool {
    let made = || word.bytes().filter(u8::is_ascii_alphanumeric);
    let length = made().count();
    let has = |is: fn(&u8) -> bool| made().any(|byte| is(&byte));
    length >= LEAST_MIXED_BYTES
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && changes_of(made()) * 3 >= length
}

/// How often capitals, small letters and digits change in letters and digits.
pub fn changes_of(part: impl Iterator<Item = u8>) -> usize {
    let mut kinds = part.map(|byte| (byte.is_ascii_digit(), byte.is_ascii_lowercase()));
    let Some(mut last) = kinds.next() else { return 0 };
    kinds.filter(|&kind| core::mem::replace(&mut last, kind) != kind).count()
}

/// In small letters.
const SECRET_NAMES: [&str; 19] = [
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "secret",
    "token",
    "credential",
    "credentials",
    "api_key",
    "apikey",
    "api-key",
    "access_key",
    "accesskey",
    "access-key",
    "secret_key",
    "secretkey",
    "secret-key",
    "private_key",
    "auth_key",
];
/// Most bytes between a name and its value.
const MAX_GAP_BYTES: usize = 6;

/// Whether the word that begins at byte `start` is the value of something that is named like a secret, or part of a login.
pub fn is_named_secret(text: &str, start: usize, word: &str) -> bool {
    let before = text.as_bytes().get(..start).unwrap_or_default();
    if before.last() == Some(&b':') && word.find('@').is_some_and(|at| at > 0) {
        return true;
    }
    let is_gap = |byte: &&u8| matches!(byte, b'"' | b'\'' | b' ' | b'\\' | b':' | b'=');
    let gap = before.iter().rev().take(MAX_GAP_BYTES).take_while(is_gap).count();
    if gap == 0 {
        return false;
    }
    let (named, gap) = before.split_at(before.len() - gap);
    let ends_with = |name: &&str| {
        let end = named.len().checked_sub(name.len()).and_then(|from| named.get(from..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(name.as_bytes()))
    };
    ends_with(&"bearer") || (gap.iter().any(|byte| matches!(byte, b':' | b'=')) && SECRET_NAMES.iter().any(ends_with))
}
