//! The brief family of placeholders: what the call in front of a result does not say, and nothing else.
//!
//! ```text
//! [old result left out: 9120 chars; mentions: src/a.ts, parseBody, 8080]
//! [old error left out: 812 chars]
//! error: no such file                                                      error lines may stay behind it
//! ```

use super::handle_mark::units;
use super::placeholder::Locale;
use super::template::{Facts, Rendered, Template};

/// Chars of error lines, line feeds included, that a brief placeholder may have behind it.
pub const MAX_ERROR_LINES_CHARS: usize = 8_000;
pub const BRIEF: &str = "[old result left out: {original_chars} chars]";
pub const BRIEF_ERROR: &str = "[old error left out: {original_chars} chars]";
pub const BRIEF_FR: &str = "[résultat omis : {original_chars} chars]";
pub const BRIEF_ERROR_FR: &str = "[erreur omise : {original_chars} chars]";
/// All of them, each with its language.
pub const ALL_BRIEF: [(&str, Locale); 4] =
    [(BRIEF, Locale::En), (BRIEF_ERROR, Locale::En), (BRIEF_FR, Locale::Fr), (BRIEF_ERROR_FR, Locale::Fr)];

/// Adds error lines, each on a line of its own, as far as there is room. The last thing that is added.
pub fn add_errors<'l>(lines: impl Iterator<Item = &'l str>, out: &mut Rendered) {
    let mut room = MAX_ERROR_LINES_CHARS;
    for line in lines {
        let Some(rest) = room.checked_sub(1 + line.encode_utf16().count()) else { return };
        let before = out.chars;
        out.push_str("\n");
        out.push_str(line);
        out.mentions += out.chars - before;
        room = rest;
    }
}

/// Whether `text` is one of `templates`, those of this family, perhaps with error lines behind it.
///
/// It names no call. In the place of that it must be a rendering from its first char to its last, with a number that is
/// spelled as a rendering spells it, and greater than the chars of the whole text: no placeholder is longer than what it
/// replaces. `beside_media` says that it stands next to notes of images, which may be most of what was replaced, so that its
/// number may be smaller. A text that another tool wrote in this form stays as it is, and is no longer than a placeholder
/// with a digest and error lines (`are_error_lines`); nothing is restored by a text's form. With `head` only the first line must match.
pub fn matches(
    templates: &[Template],
    text: &[u8],
    facts: &Facts<'_>,
    head: bool,
    beside_media: bool,
    are_error_lines: fn(&[u8]) -> bool,
) -> bool {
    is_rendering(templates, text, facts, head, are_error_lines) && says_more(text, facts.chars, beside_media)
}

fn is_rendering(
    templates: &[Template],
    text: &[u8],
    facts: &Facts<'_>,
    head: bool,
    are_error_lines: fn(&[u8]) -> bool,
) -> bool {
    let matches = |text: &[u8], facts: &Facts<'_>| templates.iter().any(|one| one.matches(text, facts, head));
    if matches(text, facts) {
        return true;
    }
    let Some(feed) = memchr::memchr(b'\n', text) else { return false };
    let (first, lines) = (text.get(..feed).unwrap_or_default(), text.get(feed + 1..).unwrap_or_default());
    let chars = 1 + units(Some(lines));
    let own = Facts { chars: facts.chars.saturating_sub(chars), ..*facts };
    chars <= MAX_ERROR_LINES_CHARS && matches(first, &own) && are_error_lines(lines)
}

