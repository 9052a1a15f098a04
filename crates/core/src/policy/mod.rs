//! The policy as plain data, compiled once from its settings.

mod arrival_settings;
pub(crate) mod brief;
pub(crate) mod glob;
pub(crate) mod handle_mark;
pub(crate) mod mentions;
pub(crate) mod patterns;
pub(crate) mod placeholder;
mod reference_rules;
pub(crate) mod roles;
mod settings;
pub(crate) mod template;

use crate::arrival;
use crate::dedupe::Keep;
use crate::definitions;
use crate::models::ModelRow;
use crate::policy::glob::Glob;
use crate::policy::handle_mark::HandleMark;
use crate::policy::mentions::DigestLimits;
use crate::policy::patterns::Patterns;
use crate::policy::placeholder::Placeholders;
use crate::transcript::{Prices, ThinkingWish};
pub use reference_rules::ReferenceRules;
use roles::RolePolicy;
use serde::Deserialize;
use settings::Settings;

/// Longer answers, in chars, refer to no earlier result: they have a content of their own.
pub const MAX_REFERENCE_CHARS: usize = 500;

/// Why a policy's JSON cannot be compiled.
#[derive(Debug)]
pub struct PolicyError(pub String);

impl std::fmt::Display for PolicyError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for PolicyError {}

/// Which results count as errors that stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepErrors {
    /// None.
    Never,
    /// The wire's marker, else structured content, else lines that begin like errors. The default.
    Signs,
    /// The rule of seed 004: its words anywhere, or an error object.
    Seed,
}

/// Rule for the results of one tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Number of newest tool turns whose results stay.
    pub window_turns: u32,
    /// Number of newest results of the tool that stay.
    pub keep_last: Option<u32>,
    /// Which errors stay.
    pub keep_errors: KeepErrors,
    /// Room for the placeholder and the head of the result, in chars; none: no limit and no head.
    pub max_observation_chars: Option<u32>,
    /// Its results are never masked.
    pub never: bool,
}

/// Which dispatch blocks stay when a result is masked.
#[derive(Debug)]
pub struct Dispatch {
    /// Largest number of chars of a result's blocks together.
    pub max_chars: usize,
    /// Tools whose results can have blocks; none: all of them.
    tools: Option<Vec<Glob>>,
}

impl Dispatch {
    /// Whether blocks of a tool stay; `name` is its decoded name as code points, empty if unknown.
    #[must_use]
    pub fn applies_to(&self, name: &[u32]) -> bool {
        self.tools.as_ref().is_none_or(|globs| globs.iter().any(|glob| glob.matches(name)))
    }
}

/// How arguments of old calls are shortened.
#[derive(Debug)]
pub struct ArgsPolicy {
    /// Longer strings are shortened, in chars.
    pub max_chars: usize,
    /// Tools whose arguments are shortened; none: all of them.
    tools: Option<Vec<Glob>>,
    /// The words that name what is left out; none: there are none.
    pub digest: Option<DigestLimits>,
    /// Texts that keep a whole message.
    pub pins: Patterns,
}

impl ArgsPolicy {
    /// Whether arguments of a tool are shortened; `name` gives its decoded name as code points, empty if unknown.
    #[must_use]
    pub fn applies_to(&self, name: impl FnOnce() -> Vec<u32>) -> bool {
        let Some(globs) = &self.tools else { return true };
        let name = name();
        globs.iter().any(|glob| glob.matches(&name))
    }
}

/// When the boundary of masking moves, with a prompt cache.
#[derive(Clone, Debug)]
pub struct CachePolicy {
    /// The rule that moves it.
    pub strategy: Strategy,
    /// Prices of the cache; none: those of the model.
    pub prices: Option<Prices>,
    /// Rows before those of the installed table of models.
    pub models: Vec<ModelRow>,
    /// What becomes of thinking.
    pub thinking: ThinkingWish,
    /// A request above it moves the boundary, independent of the cost of waiting.
    pub budget: Option<Budget>,
    /// Puts our own breakpoints on masked blocks.
    pub anchor: bool,
}

/// Largest size of a request.
#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Budget {
    /// Decision tokens.
    pub tokens: u64,
    /// Least tokens that a move for the budget must save.
    pub clear_at_least: u64,
}

/// Most of what is no token, of a whole request; none: what its provider takes.
#[derive(Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Most {
    /// Bytes of the body.
    pub bytes: Option<usize>,
    /// Images and documents.
    pub images: Option<usize>,
}

impl CachePolicy {
    /// Whether the decision depends on more than the last request.
    #[must_use]
    pub fn needs_units(&self) -> bool {
        self.strategy != Strategy::EveryTurn || self.budget.is_some()
    }

