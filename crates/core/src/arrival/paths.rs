//! Names a path or a folder once.
//!
//! ```text
//! src/a.ts:3:foo           [4 lines of src/a.ts]        hits of a search, at least 4 in one file
//! src/a.ts:5:bar           3:foo
//! …                        5:bar …
//!
//! /srv/repo/src/a.ts      [8 paths under /srv/repo/]  a list of at least 8 paths
//! /srv/repo/b.ts          src/a.ts
//! …                        b.ts …
//! ```
//! The count says where a group ends, so the text can be restored: put the path and a colon, or the folder, in front of so
//! many lines. A text that has such a line already stays as it is.

use super::chars::chars_of;
use super::clip_mark::CLIP_MARK;
use super::text_lines::{Line, Lines, lines};
use core::fmt::Write;
use core::iter::Peekable;

/// Fewest hits in one file.
const MIN_HITS: usize = 4;
/// Fewest paths in a list.
const MIN_PATHS: usize = 8;
/// Most digits of a line's number.
const MAX_DIGITS: usize = 7;

/// False if [`shorten`] would return false.
#[must_use]
pub fn may_apply(text: &[u8]) -> bool {
    let mut signs = GroupSigns::default();
    lines(text).any(|line| signs.see(line.text))
}

/// Looks for a group of lines.
#[derive(Default)]
pub(super) struct GroupSigns {
    lines: usize,
}

impl GroupSigns {
    /// Whether the next line may be in a group. Of so many lines that follow each other one is looked at, because all
    /// lines of a group are hits or paths.
    pub(super) fn see(&mut self, line: &[u8]) -> bool {
        self.lines += 1;
        self.lines.is_multiple_of(MIN_HITS) && may_be_in_group(line)
    }
}

/// Whether a line is a hit or a path.
fn may_be_in_group(line: &[u8]) -> bool {
    let end = line.iter().position(|&byte| !is_path_byte(byte));
    if end.is_some_and(|end| end == 0 || line.get(end) != Some(&b':')) {
        return false;
    }
    core::str::from_utf8(line).is_ok_and(|line| hit_path(line).is_some() || folder_of(line).is_some())
}

/// Writes the text to `out` with groups of lines that name what they have in common once. False if there are none; `out`
/// is then unspecified. Linear.
pub fn shorten(text: &str, out: &mut String) -> bool {
    out.clear();
    let mut copied = 0;
    let mut lines = TextLines::new(text);
    while let Some(first) = lines.next() {
        let group = Group::hits(first, &mut lines).or_else(|| Group::paths(first, &mut lines));
        let Some(group) = group.filter(Group::is_worth) else { continue };
        if copied == 0 && has_form(text) {
            return false;
        }
        out.push_str(text.get(copied..first.start).unwrap_or_default());
        group.write(text.get(first.start..group.end).unwrap_or_default(), out);
        copied = group.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    copied > 0
}

/// A line without its line feed.
#[derive(Clone, Copy)]
struct TextLine<'a> {
    text: &'a str,
    start: usize,
    /// The offset behind it and its line feed.
    end: usize,
}

/// Lines, of which the next can be looked at.
struct TextLines<'a> {
    text: &'a str,
    lines: Peekable<Lines<'a>>,
}

impl<'a> TextLines<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, lines: lines(text.as_bytes()).peekable() }
    }

    fn next(&mut self) -> Option<TextLine<'a>> {
        let Line { text: line, start, end } = self.lines.next()?;
        Some(TextLine { text: self.text.get(start..start + line.len()).unwrap_or_default(), start, end })
    }

    /// What `find` finds in the next line, which is passed if there is something, and the line's end.
    fn next_if<T>(&mut self, find: impl FnOnce(&'a str) -> Option<T>) -> Option<(T, usize)> {
        let &Line { text: line, start, end } = self.lines.peek()?;
        let found = find(self.text.get(start..start + line.len()).unwrap_or_default())?;
        self.lines.next();
        Some((found, end))
    }
}

/// Whether a line is one that this machine, or one that leaves something out, has written.
fn has_form(text: &str) -> bool {
    let is_form = |line: &str| {
        let Some(inside) = line.strip_prefix('[') else { return false };
        let words = inside.trim_start_matches(|char: char| char.is_ascii_digit());
        let is_counted = words.len() < inside.len();
        (is_counted && (words.starts_with(" lines of ") || words.starts_with(" paths under ")))
            || line.starts_with(CLIP_MARK)
    };
    let feeds = memchr::memmem::find_iter(text.as_bytes(), b"\n[");
    is_form(text) || feeds.map(|feed| text.get(feed + 1..).unwrap_or_default()).any(is_form)
}

/// What the lines of a group have in common.
#[derive(Clone, Copy, PartialEq)]
enum Common {
    /// A path, and a colon behind it.
    Path,
    Folder,
}

