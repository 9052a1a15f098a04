//! Makes the definitions of a request's tools smaller.
//!
//! ```text
//! {"name":"read","description":"Reads a file. …","input_schema":{"$schema":"…","type":"object",…}}
//!                               cut, if too long                 left out, as no model needs it
//! ```
//! What is made depends on the list alone, so that it is the same in every request of a session. Definitions with
//! `strict: true`, or with a name twice in one object, stay as they are.

mod defer;
mod description;
mod nodes;
mod schema;

use crate::edit::list::EditBuilder;
use crate::json::key::decoded;
use crate::json::scan::Level;
use crate::json::text::Text;
use crate::span::Span;
use crate::transcript::DefinitionForm;
use nodes::{NONE, Node, nodes_of};
use schema::Within;
use std::borrow::Cow;
use std::collections::HashSet;

pub use defer::Deferred;

/// How definitions are made smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Leaves out what no model needs of schemas.
    pub schema: bool,
    /// UTF-16 units that a description may have; none: any number.
    pub max_description_chars: Option<usize>,
}

/// What is done to definitions.
#[derive(Clone, Copy, Default)]
pub struct Wishes<'a> {
    /// How they are made smaller.
    pub rules: Rules,
    /// Which are left to the provider's search; none: none of them.
    pub deferred: Option<Deferred<'a>>,
}

/// What was made smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Smaller {
    /// Definitions.
    pub count: u32,
    /// UTF-16 units of names and strings that went.
    pub chars: u64,
    /// Definitions that are left to the provider's search.
    pub deferred: u32,
}

/// What a value in the list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The request's list: of definitions, or of what has some.
    List,
    /// A list of definitions in an element of that.
    Nested,
    /// An object with definitions in it.
    Element,
    Definition,
    /// A schema; one under a name of the user's.
    Schema,
    NamedSchema,
    /// A list of schemas.
    Schemas,
    /// An object whose members are schemas.
    Map,
    Data,
}

/// What a node is, and which definition it is in: a node, or [`NONE`].
#[derive(Clone, Copy)]
struct Place {
    role: Role,
    definition: u32,
}

/// Adds the edits for the definitions in `list` of `body`; they are in order, but may be before or behind those that are
/// there. Linear.
pub fn plan(
    body: &[u8],
    list: Span,
    form: &DefinitionForm,
    Wishes { rules, deferred }: Wishes<'_>,
    level: Level,
    edits: &mut EditBuilder,
) -> Smaller {
    let nodes = nodes_of(body, list);
    let places = places_of(body, &nodes, form);
    let Some(Left { strict, twice }) = left_alone(body, &nodes, &places) else { return Smaller::default() };
    let mut writer = Writer { body, level, rules, edits, behind: vec![Behind::default(); nodes.len()], nodes: &nodes };
    let (mut smaller, mut counted) = (Smaller::default(), HashSet::new());
    for (node, place) in nodes.iter().zip(&places) {
        let Some(around) = places.get(node.parent as usize) else { continue };
        let is_read = matches!(around.role, Role::Definition | Role::Schema | Role::NamedSchema);
        if !is_read || strict.contains(&around.definition) || twice.contains(&around.definition) {
            continue;
        }
        let chars = writer.edit(node, around.role);
        if chars > 0 {
            smaller.chars += chars as u64;
            smaller.count += u32::from(counted.insert(place.definition));
        }
    }
    if let Some(deferred) = deferred {
        smaller.deferred = defer::defer((body, level), &nodes, &places, &twice, deferred, edits);
    }
    smaller
}

fn places_of(body: &[u8], nodes: &[Node], form: &DefinitionForm) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(nodes.len());
    for (at, node) in nodes.iter().enumerate() {
        let around = places.get(node.parent as usize).copied();
        let role = match around {
            None => {
                if node.first == b'[' {
                    Role::List
                } else {
                    Role::Data
                }
            }
            Some(around) => role_in(around.role, &name_of(body, node), node.first, form),
        };
        let above = around.map_or(NONE, |around| around.definition);
        let definition = if role == Role::Definition { at as u32 } else { above };
        places.push(Place { role, definition });
    }
    places
}

/// What a value is, by what it is in, its name there and its first byte.
fn role_in(around: Role, name: &[u8], first: u8, form: &DefinitionForm) -> Role {
    let is = |names: &[&str]| names.iter().any(|known| known.as_bytes() == name);
    let schemas = |role| match first {
        b'{' => role,
        b'[' if role == Role::Schema => Role::Schemas,
        _ => Role::Data,
    };
    match (around, first) {
        (Role::List, b'{') if form.is_element => Role::Definition,
        (Role::List, b'{') => Role::Element,
        (Role::Element | Role::Definition, b'[') if is(form.lists) => Role::Nested,
        (Role::Nested, b'{') => Role::Definition,
        (Role::Element, b'{') if is(form.holders) => Role::Definition,
        (Role::Definition, b'{') if is(form.schemas) => Role::Schema,
        (Role::Schema | Role::NamedSchema, _) => match schema::within(name) {
            Within::Schemas => schemas(Role::Schema),
            Within::Map if first == b'{' => Role::Map,
            _ => Role::Data,
        },
        (Role::Schemas, b'{') => Role::Schema,
        (Role::Map, b'{') => Role::NamedSchema,
        _ => Role::Data,
    }
}

