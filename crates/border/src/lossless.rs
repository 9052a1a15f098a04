//! The lossless phase of a condensation: the texts of all results in one call, and what the phase found.
//!
//! ```text
//! words   results, labels │ a row a result: bytes of its strings, facts, groups │ bytes of each label
//! bytes   text │ text │ … │ id name path │ id name path │ … │ label │ label
//! ```
//! What comes back has a row a change, and the texts of all changes one behind the other ([`crate::protocol::lossless_change`]).

use tamis_core::dedupe::Reference;
use tamis_core::lossless::{Consolidation, MadeOf, Outcome, ResultText, run};

use crate::protocol::{lossless_change, lossless_flag, lossless_head, lossless_result, reference};

/// Runs the phase; none for strings that are no UTF-8, and for numbers that do not fit the bytes.
#[must_use]
pub fn changes_of(bytes: &[u8], words: &[u32]) -> Option<Changes> {
    let (results, labels) = read(bytes, words)?;
    Some(write(run(&results, &labels)))
}

fn read<'a>(bytes: &'a [u8], words: &[u32]) -> Option<(Vec<ResultText<'a>>, Vec<&'a str>)> {
    const ROW: usize = lossless_result::WORDS as usize;
    let (head, words) = words.split_first_chunk::<{ lossless_head::WORDS as usize }>()?;
    let count = |place: u32| head.get(place as usize).copied().unwrap_or_default() as usize;
    let (rows, label_bytes) = words.split_at_checked(count(lossless_head::RESULTS).checked_mul(ROW)?)?;
    if label_bytes.len() != count(lossless_head::LABELS) {
        return None;
    }
    let mut strings = Strings(simdutf8::basic::from_utf8(bytes).ok()?);
    let (rows, _) = rows.as_chunks::<ROW>();
    let text_bytes = |row: &[u32; ROW]| row.get(lossless_result::TEXT as usize).copied().unwrap_or_default();
    let texts = rows.iter().map(|row| strings.take(text_bytes(row))).collect::<Option<Vec<_>>>()?;
    let named = rows.iter().zip(texts).map(|(row, text)| read_result(row, text, &mut strings));
    let results = named.collect::<Option<Vec<_>>>()?;
    let labels = label_bytes.iter().map(|&bytes| strings.take(bytes)).collect::<Option<Vec<_>>>()?;
    strings.0.is_empty().then_some((results, labels))
}

/// Strings that lie one behind the other.
struct Strings<'a>(&'a str);

impl<'a> Strings<'a> {
    fn take(&mut self, bytes: u32) -> Option<&'a str> {
        let (text, rest) = self.0.split_at_checked(bytes as usize)?;
        self.0 = rest;
        Some(text)
    }

    /// As [`Strings::take`], with bytes + 1; nothing is taken for 0, which says that there is no string.
    fn take_known(&mut self, code: u32) -> Option<&'a str> {
        self.take(code.saturating_sub(1))
    }
}

fn read_result<'a>(
    row: &[u32; lossless_result::WORDS as usize],
    text: &'a str,
    names: &mut Strings<'a>,
) -> Option<ResultText<'a>> {
    let word = |place: u32| row.get(place as usize).copied().unwrap_or_default();
    let has = |flag: u32| word(lossless_result::FLAGS) & flag != 0;
    let is_known = |place: u32| word(place) > 0;
    let call_id = names.take_known(word(lossless_result::CALL_ID))?;
    let tool_name = names.take_known(word(lossless_result::TOOL_NAME))?;
    let path = names.take_known(word(lossless_result::PATH))?;
    Some(ResultText {
        text,
        call_id: is_known(lossless_result::CALL_ID).then_some(call_id),
        tool_name: is_known(lossless_result::TOOL_NAME).then_some(tool_name),
        path: is_known(lossless_result::PATH).then_some(path),
        message: word(lossless_result::MESSAGE),
        is_file: has(lossless_flag::FILE),
        is_fixed: has(lossless_flag::FIXED),
        is_error: has(lossless_flag::ERROR),
        is_error_by_lines: has(lossless_flag::ERROR_BY_LINES),
        is_seen: has(lossless_flag::SEEN),
        is_whole: has(lossless_flag::WHOLE),
        contained: word(lossless_result::CONTAINED).checked_sub(1),
        similar: word(lossless_result::SIMILAR).checked_sub(1),
    })
}

fn write(Outcome { shortened, consolidations, deduplications }: Outcome) -> Changes {
    let texts = shortened.iter().map(|(_, text)| text.len()).chain(consolidations.iter().map(|one| one.text.len()));
    let bytes = texts.chain(deduplications.iter().map(|one| one.text.len())).sum();
    // Memory that grows would be twice as large as what is in it.
    let mut changes = Changes { words: Vec::new(), bytes: Vec::with_capacity(bytes) };
    for (result, text) in shortened {
        changes.begin(lossless_change::SHORTENED, result, text.as_bytes(), 0);
    }
    for one in consolidations {
        changes.consolidation(&one);
    }
    for one in deduplications {
        changes.begin(lossless_change::POINTERS, one.result, &one.text, one.references.len());
        for reference in &one.references {
            changes.pointer(reference);
        }
    }
    changes
}

/// What the phase found.
pub struct Changes {
    /// Rows, one behind the other.
    pub words: Vec<u32>,
    /// The texts of the rows.
    pub bytes: Vec<u8>,
}

impl Changes {
    fn begin(&mut self, kind: u32, result: usize, text: &[u8], count: usize) {
        self.words.extend([kind, result as u32, text.len() as u32, count as u32]);
        self.bytes.extend_from_slice(text);
    }

    fn consolidation(&mut self, Consolidation { result, text, source, hash, made_of }: &Consolidation) {
        let (kind, count) = match made_of {
            MadeOf::Runs(runs) => (lossless_change::RUNS, runs.len()),
            MadeOf::Differing(lines) => (lossless_change::DIFFERING, lines.len()),
        };
        self.begin(kind, *result, text.as_bytes(), count);
        self.words.push(*source as u32);
        self.hash(*hash);
        match made_of {
            MadeOf::Runs(runs) => self.words.extend(runs.iter().flat_map(|&(from, count)| [from, count])),
            MadeOf::Differing(lines) => self.words.extend(lines),
        }
    }

    fn pointer(&mut self, Reference { kind, source, hash, lines }: &Reference) {
        let mut code = *kind as u32;
        let mut places = [0; 3];
        if let Some(lines) = lines {
            code |= reference::HAS_LINES | if lines.is_renumbered { reference::IS_RENUMBERED } else { 0 };
            places = [lines.at, lines.from, lines.count];
        }
        self.words.extend([code, *source as u32]);
        self.hash(*hash);
        self.words.extend(places);
    }

    /// The highest 32 bits come first.
    fn hash(&mut self, hash: u128) {
        self.words.extend([96, 64, 32, 0].map(|shift| (hash >> shift) as u32));
    }
}
