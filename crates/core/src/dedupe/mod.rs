//! Pointers in the place of what tool results repeat of others.
//!
//! ```text
//! results ─find→ Repeats: lines, equal texts, equal runs of four lines     once for a request
//! Repeats ─point(masked)→ pointers ─render→ texts with pointers             for each set of masked results
//!
//! #2  first result     stays
//! #4  the same text    [see above: Bash result that begins `…`]
//! #6  new line         new line
//!     20 lines of #2   [see above: lines 7-26 of this file with `…`]
//! ```
//! Pointers are worded for a model, or as seed 003 says ([`Wording`]).
//!
//! Every pointer leads to text that is in the same request, whole and visible: masked results, lines that a pointer
//! replaced and lines that look like pointers are never sources. Hashes find candidates; bytes are compared before
//! anything is replaced. Texts may be compared as a body spells them (see [`spelling`]), and what is known of the results
//! besides their texts is asked only where a pointer needs it.
//!
//! Time is linear in the texts, and so is rendering in the lines that occur twice. Memory: about 24 bytes a line for at
//! most [`MAX_LINES`] lines; later lines are neither repeats nor sources.

mod brief;
mod classes;
mod lines;
mod pointed;
mod pointer;
mod reads;
mod render;
mod restore;
mod run;
mod sent_lines;
mod spelling;
mod wholes;

use classes::Classes;
pub(crate) use lines::{LineTable, hash as hash_of_line};
pub(crate) use pointed::{Pointed, PointedText, Pointer};
pub(crate) use pointer::{MAX_POINTER_BYTES, has_pointer_back, is_pointer};
pub(crate) use spelling::Spelling;
use wholes::Wholes;

pub use lines::MAX_LINES;
pub use pointer::{FILE_POINTER, has_pointer};
pub use restore::{Sent, restore};
use std::borrow::Cow;

/// Shorter runs of lines stay.
pub const MIN_LINES: usize = 4;
/// How many times the lines of a result are compared for runs that no pointer replaces. Where one line stands again and again,
/// each of its places gives another such run, as long as the result; in other texts these runs are short.
const MOST_REFUSED: usize = 64;
/// A result of fewer lines is taken to have so many.
const FEW_LINES: usize = 256;

/// Lines of such runs for which a result of so many lines is looked through.
const fn most_refused(lines: usize) -> usize {
    MOST_REFUSED * if lines > FEW_LINES { lines } else { FEW_LINES }
}

/// Runs of fewer UTF-8 bytes stay, line feeds between the lines counted.
pub const MIN_BYTES: usize = 200;

/// A tool result whose text may repeat others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Repeatable<'a> {
    /// The decoded text, as it would be sent; half a surrogate pair as its three generalised bytes.
    pub text: &'a [u8],
    /// 0-based index of its message in the request being sent.
    pub message: u32,
    /// Id of the call that it answers.
    pub call_id: Option<&'a str>,
    /// Name of the called tool.
    pub tool_name: Option<&'a str>,
    /// Path of the file that the call reads.
    pub path: Option<&'a str>,
    /// Whether the text must stay: kept errors, pinned texts, excluded tools. It can still be a source.
    pub is_fixed: bool,
}

/// Which of several equal contents stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Keep {
    /// The first, so that pointers lead back.
    #[default]
    First,
    /// The newest, for callers without a prompt cache.
    Newest,
}

/// How pointers are worded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// The two texts of seed 003, which name messages and calls.
    Seed,
    /// What a model can follow: the tool, the file and its lines, or a line that is quoted. Such a pointer has fewer
    /// tokens than its text, too.
    Brief,
}

/// A result with pointers in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// 0-based, among the results.
    pub result: usize,
    /// The text to send.
    pub text: Vec<u8>,
    /// In the order of their pointers.
    pub references: Vec<Reference>,
}

/// Kind of content that a pointer replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file that was read before.
    File,
    /// Any other whole result.
    ToolResult,
    /// Some lines of a result.
    Output,
}

/// One pointer: what it replaced, and where that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Kind of content.
    pub kind: Kind,
    /// 0-based index of the result with the original, among the results.
    pub source: usize,
    /// xxh3-128 of the replaced text.
    pub hash: u128,
    /// The lines that the pointer replaces; none for the whole result.
    pub lines: Option<ReferenceLines>,
}

/// Lines of two results as they are sent, 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceLines {
    /// The line with the pointer.
    pub at: u32,
    /// The first line in the source.
    pub from: u32,
    /// Lines that the pointer replaces.
    pub count: u32,
    /// Whether the lines differ in the numbers before them. The line before the pointer then has the number before the
    /// first of them.
    pub is_renumbered: bool,
}

