//! Which tokens have to be merged before which.
//!
//! Byte-pair encoding joins, of all neighbours that form a token, those whose token has the lowest number. A token is ever
//! formed by one pair of tokens only, the last one when its own bytes are encoded. So the numbers matter for a token and
//! its two parts, and for two tokens of which one ends with the part that the other begins with. Any order that keeps
//! these gives the same tokens for every text: two other tokens that follow each other in the order can change places,
//! because joining one makes no pair of the other and takes none away.

use crate::last_pair::last_pair;
use std::collections::HashMap;

/// The lowest layer of each token, by its number, so that the layers keep the order that matters.
///
/// # Panics
/// Where a token is not formed by two with lower numbers.
pub fn layers_of(tokens: &[Vec<u8>]) -> Vec<u16> {
    let numbers: HashMap<&[u8], usize> = tokens.iter().enumerate().map(|(at, token)| (token.as_slice(), at)).collect();
    let mut layers = Vec::with_capacity(tokens.len());
    // The highest layer of the tokens so far that begin or end with a token.
    let (mut begun, mut ended) = (vec![0; tokens.len()], vec![0; tokens.len()]);
    for (number, token) in tokens.iter().enumerate() {
        if token.len() == 1 {
            layers.push(0);
            continue;
        }
        let (left, right) = last_pair(token, &numbers);
        assert!(left < number && right < number, "token {number} is not formed by earlier ones");
        let under: u16 = [ended[left], begun[right], layers[left], layers[right]].into_iter().max().unwrap_or(0);
        let layer = under + 1;
        begun[left] = layer.max(begun[left]);
        ended[right] = layer.max(ended[right]);
        layers.push(layer);
    }
    layers
}
