//! The rules as data. Each file of checks opens with its family of rules: name, text, source, repair, and the forms that
//! values must have. The native build writes `ts/contract/rule-texts.json` from them.
//!
//! ```text
//! chat.rs  rules! { family Chat; … } ─┐
//! gemini.rs  rules! { … } ────────────┼▶ FAMILIES ─▶ numbers, sorting, TypeScript, docs/validation.md
//! ```

use super::form::Form;
use super::{
    anthropic, anthropic_blocks, anthropic_server, breakpoints, chat, chat_calls, gemini, gemini_parts, limits,
    responses, responses_items, settings, shape, surrogates,
};

/// One rule. Numbers are stable within a build only; names are for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    family: u8,
    place: u8,
}

/// What there is to know about a rule.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its stable name.
    pub name: &'static str,
    /// What is wrong, then what the provider answers; `{id}` and `{count}` are filled in.
    pub text: &'static str,
    /// The provider's page or the public reports that say so, in Markdown.
    pub source: &'static str,
    /// What a repair does; empty where there is none without a guess.
    pub repair: &'static str,
    /// The forms that a value must have, by the vendor or type for which they hold.
    pub forms: &'static [(&'static str, Form)],
}

/// The files that declare rules.
#[derive(Clone, Copy)]
pub(super) enum Family {
    Shape,
    Surrogates,
    Chat,
    ChatCalls,
    Anthropic,
    AnthropicBlocks,
    AnthropicServer,
    Breakpoints,
    Responses,
    ResponsesItems,
    Gemini,
    GeminiParts,
    Settings,
    Limits,
}

/// In the order of [`Family`].
const FAMILIES: &[&[About]] = &[
    shape::RULES,
    surrogates::RULES,
    chat::RULES,
    chat_calls::RULES,
    anthropic::RULES,
    anthropic_blocks::RULES,
    anthropic_server::RULES,
    breakpoints::RULES,
    responses::RULES,
    responses_items::RULES,
    gemini::RULES,
    gemini_parts::RULES,
    settings::RULES,
    limits::RULES,
];

/// Declares the rules of one file as constants of [`Rule`], and lists them in `RULES`.
macro_rules! rules {
    (
        family $family:ident;
        $($rule:ident = $name:literal {
            text: $text:literal,
            source: $source:literal,
            $(repair: $repair:literal,)?
            $(forms: [$($kind:literal => $form:expr),+ $(,)?],)?
        })+
    ) => {
        #[expect(non_camel_case_types, reason = "numbers the rules below")]
        enum Numbered { $($rule),+ }

        impl $crate::validate::rule::Rule {
            $(#[doc = concat!("`", $name, "`")] pub const $rule: Self =
                Self::of($crate::validate::rule::Family::$family, Numbered::$rule as u8);)+
        }

        pub(super) const RULES: &[$crate::validate::rule::About] = &[$($crate::validate::rule::About {
            name: $name,
            text: $text,
            source: $source,
            repair: concat!($($repair)?),
            forms: &[$($(($kind, $form)),+)?],
        }),+];
    };
}
pub(super) use rules;

/// Number of rules in the families before `family`.
const fn before(family: usize) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < family {
        count += FAMILIES[at].len();
        at += 1;
    }
    count
}

const COUNT: usize = before(FAMILIES.len());

impl Rule {
    /// Names by number.
    pub const NAMES: [&str; COUNT] = {
        let mut names = [""; COUNT];
        let (mut family, mut number) = (0, 0);
        while family < FAMILIES.len() {
            let mut place = 0;
            while place < FAMILIES[family].len() {
                names[number] = FAMILIES[family][place].name;
                place += 1;
                number += 1;
            }
            family += 1;
        }
        names
    };

    pub(super) const fn of(family: Family, place: u8) -> Self {
        Self { family: family as u8, place }
    }

    /// All rules, by number.
    pub fn all() -> impl Iterator<Item = &'static About> {
        FAMILIES.iter().copied().flatten()
    }

    /// Its place in [`Rule::NAMES`].
    #[must_use]
    pub const fn number(self) -> usize {
        before(self.family as usize) + self.place as usize
    }

    /// The form that values of a kind must have; none if any value will do.
    pub(super) fn form(self, kind: &[u8]) -> Option<&'static Form> {
        let about = FAMILIES.get(usize::from(self.family))?.get(usize::from(self.place))?;
        about.forms.iter().find(|(name, _)| name.as_bytes() == kind).map(|(_, form)| form)
    }
}
