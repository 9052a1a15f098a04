//! One line of a terminal: chars in columns, and a cursor. Each code point takes one column.

use super::sequence::Effect;

/// What a tab is. Either way it goes over what is there and erases nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tabs {
    /// Moves to the next tab stop.
    #[default]
    Stops,
    /// A char in one column.
    Chars,
}

/// Columns from one tab stop to the next.
const TAB_COLUMNS: usize = 8;
/// Behind this column a tab takes one column, so that tabs alone cannot fill much memory.
const LAST_TAB_STOP: usize = 1024;

#[derive(Default)]
pub(super) struct Screen {
    cells: Vec<char>,
    /// May be behind the last cell: what is between is blank once something is written here.
    column: usize,
    tabs: Tabs,
}

impl Screen {
    /// An empty line.
    pub(super) fn start(&mut self, tabs: Tabs) {
        self.tabs = tabs;
        self.clear();
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.column = 0;
    }

    /// Writes over what is there.
    pub(super) fn write(&mut self, text: &str) {
        for char in text.chars() {
            if char == '\t' && (self.tabs == Tabs::Stops || self.column < self.cells.len()) {
                self.column += self.tab_columns();
                continue;
            }
            if self.column > self.cells.len() {
                self.cells.resize(self.column, ' ');
            }
            match self.cells.get_mut(self.column) {
                Some(cell) => *cell = char,
                None => self.cells.push(char),
            }
            self.column += 1;
        }
    }

    const fn tab_columns(&self) -> usize {
        match self.tabs {
            Tabs::Stops if self.column < LAST_TAB_STOP => TAB_COLUMNS - self.column % TAB_COLUMNS,
            _ => 1,
        }
    }

    /// Does what a control of so many bytes does.
    pub(super) fn apply(&mut self, effect: Effect, bytes: usize) {
        match effect {
            Effect::Column(column) => self.move_to(column, bytes),
            Effect::Left(columns) => self.column = self.column.saturating_sub(columns),
            Effect::Right(columns) => self.move_to(self.column.saturating_add(columns), bytes),
            Effect::EraseRight => self.cells.truncate(self.column),
            // Blanks in front of later text are left out: they could be many at each such control.
            Effect::EraseLine => self.clear(),
            Effect::EraseLeft if self.column >= self.cells.len() => self.clear(),
            // Nothing is hidden that is not surely gone.
            Effect::EraseLeft | Effect::None => {}
        }
    }

    /// Moves past the end of the line by fewer columns than the control has bytes, so that a line gets no longer.
    fn move_to(&mut self, column: usize, bytes: usize) {
        self.column = column.min(self.column.max(self.cells.len()) + bytes - 1);
    }

    /// Appends the line.
    pub(super) fn show(&self, out: &mut String) {
        out.extend(&self.cells);
    }
}