fn name_of<'a>(body: &'a [u8], node: &Node) -> Cow<'a, [u8]> {
    if node.name.byte_count() == 0 { Cow::default() } else { decoded(node.name.inside().of(body)) }
}

/// Definitions that stay as they are.
#[derive(Default)]
struct Left {
    /// With `strict: true`.
    strict: HashSet<u32>,
    /// With a name twice in one object.
    twice: HashSet<u32>,
}

/// The definitions that stay as they are; none if all do.
fn left_alone(body: &[u8], nodes: &[Node], places: &[Place]) -> Option<Left> {
    let mut left = Left::default();
    let mut names = HashSet::new();
    for node in nodes.iter().filter(|node| node.name.byte_count() > 0) {
        let Some(around) = places.get(node.parent as usize).filter(|around| around.role != Role::Data) else {
            continue;
        };
        let name = name_of(body, node);
        let is_strict = around.role == Role::Definition && *name == *b"strict" && node.value.of(body) == b"true";
        let is_twice = !names.insert((node.parent, name));
        if is_twice && around.definition == NONE {
            return None;
        }
        if is_strict {
            left.strict.insert(around.definition);
        }
        if is_twice {
            left.twice.insert(around.definition);
        }
    }
    Some(left)
}

/// What is behind the members of an object that were passed.
#[derive(Clone, Copy, Default)]
struct Behind {
    end: u32,
    /// One of them is kept.
    has_kept: bool,
}

struct Writer<'a, 'e> {
    body: &'a [u8],
    level: Level,
    rules: Rules,
    edits: &'e mut EditBuilder,
    nodes: &'a [Node],
    /// By node.
    behind: Vec<Behind>,
}

impl Writer<'_, '_> {
    /// Edits a member of a definition or of a schema. Returns the UTF-16 units that go.
    fn edit(&mut self, node: &Node, around: Role) -> usize {
        let name = name_of(self.body, node);
        let is_removed = self.rules.schema && around != Role::Definition && {
            let holder = self.nodes.get(node.parent as usize).filter(|_| around == Role::NamedSchema);
            let key = holder.map(|holder| holder.name.inside().of(self.body));
            schema::says_nothing(self.body, &name, node, key)
        };
        let span = self.pass(node, is_removed);
        if is_removed {
            self.edits.define(span, node.value, node.name.start, &[]);
            let value = if node.first == b'"' { self.units(node.value) } else { 0 };
            return self.units(node.name) + value;
        }
        match self.rules.max_description_chars {
            Some(most) if *name == *b"description" && node.first == b'"' => self.cut(node, most),
            _ => 0,
        }
    }

    fn cut(&mut self, node: &Node, max_chars: usize) -> usize {
        let mut text = vec![b'"'];
        if !description::cut_into(node.value.inside().of(self.body), max_chars, self.level, &mut text) {
            return 0;
        }
        let after = Text::new(text.get(1..).unwrap_or_default(), self.level).chars();
        text.push(b'"');
        self.edits.define(node.value, node.value, node.name.start, &text);
        self.units(node.value) - after
    }

    /// The span of a member and one comma, if it goes.
    fn pass(&mut self, node: &Node, is_removed: bool) -> Span {
        let next = self.nodes.get(node.next as usize).map_or(node.value.end, Node::start);
        let Some(behind) = self.behind.get_mut(node.parent as usize) else { return node.value };
        let span = if behind.has_kept {
            Span { start: behind.end, end: node.value.end }
        } else {
            Span { start: node.start(), end: next }
        };
        *behind = Behind { end: node.value.end, has_kept: behind.has_kept || !is_removed };
        span
    }

