//! The hash that identifies a result's content.

use crate::json::scan::Level;
use crate::json::text::Text;
use xxhash_rust::xxh3::Xxh3;

/// xxh3-128 of the decoded texts, one after the other, as UTF-8 (a lone surrogate as its three generalised bytes). Texts
/// that differ in the spelling of escapes alone have the same hash. `raw` are the insides of valid JSON strings. Linear.
#[must_use]
pub fn content_hash<'a>(raw: impl Iterator<Item = &'a [u8]>) -> u128 {
    let mut hasher = Xxh3::new();
    let mut decoded = Vec::new();
    for part in raw {
        decoded.clear();
        Text::new(part, Level::SCALAR).decode_into(&mut decoded);
        hasher.update(&decoded);
    }
    hasher.digest128()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_in_escapes_alone_have_one_hash() {
        let hash = |parts: &[&str]| content_hash(parts.iter().map(|part| part.as_bytes()));
        assert_eq!(hash(&[r"a\nb\u00e9"]), hash(&[r"a\u000ab", "é"]));
        assert_ne!(hash(&["a"]), hash(&["b"]));
        // The published value for the empty input.
        assert_eq!(hash(&[]), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
    }
}
