//! Which files a call reads or edits.

use super::file_tools::{LineRange, TOOLS, ToolKind};
use super::tool_arguments::{Members, Value};

/// A file whose text a call shows or changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileUse {
    /// As the call names it.
    pub path: String,
    /// What it does with the file.
    pub kind: UseKind,
}

/// What a call does with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// It shows these lines; none: all of them. Lines that cannot be told are 0 up to the end.
    Reads(Option<LineRange>),
    /// It changes the file.
    Edits,
}

/// The files that a call reads or edits, in the order in which it names them; empty if it names none. `tool` and `args` are as
/// for [`super::file_tools::shown_by_call`]. Linear.
#[must_use]
pub fn file_uses(tool: &str, args: &str) -> Vec<FileUse> {
    let tools = &*TOOLS;
    let by_name = tools.by_name(tool);
    match by_name.map(|found| found.kind) {
        // Most commands show no file and have no patch.
        Some(ToolKind::Shell) if !args.contains("*** ") && !tools.table.shell.may_read(args) => return Vec::new(),
        Some(ToolKind::Search) => return Vec::new(),
        _ => {}
    }
    let members = Members::read(args);
    let Some(found) = tools.found(by_name, members.as_ref()) else { return Vec::new() };
    if found.kind == ToolKind::Shell {
        let command = tools.command(members.as_ref(), args);
        let edits = edits_of_patch(&command);
        return if edits.is_empty() { tools.table.shell.reads_of(&command) } else { edits };
    }
    let edits = found.edits(members.as_ref());
    if edits {
        let input = members.as_ref().and_then(|members| members.first_of(&tools.table.arguments.patch));
        let found = edits_of_patch(input.as_ref().and_then(Value::text).unwrap_or(args));
        if !found.is_empty() {
            return found;
        }
    }
    let named = tools.named(members.as_ref(), found.offset_base()).into_iter();
    let kind_of = |lines| if edits { UseKind::Edits } else { UseKind::Reads(lines) };
    named.map(|(path, lines)| FileUse { path, kind: kind_of(lines) }).collect()
}

/// The files that a patch changes, by the lines that begin the change of each.
fn edits_of_patch(patch: &str) -> Vec<FileUse> {
    const BEGINNINGS: [&str; 4] = ["*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "];
    if !patch.contains("*** ") {
        return Vec::new();
    }
    let paths = patch.lines().filter_map(|line| BEGINNINGS.iter().find_map(|one| line.trim_start().strip_prefix(one)));
    paths.map(|path| FileUse { path: path.trim().to_owned(), kind: UseKind::Edits }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_name_the_files_that_they_read_or_edit() {
        let lines = |first, last| UseKind::Reads(Some(LineRange { first, last }));
        let whole = UseKind::Reads(None);
        let table = [
            ("Read", r#"{"file_path":"a.ts"}"#, vec![("a.ts", whole)]),
            ("Read", r#"{"file_path":"a.ts","offset":3,"limit":2}"#, vec![("a.ts", lines(3, Some(4)))]),
            ("Edit", r#"{"file_path":"a.ts","old_string":"x"}"#, vec![("a.ts", UseKind::Edits)]),
            ("apply_patch", "*** Begin Patch\n*** Update File: a.ts\n@@\n", vec![("a.ts", UseKind::Edits)]),
            ("exec_command", r#"{"cmd":"cd x && sed -n '1,20p' a.ts"}"#, vec![("a.ts", lines(1, Some(20)))]),
            ("shell", r#"{"command":["bash","-lc","cat a.ts"]}"#, vec![("a.ts", whole)]),
            ("Bash", r#"{"command":"cat a.ts | head -5"}"#, vec![("a.ts", lines(0, None))]),
            ("Bash", r#"{"command":"cat > a.ts"}"#, vec![]),
            ("Bash", r#"{"command":"npm test"}"#, vec![]),
            ("Grep", r#"{"path":"a.ts"}"#, vec![]),
            ("READ-FILE", r#"{"FilePath":"a.ts"}"#, vec![("a.ts", whole)]),
            ("fetch", r#"{"path":"a.ts","why":1}"#, vec![("a.ts", whole)]),
            ("fetch", r#"{"path":"src","start_line":3,"end_line":4}"#, vec![("src", lines(3, Some(4)))]),
            ("fetch", r#"{"path":"src"}"#, vec![]),
            ("fetch", r#"{"path":"a.PNG"}"#, vec![]),
            ("fetch", r#"{"path":"a.ts","query":"x"}"#, vec![]),
            ("change", r#"{"path":"a.ts","oldText":"x"}"#, vec![("a.ts", UseKind::Edits)]),
            ("change", r#"{"file":"a.ts","Contents":"x"}"#, vec![("a.ts", UseKind::Edits)]),
            ("do", r#"{"command":"cat a.ts"}"#, vec![("a.ts", whole)]),
            ("do", r#"{"command":["cat","a.ts"]}"#, vec![("a.ts", whole)]),
            ("do", r#"{"command":"a.ts"}"#, vec![]),
            ("do", "a.ts", vec![]),
            ("read_file", r#"{"files":[{"path":"a.ts"}]}"#, vec![("a.ts", whole)]),
            (
                "read_file",
                r#"{"files":[{"path":"a.ts","line_ranges":[[3,4]]},{"path":"b.ts","line_ranges":[[1,2],[9,9]]},{"x":1}]}"#,
                vec![("a.ts", lines(3, Some(4))), ("b.ts", lines(0, None))],
            ),
            (
                "fs_read",
                r#"{"operations":[{"mode":"Line","path":"a.ts","start_line":2,"end_line":5}]}"#,
                vec![("a.ts", lines(2, Some(5)))],
            ),
            (
                "multi_replace_string_in_file",
                r#"{"replacements":[{"filePath":"a.ts"},{"filePath":"b.ts"}]}"#,
                vec![("a.ts", UseKind::Edits), ("b.ts", UseKind::Edits)],
            ),
        ];
        for (tool, args, expected) in table {
            let found = file_uses(tool, args);
            let found: Vec<_> = found.iter().map(|one| (one.path.as_str(), one.kind)).collect();
            assert_eq!(found, expected, "{tool} {args}");
        }
    }
}
