//! Texts by which an agent's tool says that an earlier result still holds, instead of repeating it.

use super::PolicyError;
use crate::policy::glob::Glob;
use crate::policy::patterns::Patterns;
use serde::Deserialize;

/// Texts of some tools.
#[derive(Debug)]
pub struct ReferenceRule {
    /// The tools.
    pub tools: Vec<Glob>,
    /// The texts, anywhere in a short answer.
    pub texts: Patterns,
}

/// The same as settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReferenceSettings {
    tools: Vec<String>,
    texts: Vec<String>,
}

impl ReferenceSettings {
    pub(super) fn compile(self) -> Result<ReferenceRule, PolicyError> {
        let texts = Patterns::new(self.texts.iter().map(|text| (text.as_str(), false))).map_err(PolicyError)?;
        Ok(ReferenceRule { tools: self.tools.iter().map(|glob| Glob::new(glob)).collect(), texts })
    }
}
