//! The rows of the table of models that decisions read. `ts/models/rows.ts` describes all of it.

use crate::transcript::{DearZone, Finds, Limits};
use serde::{Deserialize, Deserializer};
use std::collections::HashMap;
use std::sync::OnceLock;

/// How a provider finds what was sent before.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// At breakpoints of the request, and some blocks before each.
    LookBack,
    /// At breakpoints of earlier requests, anywhere in the request.
    Exact,
    /// The longest common beginning.
    Prefix,
}

/// Whether a request must be marked to be cached.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Marker {
    /// Without a marker nothing is cached.
    Needed,
    /// It is cached with and without one.
    Optional,
    /// There are no markers.
    None,
}

/// A cache, as far as decisions depend on it. Prices are relative to fresh input.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Cache {
    pub finding: Finding,
    pub marker: Marker,
    read: f64,
    write: f64,
    write_long: Option<f64>,
    minimum_tokens: f64,
}

impl Cache {
    /// Price of a cached token, × 10,000.
    pub fn read(&self) -> u32 {
        scaled(self.read)
    }

    /// Price of writing a token, × 10,000.
    pub fn write(&self, is_hourly: bool) -> u32 {
        scaled(self.write_long.filter(|_| is_hourly).unwrap_or(self.write))
    }
}

/// What asks for a mode of a cache.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// A cache marker in the request.
    #[serde(rename = "marker")]
    Marker,
    /// Something that changes no price: the request's `prompt_cache_retention`, or the provider.
    #[serde(other)]
    Else,
}

/// What a mode or a date changes of a family's cache.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "camelCase")]
struct CacheChange {
    finding: Option<Finding>,
    read: Option<f64>,
    write: Option<f64>,
    write_long: Option<f64>,
    minimum_tokens: Option<f64>,
}

impl Cache {
    fn with(self, change: CacheChange) -> Self {
        Self {
            finding: change.finding.unwrap_or(self.finding),
            marker: self.marker,
            read: change.read.unwrap_or(self.read),
            write: change.write.unwrap_or(self.write),
            write_long: change.write_long.or(self.write_long),
            minimum_tokens: change.minimum_tokens.unwrap_or(self.minimum_tokens),
        }
    }
}

#[derive(Deserialize, Clone, Copy, Debug)]
struct Mode {
    asked: Asked,
    #[serde(flatten)]
    change: CacheChange,
}

/// A family's cache, and its modes.
#[derive(Deserialize, Clone, Debug)]
pub struct CacheRow {
    #[serde(flatten)]
    own: Cache,
    #[serde(default)]
    modes: Vec<Mode>,
}

impl CacheRow {
    /// The cache of a request: the family's own, with what the mode changes that a marker asks for.
    pub fn asked(&self, is_marked: bool) -> Cache {
        let mode = self.modes.iter().find(|mode| is_marked && mode.asked == Asked::Marker);
        mode.map_or(self.own, |mode| self.own.with(mode.change))
    }
}

/// From how many tokens on a request costs how many times as much.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "camelCase")]
struct DearRow {
    above_tokens: f64,
    times: f64,
}

impl ModelRow {
    /// Sizes at which the price of a request changes, of which this is the cache.
    pub fn limits(&self, cache: &Cache) -> Limits {
        let zone =
            |DearRow { above_tokens, times }| DearZone { above_tokens: whole(above_tokens), times: scaled(times) };
        let minimum_tokens = whole(cache.minimum_tokens);
        Limits { minimum_tokens, dear: self.dear.map(zone), finds: Finds::default() }
    }
}

/// A whole number of tokens. The table holds none outside 0 to 2^53.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number of tokens")]
const fn whole(tokens: f64) -> u64 {
    tokens as u64
}

/// The table holds no price outside 0 to 100 (`ts/models/schema.ts`).
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "prices are between 0 and 100")]
fn scaled(price: f64) -> u32 {
    (price * 10_000.0).round() as u32
}

/// What becomes of the thinking that comes back in a request.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum History {
    /// There is none.
    None,
    /// The provider leaves it out by itself.
    Dropped,
    /// It stays in the context and is billed.
    Kept,
    /// It also is checked against everything before it.
    Bound,
}

/// Whether calls that wait for results need their thinking.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum OpenLoop {
    /// They do not.
    Free,
    /// Where a request asks for thinking by hand, they do.
    Required,
}

/// A family's thinking.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct ThinkingRow {
    pub history: History,
    pub open_loop: OpenLoop,
    removal: Option<Removal>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Removal {
    Refused,
}

impl ThinkingRow {
    /// Whether old thinking may be left out, and saves something.
    pub fn goes(&self) -> bool {
        matches!(self.history, History::Kept | History::Bound) && self.removal.is_none()
    }
}