/// What pointers say of results, by index. Asked only where there may be a pointer.
pub trait Facts {
    /// As [`Repeatable::message`].
    fn message(&self, result: usize) -> u32;
    /// As [`Repeatable::call_id`].
    fn call_id(&self, result: usize) -> Option<Cow<'_, str>>;
    /// As [`Repeatable::tool_name`].
    fn tool_name(&self, result: usize) -> Option<Cow<'_, str>>;
    /// As [`Repeatable::path`].
    fn path(&self, result: usize) -> Option<&str>;
    /// As [`Repeatable::is_fixed`]. Asked only of results that would change.
    fn is_fixed(&self, result: usize) -> bool;
}

impl Facts for [Repeatable<'_>] {
    fn message(&self, result: usize) -> u32 {
        self.get(result).map_or(0, |result| result.message)
    }

    fn call_id(&self, result: usize) -> Option<Cow<'_, str>> {
        self.get(result)?.call_id.map(Cow::Borrowed)
    }

    fn tool_name(&self, result: usize) -> Option<Cow<'_, str>> {
        self.get(result)?.tool_name.map(Cow::Borrowed)
    }

    fn path(&self, result: usize) -> Option<&str> {
        self.get(result)?.path
    }

    fn is_fixed(&self, result: usize) -> bool {
        self.get(result).is_none_or(|result| result.is_fixed)
    }
}

/// What results of one request have in common, whichever of them are masked.
pub struct Repeats<'a, F: ?Sized = [Repeatable<'a>]> {
    facts: &'a F,
    wording: Wording,
    texts: Vec<&'a [u8]>,
    lines: LineTable,
    classes: Classes,
    wholes: Wholes,
}

impl<'a> Repeats<'a> {
    /// Compares `results`, which are in document order. Pointers have the texts of seed 003.
    #[must_use]
    pub fn find(results: &'a [Repeatable<'a>]) -> Self {
        Self::find_worded(results, Wording::Seed)
    }

    /// The same with pointers of `wording`.
    #[must_use]
    pub fn find_worded(results: &'a [Repeatable<'a>], wording: Wording) -> Self {
        let texts: Vec<&[u8]> = results.iter().map(|result| result.text).collect();
        let lines = LineTable::of(&texts, hash_of_line);
        Self::new(texts, lines, results, wording)
    }
}

impl<'a, F: Facts + ?Sized> Repeats<'a, F> {
    /// Compares `texts` by their `lines`. In document order.
    pub(crate) fn new(texts: Vec<&'a [u8]>, lines: LineTable, facts: &'a F, wording: Wording) -> Self {
        let (classes, wholes) = (Classes::find(&lines), Wholes::find(&texts));
        Self { facts, wording, texts, lines, classes, wholes }
    }

    /// The visible results that change, in document order. `is_masked` says of a result, by its index, that it is not in
    /// the request as sent. With [`Keep::First`] a result depends on nothing behind it, so that appending results changes
    /// nothing before them. Rendering its own output again changes nothing.
    #[must_use]
    pub fn render(&self, is_masked: impl Fn(usize) -> bool, keep: Keep) -> Vec<Rendered> {
        self.render_unless(is_masked, |_| false, keep)
    }

    /// As [`Repeats::render`]. A result that `stays` is as if fixed; this is asked only of those that would change.
    #[must_use]
    pub fn render_unless(
        &self,
        is_masked: impl Fn(usize) -> bool,
        stays: impl Fn(usize) -> bool,
        keep: Keep,
    ) -> Vec<Rendered> {
        let rendered = |one: PointedText<'_>| {
            let mut text = Vec::new();
            one.write(self.text(one.result), &mut text);
            let references = one.pointers.iter().map(|pointer| self.reference(one, pointer)).collect();
            Rendered { result: one.result, text, references }
        };
        render::point(self, is_masked, stays, keep).iter().map(rendered).collect()
    }

    /// The pointers of [`Repeats::render`].
    pub(crate) fn point(&self, is_masked: impl Fn(usize) -> bool, keep: Keep) -> Pointed {
        render::point(self, is_masked, |_| false, keep)
    }

    /// A pointer of a result, with the hash of what it replaces. Linear in that.
    pub(crate) fn reference(&self, one: PointedText<'_>, pointer: &Pointer) -> Reference {
        let Pointer { kind, source, bytes, .. } = *pointer;
        let (source, lines, replaced) = (source as usize, one.lines_of(pointer), bytes.of(self.text(one.result)));
        Reference { kind, source, hash: self.lines.spelling.hash(replaced), lines }
    }

    /// Gives the lines back.
    pub(crate) fn into_lines(self) -> LineTable {
        self.lines
    }

    /// The text of a result, as it is spelled.
    pub(crate) fn text(&self, result: usize) -> &'a [u8] {
        self.texts.get(result).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
