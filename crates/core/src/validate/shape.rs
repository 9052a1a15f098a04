//! What every wire's own rules rely on: messages, blocks and calls are objects. And what makes readers differ: a structural key
//! that occurs twice.

use super::rows::{Detail, Rows, Site};
use super::rule::Rule;
use crate::json::cursor::{Cursor, Key, Kind};

super::rule::rules! {
    family Shape;

    DUPLICATE_KEY = "duplicate-key" {
        text: "a key that readers look for occurs twice in one object, and readers differ in which one counts: most take the last one, as all other rules here do; send it once",
        source: "readers differ (RFC 8259, section 4)",
    }

    MESSAGE_NOT_OBJECT = "message-not-object" {
        text: "an element of the conversation is not an object; the provider expects an object",
        source: "all API references",
    }

    BLOCK_NOT_OBJECT = "block-not-object" {
        text: "an element of a content, parts or tool_calls list is not an object; the provider expects objects",
        source: "all API references",
    }
}

/// Checks each message; returns whether all are objects whose lists hold objects, without which other rules judge nothing.
pub(super) fn check(messages: Cursor<'_>, rows: &mut Rows) -> bool {
    let mut are_objects = true;
    super::walk::each(messages, |index, message| {
        let site = Site::message(index, message.offset());
        if message.kind() != Kind::Object {
            rows.add(Rule::MESSAGE_NOT_OBJECT, site, Detail::None);
            are_objects = false;
            return;
        }
        let mut look = Look::default();
        look.message(message);
        if look.repeated {
            rows.add(Rule::DUPLICATE_KEY, site, Detail::None);
        }
        if look.stray {
            rows.add(Rule::BLOCK_NOT_OBJECT, site, Detail::None);
            are_objects = false;
        }
    });
    are_objects
}

#[derive(Default)]
struct Look {
    repeated: bool,
    /// Whether an element of a list is no object.
    stray: bool,
}

impl Look {
    fn message(&mut self, message: &mut Cursor<'_>) {
        let mut keys = Keys::default();
        // By list: of a repeated one the last counts.
        let mut stray = [false; 3];
        message.members(|key, value| {
            keys.note(key);
            let list = match key {
                Key::Content => 0,
                Key::Parts => 1,
                Key::ToolCalls => 2,
                _ => return,
            };
            stray[list] = false;
            value.elements(|block| {
                stray[list] |= block.kind() != Kind::Object;
                self.block(block);
            });
        });
        self.stray = stray.contains(&true);
        self.repeated |= keys.repeated;
    }

    fn block(&mut self, block: &mut Cursor<'_>) {
        let mut keys = Keys::default();
        block.members(|key, value| {
            keys.note(key);
            if matches!(key, Key::Function | Key::Custom | Key::FunctionCall | Key::FunctionResponse) {
                value.members(|key, _| keys.note_inner(key));
                keys.inner = 0;
            }
        });
        self.repeated |= keys.repeated;
    }
}

/// Structural keys of one object, and of an object in it.
#[derive(Default)]
struct Keys {
    seen: u64,
    inner: u64,
    repeated: bool,
}

impl Keys {
    fn note(&mut self, key: Key) {
        self.repeated |= is_repeated(&mut self.seen, key);
    }

    fn note_inner(&mut self, key: Key) {
        self.repeated |= is_repeated(&mut self.inner, key);
    }
}

fn is_repeated(seen: &mut u64, key: Key) -> bool {
    // There are more keys than bits; those that a reader needs are among the first.
    let bit = STRUCTURAL & 1u64.checked_shl(key as u32).unwrap_or(0);
    let repeated = *seen & bit != 0;
    *seen |= bit;
    repeated
}

/// Keys that a reader needs, one bit each.
const STRUCTURAL: u64 = {
    let keys = [
        Key::Args,
        Key::Arguments,
        Key::CacheControl,
        Key::CallId,
        Key::Content,
        Key::Custom,
        Key::Function,
        Key::FunctionCall,
        Key::FunctionResponse,
        Key::Id,
        Key::Input,
        Key::IsError,
        Key::Name,
        Key::Output,
        Key::Parts,
        Key::Response,
        Key::Role,
        Key::Signature,
        Key::Text,
        Key::Thinking,
        Key::ThoughtSignature,
        Key::ToolCallId,
        Key::ToolCalls,
        Key::ToolUseId,
        Key::Type,
    ];
    let mut bits = 0;
    let mut at = 0;
    while at < keys.len() {
        bits |= 1 << keys[at] as u32;
        at += 1;
    }
    bits
};

#[cfg(test)]
mod tests {
    use super::Keys;
    use crate::json::key::KEYS;

    #[test]
    fn no_two_keys_are_taken_for_one() {
        let mut keys = Keys::default();
        for &key in KEYS {
            keys.note(key);
            assert!(!keys.repeated, "{key:?}");
        }
    }
}
