//! Writes the texts with pointers, for one set of masked results.
//!
//! Results are rendered one after the other. What is sent as it is of a result becomes a source for those that follow:
//!
//! ```text
//! lines of a result   ████▒▒▒▒▒▒██████████▒▒▒▒▒████     ▒ replaced by a pointer, never a source
//! runs of a class         ·      └abcd┘                 the first one that is sent is the source of its class
//! ```

use super::brief::{self, Lead};
use super::pointer::{FILE_POINTER, Target, has_pointer, is_file_pointer, is_shorter};
use super::reads::Reads;
use super::run::{Run, Stretch, match_run};
use super::sent_lines::SentLines;
use super::{Facts, Keep, Kind, MIN_BYTES, MIN_LINES, Pointed, Pointer, ReferenceLines, Repeats, Wording};
use core::cell::RefCell;
use core::ops::Range;

/// See [`Repeats::render_unless`].
pub fn point<F: Facts + ?Sized>(
    repeats: &Repeats<'_, F>,
    is_masked: impl Fn(usize) -> bool,
    stays: impl Fn(usize) -> bool,
    keep: Keep,
) -> Vec<Pointed> {
    let count = repeats.texts.len();
    let mut renderer = Renderer {
        repeats,
        stays,
        keep,
        firsts: vec![0; repeats.classes.count + 1],
        wholes: vec![None; count],
        reads: Reads::of(count),
        sent: vec![Sent::default(); count],
        pieces: Vec::new(),
        sent_lines: RefCell::new(SentLines::new()),
    };
    let mut changed = Vec::new();
    for step in 0..count {
        let index = if keep == Keep::First { step } else { count - 1 - step };
        if !is_masked(index) {
            changed.extend(renderer.take(index));
        }
    }
    if keep == Keep::Newest {
        changed.reverse();
    }
    changed
}

/// Lines that a pointer replaces.
struct Piece {
    run: Run,
    source: usize,
    /// Lines that this piece and those before it in its result took away.
    removed: usize,
    /// Moved out where the result is sent with it.
    pointer: String,
}

/// A result as it is sent.
#[derive(Clone, Default)]
struct Sent {
    is_whole: bool,
    /// Whether lines of it are sent: it is neither masked nor a pointer as a whole.
    has_lines: bool,
    pieces: Range<usize>,
}

struct Renderer<'r, 'a, S, F: ?Sized> {
    repeats: &'r Repeats<'a, F>,
    /// By result: asked only of those that would change.
    stays: S,
    keep: Keep,
    /// By class: where its run was sent first, plus 1.
    firsts: Vec<u32>,
    /// By group: the result that is sent whole.
    wholes: Vec<Option<u32>>,
    reads: Reads<'r>,
    /// By result.
    sent: Vec<Sent>,
    pieces: Vec<Piece>,
    sent_lines: RefCell<SentLines>,
}

