//! The smaller form of a text of which nothing else is known, for who replays a conversation under several policies.

use super::{Arrived, Chain, Loss, Settings, is_shorter};
use crate::json::text::escaped_bytes;

/// What becomes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form<'c> {
    /// It stays as it is.
    Same,
    /// A kind that loses something may apply, which depends on more than the text.
    Unknown,
    /// A form that is shorter in chars, in bytes and as JSON.
    Shorter(Arrived<'c>),
}

/// The form of `text`, which is a file's or not. Linear.
pub fn form_alone<'c>(chain: &'c mut Chain, text: &str, is_file: bool, settings: &Settings) -> Form<'c> {
    let loses = !is_file && (settings.long_lines.is_some() || settings.clip.is_some());
    let kind = chain.shorten(text, || is_file, settings, None, |_| Loss::Anything).map(|arrived| arrived.kind);
    if loses {
        return if chain.is_untouched() { Form::Same } else { Form::Unknown };
    }
    match kind {
        Some(kind) if is_shorter(chain.text(), text) && escaped_bytes(chain.text()) < escaped_bytes(text) => {
            Form::Shorter(Arrived { text: chain.text(), kind })
        }
        _ => Form::Same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrival::Kind;

    const LOSSLESS: Settings =
        Settings { terminal: true, json: true, paths: true, line_numbers: None, long_lines: None, clip: None };

    #[test]
    fn a_form_without_loss_is_known_and_one_with_a_loss_is_not() {
        let mut chain = Chain::default();
        let json = "{\n  \"a\": 1,\n  \"b\": 2\n}";
        assert_eq!(form_alone(&mut chain, "plain text", false, &LOSSLESS), Form::Same);
        let shorter = Arrived { text: "{\"a\":1,\"b\":2}", kind: Kind::Json };
        assert_eq!(form_alone(&mut chain, json, false, &LOSSLESS), Form::Shorter(shorter));
        assert_eq!(form_alone(&mut chain, json, true, &LOSSLESS), Form::Same, "a file's text");
        let lossy = Settings { clip: Some(40), ..LOSSLESS };
        assert_eq!(form_alone(&mut chain, "plain text", false, &lossy), Form::Same);
        assert_eq!(form_alone(&mut chain, &"long text\u{2013} ".repeat(20), false, &lossy), Form::Unknown);
    }
}
