//! The only place that makes bytes of a body.

use crate::edit::{Edit, EditList};
use crate::scan::{LINE_BYTES, far_ahead, prefer_huge_pages, prefetch};

/// Bytes of an output from which on huge pages are asked for. A machine that gives a program its memory bit by bit, as small
/// virtual ones do, takes longer for the first huge page than for what a smaller output touches.
const LARGE_BYTES: usize = 8 << 20;
/// Edits between the one applied and the one after which the body's bytes are asked for.
const AHEAD: usize = 8;
/// Lines asked for behind an edit: what is between two of them is often that short, and a long copy asks by itself.
const LINES: usize = 4;

/// Writes `body` with `edits` applied into `out`, which must have exactly [`EditList::output_bytes`]. Everything
/// outside the edits is copied as it is. Returns false, and leaves `out` unspecified, if the sizes do not fit.
pub fn splice_into(body: &[u8], edits: &EditList<'_>, out: &mut [u8]) -> bool {
    if out.len() >= LARGE_BYTES {
        prefer_huge_pages(out);
    }
    let mut rest = out;
    let mut from = 0;
    for (at, edit) in edits.edits().iter().enumerate() {
        if let Some(ahead) = far_ahead(body, edits.edits(), at, AHEAD) {
            prefetch_behind(body, ahead);
        }
        let kept = body.get(from..edit.span.start as usize).unwrap_or_default();
        rest = match write(rest, kept).and_then(|rest| write(rest, edits.replacement(edit))) {
            Some(rest) => rest,
            None => return false,
        };
        from = edit.span.end as usize;
    }
    write(rest, body.get(from..).unwrap_or_default()).is_some_and(|rest| rest.is_empty())
}

fn prefetch_behind(body: &[u8], edit: &Edit) {
    for line in 0..LINES {
        prefetch(body, edit.span.end as usize + line * LINE_BYTES);
    }
}

fn write<'o>(out: &'o mut [u8], bytes: &[u8]) -> Option<&'o mut [u8]> {
    let (head, rest) = out.split_at_mut_checked(bytes.len())?;
    head.copy_from_slice(bytes);
    Some(rest)
}
