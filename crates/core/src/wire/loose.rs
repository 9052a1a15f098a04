//! Media of a message that are in no result: next to results, or the user's own.
//!
//! ```text
//! {"role":"user","content":[{"type":"tool_result",…}, {"type":"image",…}, {"type":"text",…}, {"type":"image",…}]}
//!                                                       beside the result                       the user's
//! ```
//! Media directly behind a result belong to it: clients put there what a result cannot hold. Behind anything else they are
//! the user's.

use super::media::{self, Element};
use crate::transcript::{Content, ToolResult, Transcript};

/// Adds a medium that is block number `block` of the current message. `beside` is the index of the result that it belongs
/// to.
pub fn push_medium(
    body: &[u8],
    element: Element,
    beside: Option<usize>,
    is_ambiguous: bool,
    transcript: &mut Transcript,
) {
    let first = transcript.parts.len() as u32;
    media::read(body, element, true, transcript);
    push(Content::Loose { first, count: 1 }, element.at, beside, is_ambiguous, transcript);
}

/// Adds media of the current message.
pub fn push(content: Content, block: u32, beside: Option<usize>, is_ambiguous: bool, transcript: &mut Transcript) {
    let message = transcript.roles.len() as u32;
    let mut media = match beside.and_then(|result| transcript.results.get(result)) {
        Some(result) => result.beside(block, content),
        None => ToolResult::new(message, block, None, None, content),
    };
    media.ambiguous |= is_ambiguous;
    transcript.loose_count += 1;
    transcript.results.push(media);
}
