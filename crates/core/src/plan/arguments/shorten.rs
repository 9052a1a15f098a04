//! Shortens long strings in the arguments of an old call.
//!
//! ```text
//! {"path":"a.ts","text":"import x from … 9,000 chars"}
//! {"path":"a.ts","text":"import x from [argument shortened: 8900 chars left out; mentions: src/b.ts, parseBody]"}
//! ```
//! The mark has no char that JSON escapes, so it is spelled alike in a text, in a JSON string, and in JSON within one.

use crate::digest::{SeenWords, digest};
use crate::json::entry::Listing;
use crate::json::index::Index;
use crate::json::scan::Level;
use crate::json::text::{Text, utf8_length};
use crate::json::tokens::{JsonTokens, Token};
use crate::policy::ArgsPolicy;
use crate::scratch::reset;
use crate::span::Span;
use crate::transcript::ARGUMENT_MARK as MARK;

const LEFT_OUT: &str = " chars left out";
const MENTIONS: &str = "; mentions: ";
/// Longest mark without its words.
const MARK_CHARS: usize = MARK.len() + MOST_DIGITS + LEFT_OUT.len() + MENTIONS.len() + 1;
const MOST_DIGITS: usize = 10;

/// Share of `max_chars` that stays of a string.
const HEAD_SHARE: usize = 4;
/// `ratio` is in so many parts.
const RATIO_SCALE: u64 = 10_000;

/// Reusable memory.
pub struct Shortener {
    level: Level,
    index: Index,
    decoded: Vec<u8>,
    /// A string of that text.
    inner: Vec<u8>,
    seen: SeenWords,
    mark: String,
}

/// Where a text goes on in a mark, as offsets of its raw bytes.
struct Cut {
    from: usize,
    to: usize,
    mark: String,
}

impl Shortener {
    /// With its own memory.
    pub fn new(level: Level) -> Self {
        let (index, seen) = (Index::default(), SeenWords::default());
        Self { level, index, decoded: Vec::new(), inner: Vec::new(), seen, mark: String::new() }
    }

    /// Keeps memory as [`crate::scratch::reset`] does.
    pub fn reset(&mut self, bytes: usize) {
        self.index.reset(bytes);
        reset(&mut self.decoded, bytes);
        reset(&mut self.inner, bytes);
    }

    /// Writes a string shortened to `out`, raw as between its quotes. False if it stays: it is short, came shortened, or has
    /// half of a surrogate pair. Linear.
    pub fn shorten_text(&mut self, text: Text<'_>, rules: &ArgsPolicy, out: &mut Vec<u8>) -> bool {
        let Some(end) = self.head_of(text, rules) else { return false };
        out.clear();
        out.extend_from_slice(text.slice(end).raw());
        out.extend_from_slice(self.mark.as_bytes());
        true
    }

    /// The same for the strings of the JSON text in a string, and everything between them stays; if it is no JSON and
    /// `is_free`, it is cut at the end of a line. Linear.
    pub fn shorten_json(&mut self, text: Text<'_>, is_free: bool, rules: &ArgsPolicy, out: &mut Vec<u8>) -> bool {
        if text.chars() <= rules.max_chars {
            return false;
        }
        let mut decoded = core::mem::take(&mut self.decoded);
        decoded.clear();
        text.decode_into(&mut decoded);
        let cuts = match core::str::from_utf8(&decoded) {
            Err(_) => Vec::new(),
            Ok(json) if self.index.build(&decoded, self.level, Listing::Shallow).is_ok() => self.cuts_in(json, rules),
            Ok(free) => self.cut_at_line(free, is_free, rules).into_iter().collect(),
        };
        self.decoded = decoded;
        write_cuts(text, &cuts, out);
        !cuts.is_empty()
    }

