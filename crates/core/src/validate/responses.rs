//! `OpenAI` Responses: calls and outputs pair by id, and the item that reasoning belongs to follows it.

use super::ids::Ids;
use super::rows::{Detail, Place, Rows, Site};
use super::rule::Rule;
use super::walk::{each, id, is_present};
use crate::json::cursor::{Cursor, Key, Kind};
use crate::json::key::{decoded, lookup};
use crate::span::Span;

/// Kind of an item, by its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Message,
    Reasoning,
    Reference,
    /// A call that the client answers; plain ones must have a name.
    Call {
        plain: bool,
    },
    /// Output of such a call.
    Output {
        plain: bool,
    },
    /// A call that the provider runs, or may run.
    OtherCall,
    OtherOutput,
    Other,
}

fn named(name: &[u8]) -> Item {
    match name {
        b"message" => Item::Message,
        b"reasoning" => Item::Reasoning,
        b"item_reference" => Item::Reference,
        b"function_call" | b"custom_tool_call" => Item::Call { plain: true },
        b"computer_call" | b"local_shell_call" | b"shell_call" | b"apply_patch_call" => Item::Call { plain: false },
        b"function_call_output" | b"custom_tool_call_output" => Item::Output { plain: true },
        b"computer_call_output" | b"local_shell_call_output" | b"shell_call_output" | b"apply_patch_call_output" => {
            Item::Output { plain: false }
        }
        _ if name.ends_with(b"_call") => Item::OtherCall,
        _ if name.ends_with(b"_output") => Item::OtherOutput,
        _ => Item::Other,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Assistant,
    Other,
}

fn named_role(name: &[u8]) -> Option<Role> {
    match name {
        b"assistant" => Some(Role::Assistant),
        b"user" | b"system" | b"developer" => Some(Role::Other),
        _ => None,
    }
}

/// Members of one item.
#[derive(Default)]
struct Fields<'a> {
    item: Option<Item>,
    role: Option<Span>,
    id: Option<Span>,
    call_id: Option<Span>,
    output: bool,
    content: Option<Cursor<'a>>,
}

impl<'a> Fields<'a> {
    fn read(item: &mut Cursor<'a>) -> Self {
        let mut fields = Self::default();
        let body = item.body();
        item.members(|key, value| match key {
            Key::Type => fields.item = value.string().map(|name| named(&decoded(name.inside().of(body)))),
            Key::Role => fields.role = id(value),
            Key::Id => fields.id = id(value),
            Key::CallId => fields.call_id = id(value),
            Key::Output => fields.output = is_present(value),
            Key::Content => fields.content = Some(value.clone()),
            _ => {}
        });
        fields
    }
}

struct Call {
    site: Site,
    id: Span,
    answered: bool,
}

struct Reader<'a, 'r> {
    body: &'a [u8],
    is_delta: bool,
    calls: Vec<Call>,
    call_ids: Ids<'a>,
    item_ids: Ids<'a>,
    /// Index of the first call that only calls and reasoning follow.
    tail: usize,
    /// Reasoning items that wait for their item.
    reasoning: Vec<(Site, Span)>,
    rows: &'r mut Rows,
}

/// Checks the items. In a delta an item may refer to an earlier request.
pub(super) fn check(items: Cursor<'_>, is_delta: bool, rows: &mut Rows) {
    let body = items.body();
    let (call_ids, item_ids) = (Ids::new(body), Ids::new(body));
    let (calls, reasoning) = (Vec::new(), Vec::new());
    let mut reader = Reader { body, is_delta, calls, call_ids, item_ids, tail: 0, reasoning, rows };
    each(items, |index, item| reader.item(index, item));
    reader.end();
}

