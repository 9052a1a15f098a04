//! Where an escape sequence ends, and what it does within a line. Source: ECMA-48, and xterm's control sequences.
//!
//! ```text
//! ␛ [ parameters intermediates final        colours, moves, erasing
//! ␛ ] or P X ^ _   text   BEL or ␛ \        titles, links, images
//! ␛ intermediates final      ␛ final        character sets, keypads, saved cursors
//! ```

/// What a control does within its line; columns begin with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    /// Moves to a column.
    Column(usize),
    /// Moves by so many columns.
    Left(usize),
    /// Moves by so many columns.
    Right(usize),
    /// Erases what is at and behind the cursor.
    EraseRight,
    /// Erases what is in front of the cursor and at it.
    EraseLeft,
    EraseLine,
}

/// Most intermediate bytes: more are text behind a sequence that was cut off.
const MOST_INTERMEDIATES: usize = 2;

/// Bytes and effect of the sequence at the escape char that `text` begins with. A sequence without end has one byte.
/// Reads no further than to the next control char.
pub(super) fn sequence_at(text: &[u8]) -> (usize, Effect) {
    let behind = text.get(2..).unwrap_or_default();
    let unfinished = (1, Effect::None);
    match text.get(1) {
        Some(b'[') => control_sequence(behind).map_or(unfinished, |(bytes, effect)| (2 + bytes, effect)),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => {
            string_bytes(behind).map_or(unfinished, |bytes| (2 + bytes, Effect::None))
        }
        Some(0x20..=0x2F) => {
            let behind = text.get(1..).unwrap_or_default();
            let intermediates = intermediates(behind);
            let is_whole = matches!(behind.get(intermediates), Some(0x30..=0x7E));
            if is_whole { (2 + intermediates, Effect::None) } else { unfinished }
        }
        Some(0x30..=0x7E) => (2, Effect::None),
        _ => unfinished,
    }
}

/// What follows `␛[`, its last byte included.
fn control_sequence(text: &[u8]) -> Option<(usize, Effect)> {
    let parameters = text.iter().take_while(|byte| matches!(byte, 0x30..=0x3F)).count();
    let (parameters, behind) = text.split_at_checked(parameters)?;
    let intermediates = intermediates(behind);
    let last = *behind.get(intermediates).filter(|byte| matches!(byte, 0x40..=0x7E))?;
    let effect = if intermediates == 0 { effect_of(parameters, last) } else { Effect::None };
    Some((parameters.len() + intermediates + 1, effect))
}

fn intermediates(text: &[u8]) -> usize {
    text.iter().take(MOST_INTERMEDIATES).take_while(|byte| matches!(byte, 0x20..=0x2F)).count()
}

fn effect_of(parameters: &[u8], last: u8) -> Effect {
    // Other parameters are private, or several.
    if !parameters.iter().all(u8::is_ascii_digit) {
        return Effect::None;
    }
    let digit = |number: usize, digit: &u8| number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    let number = parameters.iter().fold(0, digit);
    let count = number.max(1);
    match (last, number) {
        (b'G' | b'`', _) => Effect::Column(count - 1),
        (b'C' | b'a', _) => Effect::Right(count),
        (b'D', _) => Effect::Left(count),
        (b'K', 0) => Effect::EraseRight,
        (b'K', 1) => Effect::EraseLeft,
        (b'K', 2) => Effect::EraseLine,
        _ => Effect::None,
    }
}

/// Bytes to the end of a string, its end included.
fn string_bytes(text: &[u8]) -> Option<usize> {
    let bytes = text.iter().take_while(|&&byte| byte >= 0x20).count();
    match text.get(bytes..)? {
        [0x07, ..] => Some(bytes + 1),
        [0x1B, b'\\', ..] => Some(bytes + 2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_end_where_the_standards_say() {
        for (text, bytes, effect) in [
            ("\u{1b}", 1, Effect::None),
            ("\u{1b}[", 1, Effect::None),
            ("\u{1b}[31", 1, Effect::None),
            ("\u{1b}[31\nm", 1, Effect::None),
            ("\u{1b}[31→", 1, Effect::None),
            ("\u{1b}[31mx", 5, Effect::None),
            ("\u{1b}[?25lx", 6, Effect::None),
            ("\u{1b}[2 qx", 5, Effect::None),
            ("\u{1b}[2    x", 1, Effect::None),
            ("\u{1b}[Kx", 3, Effect::EraseRight),
            ("\u{1b}[2Kx", 4, Effect::EraseLine),
            ("\u{1b}[?2Kx", 5, Effect::None),
            ("\u{1b}[Gx", 3, Effect::Column(0)),
            ("\u{1b}[12Gx", 5, Effect::Column(11)),
            ("\u{1b}[99999999999999999999999Cx", 26, Effect::Right(usize::MAX)),
            ("\u{1b}[0Dx", 4, Effect::Left(1)),
            ("\u{1b}[1;2Hx", 6, Effect::None),
            ("\u{1b}]0;title\u{7}x", 10, Effect::None),
            ("\u{1b}]8;;http://a\u{1b}\\x", 15, Effect::None),
            ("\u{1b}]0;title\nx\u{7}", 1, Effect::None),
            ("\u{1b}]0;title\u{1b}[0m", 1, Effect::None),
            ("\u{1b}(Bx", 3, Effect::None),
            ("\u{1b}=x", 2, Effect::None),
            ("\u{1b}\u{1b}[0m", 1, Effect::None),
        ] {
            assert_eq!(sequence_at(text.as_bytes()), (bytes, effect), "{text:?}");
        }
    }
}
