//! One line of a terminal: chars in columns, and a cursor. Each code point takes one column.

use super::sequence::Effect;

/// Columns from one tab stop to the next.
const TAB_COLUMNS: usize = 8;
/// Behind this column a tab takes one column, so that tabs alone cannot fill much memory.
const LAST_TAB_STOP: usize = 1024;

#[derive(Default)]
pub(super) struct Screen {
    cells: Vec<char>,
    /// May be behind the last cell: what is between is blank once something is written here.
    column: usize,
}

impl Screen {
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.column = 0;
    }

    /// Writes over what is there.
    pub(super) fn write(&mut self, text: &str) {
        for char in text.chars() {
            if char == '\t' {
                let columns = if self.column < LAST_TAB_STOP { TAB_COLUMNS - self.column % TAB_COLUMNS } else { 1 };
                self.column += columns;
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

    /// Moves at most so many columns past the end of the line, so that blanks never take more room than controls.
    fn move_to(&mut self, column: usize, bytes: usize) {
        self.column = column.min(self.column.max(self.cells.len()) + bytes);
    }

    /// Appends the line.
    pub(super) fn show(&self, out: &mut String) {
        out.extend(&self.cells);
    }
}
