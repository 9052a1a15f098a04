//! Texts as lines that can be compared with each other, with or without the numbers that read tools print before them.
//!
//! ```text
//! "    12→const a = 1;"     number 12, key "→const a = 1;"
//! "const a = 1;"            no number, key "const a = 1;"
//! ```

#![expect(clippy::inline_always, reason = "asked of every line, where a call costs as much as the answer")]

use super::pointer::is_pointer_line;
use super::spelling::Spelling;
use crate::hash::{ODD, folded_product};
use core::ops::Range;

/// Lines of one request that are compared, in document order. Later ones are neither repeats nor sources.
pub const MAX_LINES: usize = 262_144;

/// Hash of a line that is no repeat and no source, and of the end of each result.
pub const NO_HASH: u64 = 0;
const MAX_DIGITS: usize = 7;
/// Where numbers of lines are thinned, so many lines have one number.
const TENTH: usize = 10;

/// The number before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: u32,
    format: Format,
}

/// The bytes of what a numbered line begins with.
#[derive(Clone, Copy)]
struct Front {
    /// Of spaces before the digits.
    spaces: usize,
    /// Of spaces and digits before the delimiter.
    bytes: usize,
    /// Of the delimiter.
    delimiter: usize,
}

impl Front {
    /// None if the line does not begin with a number and a delimiter of a read tool. Asked of every line.
    #[inline(always)]
    fn of(line: &[u8], spelling: Spelling) -> Option<Self> {
        let spaces = leading_spaces(line);
        // Most lines have no number.
        if line.get(spaces)?.is_ascii_digit() { Self::numbered(line, spaces, spelling) } else { None }
    }

    /// The same of a line that begins with so many spaces and a digit.
    fn numbered(line: &[u8], spaces: usize, spelling: Spelling) -> Option<Self> {
        let rest = line.get(spaces..)?;
        let digits = rest.iter().take(MAX_DIGITS + 1).take_while(|byte| byte.is_ascii_digit()).count();
        let delimiter = spelling.delimiter_bytes(rest.get(digits..)?);
        (digits <= MAX_DIGITS && delimiter > 0).then_some(Self { spaces, bytes: spaces + digits, delimiter })
    }
}

/// How a numbered line pads its number: to `width` bytes, or not, with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    width: usize,
    pad: u8,
}

impl Number {
    /// The number that `line` begins with, if a delimiter of a read tool follows it.
    pub fn of(line: &[u8], spelling: Spelling) -> Option<Self> {
        let Front { spaces, bytes, .. } = Front::of(line, spelling)?;
        let spelled = line.get(spaces..bytes)?;
        let value = spelled.iter().fold(0, |value, &digit| value * 10 + u32::from(digit - b'0'));
        let is_padded = spaces > 0 || (spelled.len() > 1 && spelled.starts_with(b"0"));
        let format = Format { width: if is_padded { bytes } else { 0 }, pad: if spaces > 0 { b' ' } else { b'0' } };
        Some(Self { value, format })
    }

    /// Appends the number `distance` lines away as a line of the same format has it; nothing for a negative number.
    pub fn push_neighbour(self, distance: isize, out: &mut Vec<u8>) {
        let value = i64::from(self.value) + distance as i64;
        if value >= 0 {
            let digits = value.to_string();
            out.extend(core::iter::repeat_n(self.format.pad, self.format.width.saturating_sub(digits.len())));
            out.extend_from_slice(digits.as_bytes());
        }
    }
}

/// Spaces that `line` begins with: eight at a time, because most lines of code begin with some.
#[inline(always)]
fn leading_spaces(line: &[u8]) -> usize {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    let (words, _) = line.as_chunks::<8>();
    let mut spaces = 0;
    for word in words {
        let other = u64::from_le_bytes(*word) ^ SPACES;
        spaces += other.trailing_zeros() as usize / 8;
        if other != 0 {
            return spaces;
        }
    }
    let rest = line.get(spaces..).unwrap_or_default();
    spaces + rest.iter().take_while(|&&byte| byte == b' ').count()
}

/// The part of a line that does not depend on its number.
pub fn key(line: &[u8], spelling: Spelling) -> &[u8] {
    Front::of(line, spelling).and_then(|front| line.get(front.bytes..)).unwrap_or(line)
}

/// A line without its number and the delimiter behind that.
pub fn behind_number(line: &[u8], spelling: Spelling) -> &[u8] {
    let front = Front::of(line, spelling);
    front.and_then(|front| line.get(front.bytes + front.delimiter..)).unwrap_or(line)
}

