//! What the names of tools say of their results. The names are data (`names.json`); a policy may add some.

use super::ResultRole;
use crate::arrival::file_tools::folded;
use crate::policy::glob::Glob;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

#[derive(Deserialize)]
struct Row {
    role: ResultRole,
    names: Vec<String>,
}

/// Names without wildcards, [`folded`], and the others.
struct Names {
    folded: HashMap<String, ResultRole>,
    globs: Vec<(Glob, ResultRole)>,
}

/// Parsed at first use.
static NAMES: LazyLock<Names> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is part of the build, and a test parses it")]
    let rows: Vec<Row> = serde_json::from_str(include_str!("names.json")).expect("the table of names is JSON");
    let all = rows.into_iter().flat_map(|Row { role, names }| names.into_iter().map(move |name| (name, role)));
    let (globs, names): (Vec<_>, Vec<_>) = all.partition(|(name, _)| name.contains(['*', '?']));
    let globs = globs.into_iter().map(|(name, role)| (Glob::new(&name), role)).collect();
    Names { folded: names.into_iter().map(|(name, role)| (folded(&name), role)).collect(), globs }
});

/// The role that a tool's name gives to its results, however it is spelled; none if it says nothing. A server's name in front of
/// it (`mcp__github__get_issue`) is ignored.
pub(super) fn role_of_name(tool: &str) -> Option<ResultRole> {
    let names = &*NAMES;
    let name = folded(tool);
    names.folded.get(&name).copied().or_else(|| {
        let codes: Vec<u32> = name.chars().map(u32::from).collect();
        names.globs.iter().find(|(glob, _)| glob.matches(&codes)).map(|&(_, role)| role)
    })
}

/// Whether a file's path says that its text is instructions: a file that agents read by its name, or one in a folder for rules,
/// skills or commands within an agent's own folder, whatever the agent (`.cursor/rules/a.mdc`, `.clinerules/a.md`).
pub(super) fn is_instruction_path(path: &str) -> bool {
    const FILES: [&str; 11] = [
        "SKILL.md",
        "CLAUDE.md",
        "CLAUDE.local.md",
        "AGENTS.md",
        "AGENT.md",
        "GEMINI.md",
        "QWEN.md",
        "CRUSH.md",
        "WARP.md",
        "MEMORY.md",
        "copilot-instructions.md",
    ];
    const KINDS: [&str; 9] =
        ["rules", "instructions", "commands", "agents", "skills", "steering", "prompts", "guidelines", "hints"];
    let path = path.replace('\\', "/");
    let parts: Vec<&str> = path.split('/').collect();
    let is_kind = |part: &str| KINDS.iter().any(|kind| part.starts_with(kind));
    let ends_as_kind = |part: &&str| is_hidden(part) && (part.ends_with("rules") || part.ends_with("hints"));
    parts.last().is_some_and(|name| FILES.contains(name))
        || parts.iter().any(ends_as_kind)
        || parts.windows(2).any(|pair| matches!(pair, [folder, part] if is_hidden(folder) && is_kind(part)))
}

/// Whether a part of a path is hidden, and not the folder itself or the one above.
fn is_hidden(part: &str) -> bool {
    part.len() > 2 && part.starts_with('.')
}

/// Whether a file's path is that of an original, in the folder in which they are kept for the model to read.
pub(super) fn is_original_path(path: &str) -> bool {
    let name = path.rsplit_once("/originals/").and_then(|(_, name)| name.strip_suffix(".txt"));
    name.is_some_and(|name| name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_roles_whatever_server_is_in_front_of_them() {
        let table = [
            ("AskUserQuestion", Some(ResultRole::User)),
            ("ASK_USER-QUESTION", Some(ResultRole::User)),
            ("AskUserQuestionTool", Some(ResultRole::User)),
            ("mcp__chat__loadSkillNow", Some(ResultRole::Instruction)),
            ("ask_the_user", Some(ResultRole::User)),
            ("list_tasks_of_user", None),
            ("set_todos", Some(ResultRole::State)),
            ("startSubAgent", Some(ResultRole::Report)),
            ("mcp__chat__ask_user", Some(ResultRole::User)),
            ("functions.skill_view", Some(ResultRole::Instruction)),
            ("my_load_skill_now", Some(ResultRole::Instruction)),
            ("mcp__linear-server__get_issue", Some(ResultRole::Task)),
            ("Task", Some(ResultRole::Report)),
            ("tamis_retrieve", Some(ResultRole::Retrieved)),
            ("ask", None),
            ("Read", None),
            ("", None),
        ];
        for (name, role) in table {
            assert_eq!(role_of_name(name), role, "{name}");
        }
    }

    #[test]
    fn each_name_stands_once_in_the_table() {
        let rows: Vec<Row> = serde_json::from_str(include_str!("names.json")).unwrap();
        let mut seen = std::collections::HashSet::new();
        for name in rows.iter().flat_map(|row| &row.names) {
            assert!(seen.insert(folded(name)), "{name}");
        }
    }

    #[test]
    fn rules_files_are_instructions_and_other_files_are_not() {
        for (path, expected) in [
            ("/w/AGENTS.md", true),
            (r"C:\w\.cursor\rules\style.mdc", true),
            ("skills/pdf/SKILL.md", true),
            (".kiro/steering/product.md", true),
            (".junie/guidelines.md", true),
            ("/w/.roo/rules-code/a.md", true),
            ("/w/.clinerules/a.md", true),
            ("/w/.windsurfrules", true),
            ("/w/.goosehints", true),
            (".github/prompts/review.prompt.md", true),
            ("../rules/a.ts", false),
            ("src/rules/a.ts", false),
            (".venv/lib/agents/a.py", false),
            ("docs/agents.md", false),
            ("src/skill.ts", false),
            ("", false),
        ] {
            assert_eq!(is_instruction_path(path), expected, "{path}");
        }
    }
}