/// A family of models.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct ModelRow {
    pub id: String,
    pub vendor: String,
    pub names: Vec<String>,
    #[serde(default)]
    pub newest: bool,
    pub cache: CacheRow,
    dear: Option<DearRow>,
    /// What changed, the oldest first; empty once the values are those of a day.
    #[serde(default)]
    from: Vec<Change>,
    pub thinking: ThinkingRow,
    /// Whether the provider searches among definitions of tools that a request defers.
    #[serde(default)]
    pub tool_search: bool,
}

/// What changed of a family on a day, such as `2026-11-28`.
#[derive(Deserialize, Clone, Debug)]
#[expect(clippy::option_option, reason = "a change that does not say, says that there is none any more, or gives one")]
struct Change {
    day: String,
    cache: Option<CacheChange>,
    /// None where it stays.
    #[serde(default, deserialize_with = "given")]
    dear: Option<Option<DearRow>>,
}

/// A value that is there, `null` or not.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Who makes models.
#[derive(Deserialize)]
pub struct VendorRow {
    pub id: String,
    pub names: Vec<String>,
    pub hosts: Vec<String>,
    /// Limits of a request that are not tokens, where they are known.
    pub limits: Option<VendorLimits>,
}

/// Limits of a request that are not tokens. What is absent is not known.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct VendorLimits {
    pub request_bytes: Option<usize>,
    /// Images and documents together.
    pub images: Option<usize>,
    /// The longer edge of an image.
    pub image_pixels: Option<u32>,
    /// Above so many images the edge is `many_image_pixels` at most.
    pub many_images: Option<usize>,
    pub many_image_pixels: Option<u32>,
    pub string_chars: Option<usize>,
    pub tools: Option<usize>,
}

/// The rows of a request that says too little.
#[derive(Deserialize)]
pub struct WireRow {
    pub named: String,
    pub unnamed: String,
}

/// The table of models.
#[derive(Deserialize)]
pub struct ModelTable {
    day: String,
    pub wires: HashMap<String, WireRow>,
    pub vendors: Vec<VendorRow>,
    pub models: Vec<ModelRow>,
}

/// The installed table on the day of the release, parsed at first use. For another day the caller gives the rows that
/// differ as rows of its own.
pub fn installed() -> &'static ModelTable {
    static TABLE: OnceLock<ModelTable> = OnceLock::new();
    #[expect(clippy::expect_used, reason = "the file is part of the build, and a test parses it")]
    TABLE.get_or_init(|| {
        let file: serde_json::Result<ModelTable> =
            serde_json::from_str(include_str!("../../../../ts/models/facts.json"));
        file.expect("the table of models is JSON").on_its_day()
    })
}

impl ModelTable {
    /// With the values of its own day: each row's, and what changed up to that day.
    fn on_its_day(mut self) -> Self {
        let Self { day, models, .. } = &mut self;
        for row in models {
            for Change { cache, dear, .. } in
                core::mem::take(&mut row.from).into_iter().take_while(|one| one.day <= *day)
            {
                row.cache.own = cache.map_or(row.cache.own, |change| row.cache.own.with(change));
                row.dear = dear.unwrap_or(row.dear);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table(day: &str) -> ModelRow {
        let row = json!({
            "id": "a", "vendor": "v", "names": ["a"],
            "thinking": { "history": "none", "openLoop": "free" },
            "cache": {
                "finding": "prefix", "marker": "optional", "read": 0.2, "write": 1, "minimumTokens": 256,
                "modes": [
                    { "name": "kept", "asked": "24h", "lifeSeconds": 3600 },
                    { "name": "explicit", "asked": "marker", "finding": "look-back", "read": 0.1, "minimumTokens": 1024 },
                ],
            },
            "dear": { "aboveTokens": 1000, "times": 2 },
            "from": [
                { "day": "2026-03-13", "dear": null, "source": "s" },
                { "day": "2026-10-07", "cache": { "read": 0.05 }, "source": "s" },
            ],
        });
        let file = json!({ "day": day, "wires": {}, "vendors": [], "models": [row] });
        serde_json::from_value::<ModelTable>(file).unwrap().on_its_day().models.remove(0)
    }

    #[test]
    fn a_row_has_the_values_of_its_day() {
        let values = |day: &str| {
            let row = table(day);
            (row.cache.asked(false).read(), row.dear.is_some())
        };
        assert_eq!(values("2026-03-12"), (2000, true));
        assert_eq!(values("2026-03-13"), (2000, false));
        assert_eq!(values("2026-10-06"), (2000, false));
        assert_eq!(values("2027-01-01"), (500, false));
    }

    #[test]
    fn a_marker_asks_for_a_mode_of_the_cache() {
        let row = table("2026-01-01");
        let values = |is_marked| {
            let cache = row.cache.asked(is_marked);
            (cache.finding, cache.read(), cache.write(false), row.limits(&cache).minimum_tokens)
        };
        assert_eq!(values(false), (Finding::Prefix, 2000, 10_000, 256));
        assert_eq!(values(true), (Finding::LookBack, 1000, 10_000, 1024));
    }
}