/// Hash of a line's key; [`NO_HASH`] if the line is a pointer or looks like one.
#[inline(always)]
pub fn hash(line: &[u8], spelling: Spelling) -> u64 {
    let (key, shown) = match Front::of(line, spelling) {
        None => (line, line),
        Some(Front { bytes, delimiter, .. }) => {
            (line.get(bytes..).unwrap_or_default(), line.get(bytes + delimiter..).unwrap_or_default())
        }
    };
    if is_pointer_line(shown) { NO_HASH } else { hash_of(key).max(NO_HASH + 1) }
}

/// Hash of a few dozen bytes, at a third of the cost of a general one: four times 16 bytes at a time, which wait for nothing
/// and are as many for nearly all lines; where fewer are left, the last 16 once more. Who makes lines with equal hashes only
/// makes that repeats are not found.
#[inline]
fn hash_of(bytes: &[u8]) -> u64 {
    let mix = |state: u64, sixteen: [u8; 16]| {
        let [low, high] = halves(u128::from_le_bytes(sixteen));
        folded_product(low ^ state, high ^ ODD[1])
    };
    let mut state = (bytes.len() as u64).wrapping_mul(ODD[0]) ^ ODD[1];
    let Some(last) = bytes.len().checked_sub(16) else { return mix(state, short(bytes)) };
    let sixteen = |at: usize| bytes.get(at.min(last)..).and_then(<[u8]>::first_chunk).copied().unwrap_or_default();
    for from in (0..bytes.len()).step_by(64) {
        let mixed =
            [0, 1, 2, 3].map(|at| mix(state.wrapping_add(ODD[0].wrapping_mul(at)), sixteen(from + 16 * at as usize)));
        state = mixed[0] ^ mixed[1].rotate_left(13) ^ mixed[2].rotate_left(29) ^ mixed[3].rotate_left(47);
    }
    state
}

const fn halves(wide: u128) -> [u64; 2] {
    [wide as u64, (wide >> 64) as u64]
}

/// Fewer than 16 bytes as so many: none of two texts of equal length are alike.
#[inline]
fn short(bytes: &[u8]) -> [u8; 16] {
    let word = |low: u64, high: u64| (u128::from(high) << 64 | u128::from(low)).to_le_bytes();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return word(u64::from_le_bytes(*first), u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return word(u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into());
    }
    word(bytes.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)), 0)
}

/// The lines of all results, one after the other. Each result with lines has one entry more, its end.
pub struct LineTable {
    pub spelling: Spelling,
    /// Byte offset of each line in its text.
    starts: Vec<u32>,
    /// By entry.
    pub hashes: Vec<u64>,
    /// By result: its first entry.
    pub firsts: Vec<u32>,
    /// Lines that may still be added.
    room: usize,
}

/// A text that is JSON and spelled in another way than `JSON.stringify` spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCanonical;

/// Bytes of a short line. There is room for a text's lines at first if they are not shorter.
const SHORT_LINE: usize = 24;

impl LineTable {
    /// Without lines.
    pub fn new(spelling: Spelling) -> Self {
        Self { spelling, starts: Vec::new(), hashes: Vec::new(), firsts: vec![0], room: MAX_LINES }
    }

    /// Makes room for `texts` texts of `bytes` bytes together.
    pub fn reserve(&mut self, texts: usize, bytes: usize) {
        // Memory that grows with each text would be copied again and again.
        let capacity = (bytes / SHORT_LINE).min(MAX_LINES) + 2 * texts;
        let more = capacity.saturating_sub(self.starts.len());
        self.starts.reserve(more);
        self.hashes.reserve(more);
        self.firsts.reserve((texts + 1).saturating_sub(self.firsts.len()));
    }

