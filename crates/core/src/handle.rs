//! Names for values that a reduction replaces, by which they can be asked for again. The same in TypeScript:
//! `ts/base/value-handle.ts`.
//!
//! ```text
//! "caf\u00e9\n…"  ──▶  "café\n…"  ──▶  HMAC-SHA256(key, tenant, 0, it)  ──▶  first 128 bits as 32 hex digits
//! ```
//! The value is spelled as `JSON.stringify` spells it, so a value has one handle however a client writes it.

use crate::json::scan::Level;
use crate::json::text::Text;
use sha2::{Digest, Sha256};

/// Hex digits of a handle.
pub const HANDLE_CHARS: usize = 32;
/// Bytes of a block of SHA-256.
const BLOCK_BYTES: usize = 64;
const INNER_PAD: u8 = 0x36;
const OUTER_PAD: u8 = 0x5C;

/// A handle as lower-case hex digits.
pub type Handle = [u8; HANDLE_CHARS];

/// Makes the handles of one tenant's values.
#[derive(Clone)]
pub struct Handles {
    inner: Sha256,
    outer: Sha256,
    /// Tells it from those of other keys and tenants.
    pub id: u64,
}

impl Handles {
    /// With a secret key, for one tenant.
    #[must_use]
    pub fn new(key: &[u8], tenant: &str) -> Self {
        let mut block = [0; BLOCK_BYTES];
        let hashed = Sha256::digest(key);
        let key = if key.len() > BLOCK_BYTES { hashed.as_slice() } else { key };
        block.iter_mut().zip(key).for_each(|(byte, of_key)| *byte = *of_key);
        let padded = |pad: u8| Sha256::new_with_prefix(block.map(|byte| byte ^ pad));
        let inner = padded(INNER_PAD).chain_update(tenant).chain_update([0]);
        let first = inner.clone().finalize();
        let id = first.iter().take(8).fold(0, |id, &byte| (id << 8) | u64::from(byte));
        Self { inner, outer: padded(OUTER_PAD), id }
    }

    /// The handle of a JSON string or object. Linear.
    #[must_use]
    pub fn of(&self, token: &[u8], level: Level) -> Handle {
        let mut hash = self.inner.clone();
        hash_value(token, level, &mut hash);
        let digest = self.outer.clone().chain_update(hash.finalize()).finalize();
        let mut handle = [b'0'; HANDLE_CHARS];
        let (pairs, _) = handle.as_chunks_mut::<2>();
        pairs.iter_mut().zip(digest).for_each(|(pair, byte)| *pair = [hex_digit(byte >> 4), hex_digit(byte & 15)]);
        handle
    }
}

const fn hex_digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'a' + value - 10 }
}

/// Hashes a value without white space between its tokens, and with each string as `JSON.stringify` spells it.
fn hash_value(token: &[u8], level: Level, hash: &mut Sha256) {
    let mut spelled = Vec::new();
    let mut rest = token;
    while let Some(&first) = rest.first() {
        let end = match first {
            b'"' => string_end(rest),
            b' ' | b'\t' | b'\n' | b'\r' => 0,
            _ => rest.iter().position(|byte| matches!(byte, b'"' | b' ' | b'\t' | b'\n' | b'\r')).unwrap_or(rest.len()),
        };
        let (piece, behind) = rest.split_at(end.max(1).min(rest.len()));
        if first == b'"' {
            spelled.clear();
            let inside = piece.get(1..piece.len().saturating_sub(1)).unwrap_or_default();
            Text::new(inside, level).respell_into(&mut spelled);
            hash.update(b"\"");
            hash.update(&spelled);
            hash.update(b"\"");
        } else if end > 0 {
            hash.update(piece);
        }
        rest = behind;
    }
}

/// Bytes of the string at the start of `rest`, quotes included.
fn string_end(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = rest.get(at..).and_then(|behind| memchr::memchr2(b'"', b'\\', behind)) {
        at += found;
        if rest.get(at) == Some(&b'"') {
            return at + 1;
        }
        at += 2;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handle(key: &str, tenant: &str, token: &str) -> String {
        String::from_utf8(Handles::new(key.as_bytes(), tenant).of(token.as_bytes(), Level::SCALAR).to_vec()).unwrap()
    }

    #[test]
    fn is_an_hmac_of_tenant_and_value() {
        // From Node: createHmac("sha256", "k".repeat(20)).update("acme\0\"value\"").
        assert_eq!(handle(&"k".repeat(20), "acme", "\"value\""), "14ba985553541c32a501849ff2facc01");
        assert_eq!(handle(&"k".repeat(90), "acme", "\"value\""), "ec922e09cdb338d7e03046288d558883");
    }

    #[test]
    fn is_the_same_for_every_spelling_of_a_value_and_another_for_every_value_tenant_and_key() {
        let of = |token: &str| handle("a key of the tests", "t", token);
        assert_eq!(of(r#""caf\u00e9\/\n""#), of("\"café/\\n\""));
        assert_eq!(of("{ \"a\" : [1, \"\\u0062 c\"]\n}"), of("{\"a\":[1,\"b c\"]}"));
        let others =
            [of("\"b\""), of("\"c\""), of("{\"a\":\"b\"}"), of("\"\\\"\""), handle("another key", "t", "\"b\"")];
        let others = others.into_iter().chain([handle("a key of the tests", "u", "\"b\"")]);
        assert_eq!(others.collect::<std::collections::HashSet<_>>().len(), 6);
    }

    #[test]
    fn takes_what_is_no_json() {
        for token in ["", "\"", "\"\\", "{\"a", "  ", "\"a\"b\""] {
            assert_eq!(handle("k", "t", token).len(), HANDLE_CHARS);
        }
    }
}
