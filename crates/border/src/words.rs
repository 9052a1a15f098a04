//! What TypeScript asks of single texts and calls: the words that have a rank, the digest, and what a call's result
//! shows. Strings come as UTF-16.

use std::cell::RefCell;
use tamis_core::arrival::file_tools::{Shown, ShownByCall, shown_by_call as shown_by};
use tamis_core::digest::{SeenWords, digest as digest_into, visit_ranked};

use crate::protocol::{shown, word};
use crate::text::push_utf16;

thread_local! {
    static SCRATCH: RefCell<Vec<u8>> = RefCell::default();
}

/// Bytes kept for the next text.
const KEPT_BYTES: usize = 1 << 20;

/// Calls `run` with `units` as UTF-8.
fn with_text<T>(units: &[u16], run: impl FnOnce(&str) -> T) -> Option<T> {
    SCRATCH.with_borrow_mut(|bytes| {
        bytes.clear();
        push_utf16(bytes, units);
        let result = run(core::str::from_utf8(bytes).ok()?);
        shrink(bytes);
        Some(result)
    })
}

/// Calls `run` with the first units as UTF-8, and with the others. None where there are not so many.
fn with_two<T>(units: &[u16], first: usize, run: impl FnOnce(&str, &str) -> T) -> Option<T> {
    let (one, other) = units.split_at_checked(first)?;
    SCRATCH.with_borrow_mut(|bytes| {
        bytes.clear();
        push_utf16(bytes, one);
        let end = bytes.len();
        push_utf16(bytes, other);
        let (one, other) = bytes.split_at_checked(end)?;
        let result = run(core::str::from_utf8(one).ok()?, core::str::from_utf8(other).ok()?);
        shrink(bytes);
        Some(result)
    })
}

fn shrink(bytes: &mut Vec<u8>) {
    if bytes.capacity() > KEPT_BYTES {
        *bytes = Vec::new();
    }
}

/// Writes the words of a text that have a rank to `out`, each as the two numbers of [`word`], as far as there is room.
/// Returns how many numbers there are; none for a defect.
pub fn ranked_words(units: &[u16], out: &mut [u32]) -> Option<u32> {
    with_text(units, |text| {
        let mut count = 0;
        visit_ranked(text, |found| {
            if let Some([start, about]) = out.get_mut(count..).and_then(<[u32]>::first_chunk_mut) {
                *start = found.start as u32;
                let secret = if found.is_secret { word::SECRET } else { 0 };
                *about = found.chars as u32 | (found.rank as u32) << word::RANK_SHIFT | secret;
            }
            count += 2;
        });
        count as u32
    })
}

/// The digest of a text: at most `max_words` words and `max_chars` chars. The first `seen` units are the words that the model
/// has from elsewhere, with blanks between them; the others are the text. None where there are not so many units.
pub fn digest(units: &[u16], seen: usize, max_words: usize, max_chars: usize) -> Option<String> {
    with_two(units, seen, |words, text| {
        let mut seen = SeenWords::default();
        seen.note(words);
        let mut out = String::new();
        digest_into(text, &|word| seen.has(word), max_words, max_chars, &mut out);
        out
    })
}

/// Fills `numbers` at the places that [`shown`] names with what the result of a call shows, and returns the path that the call
/// names. The first `tool` units are the tool's name, the others its arguments. The outer none: there are not so many.
pub fn shown_by_call(
    units: &[u16],
    tool: usize,
    [kind, flags, first, last]: &mut [u32; shown::COUNT as usize],
) -> Option<Option<String>> {
    let call = with_two(units, tool, shown_by)?;
    *flags = match &call {
        call if call.is_file_text() => shown::IS_FILE_TEXT,
        ShownByCall::Search | ShownByCall::Shell(Shown::Search) => shown::IS_HITS,
        _ => 0,
    };
    let (code, path) = match call {
        ShownByCall::Other => (0, None),
        ShownByCall::Read { path, lines } => {
            if let Some(lines) = lines {
                *flags |= shown::HAS_LINES;
                *first = lines.first as u32;
                if let Some(end) = lines.last {
                    *flags |= shown::HAS_LAST;
                    *last = end as u32;
                }
            }
            (1, path)
        }
        ShownByCall::Edit { path } => (2, path),
        ShownByCall::Search => (3, None),
        ShownByCall::Shell(_) => (4, None),
    };
    *kind = code;
    Some(path)
}
