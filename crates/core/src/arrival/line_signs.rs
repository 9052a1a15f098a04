//! What the lines of a text tell of the kinds that look at lines, found in one pass for all of them.

use super::text_lines::lines;
use super::{paths, repeats, similar, terminal};

/// Which kinds may find something in a text, or in what is left of it once the loose blanks are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "signs that do not depend on each other")]
pub(super) struct LineSigns {
    /// A line ends in a blank, or blank lines follow each other.
    pub(super) loose_blanks: bool,
    /// A line is like those that name a path.
    pub(super) paths: bool,
    /// Equal lines follow each other.
    pub(super) equal_lines: bool,
    /// Lines that differ in numbers follow each other. Not looked for where nothing becomes of it.
    pub(super) similar_lines: bool,
}

impl LineSigns {
    /// Reads to the line by which all are known. Linear.
    pub(super) fn of(text: &[u8], looks_for_similar: bool) -> Self {
        let mut signs = Self::default();
        let mut blanks = terminal::BlankSigns::default();
        let mut groups = paths::GroupSigns::default();
        let mut equal = repeats::EqualSigns::default();
        let mut similar = similar::SimilarSigns::default();
        for line in lines(text) {
            signs.loose_blanks |= blanks.see(line.text);
            // Lines that differ in their ends may be equal once blanks have gone.
            let line = terminal::without_end(line.text);
            signs.paths = signs.paths || groups.see(line);
            signs.equal_lines = signs.equal_lines || equal.see(line);
            let looks_for_similar = looks_for_similar && !signs.similar_lines;
            signs.similar_lines |= looks_for_similar && similar.see(line);
            if signs.loose_blanks && signs.paths && signs.equal_lines && !looks_for_similar {
                break;
            }
        }
        signs
    }
}
