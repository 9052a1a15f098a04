//! The strings and scalars in a raw JSON value that an index does not list.
//!
//! ```text
//! {"a":"x","b":[{"c":1}]}     name a, text x, name b, name c, scalar 1      each with its depth
//! ```
//! The scan has checked that the value is valid JSON, so quotes pair up; otherwise the walk would end early. No recursion.

use crate::span::Span;
use tamis_tokens::find_quote_or_backslash;

/// A token of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A member's name, with its quotes.
    Name(Span),
    /// A string that is a value, with its quotes.
    Text(Span),
    /// A number, `true`, `false` or `null`, by its first byte.
    Scalar(u8),
}

/// The start of a token whose end has not been searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the opening quote of a string: [`JsonTokens::pass_string`] goes on.
    String(usize),
    /// A scalar, already passed, by its first byte.
    Scalar(u8),
}

/// Iterates over the tokens in a span of a body, in document order. Linear.
#[derive(Clone)]
pub struct JsonTokens<'a> {
    body: &'a [u8],
    at: usize,
    end: usize,
    depth: usize,
    /// The lowest depth after a closing bracket; reset by [`JsonTokens::take_lowest`].
    lowest: usize,
}

impl<'a> JsonTokens<'a> {
    /// The tokens of a value, or of a part of one that splits no token.
    #[must_use]
    pub const fn new(body: &'a [u8], span: Span) -> Self {
        Self { body, at: span.start as usize, end: span.end as usize, depth: 0, lowest: usize::MAX }
    }

