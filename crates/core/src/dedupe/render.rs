//! Writes the texts with pointers, for one set of masked results.
//!
//! Results are rendered one after the other. What is sent as it is of a result becomes a source for those that follow:
//!
//! ```text
//! lines of a result   ████▒▒▒▒▒▒██████████▒▒▒▒▒████     ▒ replaced by a pointer, never a source
//! runs of a class         ·      └abcd┘                 the first one that is sent is the source of its class
//! ```

use super::lines::Number;
use super::pointer::{FILE_POINTER, Target, has_pointer, is_shorter};
use super::run::{Run, Stretch, match_run};
use super::{Keep, Kind, MIN_BYTES, MIN_LINES, Reference, ReferenceLines, Rendered, Repeatable, Repeats};
use core::ops::Range;
use xxhash_rust::xxh3::xxh3_128;

/// See [`Repeats::render_unless`].
pub fn render(
    repeats: &Repeats<'_>,
    is_masked: impl Fn(usize) -> bool,
    stays: impl Fn(usize) -> bool,
    keep: Keep,
) -> Vec<Rendered> {
    let count = repeats.results.len();
    let mut renderer = Renderer {
        repeats,
        stays,
        keep,
        firsts: vec![0; repeats.classes.count + 1],
        wholes: vec![None; count],
        reads: vec![Read::None; count],
        sent: vec![Sent::default(); count],
        pieces: Vec::new(),
    };
    let mut changed = Vec::new();
    for step in 0..count {
        let index = if keep == Keep::First { step } else { count - 1 - step };
        if let (false, Some(result)) = (is_masked(index), repeats.results.get(index)) {
            changed.extend(renderer.take(index, result));
        }
    }
    if keep == Keep::Newest {
        changed.reverse();
    }
    changed
}

/// Lines that a pointer replaces.
#[derive(Clone, Copy)]
struct Piece {
    run: Run,
    source: usize,
    /// Lines that this piece and those before it in its result took away.
    removed: usize,
}

/// Results with content of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    None,
    Only(u32),
    Several,
}

/// A result as it is sent.
#[derive(Clone, Default)]
struct Sent {
    is_whole: bool,
    pieces: Range<usize>,
}

struct Renderer<'r, 'a, S> {
    repeats: &'r Repeats<'a>,
    /// By result: asked only of those that would change.
    stays: S,
    keep: Keep,
    /// By class: where its run was sent first, plus 1.
    firsts: Vec<u32>,
    /// By group: the result that is sent whole.
    wholes: Vec<Option<u32>>,
    /// By path.
    reads: Vec<Read>,
    /// By result.
    sent: Vec<Sent>,
    pieces: Vec<Piece>,
}

impl<S: Fn(usize) -> bool> Renderer<'_, '_, S> {
    /// Renders the next result and makes it a source for those that follow.
    fn take(&mut self, index: usize, result: &Repeatable<'_>) -> Option<Rendered> {
        let start = self.pieces.len();
        let whole = if result.is_fixed { None } else { self.point_whole(index, result) };
        let is_gone = whole.is_some();
        let rendered = whole.or_else(|| if result.is_fixed { None } else { self.point_lines(index, result) });
        let pieces = start..self.pieces.len();
        if let Some(sent) = self.sent.get_mut(index) {
            *sent = Sent { is_whole: rendered.is_none(), pieces };
        }
        if !is_gone {
            self.add(index, rendered.is_none());
        }
        let text = rendered.as_ref().map_or(result.text, |rendered| &rendered.text);
        self.note_read(index, text);
        rendered
    }

    /// Makes the lines of a result that are sent as they are known as sources.
    fn add(&mut self, index: usize, is_whole: bool) {
        if let Some(group) = self.repeats.wholes.group(index).filter(|_| is_whole)
            && let Some(whole) = self.wholes.get_mut(group)
        {
            whole.get_or_insert(index as u32);
        }
        let own = self.sent.get(index).map_or(0..0, |sent| sent.pieces.clone());
        let mut pieces = self.pieces.get(own).unwrap_or_default().iter().peekable();
        for (entry, class) in self.repeats.classes.within(self.repeats.lines.entries(index)) {
            while pieces.next_if(|piece| piece.run.entry + piece.run.count <= entry).is_some() {}
            let is_sent = pieces.peek().is_none_or(|piece| entry + MIN_LINES <= piece.run.entry);
            if let Some(first) = self.firsts.get_mut(class).filter(|first| is_sent && **first == 0) {
                *first = entry as u32 + 1;
            }
        }
    }

