//! Values that JavaScript names by number: access to a class instance through Node-API costs more than reading a small
//! request. Each thread has its own table.

use std::cell::RefCell;

/// Values by number. The number of a removed value is reused.
pub struct Table<T>(RefCell<Slots<T>>);

struct Slots<T> {
    values: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Table<T> {
    pub const fn new() -> Self {
        Self(RefCell::new(Slots { values: Vec::new(), free: Vec::new() }))
    }

    /// Adds `value` and returns its number.
    pub fn add(&self, value: T) -> u32 {
        let mut slots = self.0.borrow_mut();
        if let Some(number) = slots.free.pop()
            && let Some(slot) = slots.values.get_mut(number as usize)
        {
            *slot = Some(value);
            return number;
        }
        slots.values.push(Some(value));
        slots.values.len() as u32 - 1
    }

    /// Runs `work` with the value of that number; none if there is no such value, or if it is in use.
    pub fn with<R>(&self, number: u32, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut slots = self.0.try_borrow_mut().ok()?;
        slots.values.get_mut(number as usize)?.as_mut().map(work)
    }

    /// Removes and returns the value of that number.
    pub fn remove(&self, number: u32) -> Option<T> {
        let mut slots = self.0.try_borrow_mut().ok()?;
        let value = slots.values.get_mut(number as usize)?.take();
        if value.is_some() {
            slots.free.push(number);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reuses_the_number_of_a_removed_value() {
        let table = Table::new();
        assert_eq!((table.add('a'), table.add('b')), (0, 1));
        assert_eq!(table.remove(0), Some('a'));
        assert_eq!((table.remove(0), table.with(0, |value| *value)), (None, None));
        assert_eq!((table.add('c'), table.add('d')), (0, 2));
        assert_eq!((table.with(0, |value| *value), table.with(9, |value| *value)), (Some('c'), None));
    }

    #[test]
    fn does_not_lend_a_value_that_is_in_use() {
        let table = Table::new();
        let number = table.add(1);
        assert_eq!(table.with(number, |_| table.with(number, |_| ())), Some(None));
        assert_eq!(table.with(number, |_| table.remove(number)), Some(None));
        assert_eq!(table.remove(number), Some(1));
    }
}
