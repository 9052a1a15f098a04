//! The lines of the request before: a request repeats it and adds a turn, so that nearly all of its lines are hashed.

use crate::dedupe::{LineTable, Spelling, hash_of_line};
use crate::json::text::Text;
use core::ops::Range;

/// Bytes of lines that are kept for the next request.
const KEPT_BYTES: usize = 1 << 20;

/// A text as `JSON.stringify` writes it.
pub(super) enum SourceText<'r> {
    /// As it is sent unless it is edited.
    Sent(&'r [u8]),
    /// In the arena.
    Respelled(Range<usize>),
}

/// Where the lines of a text were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadFrom {
    Sent,
    Arena,
    /// It is not compared.
    Nowhere,
}

/// A text's hash, and in its lowest bits where the lines were read: so many texts may be in a request that each byte counts.
#[derive(Clone, Copy)]
struct Known(u64);

impl Known {
    const FROM: u64 = 3;

    const fn new(hash: u64, from: ReadFrom) -> Self {
        Self(hash & !Self::FROM | from as u64)
    }

    fn place_of(self, hash: u64) -> Option<ReadFrom> {
        let all = [ReadFrom::Sent, ReadFrom::Arena, ReadFrom::Nowhere];
        all.into_iter().find(|&from| self.0 == Self::new(hash, from).0)
    }
}

/// Lines of texts in their order. Those of the texts that the last request began with are not read again.
pub(super) struct KnownLines {
    lines: LineTable,
    texts: Vec<Known>,
    /// Number of the next text.
    next: usize,
}

impl Default for KnownLines {
    fn default() -> Self {
        Self { lines: LineTable::new(Spelling::Json), texts: Vec::new(), next: 0 }
    }
}

impl KnownLines {
    /// Begins with the first of `texts` texts, which have `bytes` bytes together.
    pub(super) fn restart(&mut self, texts: usize, bytes: usize) {
        self.lines.reserve(texts, bytes);
        self.texts.reserve(texts.saturating_sub(self.texts.len()));
        self.next = 0;
    }

    /// Adds the lines of the next text; none of one that is not compared, or has half a surrogate pair. Each has a hash that tells
    /// it from all others. Linear in a text that the last request had not at its place.
    pub(super) fn add<'r>(&mut self, text: Option<(u64, Text<'r>)>, arena: &mut Vec<u8>) -> Option<SourceText<'r>> {
        let (hash, text) = text.unzip();
        let (hash, start) = (hash.unwrap_or_default(), arena.len());
        let known = self.texts.get(self.next).and_then(|known| known.place_of(hash));
        let from = known.unwrap_or_else(|| {
            self.forget_rest();
            let from = self.read(text.as_ref(), arena);
            self.texts.push(Known::new(hash, from));
            from
        });
        self.next += 1;
        match (from, text) {
            (ReadFrom::Sent, Some(text)) => Some(SourceText::Sent(text.raw())),
            (ReadFrom::Arena, Some(text)) => {
                if known.is_some() {
                    text.respell_whole_into(arena);
                }
                Some(SourceText::Respelled(start..arena.len()))
            }
            _ => None,
        }
    }

    fn read(&mut self, text: Option<&Text<'_>>, arena: &mut Vec<u8>) -> ReadFrom {
        let start = arena.len();
        if let Some(text) = text {
            if self.lines.push(text.raw(), hash_of_line).is_ok() {
                return ReadFrom::Sent;
            }
            let is_whole = text.respell_whole_into(arena);
            if is_whole && self.lines.push(arena.get(start..).unwrap_or_default(), hash_of_line).is_ok() {
                return ReadFrom::Arena;
            }
        }
        // An empty text is canonical.
        self.lines.push(b"", hash_of_line).unwrap_or_default();
        ReadFrom::Nowhere
    }

    /// Forgets the texts from the next one on.
    pub(super) fn forget_rest(&mut self) {
        if self.next < self.texts.len() {
            self.texts.truncate(self.next);
            self.lines.truncate(self.next);
        }
    }

    /// Lends the lines until [`KnownLines::give_back`].
    pub(super) fn take(&mut self) -> LineTable {
        if self.lines.memory_bytes() > KEPT_BYTES {
            // They will not be kept.
            self.texts = Vec::new();
        }
        core::mem::replace(&mut self.lines, LineTable::new(Spelling::Json))
    }

    /// Keeps `lines` for the next request, if they take no more than a fixed amount of memory.
    pub(super) fn give_back(&mut self, lines: LineTable) {
        if lines.memory_bytes() > KEPT_BYTES {
            *self = Self::default();
        } else {
            self.lines = lines;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use crate::dedupe::MAX_LINES;
    use xxhash_rust::xxh3::xxh3_64;

    /// Each text with the bytes that are compared, and all hashes.
    fn read(known: &mut KnownLines, texts: &[Option<&str>]) -> (Vec<Option<Vec<u8>>>, Vec<u64>) {
        known.restart(texts.len(), 0);
        let mut arena = Vec::new();
        let mut compared = Vec::new();
        for text in texts {
            let text = text.map(|text| (xxh3_64(text.as_bytes()), Text::new(text.as_bytes(), Level::detect())));
            compared.push(known.add(text, &mut arena).map(|found| match found {
                SourceText::Sent(raw) => raw.to_vec(),
                SourceText::Respelled(range) => arena[range].to_vec(),
            }));
        }
        known.forget_rest();
        (compared, known.lines.hashes.clone())
    }

    #[test]
    fn what_was_known_changes_no_line() {
        let full = "a\\n".repeat(MAX_LINES);
        let [plain, odd, half] = ["one\\ntwo", r"\u0041\nb", r"\ud800\nc"];
        let requests: [&[Option<&str>]; 8] = [
            &[Some(plain), None, Some(odd)],
            &[Some(plain), None, Some(odd), Some(half), Some("new")],
            &[Some(plain), Some(odd), Some("new")],
            &[Some(plain), Some(odd)],
            &[Some(&full), Some(plain), Some(odd)],
            &[Some(&full), Some(odd), Some(plain)],
            &[Some(plain), Some(&full), Some(plain)],
            &[],
        ];
        let mut known = KnownLines::default();
        for texts in requests.iter().chain(requests.iter().rev()) {
            assert_eq!(read(&mut known, texts), read(&mut KnownLines::default(), texts), "{}", texts.len());
        }
    }

    #[test]
    fn lines_that_are_known_are_not_read_again() {
        let mut known = KnownLines::default();
        read(&mut known, &[Some("one"), Some("two"), Some("three")]);
        known.restart(3, 0);
        let mut add = |hashed: &str, text: &'static str| {
            known.add(Some((xxh3_64(hashed.as_bytes()), Text::new(text.as_bytes(), Level::detect()))), &mut Vec::new());
        };
        // A hash of another text shows whether it is read.
        add("one", "never read");
        add("other", "four");
        add("three", "five");
        let hashes = known.lines.hashes.clone();
        assert_eq!(hashes, read(&mut KnownLines::default(), &[Some("one"), Some("four"), Some("five")]).1);
    }

    #[test]
    fn many_lines_are_not_kept() {
        let mut known = KnownLines::default();
        let lines = KEPT_BYTES / (size_of::<u32>() + size_of::<u64>());
        for (count, is_kept) in [(lines / 4, true), (lines * 2, false)] {
            read(&mut known, &[Some(&"a\\n".repeat(count))]);
            let lines = known.take();
            known.give_back(lines);
            assert_eq!(!known.texts.is_empty(), is_kept, "{count}");
        }
    }
}