    /// Whether it depends on the tokens outside the messages.
    #[must_use]
    pub fn needs_rest(&self) -> bool {
        self.budget.is_some() || matches!(self.strategy, Strategy::Auto { .. })
    }
}

/// Rule that moves the boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// At every step, as if there were no cache.
    EveryTurn,
    /// When waiting has cost half of `rent`/10,000 times the cost of a move, and the bill stays near that of sending
    /// everything.
    Auto {
        /// Factor times 10,000.
        rent: u32,
    },
    /// When waiting has cost `rent`/10,000 times the cost of a move.
    Rent {
        /// Factor times 10,000.
        rent: u32,
    },
}

/// A compiled policy.
#[derive(Debug)]
pub struct Policy {
    /// Tells it from every other policy of the process.
    pub id: u64,
    /// The rule for tools without their own.
    pub rule: Rule,
    /// Rules for tools by name; the first that matches wins.
    pub tools: Vec<(Glob, Rule)>,
    /// Chars of the shortest content that is masked.
    pub min_chars: usize,
    /// Chars to which longer kept errors are clipped.
    pub keep_errors_max_chars: usize,
    /// Texts of answers that refer to an earlier result.
    pub references: ReferenceRules,
    /// Texts that keep a result whole.
    pub pins: Patterns,
    /// Masks images and documents in results and next to them.
    pub mask_media: bool,
    /// Images that stay, the newest ones, while older ones may go from within the window; none: no such rule.
    pub keep_images: Option<u32>,
    /// Which dispatch blocks stay; none: blocks are not searched for.
    pub dispatch: Option<Dispatch>,
    /// What is made smaller before it is first sent.
    pub arrival: arrival::Settings,
    /// Which of several equal contents stays while the others point to it; none: all stay.
    pub dedupe: Option<Keep>,
    /// When the boundary of masking moves.
    pub cache: CachePolicy,
    /// How long digests in placeholders may be; none: placeholders have none.
    pub digest: Option<DigestLimits>,
    /// The texts that replace results.
    pub placeholders: Placeholders,
    /// The secret key of handles in what replaces results; none: there are none.
    pub handle_key: Option<String>,
    /// How they are written.
    pub handle_mark: HandleMark,
    /// Whether results are masked at all.
    pub masks: bool,
    /// How arguments of old calls are shortened; none: they stay.
    pub args: Option<ArgsPolicy>,
    /// What is done to definitions of tools; none: they stay.
    pub definitions: Option<DefinitionPolicy>,
    /// What results are for decides about them; none: their age alone does.
    pub roles: Option<RolePolicy>,
    /// Above them the oldest images and documents go.
    pub most: Most,
    /// Replaces half surrogate pairs anywhere by U+FFFD.
    pub repair_surrogates: bool,
}

/// What is done to definitions of tools.
#[derive(Debug)]
pub struct DefinitionPolicy {
    /// How they are made smaller.
    pub rules: definitions::Rules,
    /// Globs over names of tools whose definitions are left to the provider's search.
    pub deferred: Vec<Glob>,
}

impl Policy {
    /// Compiles resolved settings.
    ///
    /// # Errors
    /// [`PolicyError`] if `json` is not of the expected shape; validated settings always are.
    pub fn from_json(json: &str) -> Result<Self, PolicyError> {
        let settings: Settings = serde_json::from_str(json).map_err(|error| PolicyError(error.to_string()))?;
        settings.compile()
    }

    /// The rule for a tool; `name` is its decoded name as code points, empty if unknown.
    #[must_use]
    pub fn rule_for(&self, name: &[u32]) -> &Rule {
        self.tools.iter().find(|(glob, _)| glob.matches(name)).map_or(&self.rule, |(_, rule)| rule)
    }

    /// Whether the conversation's units are needed, or what its model does with thinking.
    #[must_use]
    pub fn needs_units(&self) -> bool {
        self.cache.needs_units() || self.digest.is_some() || self.dedupe == Some(Keep::Newest) || self.roles.is_some()
    }

    /// Whether definitions of tools are left to the provider's search.
    #[must_use]
    pub fn defers(&self) -> bool {
        self.definitions.as_ref().is_some_and(|definitions| !definitions.deferred.is_empty())
    }

    /// Whether any rule keeps the newest results of a tool.
    #[must_use]
    pub fn keeps_last(&self) -> bool {
        self.rule.keep_last.is_some() || self.tools.iter().any(|(_, rule)| rule.keep_last.is_some())
    }
}
