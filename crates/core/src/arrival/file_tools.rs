//! What a call's tool shows: the text of files, hits of a search, the output of a command, or anything else. Agents edit
//! files by exact match with text that they were shown, so a result that shows it is changed by nothing that could change
//! a match. The names of tools and arguments are data (`file_tools.json`).
//!
//! ```text
//! Read {"file_path":"a.ts","offset":3,"limit":2}     read, a.ts, lines 3–4
//! Bash {"command":"cd x && cat f | head -20"}         shell, shows the text of a file
//! shell {"command":["bash","-lc","rg -n foo"]}        shell, shows hits
//! read_file {"files":[{"path":"a.ts"}]}               read, a.ts
//! ```

use super::shell_command::ShellTable;
pub use super::shell_command::Shown;
use super::tool_arguments::{Members, Value};
use crate::policy::glob::Glob;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Lines of a file, 1-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineRange {
    /// The first line; 0 where lines are counted from the file's end.
    pub first: u64,
    /// The last line, inclusive; none: up to the file's end.
    pub last: Option<u64>,
}

/// What a call's result shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownByCall {
    /// A file.
    Read {
        /// Its path, if the call names exactly one.
        path: Option<String>,
        /// The lines, if the call names some.
        lines: Option<LineRange>,
    },
    /// The place of an edit.
    Edit {
        /// The file's path.
        path: Option<String>,
    },
    /// Hits or names of files.
    Search,
    /// The output of a shell command.
    Shell(Shown),
    /// Anything else.
    Other,
}

impl ShownByCall {
    /// Whether a result holds text that agents edit by exact match: of files, edits and diffs.
    #[must_use]
    pub const fn is_file_text(&self) -> bool {
        matches!(self, Self::Read { .. } | Self::Edit { .. } | Self::Shell(Shown::File))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Table {
    tools: Vec<ToolRow>,
    read_globs: Vec<String>,
    pub(super) arguments: ArgumentNames,
    pub(super) shell: ShellTable,
}

/// What a tool does with files.
#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum ToolKind {
    /// It shows the text of files.
    Read,
    /// It changes files.
    Edit,
    /// It shows hits or names of files.
    Search,
    /// It runs commands.
    Shell,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolRow {
    pub(super) kind: ToolKind,
    names: Vec<String>,
    /// The number of the first line, where an offset is one.
    offset_base: Option<u64>,
    /// An argument whose value makes an editing tool show a file.
    reads_if: Option<ReadsIf>,
}

#[derive(Deserialize)]
struct ReadsIf {
    argument: String,
    values: Vec<String>,
}

/// Names of arguments; of several the first that a call has counts.
#[derive(Deserialize)]
pub(super) struct ArgumentNames {
    path: Vec<String>,
    first: Vec<String>,
    last: Vec<String>,
    offset: Vec<String>,
    count: Vec<String>,
    pair: Vec<String>,
    head: Vec<String>,
    tail: Vec<String>,
    command: Vec<String>,
    pub(super) patch: Vec<String>,
}

/// The installed table, and what derives from it.
pub(super) struct Tools {
    pub(super) table: Table,
    row_by_name: HashMap<String, usize>,
    read_globs: Vec<Glob>,
}

/// Parsed at first use.
pub(super) static TOOLS: LazyLock<Tools> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is part of the build, and a test parses it")]
    let table: Table = serde_json::from_str(include_str!("file_tools.json")).expect("the table of tools is JSON");
    let rows = table.tools.iter().enumerate();
    let row_by_name = rows.flat_map(|(at, row)| row.names.iter().map(move |name| (name.clone(), at))).collect();
    let read_globs = table.read_globs.iter().map(|glob| Glob::new(glob)).collect();
    Tools { table, row_by_name, read_globs }
});

/// The kind of a tool by its name.
#[must_use]
pub fn kind_of_tool(tool: &str) -> Option<ToolKind> {
    TOOLS.row_of(tool).map(|row| row.kind).or_else(|| TOOLS.is_read_by_glob(tool).then_some(ToolKind::Read))
}

