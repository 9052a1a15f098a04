//! Applies the kinds one after the other.

use super::clip::DigestLimits;
use super::clip_mark::{CLIP_MARK, REPORT_MARK};
use super::line_numbers::LineNumbers;
use super::line_signs::LineSigns;
use super::{Kind, Settings, clip, json, line_numbers, long_lines, passed, paths, terminal};
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// What a clip says of the part that it leaves out.
const CLIP_DIGEST: DigestLimits = DigestLimits { max_words: 80, max_chars: 800 };
/// Texts that other stages write or keep byte for byte, and the marks of kinds that lose something.
const LEFT_ALONE: [&str; 5] = ["[error clipped — ", "_DISPATCH_RESULT", CLIP_MARK, REPORT_MARK, " chars …]"];
/// Most times that all kinds are applied, until none of them finds anything. A text that takes more stays as it came, so
/// that a smaller form is always left alone when it comes back.
const PASSES: usize = 4;

fn is_left_alone(text: &str) -> bool {
    // Built once: building finders costs as much as searching a short text.
    static FINDERS: LazyLock<[Finder<'static>; 5]> = LazyLock::new(|| LEFT_ALONE.map(Finder::new));
    let is_ascii = text.is_ascii();
    let may_have = |mark: &&Finder<'_>| !is_ascii || mark.needle().is_ascii();
    FINDERS.iter().filter(may_have).any(|mark| mark.find(text.as_bytes()).is_some())
}

/// False if no kind finds anything in the text that a JSON string spells as `raw`, because it is one line without controls
/// and begins and ends like none that becomes smaller. True says nothing. One search for a backslash.
#[must_use]
pub fn may_find(raw: &[u8], settings: &Settings) -> bool {
    let longest = settings.long_lines.into_iter().chain(settings.clip.map(clip::clipped_above)).min();
    let begins = |byte: &u8| matches!(byte, b'{' | b'[') || byte.is_ascii_digit();
    raw.last() == Some(&b' ')
        || raw.iter().find(|&&byte| byte != b' ').is_some_and(begins)
        || longest.is_some_and(|bytes| raw.len() > bytes)
        || memchr::memchr(b'\\', raw).is_some()
}

/// What a text may lose to the kinds that lose something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing.
    Nothing,
    /// Lines of passed checks.
    Passed,
    /// Whatever they leave out.
    Anything,
}

/// Whether a clip of a text may say where the whole text is. A few searches.
#[must_use]
pub fn may_clip(text: &[u8], settings: &Settings) -> bool {
    settings.clip.is_some_and(|chars| clip::may_apply(text, chars) || passed::may_apply(text))
}

/// The smaller form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived<'c> {
    /// Its text.
    pub text: &'c str,
    /// The kind that removed most bytes; of equals, the first.
    pub kind: Kind,
}

/// Kinds that have to look at the text, as bits. A kind finds nothing in a text that it has looked at, or that it has made
/// itself, so it looks again only once another kind has changed the text.
#[derive(Clone, Copy, Default)]
struct Pending {
    /// Kinds that are applied at all.
    all: u8,
    /// Those that have not looked at the text as it is now.
    now: u8,
}

impl Pending {
    const LOSSY: u8 = bit(Kind::LongLines) | bit(Kind::Clip);

    fn of(settings: &Settings, is_file: bool) -> Self {
        let kinds = [
            (Kind::Terminal, settings.terminal && !is_file),
            (Kind::Json, settings.json && !is_file),
            (Kind::Paths, settings.paths && !is_file),
            (Kind::LineNumbers, settings.line_numbers.is_some()),
            (Kind::LongLines, settings.long_lines.is_some() && !is_file),
            (Kind::Clip, settings.clip.is_some() && !is_file),
        ];
        let all = kinds.into_iter().filter(|(_, is_on)| *is_on).fold(0, |all, (kind, _)| all | bit(kind));
        Self { all, now: all }
    }

    const fn has(self, kinds: u8) -> bool {
        self.now & kinds != 0
    }

