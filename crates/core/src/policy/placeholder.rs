//! The texts that replace results: the built-in families and the user's template.

use super::brief::{self, ALL_BRIEF, BRIEF, BRIEF_ERROR, BRIEF_ERROR_FR, BRIEF_FR};
use super::handle_mark::HandleMark;
use crate::handle::Handle;
use crate::policy::template::{Facts, Rendered, Template, first_difference};

/// Chars of the longest placeholder that is written or recognised.
pub const MAX_PLACEHOLDER_CHARS: usize = 1_000;
/// Family of built-in wordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Seeds 000 and 001: `[observation masked — N chars]`.
    Observation,
    /// Seed 004: names the call and the tool.
    Conversation,
    /// The shortest: `[old result left out: N chars]`. The call in front of it names the tool and its arguments.
    Brief,
}

/// Language of the brief family and the conversation family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    /// English.
    En,
    /// French.
    Fr,
}

const OBSERVATION: &str = "[observation masked — {original_chars} chars]";
const DISPATCH: &str = "[dispatch output masked — {original_chars} chars]";
/// Text before and behind the number of an observation placeholder.
const OBSERVATION_START: &str = "[observation masked — ";
const DISPATCH_START: &str = "[dispatch output masked — ";
const CHARS_END: &str = " chars]";
const EN: &str =
    "[Observation masked: old tool result (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]";
const EN_ERROR: &str = "[Observation masked: old tool error, do not retry without new input \
                        (tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]";
const FR: &str = "[Observation masquée: résultat d’outil ancien (tool_call_id={tool_call_id}, outil={tool_name}, \
                  chars={original_chars})]";
const FR_ERROR: &str = "[Observation masquée: ancienne erreur d’outil, ne pas réessayer sans nouvelle entrée \
                        (tool_call_id={tool_call_id}, outil={tool_name}, chars={original_chars})]";

/// The placeholders of a policy, and all that some policy may have written.
#[derive(Clone, Debug)]
pub struct Placeholders {
    family: Family,
    plain: Template,
    error: Template,
    known: Vec<Template>,
    /// Those of [`Family::Brief`], whatever the policy's own family is.
    brief: [Template; 4],
    /// By its first byte: whether a raw string can be any of them.
    begins: Box<[bool]>,
    clips: bool,
}

impl Placeholders {
    /// The placeholders of a family, or of the user's template.
    #[must_use]
    pub fn new(family: Family, locale: Locale, template: Option<&str>) -> Self {
        let own = template.map(|text| Template::new(text, unknown_tool(locale)));
        let (plain, error) = match (family, locale) {
            (Family::Observation, _) => (OBSERVATION, OBSERVATION),
            (Family::Conversation, Locale::En) => (EN, EN_ERROR),
            (Family::Conversation, Locale::Fr) => (FR, FR_ERROR),
            (Family::Brief, Locale::En) => (BRIEF, BRIEF_ERROR),
            (Family::Brief, Locale::Fr) => (BRIEF_FR, BRIEF_ERROR_FR),
        };
        let built_in = [
            (OBSERVATION, Locale::En),
            (DISPATCH, Locale::En),
            (EN, Locale::En),
            (EN_ERROR, Locale::En),
            (FR, Locale::Fr),
            (FR_ERROR, Locale::Fr),
        ];
        let compiled = |(text, locale)| Template::new(text, unknown_tool(locale));
        let known = built_in.map(compiled);
        let mut placeholders = Self {
            family,
            brief: ALL_BRIEF.map(compiled),
            begins: Box::default(),
            clips: family == Family::Observation && own.is_none(),
            plain: own.clone().unwrap_or_else(|| Template::new(plain, unknown_tool(locale))),
            error: own.clone().unwrap_or_else(|| Template::new(error, unknown_tool(locale))),
            known: own.into_iter().chain(known).collect(),
        };
        placeholders.begins = (0..=u8::MAX).map(|first| placeholders.any_starts_with(&[first])).collect();
        placeholders
    }

    /// Whether any of them names the number of lines.
    #[must_use]
    pub fn count_lines(&self) -> bool {
        self.plain.counts_lines()
    }

    /// Whether the observation placeholder is cut at short limits (seed 000).
    #[must_use]
    pub const fn clips(&self) -> bool {
        self.clips
    }

    /// Writes the placeholder of one result.
    pub fn render(&self, facts: &Facts<'_>, is_error: bool, out: &mut Rendered) {
        if is_error { &self.error } else { &self.plain }.render(facts, out);
    }

    /// Whether a placeholder must have fewer tokens than what it replaces, too. The seeds count chars and bytes alone.
    #[must_use]
    pub fn count_tokens(&self) -> bool {
        self.family == Family::Brief
    }

    /// Whether error lines of what it replaces follow a placeholder. Those of the seeds have none.
    #[must_use]
    pub fn carry_errors(&self) -> bool {
        self.family == Family::Brief
    }

