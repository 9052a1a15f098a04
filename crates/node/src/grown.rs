//! Binding that finds the messages that a body shares with an earlier one.

use napi::bindgen_prelude::Result;
use napi_derive::napi;
use tamis_tokens::Growth;

/// Remembers the newest bodies as hashes.
#[napi]
pub struct GrownBodies(tamis_tokens::GrownBodies);

#[napi]
impl GrownBodies {
    /// Remembers at most `most` bodies, whose list of messages has one of these names.
    #[napi(constructor, catch_unwind)]
    pub fn new(keys: Vec<String>, most: u32) -> Self {
        Self(tamis_tokens::GrownBodies::new(keys, most as usize))
    }

    /// Six numbers: the slot of an earlier body, the slot of this one, the number of messages that they share, the number
    /// of all its messages, the byte offset behind the list's bracket, and the byte offset of the first message that is
    /// not shared.
    #[napi(catch_unwind)]
    pub fn compare(&mut self, body: &[u8]) -> Option<Vec<u32>> {
        let Growth { from, slot, same, elements, open, next } = self.0.compare(body)?;
        Some([from, slot, same, elements, open, next].map(|number| number as u32).to_vec())
    }

    /// Forgets the body in a slot.
    #[napi(catch_unwind)]
    pub fn forget(&mut self, slot: u32) -> Result<()> {
        self.0.forget(slot as usize);
        Ok(())
    }

    /// Forgets every body.
    #[napi(catch_unwind)]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
