//! Our own breakpoints: on the last masked block, so that the next move finds everything in front of it cached.
//!
//! ```text
//! move 1    ▒▒▒▒⚓······                ⚓ newest: written for the next move
//! between   ▒▒▒▒⚓··········            the same place and bytes
//! move 2    ▒▒▒▒⚓▒▒▒▒▒⚓·····          old: found by this request; newest: for the next
//! ```
//! The client's breakpoints come first; we use those of four that they leave. If they leave one, it is on the old block in
//! the request that moves, which alone reads the cache there, and on the newest block in all others. A move without an old
//! block looks in front of its first edit, where earlier requests had breakpoints of the client's own (`front`).

use super::Conversation;
use super::front::{front_of, strays};
use super::is_planned;
use super::moves::Moves;
use crate::edit::list::{Edit, EditBuilder, EditKind};
use crate::plan::{Action, Decision};
use crate::span::Span;
use crate::transcript::{AnchorPlace, Breakpoint, Content, Place, ToolResult};

/// Breakpoints that a request may have.
const MOST: usize = 4;
/// More bytes than any anchor adds to a body. Edits must have removed as many, so that no body grows.
const ANCHOR_BYTES: usize = 80;

/// Blocks of our own breakpoints in the reduced request, in document order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anchors {
    places: [Place; MOST],
    count: usize,
}

impl Anchors {
    /// The blocks.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        self.places.get(..self.count).unwrap_or_default()
    }

    fn add(&mut self, place: Place) {
        if self.places().contains(&place) {
            return;
        }
        if let Some(slot) = self.places.get_mut(self.count) {
            *slot = place;
            self.count += 1;
        }
        if let Some(places) = self.places.get_mut(..self.count) {
            places.sort_unstable();
        }
    }
}

/// Adds the breakpoints of the last two moves, and removes our own that came with the request and are outdated. Linear in
/// what is edited.
pub(super) fn plan_anchors(
    conversation: Conversation<'_>,
    moves: &Moves,
    decisions: &[Decision],
    edits: &mut EditBuilder,
) -> Anchors {
    if conversation.transcript.anchor_place == AnchorPlace::Nowhere {
        return Anchors::default();
    }
    let mut planner = Planner::new(conversation, decisions, edits);
    let newest = moves.last.and_then(|cut| planner.last_masked(cut));
    planner.follow(newest, moves);
    planner.remove_own();
    let Planner { anchors, edits, .. } = planner;
    edits.sort();
    anchors
}

struct Planner<'a, 'e> {
    conversation: Conversation<'a>,
    decisions: &'a [Decision],
    edits: &'e mut EditBuilder,
    /// Number of breakpoints left for us.
    room: usize,
    /// Breakpoints of earlier requests that are too many.
    strays: Vec<&'a Breakpoint>,
    anchors: Anchors,
}

/// A block that is to have a breakpoint of ours.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Wanted {
    place: Place,
    block: WantedBlock,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WantedBlock {
    /// This decision masks it.
    Masked(usize),
    /// It came masked, with its breakpoint.
    Came,
    /// It is in front of everything that this request's move edits.
    Front,
}

impl<'a, 'e> Planner<'a, 'e> {
    fn new(conversation: Conversation<'a>, decisions: &'a [Decision], edits: &'e mut EditBuilder) -> Self {
        let mut planner =
            Self { conversation, decisions, edits, room: 0, strays: Vec::new(), anchors: Anchors::default() };
        let markers = conversation.transcript.markers;
        let in_messages = conversation.breakpoints().filter(|&one| !conversation.is_own(one)).count();
        let clients = markers.in_front as usize + usize::from(markers.automatic.is_some()) + in_messages;
        planner.room = MOST.saturating_sub(clients);
        if conversation.transcript.anchor_place == AnchorPlace::Block {
            planner.strays = strays(conversation).take(clients.saturating_sub(MOST)).collect();
        }
        planner
    }

