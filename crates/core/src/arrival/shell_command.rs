//! What a shell command shows: judged by the first words of its commands, and by its pipes.
//!
//! ```text
//! cd x && cat f | head -20       cat shows a file, head passes it on: the text of a file
//! sed -n 1,9p f | grep -n foo    a search
//! rg -l foo | xargs cat          what xargs runs counts: the text of a file
//! cat > f <<'EOF' …              shows nothing of it
//! ```

use super::file_tools::LineRange;
use super::file_uses::{FileUse, UseKind};
use super::shell_words::{ShellCommand, parse_shell};
use serde::Deserialize;

/// What a command shows. Of several, the greatest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// Anything else.
    Other,
    /// Hits or names of files.
    Search,
    /// The text of a file, or a diff.
    File,
}

/// Names of commands, from `file_tools.json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShellTable {
    prefixes: Vec<String>,
    shells: Vec<String>,
    wrappers: Vec<String>,
    files: Vec<String>,
    in_place: Vec<String>,
    filters: Vec<String>,
    search: Vec<String>,
    diffs: Vec<String>,
    git_files: Vec<String>,
    git_patches: Vec<String>,
    git_patch_options: Vec<String>,
    git_search: Vec<String>,
    git_list_options: Vec<String>,
    git_value_options: Vec<String>,
}

/// Scripts within scripts that are read.
const MAX_DEPTH: usize = 3;

impl ShellTable {
    /// What a script shows: the text of a file if any of its commands does, else hits if any finds some. Linear.
    pub fn judge_command(&self, script: &str) -> Shown {
        self.judge_script(script, 0)
    }

    /// The same of one command, already split into words.
    pub fn judge_words(&self, words: &[String]) -> Shown {
        self.judge(words, 0, None)
    }

    /// False if no command of a script, however it is spelled in JSON, shows the text of a file.
    pub fn may_read(&self, script: &str) -> bool {
        self.files.iter().any(|program| script.contains(program.as_str()))
    }

    /// The files of which the commands of a script show the text.
    pub fn reads_of(&self, script: &str) -> Vec<FileUse> {
        let mut reads = Vec::new();
        for commands in parse_shell(script) {
            let Some(first) = commands.first() else { continue };
            if commands.iter().any(|command| command.is_redirected) {
                continue;
            }
            let words = self.behind_prefixes(&first.words);
            let [program, rest @ ..] = words else { continue };
            let program = program_of(program);
            if self.is_shell(program) {
                reads.extend(script_in(rest).map(|script| self.reads_of_pipeline(script)).unwrap_or_default());
            } else if has(&self.files, program) && !self.is_in_place(words) {
                reads.extend(reads_of_command(program, rest, commands.len() > 1));
            }
        }
        reads
    }

    /// Of a script within a script, which is not looked into further.
    fn reads_of_pipeline(&self, script: &str) -> Vec<FileUse> {
        let pipelines = parse_shell(script);
        let commands = pipelines.iter().filter_map(|commands| Some((commands.first()?, commands.len() > 1)));
        let reads = commands.filter_map(|(command, is_piped)| {
            let [program, rest @ ..] = command.words.as_slice() else { return None };
            let program = program_of(program);
            let shows = has(&self.files, program) && !command.is_redirected && !self.is_in_place(&command.words);
            shows.then(|| reads_of_command(program, rest, is_piped))
        });
        reads.flatten().collect()
    }

    /// Whether it names a shell, which runs a command that is one of its words.
    pub fn is_shell(&self, program: &str) -> bool {
        has(&self.shells, program)
    }

    fn judge_script(&self, script: &str, depth: usize) -> Shown {
        let pipelines = parse_shell(script);
        pipelines.iter().map(|commands| self.judge_pipeline(commands, depth)).max().unwrap_or(Shown::Other)
    }

    fn judge_pipeline(&self, commands: &[ShellCommand], depth: usize) -> Shown {
        let mut shown = None;
        for command in commands {
            let own = self.judge(&command.words, depth, shown);
            shown = Some(if command.is_redirected { Shown::Other } else { own });
        }
        shown.unwrap_or(Shown::Other)
    }

    /// What a command shows, behind a pipe from commands that show `piped`.
    fn judge(&self, all: &[String], depth: usize, piped: Option<Shown>) -> Shown {
        let words = self.behind_prefixes(all);
        let [first, rest @ ..] = words else { return Shown::Other };
        let program = program_of(first);
        if self.is_shell(program) {
            return self.judge_shell(rest, depth);
        }
        if program == "git" {
            return self.judge_git(rest);
        }
        if let Some(piped) = piped.filter(|_| has(&self.filters, program)) {
            return piped;
        }
        if has(&self.files, program) {
            return if self.is_in_place(words) { Shown::Other } else { Shown::File };
        }
        if self.diffs.iter().any(|diff| begins_with(program, rest, diff)) {
            return Shown::File;
        }
        let own = self.searches(program);
        if !has(&self.wrappers, program) {
            return own;
        }
        let git = rest.iter().position(|word| word == "git").and_then(|git| rest.get(git + 1..));
        let own = own.max(git.map_or(Shown::Other, |options| self.judge_git(options)));
        rest.iter().map(|word| self.judge_wrapped(word, depth)).fold(own, Shown::max)
    }