    /// The cuts in the long strings of a JSON text.
    fn cuts_in(&mut self, json: &str, rules: &ArgsPolicy) -> Vec<Cut> {
        let mut cuts = Vec::new();
        for token in JsonTokens::new(json.as_bytes(), Span::new(0, json.len())) {
            let Token::Text(string) = token else { continue };
            let inside = string.inside();
            if inside.byte_count() <= rules.max_chars {
                continue;
            }
            let text = Text::new(inside.of(json.as_bytes()), self.level);
            if let Some(end) = self.head_of(text, rules) {
                let from = inside.start as usize + end;
                cuts.push(Cut { from, to: inside.end as usize, mark: core::mem::take(&mut self.mark) });
            }
        }
        cuts
    }

    /// The cut at the last end of a line in the head of a text.
    fn cut_at_line(&mut self, text: &str, is_free: bool, rules: &ArgsPolicy) -> Option<Cut> {
        let chars = units_of(text);
        if !is_free || chars <= rules.max_chars || is_own(text, chars, rules) {
            return None;
        }
        let head = text.get(..head_bytes(text, head_chars(rules)))?;
        let (head, rest) = text.split_at_checked(head.rfind('\n')? + 1)?;
        self.write_mark(head, rest, chars - units_of(head), rules);
        Some(Cut { from: head.len(), to: text.len(), mark: core::mem::take(&mut self.mark) })
    }

    /// The raw offset at which a string is cut, and its mark in `mark`; none if it stays.
    fn head_of(&mut self, text: Text<'_>, rules: &ArgsPolicy) -> Option<usize> {
        let chars = text.chars();
        if chars <= rules.max_chars {
            return None;
        }
        let mut inner = core::mem::take(&mut self.inner);
        inner.clear();
        text.decode_into(&mut inner);
        let found = core::str::from_utf8(&inner).ok().filter(|decoded| !is_own(decoded, chars, rules));
        let split = found.and_then(|decoded| decoded.split_at_checked(head_bytes(decoded, head_chars(rules))));
        let end = split.map(|(head, rest)| {
            let units = units_of(head);
            self.write_mark(head, rest, chars - units, rules);
            text.head_end(units)
        });
        self.inner = inner;
        end
    }

    fn write_mark(&mut self, head: &str, rest: &str, chars: usize, rules: &ArgsPolicy) {
        let Self { seen, mark, .. } = self;
        *mark = format!("{MARK}{chars}{LEFT_OUT}");
        if let Some(settings) = rules.digest {
            let share = chars as u64 * u64::from(settings.ratio) / RATIO_SCALE;
            let most = settings.max_chars.min(share as usize);
            seen.clear();
            seen.note(head);
            let before = mark.len();
            mark.push_str(MENTIONS);
            if digest(rest, &|word| seen.has(word), most, most, mark) == 0 {
                mark.truncate(before);
            }
        }
        mark.push(']');
    }
}

/// Writes `text` to `out`, cut where its decoded text is.
fn write_cuts(text: Text<'_>, cuts: &[Cut], out: &mut Vec<u8>) {
    out.clear();
    let mut place = Place { raw: 0, decoded: 0 };
    for Cut { from, to, mark } in cuts {
        let start = place.raw;
        place.go_to(text, *from);
        out.extend_from_slice(text.raw().get(start..place.raw).unwrap_or_default());
        out.extend_from_slice(mark.as_bytes());
        place.go_to(text, *to);
    }
    out.extend_from_slice(text.raw().get(place.raw..).unwrap_or_default());
}

/// The same place in a raw and in the decoded text.
struct Place {
    raw: usize,
    decoded: usize,
}

impl Place {
    /// Goes on to an offset of the decoded text, which is the start of a code point.
    fn go_to(&mut self, text: Text<'_>, decoded: usize) {
        while self.decoded < decoded {
            let rest = text.raw().get(self.raw..).unwrap_or_default();
            let left = decoded - self.decoded;
            let run = memchr::memchr(b'\\', rest.get(..left).unwrap_or(rest)).unwrap_or(left.min(rest.len()));
            if run > 0 {
                self.raw += run;
                self.decoded += run;
                continue;
            }
            let Some(char) = text.code_points_from(self.raw).next() else { return };
            self.decoded += utf8_length(char.code);
            self.raw = char.end;
        }
    }
}