    fn note_read(&mut self, index: usize, text: &[u8]) {
        let path = self.repeats.wholes.path(index).filter(|_| text != FILE_POINTER.as_bytes());
        if let Some(read) = path.and_then(|path| self.reads.get_mut(path)) {
            *read = if *read == Read::None { Read::Only(index as u32) } else { Read::Several };
        }
    }

    /// Whether "the file's content above" can only mean the content of `source`.
    fn is_only_read(&self, index: usize, source: usize) -> bool {
        let read = self.repeats.wholes.path(index).and_then(|path| self.reads.get(path));
        self.keep == Keep::First && read == Some(&Read::Only(source as u32))
    }

    fn point_whole(&self, index: usize, result: &Repeatable<'_>) -> Option<Rendered> {
        let group = self.repeats.wholes.group(index)?;
        let source = self.wholes.get(group).copied().flatten()? as usize;
        let is_file = self.is_only_read(index, source);
        let pointer = if is_file { FILE_POINTER.to_owned() } else { self.target(source)?.whole() };
        let kind = if is_file { Kind::File } else { Kind::ToolResult };
        let changes = is_shorter(&pointer, result.text) && !(self.stays)(index);
        changes.then(|| {
            let reference = Reference { kind, source, hash: xxh3_128(result.text), lines: None };
            Rendered { result: index, text: pointer.into_bytes(), references: vec![reference] }
        })
    }

    fn point_lines(&mut self, index: usize, result: &Repeatable<'_>) -> Option<Rendered> {
        let start = self.pieces.len();
        self.find_pieces(index, result);
        if self.pieces.len() > start && (self.stays)(index) {
            self.pieces.truncate(start);
        }
        let pieces = self.pieces.get(start..).unwrap_or_default();
        let first = pieces.first()?;
        if !self.is_reread(index, result, first) {
            return Some(self.write(index, result, pieces));
        }
        let references = vec![self.reference(Kind::File, result, first, 0)];
        Some(Rendered { result: index, text: FILE_POINTER.as_bytes().to_vec(), references })
    }

    /// Adds the runs of a result that pointers replace, in order.
    fn find_pieces(&mut self, index: usize, result: &Repeatable<'_>) {
        let entries = self.repeats.lines.entries(index);
        let mut from = entries.start;
        let mut removed = 0;
        // The run that was refused last. Another line of it would give the same run.
        let mut refused = Run { entry: 0, source_entry: 0, count: 0, is_renumbered: false };
        for (entry, class) in self.repeats.classes.within(entries.clone()) {
            let Some(source_entry) = self.first_of(class).filter(|_| entry >= from) else { continue };
            let is_refused =
                entry < refused.entry + refused.count && entry + refused.source_entry == source_entry + refused.entry;
            if is_refused {
                continue;
            }
            let later = Stretch { text: result.text, entries: from..entries.end };
            match self.piece_at(&later, entry, source_entry) {
                Ok(Some(piece)) => {
                    removed += piece.run.count - 1;
                    from = piece.run.entry + piece.run.count;
                    self.pieces.push(Piece { removed, ..piece });
                }
                Ok(None) => {}
                Err(run) => refused = run,
            }
        }
    }

    fn first_of(&self, class: usize) -> Option<usize> {
        self.firsts.get(class).and_then(|first| first.checked_sub(1)).map(|entry| entry as usize)
    }

    /// The lines around an entry that a pointer to those around `source_entry` would replace, or a run that it would not.
    fn piece_at(&self, later: &Stretch<'_>, entry: usize, source_entry: usize) -> Result<Option<Piece>, Run> {
        let Repeats { lines, results, .. } = self.repeats;
        let source = lines.result_of(source_entry);
        let Some(text) = results.get(source).map(|result| result.text) else { return Ok(None) };
        let stretch = Stretch { text, entries: self.sent_around(source, source_entry) };
        let Some(run) = match_run(lines, (later, entry), (&stretch, source_entry)) else { return Ok(None) };
        let first = usize::from(run.is_renumbered);
        let cut =
            Run { entry: run.entry + first, source_entry: run.source_entry + first, count: run.count - first, ..run };
        let piece = Piece { run: cut, source, removed: 0 };
        let text = later.text.get(lines.bytes(cut.entry, cut.count)).unwrap_or_default();
        let is_long = cut.count >= MIN_LINES && text.len() >= MIN_BYTES;
        let is_good = is_long && is_shorter(&self.pointer_to(&piece), text);
        if is_good { Ok(Some(piece)) } else { Err(run) }
    }

    /// Pieces of a result that is sent.
    fn pieces_of(&self, result: usize) -> &[Piece] {
        let pieces = self.sent.get(result).map_or(0..0, |sent| sent.pieces.clone());
        self.pieces.get(pieces).unwrap_or_default()
    }