    /// The same inside of so many containers, which are open in front of the part.
    #[must_use]
    pub const fn inside_of(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// The lowest depth that closing brackets have led to since this was last asked; the largest number if none has.
    pub const fn take_lowest(&mut self) -> usize {
        core::mem::replace(&mut self.lowest, usize::MAX)
    }

    /// Whether nothing but white space follows.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let rest = self.body.get(self.at..self.end).unwrap_or_default();
        rest.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// Containers open around the last token.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// Passes the value that follows a name.
    pub fn skip_value(&mut self) {
        let depth = self.depth;
        while let Some(byte) = self.peek() {
            match byte {
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' | b',' if self.depth == depth => return,
                b'}' | b']' => self.depth -= 1,
                b'"' => {
                    if self.string().is_none() {
                        return;
                    }
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The string that follows a name, with its quotes; none if another value does. It is not passed.
    #[must_use]
    pub fn string_ahead(&self) -> Option<Span> {
        let rest = self.body.get(self.at..self.end)?;
        let start = self.at + rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))?;
        if self.body.get(start) != Some(&b'"') {
            return None;
        }
        string_end(self.body.get(..self.end)?, start).map(|end| Span::new(start, end))
    }

    fn peek(&self) -> Option<u8> {
        self.body.get(self.at).copied().filter(|_| self.at < self.end)
    }

    /// Goes to the next string, or passes the next scalar.
    #[inline]
    pub fn start(&mut self) -> Option<Start> {
        loop {
            match self.peek()? {
                b'"' => return Some(Start::String(self.at)),
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.lowest = self.lowest.min(self.depth);
                }
                first @ (b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                    self.scalar();
                    return Some(Start::Scalar(first));
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Goes on behind a string that ends at offset `end`. Returns whether it was a member's name.
    pub fn pass_string(&mut self, end: usize) -> bool {
        self.at = end;
        self.colon()
    }

    fn string(&mut self) -> Option<Span> {
        let start = self.at;
        self.at = string_end(self.body.get(..self.end)?, start)?;
        Some(Span::new(start, self.at))
    }

    /// Passes a colon, if one follows; the string before it is then a name.
    fn colon(&mut self) -> bool {
        let rest = self.body.get(self.at..self.end).unwrap_or_default();
        let colon = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        let is_name = colon.is_some_and(|colon| rest.get(colon) == Some(&b':'));
        self.at += if is_name { colon.unwrap_or(0) + 1 } else { 0 };
        is_name
    }

    /// Passes the rest of a scalar.
    fn scalar(&mut self) {
        let goes_on = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-');
        while self.peek().is_some_and(goes_on) {
            self.at += 1;
        }
    }
}

impl Iterator for JsonTokens<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let start = match self.start()? {
            Start::Scalar(first) => return Some(Token::Scalar(first)),
            Start::String(start) => start,
        };
        let end = string_end(self.body.get(..self.end)?, start)?;
        let string = Span::new(start, end);
        Some(if self.pass_string(end) { Token::Name(string) } else { Token::Text(string) })
    }
}

/// A string value with its name and depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonString {
    /// The member's name with its quotes; empty for an element.
    pub name: Span,
    /// The value with its quotes.
    pub value: Span,
    /// Containers around it.
    pub depth: usize,
}

/// Every string value in `span` of `body`.
pub fn json_strings(body: &[u8], span: Span) -> impl Iterator<Item = JsonString> + '_ {
    let mut tokens = JsonTokens::new(body, span);
    let mut name = Span::default();
    core::iter::from_fn(move || {
        loop {
            let (token, depth) = (tokens.next()?, tokens.depth());
            let under = core::mem::take(&mut name);
            match token {
                Token::Name(span) => name = span,
                Token::Text(value) if follows(body, under, value) => {
                    return Some(JsonString { name: under, value, depth });
                }
                Token::Text(value) => return Some(JsonString { name: Span::default(), value, depth }),
                Token::Scalar(_) => {}
            }
        }
    })
}

/// Whether only a colon and white space are between a name and a value: a bracket would make the value another member's.
fn follows(body: &[u8], name: Span, value: Span) -> bool {
    let between = body.get(name.end as usize..value.start as usize).unwrap_or_default();
    !between.iter().any(|byte| matches!(byte, b'{' | b'['))
}

/// Offset after the closing quote of the string that opens at `start`.
pub(crate) fn string_end(body: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += find_quote_or_backslash(body.get(at..)?)?;
        if body.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, value, depth.
    type Found<'a> = (&'a str, &'a str, usize);

    fn strings(json: &str) -> Vec<Found<'_>> {
        let text = |span: Span| &json[span.start as usize..span.end as usize];
        let found = json_strings(json.as_bytes(), Span::new(0, json.len()));
        found.map(|string| (text(string.name), text(string.value), string.depth)).collect()
    }

    #[test]
    fn lists_values_with_their_names_and_depths() {
        let table: [(&str, &[Found<'_>]); 6] = [
            (r#""a""#, &[("", r#""a""#, 0)]),
            ("{}", &[]),
            (r#"{"a" : "x", "n":1}"#, &[(r#""a""#, r#""x""#, 1)]),
            (r#"{"a":["x","y"],"b":null}"#, &[("", r#""x""#, 2), ("", r#""y""#, 2)]),
            (r#"{"a":{"b\"":"\\"}}"#, &[(r#""b\"""#, r#""\\""#, 2)]),
            (r#"[{"a":"]"},"{"]"#, &[(r#""a""#, r#""]""#, 2), ("", r#""{""#, 1)]),
        ];
        for (json, expected) in table {
            assert_eq!(strings(json), expected, "{json}");
        }
    }

    #[test]
    fn a_truncated_value_ends_the_walk_early() {
        for json in [r#"{"a":"x"#, r#"{"a"#, r#"["x\"#, "{"] {
            assert!(strings(json).is_empty(), "{json}");
        }
    }

    #[test]
    fn skipping_a_value_passes_all_of_it() {
        for value in [r#""x}""#, "1", r#"{"a":[1,{"b":"]"}]}"#, "[]", "null"] {
            let json = format!(r#"{{"skip": {value} ,"next":true}}"#);
            let mut tokens = JsonTokens::new(json.as_bytes(), Span::new(0, json.len()));
            assert_eq!(tokens.next(), Some(Token::Name(Span::new(1, 7))), "{json}");
            tokens.skip_value();
            assert!(matches!(tokens.next(), Some(Token::Name(_))), "{json}");
            assert_eq!((tokens.next(), tokens.next()), (Some(Token::Scalar(b't')), None), "{json}");
        }
    }
}