    /// A command's words without those in front of its program, such as `sudo` and `A=b`.
    fn behind_prefixes<'a>(&self, words: &'a [String]) -> &'a [String] {
        let start = words.iter().position(|word| !has(&self.prefixes, word) && !is_assignment(word));
        start.and_then(|start| words.get(start..)).unwrap_or_default()
    }

    fn searches(&self, program: &str) -> Shown {
        if has(&self.search, program) { Shown::Search } else { Shown::Other }
    }

    fn is_in_place(&self, words: &[String]) -> bool {
        words.iter().any(|word| self.in_place.iter().any(|option| word.starts_with(option.as_str())))
    }

    fn judge_shell(&self, rest: &[String], depth: usize) -> Shown {
        match script_in(rest) {
            Some(script) if depth < MAX_DEPTH => self.judge_script(script, depth + 1),
            _ => Shown::Other,
        }
    }

    /// A word that may be what a wrapper runs.
    fn judge_wrapped(&self, word: &str, depth: usize) -> Shown {
        if word.contains([' ', '\t', '\n']) {
            return if depth < MAX_DEPTH { self.judge_script(word, depth + 1) } else { Shown::Other };
        }
        let program = program_of(word);
        if has(&self.files, program) { Shown::File } else { self.searches(program) }
    }

    fn judge_git(&self, rest: &[String]) -> Shown {
        let mut words = rest.iter();
        let mut command = "";
        while let Some(word) = words.next() {
            if !word.starts_with('-') {
                command = word;
                break;
            }
            if has(&self.git_value_options, word) {
                words.next();
            }
        }
        if has(&self.git_search, command) {
            return Shown::Search;
        }
        let is_list = |word: &str| {
            let rest =
                self.git_list_options.iter().find_map(|one| word.strip_prefix(one.as_str()).filter(|rest| ends(rest)));
            rest.is_some()
        };
        if words.clone().any(|word| is_list(word)) {
            return Shown::Other;
        }
        let mut patches =
            words.flat_map(|word| self.git_patch_options.iter().map(move |one| word.starts_with(one.as_str())));
        let shows = has(&self.git_files, command) || (has(&self.git_patches, command) && patches.any(|shows| shows));
        if shows { Shown::File } else { Shown::Other }
    }
}

/// The files that one command shows; of a `piped` one nobody knows which lines.
fn reads_of_command(program: &str, words: &[String], is_piped: bool) -> Vec<FileUse> {
    const UNKNOWN: LineRange = LineRange { first: 0, last: None };
    let mut lines =
        if is_piped || !matches!(program, "cat" | "bat" | "batcat" | "nl" | "type") { Some(UNKNOWN) } else { None };
    let mut has_script = !matches!(program, "sed" | "gsed" | "awk" | "gawk" | "mawk");
    let mut paths = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word.starts_with('-') {
            // The number of lines or bytes may be a word of its own.
            if matches!((program, word.as_str()), ("head" | "tail", "-n" | "-c" | "--lines" | "--bytes")) {
                words.next();
            }
        } else if !has_script {
            has_script = true;
            lines = lines_of_script(word).filter(|_| !is_piped).or(lines);
        } else {
            paths.push(word.clone());
        }
    }
    paths.into_iter().map(|path| FileUse { path, kind: UseKind::Reads(lines) }).collect()
}

/// The lines that a script of sed prints: `1,200p`.
fn lines_of_script(script: &str) -> Option<LineRange> {
    let (first, last) = script.strip_suffix('p')?.split_once(',')?;
    let first = first.parse().ok()?;
    Some(LineRange { first, last: if last == "$" { None } else { Some(last.parse().ok()?) } })
}

/// Behind an option: nothing, or its value.
fn ends(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('=')
}

fn has(names: &[String], name: &str) -> bool {
    names.iter().any(|one| one == name)
}

/// Whether a command begins with the words of `all`.
fn begins_with(program: &str, rest: &[String], all: &str) -> bool {
    let mut words = all.split(' ');
    words.next() == Some(program) && words.enumerate().all(|(at, word)| rest.get(at).is_some_and(|own| own == word))
}

fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else { return false };
    !name.starts_with(|char: char| char.is_ascii_digit())
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The script among a shell's words: in `bash -lc "cat f"`, the word behind an option that ends in `c` (or is `-Command`).
fn script_in(words: &[String]) -> Option<&String> {
    let option = words.iter().position(|word| is_script_option(word))?;
    words.get(option + 1)
}

fn is_script_option(word: &str) -> bool {
    let letters = word.strip_prefix('-').and_then(|word| word.strip_suffix('c'));
    word == "-Command" || letters.is_some_and(|letters| letters.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// A program's name without its folder and `.exe`.
fn program_of(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    name.strip_suffix(".exe").unwrap_or(name)
}