    /// Bytes of its memory.
    pub const fn memory_bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.hashes.capacity() * size_of::<u64>()
    }

    /// Takes all but the first `texts` texts out. Linear in these.
    pub fn truncate(&mut self, texts: usize) {
        self.firsts.truncate(texts + 1);
        let entries = self.firsts.last().map_or(0, |&end| end as usize);
        self.starts.truncate(entries);
        self.hashes.truncate(entries);
        // Each text with lines has one entry more.
        let ends = self.firsts.array_windows().filter(|[first, end]| first < end).count();
        self.room = MAX_LINES - (entries - ends);
    }

    /// Of decoded texts.
    pub fn of(texts: &[&[u8]], hash: impl Fn(&[u8], Spelling) -> u64) -> Self {
        let bytes = texts.iter().map(|text| text.len()).sum();
        let mut table = Self::new(Spelling::Decoded);
        table.reserve(texts.len(), bytes);
        for text in texts {
            // Every decoded text is canonical.
            table.push(text, &hash).unwrap_or_default();
        }
        table
    }

    /// Adds the lines of the next text, until there are [`MAX_LINES`]. `hash` is that of a line. Linear.
    ///
    /// # Errors
    /// [`NotCanonical`]: the text has to be respelled first; nothing was added.
    pub fn push(&mut self, text: &[u8], hash: impl Fn(&[u8], Spelling) -> u64) -> Result<(), NotCanonical> {
        // Offsets have 32 bits.
        if self.room > 0 && u32::try_from(text.len()).is_ok_and(|bytes| bytes < u32::MAX - 1) {
            self.read_text(text, hash)?;
        } else if self.spelling == Spelling::Json && !is_canonical(text) {
            return Err(NotCanonical);
        }
        self.firsts.push(self.starts.len() as u32);
        Ok(())
    }

    fn read_text(&mut self, text: &[u8], hash: impl Fn(&[u8], Spelling) -> u64) -> Result<(), NotCanonical> {
        let Self { spelling, starts, hashes, room, .. } = self;
        let (first, feed) = (starts.len(), spelling.feed_bytes());
        let mut feeds = spelling.feeds(text);
        let (mut start, mut end) = (0, 0);
        for left in (0..*room).rev() {
            let next = feeds.next();
            end = next.map_or(text.len(), |at| at + 1 - feed);
            starts.push(start as u32);
            hashes.push(hash(text.get(start..end).unwrap_or_default(), *spelling));
            match next {
                Some(at) if left > 0 => start = at + 1,
                _ => break,
            }
        }
        feeds.by_ref().for_each(drop);
        if feeds.has_rare_escape() && !is_canonical(text) {
            starts.truncate(first);
            hashes.truncate(first);
            return Err(NotCanonical);
        }
        starts.push((end + feed) as u32);
        hashes.push(NO_HASH);
        *room -= starts.len() - 1 - first;
        Ok(())
    }

    /// Entries of a result, the end included.
    pub fn entries(&self, result: usize) -> Range<usize> {
        let first = |at: usize| self.firsts.get(at).map_or(0, |&first| first as usize);
        first(result)..first(result + 1)
    }

    /// The number of a line where only the first line and each tenth show theirs, by the last that does. `text`: of the result.
    pub fn thinned_number(&self, text: &[u8], result: usize, entry: usize) -> Option<usize> {
        let start = self.entries(result).start;
        let first = self.number(text, start)?;
        let shown = (start..=entry).rev().take(TENTH).find_map(|at| Some((at, self.number(text, at)?)));
        let (at, shown) = shown?;
        (shown == first + (at - start)).then_some(first + (entry - start))
    }

    /// The number of the first line if every line is numbered, each by one more than the line before.
    pub fn first_of_ascending(&self, text: &[u8], entry: usize, count: usize) -> Option<usize> {
        let first = self.number(text, entry)?;
        (1..count).all(|at| self.number(text, entry + at) == Some(first + at)).then_some(first)
    }

    fn number(&self, text: &[u8], entry: usize) -> Option<usize> {
        let line = text.get(self.bytes(entry, 1)).unwrap_or_default();
        Number::of(line, self.spelling).map(|number| number.value as usize)
    }

    /// The result of an entry.
    pub fn result_of(&self, entry: usize) -> usize {
        self.firsts.partition_point(|&first| first as usize <= entry).saturating_sub(1)
    }

    /// Bytes of `count` lines from `entry` on in their text, without the line feed behind them.
    pub fn bytes(&self, entry: usize, count: usize) -> Range<usize> {
        let start = |at: usize| self.starts.get(at).map_or(0, |&start| start as usize);
        start(entry)..start(entry + count).saturating_sub(self.spelling.feed_bytes())
    }

    /// Hash of the line at an entry.
    pub fn hash_at(&self, entry: usize) -> u64 {
        self.hashes.get(entry).copied().unwrap_or(NO_HASH)
    }
}

/// Whether each escape of the inside of a JSON string that is no short one is a control char, as `JSON.stringify` writes
/// it.
fn is_canonical(text: &[u8]) -> bool {
    let mut from = 0;
    for at in memchr::memchr_iter(b'\\', text) {
        if at < from {
            continue;
        }
        from = at + 2;
        let is_other = match text.get(at + 1..).unwrap_or_default() {
            [b'u', b'0', b'0', b'0', digit, ..] => !matches!(digit, b'0'..=b'7' | b'b' | b'e' | b'f'),
            [b'u', b'0', b'0', b'1', digit, ..] => !matches!(digit, b'0'..=b'9' | b'a'..=b'f'),
            rest => matches!(rest.first(), Some(b'u' | b'/')),
        };
        if is_other {
            return false;
        }
    }
    true
}
