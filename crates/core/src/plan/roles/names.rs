//! What the names of tools say of their results. The names are data (`names.json`); a policy may add some.

use super::ResultRole;
use crate::arrival::file_tools::own_name;
use crate::policy::glob::Glob;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

#[derive(Deserialize)]
struct Row {
    role: ResultRole,
    names: Vec<String>,
}

/// Names without wildcards, and the others.
struct Names {
    exact: HashMap<String, ResultRole>,
    globs: Vec<(Glob, ResultRole)>,
}

/// Parsed at first use.
static NAMES: LazyLock<Names> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is part of the build, and a test parses it")]
    let rows: Vec<Row> = serde_json::from_str(include_str!("names.json")).expect("the table of names is JSON");
    let all = rows.into_iter().flat_map(|Row { role, names }| names.into_iter().map(move |name| (name, role)));
    let (globs, exact): (Vec<_>, Vec<_>) = all.partition(|(name, _)| name.contains(['*', '?']));
    let globs = globs.into_iter().map(|(name, role)| (Glob::new(&name), role)).collect();
    Names { exact: exact.into_iter().collect(), globs }
});

/// The role that a tool's name gives to its results; none if it says nothing. A server's name in front of it
/// (`mcp__github__get_issue`) is ignored.
pub(super) fn role_of_name(tool: &str) -> Option<ResultRole> {
    let names = &*NAMES;
    let own = own_name(tool);
    let exact = names.exact.get(tool).or_else(|| names.exact.get(own)).copied();
    exact.or_else(|| {
        let codes: Vec<u32> = own.chars().map(u32::from).collect();
        names.globs.iter().find(|(glob, _)| glob.matches(&codes)).map(|&(_, role)| role)
    })
}

/// Whether a file's path says that its text is instructions: skills, memories and rules files of agents.
pub(super) fn is_instruction_path(path: &str) -> bool {
    const FILES: [&str; 13] = [
        "SKILL.md",
        "CLAUDE.md",
        "CLAUDE.local.md",
        "AGENTS.md",
        "AGENT.md",
        "GEMINI.md",
        "QWEN.md",
        "MEMORY.md",
        "copilot-instructions.md",
        ".cursorrules",
        ".clinerules",
        ".windsurfrules",
        ".roorules",
    ];
    const FOLDERS: [&str; 8] = [
        ".cursor/rules/",
        ".claude/rules/",
        ".claude/commands/",
        ".claude/agents/",
        ".github/instructions/",
        ".clinerules/",
        ".roo/rules",
        ".windsurf/rules/",
    ];
    let path = path.replace('\\', "/");
    let name = path.rsplit('/').next().unwrap_or_default();
    FILES.contains(&name) || FOLDERS.iter().any(|folder| path.contains(folder))
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
    fn rules_files_are_instructions_and_other_files_are_not() {
        for (path, expected) in [
            ("/w/AGENTS.md", true),
            (r"C:\w\.cursor\rules\style.mdc", true),
            ("skills/pdf/SKILL.md", true),
            ("docs/agents.md", false),
            ("src/skill.ts", false),
            ("", false),
        ] {
            assert_eq!(is_instruction_path(path), expected, "{path}");
        }
    }
}
