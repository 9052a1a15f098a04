//! Binding that finds the messages that a body shares with an earlier one.

use napi::bindgen_prelude::{Error, Result, Status};
use napi_derive::napi;
use tamis_tokens::Growth;

use tamis_border::protocol::growth;

/// Each has its place from the start.
const MOST_BODIES: u32 = 1 << 16;

/// The newest bodies, as hashes.
#[napi]
pub struct GrownBodies(tamis_tokens::GrownBodies);

#[napi]
impl GrownBodies {
    /// Remembers at most `most` bodies, 65,536 or fewer, whose list of messages has one of these names.
    #[napi(constructor, catch_unwind)]
    pub fn new(keys: Vec<String>, most: u32) -> Result<Self> {
        if most > MOST_BODIES {
            return Err(Error::new(Status::InvalidArg, format!("at most {MOST_BODIES} bodies, not {most}")));
        }
        Ok(Self(tamis_tokens::GrownBodies::new(keys, most as usize)))
    }

    /// What `body` has in common with an earlier one, at the places that [`tamis_border::protocol::growth`] names.
    #[napi(catch_unwind)]
    pub fn compare(&mut self, body: &[u8]) -> Option<Vec<u32>> {
        let Growth { from, slot, same, elements, open, next } = self.0.compare(body)?;
        let mut numbers = vec![0; growth::COUNT as usize];
        for (at, number) in [
            (growth::FROM, from),
            (growth::SLOT, slot),
            (growth::SAME, same),
            (growth::ELEMENTS, elements),
            (growth::OPEN, open),
            (growth::NEXT, next),
        ] {
            numbers[at as usize] = number as u32;
        }
        Some(numbers)
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
