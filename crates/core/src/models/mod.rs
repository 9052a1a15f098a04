//! What is believed of each model: a table of vendors and model families. TypeScript reads the same file.

mod find_name;
mod rows;

use crate::wire::Wire;
use find_name::{MAX_NAME_BYTES, NameEnd, find_name};
pub use rows::{Cache, Finding, History, Marker, ModelRow, OpenLoop, VendorLimits};
use rows::{ModelTable, installed};

/// Why a row is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundBy {
    /// It lists the model.
    Name,
    /// An unlisted model of the vendor is taken for its newest.
    Vendor,
    /// The endpoint is the vendor's.
    Host,
    /// Only the request's shape is known.
    Wire,
}

/// The facts of a model: by its name, else by the vendor that its name or the host tells, else by the wire. Rows of
/// `own` come before the installed ones. Linear in the table.
pub fn facts_of<'a>(model: &[u8], host: &str, wire: Wire, own: &'a [ModelRow]) -> (&'a ModelRow, FoundBy) {
    let table: &'a ModelTable = installed();
    let model = if model.len() > MAX_NAME_BYTES { b"?" } else { model };
    let by_name = |rows: &'a [ModelRow]| {
        let names = rows.iter().flat_map(|row| row.names.iter().map(move |name| (name.as_str(), row)));
        find_name(model, &names, NameEnd::Version)
    };
    if let Some(row) = by_name(own).or_else(|| by_name(&table.models)) {
        return (row, FoundBy::Name);
    }
    by_vendor(model, host, own, table).unwrap_or_else(|| (by_wire(model, wire, own, table), FoundBy::Wire))
}

/// What a vendor's requests are limited to, beside tokens; none where nothing is known.
pub fn limits_of(vendor: &str) -> Option<&'static VendorLimits> {
    installed().vendors.iter().find(|row| row.id == vendor)?.limits.as_ref()
}

/// Whether a request of so many bytes, images and documents could be over what any vendor takes.
pub fn may_be_over(bytes: usize, images: usize) -> bool {
    installed().vendors.iter().filter_map(|row| row.limits.as_ref()).any(|limits| {
        let over = |limit: Option<usize>, have: usize| limit.is_some_and(|most| have > most);
        over(limits.request_bytes, bytes)
            || over(limits.images, images)
            || over(limits.many_images, images)
            || (limits.image_pixels.is_some() && images > 0)
    })
}

fn by_vendor<'a>(
    model: &[u8],
    host: &str,
    own: &'a [ModelRow],
    table: &'a ModelTable,
) -> Option<(&'a ModelRow, FoundBy)> {
    let names = table.vendors.iter().flat_map(|vendor| vendor.names.iter().map(move |name| (name.as_str(), vendor)));
    let by_word = find_name(model, &names, NameEnd::Word).map(|vendor| (vendor, FoundBy::Vendor));
    let hosting = || table.vendors.iter().find(|vendor| vendor.hosts.iter().any(|one| one.eq_ignore_ascii_case(host)));
    let (vendor, by) = by_word.or_else(|| hosting().map(|vendor| (vendor, FoundBy::Host)))?;
    let newest = |row: &&ModelRow| row.vendor == vendor.id && row.newest;
    own.iter().chain(&table.models).find(newest).map(|row| (row, by))
}

/// The row that the table names for the wire. The last row is for everything else.
fn by_wire<'a>(model: &[u8], wire: Wire, own: &'a [ModelRow], table: &'a ModelTable) -> &'a ModelRow {
    let names = table.wires.get(wire.name());
    let id = names.map(|names| if model.is_empty() { &names.unnamed } else { &names.named });
    let rows = || own.iter().chain(&table.models);
    let found = id.and_then(|id| rows().find(|row| row.id == *id));
    #[expect(clippy::expect_used, reason = "the installed table has rows, and a test reads them")]
    found.or_else(|| rows().last()).expect("the table of models has rows")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Case {
        model: String,
        #[serde(default)]
        host: String,
        wire: Option<String>,
        row: String,
        by: String,
    }

    /// The same cases as those of TypeScript.
    #[test]
    fn finds_a_row_by_name_vendor_host_and_wire() {
        let text = include_str!("../../../../__test__/fixtures/model-names.json");
        let cases: Vec<Case> = serde_json::from_str(text).unwrap();
        assert!(cases.len() > 50);
        for Case { model, host, wire, row, by } in cases {
            let wires = [Wire::OpenAiChat, Wire::OpenAiResponses, Wire::Anthropic, Wire::Gemini];
            let is_asked = |one: &Wire| wire.as_deref().unwrap_or("openai-chat") == one.name();
            let wire = wires.into_iter().find(is_asked).unwrap();
            let (found, found_by) = facts_of(model.as_bytes(), &host, wire, &[]);
            assert_eq!((found.id.as_str(), format!("{found_by:?}").to_lowercase()), (row.as_str(), by), "{model}");
        }
    }

    #[test]
    fn prefers_own_rows() {
        let mut own = installed().models[0].clone();
        own.id = "mine".into();
        own.names = vec!["claude-opus-4-5".into()];
        let own = [own];
        let id = |model: &str| facts_of(model.as_bytes(), "", Wire::Anthropic, &own).0.id.clone();
        assert_eq!((id("us.claude-opus-4-5-v1"), id("claude-opus-4-6")), ("mine".into(), "claude-opus-4-6".into()));
    }
}
