//! The rows of the table of models that decisions read. `ts/models/rows.ts` describes all of it.

use crate::transcript::{DearZone, Limits};
use serde::Deserialize;
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

/// A family's cache. Prices are relative to fresh input.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct CacheRow {
    pub finding: Finding,
    pub marker: Marker,
    read: f64,
    write: f64,
    write_long: Option<f64>,
    minimum_tokens: f64,
}

impl CacheRow {
    /// Price of a cached token, × 10,000.
    pub fn read(&self) -> u32 {
        scaled(self.read)
    }

    /// Price of writing a token, × 10,000.
    pub fn write(&self, is_hourly: bool) -> u32 {
        scaled(self.write_long.filter(|_| is_hourly).unwrap_or(self.write))
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
    /// Sizes at which the price of a request changes.
    pub fn limits(&self) -> Limits {
        let zone =
            |DearRow { above_tokens, times }| DearZone { above_tokens: whole(above_tokens), times: scaled(times) };
        let minimum_tokens = whole(self.cache.minimum_tokens);
        Limits { minimum_tokens, dear: self.dear.map(zone), look_back_units: None }
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
    pub thinking: ThinkingRow,
    /// Whether the provider can clear old tool results itself.
    pub clearing: bool,
    /// Whether the provider searches among definitions of tools that a request defers.
    #[serde(default)]
    pub tool_search: bool,
}

/// Who makes models.
#[derive(Deserialize)]
pub struct VendorRow {
    pub id: String,
    pub names: Vec<String>,
    pub hosts: Vec<String>,
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
    pub wires: HashMap<String, WireRow>,
    pub vendors: Vec<VendorRow>,
    pub models: Vec<ModelRow>,
}

/// The installed table, parsed at first use.
pub fn installed() -> &'static ModelTable {
    static TABLE: OnceLock<ModelTable> = OnceLock::new();
    #[expect(clippy::expect_used, reason = "the file is part of the build, and a test parses it")]
    TABLE.get_or_init(|| {
        serde_json::from_str(include_str!("../../../../ts/models/facts.json")).expect("the table of models is JSON")
    })
}
