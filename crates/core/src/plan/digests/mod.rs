//! Digests in the placeholders of masked results: what each was about, as far as the model has it from nowhere else.
//!
//! ```text
//! said before the result                    left out: the system prompt, the user, the assistant, arguments of calls
//! named by a digest before it               left out, if that digest is there whenever this one is
//! what arrival made of the result            not looked at, but for a cut: a digest names paths as they came, each line's number,
//!                                            and nothing that was cut away
//! other results, and all that comes later   not looked at, so that later requests repeat a digest byte for byte
//! ```
//! A digest depends on nothing but these, so it is remembered by their hash: a request repeats the one before it.

mod known;
mod named;
mod said;

use super::Request;
use super::cache::UnitKeys;
use super::cut_calls::is_cut;
use super::text_signs::Sign;
use crate::arrival::CLIP_MARK;
use crate::digest::digest;
use crate::json::text::Text;
use crate::policy::Rule;
use crate::policy::mentions::{DigestLimits, OPENING, mentions_in};
use crate::transcript::{TextPart, ToolResult};
use known::KnownDigests;
use memchr::{memchr, memmem};
use named::Named;
use said::Said;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Candidates of each rank that are remembered; no digest has room for more.
const MAX_WORDS: usize = 1_000;

/// Chars of a record's digest, up to three tenths of the record, where the policy's share would be fewer: a model needs a short
/// record's values again, and cannot tell which.
const RECORD_CHARS: usize = 300;

/// Makes digests, in the order of the results.
#[derive(Default)]
pub(super) struct Digester {
    known: KnownDigests,
    said: Said,
    named: Named,
    text: Vec<u8>,
    words: String,
}

impl Digester {
    /// Starts a request. Keeps memory as [`crate::scratch::reset`] does.
    pub(super) fn reset(&mut self, bytes: usize) {
        self.said.reset(bytes);
        self.named.reset();
        crate::scratch::reset(&mut self.text, bytes);
    }

    /// Frees what takes more than `bytes`: no more results follow.
    pub(super) fn finish(&mut self, bytes: usize) {
        self.said.finish(bytes);
    }

    /// Adds what was said before `result`. Results must come in their order.
    pub(super) fn advance(&mut self, request: &Request<'_>, keys: &UnitKeys<'_>, result: &ToolResult) {
        self.said.advance(request, keys, result.place());
    }

    /// The digest of the result advanced to, of at most `room` chars; empty if there is nothing to name. `ready`: the
    /// message from which on the result can be masked.
    pub(super) fn digest(&mut self, request: &Request<'_>, result: &ToolResult, ready: u32, room: usize) -> &str {
        let key = self.key_of(request, result, ready, room);
        self.words.clear();
        if self.known.find(key, &mut self.words) {
            return &self.words;
        }
        self.text.clear();
        for (at, part) in request.transcript.texts(result).enumerate() {
            if at > 0 {
                self.text.push(b'\n');
            }
            let text = cut_form(request, part).unwrap_or_else(|| request.came_text(part));
            text.decode_lossy_into(&mut self.text);
        }
        blank_marks(&mut self.text);
        let text = core::str::from_utf8(&self.text).unwrap_or_default();
        let (said, named) = (self.said.words(request.body), self.named.words());
        let is_known = |word: &str| said.has(word) || named.is_there_by(word, ready);
        digest(text, &is_known, MAX_WORDS, room, &mut self.words);
        self.known.remember(key, &self.words);
        &self.words
    }

    /// Says that the last digest was written.
    pub(super) fn note(&mut self, ready: u32) {
        self.named.add(&self.words, ready);
    }

    /// Adds the digests of a result that came with our own placeholder.
    pub(super) fn note_own(&mut self, request: &Request<'_>, result: &ToolResult, ready: u32) {
        for part in request.transcript.texts(result) {
            self.text.clear();
            request.text(part).decode_lossy_into(&mut self.text);
            self.named.add(mentions_in(core::str::from_utf8(&self.text).unwrap_or_default()), ready);
        }
    }

    /// Everything that a digest depends on, as a hash whose seed no caller knows.
    fn key_of(&self, request: &Request<'_>, result: &ToolResult, ready: u32, room: usize) -> u64 {
        let mut key = mixed(self.said.hash(), self.named.hash());
        key = mixed(key, u64::from(ready));
        key = mixed(key, room as u64);
        for part in request.transcript.texts(result) {
            let hash = |text: Text<'_>| xxh3_64_with_seed(text.raw(), key);
            let came = || self.said.unit_hash().unwrap_or_else(|| hash(request.came_text(part)));
            key = mixed(key, cut_form(request, part).map_or_else(came, hash));
        }
        key
    }
}

/// The form of a text that arrival cut. What was cut away is not named, so that a request which comes reduced gets the same
/// digest.
fn cut_form<'a>(request: &'a Request<'_>, part: &TextPart) -> Option<Text<'a>> {
    let (raw, _) = request.arrivals.form_of(part).filter(|(raw, signs)| signs.has(Sign::Cut) && is_cut(raw))?;
    Some(Text::new(raw, request.level))
}

/// Blanks what the line of a cut says of the cut, whose numbers are no names of the result; the names of what was cut stay.
fn blank_marks(text: &mut [u8]) {
    let mut from = 0;
    while let Some(at) = memmem::find(text.get(from..).unwrap_or_default(), CLIP_MARK.as_bytes()) {
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        let line = memchr(b'\n', rest).map_or(rest, |end| rest.get(..end).unwrap_or_default());
        let end = start + memmem::find(line, OPENING.as_bytes()).unwrap_or(line.len());
        if start == 0 || text.get(start - 1) == Some(&b'\n') {
            text.get_mut(start..end).into_iter().for_each(|mark| mark.fill(b' '));
        }
        from = end.max(start + CLIP_MARK.len());
    }
}

/// Two hashes as one.
fn mixed(one: u64, other: u64) -> u64 {
    xxh3_64_with_seed(&other.to_le_bytes(), one)
}

impl DigestLimits {
    /// Most chars of a digest in a placeholder of `placeholder` chars, for a result of `chars`. A short record (`is_record`) has
    /// more to name than other texts. Where the head is shown, there is none.
    pub(super) fn room(self, placeholder: usize, (chars, is_record): (usize, bool), rule: &Rule) -> usize {
        if rule.max_observation_chars.is_some() {
            return 0;
        }
        let rest = chars.saturating_sub(1 + placeholder + OPENING.len());
        let share = (chars as u64 * u64::from(self.ratio) / 10_000) as usize;
        let least = if is_record { RECORD_CHARS.min(chars * 3 / 10) } else { 0 };
        self.max_chars.min(share.max(least)).min(rest)
    }
}
