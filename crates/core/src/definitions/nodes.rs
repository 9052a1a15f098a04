//! The values in a raw JSON text as a flat list, so that rules about a value and what is around it need no recursion.
//!
//! ```text
//! {"a":[1],"b":"x"}     node 0: {…}      node 1: a, […], in 0      node 2: 1, in 1      node 3: b, "x", in 0
//! ```
//! The scan has checked that the text is valid JSON; otherwise the walk would end early.

use crate::json::tokens::string_end;
use crate::span::Span;

/// Means "none".
pub(super) const NONE: u32 = u32::MAX;

/// One value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The member's name with its quotes; empty for an element.
    pub(super) name: Span,
    /// The value, quotes or brackets included.
    pub(super) value: Span,
    /// The value's first byte.
    pub(super) first: u8,
    /// The node that it is in, or [`NONE`].
    pub(super) parent: u32,
    /// The next node in the same one, or [`NONE`].
    pub(super) next: u32,
}

impl Node {
    /// Where the member begins; of an element, the value.
    pub(super) const fn start(&self) -> u32 {
        if self.name.end > self.name.start { self.name.start } else { self.value.start }
    }
}

/// Every value in `span` of `body`, in document order: a container comes before what is in it. Linear.
pub(super) fn nodes_of(body: &[u8], span: Span) -> Vec<Node> {
    let mut list = Builder::default();
    let (mut at, end) = (span.start as usize, span.end as usize);
    while let Some(&byte) = body.get(at).filter(|_| at < end) {
        at = match byte {
            b'"' => {
                let Some(after) = body.get(..end).and_then(|body| string_end(body, at)) else { break };
                list.string(byte, Span::new(at, after));
                after
            }
            b'{' | b'[' => {
                list.open(byte, at);
                at + 1
            }
            b'}' | b']' => {
                list.close(at + 1);
                at + 1
            }
            b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {
                let after = at + scalar_bytes(body.get(at..end).unwrap_or_default());
                list.push(byte, Span::new(at, after));
                after
            }
            _ => at + 1,
        };
    }
    list.nodes
}

fn scalar_bytes(rest: &[u8]) -> usize {
    let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-');
    rest.iter().take_while(|byte| goes_on(byte)).count().max(1)
}

#[derive(Default)]
struct Builder {
    nodes: Vec<Node>,
    /// Containers that are open, and the last node in each.
    open: Vec<(u32, u32)>,
    /// The name whose value comes next; empty if none was read.
    name: Span,
}

impl Builder {
    fn string(&mut self, first: u8, string: Span) {
        let is_member =
            self.open.last().and_then(|&(at, _)| self.nodes.get(at as usize)).is_some_and(|one| one.first == b'{');
        if is_member && self.name.byte_count() == 0 {
            self.name = string;
        } else {
            self.push(first, string);
        }
    }

    fn push(&mut self, first: u8, value: Span) {
        let at = self.nodes.len() as u32;
        let name = core::mem::take(&mut self.name);
        let mut parent = NONE;
        if let Some((container, last)) = self.open.last_mut() {
            parent = *container;
            if let Some(before) = self.nodes.get_mut(*last as usize).filter(|_| *last != NONE) {
                before.next = at;
            }
            *last = at;
        }
        self.nodes.push(Node { name, value, first, parent, next: NONE });
    }

    fn open(&mut self, first: u8, at: usize) {
        self.push(first, Span::new(at, at));
        self.open.push((self.nodes.len() as u32 - 1, NONE));
    }

    fn close(&mut self, end: usize) {
        let Some((container, _)) = self.open.pop() else { return };
        if let Some(node) = self.nodes.get_mut(container as usize) {
            node.value.end = end as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_each_value_with_its_name_and_what_it_is_in() {
        let json = r#" {"a\"": [1, {"b":{}}] ,"c":"x", "d":-1.5e3,"e":[]}"#;
        let text = |span: Span| &json[span.start as usize..span.end as usize];
        let nodes = nodes_of(json.as_bytes(), Span::new(0, json.len()));
        let found: Vec<_> =
            nodes.iter().map(|node| (text(node.name), text(node.value), node.parent, node.next)).collect();
        assert_eq!(
            found,
            [
                ("", json.trim(), NONE, NONE),
                (r#""a\"""#, r#"[1, {"b":{}}]"#, 0, 5),
                ("", "1", 1, 3),
                ("", r#"{"b":{}}"#, 1, NONE),
                (r#""b""#, "{}", 3, NONE),
                (r#""c""#, r#""x""#, 0, 6),
                (r#""d""#, "-1.5e3", 0, 7),
                (r#""e""#, "[]", 0, NONE),
            ]
        );
    }

    #[test]
    fn a_truncated_value_ends_the_walk_early() {
        for json in [r#"{"a":"x"#, r#"{"a"#, r#"["x\"#, "{", "]]", ""] {
            assert!(nodes_of(json.as_bytes(), Span::new(0, json.len())).len() < 2, "{json}");
        }
    }
}
