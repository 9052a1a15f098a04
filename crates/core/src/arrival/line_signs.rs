//! What the lines of a text tell of the kinds that look at lines, found in one pass for all of them.

use super::text_lines::lines;
use super::{paths, terminal};

/// Which kinds may find something in a text, or in what is left of it once the loose blanks are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineSigns {
    /// A line ends in a blank, or blank lines follow each other.
    pub(super) loose_blanks: bool,
    /// A line is like those that name a path.
    pub(super) paths: bool,
}

impl LineSigns {
    /// Reads to the line by which all are known. Linear.
    pub(super) fn of(text: &[u8]) -> Self {
        let mut signs = Self::default();
        let mut blanks = terminal::BlankSigns::default();
        let mut groups = paths::GroupSigns::default();
        for line in lines(text) {
            signs.loose_blanks |= blanks.see(line.text);
            // What names a path may do so once the blanks at its end have gone.
            signs.paths = signs.paths || groups.see(terminal::without_end(line.text));
            if signs.loose_blanks && signs.paths {
                break;
            }
        }
        signs
    }
}
