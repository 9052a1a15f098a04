//! Writes the changed body. No other module makes bytes of a body.

use crate::edit::list::EditList;
use crate::json::scan::{LINE_BYTES, copy_past_caches, far_ahead, populate, prefer_huge_pages, prefetch_lines};

/// Bytes of an output above which huge pages are requested. Small virtual machines get their memory page by page: there
/// the first huge page costs more than all pages of a smaller output.
const LARGE_BYTES: usize = 16 << 20;
/// Bytes of an output above which its long pieces are written past the caches. It would evict the bytes that are copied
/// next, and be evicted itself before it is sent.
const STREAMED_BYTES: usize = 8 << 20;
/// Bytes of the shortest such piece. The first and last cache line of a piece are written in part and so must be read.
const LEAST_STREAMED_BYTES: usize = 64 << 10;
/// Bytes of an output whose pages are requested at a time: as many as are still in a near cache when they are written.
const STEP_BYTES: usize = 256 << 10;
/// Edits between the one applied and the one whose bytes of the body are prefetched.
const AHEAD: usize = 8;
/// Cache lines prefetched behind an edit: the text between two edits is often that short; a long copy prefetches by
/// itself.
const LINES: usize = 4;
/// Bytes between the place written and the place prefetched. An output's memory is seldom in a near cache, and a copy that
/// waits for each line takes a third longer.
const AHEAD_BYTES: usize = 2048;
/// Bytes copied at a time, after as many have been prefetched.
const CHUNK_BYTES: usize = 512;
/// Lines prefetched for shorter pieces: without a loop, because there are many of these.
const LEAST_LINES: usize = 3;

/// Writes `body` with `edits` applied into `out`, which must have exactly [`EditList::output_bytes`]. Everything
/// outside the edits is copied as it is. Returns false, and leaves `out` unspecified, if the sizes do not fit.
pub fn splice_into(body: &[u8], edits: &EditList<'_>, out: &mut [u8]) -> bool {
    if out.len() >= LARGE_BYTES {
        prefer_huge_pages(out);
    }
    let streamed_from = if out.len() < STREAMED_BYTES { usize::MAX } else { LEAST_STREAMED_BYTES };
    let mut out = Output { rest: out, populated: 0, streamed_from };
    prefetch_lines(out.rest, 0, AHEAD_BYTES / LINE_BYTES);
    let mut from = 0;
    for (at, edit) in edits.edits().iter().enumerate() {
        if let Some(ahead) = far_ahead(body, edits.edits(), at, AHEAD) {
            prefetch_lines(body, ahead.span.end as usize, LINES);
        }
        let kept = body.get(from..edit.span.start as usize).unwrap_or_default();
        if !out.write(kept) || !out.write(edits.replacement(edit)) {
            return false;
        }
        from = edit.span.end as usize;
    }
    out.write(body.get(from..).unwrap_or_default()) && out.rest.is_empty()
}

/// The part of the output that is not yet written.
struct Output<'o> {
    rest: &'o mut [u8],
    /// Bytes at the beginning of `rest` whose pages have been requested.
    populated: usize,
    /// Least bytes of a piece that is written past the caches.
    streamed_from: usize,
}

impl Output<'_> {
    /// Appends `bytes`; false if there is no room for them.
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() > self.populated {
            return self.write_steps(bytes);
        }
        self.copy(bytes);
        true
    }

    fn write_steps(&mut self, mut bytes: &[u8]) -> bool {
        if bytes.len() > self.rest.len() {
            return false;
        }
        while !bytes.is_empty() {
            if self.populated == 0 {
                self.populated = self.rest.len().min(STEP_BYTES);
                populate(self.rest.get_mut(..self.populated).unwrap_or_default());
            }
            let (now, later) = bytes.split_at(bytes.len().min(self.populated));
            self.copy(now);
            bytes = later;
        }
        true
    }

    /// Appends `bytes`, of which there are no more than populated ones.
    #[inline]
    fn copy(&mut self, bytes: &[u8]) {
        let Some((head, rest)) = core::mem::take(&mut self.rest).split_at_mut_checked(bytes.len()) else { return };
        self.rest = rest;
        self.populated -= bytes.len();
        if head.len() <= LEAST_LINES * LINE_BYTES {
            prefetch_lines(head, AHEAD_BYTES, LEAST_LINES);
            head.copy_from_slice(bytes);
            return;
        }
        if head.len() >= self.streamed_from {
            copy_past_caches(head, bytes);
            return;
        }
        for (to, from) in head.chunks_mut(CHUNK_BYTES).zip(bytes.chunks(CHUNK_BYTES)) {
            prefetch_lines(to, AHEAD_BYTES, to.len().div_ceil(LINE_BYTES));
            to.copy_from_slice(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::list::EditBuilder;
    use crate::span::Span;

    #[test]
    fn splices_an_output_of_several_steps_exactly() {
        for (shift, bytes) in
            [(0, 3), (1, 3), (2, 3), (63, 3), (4095, 3), (1, 40)].map(|(s, steps)| (s, steps * STEP_BYTES))
        {
            let body: Vec<u8> = (0..bytes + shift).map(|at| (at % 251) as u8).collect();
            let mut edits = EditBuilder::default();
            let mut expected = Vec::new();
            let mut from = 0;
            for start in (0..body.len() - 100).step_by(STEP_BYTES / 3 + shift) {
                let span = Span::new(start, start + 50);
                edits.replace_string(span, &[b'x'; 47], None);
                expected.extend_from_slice(&body[from..start]);
                expected.extend_from_slice(format!("\"{}\"", "x".repeat(47)).as_bytes());
                from = start + 50;
            }
            expected.extend_from_slice(&body[from..]);
            let list = edits.finish(body.len()).unwrap();
            let mut out = vec![0; expected.len()];
            assert!(splice_into(&body, &list, &mut out));
            assert!(out == expected, "{shift}");
            assert!(!splice_into(&body, &list, &mut vec![0; expected.len() - 1]));
            assert!(!splice_into(&body, &list, &mut vec![0; expected.len() + 1]));
        }
    }
}