/// Lines that begin with the same text.
struct Group<'a> {
    what: Common,
    /// The path without its colon, or the folder with its slash.
    shared: &'a str,
    count: usize,
    /// The offset behind its last line.
    end: usize,
}

impl<'a> Group<'a> {
    /// Hits in the file of the first one.
    fn hits(first: TextLine<'a>, lines: &mut TextLines<'a>) -> Option<Self> {
        let shared = hit_path(first.text)?;
        let (mut count, mut end) = (1, first.end);
        while let Some(((), next)) = lines.next_if(|line| is_hit_in(line, shared).then_some(())) {
            (count, end) = (count + 1, next);
        }
        Some(Self { what: Common::Path, shared, count, end })
    }

    /// Paths in a folder of the first one.
    fn paths(first: TextLine<'a>, lines: &mut TextLines<'a>) -> Option<Self> {
        let mut shared = folder_of(first.text)?;
        let (mut count, mut end) = (1, first.end);
        while let Some((folder, next)) =
            lines.next_if(|line| folder_of(line).and_then(|folder| common_folder(shared, folder)))
        {
            (shared, count, end) = (folder, count + 1, next);
        }
        Some(Self { what: Common::Folder, shared, count, end })
    }

    fn head(&self) -> String {
        let Self { shared, count, .. } = self;
        match self.what {
            Common::Path => format!("[{count} lines of {shared}]"),
            Common::Folder => format!("[{count} paths under {shared}]"),
        }
    }

    /// Enough lines, and shorter than they are.
    fn is_worth(&self) -> bool {
        let colon = usize::from(self.what == Common::Path);
        let least = if self.what == Common::Path { MIN_HITS } else { MIN_PATHS };
        self.count >= least && self.count * (chars_of(self.shared) + colon) > chars_of(self.head()) + 1
    }

    /// Appends the group, whose lines are `text`.
    fn write(&self, text: &str, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", self.head());
        let skip = self.shared.len() + usize::from(self.what == Common::Path);
        for Line { start, end, .. } in lines(text.as_bytes()) {
            out.push_str(text.get(start + skip..end).unwrap_or_default());
        }
    }
}

/// Blanks, control characters, colons, quotes, and what shells expand.
const fn is_path_byte(byte: u8) -> bool {
    !matches!(byte, 0..=b' ' | b':' | b'"' | b'\'' | b'<' | b'>' | b'|' | b'*' | b'?' | 0x7F)
}

/// The path of a search's hit: `path:12:`. A drive's letter may be in front, the last part has a letter, and there is a
/// folder or something like a file's ending.
fn hit_path(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    let drive = matches!(bytes, [b'a'..=b'z' | b'A'..=b'Z', b':', b'/' | b'\\', ..]);
    let from = if drive { 2 } else { 0 };
    let length = bytes.get(from..)?.iter().position(|&byte| !is_path_byte(byte)).filter(|&length| length > 0)?;
    let (path, rest) = line.split_at_checked(from + length)?;
    if !is_numbered(rest.as_bytes()) || path.starts_with(['[', '(']) {
        return None;
    }
    let name = path.rfind(['/', '\\']).and_then(|slash| path.get(slash + 1..));
    let last = name.unwrap_or(path).as_bytes();
    let is_file = || last.windows(2).any(|pair| matches!(pair, [b'.', b'a'..=b'z' | b'A'..=b'Z']));
    (last.iter().any(u8::is_ascii_alphabetic) && (name.is_some() || is_file())).then_some(path)
}

/// Whether [`hit_path`] of a line is `path`, which it is of another line.
fn is_hit_in(line: &str, path: &str) -> bool {
    line.as_bytes().strip_prefix(path.as_bytes()).is_some_and(is_numbered)
}

/// `:12:`.
fn is_numbered(rest: &[u8]) -> bool {
    let [b':', number @ ..] = rest else { return false };
    let digits = number.iter().take(MAX_DIGITS).take_while(|byte| byte.is_ascii_digit()).count();
    number.first().is_some_and(|&first| first != b'0') && digits > 0 && number.get(digits) == Some(&b':')
}

/// The folder of a line that is a path, with its slash; none if it has none but the root.
fn folder_of(line: &str) -> Option<&str> {
    let bytes = line.as_bytes();
    if bytes.len() < 2 || !bytes.iter().all(|&byte| is_path_byte(byte)) {
        return None;
    }
    let slash = memchr::memrchr(b'/', bytes.get(..bytes.len() - 1)?).filter(|&slash| slash > 0)?;
    line.get(..=slash)
}

fn common_folder<'a>(one: &'a str, other: &str) -> Option<&'a str> {
    let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let slash = memchr::memrchr(b'/', one.as_bytes().get(..same)?).filter(|&slash| slash > 0)?;
    one.get(..=slash)
}