/// Whether a call's arguments say that its tool runs a command.
#[must_use]
pub fn runs_command(args: &str) -> bool {
    Members::read(args).is_some_and(|members| members.first_of(&TOOLS.table.arguments.command).is_some())
}

/// The command of a call of a shell, as a script.
#[must_use]
pub fn command_of(args: &str) -> String {
    TOOLS.command(Members::read(args).as_ref(), args)
}

/// Separators between a server's or a name space's name and its tool's.
const SEPARATORS: [&str; 4] = ["__", ".", "/", ":"];

/// What the result of a call shows. `tool` is the tool's name; a server's name in front of it (`mcp__files__read_file`) is
/// ignored. `args` are the arguments as JSON, or the input of a tool that takes plain text. Linear.
#[must_use]
pub fn shown_by_call(tool: &str, args: &str) -> ShownByCall {
    let tools = &*TOOLS;
    let members = || Members::read(args);
    match tools.row_of(tool).map(|row| (row, row.kind)) {
        None if tools.is_read_by_glob(tool) => tools.read(members().as_ref(), 1),
        None => ShownByCall::Other,
        Some((_, ToolKind::Search)) => ShownByCall::Search,
        Some((_, ToolKind::Shell)) => ShownByCall::Shell(tools.judge_call(members().as_ref(), args)),
        Some((row, kind)) => {
            let members = members();
            if kind == ToolKind::Edit && !row.reads_instead(members.as_ref()) {
                return ShownByCall::Edit { path: tools.path(members.as_ref()) };
            }
            tools.read(members.as_ref(), row.offset_base())
        }
    }
}

/// Whether the results of a tool are text that agents edit by exact match, as [`ShownByCall::is_file_text`] says; none if
/// its arguments decide.
#[must_use]
pub fn is_file_tool(tool: &str) -> Option<bool> {
    match TOOLS.row_of(tool).map(|row| row.kind) {
        None => Some(TOOLS.is_read_by_glob(tool)),
        Some(ToolKind::Read | ToolKind::Edit) => Some(true),
        Some(ToolKind::Search) => Some(false),
        Some(ToolKind::Shell) => None,
    }
}

/// The name behind the last separator.
pub(crate) fn own_name(tool: &str) -> &str {
    let ends = SEPARATORS.iter().filter_map(|one| tool.rfind(one).map(|at| at + one.len()));
    ends.max().and_then(|start| tool.get(start..)).unwrap_or(tool)
}

impl ToolRow {
    pub(super) fn offset_base(&self) -> u64 {
        self.offset_base.unwrap_or(1)
    }

    pub(super) fn reads_instead(&self, members: Option<&Members<'_>>) -> bool {
        let Some(ReadsIf { argument, values }) = &self.reads_if else { return false };
        let value = members.and_then(|members| members.first_of(std::slice::from_ref(argument)));
        value.as_ref().and_then(Value::text).is_some_and(|value| values.iter().any(|one| one == value))
    }
}

impl Tools {
    pub(super) fn row_of(&self, tool: &str) -> Option<&ToolRow> {
        let row = self.row_by_name.get(tool).or_else(|| self.row_by_name.get(own_name(tool)));
        row.and_then(|&at| self.table.tools.get(at))
    }

    /// Of a tool that has no row.
    pub(super) fn is_read_by_glob(&self, tool: &str) -> bool {
        let name: Vec<u32> = own_name(tool).chars().map(u32::from).collect();
        self.read_globs.iter().any(|glob| glob.matches(&name))
    }

    fn read(&self, members: Option<&Members<'_>>, offset_base: u64) -> ShownByCall {
        let (path, lines) = match <[_; 1]>::try_from(self.named(members, offset_base)) {
            Ok([(path, lines)]) => (Some(path), lines),
            Err(_) => (None, members.and_then(|members| self.lines(members, offset_base))),
        };
        ShownByCall::Read { path, lines }
    }

