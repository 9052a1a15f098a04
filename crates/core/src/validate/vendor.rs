//! The vendor of a model, by the model's name: one wire serves many vendors, and each has limits of its own.

/// How the names of vendors' models begin, in lower case and without what comes before a slash; the first that matches
/// counts. Models whose weights are open are served by many hosts, with other limits.
pub const MODEL_VENDORS: &[(&str, &str)] = &[
    ("gpt-oss", "other"),
    ("gpt-", "openai"),
    ("chatgpt", "openai"),
    ("codex", "openai"),
    ("computer-use", "openai"),
    ("ft:gpt-", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("mistral", "mistral"),
    ("ministral", "mistral"),
    ("mixtral", "mistral"),
    ("codestral", "mistral"),
    ("devstral", "mistral"),
    ("magistral", "mistral"),
    ("pixtral", "mistral"),
    ("claude", "anthropic"),
    ("kimi", "kimi"),
    ("moonshot", "kimi"),
    ("deepseek", "deepseek"),
    ("glm-", "zhipu"),
    ("qwen", "qwen"),
    ("qwq", "qwen"),
    ("minimax", "minimax"),
];

/// The vendor of a model; empty if the name tells none. A request of a wire of `OpenAI` without a model is `OpenAI`'s.
pub(super) fn of(model: Option<&[u8]>) -> &'static str {
    let Some(path) = model else { return "openai" };
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default().to_ascii_lowercase();
    MODEL_VENDORS.iter().find(|(prefix, _)| name.starts_with(prefix.as_bytes())).map_or("", |(_, vendor)| vendor)
}

/// The vendor that a model of the Anthropic wire belongs to: Anthropic, unless the name tells another.
pub(super) fn of_anthropic(model: Option<&[u8]>) -> &'static str {
    model.map(|name| of(Some(name))).filter(|vendor| !vendor.is_empty()).unwrap_or("anthropic")
}
