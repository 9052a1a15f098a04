//! The settings of what is made smaller before it is first sent: results, and definitions of tools.

use crate::arrival;
use crate::arrival::line_numbers::LineNumbers;
use crate::dedupe::Keep;
use crate::definitions;
use crate::policy::DefinitionPolicy;
use crate::policy::glob::Glob;
use serde::Deserialize;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ArrivalSettings {
    terminal: bool,
    json: bool,
    paths: bool,
    line_numbers: Option<LineNumbersName>,
    long_lines: Option<usize>,
    clip: Option<usize>,
    pub(super) dedupe: Option<KeepName>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(super) enum KeepName {
    First,
    Newest,
}

impl From<KeepName> for Keep {
    fn from(name: KeepName) -> Self {
        match name {
            KeepName::First => Self::First,
            KeepName::Newest => Self::Newest,
        }
    }
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum LineNumbersName {
    Padding,
    Tenth,
}

impl From<ArrivalSettings> for arrival::Settings {
    fn from(settings: ArrivalSettings) -> Self {
        let line_numbers = settings.line_numbers.map(|name| match name {
            LineNumbersName::Padding => LineNumbers::Padding,
            LineNumbersName::Tenth => LineNumbers::Tenth,
        });
        let ArrivalSettings { terminal, json, paths, long_lines, clip, .. } = settings;
        Self { terminal, json, paths, line_numbers, long_lines, clip }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DefinitionSettings {
    schema: bool,
    max_description_chars: Option<usize>,
    defer: Vec<String>,
}

impl From<DefinitionSettings> for DefinitionPolicy {
    fn from(DefinitionSettings { schema, max_description_chars, defer }: DefinitionSettings) -> Self {
        let deferred = defer.iter().map(|glob| Glob::new(glob)).collect();
        Self { rules: definitions::Rules { schema, max_description_chars }, deferred }
    }
}
