//! Spells texts as `JSON.stringify` does.

use super::Text;
use super::spell::{is_surrogate, push_escaped_char, short_escape};
use crate::json::scan::{Places, Sought};
use std::borrow::Cow;

impl<'a> Text<'a> {
    /// Appends the text as `JSON.stringify` spells it: equal texts give equal bytes, however they were spelled.
    pub fn respell_into(self, out: &mut Vec<u8>) {
        self.respell_whole_into(out);
    }

    /// What [`Text::respell_into`] appends; of nearly every text a part of the body.
    pub fn respelled(self) -> Cow<'a, [u8]> {
        if self.is_respelled() {
            return Cow::Borrowed(self.raw);
        }
        let mut out = Vec::new();
        self.respell_into(&mut out);
        Cow::Owned(out)
    }

    /// Whether each escape is the two bytes that `JSON.stringify` writes.
    pub fn is_respelled(self) -> bool {
        self.long_escapes().next().is_none()
    }

    /// As [`Text::respell_into`]. Returns whether the text has no lone surrogate.
    pub fn respell_whole_into(self, out: &mut Vec<u8>) -> bool {
        out.reserve(self.raw.len());
        let (mut copied, mut is_whole) = (0, true);
        for escape in self.long_escapes() {
            if escape < copied {
                continue;
            }
            let Some(char) = self.code_points_from(escape).next() else { break };
            out.extend_from_slice(self.raw.get(copied..escape).unwrap_or_default());
            push_escaped_char(char.code, out);
            is_whole &= !is_surrogate(char.code);
            copied = char.end;
        }
        out.extend_from_slice(self.raw.get(copied..).unwrap_or_default());
        is_whole
    }

    /// Raw offsets of the escapes that are not the two bytes which `JSON.stringify` writes.
    fn long_escapes(self) -> impl Iterator<Item = usize> {
        let mut next = 0;
        Places::new(self.level, self.raw, Sought::Byte(b'\\')).filter(move |&escape| {
            if escape < next {
                return false;
            }
            next = escape + 2;
            self.raw.get(escape + 1).copied().and_then(short_escape).is_none()
        })
    }
}
