//! The only place that makes bytes of a body.

use crate::edit::EditList;

/// Writes `body` with `edits` applied into `out`, which must have exactly [`EditList::output_bytes`]. Everything
/// outside the edits is copied as it is. Returns false, and leaves `out` unspecified, if the sizes do not fit.
pub fn splice_into(body: &[u8], edits: &EditList<'_>, out: &mut [u8]) -> bool {
    let mut rest = out;
    let mut from = 0;
    for edit in edits.edits() {
        let kept = body.get(from..edit.span.start as usize).unwrap_or_default();
        rest = match write(rest, kept).and_then(|rest| write(rest, edits.replacement(edit))) {
            Some(rest) => rest,
            None => return false,
        };
        from = edit.span.end as usize;
    }
    write(rest, body.get(from..).unwrap_or_default()).is_some_and(|rest| rest.is_empty())
}

fn write<'o>(out: &'o mut [u8], bytes: &[u8]) -> Option<&'o mut [u8]> {
    let (head, rest) = out.split_at_mut_checked(bytes.len())?;
    head.copy_from_slice(bytes);
    Some(rest)
}
