//! The one state of an instance.

use std::cell::RefCell;

use tamis_border::codes::NUMBER_COUNT;
use tamis_core::validate::Validator;
use tamis_core::{Level, Policy, Reducer};

use crate::FAILED;

/// Bytes of an argument or a result that are kept for the next call.
const KEPT_BYTES: usize = 1 << 20;

/// Arguments, results, and what lives between calls.
pub struct State {
    pub reducer: Reducer,
    pub validator: Validator,
    pub policies: Table<Policy>,
    pub body: Vec<u8>,
    pub texts: Vec<u8>,
    pub words: Vec<u32>,
    pub units: Vec<u16>,
    /// What a plan and its kin tell, by place.
    pub numbers: [u32; NUMBER_COUNT],
    /// Bytes that come out.
    pub out: Vec<u8>,
    /// Words that come out.
    pub rows: Vec<u32>,
    /// Bytes of the rows of the last plan's report.
    pub rows_bytes: usize,
}

impl State {
    fn new() -> Self {
        Self {
            reducer: Reducer::new(Level::detect()),
            validator: Validator::new(Level::detect()),
            policies: Table::new(),
            body: Vec::new(),
            texts: Vec::new(),
            words: Vec::new(),
            units: Vec::new(),
            numbers: [0; NUMBER_COUNT],
            out: Vec::new(),
            rows: Vec::new(),
            rows_bytes: 0,
        }
    }

    pub fn room_for_bytes(&mut self, place: u32, length: usize) -> *mut u8 {
        let bytes = if place == 0 { &mut self.body } else { &mut self.texts };
        bytes.resize(length, 0);
        bytes.as_mut_ptr()
    }

    pub fn room_for_words(&mut self, length: usize) -> *mut u32 {
        self.words.resize(length, 0);
        self.words.as_mut_ptr()
    }

    pub fn room_for_units(&mut self, length: usize) -> *mut u16 {
        self.units.resize(length, 0);
        self.units.as_mut_ptr()
    }

    /// A part of the texts; empty for what is no UTF-8.
    pub fn text(&self, from: usize, length: usize) -> &str {
        let bytes = self.texts.get(from..from + length).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }

    pub fn failed(&mut self, message: &str) -> i32 {
        self.out = message.as_bytes().to_vec();
        FAILED
    }

    pub fn reset(&mut self) {
        self.reducer.reset();
        for bytes in [&mut self.body, &mut self.texts, &mut self.out] {
            bytes.clear();
            bytes.shrink_to(KEPT_BYTES);
        }
        self.words = Vec::new();
        self.units = Vec::new();
        self.rows = Vec::new();
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::new());
}

/// Runs `work` with the state. No call is made while another runs.
pub fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}

/// Values that JavaScript names by number. The number of a removed value is reused.
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
