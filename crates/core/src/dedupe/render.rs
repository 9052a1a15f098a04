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
use super::{Facts, Keep, Kind, MIN_BYTES, MIN_LINES, Pointed, ReferenceLines, Repeats, Wording, most_refused};
use crate::span::Span;
use core::cell::RefCell;
use core::ops::Range;

/// See [`Repeats::render_unless`].
pub fn point<F: Facts + ?Sized>(
    repeats: &Repeats<'_, F>,
    is_masked: impl Fn(usize) -> bool,
    stays: impl Fn(usize) -> bool,
    keep: Keep,
) -> Pointed {
    let count = repeats.texts.len();
    let mut renderer = Renderer {
        repeats,
        stays,
        keep,
        firsts: vec![0; repeats.classes.count + 1],
        refusals: vec![0; repeats.classes.count + 1],
        searches: 0,
        wholes: vec![0; count],
        reads: Reads::of(count),
        sent: vec![Sent::default(); count],
        pieces: Vec::new(),
        sent_lines: RefCell::new(SentLines::new()),
        pointed: Pointed::default(),
    };
    for step in 0..count {
        let index = if keep == Keep::First { step } else { count - 1 - step };
        if !is_masked(index) {
            renderer.take(index);
        }
    }
    if keep == Keep::Newest {
        renderer.pointed.reverse();
    }
    renderer.pointed
}

const NO_RUN: Run = Run { entry: 0, source_entry: 0, count: 0, is_renumbered: false };

/// What a list has at `at`, less the 1 that tells it from nothing.
fn noted(list: &[u32], at: usize) -> Option<usize> {
    list.get(at)?.checked_sub(1).map(|one| one as usize)
}

/// Lines that a pointer replaces.
#[derive(Clone, Copy)]
struct Piece {
    run: Run,
    source: usize,
    /// Lines that this piece and those before it in its result took away.
    removed: usize,
    /// Its place in [`Pointed`].
    pointer: Span,
}

/// A result as it is sent.
#[derive(Clone, Copy, Default)]
struct Sent {
    is_whole: bool,
    /// Whether lines of it are sent: it is neither masked nor a pointer as a whole.
    has_lines: bool,
    pieces: (u32, u32),
    /// The text of the last pointer to it.
    pointer: Span,
}

struct Renderer<'r, 'a, S, F: ?Sized> {
    repeats: &'r Repeats<'a, F>,
    /// By result: asked only of those that would change.
    stays: S,
    keep: Keep,
    /// By class: where its run was sent first, plus 1.
    firsts: Vec<u32>,
    /// By class: the last search in which its run was refused.
    refusals: Vec<u32>,
    /// Searches so far: one in each result, and one more behind each of its pointers.
    searches: u32,
    /// By group: the result that is sent whole, plus 1.
    wholes: Vec<u32>,
    reads: Reads<'r>,
    /// By result.
    sent: Vec<Sent>,
    pieces: Vec<Piece>,
    sent_lines: RefCell<SentLines>,
    pointed: Pointed,
}

