//! Applies the kinds one after the other.

use super::clip::DigestLimits;
use super::clip_mark::CLIP_MARK;
use super::line_numbers::LineNumbers;
use super::{Kind, Settings, clip, json, line_numbers, long_lines, paths, repeats, similar, terminal};

/// What a clip says of the part that it leaves out.
const CLIP_DIGEST: DigestLimits = DigestLimits { max_words: 80, max_chars: 800 };
/// Texts that other stages write or keep byte for byte, and the marks of kinds that lose something.
const LEFT_ALONE: [&str; 4] = ["[error clipped — ", "_DISPATCH_RESULT", CLIP_MARK, " chars …]"];
/// Most times that all kinds are applied, until none of them finds anything. A text that takes more stays as it came, so
/// that a smaller form is always left alone when it comes back.
const PASSES: usize = 4;

fn is_left_alone(text: &str) -> bool {
    LEFT_ALONE.iter().any(|mark| text.contains(mark))
}

/// The smaller form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived<'c> {
    /// Its text.
    pub text: &'c str,
    /// The kind that removed most bytes; of equals, the first.
    pub kind: Kind,
}

/// Applies kinds, reusing its memory.
#[derive(Default)]
pub struct Chain {
    /// The text so far, once a kind was applied.
    text: String,
    next: String,
    /// The kind that removed most so far, and how many bytes.
    most: Option<(Kind, usize)>,
}

impl Chain {
    /// The smaller form of `text`; none if no kind applies. `is_file` says that it is a file's text. Kinds that lose
    /// something are applied only if `may_lose` is true of the text that the others leave. What comes out has no smaller
    /// form. Linear.
    pub fn shorten(
        &mut self,
        text: &str,
        is_file: bool,
        settings: &Settings,
        mut may_lose: impl FnMut(&str) -> bool,
    ) -> Option<Arrived<'_>> {
        self.most = None;
        for pass in 0..=PASSES {
            if pass == PASSES {
                return None;
            }
            let bytes = self.current(text).len();
            self.pass(text, is_file, settings, &mut may_lose);
            if self.current(text).len() == bytes {
                break;
            }
            let is_first = bytes == text.len();
            if is_first && is_left_alone(text) {
                return None;
            }
            if is_left_alone(&self.text) {
                break;
            }
        }
        let (kind, _) = self.most?;
        Some(Arrived { text: &self.text, kind })
    }

    fn pass(&mut self, text: &str, is_file: bool, settings: &Settings, may_lose: &mut impl FnMut(&str) -> bool) {
        if !is_file {
            self.apply_lossless(text, settings);
        }
        if let Some(mode) = settings.line_numbers {
            // Numbers of a file's lines can be told from its text; those of anything else may be a part of it.
            let mode = if is_file { mode } else { LineNumbers::Padding };
            let is_numbered = line_numbers::may_apply(self.current(text).as_bytes());
            self.apply(text, Kind::LineNumbers, is_numbered, |text, out| line_numbers::shorten(text, mode, out));
        }
        if !is_file {
            let loses = settings.similar || settings.long_lines.is_some() || settings.clip.is_some();
            if loses && may_lose(self.current(text)) {
                self.apply_lossy(text, settings);
            }
        }
    }

    fn apply_lossless(&mut self, text: &str, settings: &Settings) {
        type Machine = (Kind, bool, fn(&[u8]) -> bool, fn(&str, &mut String) -> bool);
        let machines: [Machine; 4] = [
            (Kind::Terminal, settings.terminal, terminal::may_apply, terminal::shorten),
            (Kind::Json, settings.json, json::may_apply, json::shorten),
            (Kind::Paths, settings.paths, paths::may_apply, paths::shorten),
            (Kind::Repeats, settings.repeats, repeats::may_apply, repeats::shorten),
        ];
        for (kind, is_on, may_apply, shorten) in machines {
            let may = is_on && may_apply(self.current(text).as_bytes());
            self.apply(text, kind, may, shorten);
        }
    }

    fn apply_lossy(&mut self, text: &str, settings: &Settings) {
        let may = settings.similar && similar::may_apply(self.current(text).as_bytes());
        self.apply(text, Kind::Similar, may, similar::shorten);
        if let Some(chars) = settings.long_lines {
            let may = long_lines::may_apply(self.current(text).as_bytes(), chars);
            self.apply(text, Kind::LongLines, may, |text, out| long_lines::shorten(text, chars, out));
        }
        if let Some(chars) = settings.clip {
            let may = clip::may_apply(self.current(text).as_bytes(), chars);
            let settings = clip::ClipSettings { max_chars: chars, original: None, digest: Some(CLIP_DIGEST) };
            self.apply(text, Kind::Clip, may, |text, out| clip::shorten(text, &settings, &|_| false, out));
        }
    }

    fn apply(&mut self, text: &str, kind: Kind, may: bool, shorten: impl FnOnce(&str, &mut String) -> bool) {
        if !may {
            return;
        }
        let before = if self.most.is_some() { &*self.text } else { text };
        let bytes = before.len();
        if !shorten(before, &mut self.next) || self.next.len() >= bytes {
            return;
        }
        let removed = bytes - self.next.len();
        if self.most.is_none_or(|(_, most)| removed > most) {
            self.most = Some((kind, removed));
        }
        core::mem::swap(&mut self.text, &mut self.next);
    }

    fn current<'t>(&'t self, text: &'t str) -> &'t str {
        if self.most.is_some() { &self.text } else { text }
    }
}
