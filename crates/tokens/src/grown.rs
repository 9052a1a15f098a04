//! Finds the elements of a list in a JSON body that are the same as in an earlier body, so that only the rest must be
//! read.
//!
//! ```text
//! {"model":"m","messages":[{…},{…},{…}],"tools":[…]}
//! └─ head ───────────────┘└ 0 ┘└ 1 ┘└ 2 ┘└─ tail ───┘     each part with its hash, and each 32 KB of elements
//! ```
//!
//! The head must be the same, and elements from the first on; later elements and the tail may differ. Bodies must be
//! JSON: in other bodies the places found mean nothing.

use crate::hash::content_hash;

/// Bytes after which elements get a hash together.
const BLOCK_BYTES: usize = 1 << 15;
/// Largest number of elements of a remembered list; each needs 32 bytes.
const MOST_ELEMENTS: usize = 100_000;

/// The part that a body shares with an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Slot of the earlier body until now.
    pub from: usize,
    /// Slot of this body from now on.
    pub slot: usize,
    /// Number of shared elements; at least one element of this body is not shared.
    pub same: usize,
    /// Number of elements of this body.
    pub elements: usize,
    /// Byte offset behind the list's bracket, where the first element may begin.
    pub open: usize,
    /// Byte offset of the first element that is not shared.
    pub next: usize,
}

/// Remembers the newest bodies as hashes.
pub struct GrownBodies {
    keys: Vec<String>,
    /// Bodies with the turn of their last use.
    bodies: Vec<(u64, Option<Body>)>,
    turn: u64,
}

#[derive(Clone, Default)]
struct Body {
    open: usize,
    head: u128,
    /// End of each element, and the hash of the element and the bytes between it and the previous one.
    elements: Vec<(u32, u128)>,
    blocks: Vec<Block>,
}

/// Consecutive elements that are compared together.
#[derive(Clone, Copy)]
struct Block {
    /// Number of elements up to its end.
    elements: usize,
    hash: u128,
}

impl GrownBodies {
    /// Remembers at most `most` bodies (at least one), whose list has one of these names at the top level.
    #[must_use]
    pub fn new(keys: Vec<String>, most: usize) -> Self {
        Self { keys, bodies: vec![(0, None); most.max(1)], turn: 0 }
    }

    /// The part that `body` shares with an earlier one. `body` replaces the earlier one, or, if it shares less than half
    /// of it, the body that was not used for longest. None for a body without elements, without exactly one of the names,
    /// or with an escape in a name. Linear.
    pub fn compare(&mut self, body: &[u8]) -> Option<Growth> {
        let (best, same) = self.most_in_common(body);
        let known = self.bodies.get(best).and_then(|(_, known)| known.as_ref());
        let mut grown = known.map_or_else(Body::default, |known| known.first(same));
        let is_branch = known.is_some_and(|known| 2 * same < known.elements.len());
        grown.read_on(body, &self.keys)?;
        let elements = grown.elements.len();
        let same = same.min(elements.checked_sub(1)?);
        let (open, next) = (grown.open, grown.start_of(body, same));
        let slot = if is_branch || same == 0 { self.oldest() } else { best };
        self.turn += 1;
        *self.bodies.get_mut(slot)? = (self.turn, Some(grown));
        Some(Growth { from: best, slot, same, elements, open, next })
    }

    fn most_in_common(&self, body: &[u8]) -> (usize, usize) {
        let same = self.bodies.iter().map(|(_, known)| known.as_ref().map_or(0, |known| known.same_elements(body)));
        same.enumerate().max_by_key(|&(_, same)| same).unwrap_or_default()
    }

    fn oldest(&self) -> usize {
        let turns = self.bodies.iter().map(|&(turn, _)| turn).enumerate();
        turns.min_by_key(|&(_, turn)| turn).map_or(0, |(slot, _)| slot)
    }

    /// Forgets the body in a slot.
    pub fn forget(&mut self, slot: usize) {
        if let Some(body) = self.bodies.get_mut(slot) {
            *body = (0, None);
        }
    }

    /// Forgets every body.
    pub fn clear(&mut self) {
        (0..self.bodies.len()).for_each(|slot| self.forget(slot));
    }
}

impl Body {
    /// Number of first elements that `body` shares.
    fn same_elements(&self, body: &[u8]) -> usize {
        if !is_same(body, 0, self.open, self.head) {
            return 0;
        }
        let (mut at, mut same) = (self.open, 0);
        for block in &self.blocks {
            let end = self.end_of(block.elements);
            if !is_same(body, at, end, block.hash) {
                break;
            }
            (at, same) = (end, block.elements);
        }
        for &(end, hash) in self.elements.get(same..).unwrap_or_default() {
            if !is_same(body, at, end as usize, hash) {
                break;
            }
            at = end as usize;
            same += 1;
        }
        // The element 12 is not shared with a list that begins with 123.
        let ends = matches!(body.get(skip_white(body, at)), Some(b',' | b']'));
        if ends { same } else { same.saturating_sub(1) }
    }

