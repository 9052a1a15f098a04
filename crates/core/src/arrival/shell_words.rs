//! Splits a shell script into pipelines, commands and words. It knows quotes, comments, redirections and here-documents,
//! and expands nothing.
//!
//! ```text
//! cd x && cat "a b" | head -20 2>&1      [cd x]  [cat|a b] ─▶ [head|-20]
//! ```

/// One command of a pipeline.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ShellCommand {
    pub words: Vec<String>,
    /// Whether its output goes to a file.
    pub is_redirected: bool,
}

/// What the next word is.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Word,
    Output,
    Input,
    Document,
}

/// Files that are what the command shows.
const TERMINALS: [&str; 3] = ["/dev/stdout", "/dev/stderr", "/dev/tty"];

/// The pipelines of a script, each with its commands. Reads any text; linear.
pub fn parse_shell(script: &str) -> Vec<Vec<ShellCommand>> {
    let mut reader = Reader {
        text: script,
        at: 0,
        pipelines: Vec::new(),
        pipeline: Vec::new(),
        command: ShellCommand::default(),
        word: None,
        role: Role::Word,
        documents: Vec::new(),
    };
    while let Some(char) = reader.char() {
        reader.next(char);
    }
    reader.end_pipeline();
    reader.pipelines
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    pipelines: Vec<Vec<ShellCommand>>,
    pipeline: Vec<ShellCommand>,
    command: ShellCommand,
    word: Option<String>,
    role: Role,
    documents: Vec<String>,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Passes a char.
    fn char(&mut self) -> Option<char> {
        let char = self.rest().chars().next()?;
        self.at += char.len_utf8();
        Some(char)
    }

    fn next(&mut self, char: char) {
        match char {
            '\'' => {
                let (from, to) = self.up_to(b'\'');
                let inside = self.text.get(from..to).unwrap_or_default();
                self.word.get_or_insert_default().push_str(inside);
            }
            '"' => self.double(),
            '\\' => self.escaped(),
            ' ' | '\t' | '\r' => self.end_word(),
            '\n' => {
                self.end_pipeline();
                self.pass_documents();
            }
            ';' | '(' | ')' => self.end_pipeline(),
            '&' if self.takes(b'>') => self.output(""),
            '&' => {
                self.takes(b'&');
                self.end_pipeline();
            }
            '|' => self.pipe(),
            '>' => {
                let word = self.word.clone().unwrap_or_default();
                self.output(&word);
            }
            '<' => self.input(),
            '#' if self.word.is_none() => self.comment(),
            _ => self.add(char),
        }
    }

    fn add(&mut self, char: char) {
        self.word.get_or_insert_default().push(char);
    }

    fn takes(&mut self, byte: u8) -> bool {
        let found = self.text.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    /// Goes behind a byte, or to the text's end. Returns where the passed text is.
    fn up_to(&mut self, byte: u8) -> (usize, usize) {
        let from = self.at;
        let found = memchr::memchr(byte, self.rest().as_bytes());
        let to = found.map_or(self.text.len(), |skip| from + skip);
        self.at = self.text.len().min(to + 1);
        (from, to)
    }

    fn double(&mut self) {
        self.word.get_or_insert_default();
        while let Some(mut char) = self.char().filter(|&char| char != '"') {
            if char == '\\' {
                let Some(escaped) = self.char() else { return };
                char = escaped;
            }
            self.add(char);
        }
    }

    /// A backslash and a line feed are nothing.
    fn escaped(&mut self) {
        match self.char() {
            Some('\n') => {}
            Some(char) => self.add(char),
            None => {
                self.word.get_or_insert_default();
            }
        }
    }

    fn comment(&mut self) {
        self.at = self.up_to(b'\n').1;
    }

    fn pipe(&mut self) {
        if self.takes(b'|') {
            self.end_pipeline();
        } else {
            self.takes(b'&');
            self.end_command();
        }
    }

    /// `>`, `>>`, `2>`, `&>`; `>&1` goes nowhere else.
    fn output(&mut self, descriptor: &str) {
        if !descriptor.is_empty() && descriptor.bytes().all(|byte| byte.is_ascii_digit()) {
            self.word = None;
        }
        self.end_word();
        if !self.takes(b'>') {
            self.takes(b'|');
        }
        let is_other = matches!(descriptor.as_bytes(), [b'0' | b'2'..=b'9']);
        self.role = if self.takes(b'&') || is_other { Role::Input } else { Role::Output };
    }

    fn input(&mut self) {
        self.end_word();
        self.role = if !self.takes(b'<') || self.takes(b'<') {
            Role::Input
        } else {
            self.takes(b'-');
            Role::Document
        };
    }

    /// Goes behind the texts that the last line announced.
    fn pass_documents(&mut self) {
        for end in core::mem::take(&mut self.documents) {
            while self.at < self.text.len() {
                let (from, to) = self.up_to(b'\n');
                let line = self.text.get(from..to).unwrap_or_default();
                if line.trim_start_matches([' ', '\t']).trim_end_matches([' ', '\t', '\r']) == end {
                    break;
                }
            }
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        match core::mem::replace(&mut self.role, Role::Word) {
            Role::Word => self.command.words.push(word),
            Role::Output => self.command.is_redirected |= !TERMINALS.contains(&word.as_str()),
            Role::Document => self.documents.push(word),
            Role::Input => {}
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        self.role = Role::Word;
        let command = core::mem::take(&mut self.command);
        if !command.words.is_empty() {
            self.pipeline.push(command);
        }
    }

    fn end_pipeline(&mut self) {
        self.end_command();
        let pipeline = core::mem::take(&mut self.pipeline);
        if !pipeline.is_empty() {
            self.pipelines.push(pipeline);
        }
    }
}
