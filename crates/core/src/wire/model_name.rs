//! A model's own name within what hosts, routers and libraries write around it.
//!
//! ```text
//! openrouter/openai/gpt-5.6-sol:beta          gpt-5.6-sol:beta
//! us.openai.gpt-5.6-sol-v1:0                  gpt-5.6-sol-v1:0
//! ft:gpt-4.1-mini-2025-04-14:acme::abc        gpt-4.1-mini-2025-04-14
//! ```
//!
//! The end of a name decides no price, so it stays. `ts/models/name.ts` reads the same names; a test compares the two.

/// Vendors before the dot of Bedrock's names. Source: docs.aws.amazon.com, "Supported foundation models". The list is
/// that of `ts/models/name-parts.ts`.
const DOTTED_VENDORS: [&str; 20] = [
    "ai21",
    "amazon",
    "anthropic",
    "cohere",
    "deepseek",
    "google",
    "luma",
    "meta",
    "minimax",
    "mistral",
    "moonshot",
    "moonshotai",
    "nvidia",
    "openai",
    "qwen",
    "stability",
    "twelvelabs",
    "writer",
    "xai",
    "zai",
];

/// The model's own name and what follows it. Compare it with [`strip_family`]: its letters may be of either case.
pub fn own_name(model: &[u8]) -> &[u8] {
    let last = model.trim_ascii().rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    without_vendor(base_of_tuned(last))
}

/// The rest of a name after the name of a family, in any case.
pub fn strip_family<'a>(name: &'a [u8], family: &str) -> Option<&'a [u8]> {
    let (start, rest) = name.split_at_checked(family.len())?;
    start.eq_ignore_ascii_case(family.as_bytes()).then_some(rest)
}

/// `gpt-4o` of `ft:gpt-4o:acme::abc`.
fn base_of_tuned(name: &[u8]) -> &[u8] {
    match strip_family(name, "ft:") {
        Some(rest) => rest.split(|&byte| byte == b':').next().unwrap_or_default(),
        None => name,
    }
}

/// Without `anthropic.` or, with a region in front, `us.anthropic.`.
fn without_vendor(name: &[u8]) -> &[u8] {
    let Some((first, rest)) = split_dot(name) else { return name };
    if is_vendor(first) {
        return rest;
    }
    match split_dot(rest) {
        Some((second, rest)) if is_region(first) && is_vendor(second) => rest,
        _ => name,
    }
}

fn split_dot(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let dot = name.iter().position(|&byte| byte == b'.')?;
    Some((&name[..dot], &name[dot + 1..]))
}

fn is_vendor(part: &[u8]) -> bool {
    DOTTED_VENDORS.iter().any(|vendor| part.eq_ignore_ascii_case(vendor.as_bytes()))
}

/// `us`, `apac`, `global`, `us-gov`: any region, because providers add more.
fn is_region(part: &[u8]) -> bool {
    (2..=8).contains(&part.len()) && part.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_own_name() {
        let table = [
            ("gpt-5.6", "gpt-5.6"),
            (" openai/gpt-5.6\n", "gpt-5.6"),
            ("openrouter/openai/gpt-5.6-sol:beta", "gpt-5.6-sol:beta"),
            ("openai.gpt-5.6-sol", "gpt-5.6-sol"),
            ("us.openai.gpt-5.6-sol-v1:0", "gpt-5.6-sol-v1:0"),
            ("bedrock/us-gov.OpenAI.gpt-5.6", "gpt-5.6"),
            ("toolongregion.openai.gpt-5.6", "toolongregion.openai.gpt-5.6"),
            ("gpt-5.openai.6", "gpt-5.openai.6"),
            ("ft:gpt-4.1-mini-2025-04-14:acme::abc", "gpt-4.1-mini-2025-04-14"),
            ("openai/FT:gpt-4o", "gpt-4o"),
            ("projects/p/models/gemini-2.0-flash", "gemini-2.0-flash"),
            ("", ""),
            ("/", ""),
            ("ft:", ""),
            (".", "."),
            ("openai.", ""),
        ];
        for (model, expected) in table {
            assert_eq!(own_name(model.as_bytes()), expected.as_bytes(), "{model}");
        }
        assert_eq!(strip_family(b"GPT-5.6", "gpt-"), Some(b"5.6".as_slice()));
        assert_eq!(strip_family(b"gp", "gpt-"), None);
    }
}