impl<'r, S: Fn(usize) -> bool, F: Facts + ?Sized> Renderer<'r, '_, S, F> {
    /// Points from the next result and makes it a source for those that follow.
    fn take(&mut self, index: usize) -> Option<Pointed> {
        let text = self.repeats.text(index);
        let start = self.pieces.len();
        let whole = self.point_whole(index, text);
        let is_gone = whole.is_some();
        let pointed = whole.or_else(|| self.point_lines(index, text));
        let pieces = start..self.pieces.len();
        if let Some(sent) = self.sent.get_mut(index) {
            *sent = Sent { is_whole: pointed.is_none(), has_lines: !is_gone, pieces };
        }
        if !is_gone {
            self.add(index, pointed.is_none());
        }
        if let Some(shows) = self.reads.shows.get_mut(index) {
            *shows = match &pointed {
                Some(pointed) => pointed.pointers.iter().all(|pointer| pointer.kind != Kind::File),
                None => !is_file_pointer(text),
            };
        }
        pointed
    }

    /// Whether a result must stay as it is.
    fn must_stay(&self, index: usize) -> bool {
        self.repeats.facts.is_fixed(index) || (self.stays)(index)
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

    /// Whether "the file's content above" can only mean the content of `source`.
    fn is_only_read(&mut self, index: usize, source: usize) -> bool {
        self.keep == Keep::First && self.reads.is_only(self.repeats.facts, index, source)
    }

    fn point_whole(&mut self, index: usize, text: &[u8]) -> Option<Pointed> {
        let group = self.repeats.wholes.group(index)?;
        let source = self.wholes.get(group).copied().flatten()? as usize;
        let is_file = self.is_only_read(index, source);
        let pointer = if is_file { self.file_pointer().to_owned() } else { self.whole_pointer(index, source)? };
        let kind = if is_file { Kind::File } else { Kind::ToolResult };
        let changes = self.is_smaller(&pointer, text) && !self.must_stay(index);
        changes.then(|| {
            let pointer = Pointer { bytes: 0..text.len(), text: pointer, kind, source, lines: None };
            Pointed { result: index, pointers: vec![pointer] }
        })
    }

    fn point_lines(&mut self, index: usize, text: &[u8]) -> Option<Pointed> {
        let start = self.pieces.len();
        self.find_pieces(index, text);
        if self.pieces.len() > start && self.must_stay(index) {
            self.pieces.truncate(start);
        }
        let first = self.pieces.get(start)?;
        let (run, source) = (first.run, first.source);
        // The seed's pointer to a part names its lines; its text for a file has no room for them.
        if self.repeats.wording == Wording::Brief && self.is_reread(index, text, run, source) {
            let lines = Some(self.lines_of(run, source, 0));
            let pointer = self.file_pointer().to_owned();
            let pointer = Pointer { bytes: 0..text.len(), text: pointer, kind: Kind::File, source, lines };
            return Some(Pointed { result: index, pointers: vec![pointer] });
        }
        let first_entry = self.repeats.lines.entries(index).start;
        let mut pointers = Vec::with_capacity(self.pieces.len() - start);
        let mut removed = 0;
        for at in start..self.pieces.len() {
            let Some(piece) = self.pieces.get_mut(at) else { continue };
            let (run, source, text) = (piece.run, piece.source, core::mem::take(&mut piece.pointer));
            let before = core::mem::replace(&mut removed, piece.removed);
            let bytes = self.repeats.lines.bytes(run.entry, run.count);
            let lines = Some(self.lines_of(run, source, run.entry - first_entry - before));
            pointers.push(Pointer { bytes, text, kind: Kind::Output, source, lines });
        }
        Some(Pointed { result: index, pointers })
    }

    fn lines_of(&self, run: Run, source: usize, at: usize) -> ReferenceLines {
        let Run { source_entry, count, is_renumbered, .. } = run;
        ReferenceLines { at, from: self.sent_line(source, source_entry), count, is_renumbered }
    }

    /// Adds the runs of a result that pointers replace, in order.
    fn find_pieces(&mut self, index: usize, text: &[u8]) {
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
            let later = Stretch { text, entries: from..entries.end };
            match self.piece_at(index, &later, entry, source_entry) {
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
    fn piece_at(
        &self,
        index: usize,
        later: &Stretch<'_>,
        entry: usize,
        source_entry: usize,
    ) -> Result<Option<Piece>, Run> {
        let repeats = self.repeats;
        let lines = &repeats.lines;
        let source = lines.result_of(source_entry);
        let stretch = Stretch { text: self.repeats.text(source), entries: self.sent_around(source, source_entry) };
        let Some(run) = match_run(lines, (later, entry), (&stretch, source_entry)) else { return Ok(None) };
        let first = usize::from(run.is_renumbered);
        let cut =
            Run { entry: run.entry + first, source_entry: run.source_entry + first, count: run.count - first, ..run };
        let text = later.text.get(lines.bytes(cut.entry, cut.count)).unwrap_or_default();
        if cut.count < MIN_LINES || !lines.spelling.has_bytes(text, MIN_BYTES) {
            return Err(run);
        }
        let pointer = self.pointer_to(cut, index, source, text).ok_or(run)?;
        Ok(Some(Piece { run: cut, source, removed: 0, pointer }))
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

    /// A pointer that is smaller than `text`, which it replaces; none if there is none, or if a reader could not find the lines.
    fn pointer_to(&self, run: Run, index: usize, source: usize, text: &[u8]) -> Option<String> {
        let Run { source_entry, count, .. } = run;
        let smaller = |pointer: &String| self.is_smaller(pointer, text);
        // A reader looks for the numbers that the lines show.
        let shown = self.repeats.lines.first_of_ascending(self.repeats.text(source), source_entry, count);
        if self.repeats.wording == Wording::Seed {
            let first = shown.unwrap_or_else(|| self.sent_line(source, source_entry) + 1);
            return Some(self.target(source).lines(first, first + count - 1)).filter(smaller);
        }
        let lines = &self.repeats.lines;
        let quoted = self.repeats.text(source).get(lines.bytes(source_entry, count)).unwrap_or_default();
        // A path has to be read from a call's arguments, and a quote is found without one.
        let pointer = |first: Option<usize>| {
            let lead = self.lead(index, source, first.is_some());
            let is_told =
                |at: usize| first.is_some() || self.is_told(index, source_entry + at..source_entry + count, &(0..0));
            lead.lines(first, count, (quoted, lines.spelling), is_told).filter(smaller)
        };
        let first = shown.or_else(|| lines.thinned_number(self.repeats.text(source), source, source_entry));
        // Without the file and its numbers it is smaller where the path is long. Once the numbers are thinned, nothing else can
        // be said of these lines, so a text that is reduced again would get it.
        pointer(first).or_else(|| first.and_then(|_| pointer(None)))
    }

    fn whole_pointer(&self, index: usize, source: usize) -> Option<String> {
        match self.repeats.wording {
            Wording::Seed => Some(self.target(source).whole()),
            Wording::Brief => {
                let lead = self.lead(index, source, true);
                // Which result begins so is asked, and no result begins twice.
                let own = self.repeats.lines.entries(source);
                let is_told = |at: usize| lead.path.is_some() || self.is_told(index, own.start + at..own.end, &own);
                lead.whole(self.repeats.text(source), self.repeats.lines.spelling, is_told)
            }
        }
    }

    /// Whether a reader at a result who looks for the first line of `run` finds these lines and no others, of those in front
    /// without `own`. Not asked where the newest stay: what is behind changes when a text is reduced again.
    fn is_told(&self, index: usize, run: Range<usize>, own: &Range<usize>) -> bool {
        if self.keep == Keep::Newest {
            return true;
        }
        let lines = &self.repeats.lines;
        let mut sent_lines = self.sent_lines.borrow_mut();
        for result in sent_lines.noted..index {
            self.note_sent(result, &mut sent_lines);
        }
        sent_lines.noted = sent_lines.noted.max(index);
        let wanted = lines.hashes.get(run.start..run.end.min(run.start + MIN_LINES)).unwrap_or_default();
        sent_lines.are_all(lines, wanted, own)
    }

    /// Adds the lines of a result that are sent as they are.
    fn note_sent(&self, result: usize, sent_lines: &mut SentLines) {
        if !self.sent.get(result).is_some_and(|sent| sent.has_lines) {
            return;
        }
        let Range { mut start, end } = self.repeats.lines.entries(result);
        for Piece { run, .. } in self.pieces_of(result) {
            sent_lines.add(&self.repeats.lines, start..run.entry);
            start = run.entry + run.count;
        }
        sent_lines.add(&self.repeats.lines, start..end);
    }

    const fn file_pointer(&self) -> &'static str {
        match self.repeats.wording {
            Wording::Seed => FILE_POINTER,
            Wording::Brief => brief::FILE_POINTER,
        }
    }

    /// Whether a pointer is smaller than the text that it replaces.
    fn is_smaller(&self, pointer: &str, text: &[u8]) -> bool {
        let spelling = self.repeats.lines.spelling;
        is_shorter(pointer, text, spelling)
            && (self.repeats.wording == Wording::Seed || brief::is_lighter(pointer, text, spelling))
    }

    fn lead(&self, index: usize, source: usize, asks_path: bool) -> Lead<'r> {
        let facts = self.repeats.facts;
        let path = if asks_path { facts.path(source) } else { None };
        Lead {
            is_below: self.keep == Keep::Newest,
            path,
            is_same_path: path.is_some() && path == facts.path(index),
            tool_name: if path.is_none() { facts.tool_name(source) } else { None },
        }
    }

    fn target(&self, index: usize) -> Target<'_, impl Fn() -> u32> {
        let Repeats { facts, wholes, .. } = self.repeats;
        let (call_id, tool_name) = (facts.call_id(index), facts.tool_name(index));
        Target { message: facts.message(index), call_id, tool_name, place: move || wholes.place(index, *facts) }
    }

    /// Whether a result is nothing but lines of the only, and whole, read of the same file.
    fn is_reread(&mut self, index: usize, text: &[u8], run: Run, source: usize) -> bool {
        let lines = &self.repeats.lines;
        let covers = !run.is_renumbered && lines.bytes(run.entry, run.count) == (0..text.len());
        covers
            && self.is_smaller(self.file_pointer(), text)
            && self.is_only_read(index, source)
            && self.is_first_whole(source)
    }

    /// Whether no result before this one is sent with the same whole text.
    fn is_first_whole(&self, index: usize) -> bool {
        let Some(sent) = self.sent.get(index).filter(|sent| sent.is_whole) else { return false };
        debug_assert!(sent.pieces.is_empty(), "a whole result has no pointers");
        match self.repeats.wholes.group(index) {
            Some(group) => self.wholes.get(group).copied().flatten() == Some(index as u32),
            None => !has_pointer(self.repeats.text(index)),
        }
    }
}
