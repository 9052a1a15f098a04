//! Texts by which an agent's tool says that an earlier result still holds, instead of repeating it.

use super::PolicyError;
use crate::policy::glob::Glob;
use crate::policy::patterns::Patterns;
use serde::Deserialize;

/// Which texts of which tools say so.
#[derive(Debug)]
pub struct ReferenceRules {
    rules: Vec<Rule>,
    /// The texts of all rules.
    any: Patterns,
}

#[derive(Debug)]
struct Rule {
    tools: Vec<Glob>,
    /// Anywhere in a short answer.
    texts: Patterns,
}

impl ReferenceRules {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.any.is_empty()
    }

    /// Whether a text of any tool occurs in `text`. One pass.
    pub fn occur_in(&self, text: &[u8]) -> bool {
        self.any.occur_in(text)
    }

    /// Whether a text of the tool of that `name`, as code points, occurs in `text`.
    pub fn hold(&self, text: &[u8], name: &[u32]) -> bool {
        let is_its = |rule: &&Rule| rule.tools.iter().any(|glob| glob.matches(name));
        self.rules.iter().filter(is_its).any(|rule| rule.texts.occur_in(text))
    }
}

/// A rule as settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReferenceSettings {
    tools: Vec<String>,
    texts: Vec<String>,
}

/// Compiles rules.
pub(super) fn compile(settings: &[ReferenceSettings]) -> Result<ReferenceRules, PolicyError> {
    let patterns = |texts: &mut dyn Iterator<Item = &String>| {
        Patterns::new(texts.map(|text| (text.as_str(), false))).map_err(PolicyError)
    };
    let rule = |one: &ReferenceSettings| {
        let tools = one.tools.iter().map(|glob| Glob::new(glob)).collect();
        Ok(Rule { tools, texts: patterns(&mut one.texts.iter())? })
    };
    let any = patterns(&mut settings.iter().flat_map(|one| &one.texts))?;
    Ok(ReferenceRules { rules: settings.iter().map(rule).collect::<Result<_, _>>()?, any })
}
