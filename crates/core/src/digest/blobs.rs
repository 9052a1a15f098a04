//! Finds what is no language: base64, in data URLs and by itself.
//!
//! ```text
//! data:image/png;base64,iVBORw0KGgo…     a data URL of image/png
//! iVBORw0KGgoAAAANSUhEUgAA…              capitals, small letters and digits that change all the time
//! MIIEpAIBAAKCAQEA…⏎wVdLqv3a…⏎Q1w=       lines of it: the last may be short
//! ```

use super::secrets::changes_of;
use core::ops::Range;

/// Shorter runs are words.
const MIN_BYTES: usize = 40;
/// Longer runs need not change as often: an image may begin with many equal bytes.
const LONG_BYTES: usize = 200;
/// Runs with fewer bytes are looked at only where they go on with a sign of base64.
const LOOKED_AT_BYTES: usize = 24;
/// What is in front of the data in a data URL.
const MARK: &[u8] = b";base64,";
/// Its run, behind which a new one begins.
const MARKED: &[u8] = b"base64";
const SCHEME: &[u8] = b"data:";
/// Most bytes of a media type.
const MAX_TYPE_BYTES: usize = 64;

/// What was found in a text, from its beginning to a place.
#[derive(Clone, Debug, Default)]
pub struct Blobs<'a> {
    /// Media type of the first data URL whose type a digest can spell.
    pub media_type: Option<&'a str>,
    /// Bytes of base64 in data URLs.
    pub in_urls: usize,
    /// Bytes of other base64, of long runs alone.
    pub bare: usize,
    /// Where the last one ends.
    end: Option<usize>,
    /// Up to where no run begins base64.
    looked_at: usize,
}

impl<'a> Blobs<'a> {
    /// Whether a run of so many letters, small but for the first, may be base64, if it is not followed by a sign of that.
    pub fn may_go_on(&self, length: usize) -> bool {
        length >= LOOKED_AT_BYTES || self.end.is_some()
    }

    /// Whether no base64 was found, and none begins at `at`, where the last run has ended, with small letters alone.
    pub fn are_none_behind(&self, bytes: &[u8], at: usize) -> bool {
        self.end.is_none() && !bytes.get(..at).is_some_and(|front| front.ends_with(MARKED))
    }

    /// The end of the base64 that begins at byte `start` with a run of `length` word bytes; none if there is none.
    pub fn end_at(&mut self, text: &'a str, start: usize, length: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let goes_on = matches!(bytes.get(start + length), Some(b'+' | b'='));
        let is_line = self.end.is_some_and(|end| is_line_end(bytes.get(end..start).unwrap_or_default()));
        if length == 0 || start < self.looked_at || !(goes_on || is_line || length >= LOOKED_AT_BYTES) {
            return None;
        }
        let is_url = bytes.get(..start).is_some_and(|front| front.ends_with(MARK));
        let run = bytes.get(start..)?;
        let run = run.get(..run.iter().take_while(|&&byte| is_base64(byte)).count())?;
        let end = start + run.len();
        let is_last = || is_line && is_line_start(bytes.get(end..).unwrap_or_default()) && !run.is_empty();
        if !(is_url && run.len() >= MIN_BYTES || is_blob(run) || is_last()) {
            self.looked_at = end;
            return None;
        }
        if is_url {
            let named = || media_type(text, start - MARK.len()).filter(|name| !name.contains('+'));
            self.media_type = self.media_type.or_else(named);
            self.in_urls += run.len();
        } else if run.len() >= LONG_BYTES || is_line {
            self.bare += run.len();
        }
        self.end = Some(end);
        Some(end)
    }
}

/// The runs of base64 of at least `least` bytes, on one line each, and the media type of those that are in data URLs. A
/// data URL is counted from its scheme on. Linear.
pub fn long_blobs(text: &str, least: usize) -> impl Iterator<Item = (Range<usize>, Option<&str>)> {
    let bytes = text.as_bytes();
    let least = least.max(MIN_BYTES);
    let mut at = 0;
    core::iter::from_fn(move || {
        while let Some(run) = bytes.get(at..at + least) {
            // A run begins behind a byte that is none of one, so what is in front of the last such byte is too short.
            if let Some(last) = run.iter().rposition(|&byte| !is_base64(byte)) {
                at += last + 1;
                continue;
            }
            let start = at;
            let behind = bytes.get(at + least..)?;
            at += least + behind.iter().take_while(|&&byte| is_base64(byte)).count();
            let run = bytes.get(start..at)?;
            if bytes.get(..start).is_some_and(|front| front.ends_with(MARK))
                && let Some(name) = media_type(text, start - MARK.len())
            {
                let front = bytes.get(..start)?;
                let scheme = memchr::memmem::rfind(front, SCHEME)?;
                return Some((scheme..at, Some(name)));
            }
            if is_blob(run) {
                return Some((start..at, None));
            }
        }
        None
    })
}

