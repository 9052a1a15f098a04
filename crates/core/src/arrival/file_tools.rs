//! What a call's tool shows: the text of files, hits of a search, the output of a command, or anything else. Agents edit
//! files by exact match with text that they were shown, so a result that shows it is changed by nothing that could change
//! a match. The names of tools and arguments are data (`file_tools.json`), however they are spelled; where a tool's name says
//! nothing, the names of its arguments do.
//!
//! ```text
//! Read {"file_path":"a.ts","offset":3,"limit":2}     read, a.ts, lines 3–4
//! Bash {"command":"cd x && cat f | head -20"}         shell, shows the text of a file
//! shell {"command":["bash","-lc","rg -n foo"]}        shell, shows hits
//! read_file {"files":[{"path":"a.ts"}]}               read, a.ts
//! READ-FILE {"path":"a.ts"}                           read, a.ts
//! change {"path":"a.ts","oldText":"x"}                edit, a.ts
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
    /// Endings of files that are no text.
    not_text: Vec<String>,
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
    /// The text that an edit looks for, and what a file is to hold.
    written: Vec<String>,
    /// What says nothing of what a call does.
    aside: Vec<String>,
}

/// The installed table, and what derives from it.
pub(super) struct Tools {
    pub(super) table: Table,
    row_by_name: HashMap<String, usize>,
    /// By [`folded`] name; of several rows the first.
    row_by_folded: HashMap<String, usize>,
    read_globs: Vec<Glob>,
}

/// What a tool or a call is.
#[derive(Clone, Copy)]
pub(super) struct Found<'t> {
    pub(super) kind: ToolKind,
    /// Of a tool that the table has.
    row: Option<&'t ToolRow>,
}

/// Parsed at first use.
pub(super) static TOOLS: LazyLock<Tools> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the file is part of the build, and a test parses it")]
    let table: Table = serde_json::from_str(include_str!("file_tools.json")).expect("the table of tools is JSON");
    let rows = || table.tools.iter().enumerate().flat_map(|(at, row)| row.names.iter().map(move |name| (name, at)));
    let row_by_name = rows().map(|(name, at)| (name.clone(), at)).collect();
    let mut row_by_folded = HashMap::new();
    for (name, at) in rows() {
        row_by_folded.entry(folded(name)).or_insert(at);
    }
    let read_globs = table.read_globs.iter().map(|glob| Glob::new(glob)).collect();
    Tools { table, row_by_name, row_by_folded, read_globs }
});

/// The kind of a tool by its name.
#[must_use]
pub fn kind_of_tool(tool: &str) -> Option<ToolKind> {
    TOOLS.by_name(tool).map(|found| found.kind)
}

/// The kind of a call of a tool whose name says nothing, by its arguments as JSON.
#[must_use]
pub fn kind_of_arguments(args: &str) -> Option<ToolKind> {
    TOOLS.by_arguments(Members::read(args).as_ref())
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
    let by_name = tools.by_name(tool);
    if by_name.is_some_and(|found| found.kind == ToolKind::Search) {
        return ShownByCall::Search;
    }
    let members = Members::read(args);
    let members = members.as_ref();
    let Some(found) = tools.found(by_name, members) else { return ShownByCall::Other };
    match found.kind {
        ToolKind::Search => ShownByCall::Search,
        ToolKind::Shell => ShownByCall::Shell(tools.judge_call(members, args)),
        _ if found.edits(members) => ShownByCall::Edit { path: tools.path(members) },
        _ => tools.read(members, found.offset_base()),
    }
}

/// Whether the results of a tool are text that agents edit by exact match, as [`ShownByCall::is_file_text`] says; none if
/// the arguments of each call decide.
#[must_use]
pub fn is_file_tool(tool: &str) -> Option<bool> {
    match kind_of_tool(tool) {
        Some(ToolKind::Read | ToolKind::Edit) => Some(true),
        Some(ToolKind::Search) => Some(false),
        Some(ToolKind::Shell) | None => None,
    }
}