    /// Byte offset of the end of the first `elements`.
    fn end_of(&self, elements: usize) -> usize {
        elements.checked_sub(1).and_then(|last| self.elements.get(last)).map_or(self.open, |&(end, _)| end as usize)
    }

    /// Byte offset of the element number `index`.
    fn start_of(&self, body: &[u8], index: usize) -> usize {
        let at = skip_white(body, self.end_of(index));
        if index == 0 { at } else { skip_white(body, at + 1) }
    }

    /// This body with its first `elements` only.
    fn first(&self, elements: usize) -> Self {
        if elements == 0 {
            return Self::default();
        }
        let blocks = self.blocks.iter().copied().take_while(|block| block.elements <= elements).collect();
        Self { elements: self.elements.get(..elements).unwrap_or_default().to_vec(), blocks, ..*self }
    }

    /// Reads the elements behind the known ones, and the tail.
    fn read_on(&mut self, body: &[u8], keys: &[String]) -> Option<()> {
        let mut at = self.end_of(self.elements.len());
        let mut is_found = !self.elements.is_empty();
        if is_found {
            at = self.read_elements(body, at)?;
        } else {
            at = skip_white(body, 0);
            (body.get(at) == Some(&b'{')).then_some(())?;
            at += 1;
        }
        let mut is_first = !is_found;
        loop {
            at = skip_white(body, at);
            match (body.get(at)?, is_first) {
                (b'}', _) => return (is_found && skip_white(body, at + 1) == body.len()).then_some(()),
                (b',', false) => at = skip_white(body, at + 1),
                (b'"', true) => {}
                _ => return None,
            }
            is_first = false;
            let key_end = value_end(body, at)?;
            let key = body.get(at + 1..key_end - 1).filter(|key| !key.contains(&b'\\'))?;
            at = skip_white(body, key_end);
            at = skip_white(body, (body.get(at) == Some(&b':')).then_some(at + 1)?);
            if keys.iter().all(|one| one.as_bytes() != key) {
                at = value_end(body, at)?;
            } else if is_found || body.get(at) != Some(&b'[') {
                return None;
            } else {
                is_found = true;
                self.open = at + 1;
                self.head = content_hash(body.get(..self.open)?);
                at = self.read_elements(body, self.open)?;
            }
        }
    }

    /// Reads elements from `at` on; returns the list's end.
    fn read_elements(&mut self, body: &[u8], mut at: usize) -> Option<usize> {
        let mut block_start = self.end_of(self.blocks.last().map_or(0, |block| block.elements));
        loop {
            let before = at;
            at = skip_white(body, at);
            match (body.get(at)?, self.elements.is_empty()) {
                (b']', _) => return Some(at + 1),
                (b',', false) => at = skip_white(body, at + 1),
                (_, true) => {}
                _ => return None,
            }
            at = value_end(body, at)?;
            (self.elements.len() < MOST_ELEMENTS).then_some(())?;
            self.elements.push((u32::try_from(at).ok()?, content_hash(body.get(before..at)?)));
            if at - block_start >= BLOCK_BYTES {
                self.blocks
                    .push(Block { elements: self.elements.len(), hash: content_hash(body.get(block_start..at)?) });
                block_start = at;
            }
        }
    }
}

fn is_same(body: &[u8], from: usize, to: usize, hash: u128) -> bool {
    body.get(from..to).is_some_and(|part| content_hash(part) == hash)
}

fn skip_white(body: &[u8], at: usize) -> usize {
    let rest = body.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).unwrap_or(rest.len())
}