    /// What introduces a handle in one of these.
    #[must_use]
    pub fn handle_opening<'m>(&self, mark: &'m HandleMark) -> &'m str {
        if self.family == Family::Brief { &mark.brief_opening } else { &mark.opening }
    }

    /// Adds a digest to the placeholder that was rendered.
    pub fn add_mentions(&self, digest: &str, is_error: bool, out: &mut Rendered) {
        if is_error { &self.error } else { &self.plain }.add_mentions(digest, out);
    }

    /// Adds the handle of the replaced value behind everything else in the placeholder that was rendered.
    pub fn add_handle(&self, mark: &HandleMark, handle: &Handle, is_error: bool, out: &mut Rendered) {
        let opening = self.handle_opening(mark);
        if is_error { &self.error } else { &self.plain }.add_handle((opening, mark.end), handle, out);
    }

    /// Whether `text` (decoded, of `facts.chars`) is a placeholder of the result that `facts` describe.
    /// With `head` only the first line must be.
    ///
    /// A text of [`Family::Conversation`] must name the result's own call and tool; for one of [`Family::Brief`] see
    /// [`brief::matches`].
    #[must_use]
    pub fn recognise(
        &self,
        text: &[u8],
        facts: &Facts<'_>,
        head: bool,
        beside_media: bool,
        are_error_lines: fn(&[u8]) -> bool,
    ) -> bool {
        self.known.iter().any(|template| template.matches(text, facts, head))
            || brief::matches(&self.brief, text, facts, head, beside_media, are_error_lines)
    }

    /// Whether `text` is the beginning of an observation placeholder, cut at any char.
    #[must_use]
    pub fn is_cut_observation(text: &[u8]) -> bool {
        is_beginning(OBSERVATION_START, text).is_some()
    }

    /// The line that replaces the `chars` around dispatch blocks.
    #[must_use]
    pub fn dispatch_line(chars: usize) -> String {
        format!("{DISPATCH_START}{chars}{CHARS_END}")
    }

    /// Whether a raw string with these first bytes can begin with such a line, whole or cut, and a line feed.
    #[must_use]
    pub fn may_start_with_dispatch_line(raw: &[u8]) -> bool {
        first_difference(raw, DISPATCH_START.as_bytes()).is_none_or(|(byte, ..)| byte == b'\\')
    }

    /// Whether `text` is such a line, or, if `cut`, the beginning of one.
    #[must_use]
    pub fn is_dispatch_line(text: &[u8], cut: bool) -> bool {
        is_beginning(DISPATCH_START, text).is_some_and(|is_whole| is_whole || cut)
    }

    /// Whether a raw string with these first bytes can be a placeholder. Most results have another first byte.
    #[must_use]
    pub fn may_start_with(&self, raw: &[u8]) -> bool {
        let begins = |&first: &u8| self.begins.get(usize::from(first)) != Some(&false);
        raw.first().is_none_or(begins) && self.any_starts_with(raw)
    }

    fn any_starts_with(&self, raw: &[u8]) -> bool {
        self.all().any(|template| template.may_start_with(raw))
    }

    /// Whether a decoded text can be one of our placeholders.
    #[must_use]
    pub fn may_begin(&self, text: &[u8]) -> bool {
        self.all().any(|template| template.may_begin(text))
    }

    fn all(&self) -> impl Iterator<Item = &Template> {
        self.known.iter().chain(&self.brief)
    }
}

