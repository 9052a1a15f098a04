//! What several stages ask of the results' texts as they came: found out in one place, and remembered by the texts' keys, because
//! a request repeats the one before it.

use super::Request;
use super::cut_calls::{has_lost_passed, is_cut};
use super::references::may_refer;
use super::report_clip::is_shortened;
use super::roles::says_user;
use crate::dedupe::{has_pointer, has_pointer_back};
use crate::failure::lines::{Lines, lines_of, may_have_error};
use crate::hash::SEED;
use crate::json::text::Text;
use crate::span::Span;
use crate::transcript::{TextPart, ToolResult};
use crate::weight::remembered::KnownWeights;
use crate::weight::weigh::PartKey;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bytes of a long text: to hash a unit around it without it costs less than with it.
const LONG_BYTES: usize = 512;

/// What a text may have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    /// The line of a clip, or a pointer.
    Cut,
    /// The line in whose place lines of passed checks were.
    LostPassed,
    /// What pointers that lead back begin with.
    PointsBack,
    /// The line of a shortened report.
    Report,
    /// A line that may be an error.
    MayFail,
    /// What a tool says of an earlier result that still holds.
    Refers,
    /// The user's words, at its beginning.
    SaysUser,
}

impl Sign {
    const ALL: [Self; 7] =
        [Self::Cut, Self::LostPassed, Self::PointsBack, Self::Report, Self::MayFail, Self::Refers, Self::SaysUser];

    /// Whether a text of `chars` has it. Linear.
    fn is_in(self, request: &Request<'_>, text: Text<'_>, chars: usize) -> bool {
        match self {
            Self::Cut => is_cut(text.raw()) || has_pointer(text.raw()),
            Self::LostPassed => has_lost_passed(text.raw()),
            Self::PointsBack => has_pointer_back(text.raw()),
            Self::Report => is_shortened(text.raw(), request.policy),
            Self::MayFail => may_have_error(text),
            Self::Refers => may_refer(request, text, chars),
            Self::SaysUser => says_user(text),
        }
    }
}

/// What is known of a text, as bits: of each [`Sign`], and of its lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signs(u32);

const ERROR: u32 = 1 << 30;
const MAY_BE_MARK: u32 = 1 << 31;

impl Signs {
    /// Of the text of `key`, which has `chars`. Linear where it is not known.
    pub(super) fn known(
        known: &mut KnownWeights,
        key: PartKey,
        request: &Request<'_>,
        text: Text<'_>,
        chars: usize,
    ) -> Self {
        Self(known.get_or(key, || Self::of(request, text, chars).0.into()) as u32)
    }

    fn of(request: &Request<'_>, text: Text<'_>, chars: usize) -> Self {
        let Lines { error, may_be_mark } = lines_of(text);
        let lines = [(ERROR, error), (MAY_BE_MARK, may_be_mark)];
        let signs = Sign::ALL.map(|sign| (1 << sign as u32, sign.is_in(request, text, chars)));
        Self(signs.iter().chain(&lines).filter(|(_, is_in)| *is_in).fold(0, |bits, (bit, _)| bits | bit))
    }

    pub(super) const fn has(self, sign: Sign) -> bool {
        self.0 & 1 << sign as u32 != 0
    }

    pub(super) const fn lines(self) -> Lines {
        Lines { error: self.0 & ERROR != 0, may_be_mark: self.0 & MAY_BE_MARK != 0 }
    }
}

/// What is read of a result's texts and remembered by them.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// A clipped error.
    Clip,
    /// A shortened report.
    Report,
    /// Lines that say what failed.
    Lines,
}

/// The texts of all results.
#[derive(Default)]
pub(super) struct TextSigns {
    /// By result: its first part.
    firsts: Vec<u32>,
    /// By part; of media nothing is known.
    parts: Vec<(PartKey, Option<Signs>)>,
    /// In document order.
    long: Vec<(Span, PartKey)>,
}

