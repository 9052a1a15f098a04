//! Images and documents that have to go because the request is over a limit that no token tells: too many bytes, too many
//! images, large ones among many, or one that is too large by itself, which goes at once.
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
use crate::transcript::{Content, Due, Place, ToolResult, Transcript};
use crate::weight::longer_edge::longer_edge;
use crate::wire::Wire;
use std::collections::{HashSet, VecDeque};

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
    pixels: Option<u32>,
    /// Nothing but an image's edge can be over a limit.
    by_pixels_alone: bool,
}

/// One image or document.
struct Medium {
    /// The result or message part that it is in.
    owner: usize,
    place: Place,
    start: u32,
    bytes: usize,
    is_large: bool,
    /// It, or one beside it, has a longer edge than any image may have.
    is_beyond: bool,
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
            pixels: known.and_then(|known| known.image_pixels).filter(|_| seen > 0),
            by_pixels_alone: false,
        };
        let most_images = limits.many.map_or(limits.images, |(many, _)| many.min(limits.images));
        let by_pixels_alone = !(over_own || body.len() > limits.bytes || seen > most_images);
        (!by_pixels_alone || limits.pixels.is_some()).then_some(SizeLimits { by_pixels_alone, ..limits })
    }

    /// The media of a request that was read with all of them and with its units. Linear in its messages and media.
    pub fn find(body: &[u8], transcript: &Transcript, limits: SizeLimits) -> Self {
        let many = limits.many.filter(|&(many, _)| transcript.image_count as usize > many);
        let reads_edges = many.is_some() || limits.pixels.is_some();
        let mut media: Vec<Medium> = Vec::new();
        for (owner, result) in transcript.results.iter().enumerate() {
            if !holds_media(result) {
                continue;
            }
            let first = media.len();
            for part in transcript.parts(result).iter().filter(|part| part.is_media) {
                let data = part.text.inside().of(body);
                let edge = if reads_edges { longer_edge(data) } else { None };
                let is_over = |most: Option<u32>| edge.zip(most).is_some_and(|(edge, most)| edge > most);
                let (is_large, is_beyond) = (is_over(many.map(|(_, most)| most)), is_over(limits.pixels));
                let (place, start) = (result.place(), part.element.start);
                media.push(Medium { owner, place, start, bytes: data.len(), is_large, is_beyond });
            }
            let own = media.get_mut(first..).unwrap_or_default();
            let is_beyond = own.iter().any(|one| one.is_beyond);
            for one in own {
                one.is_beyond = is_beyond;
            }
        }
        let list = transcript.list;
        let around = body.len() - list.byte_count();
        // Nothing but media has to go.
        let mut bytes = vec![around; if media.is_empty() { 0 } else { transcript.roles.len() }];
        for unit in &transcript.units {
            if let Some(bytes) = bytes.get_mut(unit.message() as usize) {
                *bytes = around + (unit.span.end.saturating_sub(list.start)) as usize;
            }
        }
        let others = (transcript.image_count as usize).saturating_sub(media.len());
        Self { limits, media, others, bytes }
    }

    /// Whether every image's edge is within the limit, where nothing else can be over one.
    pub fn is_within(&self) -> bool {
        self.limits.by_pixels_alone && !self.media.iter().any(|one| one.is_beyond)
    }

    /// What has to go, in document order: what is too large by itself, and of the rest the oldest first.
    pub fn due(&self) -> Vec<Due> {
        let limits = self.limits;
        // By result or message part: all its media go.
        let mut coming = self.media.chunk_by(|one, next| one.owner == next.owner).peekable();
        let (mut waiting, mut due) = (VecDeque::new(), Vec::new());
        let (mut come, mut gone, mut gone_bytes, mut has_large) = (0, 0, 0, false);
        let mut go = |of: &[Medium], message: u32| {
            let Some(&Medium { place, is_beyond: at_once, .. }) = of.first() else { return (0, 0) };
            due.push(Due { place, message, at_once });
            (of.len(), of.iter().map(|one| one.bytes.saturating_sub(NOTE_BYTES)).sum::<usize>())
        };
        for (message, &bytes) in (0_u32..).zip(&self.bytes) {
            let is_here = |of: &&[Medium]| of.first().is_some_and(|one| one.place.message <= message);
            while let Some(of) = coming.next_if(is_here) {
                come += of.len();
                if of.iter().any(|one| one.is_beyond) {
                    let (count, bytes) = go(of, message);
                    (gone, gone_bytes) = (gone + count, gone_bytes + bytes);
                } else {
                    has_large |= of.iter().any(|one| one.is_large);
                    waiting.push_back(of);
                }
            }
            let wanted_bytes = in_steps(bytes, limits.bytes);
            let wanted = in_steps(come + self.others, self.most_images(has_large, come + self.others));
            while gone_bytes < wanted_bytes || gone < wanted {
                let Some(of) = waiting.pop_front() else { break };
                let (count, bytes) = go(of, message);
                (gone, gone_bytes) = (gone + count, gone_bytes + bytes);
            }
        }
        due.sort_unstable_by_key(|due| due.place);
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
        let (mut left, mut has_large, mut has_beyond) = (self.others, false, false);
        for one in self.media.iter().filter(|one| !gone.contains(&one.start)) {
            left += 1;
            has_large |= one.is_large;
            has_beyond |= one.is_beyond;
        }
        !has_beyond && bytes <= self.limits.bytes && left <= self.most_images(has_large, left)
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
