//! Values that JavaScript names by number.

/// Values by number. The number of a removed value is reused.
pub struct Table<T>(Vec<Option<T>>);

impl<T> Table<T> {
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    pub fn add(&mut self, value: T) -> i32 {
        let free = self.0.iter().position(Option::is_none);
        let number = free.unwrap_or(self.0.len());
        match self.0.get_mut(number) {
            Some(place) => *place = Some(value),
            None => self.0.push(Some(value)),
        }
        i32::try_from(number).unwrap_or(crate::FAILED)
    }

    pub fn get(&self, number: u32) -> Option<&T> {
        self.0.get(number as usize)?.as_ref()
    }

    pub fn remove(&mut self, number: u32) {
        if let Some(place) = self.0.get_mut(number as usize) {
            *place = None;
        }
    }
}