    const fn has_looked(&mut self, kinds: u8) {
        self.now &= !kinds;
    }

    const fn has_changed(&mut self, kind: Kind) {
        self.now = self.all & !bit(kind);
    }
}

const fn bit(kind: Kind) -> u8 {
    1 << kind as u8
}

/// The signs of the text as it is now, once a kind has asked for them.
#[derive(Default)]
struct Signs {
    found: Option<LineSigns>,
    /// Whether the text has controls, once it was looked for them.
    has_controls: Option<bool>,
}

impl Signs {
    fn of(&mut self, text: &[u8]) -> LineSigns {
        *self.found.get_or_insert_with(|| LineSigns::of(text))
    }

    fn has_blanks(&mut self, text: &[u8]) -> bool {
        *self.has_controls.get_or_insert_with(|| terminal::has_controls(text)) || self.of(text).loose_blanks
    }

    /// Forgets what `kind` has changed in the text.
    fn has_changed(&mut self, kind: Kind) {
        // Where blanks alone went, the signs of the other kinds are still right.
        if kind != Kind::Terminal || self.has_controls != Some(false) {
            self.found = None;
        }
        self.has_controls = None;
    }

    /// Whether any kind finds something in a text that is no file's. If none does, none finds anything in a file's text.
    fn have_any(&mut self, text: &[u8], settings: &Settings) -> bool {
        settings.line_numbers.is_some() && line_numbers::may_apply(text)
            || may_clip(text, settings)
            || settings.json && json::may_apply(text)
            || settings.long_lines.is_some_and(|chars| long_lines::may_apply(text, chars))
            || settings.terminal && self.has_blanks(text)
            || settings.paths && self.of(text).paths
    }
}

/// Applies kinds, reusing its memory.
#[derive(Default)]
pub struct Chain {
    /// The text so far, once a kind was applied.
    text: String,
    next: String,
    /// The kind that removed most so far, and how many bytes.
    most: Option<(Kind, usize)>,
    pending: Pending,
    signs: Signs,
}