    fn own_breakpoints(&self) -> Vec<&'a Breakpoint> {
        self.conversation.breakpoints().filter(|&one| self.conversation.is_own(one)).collect()
    }

    /// The last block masked by the move after `cut` messages.
    fn last_masked(&self, cut: u32) -> Option<Wanted> {
        let results = &self.conversation.transcript.results;
        let is_loose = |one: &Decision| results.get(one.result as usize).is_some_and(|one| one.content.is_loose());
        let is_masked = |one: &Decision| one.action == Action::Mask && one.ready_message < cut && !is_loose(one);
        let at = self.decisions.iter().rposition(is_masked)?;
        let result = results.get(self.decisions.get(at)?.result as usize)?;
        Some(Wanted { place: result.place(), block: WantedBlock::Masked(at) })
    }

    /// Without a move in this request's history, our breakpoints that came stay, unless the client now needs their room.
    fn keep_newest_own(&mut self) {
        for breakpoint in self.own_breakpoints().into_iter().rev().take(self.room) {
            self.anchors.add(breakpoint.place);
        }
    }

    /// `newest`: the last block that a move masked.
    fn follow(&mut self, newest: Option<Wanted>, moves: &Moves) {
        let old = self.looked_for(newest, moves);
        if newest.is_none() && old.is_none() {
            return self.keep_newest_own();
        }
        let mut wanted: Vec<Wanted> = [newest, old].into_iter().flatten().filter(|one| !self.is_taken(*one)).collect();
        // On the other wires a cache might distinguish a list's text from a string's: the newest breakpoint always stays
        // there.
        if moves.is_now && self.room == 1 && self.conversation.transcript.anchor_place == AnchorPlace::Block {
            wanted.reverse();
        }
        for one in wanted.iter().take(self.room).filter(|one| one.block == WantedBlock::Came) {
            self.anchors.add(one.place);
        }
        let mut spare = self.saved_bytes(wanted.len() * ANCHOR_BYTES);
        for (at, one) in wanted.into_iter().enumerate() {
            if one.block != WantedBlock::Came
                && let Some(left) = spare.checked_sub(ANCHOR_BYTES)
                && self.add(one, at < self.room).is_some()
            {
                spare = left;
            }
        }
    }

    /// Where the provider is to look for what is in front of `newest`: the last block of the move before, else, in a
    /// request that moves, the block in front of the first edit. None if nothing is.
    fn looked_for(&self, newest: Option<Wanted>, moves: &Moves) -> Option<Wanted> {
        let came = || self.conversation.breakpoints().rfind(|&one| self.conversation.is_own(one)).map(|one| one.place);
        let old = match moves.previous {
            // One behind the first edit finds nothing any more.
            Some(cut) => {
                let first = self.first_edit(moves);
                self.last_masked(cut).filter(|old| first.is_none_or(|first| old.place < first))
            }
            None if newest.is_some() => came().map(|place| Wanted { place, block: WantedBlock::Came }),
            None => None,
        };
        let old = old.filter(|old| newest.is_none_or(|newest| old.place != newest.place));
        let has_none = old.is_none() && self.conversation.own.is_empty();
        let is_block = self.conversation.transcript.anchor_place == AnchorPlace::Block;
        let is_front = is_block && moves.is_now && has_none;
        let first = || self.first_edit(moves).and_then(|first| front_of(self.conversation, first));
        let front = is_front.then(first).flatten();
        let front = front.filter(|&front| newest.is_none_or(|newest| front != newest.place));
        old.or_else(|| front.map(|place| Wanted { place, block: WantedBlock::Front }))
    }

    /// The first block that the last move edits.
    fn first_edit(&self, moves: &Moves) -> Option<Place> {
        let made = moves.made()?;
        let edit = self.decisions.iter().find(|one| is_planned(one) && made.contains(&one.ready_message))?;
        self.conversation.transcript.results.get(edit.result as usize).map(ToolResult::place)
    }

    /// Whether a block masked here already has one of the client's markers.
    fn is_taken(&self, wanted: Wanted) -> bool {
        let breakpoints = &self.conversation.transcript.breakpoints;
        wanted.block != WantedBlock::Came && breakpoints.iter().any(|one| one.place == wanted.place)
    }

    /// A lower bound of the bytes that the edits remove from the body; stops counting at `enough`. Chars never outnumber
    /// bytes, and copied text is as long after as before.
    fn saved_bytes(&self, enough: usize) -> usize {
        let mut saved = 0;
        for group in self.edits.edits().chunk_by(|a, b| a.decision == b.decision) {
            let before = group.first().and_then(|edit| self.decisions.get(edit.decision as usize));
            let added: usize = group.iter().map(|edit| self.edits.added_bytes(edit)).sum();
            saved += before.map_or(0, |decision| decision.chars_before as usize).saturating_sub(added);
            if saved >= enough {
                return enough;
            }
        }
        saved
    }

    /// Puts a breakpoint on a block, if there is room. Without room a text still becomes a list, so that it does not change
    /// when there is room again.
    fn add(&mut self, Wanted { place, block }: Wanted, has_room: bool) -> Option<()> {
        let transcript = self.conversation.transcript;
        if transcript.anchor_place == AnchorPlace::Part {
            let WantedBlock::Masked(decision) = block else { return None };
            let result = transcript.results.get(self.decisions.get(decision)?.result as usize)?;
            self.add_to_part(place, decision, result, has_room)?;
        } else if has_room {
            let end = self.block_end(place)?;
            let text: &[u8] = if self.is_hourly_behind(place) { HOUR } else { FIVE_MINUTES };
            self.edits.mark(Span { start: end, end }, text, None, EditKind::Marks(place));
        }
        if has_room {
            self.anchors.add(place);
        }
        Some(())
    }

    fn add_to_part(&mut self, place: Place, decision: usize, result: &ToolResult, has_room: bool) -> Option<()> {
        if result.content.is_fields() {
            return None;
        }
        let transcript = self.conversation.transcript;
        let is_text = |edit: &Edit| edit.decision as usize == decision && edit.kind == EditKind::Replaces(edit.span);
        let at = self.edits.edits().iter().position(is_text)?;
        let part = self.edits.edits().get(at)?.part;
        if let Content::Text(_) = result.content {
            let before = [b"[{\"type\":\"", transcript.text_type.as_bytes(), b"\",\"text\":"].concat();
            let after = [if has_room { EXPLICIT } else { b"" }, b"}]"].concat();
            self.edits.wrap(at, [&before, &after]);
            return Some(());
        }
        if has_room {
            let end = transcript.parts(result).get(part? as usize)?.element.end.checked_sub(1)?;
            self.edits.mark(Span { start: end, end }, EXPLICIT, part, EditKind::Marks(place));
        }
        Some(())
    }

    /// Byte offset of a block's closing brace.
    fn block_end(&self, place: Place) -> Option<u32> {
        let transcript = self.conversation.transcript;
        transcript.units.get(transcript.unit_of(place))?.span.end.checked_sub(1)
    }

    /// Whether an hourly breakpoint follows `place`: the provider refuses one behind a breakpoint of five minutes, so
    /// ours must then be hourly, too.
    fn is_hourly_behind(&self, place: Place) -> bool {
        let stays = |one: &Breakpoint| !self.conversation.is_own(one) || self.anchors.places().contains(&one.place);
        let next = self.conversation.breakpoints().find(|&one| one.place > place && stays(one));
        let automatic = self.conversation.transcript.markers.automatic;
        next.map_or(automatic.unwrap_or(false), |next| next.hourly)
    }

    /// Removes our own breakpoints that are no longer anchors, and strays.
    fn remove_own(&mut self) {
        let strays = core::mem::take(&mut self.strays);
        for breakpoint in strays.into_iter().chain(self.own_breakpoints()) {
            let place = breakpoint.place;
            if !self.anchors.places().contains(&place) {
                let span = member_span(self.conversation.body, breakpoint.value);
                self.edits.mark(span, b"", breakpoint.part, EditKind::Unmarks(place));
            }
        }
    }
}