    /// UTF-16 units of a string.
    fn units(&self, string: Span) -> usize {
        Text::new(string.inside().of(self.body), self.level).chars()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: DefinitionForm =
        DefinitionForm { is_element: true, lists: &["tools"], holders: &[], schemas: &["input_schema"], search: None };

    fn smaller(json: &str, rules: Rules) -> (String, Smaller) {
        let mut edits = EditBuilder::default();
        let wishes = Wishes { rules, deferred: None };
        let found = plan(json.as_bytes(), Span::new(0, json.len()), &FORM, wishes, Level::SCALAR, &mut edits);
        let list = edits.finish(json.len()).unwrap();
        let mut out = vec![0; list.output_bytes()];
        assert!(crate::edit::splice::splice_into(json.as_bytes(), &list, &mut out));
        (String::from_utf8(out).unwrap(), found)
    }

    fn schema(json: &str) -> String {
        let rules = Rules { schema: true, max_description_chars: None };
        let (out, _) = smaller(&format!(r#"[{{"name":"x","input_schema":{json}}}]"#), rules);
        out.strip_prefix(r#"[{"name":"x","input_schema":"#).and_then(|rest| rest.strip_suffix("}]")).unwrap().to_owned()
    }

    #[test]
    fn keywords_that_say_nothing_go_with_one_comma() {
        let table = [
            (r#"{"$schema":"x","type":"object"}"#, r#"{"type":"object"}"#),
            (r#"{"type":"object", "$schema" : "x" }"#, r#"{"type":"object" }"#),
            (r#"{"$schema":"x" , "minLength":0,"a":1,"minItems":-0.0, "b":2}"#, r#"{"a":1, "b":2}"#),
            (r#"{"$schema":"x","minLength":0}"#, "{}"),
            (
                r#"{"uniqueItems":true,"minLength":1,"minContains":1,"$defs":{ }}"#,
                r#"{"uniqueItems":true,"minLength":1}"#,
            ),
            (r#"{"additionalProperties":false,"required":[]}"#, r#"{"additionalProperties":false,"required":[]}"#),
            (r#"{"\u0024schema":"x"}"#, "{}"),
        ];
        for (json, expected) in table {
            assert_eq!(schema(json), expected, "{json}");
        }
    }

    #[test]
    fn only_keywords_of_schemas_go_and_titles_that_repeat_their_name() {
        let table = [
            (
                r#"{"properties":{"$schema":{"type":"string"},"title":{"title":"Title"}}}"#,
                r#"{"properties":{"$schema":{"type":"string"},"title":{}}}"#,
            ),
            (
                r#"{"properties":{"file_path":{"title":"File Path"},"b":{"title":"Not b"}}}"#,
                r#"{"properties":{"file_path":{},"b":{"title":"Not b"}}}"#,
            ),
            (
                r#"{"default":{"$schema":"x"},"enum":[{"minLength":0}]}"#,
                r#"{"default":{"$schema":"x"},"enum":[{"minLength":0}]}"#,
            ),
            (
                r#"{"items":[{"minItems":0}],"anyOf":[{"nullable":false},{"not":{"readOnly":false}}]}"#,
                r#"{"items":[{}],"anyOf":[{},{"not":{}}]}"#,
            ),
            (r#"{"title":"x","$defs":{"A":{"title":"a"}}}"#, r#"{"title":"x","$defs":{"A":{}}}"#),
        ];
        for (json, expected) in table {
            assert_eq!(schema(json), expected, "{json}");
        }
    }

    #[test]
    fn strict_definitions_and_those_with_a_name_twice_stay() {
        for more in [r#""strict":true"#, r#""name":"again""#] {
            let json = format!(
                r#"[{{"name":"x","input_schema":{{"$schema":"x"}},{more}}},{{"input_schema":{{"$schema":"y"}}}}]"#
            );
            let (out, found) = smaller(&json, Rules { schema: true, max_description_chars: None });
            assert_eq!(out, json.replace(r#""$schema":"y""#, ""));
            assert_eq!(found, Smaller { count: 1, chars: 8, deferred: 0 });
        }
    }

    #[test]
    fn long_descriptions_of_tools_and_of_their_arguments_are_cut() {
        let long = "word ".repeat(50);
        let json = format!(
            r#"[{{"name":"x","description":"{long}","input_schema":{{"properties":{{"a":{{"description":"{long}"}}}}}}}}]"#
        );
        let rules = Rules { schema: false, max_description_chars: Some(100) };
        let (out, found) = smaller(&json, rules);
        assert_eq!(out.matches("chars left out]").count(), 2, "{out}");
        assert_eq!((found.count, found.chars > 0), (1, true));
        assert_eq!(smaller(&out, rules), (out, Smaller::default()));
    }

    #[test]
    fn definitions_may_be_in_objects_and_lists_of_an_element() {
        let form =
            DefinitionForm { is_element: false, lists: &["list"], holders: &["held"], schemas: &["s"], search: None };
        let json =
            r#"[{"held":{"s":{"$schema":1,"minItems":0}},"list":[{"s":{"nullable":false}}],"s":{"minItems":0}}]"#;
        let mut edits = EditBuilder::default();
        let rules = Rules { schema: true, max_description_chars: None };
        let wishes = Wishes { rules, deferred: None };
        let found = plan(json.as_bytes(), Span::new(0, json.len()), &form, wishes, Level::SCALAR, &mut edits);
        assert_eq!(found, Smaller { count: 2, chars: 16, deferred: 0 });
    }
}