impl Chain {
    /// The smaller form of `text`; none if no kind applies. `is_file` says that it is a file's text; it is asked only where
    /// that matters. `loss_of` says what the text that the others leave may lose. `original` says where the whole text is. What
    /// comes out has no smaller form. Linear.
    pub fn shorten(
        &mut self,
        text: &str,
        is_file: impl FnOnce() -> bool,
        settings: &Settings,
        original: Option<&str>,
        mut loss_of: impl FnMut(&str) -> Loss,
    ) -> Option<Arrived<'_>> {
        self.most = None;
        self.signs = Signs::default();
        if !self.signs.have_any(text.as_bytes(), settings) {
            return None;
        }
        let is_file = is_file();
        self.pending = Pending::of(settings, is_file);
        let is_final = (0..PASSES).find_map(|pass| {
            let bytes = self.current(text).len();
            self.pass(text, is_file, (settings, original), &mut loss_of);
            if self.current(text).len() == bytes {
                return Some(true);
            }
            if pass == 0 && is_left_alone(text) {
                return Some(false);
            }
            // The next pass would find nothing, and there is one.
            let is_done = !self.pending.has(u8::MAX) && pass + 1 < PASSES;
            (is_done || is_left_alone(&self.text)).then_some(true)
        });
        let (kind, _) = self.most.filter(|_| is_final == Some(true))?;
        Some(Arrived { text: &self.text, kind })
    }

    /// The last smaller form that [`Chain::shorten`] returned.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Frees its memory if it is above `bytes`.
    pub fn reset(&mut self, bytes: usize) {
        for text in [&mut self.text, &mut self.next] {
            if text.capacity() > bytes {
                *text = String::new();
            }
        }
    }

    fn pass(
        &mut self,
        text: &str,
        is_file: bool,
        (settings, original): (&Settings, Option<&str>),
        loss_of: &mut impl FnMut(&str) -> Loss,
    ) {
        self.compact_plain(text);
        self.apply(text, Kind::Terminal, |text, signs| signs.has_blanks(text), terminal::shorten);
        self.apply(text, Kind::Json, |text, _| json::may_apply(text), json::shorten);
        self.apply(text, Kind::Paths, |text, signs| signs.of(text).paths, paths::shorten);
        if let Some(mode) = settings.line_numbers {
            // Numbers of a file's lines can be told from its text; those of anything else may be a part of it.
            let mode = if is_file { mode } else { LineNumbers::Padding };
            let shorten = |text: &str, out: &mut String| line_numbers::shorten(text, mode, out);
            self.apply(text, Kind::LineNumbers, |text, _| line_numbers::may_apply(text), shorten);
        }
        if !self.pending.has(Pending::LOSSY) {
            return;
        }
        let loss = loss_of(self.current(text));
        if loss == Loss::Nothing {
            self.pending.has_looked(Pending::LOSSY);
        } else {
            self.apply_lossy(text, settings, original, loss);
        }
    }

    /// Takes the white space from JSON as it came, before a terminal's rules look at it: they find nothing in it if no line ends
    /// in a blank and none is blank, because JSON has no controls.
    fn compact_plain(&mut self, text: &str) {
        if self.most.is_none() && self.pending.has(bit(Kind::Json)) && json::shorten_plain(text, &mut self.next) {
            self.accept(Kind::Json, text.len());
        }
    }

    fn apply_lossy(&mut self, text: &str, settings: &Settings, original: Option<&str>, loss: Loss) {
        if let Some(chars) = settings.long_lines.filter(|_| loss == Loss::Anything) {
            let may_apply = |text: &[u8], _: &mut Signs| long_lines::may_apply(text, chars);
            self.apply(text, Kind::LongLines, may_apply, |text, out| long_lines::shorten(text, chars, out));
        }
        if let Some(chars) = settings.clip {
            let may_clip = |text: &[u8]| loss == Loss::Anything && clip::may_apply(text, chars);
            let may_apply = |text: &[u8], _: &mut Signs| may_clip(text) || passed::may_apply(text);
            self.apply(text, Kind::Clip, may_apply, |text, out| {
                let mut folded = String::new();
                let may_fold = passed::may_apply(text.as_bytes());
                let rest = if may_fold { passed::leave_out(text, &mut folded) } else { None };
                let clipped = if rest.is_some() { folded.as_str() } else { text };
                let kept = clip::kept_of(clipped, chars).filter(|_| loss == Loss::Anything);
                let is_clipped = kept.is_some_and(|max_chars| {
                    let settings = clip::ClipSettings { max_chars, original, digest: Some(CLIP_DIGEST) };
                    clip::shorten(clipped, &settings, &|_| false, out)
                });
                let is_folded = || {
                    core::mem::swap(out, &mut folded);
                    rest.is_some_and(|rest| rest.name(original, out))
                };
                is_clipped || is_folded()
            });
        }
    }

    fn apply(
        &mut self,
        text: &str,
        kind: Kind,
        may_apply: impl FnOnce(&[u8], &mut Signs) -> bool,
        shorten: impl FnOnce(&str, &mut String) -> bool,
    ) {
        if !self.pending.has(bit(kind)) {
            return;
        }
        self.pending.has_looked(bit(kind));
        let before = if self.most.is_some() { &*self.text } else { text };
        let bytes = before.len();
        if !may_apply(before.as_bytes(), &mut self.signs)
            || !shorten(before, &mut self.next)
            || self.next.len() >= bytes
        {
            return;
        }
        self.accept(kind, bytes);
    }

    /// Takes the form that `kind` has made of `bytes` bytes.
    fn accept(&mut self, kind: Kind, bytes: usize) {
        let removed = bytes - self.next.len();
        if self.most.is_none_or(|(_, most)| removed > most) {
            self.most = Some((kind, removed));
        }
        core::mem::swap(&mut self.text, &mut self.next);
        self.pending.has_changed(kind);
        self.signs.has_changed(kind);
    }

    fn current<'t>(&'t self, text: &'t str) -> &'t str {
        if self.most.is_some() { &self.text } else { text }
    }
}