    /// The entries around one of them that are sent as they are.
    fn sent_around(&self, result: usize, entry: usize) -> Range<usize> {
        let Range { start, end } = self.repeats.lines.entries(result);
        let pieces = self.pieces_of(result);
        let next = pieces.partition_point(|piece| piece.run.entry <= entry);
        let before = next.checked_sub(1).and_then(|at| pieces.get(at));
        let from = before.map_or(start, |piece| piece.run.entry + piece.run.count);
        from..pieces.get(next).map_or(end, |piece| piece.run.entry)
    }

    /// Where a line is in its result as it is sent, 0-based.
    fn sent_line(&self, result: usize, entry: usize) -> usize {
        let line = entry - self.repeats.lines.entries(result).start;
        let pieces = self.pieces_of(result);
        let before = pieces.partition_point(|piece| piece.run.entry < entry).checked_sub(1);
        line - before.and_then(|at| pieces.get(at)).map_or(0, |piece| piece.removed)
    }

    fn pointer_to(&self, piece: &Piece) -> String {
        let Run { source_entry, count, .. } = piece.run;
        // A reader looks for the numbers that the lines show.
        let shown = self.first_of_ascending(piece.source, source_entry, count);
        let first = shown.unwrap_or_else(|| self.sent_line(piece.source, source_entry) + 1);
        self.target(piece.source).map_or_else(String::new, |target| target.lines(first, first + count - 1))
    }

    /// The number of the first line if every line is numbered, each by one more than the line before.
    fn first_of_ascending(&self, result: usize, entry: usize, count: usize) -> Option<usize> {
        let text = self.repeats.results.get(result)?.text;
        let number = |at: usize| {
            let line = text.get(self.repeats.lines.bytes(entry + at, 1)).unwrap_or_default();
            Number::of(line).map(|number| number.value as usize)
        };
        let first = number(0)?;
        (1..count).all(|at| number(at) == Some(first + at)).then_some(first)
    }

    fn target(&self, index: usize) -> Option<Target<'_>> {
        let result = self.repeats.results.get(index)?;
        Some(Target { result, place: self.repeats.wholes.place(index) })
    }

    /// Whether a result is nothing but lines of the only, and whole, read of the same file.
    fn is_reread(&self, index: usize, result: &Repeatable<'_>, piece: &Piece) -> bool {
        let bytes = self.repeats.lines.bytes(piece.run.entry, piece.run.count);
        let covers = !piece.run.is_renumbered && bytes == (0..result.text.len());
        covers
            && is_shorter(FILE_POINTER, result.text)
            && self.is_only_read(index, piece.source)
            && self.is_first_whole(piece.source)
    }

    /// Whether no result before this one is sent with the same whole text.
    fn is_first_whole(&self, index: usize) -> bool {
        let Some(sent) = self.sent.get(index).filter(|sent| sent.is_whole) else { return false };
        debug_assert!(sent.pieces.is_empty(), "a whole result has no pointers");
        match self.repeats.wholes.group(index) {
            Some(group) => self.wholes.get(group).copied().flatten() == Some(index as u32),
            None => self.repeats.results.get(index).is_some_and(|result| !has_pointer(result.text)),
        }
    }

    fn write(&self, index: usize, result: &Repeatable<'_>, pieces: &[Piece]) -> Rendered {
        let lines = &self.repeats.lines;
        let start = lines.entries(index).start;
        let mut text = Vec::with_capacity(result.text.len());
        let mut references = Vec::with_capacity(pieces.len());
        let (mut from, mut removed) = (0, 0);
        for piece in pieces {
            let bytes = lines.bytes(piece.run.entry, piece.run.count);
            text.extend_from_slice(result.text.get(from..bytes.start).unwrap_or_default());
            text.extend_from_slice(self.pointer_to(piece).as_bytes());
            references.push(self.reference(Kind::Output, result, piece, piece.run.entry - start - removed));
            (from, removed) = (bytes.end, piece.removed);
        }
        text.extend_from_slice(result.text.get(from..).unwrap_or_default());
        Rendered { result: index, text, references }
    }

    fn reference(&self, kind: Kind, result: &Repeatable<'_>, piece: &Piece, at: usize) -> Reference {
        let Run { entry, source_entry, count, is_renumbered } = piece.run;
        let replaced = result.text.get(self.repeats.lines.bytes(entry, count)).unwrap_or_default();
        let lines = ReferenceLines { at, from: self.sent_line(piece.source, source_entry), count, is_renumbered };
        Reference { kind, source: piece.source, hash: xxh3_128(replaced), lines: Some(lines) }
    }
}
