//! Images and documents that have to go because the request is over a limit that no token tells: too many bytes, too many
//! images, or large ones among many.
//!
//! ```text
//! limit 100     image 1 … 100 stay     the 101st comes: the oldest 25 go     126th: 25 more
//! ```
//! More go than have to, so that the provider's prompt cache is lost for it once and not at each step. Which ones go after a
//! message depends on what came up to it, so that every later request finds the same.

use crate::json::key::decoded;
use crate::models::{FoundBy, facts_of, limits_of, may_be_over};
use crate::plan::{Action, Decision};
use crate::policy::{Most, Policy};
use crate::transcript::{Content, Due, ToolResult, Transcript};
use crate::weight::longer_edge::longer_edge;
use crate::wire::Wire;
use std::collections::HashSet;

/// What goes at once is at least this part of a limit.
const STEPS: usize = 4;
/// Bytes of a note in the place of an image, with its keys.
const NOTE_BYTES: usize = 200;

/// What a request is limited to.
#[derive(Clone, Copy)]
pub struct SizeLimits {
    bytes: usize,
    images: usize,
    /// Most images if one has a longer edge than so many pixels.
    many: Option<(usize, u32)>,
}

/// One image or document.
struct Medium {
    /// The result or message part that it is in.
    owner: usize,
    message: u32,
    start: u32,
    bytes: usize,
    is_large: bool,
}

/// A request that may be over a limit.
pub struct Over {
    limits: SizeLimits,
    /// In document order.
    media: Vec<Medium>,
    /// More images that are in no place that can be edited.
    others: usize,
    /// By message: bytes of the body up to its end, with what is around the list.
    bytes: Vec<usize>,
}

impl Over {
    /// The limits of a request, if it could be over one: the policy's, else those of its model's vendor.
    pub fn limits(
        policy: &Policy,
        body: &[u8],
        wire: Wire,
        (model, host): (&[u8], &str),
        transcript: &Transcript,
    ) -> Option<SizeLimits> {
        let Most { bytes, images } = policy.most;
        let seen = transcript.image_count as usize;
        let over_own = images.is_some() || bytes.is_some_and(|most| body.len() > most);
        if !over_own && !may_be_over(body.len(), seen) {
            return None;
        }
        let named = decoded(transcript.model.inside().of(body));
        let model = if model.is_empty() { &*named } else { model };
        let (row, by) = facts_of(model, host, wire, &policy.cache.models);
        // As the validator: on its wire a name that tells no vendor is a name of Anthropic's.
        let vendor = if by == FoundBy::Wire && wire == Wire::Anthropic { "anthropic" } else { &*row.vendor };
        let known = limits_of(vendor);
        let all = |own: Option<usize>, theirs: Option<usize>| own.or(theirs).unwrap_or(usize::MAX);
        let limits = SizeLimits {
            bytes: all(bytes, known.and_then(|known| known.request_bytes)),
            images: all(images, known.and_then(|known| known.images)),
            many: known.and_then(|known| known.many_images.zip(known.many_image_pixels)),
        };
        let most_images = limits.many.map_or(limits.images, |(many, _)| many.min(limits.images));
        (over_own || body.len() > limits.bytes || seen > most_images).then_some(limits)
    }

    /// The media of a request that was read with all of them and with its units. Linear in its messages and media.
    pub fn find(body: &[u8], transcript: &Transcript, limits: SizeLimits) -> Self {
        let reads_edges = limits.many.filter(|&(many, _)| transcript.image_count as usize > many);
        let mut media = Vec::new();
        for (owner, result) in transcript.results.iter().enumerate() {
            if !holds_media(result) {
                continue;
            }
            for part in transcript.parts(result).iter().filter(|part| part.is_media) {
                let data = part.text.inside().of(body);
                let is_large = reads_edges.is_some_and(|(_, most)| longer_edge(data).is_some_and(|edge| edge > most));
                let (message, start) = (result.message, part.element.start);
                media.push(Medium { owner, message, start, bytes: data.len(), is_large });
            }
        }
        let list = transcript.list;
        let around = body.len() - list.byte_count();
        let mut bytes = vec![around; transcript.roles.len()];
        for unit in &transcript.units {
            if let Some(bytes) = bytes.get_mut(unit.message as usize) {
                *bytes = around + (unit.span.end.saturating_sub(list.start)) as usize;
            }
        }
        let others = (transcript.image_count as usize).saturating_sub(media.len());
        Self { limits, media, others, bytes }
    }

