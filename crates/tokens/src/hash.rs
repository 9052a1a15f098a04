//! What tells contents apart.

use twox_hash::XxHash3_128;

/// xxh3-128 of a content. Contents of one hash and one length are taken for the same; it does not withstand somebody who
/// looks for two of them.
#[must_use]
pub fn content_hash(content: &[u8]) -> u128 {
    XxHash3_128::oneshot(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_published_one() {
        assert_eq!(content_hash(b""), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
        assert_ne!(content_hash(&[0; 1_000]), content_hash(&[0; 1_001]));
    }
}
