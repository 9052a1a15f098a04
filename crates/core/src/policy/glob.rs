//! Globs over tool names: `*` any run, `?` one code point, the whole name, case-sensitive.

/// A compiled glob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(Vec<u32>);

const ANY_RUN: u32 = b'*' as u32;
const ANY_ONE: u32 = b'?' as u32;

impl Glob {
    /// Every string is a glob.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        Self(pattern.chars().map(u32::from).collect())
    }

    /// Whether it matches all of `name` (code points; a lone surrogate is one). At most |glob| × |name| steps, because
    /// only the last `*` is ever retried.
    #[must_use]
    pub fn matches(&self, name: &[u32]) -> bool {
        let (mut at, mut in_name) = (0, 0);
        let mut retry: Option<(usize, usize)> = None;
        while let Some(&code) = name.get(in_name) {
            match self.0.get(at) {
                Some(&ANY_RUN) => {
                    retry = Some((at + 1, in_name));
                    at += 1;
                    continue;
                }
                Some(&wanted) if wanted == ANY_ONE || wanted == code => {
                    at += 1;
                    in_name += 1;
                    continue;
                }
                _ => {}
            }
            let Some((after_star, from)) = retry else { return false };
            retry = Some((after_star, from + 1));
            (at, in_name) = (after_star, from + 1);
        }
        self.0.get(at..).is_none_or(|rest| rest.iter().all(|&code| code == ANY_RUN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_matches_whole_names_only() {
        let table = [
            ("read_file", "read_file", true),
            ("read_file", "read_files", false),
            ("read_*", "read_", true),
            ("*_file", "read_file", true),
            ("*a*b", "xaybzab", true),
            ("*a*b", "xaybz", false),
            ("?", "é", true),
            ("?", "😀", true),
            ("??", "😀", false),
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
            ("Read", "read", false),
            ("**?", "x", true),
            ("a?c*", "abc", true),
        ];
        for (glob, name, expected) in table {
            let name: Vec<u32> = name.chars().map(u32::from).collect();
            assert_eq!(Glob::new(glob).matches(&name), expected, "{glob} on {name:?}");
        }
    }
}