impl<'a> Reader<'a, '_> {
    fn item(&mut self, index: usize, value: &mut Cursor<'a>) {
        let site = Site::message(index, value.offset());
        let fields = Fields::read(value);
        let item = fields.item.unwrap_or(Item::Message);
        if let Some(id) = fields.id.filter(|_| item != Item::Reference) {
            self.item_id(site, id);
        }
        if item == Item::Reasoning {
            self.reasoning.extend(fields.id.map(|id| (site, id)));
            return;
        }
        let role = fields.role.and_then(|role| lookup(role.of(self.body), named_role));
        self.end_reasoning(item, role);
        if !matches!(item, Item::Call { .. } | Item::OtherCall) {
            self.tail = self.calls.len();
        }
        match item {
            Item::Call { plain } => self.call(site, &fields, plain),
            Item::Output { plain } => self.output(site, &fields, plain),
            Item::Message => self.message(site, &fields, role),
            _ => {}
        }
    }

    fn item_id(&mut self, site: Site, id: Span) {
        if !self.item_ids.insert(id) {
            self.rows.add(Rule::ResponsesDuplicateItemId, site, Detail::Text(id));
        }
    }

    /// Ends waiting reasoning at `item`: the assistant's message, or an item that the model or provider made, must follow
    /// it.
    fn end_reasoning(&mut self, item: Item, role: Option<Role>) {
        let is_input = match item {
            Item::Message => role != Some(Role::Assistant),
            Item::Output { .. } | Item::OtherOutput => true,
            _ => false,
        };
        if is_input && !self.is_delta {
            self.report_reasoning();
        }
        self.reasoning.clear();
    }

    fn report_reasoning(&mut self) {
        for (site, id) in self.reasoning.drain(..) {
            self.rows.add(Rule::ResponsesReasoningWithoutItem, site, Detail::Text(id));
        }
    }

    fn call(&mut self, site: Site, fields: &Fields<'a>, plain: bool) {
        match fields.call_id {
            Some(id) => {
                self.call_ids.push(id);
                self.calls.push(Call { site, id, answered: false });
            }
            None if plain => self.rows.add(Rule::ResponsesCallWithoutId, site, Detail::None),
            None => {}
        }
    }

    fn output(&mut self, site: Site, fields: &Fields<'a>, plain: bool) {
        if plain && !fields.output {
            self.rows.add(Rule::ResponsesOutputMissing, site, Detail::None);
        }
        let Some(id) = fields.call_id else {
            if plain {
                self.rows.add(Rule::ResponsesOutputWithoutId, site, Detail::None);
            }
            return;
        };
        match self.call_ids.find(id).and_then(|at| self.calls.get_mut(at)) {
            Some(call) if call.answered => self.rows.add(Rule::ResponsesDuplicateOutput, site, Detail::Text(id)),
            Some(call) => call.answered = true,
            None if !self.is_delta => self.rows.add(Rule::ResponsesOrphanOutput, site, Detail::Text(id)),
            None => {}
        }
    }

    fn message(&mut self, site: Site, fields: &Fields<'a>, role: Option<Role>) {
        let Some(role) = role else {
            return self.rows.add(Rule::ResponsesRole, site, Detail::of(fields.role));
        };
        let Some(content) = fields.content.clone().filter(|content| content.kind() == Kind::Array) else { return };
        let wrong: &[u8] = if role == Role::Assistant { b"input_text" } else { b"output_text" };
        each(content, |at, part| {
            let site = site.element(Place::Block, at, part.offset());
            let mut kind = None;
            part.members(|key, value| {
                if key == Key::Type {
                    kind = id(value);
                }
            });
            let kind = kind.filter(|kind| lookup(kind.of(self.body), |name| (name == wrong).then_some(())).is_some());
            if kind.is_some() {
                self.rows.add(Rule::ResponsesContentType, site, Detail::of(kind));
            }
        });
    }

    fn end(&mut self) {
        if self.is_delta {
            return;
        }
        self.report_reasoning();
        for (at, call) in self.calls.iter().enumerate().filter(|(_, call)| !call.answered) {
            let at_end = at >= self.tail;
            let rule = if at_end { Rule::ResponsesCallUnansweredAtEnd } else { Rule::ResponsesCallWithoutOutput };
            self.rows.add(rule, call.site, Detail::Text(call.id));
        }
    }
}