/// What a reader is told of base64 of so many bytes: `image/png data URL of 300 KB`, `base64 of 12 KB`.
pub fn name_of(media_type: Option<&str>, bytes: usize) -> String {
    let kilobytes = (bytes / 4 * 3).div_ceil(1024);
    media_type.map_or_else(|| format!("base64 of {kilobytes} KB"), |name| format!("{name} data URL of {kilobytes} KB"))
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
}

fn is_blob(run: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| run.iter().any(is);
    let is_mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    if run.len() < MIN_BYTES || !is_mixed {
        return false;
    }
    let letters = run.iter().copied().filter(u8::is_ascii_alphanumeric);
    let changes = changes_of(letters);
    changes * 20 >= run.len() * 9 || (run.len() >= LONG_BYTES && changes * 10 >= run.len())
}

/// Whether nothing but one line feed is between two runs, as it is or as JSON escapes it, and signs that the second begins with.
fn is_line_end(between: &[u8]) -> bool {
    let feeds: [&[u8]; 4] = [b"\r\n", b"\n", b"\\r\\n", b"\\n"];
    let signs = feeds.iter().find_map(|feed| between.strip_prefix(*feed));
    signs.is_some_and(|signs| signs.iter().all(|&byte| byte == b'+'))
}

/// Whether a line ends where this begins.
fn is_line_start(rest: &[u8]) -> bool {
    matches!(rest.first(), None | Some(b'\n' | b'\r' | b'"' | b'\\'))
}

/// The media type of the data URL whose mark is at `mark`; none if it has none of a usual form.
fn media_type(text: &str, mark: usize) -> Option<&str> {
    let front = text.get(..mark)?;
    let from = front.len().saturating_sub(MAX_TYPE_BYTES + SCHEME.len());
    let window = front.as_bytes().get(from..)?;
    let scheme = memchr::memmem::rfind(window, SCHEME)?;
    let name = front.get(from + scheme + SCHEME.len()..)?;
    let name = name.split(';').next().unwrap_or_default();
    let is_of_type = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_' | b'+');
    (!name.is_empty() && name.bytes().all(is_of_type)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::words::words_of;
    use super::*;
    use crate::test_base64::base64;

    fn read(text: &str) -> (Vec<&str>, usize, usize) {
        let mut words = words_of(text);
        let found = words.by_ref().map(|(_, word)| word).collect();
        (found, words.blobs.in_urls, words.blobs.bare)
    }

    #[test]
    fn passes_over_base64_and_says_how_much_there_was() {
        let data = base64(900);
        let url = format!("shot: data:image/png;base64,{data} saved a.png");
        assert_eq!(read(&url), (vec!["image/png", "base64", "saved", "a.png"], data.len(), 0));
        assert_eq!(read(&format!("{{\"ok\":1,\"shot\":\"{data}\"}}")), (vec!["1"], 0, data.len()));
        let lines: Vec<&str> = data.as_bytes().chunks(76).map(|line| core::str::from_utf8(line).unwrap()).collect();
        let key = format!("-----BEGIN X-----\n{}\n-----END X-----", lines.join("\n"));
        let (words, _, bare) = read(&key);
        assert_eq!((words, bare + 76 >= data.len()), (vec!["BEGIN", "X", "END", "X"], true));
        assert_eq!(read(&format!("\"{}\"", lines.join("\\n"))).0, Vec::<&str>::new());
    }

    #[test]
    fn paths_and_names_are_no_base64() {
        for text in [
            "packages/app2/src/components/UserProfile/EditDialogWithManyFields/index",
            "aVeryLongNameOfAFunctionThatDoesNothing2ButIsCalledFromEverywhereInTheCode",
            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        ] {
            assert_eq!(read(text).0, [text]);
        }
        assert_eq!(read("A_1=B_1+C_1").0, ["A_1", "B_1", "C_1"]);
    }

    #[test]
    fn finds_long_base64_with_the_scheme_of_its_data_url() {
        let data = base64(900);
        let text = format!("x data:image/png;base64,{data}\n{data} {}", &data[..100]);
        let found: Vec<_> = long_blobs(&text, 1_000).collect();
        let (url, bare) = (2..24 + data.len(), 25 + data.len()..25 + 2 * data.len());
        assert_eq!(found, [(url, Some("image/png")), (bare, None)]);
        assert_eq!(name_of(Some("image/png"), 1_200), "image/png data URL of 1 KB");
        let runs = format!("{} {data} {}\n{}", "x".repeat(999), "y".repeat(1_001), &data[..999]);
        assert_eq!(long_blobs(&runs, 1_000).collect::<Vec<_>>(), [(1_000..1_000 + data.len(), None)]);
        assert_eq!(name_of(None, 4_100), "base64 of 4 KB");
    }
}
