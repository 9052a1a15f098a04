//! Leaves definitions of tools to the provider's search: the model is told of them when it looks for them.
//!
//! ```text
//! [{"name":"read",…},{"name":"mcp__a",…}]
//! [{"name":"read",…},{"name":"mcp__a",…,"defer_loading":true},{"type":"tool_search_…",…}]
//! ```
//! Names and the policy alone decide, never use, so that the list is the same in every request of a session.

use super::nodes::{NONE, Node};
use super::{Place, Role, name_of};
use crate::edit::list::EditBuilder;
use crate::json::key::decoded;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::json::tokens::json_strings;
use crate::policy::glob::Glob;
use crate::span::Span;
use crate::transcript::SearchForm;
use std::borrow::Cow;
use std::collections::HashSet;

/// Which definitions are left to the provider's search.
#[derive(Clone, Copy)]
pub struct Deferred<'a> {
    /// Globs over names of tools.
    pub globs: &'a [Glob],
    /// How the wire's provider searches.
    pub form: &'a SearchForm,
    /// The request's choice of tools; empty if it has none.
    pub choice: Span,
}

/// An element of the list.
#[derive(Default)]
struct Element {
    /// Its node.
    at: u32,
    name: Option<Span>,
    kind: Kind,
    /// It has what the provider does not take beside a deferral.
    stays: bool,
}

/// What an element's `type` says.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    None,
    Own,
    Other,
}

/// Adds the edits that defer definitions, and the provider's tool search behind the last element. Returns how many are
/// deferred: none where the client searches itself, where the request chooses one of them, and where no other would stay.
/// Linear.
pub(super) fn defer(
    (body, level): (&[u8], Level),
    nodes: &[Node],
    places: &[Place],
    twice: &HashSet<u32>,
    wish: Deferred<'_>,
    edits: &mut EditBuilder,
) -> u32 {
    let Some(list) = nodes.first().filter(|list| list.first == b'[') else { return 0 };
    let Some(elements) = elements_of(body, nodes, places, wish.form) else { return 0 };
    let chosen = names_in(body, wish.choice);
    let mut found: Vec<&Element> = Vec::new();
    for one in elements.iter().filter(|one| !twice.contains(&one.at)) {
        let Some(name) = one.name.filter(|_| !one.stays && is_taken(one.kind, wish.form)) else { continue };
        let inside = name.inside();
        let code_points: Vec<u32> = Text::new(inside.of(body), level).code_points().map(|char| char.code).collect();
        if code_points.is_empty() || !wish.globs.iter().any(|glob| glob.matches(&code_points)) {
            continue;
        }
        if chosen.contains(&*decoded(inside.of(body))) {
            return 0;
        }
        found.push(one);
    }
    let all = nodes.iter().filter(|node| node.parent == 0).count();
    if found.is_empty() || found.len() == all {
        return 0;
    }
    let ends = found.iter().filter_map(|one| nodes.get(one.at as usize)).map(|node| node.value.end);
    for end in ends {
        insert(end, b",\"defer_loading\":true", edits);
    }
    insert(list.value.end, &[b",", wish.form.tool.as_bytes()].concat(), edits);
    found.len() as u32
}

/// Puts `text` in front of the bracket that ends at `end`.
fn insert(end: u32, text: &[u8], edits: &mut EditBuilder) {
    let at = end.saturating_sub(1);
    let span = Span { start: at, end: at };
    edits.define(span, span, at, text);
}

const fn is_taken(kind: Kind, form: &SearchForm) -> bool {
    match kind {
        Kind::None => form.untyped,
        Kind::Own => true,
        Kind::Other => false,
    }
}

/// The objects in the list; none if the client searches itself.
fn elements_of(body: &[u8], nodes: &[Node], places: &[Place], form: &SearchForm) -> Option<Vec<Element>> {
    let mut elements: Vec<Element> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let Some(around) = places.get(node.parent as usize) else { continue };
        if node.parent == 0 && node.first == b'{' {
            elements.push(Element { at: at as u32, ..Element::default() });
        }
        if around.role != Role::Definition || around.definition == NONE {
            continue;
        }
        let name = name_of(body, node);
        let text = if node.first == b'"' { decoded(node.value.inside().of(body)) } else { Cow::default() };
        let is_search = match &*name {
            b"defer_loading" => true,
            b"type" => text.starts_with(form.kind_start.as_bytes()),
            b"name" => !text.is_empty() && *text == *form.name.as_bytes(),
            _ => false,
        };
        if is_search {
            return None;
        }
        let Some(element) = elements.last_mut().filter(|one| one.at == node.parent) else { continue };
        match &*name {
            b"type" if form.kinds.iter().any(|kind| *kind.as_bytes() == *text) => element.kind = Kind::Own,
            b"type" => element.kind = Kind::Other,
            b"name" => element.name = (node.first == b'"').then_some(node.value),
            b"cache_control" => element.stays |= node.value.of(body) != b"null",
            other => element.stays |= form.never.iter().any(|never| *never.as_bytes() == *other),
        }
    }
    Some(elements)
}

