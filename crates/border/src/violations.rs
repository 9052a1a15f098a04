//! Rows of numbers of what the validator finds, which TypeScript puts into words.

use tamis_core::validate::{Detail, Row, ValidateOptions, Validator};

use crate::codes::{put_read, put_unreadable, wire_from_code};
use crate::protocol::{detail, violation};

/// The first `most` violations of `body`, or none. Fills `numbers`: status, byte offset of an error and wire + 1, as a plan
/// does. `wire` is a wire + 1, or 0 to go by shape.
pub fn violations_of(
    validator: &mut Validator,
    body: &[u8],
    (wire, model): (u32, Option<&str>),
    most: usize,
    numbers: &mut [u32],
) -> Vec<u32> {
    match validator.validate(body, ValidateOptions { wire: wire_from_code(wire), model }) {
        Ok((wire, rows)) => {
            put_read(wire, numbers);
            rows.iter().take(most).flat_map(words).collect()
        }
        Err(error) => {
            put_unreadable(error, None, numbers);
            Vec::new()
        }
    }
}

fn words(row: &Row) -> [u32; violation::WORDS as usize] {
    let next = |number: i32| number.wrapping_add(1).cast_unsigned();
    let (kind, first, second) = match row.detail {
        Detail::None => (detail::NONE, 0, 0),
        Detail::Text(span) => (detail::TEXT, span.start, span.end),
        Detail::Count(count) => (detail::COUNT, count, 0),
    };
    let mut words = [0; violation::WORDS as usize];
    words[violation::RULE as usize] = row.rule.number() as u32;
    words[violation::PLACE as usize] = row.place as u32;
    words[violation::MESSAGE as usize] = next(row.message);
    words[violation::INDEX as usize] = next(row.index);
    words[violation::NESTED as usize] = next(row.nested);
    words[violation::OFFSET as usize] = row.offset;
    words[violation::DETAIL as usize] = kind;
    words[violation::FIRST as usize] = first;
    words[violation::SECOND as usize] = second;
    words
}