/// Whether the first number in a text is more than `chars`, or any beside media.
fn says_more(text: &[u8], chars: usize, beside_media: bool) -> bool {
    let digits = text.iter().skip_while(|byte| !byte.is_ascii_digit()).take_while(|byte| byte.is_ascii_digit());
    let digits: Vec<u8> = digits.copied().collect();
    let number = core::str::from_utf8(&digits).ok().and_then(|digits| digits.parse::<usize>().ok());
    let is_canonical = digits.first() != Some(&b'0') || digits.len() == 1;
    is_canonical && number.is_some_and(|number| beside_media || number > chars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::scan::Level;
    use crate::json::text::Text;
    use crate::policy::placeholder::{Family, Placeholders};

    fn are_error_lines(lines: &[u8]) -> bool {
        lines.split(|&byte| byte == b'\n').all(|line| line.starts_with(b"error") || line.starts_with(b"FAILED"))
    }

    fn facts<'a>() -> Facts<'a> {
        let id = Text::new(b"c1", Level::SCALAR);
        Facts { id, name: None, chars: 4200, lines: 7, message: 3 }
    }

    #[test]
    fn recognises_brief_placeholders_that_say_more_chars_than_they_have() {
        let handle = "0123456789abcdef0123456789abcdef";
        let table = [
            ("[old result left out: 34 chars]".to_owned(), true),
            ("[old result left out: 32 chars]".to_owned(), true),
            ("[old result left out: 31 chars]".to_owned(), false),
            ("[old error left out: 9999 chars]".to_owned(), true),
            ("[résultat omis : 9999 chars]".to_owned(), true),
            ("[erreur omise : 9999 chars]".to_owned(), true),
            ("[old result left out: 09999 chars]".to_owned(), false),
            ("[old result left out: 99999999999999999999999 chars]".to_owned(), false),
            ("[old result left out: 9999 chars; mentions: a.ts, b_c]".to_owned(), true),
            ("[old result left out: 9999 chars; mentions: a.ts, b c]".to_owned(), false),
            (format!("[old result left out: 9999 chars; mentions: a.ts; original kept: ref={handle}]"), true),
            (format!("[old result left out: 9999 chars; original: /x/{handle}.txt]"), true),
            ("[old result left out: 9999 chars] ".to_owned(), false),
            (" [old result left out: 9999 chars]".to_owned(), false),
            ("[old result left out: 9999 chars]\nmore".to_owned(), false),
            ("[old result left out: 9999 chars; mentions: a.ts]\nerror: no\nFAILED a.py".to_owned(), true),
            ("[old result left out: 9999 chars]\nerror: no\nmore".to_owned(), false),
            (format!("[old result left out: 9999 chars]\nerror: {}", "x".repeat(MAX_ERROR_LINES_CHARS - 8)), true),
            (format!("[old result left out: 9999 chars]\nerror: {}", "x".repeat(MAX_ERROR_LINES_CHARS - 7)), false),
        ];
        for family in [Family::Brief, Family::Observation, Family::Conversation] {
            let placeholders = Placeholders::new(family, Locale::En, None);
            for (text, expected) in &table {
                let own = Facts { chars: text.chars().count(), ..facts() };
                assert_eq!(
                    placeholders.recognise(text.as_bytes(), &own, false, false, are_error_lines),
                    *expected,
                    "{text}"
                );
            }
            let small = "[old result left out: 2 chars]";
            let own = Facts { chars: small.len(), ..facts() };
            assert!(placeholders.recognise(small.as_bytes(), &own, false, true, are_error_lines), "beside images");
        }
    }

    #[test]
    fn error_lines_follow_the_placeholder_as_long_as_there_is_room() {
        let lines = [r#"error: "no""#, "FAILED a.py", &"x".repeat(MAX_ERROR_LINES_CHARS - 20), "error: more"];
        let mut out = Rendered::default();
        let facts = facts();
        let placeholders = Placeholders::new(Family::Brief, Locale::En, None);
        placeholders.render(&facts, false, &mut out);
        placeholders.add_mentions("a.ts", false, &mut out);
        add_errors(lines.into_iter(), &mut out);
        let expected = "[old result left out: 4200 chars; mentions: a.ts]\\nerror: \\\"no\\\"\\nFAILED a.py";
        assert_eq!(String::from_utf8(out.escaped).unwrap(), expected);
        assert_eq!(out.chars, expected.len() - 4);
        assert_eq!(out.mentions, expected.len() - 4 - "[old result left out: 4200 chars]".len());
    }
}
