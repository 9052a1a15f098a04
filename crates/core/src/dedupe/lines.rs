//! Texts as lines that can be compared with each other, with or without the numbers that read tools print before them.
//!
//! ```text
//! "    12→const a = 1;"     number 12, key "→const a = 1;"
//! "const a = 1;"            no number, key "const a = 1;"
//! ```

use super::pointer::is_pointer_line;
use crate::json::scan::{Level, Places, Sought};
use core::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// Lines of one request that are compared, in document order. Later ones are neither repeats nor sources.
pub const MAX_LINES: usize = 262_144;

/// Hash of a line that is no repeat and no source, and of the end of each result.
pub const NO_HASH: u64 = 0;
const MAX_DIGITS: usize = 7;
const DELIMITERS: [&[u8]; 5] = ["→".as_bytes(), b"\t", b":", b"|", b" |"];

/// The number before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: u32,
    /// Bytes of spaces and digits before the delimiter.
    pub bytes: usize,
    format: Format,
}

/// How a numbered line pads its number: to `width` bytes, or not, with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    width: usize,
    pad: u8,
}

impl Number {
    /// The number that `line` begins with, if a delimiter of a read tool follows it.
    pub fn of(line: &[u8]) -> Option<Self> {
        let is_space = |byte: &&u8| **byte == b' ';
        let spaces = line.iter().take_while(is_space).count();
        let rest = line.get(spaces..)?;
        let digits = rest.iter().take(MAX_DIGITS + 1).take_while(|byte| byte.is_ascii_digit()).count();
        let (spelled, behind) = rest.split_at_checked(digits)?;
        if digits == 0 || digits > MAX_DIGITS || delimiter_bytes(behind) == 0 {
            return None;
        }
        let value = spelled.iter().fold(0, |value, &digit| value * 10 + u32::from(digit - b'0'));
        let bytes = spaces + digits;
        let is_padded = spaces > 0 || (digits > 1 && spelled.starts_with(b"0"));
        let format = Format { width: if is_padded { bytes } else { 0 }, pad: if spaces > 0 { b' ' } else { b'0' } };
        Some(Self { value, bytes, format })
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

/// Bytes of the delimiter that `text` begins with; 0 if there is none.
fn delimiter_bytes(text: &[u8]) -> usize {
    DELIMITERS.iter().find(|delimiter| text.starts_with(delimiter)).map_or(0, |delimiter| delimiter.len())
}

/// The part of a line that does not depend on its number.
pub fn key(line: &[u8]) -> &[u8] {
    Number::of(line).and_then(|number| line.get(number.bytes..)).unwrap_or(line)
}

/// Hash of a line's key; [`NO_HASH`] if the line is a pointer or looks like one.
pub fn hash(line: &[u8]) -> u64 {
    let key = key(line);
    let shown = if key.len() < line.len() { key.get(delimiter_bytes(key)..).unwrap_or_default() } else { line };
    if is_pointer_line(shown) { NO_HASH } else { xxh3_64(key).max(NO_HASH + 1) }
}

/// The lines of all results, one after the other. Each result with lines has one entry more, its end.
pub struct LineTable {
    /// Byte offset of each line in its text.
    starts: Vec<u32>,
    /// By entry.
    pub hashes: Vec<u64>,
    /// By result: its first entry.
    firsts: Vec<u32>,
}

impl LineTable {
    /// Reads lines until there are [`MAX_LINES`]. `hash` is that of a line.
    pub fn read<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone, hash: impl Fn(&[u8]) -> u64) -> Self {
        let entries = |text| memchr::memchr_iter(b'\n', text).count() + 2;
        // Memory that grows with each text would be copied again and again.
        let capacity = texts.clone().map(entries).sum::<usize>().min(MAX_LINES + texts.clone().count());
        let (starts, hashes) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
        let mut table = Self { starts, hashes, firsts: vec![0] };
        let mut room = MAX_LINES;
        for text in texts {
            // Offsets have 32 bits.
            if room > 0 && u32::try_from(text.len()).is_ok_and(|bytes| bytes < u32::MAX) {
                table.read_text(text, &mut room, &hash);
            }
            table.firsts.push(table.starts.len() as u32);
        }
        table
    }

    fn read_text(&mut self, text: &[u8], room: &mut usize, hash: impl Fn(&[u8]) -> u64) {
        let mut start = 0;
        for end in Places::new(Level::detect(), text, Sought::Byte(b'\n')).chain([text.len()]).take(*room) {
            self.starts.push(start as u32);
            self.hashes.push(hash(text.get(start..end).unwrap_or_default()));
            start = end + 1;
            *room -= 1;
        }
        self.starts.push(start as u32);
        self.hashes.push(NO_HASH);
    }

    /// Entries of a result, the end included.
    pub fn entries(&self, result: usize) -> Range<usize> {
        let first = |at: usize| self.firsts.get(at).map_or(0, |&first| first as usize);
        first(result)..first(result + 1)
    }

    /// The result of an entry.
    pub fn result_of(&self, entry: usize) -> usize {
        self.firsts.partition_point(|&first| first as usize <= entry).saturating_sub(1)
    }

    /// Bytes of `count` lines from `entry` on in their text, without the line feed behind them.
    pub fn bytes(&self, entry: usize, count: usize) -> Range<usize> {
        let start = |at: usize| self.starts.get(at).map_or(0, |&start| start as usize);
        start(entry)..start(entry + count).saturating_sub(1)
    }

    /// Hash of the line at an entry.
    pub fn hash_at(&self, entry: usize) -> u64 {
        self.hashes.get(entry).copied().unwrap_or(NO_HASH)
    }
}