/// Byte offset of the end of the value that begins at `at`.
fn value_end(body: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match body.get(at)? {
            b'"' => at = string_end(body, at)?,
            b'{' | b'[' => (depth, at) = (depth + 1, at + 1),
            b'}' | b']' => (depth, at) = (depth.checked_sub(1)?, at + 1),
            _ if depth == 0 => return scalar_end(body, at),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

fn string_end(body: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', body.get(at..)?)?;
        if body.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn scalar_end(body: &[u8], at: usize) -> Option<usize> {
    let length =
        body.get(at..)?.iter().position(|byte| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r'));
    length.filter(|&length| length > 0).map(|length| at + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bodies() -> GrownBodies {
        GrownBodies::new(vec!["messages".into(), "input".into()], 3)
    }

    fn compare(bodies: &mut GrownBodies, body: &str) -> Option<(usize, usize, String)> {
        let growth = bodies.compare(body.as_bytes())?;
        assert!(body[..growth.open].ends_with('['));
        Some((growth.same, growth.elements, body[growth.next..].into()))
    }

    #[test]
    fn finds_the_shared_elements() {
        let table: [(&str, usize, usize, &str); 10] = [
            (r#"{"messages":[1,{"a":[]},"]"]}"#, 0, 3, r#"1,{"a":[]},"]"]}"#),
            (r#"{"messages":[1,{"a":[]},"]",4]}"#, 3, 4, "4]}"),
            (r#"{"messages":[1,{"a":[]},"]",45] , "tools" : "x"}"#, 3, 4, r#"45] , "tools" : "x"}"#),
            (r#"{"messages":[1,{"a":[]},"]",4 , 6] }"#, 3, 5, "4 , 6] }"),
            (r#"{"messages":[1,{"a":[]},"]",4 , 6] }"#, 4, 5, "6] }"),
            (r#"{"messages":[1,{"a":[ ]},"]",4]}"#, 1, 4, r#"{"a":[ ]},"]",4]}"#),
            (r#"{"messages":[1]}"#, 0, 1, "1]}"),
            (r#"{"a":"\"[","messages":[1,{"a":[]},"]"]}"#, 0, 3, r#"1,{"a":[]},"]"]}"#),
            ("{\"messages\" :\n[ 1,2]}", 0, 2, "1,2]}"),
            ("{\"messages\" :\n[ 1,2,\n3]}", 2, 3, "3]}"),
        ];
        let mut known = GrownBodies::new(vec!["messages".into()], 8);
        for (body, same, elements, rest) in table {
            assert_eq!(compare(&mut known, body), Some((same, elements, rest.into())), "{body}");
        }
    }

    #[test]
    fn gives_nothing_for_ambiguous_bodies() {
        let table = [
            "",
            "[]",
            "{}",
            r#"{"messages":[]}"#,
            r#"{"messages":"x"}"#,
            r#"{"messages":[1],"input":2}"#,
            r#"{"input":"x","messages":[1]}"#,
            r#"{"messages":[1],"messages":[1]}"#,
            r#"{"messages":[1],"mess\u0061ges":[2]}"#,
            r#"{"messages":[1]} x"#,
            r#"{"messages":[1"#,
            r#"{"messages":[1}"#,
            r#"{"messages":[{"a":"]}"#,
            r#"{"messages":[1,]}"#,
            r#"{"other":[1]}"#,
            r#"{"a":{"messages":[1]}}"#,
        ];
        for body in table {
            assert_eq!(compare(&mut bodies(), body), None, "{body}");
        }
    }

    #[test]
    fn remembers_a_branch_in_its_own_slot_and_drops_the_oldest_body() {
        let mut known = bodies();
        let body = |name: &str, count: usize| {
            let elements: Vec<String> =
                (0..count).map(|number| if number < 2 { number.to_string() } else { format!("{name:?}") }).collect();
            format!(r#"{{"messages":[{}]}}"#, elements.join(","))
        };
        let mut same = |name, count| compare(&mut known, &body(name, count)).map(|(same, ..)| same);
        assert_eq!([same("a", 9), same("b", 9), same("a", 10), same("b", 10)], [Some(0), Some(2), Some(9), Some(9)]);
        assert_eq!([same("c", 9), same("a", 11), same("d", 9), same("b", 12)], [Some(2), Some(10), Some(2), Some(2)]);
        known.clear();
        assert_eq!(compare(&mut known, &body("a", 9)).map(|(same, ..)| same), Some(0));
    }

    fn element() -> impl Strategy<Value = String> {
        let string = "[ -!#-\\[\\]-~é\"]{0,12}".prop_map(|text| serde_json::to_string(&text).unwrap());
        let scalar = prop_oneof![string, "[1-9][0-9]{0,3}", Just("null".to_owned())];
        scalar.prop_recursive(3, 12, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(|list| format!("[ {}]", list.join(", "))),
                prop::collection::vec(inner, 0..4).prop_map(|list| {
                    let members = list.iter().enumerate().map(|(at, value)| format!("\"messages{at}\" : {value}"));
                    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn finds_exactly_the_shared_elements(
            first in prop::collection::vec(element(), 1..30),
            second in prop::collection::vec(element(), 1..10),
            kept in 0..40_usize,
            repeat in prop_oneof![Just(1), Just(3000)],
            heads in (0..2_u8, 0..2_u8),
        ) {
            let pad = |list: &[String]| -> Vec<String> {
                list.iter().map(|one| format!("[{one},{:?}]", "x".repeat(repeat))).collect()
            };
            let first = pad(&first);
            let kept = kept.min(first.len());
            let second = [&first[..kept], &pad(&second)].concat();
            let body = |head: u8, list: &[String]| format!("{{\"model\":{head},\"messages\":[{}],\"tools\":[]}}", list.join(", "));
            let mut known = bodies();
            known.compare(body(heads.0, &first).as_bytes()).unwrap();
            let now = body(heads.1, &second);
            let growth = known.compare(now.as_bytes()).unwrap();
            let common = first.iter().zip(&second).take_while(|(a, b)| a == b).count().min(second.len() - 1);
            prop_assert_eq!(growth.elements, second.len());
            prop_assert_eq!(growth.same, if heads.0 == heads.1 { common } else { 0 });
            prop_assert!(now[growth.next..].starts_with(&second[growth.same]));
        }

        #[test]
        fn compares_any_bytes_without_a_panic(first in "[\\[\\]{},:\"\\\\messages1 ]{0,60}", second in any::<Vec<u8>>()) {
            let mut known = bodies();
            let body = format!("{{\"messages\":[{first}");
            known.compare(body.as_bytes());
            known.compare(&[body.as_bytes(), &second].concat());
            known.compare(&second);
        }
    }
}