    fn path(&self, members: Option<&Members<'_>>) -> Option<String> {
        let mut named = self.named(members, 1).into_iter();
        named.next().map(|(path, _)| path).filter(|_| named.next().is_none())
    }

    /// The files that a call names, and the lines of each: a path, a list of paths, or a list of objects with a path each.
    pub(super) fn named(&self, members: Option<&Members<'_>>, offset_base: u64) -> Vec<(String, Option<LineRange>)> {
        let Some(members) = members else { return Vec::new() };
        let lines = || self.lines(members, offset_base);
        let in_object = |json: &str| {
            let object = Members::read(json)?;
            let path = object.first_of(&self.table.arguments.path)?.text()?.to_owned();
            Some((path, self.lines(&object, offset_base)))
        };
        match members.first_of(&self.table.arguments.path) {
            Some(Value::Text(path)) => vec![(path, lines())],
            Some(Value::List(list)) => {
                let named = list.into_iter().filter_map(|one| match one {
                    Value::Text(path) => Some((path, lines())),
                    Value::Object(json) => in_object(&json),
                    _ => None,
                });
                named.collect()
            }
            _ => Vec::new(),
        }
    }

    /// A list of words is spelled as one command.
    pub(super) fn command(&self, members: Option<&Members<'_>>, args: &str) -> String {
        let Some(members) = members else { return args.to_owned() };
        match members.first_of(&self.table.arguments.command) {
            Some(Value::Text(command)) => command,
            Some(Value::List(list)) => {
                let words: Vec<&str> = list.iter().filter_map(Value::text).collect();
                match words.as_slice() {
                    [shell, .., script] if self.table.shell.is_shell(shell) => (*script).to_owned(),
                    words => words.join(" "),
                }
            }
            _ => String::new(),
        }
    }

    fn lines(&self, members: &Members<'_>, offset_base: u64) -> Option<LineRange> {
        let names = &self.table.arguments;
        let number = |names: &[String]| members.first_of(names).and_then(|value| value.line());
        if let Some(Value::List(pair)) = members.first_of(&names.pair) {
            let pair = match pair.as_slice() {
                [Value::List(pair)] => pair,
                [Value::List(_), ..] => return Some(LineRange { first: 0, last: None }),
                pair => pair,
            };
            if let Some(first) = pair.first().and_then(Value::line) {
                return Some(LineRange { first, last: pair.get(1).and_then(Value::line) });
            }
        }
        if let Some(head) = number(&names.head) {
            return Some(LineRange { first: 1, last: Some(head) });
        }
        if number(&names.tail).is_some() {
            return Some(LineRange { first: 0, last: None });
        }
        let (start, end) = (number(&names.first), number(&names.last));
        if start.is_some() || end.is_some() {
            return Some(LineRange { first: start.unwrap_or(1), last: end });
        }
        let (offset, count) = (number(&names.offset), number(&names.count));
        if offset.is_none() && count.is_none() {
            return None;
        }
        let first = offset.map_or(1, |offset| (offset + 1).saturating_sub(offset_base).max(1));
        Some(LineRange { first, last: count.map(|count| first + count - 1) })
    }

    /// Arguments that are no object are the command itself.
    fn judge_call(&self, members: Option<&Members<'_>>, args: &str) -> Shown {
        let shell = &self.table.shell;
        let Some(members) = members else { return shell.judge_command(args) };
        match members.first_of(&self.table.arguments.command) {
            Some(Value::Text(command)) => shell.judge_command(&command),
            Some(Value::List(list)) => {
                let words: Vec<String> = list.iter().filter_map(Value::text).map(str::to_owned).collect();
                // A list is one command's words, or several commands.
                let first = words.first().map_or("", String::as_str);
                let is_words = !first.contains([' ', '\t', '\n']) || shell.is_shell(first);
                if is_words { shell.judge_words(&words) } else { shell.judge_command(&words.join("\n")) }
            }
            _ => Shown::Other,
        }
    }
}
