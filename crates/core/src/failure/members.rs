//! Finds whether a text in JSON may have a member that makes it an error, without reading it as JSON.
//!
//! ```text
//! {\"stdout\":\"…\",\"exit_code\":2}      raw: the quotes of the text's own strings are escaped
//!                        ^^^^^  ^        the end of a name, which is compared, and the beginning of its value
//! ```
//! Passes over the bytes, and nothing more for the usual `"error":null` and `"exit_code":0`. A find may be wrong, because only the JSON
//! knows how deep a member is; none is missed.

use memchr::memmem::Finder;
use std::sync::LazyLock;

/// A name that marks an error, its closing quote included, and values that do not.
type Member = (&'static [u8], &'static [&'static [u8]]);

/// Their names end like one of [`ENDS`].
const MEMBERS: [Member; 7] = [
    (br#"\"error\""#, &[b"null", b"false", br#"\"\""#, b"{}", b"[]", b"0,", b"0}", br"0\n"]),
    (br#"\"isError\""#, &[b"null", b"false"]),
    (br#"\"is_error\""#, &[b"null", b"false"]),
    (br#"\"exit_code\""#, &[b"null", b"0,", b"0}", br"0\n"]),
    (br#"\"exitCode\""#, &[b"null", b"0,", b"0}", br"0\n"]),
    (br#"\"returncode\""#, &[b"null", b"0,", b"0}", br"0\n"]),
    (br#"\"return_code\""#, &[b"null", b"0,", b"0}", br"0\n"]),
];
/// Ends of names with their quotes. The last one is an escape of an ASCII character: a name may be spelled with it.
const ENDS: [&[u8]; 3] = [br#"rror\""#, br#"ode\""#, ESCAPE];
const ESCAPE: &[u8] = b"u00";
/// A pass for each end is faster than one for all: most texts have none.
static END_FINDERS: LazyLock<[Finder<'static>; ENDS.len()]> = LazyLock::new(|| ENDS.map(Finder::new));

/// False if no object in the JSON of the raw text `raw` has a member that makes it an error.
pub fn may_have_error_key(raw: &[u8]) -> bool {
    let may_be = |end: usize| {
        let (before, value) = raw.split_at(end.min(raw.len()));
        before.ends_with(ESCAPE)
            || MEMBERS.iter().any(|(name, none)| before.ends_with(name) && may_be_error(value, none))
    };
    END_FINDERS.iter().any(|finder| finder.find_iter(raw).any(|at| may_be(at + finder.needle().len())))
}

/// Whether what follows a name may be the value of an error: no value follows if the name is itself one (`"status"`).
fn may_be_error(after: &[u8], none: &[&[u8]]) -> bool {
    let value = without_space(after).strip_prefix(b":").map(without_space);
    value.is_none_or(|value| !none.iter().any(|none| value.starts_with(none)))
}

fn without_space(mut raw: &[u8]) -> &[u8] {
    while let [b' ', rest @ ..] | [b'\\', b'n' | b't' | b'r', rest @ ..] = raw {
        raw = rest;
    }
    raw
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_members_that_may_make_an_error() {
        let table = [
            (r#"{\"error\":\"x\"}"#, true),
            (r#"{\"error\" : {\"x\":1}}"#, true),
            (r#"{\n  \"error\":\n  \"x\"\n}"#, true),
            (r#"{\"status\":\"error\"}"#, true),
            (r#"{\"isError\":true}"#, true),
            (r#"{\"is_error\":true}"#, true),
            (r#"{\"exit_code\":1}"#, true),
            (r#"{\"exit_code\":0.5}"#, true),
            (r#"{\"exitCode\":-1}"#, true),
            (r#"{\"returncode\":2}"#, true),
            (r#"{\"x\":{\"return_code\":2}}"#, true),
            (r#"{\"exit_code\":0,\"error\":null,\"exit_code\":1}"#, true),
            (r#"{\"\\u0065rror\":1}"#, true),
            (r"{\u0022error\u0022:1}", true),
            (r#"{\"error\":\"\",\"exit_code\":0}"#, false),
            (r#"{\"error\": null, \"isError\" :\n false}"#, false),
            (r#"{\"error\":{},\"exit_code\":0}"#, false),
            (r#"{\"lastError\":\"x\",\"code\":1,\"status_code\":500}"#, false),
            (r#"{\"message\":\"an error\"}"#, false),
            ("", false),
        ];
        for (raw, expected) in table {
            assert_eq!(may_have_error_key(raw.as_bytes()), expected, "{raw}");
        }
    }
}
