//! The pair of tokens that forms a token.

use std::collections::HashMap;

/// The numbers of the two tokens that are joined last when a token's own bytes are encoded.
pub fn last_pair(token: &[u8], numbers: &HashMap<&[u8], usize>) -> (usize, usize) {
    let mut starts: Vec<usize> = (0..=token.len()).collect();
    while starts.len() > 3 {
        let joined =
            (1..starts.len() - 1).filter_map(|at| Some((numbers.get(&token[starts[at - 1]..starts[at + 1]])?, at)));
        let (_, at) = joined.min().expect("a token's bytes become the token");
        starts.remove(at);
    }
    (numbers[&token[..starts[1]]], numbers[&token[starts[1]..]])
}