    /// What has to go, in document order: the oldest first.
    pub fn due(&self) -> Vec<Due> {
        let (limits, media) = (self.limits, &self.media);
        let mut due: Vec<Due> = Vec::new();
        let (mut come, mut gone_bytes, mut has_large) = (0, 0, false);
        for (message, &bytes) in (0_u32..).zip(&self.bytes) {
            while let Some(one) = media.get(come).filter(|one| one.message <= message) {
                has_large |= one.is_large;
                come += 1;
            }
            let wanted_bytes = in_steps(bytes, limits.bytes);
            let wanted = in_steps(come + self.others, self.most_images(has_large, come + self.others));
            while let Some(one) = media.get(due.len()).filter(|_| due.len() < come) {
                let before = due.len().checked_sub(1).and_then(|at| media.get(at));
                let is_beside = before.is_some_and(|before| before.owner == one.owner);
                if gone_bytes >= wanted_bytes && due.len() >= wanted && !is_beside {
                    break;
                }
                gone_bytes += one.bytes.saturating_sub(NOTE_BYTES);
                due.push(Due { start: one.start, message });
            }
        }
        due
    }

    /// Whether a reduced request of so many bytes is within every limit.
    pub fn fits(&self, bytes: usize, transcript: &Transcript, decisions: &[Decision]) -> bool {
        let masked = decisions.iter().filter(|decision| decision.action == Action::Mask);
        let results = masked.filter_map(|decision| transcript.results.get(decision.result as usize));
        // An image takes the place of a picture.
        let results =
            results.filter(|result| holds_media(result) && !matches!(result.content, Content::Picture { .. }));
        let parts = results.flat_map(|result| transcript.parts(result)).filter(|part| part.is_media);
        let gone: HashSet<u32> = parts.map(|part| part.element.start).collect();
        let (mut left, mut has_large) = (self.others, false);
        for one in self.media.iter().filter(|one| !gone.contains(&one.start)) {
            left += 1;
            has_large |= one.is_large;
        }
        bytes <= self.limits.bytes && left <= self.most_images(has_large, left)
    }

    /// Most images where there are so many.
    fn most_images(&self, has_large: bool, count: usize) -> usize {
        let many = self.limits.many.filter(|&(many, _)| has_large && count > many);
        many.map_or(self.limits.images, |(many, _)| many.min(self.limits.images))
    }
}

/// Whether the parts of a result may be images or documents.
const fn holds_media(result: &ToolResult) -> bool {
    matches!(
        result.content,
        Content::Media { .. } | Content::Response { .. } | Content::Loose { .. } | Content::Picture { .. }
    )
}

/// How much has to go of `have`, in whole steps; nothing below the limit.
const fn in_steps(have: usize, most: usize) -> usize {
    let step = if most < STEPS { 1 } else { most / STEPS };
    have.saturating_sub(most).div_ceil(step) * step
}

#[cfg(test)]
mod tests {
    use super::in_steps;

    #[test]
    fn what_goes_is_a_whole_number_of_steps() {
        let table = [(100, 100, 0), (101, 100, 25), (125, 100, 25), (126, 100, 50), (3, 1, 2), (2, 0, 2), (0, 0, 0)];
        for (have, most, expected) in table {
            assert_eq!(in_steps(have, most), expected, "{have} of {most}");
        }
        assert_eq!(in_steps(usize::MAX, usize::MAX), 0);
    }
}