impl TextSigns {
    /// Reads the texts of a request whose results may have smaller forms; of others nothing is known. Linear.
    pub(super) fn read(request: &Request<'_>, known: &mut KnownWeights) -> Self {
        let mut read = Self::default();
        if !request.policy.arrival.is_on() {
            return read;
        }
        let results = &request.transcript.results;
        read.firsts.reserve_exact(results.len());
        read.parts.reserve_exact(results.len());
        for result in results {
            read.firsts.push(read.parts.len() as u32);
            let long = &mut read.long;
            let parts = if result.content.is_result() { request.transcript.parts(result) } else { &[] };
            read.parts.extend(parts.iter().map(|part| {
                if part.is_media {
                    return (PartKey::NONE, None);
                }
                let key = PartKey::of(part.text.inside().of(request.body));
                let of_policy = key.after(Span::default(), &request.policy.id.to_le_bytes());
                let signs = Signs::known(known, of_policy, request, request.came_text(part), part.chars as usize);
                if part.text.byte_count() >= LONG_BYTES {
                    long.push((part.text, key));
                }
                (key, Some(signs))
            }));
        }
        read
    }

    /// The long texts and their keys, in document order.
    pub(super) fn long_texts(&self) -> &[(Span, PartKey)] {
        &self.long
    }

    fn part(&self, result: usize, index: usize) -> Option<&(PartKey, Option<Signs>)> {
        self.parts.get(*self.firsts.get(result)? as usize + index)
    }

    /// The key of a raw text; none if it was not read.
    pub(super) fn key(&self, result: usize, index: usize) -> Option<PartKey> {
        self.part(result, index).map(|(key, _)| *key)
    }

    /// What is known of a text.
    pub(super) fn of(&self, result: usize, index: usize) -> Option<Signs> {
        self.part(result, index)?.1
    }
}

impl<'a> Request<'a> {
    /// The texts of the result number `at`, as [`Request::text_and_signs`] has them.
    pub(super) fn texts<'r>(
        &'r self,
        at: usize,
        result: &'r ToolResult,
    ) -> impl Iterator<Item = (Text<'a>, Option<Signs>)> + 'r {
        let parts = self.transcript.parts(result).iter().enumerate().filter(|(_, part)| !part.is_media);
        parts.map(move |(index, part)| self.text_and_signs(at, index, part))
    }

    /// Whether a text of the result number `at` came with a sign.
    pub(super) fn came_with(&self, sign: Sign, at: usize, result: &ToolResult) -> bool {
        let mut parts = self.transcript.parts(result).iter().enumerate().filter(|(_, part)| !part.is_media);
        parts.any(|(index, part)| self.part_came_with(sign, (at, index), part))
    }

    /// Whether the first text of the result number `at` came with a sign.
    pub(super) fn begins_with(&self, sign: Sign, at: usize, result: &ToolResult) -> bool {
        let first = self.transcript.parts(result).iter().enumerate().find(|(_, part)| !part.is_media);
        first.is_some_and(|(index, part)| self.part_came_with(sign, (at, index), part))
    }

    /// Whether a text came with a sign.
    pub(super) fn part_came_with(&self, sign: Sign, (at, index): (usize, usize), part: &TextPart) -> bool {
        let came = || sign.is_in(self, self.came_text(part), part.chars as usize);
        self.signs.of(at, index).map_or_else(came, |signs| signs.has(sign))
    }

    /// Tells a text of the result number `at` as it is sent unless it is edited from all others: a hash whose seed no caller
    /// knows.
    pub(super) fn hash_of_text(&self, (at, index): (usize, usize), part: &TextPart) -> u64 {
        let came = || self.signs.key(at, index).filter(|&key| key != PartKey::NONE).map(PartKey::hash);
        let known = self.arrivals.part_of(part).map(|found| found.hash).or_else(came);
        known.unwrap_or_else(|| xxh3_64_with_seed(self.text(part).raw(), *SEED))
    }

    /// The key of what is read of the texts of the result number `at`, as they are sent unless they are edited.
    pub(super) fn key_of_texts(&self, at: usize, result: &ToolResult, reading: Reading) -> PartKey {
        let parts = self.transcript.parts(result).iter().enumerate().filter(|(_, part)| !part.is_media);
        let policy = PartKey::of_hash(*SEED).after(Span::default(), &self.policy.id.to_le_bytes());
        parts.fold(policy, |key, (index, part)| {
            let hash = self.hash_of_text((at, index), part);
            key.after(Span { start: reading as u32, end: 0 }, &hash.to_le_bytes())
        })
    }

    /// A text of the result number `at` as it is sent unless it is edited, and what is known of it.
    pub(super) fn text_and_signs(&self, at: usize, index: usize, part: &TextPart) -> (Text<'a>, Option<Signs>) {
        match self.arrivals.form_of(part) {
            Some((raw, signs)) => (Text::new(raw, self.level), Some(signs)),
            None => (self.came_text(part), self.signs.of(at, index)),
        }
    }
}