const FIVE_MINUTES: &[u8] = b",\"cache_control\":{\"type\":\"ephemeral\"}";
const HOUR: &[u8] = b",\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}";
const EXPLICIT: &[u8] = b",\"prompt_cache_breakpoint\":{\"mode\":\"explicit\"}";

/// Span of the member whose value is at `value`, with one comma.
fn member_span(body: &[u8], value: Span) -> Span {
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let head = body.get(..value.start as usize).unwrap_or_default();
    let quote_before = |end: usize| head.get(..end).unwrap_or_default().iter().rposition(|&byte| byte == b'"');
    // A marker's name has no quotes in it.
    let name = quote_before(head.len()).and_then(quote_before).unwrap_or(head.len());
    let before = head.get(..name).unwrap_or_default();
    let last = before.iter().rposition(|&byte| !is_space(byte));
    if let Some(comma) = last.filter(|&at| before.get(at) == Some(&b',')) {
        return Span { start: comma as u32, end: value.end };
    }
    let behind = body.get(value.end as usize..).unwrap_or_default();
    let next = behind.iter().position(|&byte| !is_space(byte));
    let comma = next.filter(|&at| behind.get(at) == Some(&b',')).map_or(0, |at| at as u32 + 1);
    Span { start: name as u32, end: value.end + comma }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_span_of_a_member_includes_one_comma() {
        let table = [
            (r#"{"a":1,"m":{}}"#, r#"{"a":1}"#),
            (r#"{"a":1 , "m" : {} , "b":2}"#, r#"{"a":1  , "b":2}"#),
            (r#"{"m":{}, "b":2}"#, r#"{ "b":2}"#),
            (r#"{"m":{}}"#, "{}"),
        ];
        for (body, expected) in table {
            let start = body.find("{}").unwrap();
            let span = member_span(body.as_bytes(), Span::new(start, start + 2));
            let rest = format!("{}{}", &body[..span.start as usize], &body[span.end as usize..]);
            assert_eq!(rest, expected, "{body}");
        }
    }

    #[test]
    fn no_anchor_is_longer_than_its_assumed_bytes() {
        for text in [FIVE_MINUTES, HOUR] {
            assert!(text.len() <= ANCHOR_BYTES);
        }
        assert!(EXPLICIT.len() + r#"[{"type":"input_text","text":}]"#.len() <= ANCHOR_BYTES);
    }
}