/// Chars of the head that stays.
const fn head_chars(rules: &ArgsPolicy) -> usize {
    rules.max_chars / HEAD_SHARE
}

/// `.length` (UTF-16 units).
fn units_of(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Bytes of the longest head of at most so many chars that splits no pair.
fn head_bytes(text: &str, chars: usize) -> usize {
    let mut units = 0;
    let mut is_beyond = |char: char| {
        units += char.len_utf16();
        units > chars
    };
    text.char_indices().find(|&(_, char)| is_beyond(char)).map_or(text.len(), |(at, _)| at)
}

/// Whether a string came shortened: a mark of our own, with a head in front that is no longer than ours.
fn is_own(text: &str, chars: usize, rules: &ArgsPolicy) -> bool {
    let most = head_chars(rules) + MARK_CHARS + rules.digest.map_or(0, |digest| digest.max_chars);
    if chars > most {
        return false;
    }
    let Some((head, mark)) = text.rfind(MARK).and_then(|at| text.split_at_checked(at)) else { return false };
    units_of(head) <= head_chars(rules) && mark.strip_prefix(MARK).is_some_and(ends_mark)
}

/// Whether this follows the beginning of a mark.
fn ends_mark(rest: &str) -> bool {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let Some((number, rest)) = rest.split_at_checked(digits) else { return false };
    if number.is_empty() || number.starts_with('0') || digits > MOST_DIGITS {
        return false;
    }
    let Some(words) = rest.strip_prefix(LEFT_OUT).and_then(|rest| rest.strip_suffix(']')) else { return false };
    let may_stand = |byte: u8| matches!(byte, b' '..=b'Z' | b'\\' | b'^'..=b'~');
    words.is_empty()
        || words.strip_prefix(MENTIONS).is_some_and(|words| !words.is_empty() && words.bytes().all(may_stand))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;

    fn rules(max_chars: usize, digest: &str) -> Policy {
        let json = format!(
            r#"{{"mask":{{"windowTurns":1,"minChars":0,"keepErrors":true,"keepErrorsMaxChars":200,
            "keepLastKPerTool":null,"tools":[],"maxObservationChars":null,
            "placeholder":{{"family":"conversation","locale":"en"}}}},"dispatch":null,"args":{{"maxChars":{max_chars},
            "tools":["*"],"digest":{digest},"pins":[]}}}}"#
        );
        Policy::from_json(&json).unwrap()
    }

    fn shortened(text: &str, digest: &str) -> Option<String> {
        let policy = rules(200, digest);
        let (mut shortener, mut out) = (Shortener::new(Level::SCALAR), Vec::new());
        let text = Text::new(text.as_bytes(), Level::SCALAR);
        let rules = policy.args.as_ref().unwrap();
        shortener.shorten_json(text, false, rules, &mut out).then(|| String::from_utf8(out).unwrap())
    }

    #[test]
    fn json_in_a_string_is_spelled_as_it_was_around_the_cut() {
        let body = "line\\\\n".repeat(60);
        let json = format!("{{ \\\"path\\\": \\\"a.ts\\\",\\n \\\"body\\\":\\\"{body}\\\"}}");
        let digest = r#"{"maxChars":40,"ratio":5000}"#;
        let kept = shortened(&json, digest).unwrap();
        let head = "line\\\\n".repeat(10);
        let expected = format!(
            "{{ \\\"path\\\": \\\"a.ts\\\",\\n \\\"body\\\":\\\"{head}[argument shortened: 250 chars left out]\\\"}}"
        );
        assert_eq!(kept, expected);
        assert_eq!(shortened(&kept, digest), None, "{kept}");
        assert_eq!(shortened(json.strip_suffix('}').unwrap(), digest), None);
    }
}
