//! The resolved settings as JSON, and compiling them: globs become code points, patterns an automaton, placeholders
//! templates. Values are validated above (`ts/policy/policy.ts`); a key that is unknown here is an error, so that no key
//! works in one backend only.

use super::arrival_settings::{ArrivalSettings, DefinitionSettings};
use super::reference_rules::{self, ReferenceSettings};
use super::{ArgsPolicy, Budget, CachePolicy, Dispatch, KeepErrors, Most, Policy, PolicyError, Rule, Strategy};
use crate::models::ModelRow;
use crate::policy::glob::Glob;
use crate::policy::handle_mark::HandleMark;
use crate::policy::mentions::DigestLimits;
use crate::policy::patterns::Patterns;
use crate::policy::placeholder::{Family, Locale, Placeholders};
use crate::policy::roles::{ResultRole, RolePolicy};
use crate::transcript::{Prices, ThinkingWish};
use serde::Deserialize;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Settings {
    mask: MaskSettings,
    dispatch: Option<DispatchSettings>,
    #[serde(default)]
    arrival: ArrivalSettings,
    #[serde(default)]
    cache: CacheSettings,
    #[serde(default = "yes")]
    masks: bool,
    #[serde(default)]
    repair_surrogates: bool,
    #[serde(default)]
    most: Most,
    #[serde(default)]
    pins: Vec<String>,
    args: Option<ArgsSettings>,
    handle_key: Option<String>,
    handle_folder: Option<String>,
    tools: Option<DefinitionSettings>,
    roles: Option<RoleSettings>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RoleSettings {
    names: Vec<(ResultRole, String)>,
    working_set_files: usize,
}

impl From<RoleSettings> for RolePolicy {
    fn from(RoleSettings { names, working_set_files }: RoleSettings) -> Self {
        let names = names.into_iter().map(|(role, glob)| (role, Glob::new(&glob))).collect();
        Self { names, working_set_files }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ArgsSettings {
    max_chars: usize,
    tools: Vec<String>,
    digest: Option<DigestSettings>,
    pins: Vec<String>,
}

impl ArgsSettings {
    fn compile(self) -> Result<ArgsPolicy, PolicyError> {
        let is_any = self.tools.iter().any(|glob| glob == "*");
        let globs = || self.tools.iter().map(|glob| Glob::new(glob)).collect();
        Ok(ArgsPolicy {
            max_chars: self.max_chars,
            tools: (!is_any).then(globs),
            digest: self.digest.map(Into::into),
            pins: Patterns::new(self.pins.iter().map(|text| (text.as_str(), false))).map_err(PolicyError)?,
        })
    }
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DispatchSettings {
    max_chars: usize,
    tools: Vec<String>,
}

impl From<DispatchSettings> for Dispatch {
    fn from(settings: DispatchSettings) -> Self {
        let is_any = settings.tools.iter().any(|glob| glob == "*");
        let globs = || settings.tools.iter().map(|glob| Glob::new(glob)).collect();
        Self { max_chars: settings.max_chars, tools: (!is_any).then(globs) }
    }
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CacheSettings {
    strategy: StrategyName,
    /// Times 10,000.
    prices: Option<PriceSettings>,
    /// Times 10,000.
    rent: u32,
    budget: Option<Budget>,
    #[serde(default)]
    anchor: bool,
    #[serde(default)]
    models: Vec<ModelRow>,
    #[serde(default)]
    thinking: ThinkingName,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum ThinkingName {
    #[default]
    Auto,
    Keep,
    Drop,
}

impl From<ThinkingName> for ThinkingWish {
    fn from(name: ThinkingName) -> Self {
        match name {
            ThinkingName::Auto => Self::Auto,
            ThinkingName::Keep => Self::Keep,
            ThinkingName::Drop => Self::Drop,
        }
    }
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "kebab-case")]
enum StrategyName {
    #[default]
    EveryTurn,
    Auto,
    Rent,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
struct PriceSettings {
    read: u32,
    write: u32,
}

impl From<CacheSettings> for CachePolicy {
    fn from(settings: CacheSettings) -> Self {
        let strategy = match settings.strategy {
            StrategyName::EveryTurn => Strategy::EveryTurn,
            StrategyName::Auto => Strategy::Auto { rent: settings.rent },
            StrategyName::Rent => Strategy::Rent { rent: settings.rent },
        };
        let prices = settings.prices.map(|PriceSettings { read, write }| Prices { read, write });
        let thinking = settings.thinking.into();
        let CacheSettings { budget, anchor, models, .. } = settings;
        Self { strategy, prices, models, thinking, budget, anchor }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MaskSettings {
    window_turns: i64,
    min_chars: usize,
    keep_errors: KeepErrorsSetting,
    keep_errors_max_chars: usize,
    #[serde(default)]
    references: Vec<ReferenceSettings>,
    keep_last_k_per_tool: Option<u32>,
    /// In the order in which the user wrote them.
    tools: Vec<(String, ToolSettings)>,
    max_observation_chars: Option<u32>,
    #[serde(default)]
    media: MediaSetting,
    /// None: no image goes from within the window.
    #[serde(default)]
    keep_images: Option<u32>,
    digest: Option<DigestSettings>,
    placeholder: PlaceholderSettings,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DigestSettings {
    max_chars: usize,
    /// Times 10,000.
    ratio: u32,
}

impl From<DigestSettings> for DigestLimits {
    fn from(DigestSettings { max_chars, ratio }: DigestSettings) -> Self {
        Self { max_chars, ratio }
    }
}

#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum MediaSetting {
    #[default]
    Keep,
    Mask,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
enum KeepErrorsSetting {
    Switch(bool),
    Named(KeepErrorsName),
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum KeepErrorsName {
    Seed,
}

impl From<KeepErrorsSetting> for KeepErrors {
    fn from(setting: KeepErrorsSetting) -> Self {
        match setting {
            KeepErrorsSetting::Switch(false) => Self::Never,
            KeepErrorsSetting::Switch(true) => Self::Signs,
            KeepErrorsSetting::Named(KeepErrorsName::Seed) => Self::Seed,
        }
    }
}

/// Every key resolved: what the rule leaves open has the policy's value.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ToolSettings {
    window_turns: u32,
    keep_last_k: Option<u32>,
    keep_errors: KeepErrorsSetting,
    max_observation_chars: Option<u32>,
    never: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceholderSettings {
    family: String,
    locale: String,
    template: Option<String>,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl Settings {
    pub(super) fn compile(self) -> Result<Policy, PolicyError> {
        let mask = self.mask;
        let window_turns = u32::try_from(mask.window_turns.max(0)).unwrap_or(u32::MAX);
        let rule = Rule {
            window_turns,
            keep_last: mask.keep_last_k_per_tool,
            keep_errors: mask.keep_errors.into(),
            max_observation_chars: mask.max_observation_chars,
            never: false,
        };
        let family = match mask.placeholder.family.as_str() {
            "observation" => Family::Observation,
            "conversation" => Family::Conversation,
            _ => Family::Brief,
        };
        let locale = if mask.placeholder.locale == "fr" { Locale::Fr } else { Locale::En };
        Ok(Policy {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            tools: mask.tools.into_iter().map(|(glob, tool)| (Glob::new(&glob), tool.into())).collect(),
            min_chars: mask.min_chars,
            keep_errors_max_chars: mask.keep_errors_max_chars,
            references: reference_rules::compile(&mask.references)?,
            pins: Patterns::new(self.pins.iter().map(|text| (text.as_str(), false))).map_err(PolicyError)?,
            dispatch: self.dispatch.map(Into::into),
            dedupe: self.arrival.dedupe.map(Into::into),
            arrival: self.arrival.into(),
            cache: self.cache.into(),
            mask_media: mask.media == MediaSetting::Mask,
            keep_images: mask.keep_images,
            digest: mask.digest.map(Into::into),
            placeholders: Placeholders::new(family, locale, mask.placeholder.template.as_deref()),
            rule,
            args: self.args.map(ArgsSettings::compile).transpose()?,
            handle_key: self.handle_key,
            handle_mark: HandleMark::new(self.handle_folder),
            masks: self.masks,
            definitions: self.tools.map(Into::into),
            roles: self.roles.map(Into::into),
            repair_surrogates: self.repair_surrogates,
            most: self.most,
        })
    }
}

impl From<ToolSettings> for Rule {
    fn from(tool: ToolSettings) -> Self {
        Self {
            window_turns: tool.window_turns,
            keep_last: tool.keep_last_k,
            keep_errors: tool.keep_errors.into(),
            max_observation_chars: tool.max_observation_chars,
            never: tool.never,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::policy::Policy;

    const SETTINGS: &str = r#"{"mask":{"windowTurns":8,"minChars":256,"keepErrors":true,"keepErrorsMaxChars":4000,
        "references":[{"tools":["*"],"texts":["a"]}],"keepLastKPerTool":null,"tools":[["*",
        {"windowTurns":1,"keepLastK":null,"keepErrors":true,"maxObservationChars":null,"never":false}]],
        "maxObservationChars":null,"media":"keep","placeholder":{"family":"observation",
        "locale":"en"}},"dispatch":{"maxChars":1,"tools":[]},"cache":{"strategy":"rent","prices":{"read":1,"write":2},
        "rent":1,"budget":{"tokens":1,"clearAtLeast":1}},"args":{"maxChars":1,
        "tools":[],"digest":{"maxChars":1,"ratio":1},"pins":[]},"tools":{"schema":true,"maxDescriptionChars":1,"defer":["*"]},
        "roles":{"names":[["user","ask*"]],"workingSetFiles":1},"most":{"bytes":1,"images":1}}"#;

    #[test]
    fn a_key_that_is_unknown_is_refused_in_every_table() {
        assert!(Policy::from_json(SETTINGS).is_ok());
        let tables: Vec<usize> = SETTINGS.match_indices('{').map(|(at, _)| at + 1).collect();
        assert_eq!(tables.len(), 14);
        for at in tables {
            let (before, after) = SETTINGS.split_at(at);
            assert!(Policy::from_json(&format!("{before}\"newKey\":1,{after}")).is_err(), "{before}");
        }
    }
}