impl<'r, S: Fn(usize) -> bool, F: Facts + ?Sized> Renderer<'r, '_, S, F> {
    /// Points from the next result and makes it a source for those that follow.
    fn take(&mut self, index: usize) {
        let text = self.repeats.text(index);
        let start = self.pieces.len() as u32;
        let is_gone = self.point_whole(index, text);
        let is_pointed = is_gone || self.point_lines(index, text);
        let pieces = (start, self.pieces.len() as u32);
        if let Some(sent) = self.sent.get_mut(index) {
            *sent = Sent { is_whole: !is_pointed, has_lines: !is_gone, pieces, ..*sent };
        }
        if !is_gone {
            self.add(index, !is_pointed);
        }
        let shows = if is_pointed {
            self.pointed.close(index).iter().all(|pointer| pointer.kind != Kind::File)
        } else {
            !is_file_pointer(text)
        };
        self.reads.shows.get_mut(index).into_iter().for_each(|own| *own = shows);
    }

    /// Keeps the text of a pointer to `source`.
    fn keep_text(&mut self, source: usize, text: &str) -> Span {
        let Some(sent) = self.sent.get_mut(source) else { return Span::default() };
        sent.pointer = self.pointed.keep_text(text, sent.pointer);
        sent.pointer
    }

    /// Puts a pointer in the place of a whole text.
    fn put_whole(&mut self, text: &[u8], pointer: &str, kind: Kind, (source, lines): (usize, Option<ReferenceLines>)) {
        let place = (Span::new(0, text.len()), self.keep_text(source, pointer));
        self.pointed.push(place, kind, (source, lines));
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
            *whole = if *whole == 0 { index as u32 + 1 } else { *whole };
        }
        let mut firsts = core::mem::take(&mut self.firsts);
        let mut pieces = self.pieces_of(index).iter().map(|piece| piece.run).peekable();
        for (entry, class) in self.repeats.classes.within(index) {
            while pieces.next_if(|run| run.entry + run.count <= entry).is_some() {}
            let is_sent = pieces.peek().is_none_or(|run| entry + MIN_LINES <= run.entry);
            if let Some(first) = firsts.get_mut(class).filter(|first| is_sent && **first == 0) {
                *first = entry as u32 + 1;
            }
        }
        self.firsts = firsts;
    }

    /// Whether "the file's content above" can only mean the content of `source`.
    fn is_only_read(&mut self, index: usize, source: usize) -> bool {
        self.keep == Keep::First && self.reads.is_only(self.repeats.facts, index, source)
    }

    fn point_whole(&mut self, index: usize, text: &[u8]) -> bool {
        let Some(source) = self.repeats.wholes.group(index).and_then(|group| noted(&self.wholes, group)) else {
            return false;
        };
        let is_file = self.is_only_read(index, source);
        let pointer = if is_file { Some(self.file_pointer().to_owned()) } else { self.whole_pointer(index, source) };
        let goes = |pointer: &String| self.is_smaller(pointer, text) && !self.must_stay(index);
        let Some(pointer) = pointer.filter(goes) else { return false };
        self.put_whole(text, &pointer, if is_file { Kind::File } else { Kind::ToolResult }, (source, None));
        true
    }

    fn point_lines(&mut self, index: usize, text: &[u8]) -> bool {
        let start = self.pieces.len();
        self.find_pieces(index, text);
        if self.pieces.len() > start && self.must_stay(index) {
            self.pieces.truncate(start);
        }
        let Some(&Piece { run, source, .. }) = self.pieces.get(start) else { return false };
        // The seed's pointer to a part names its lines; its text for a file has no room for them.
        if self.repeats.wording == Wording::Brief && self.is_reread(index, text, run, source) {
            let lines = self.lines_of(run, source, 0);
            self.put_whole(text, self.file_pointer(), Kind::File, (source, Some(lines)));
            return true;
        }
        let first_entry = self.repeats.lines.entries(index).start;
        let mut before = 0;
        for at in start..self.pieces.len() {
            let Some(&Piece { run, source, removed, pointer: text }) = self.pieces.get(at) else { continue };
            let Range { start, end } = self.repeats.lines.bytes(run.entry, run.count);
            let lines = self.lines_of(run, source, run.entry - first_entry - before);
            before = removed;
            self.pointed.push((Span::new(start, end), text), Kind::Output, (source, Some(lines)));
        }
        true
    }

    fn lines_of(&self, run: Run, source: usize, at: usize) -> ReferenceLines {
        let Run { source_entry, count, is_renumbered, .. } = run;
        let from = self.sent_line(source, source_entry) as u32;
        ReferenceLines { at: at as u32, from, count: count as u32, is_renumbered }
    }

    /// Adds the runs of a result that pointers replace, in order. A run of lines that was refused is not tried again at another
    /// place in front of the next pointer: where lines stand again and again, each place gives a run as long as the result, and
    /// where other lines follow them, those find the run.
    fn find_pieces(&mut self, index: usize, text: &[u8]) {
        let entries = self.repeats.lines.entries(index);
        let mut from = entries.start;
        let mut removed = 0;
        // Of the runs that were refused the one that ends last. Another line of it would give the same run.
        let mut refused = NO_RUN;
        let mut left = most_refused(entries.len());
        self.searches += 1;
        for (entry, class) in self.repeats.classes.within(index) {
            let Some(source_entry) = noted(&self.firsts, class).filter(|_| entry >= from && left > 0) else { continue };
            let is_refused = self.refusals.get(class) == Some(&self.searches)
                || entry < refused.entry + refused.count
                    && entry + refused.source_entry == source_entry + refused.entry;
            if is_refused {
                continue;
            }
            let later = Stretch { text, entries: from..entries.end };
            match self.piece_at(index, &later, entry, source_entry) {
                Ok(Some((run, source, pointer))) => {
                    removed += run.count - 1;
                    from = run.entry + run.count;
                    let pointer = self.keep_text(source, &pointer);
                    self.pieces.push(Piece { run, source, removed, pointer });
                    // A run that ended here is another one behind it.
                    refused = NO_RUN;
                    self.searches += 1;
                }
                Ok(None) => {}
                Err(run) => {
                    left = left.saturating_sub(run.count);
                    if run.entry + run.count > refused.entry + refused.count {
                        refused = run;
                    }
                    self.refusals.get_mut(class).into_iter().for_each(|last| *last = self.searches);
                }
            }
        }
    }

    /// The lines around an entry that a pointer to those around `source_entry` would replace, with the source and the pointer,
    /// or a run that it would not.
    fn piece_at(
        &self,
        index: usize,
        later: &Stretch<'_>,
        entry: usize,
        source_entry: usize,
    ) -> Result<Option<(Run, usize, String)>, Run> {
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
        Ok(Some((cut, source, pointer)))
    }

    /// Pieces of a result that is sent.
    fn pieces_of(&self, result: usize) -> &[Piece] {
        let (start, end) = self.sent.get(result).map_or((0, 0), |sent| sent.pieces);
        self.pieces.get(start as usize..end as usize).unwrap_or_default()
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
        let has_lines = |result: &usize| self.sent.get(*result).is_some_and(|sent| sent.has_lines);
        for result in (sent_lines.noted..index).filter(has_lines) {
            self.note_sent(result, &mut sent_lines);
        }
        sent_lines.noted = sent_lines.noted.max(index);
        let wanted = lines.hashes.get(run.start..run.end.min(run.start + MIN_LINES)).unwrap_or_default();
        sent_lines.are_all(lines, wanted, own)
    }

    /// Adds the lines of a result that are sent as they are.
    fn note_sent(&self, result: usize, sent_lines: &mut SentLines) {
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
        debug_assert!(sent.pieces.0 == sent.pieces.1, "a whole result has no pointers");
        match self.repeats.wholes.group(index) {
            Some(group) => noted(&self.wholes, group) == Some(index),
            None => !has_pointer(self.repeats.text(index)),
        }
    }
}
