//! What TypeScript asks of single texts and calls: the words that have a rank, the digest, the smaller form, and what a
//! call's result shows. Strings come as UTF-16.

use std::cell::RefCell;
use tamis_core::arrival::file_tools::{Shown, ShownByCall, shown_by_call as shown_by};
use tamis_core::arrival::line_numbers::LineNumbers;
use tamis_core::arrival::{Chain, Form, Settings, form_alone};
use tamis_core::digest::{SeenWords, digest as digest_into, visit_ranked};

use crate::protocol::{arrival, form, shown, word};
use crate::text::push_utf16;

thread_local! {
    static SCRATCH: RefCell<(Vec<u8>, Chain)> = RefCell::default();
}

/// Bytes kept for the next text.
const KEPT_BYTES: usize = 1 << 20;

/// Calls `run` with `units` as UTF-8 and the kept chain.
fn with_text<T>(units: &[u16], run: impl FnOnce(&str, &mut Chain) -> T) -> Option<T> {
    SCRATCH.with_borrow_mut(|(bytes, chain)| {
        bytes.clear();
        push_utf16(bytes, units);
        let result = run(core::str::from_utf8(bytes).ok()?, chain);
        chain.reset(KEPT_BYTES);
        shrink(bytes);
        Some(result)
    })
}

/// Calls `run` with the first units as UTF-8, and with the others. None where there are not so many.
fn with_two<T>(units: &[u16], first: usize, run: impl FnOnce(&str, &str) -> T) -> Option<T> {
    let (one, other) = units.split_at_checked(first)?;
    SCRATCH.with_borrow_mut(|(bytes, _)| {
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
    with_text(units, |text, _| {
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

/// The smaller form of a text of which nothing else is known; none if it stays, or if more has to be known. Fills the two
/// `numbers` at the places that [`form`] names. `kinds` has the bits of [`arrival`]; `long_lines` and `clip` are chars, 0 for
/// kinds that are not applied.
pub fn arrived_form(
    units: &[u16],
    (kinds, long_lines, clip): (u32, u32, u32),
    [status, kind]: &mut [u32; form::COUNT as usize],
) -> Option<String> {
    let settings = settings_of(kinds, long_lines, clip);
    *status = form::UNKNOWN;
    let found = with_text(units, |text, chain| match form_alone(chain, text, kinds & arrival::FILE != 0, &settings) {
        Form::Same => (form::SAME, 0, None),
        Form::Unknown => (form::UNKNOWN, 0, None),
        Form::Shorter(arrived) => (form::SHORTER, arrived.kind as u32, Some(arrived.text.to_owned())),
    });
    let (how, by, text) = found?;
    *status = how;
    if how == form::SHORTER {
        *kind = by;
    }
    text
}

fn settings_of(kinds: u32, long_lines: u32, clip: u32) -> Settings {
    let has = |bit: u32| kinds & bit != 0;
    let chars = |limit: u32| (limit > 0).then_some(limit as usize);
    Settings {
        terminal: has(arrival::TERMINAL),
        json: has(arrival::JSON),
        paths: has(arrival::PATHS),
        line_numbers: match (has(arrival::TENTH), has(arrival::PADDING)) {
            (true, _) => Some(LineNumbers::Tenth),
            (false, true) => Some(LineNumbers::Padding),
            (false, false) => None,
        },
        long_lines: chars(long_lines),
        clip: chars(clip),
    }
}