/// The name behind the last separator.
pub(crate) fn own_name(tool: &str) -> &str {
    let ends = SEPARATORS.iter().filter_map(|one| tool.rfind(one).map(|at| at + one.len()));
    ends.max().and_then(|start| tool.get(start..)).unwrap_or(tool)
}

/// A tool's own name without what only its spelling adds: case, what stands between words, and the word "tool" at the end.
pub(crate) fn folded(tool: &str) -> String {
    let mut name: String = own_name(tool).chars().filter(|c| !matches!(c, '_' | '-' | ' ')).collect();
    name.make_ascii_lowercase();
    if name.len() > "tool".len() && name.ends_with("tool") {
        name.truncate(name.len() - "tool".len());
    }
    name
}

impl Found<'_> {
    /// The number of the first line, where an offset is one.
    pub(super) fn offset_base(self) -> u64 {
        self.row.and_then(|row| row.offset_base).unwrap_or(1)
    }

    /// Whether the call changes a file, and does not show one.
    pub(super) fn edits(self, members: Option<&Members<'_>>) -> bool {
        self.kind == ToolKind::Edit && !self.row.is_some_and(|row| row.reads_instead(members))
    }
}

impl ToolRow {
    fn reads_instead(&self, members: Option<&Members<'_>>) -> bool {
        let Some(ReadsIf { argument, values }) = &self.reads_if else { return false };
        let value = members.and_then(|members| members.first_of(std::slice::from_ref(argument)));
        value.as_ref().and_then(Value::text).is_some_and(|value| values.iter().any(|one| one == value))
    }
}

impl Tools {
    /// What a tool's name says.
    pub(super) fn by_name(&self, tool: &str) -> Option<Found<'_>> {
        let found = |&at: &usize| self.table.tools.get(at).map(|row| Found { kind: row.kind, row: Some(row) });
        if let Some(at) = self.row_by_name.get(tool).or_else(|| self.row_by_name.get(own_name(tool))) {
            return found(at);
        }
        let name = folded(tool);
        if let Some(at) = self.row_by_folded.get(&name) {
            return found(at);
        }
        let name: Vec<u32> = name.chars().map(u32::from).collect();
        let is_read = self.read_globs.iter().any(|glob| glob.matches(&name));
        is_read.then_some(Found { kind: ToolKind::Read, row: None })
    }

    /// What a tool's name said, or else a call's arguments.
    pub(super) fn found<'t>(&self, by_name: Option<Found<'t>>, members: Option<&Members<'_>>) -> Option<Found<'t>> {
        by_name.or_else(|| Some(Found { kind: self.by_arguments(members)?, row: None }))
    }

    /// A path beside text changes that file; alone or with lines it reads the file, and a command without one is a shell's.
    fn by_arguments(&self, members: Option<&Members<'_>>) -> Option<ToolKind> {
        let (names, members) = (&self.table.arguments, members?);
        let Some(path) = members.first_of(&names.path) else {
            let is_command = match members.first_of(&names.command)? {
                Value::Text(command) => command.contains(char::is_whitespace),
                Value::List(words) => words.iter().any(|word| word.text().is_some()),
                _ => false,
            };
            return is_command.then_some(ToolKind::Shell);
        };
        if members.first_of(&names.written).is_some() {
            return Some(ToolKind::Edit);
        }
        let lines = [&names.first, &names.last, &names.offset, &names.count, &names.pair, &names.head, &names.tail];
        let known: Vec<&String> = lines.into_iter().chain([&names.path, &names.aside]).flatten().collect();
        let is_file = lines.into_iter().any(|names| members.first_of(names).is_some()) || self.ends_as_text(&path);
        (is_file && members.has_no_text_but(&known)).then_some(ToolKind::Read)
    }

    /// Whether a path ends as that of a text file does: in a point and a few letters or digits.
    fn ends_as_text(&self, path: &Value) -> bool {
        let name = path.text().and_then(|path| path.rsplit(['/', '\\']).next());
        let ending = name.and_then(|name| name.rsplit_once('.')).map_or("", |(_, ending)| ending);
        let is_ending = (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_ending && !self.table.not_text.iter().any(|one| one.eq_ignore_ascii_case(ending))
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