/// Whether `text` is a whole line that begins with `start` and a number; none if it is not even the beginning of one.
fn is_beginning(start: &str, text: &[u8]) -> Option<bool> {
    let Some(rest) = text.strip_prefix(start.as_bytes()) else {
        return start.as_bytes().starts_with(text).then_some(false);
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = rest.get(digits..).unwrap_or_default();
    let is_beginning = if digits == 0 { rest.is_empty() } else { CHARS_END.as_bytes().starts_with(rest) };
    is_beginning.then_some(digits > 0 && rest.len() == CHARS_END.len())
}

/// Name shown for a tool without a name.
const fn unknown_tool(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "unknown",
        Locale::Fr => "inconnu",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::scan::Level;
    use crate::json::text::Text;

    fn facts<'a>(id: &'a str, name: Option<&'a str>) -> Facts<'a> {
        let text = |raw: &'a str| Text::new(raw.as_bytes(), Level::SCALAR);
        Facts { id: text(id), name: name.map(text), chars: 4200, lines: 7, message: 3 }
    }

    fn render(placeholders: &Placeholders, facts: &Facts<'_>) -> (String, usize, usize) {
        let mut out = Rendered::default();
        placeholders.render(facts, false, &mut out);
        (String::from_utf8(out.escaped).unwrap(), out.chars, out.bytes)
    }

    #[test]
    fn renders_the_placeholders_of_every_family() {
        let table = [
            (Family::Observation, Locale::En, None, "[observation masked — 4200 chars]"),
            (
                Family::Conversation,
                Locale::En,
                None,
                "[Observation masked: old tool result (tool_call_id=c1, tool=read, chars=4200)]",
            ),
            (
                Family::Conversation,
                Locale::Fr,
                None,
                "[Observation masquée: résultat d’outil ancien (tool_call_id=c1, outil=read, chars=4200)]",
            ),
            (Family::Brief, Locale::En, None, "[old result left out: 4200 chars]"),
            (Family::Brief, Locale::Fr, None, "[résultat omis : 4200 chars]"),
            (
                Family::Conversation,
                Locale::En,
                Some("gone: {original_lines} lines, {original_tokens} tokens of \"{tool_name}\" #{message_index}"),
                "gone: 7 lines, 1050 tokens of \\\"read\\\" #3",
            ),
        ];
        for (family, locale, template, expected) in table {
            let placeholders = Placeholders::new(family, locale, template);
            let (escaped, chars, bytes) = render(&placeholders, &facts("c1", Some("read")));
            assert_eq!(escaped, expected);
            let plain = expected.replace('\\', "");
            assert_eq!((chars, bytes), (plain.chars().count(), plain.len()));
        }
    }

    #[test]
    fn renders_the_placeholders_of_errors_and_knows_the_line_of_a_dispatch() {
        for (locale, expected) in [
            (
                Locale::En,
                "[Observation masked: old tool error, do not retry without new input (tool_call_id=c1, tool=read, chars=4200)]",
            ),
            (
                Locale::Fr,
                "[Observation masquée: ancienne erreur d’outil, ne pas réessayer sans nouvelle entrée (tool_call_id=c1, \
                 outil=read, chars=4200)]",
            ),
        ] {
            let mut out = Rendered::default();
            Placeholders::new(Family::Conversation, locale, None).render(&facts("c1", Some("read")), true, &mut out);
            assert_eq!(String::from_utf8(out.escaped).unwrap(), expected);
        }
        let is_line = |text: &str, cut: bool| Placeholders::is_dispatch_line(text.as_bytes(), cut);
        assert!(is_line("[dispatch output masked — 12 chars]", false) && is_line("[dispatch output masked — 1", true));
        assert!(
            !is_line("[dispatch output masked — 12 chars]x", false) && !is_line("[dispatch output hidden — 1", true)
        );
    }

    #[test]
    fn cleans_and_cuts_tool_names() {
        let placeholders = Placeholders::new(Family::Conversation, Locale::Fr, Some("old result of {tool_name}"));
        let long = "é".repeat(200);
        let table = [
            (None, "inconnu".to_owned()),
            (Some(""), "inconnu".to_owned()),
            (Some(r"\n\u0007\u0085"), "inconnu".to_owned()),
            (Some(r"a\nb\u0041\/\u0022"), "abA/\\\"".to_owned()),
            (Some(long.as_str()), "é".repeat(128)),
        ];
        for (name, expected) in table {
            let (escaped, ..) = render(&placeholders, &facts("c1", name));
            assert_eq!(escaped, format!("old result of {expected}"));
        }
    }

    #[test]
    fn recognises_only_its_own_placeholders() {
        let placeholders =
            Placeholders::new(Family::Conversation, Locale::En, Some("{original_chars}{message_index}0 left out"));
        let table = [
            ("[observation masked — 12 chars]", false, true),
            ("[observation masked — 12 chars] ", false, false),
            ("[observation masked —  chars]", false, false),
            ("[dispatch output masked — 1 chars]", false, true),
            ("[Observation masked: old tool result (tool_call_id=c1, tool=read, chars=9)]", false, true),
            ("[Observation masked: old tool result (tool_call_id=c2, tool=read, chars=9)]", false, false),
            ("[Observation masked: old tool result (tool_call_id=c1, tool=write, chars=9)]", false, false),
            (
                "[Observation masquée: ancienne erreur d’outil, ne pas réessayer sans nouvelle entrée \
                 (tool_call_id=c1, outil=read, chars=9)]",
                false,
                true,
            ),
            ("420030 left out", false, true),
            ("10 left out", false, false),
            ("[observation masked — 12 chars]\nhead...", false, false),
            ("[observation masked — 12 chars]\nhead...", true, true),
        ];
        for (text, head, expected) in table {
            let own = Facts { chars: text.chars().count(), ..facts("c1", Some("read")) };
            assert_eq!(placeholders.recognise(text.as_bytes(), &own, head, false, |_| false), expected, "{text}");
        }
    }

    #[test]
    fn recognises_a_placeholder_of_up_to_1000_chars() {
        for (chars, expected) in [(999, true), (1_000, true), (1_001, false)] {
            let text = "é".repeat(chars);
            let placeholders = Placeholders::new(Family::Conversation, Locale::En, Some(&text));
            let own = Facts { chars, ..facts("c1", Some("read")) };
            assert_eq!(placeholders.recognise(text.as_bytes(), &own, false, false, |_| false), expected, "{chars}");
        }
    }
}