/// Names that a choice of tools has in it, decoded.
fn names_in(body: &[u8], choice: Span) -> HashSet<Vec<u8>> {
    let is_name = |one: &crate::json::tokens::JsonString| {
        one.name.byte_count() > 0 && *decoded(one.name.inside().of(body)) == *b"name"
    };
    json_strings(body, choice).filter(is_name).map(|one| decoded(one.value.inside().of(body)).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Wishes, plan};
    use super::*;
    use crate::transcript::DefinitionForm;

    static SEARCH: SearchForm = SearchForm {
        vendor: "anthropic",
        untyped: true,
        kinds: &["custom"],
        kind_start: "tool_search_tool",
        never: &["input_examples"],
        name: "search",
        tool: r#"{"type":"S"}"#,
    };
    const FORM: DefinitionForm =
        DefinitionForm { is_element: true, lists: &["tools"], holders: &[], schemas: &[], search: Some(&SEARCH) };

    /// The list with what is deferred, and how many are. `choice` is the request's choice of tools.
    fn deferred(list: &str, glob: &str, choice: &str) -> (String, u32) {
        let body = format!("{list}{choice}");
        let globs = [Glob::new(glob)];
        let choice = Span::new(list.len(), body.len());
        let wishes = Wishes { deferred: Some(Deferred { globs: &globs, form: &SEARCH, choice }), ..Wishes::default() };
        let mut edits = EditBuilder::default();
        let span = Span::new(0, list.len());
        let found = plan(body.as_bytes(), span, &FORM, wishes, Level::SCALAR, &mut edits);
        edits.sort();
        let list = edits.finish(body.len()).unwrap();
        let mut out = vec![0; list.output_bytes()];
        assert!(crate::edit::splice::splice_into(body.as_bytes(), &list, &mut out));
        let out = String::from_utf8(out).unwrap();
        (out[..out.len() - choice.byte_count()].to_owned(), found.deferred)
    }

    #[test]
    fn tools_that_a_glob_matches_are_deferred_and_the_search_comes_last() {
        let list = r#"[{"name":"read"},{"name":"mcp__a" },{"type":"custom","name":"mcp__b"}]"#;
        let expected = list
            .replace(r#""mcp__a" "#, r#""mcp__a" ,"defer_loading":true"#)
            .replace(r#""mcp__b"}]"#, r#""mcp__b","defer_loading":true},{"type":"S"}]"#);
        assert_eq!(deferred(list, "mcp__*", ""), (expected.clone(), 2));
        assert_eq!(deferred(&expected, "mcp__*", ""), (expected.clone(), 0), "what came deferred stays");
    }

    #[test]
    fn never_all_and_never_beside_a_search_of_the_client() {
        for list in [
            r#"[{"name":"mcp__a"}]"#,
            r#"[{"name":"read"},{"name":"mcp__a"},{"name":"b","defer_loading":false}]"#,
            r#"[{"name":"read"},{"name":"mcp__a"},{"type":"tool_search_tool_regex_1","name":"x"}]"#,
            r#"[{"name":"read"},{"name":"mcp__a"},{"name":"search"}]"#,
            r#"[{"name":"read"},{"name":"mcp__a"},{"tools":[{"defer_loading":true}]}]"#,
        ] {
            assert_eq!(deferred(list, "mcp__*", ""), (list.to_owned(), 0));
        }
    }

    #[test]
    fn tools_with_a_cache_marker_examples_or_a_type_of_the_provider_stay() {
        for one in [
            r#"{"name":"mcp__a","cache_control":{"type":"ephemeral"}}"#,
            r#"{"name":"mcp__a","input_examples":[]}"#,
            r#"{"name":"mcp__a","type":"bash_20250124"}"#,
            r#"{"name":"mcp__a","type":null}"#,
            r#"{"name":7}"#,
            r#"{"name":"mcp__a","name":"mcp__a"}"#,
        ] {
            let list = format!(r#"[{{"name":"read"}},{one}]"#);
            assert_eq!(deferred(&list, "mcp__*", ""), (list.clone(), 0));
        }
        let list = r#"[{"name":"read"},{"name":"mcp__a","cache_control":null,"strict":true}]"#;
        assert_eq!(deferred(list, "mcp__*", "").1, 1);
    }

    #[test]
    fn a_request_that_chooses_a_tool_does_not_defer_it() {
        let list = r#"[{"name":"read"},{"name":"mcp__a"}]"#;
        assert_eq!(deferred(list, "mcp__*", r#"{"type":"tool","name":"mcp__\u0061"}"#).1, 0);
        assert_eq!(deferred(list, "mcp__*", r#"{"type":"tool","name":"read"}"#).1, 1);
        assert_eq!(deferred(list, "mcp__*", r#""auto""#).1, 1);
    }
}
