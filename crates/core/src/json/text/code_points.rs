//! The code points of a raw string, in order.

/// One code point of a text (or a lone surrogate), with the raw bytes that spell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Char {
    /// Unicode scalar value, or a lone surrogate in 0xD800–0xDFFF.
    pub code: u32,
    /// Byte offset of its first raw byte.
    pub start: usize,
    /// Byte offset after its last raw byte.
    pub end: usize,
}

impl Char {
    /// UTF-16 units: 1 or 2.
    #[must_use]
    pub const fn units(self) -> usize {
        if self.code >= 0x1_0000 { 2 } else { 1 }
    }
}

/// Iterator over [`Char`]s.
#[derive(Clone)]
pub struct CodePoints<'a> {
    pub(super) raw: &'a [u8],
    pub(super) at: usize,
}

impl CodePoints<'_> {
    /// The UTF-16 unit of the escape at `at` (a backslash), and the escape's raw bytes.
    fn escape(&self, at: usize) -> Option<(u32, usize)> {
        let code = match *self.raw.get(at + 1)? {
            b'n' => 0x0A,
            b't' => 0x09,
            b'r' => 0x0D,
            b'b' => 0x08,
            b'f' => 0x0C,
            b'u' => {
                let digits = self.raw.get(at + 2..at + 6)?;
                let digit = |code, &byte: &u8| Some(code << 4 | char::from(byte).to_digit(16)?);
                return Some((digits.iter().try_fold(0, digit)?, 6));
            }
            other => u32::from(other),
        };
        Some((code, 2))
    }
}

impl Iterator for CodePoints<'_> {
    type Item = Char;

    fn next(&mut self) -> Option<Char> {
        let start = self.at;
        let first = *self.raw.get(start)?;
        let (mut code, mut length) = match first {
            b'\\' => self.escape(start)?,
            0..0x80 => (u32::from(first), 1),
            _ => utf8_char(self.raw.get(start..)?),
        };
        if (0xD800..0xDC00).contains(&code)
            && self.raw.get(start + length) == Some(&b'\\')
            && let Some((low @ 0xDC00..0xE000, more)) = self.escape(start + length)
        {
            code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            length += more;
        }
        self.at = start + length;
        Some(Char { code, start, end: self.at })
    }
}

/// Decodes the UTF-8 sequence that `bytes` starts with; a malformed one gives one replacement character.
fn utf8_char(bytes: &[u8]) -> (u32, usize) {
    let length = match bytes.first() {
        Some(0xF0..) => 4,
        Some(0xE0..) => 3,
        _ => 2,
    };
    let sequence = bytes.get(..length).and_then(|bytes| core::str::from_utf8(bytes).ok());
    sequence.and_then(|text| text.chars().next()).map_or((0xFFFD, 1), |char| (char.into(), length))
}
