//! Finds how far two results have the same lines around two given lines.
//!
//! ```text
//! earlier result        later result
//! 10→let a;             …
//! 11→let b;   ◀ same ▶  14→let b;      the numbers differ by the same amount, and each is one more than the last
//! 12→let c;   ◀ same ▶  15→let c;
//! 13→}                  16→let d;
//! ```

use super::lines::{LineTable, NO_HASH, Number, key};
use core::ops::Range;

/// Lines of a result that may take part in a run.
pub struct Stretch<'a> {
    pub text: &'a [u8],
    /// Entries of the lines.
    pub entries: Range<usize>,
}

impl<'a> Stretch<'a> {
    fn line(&self, lines: &LineTable, entry: usize) -> &'a [u8] {
        self.text.get(lines.bytes(entry, 1)).unwrap_or_default()
    }
}

/// Equal lines in a row.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// First entry in the later result.
    pub entry: usize,
    /// First entry in the source.
    pub source_entry: usize,
    pub count: usize,
    /// Whether the lines differ in their numbers. The first line then has to stay, because it has the new number.
    pub is_renumbered: bool,
}

/// The longest run that contains the lines at two entries; none if those differ. Linear in the run.
pub fn match_run(
    lines: &LineTable,
    (later, at): (&Stretch<'_>, usize),
    (source, source_at): (&Stretch<'_>, usize),
) -> Option<Run> {
    let (line, source_line) = (later.line(lines, at), source.line(lines, source_at));
    let is_renumbered = line != source_line;
    let numbers = if is_renumbered {
        Some((Number::of(line, lines.spelling)?, Number::of(source_line, lines.spelling)?))
    } else {
        None
    };
    let mut spelled = Vec::new();
    let mut same = |distance: isize| {
        let Some(one) = at.checked_add_signed(distance) else { return false };
        let Some(other) = source_at.checked_add_signed(distance) else { return false };
        let may_be = later.entries.contains(&one) && source.entries.contains(&other);
        if !may_be || lines.hash_at(one) != lines.hash_at(other) || lines.hash_at(one) == NO_HASH {
            return false;
        }
        let (one, other) = (later.line(lines, one), source.line(lines, other));
        match numbers {
            None => one == other,
            Some((first, source_first)) => {
                spelled.clear();
                first.push_neighbour(distance, &mut spelled);
                let is_next =
                    |number: Number| i64::from(number.value) == i64::from(source_first.value) + distance as i64;
                !spelled.is_empty()
                    && Number::of(other, lines.spelling).is_some_and(is_next)
                    && key(one, lines.spelling) == key(other, lines.spelling)
                    && one.strip_suffix(key(one, lines.spelling)) == Some(spelled.as_slice())
            }
        }
    };
    if !same(0) {
        return None;
    }
    let forward = (1..=isize::MAX).take_while(|&distance| same(distance)).count();
    let back = (1..=isize::MAX).take_while(|&distance| same(-distance)).count();
    Some(Run { entry: at - back, source_entry: source_at - back, count: 1 + forward + back, is_renumbered })
}
