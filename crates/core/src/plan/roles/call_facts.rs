//! What is read of a call's name and arguments, once a call.

use super::ResultRole;
use super::names::{is_instruction_path, is_original_path, role_of_name};
use crate::arrival::file_tools::{ToolKind, command_of, kind_of_arguments, kind_of_tool, runs_command};
use crate::arrival::file_uses::{FileUse, UseKind, file_uses};
use crate::hash::Map;
use crate::json::text::Text;
use crate::plan::Request;
use crate::span::Span;
use crate::transcript::{ARGUMENT_MARK, ToolCall};
use std::borrow::Cow;
use std::sync::Arc;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Parts of the names of tools that ask how something goes on.
const POLLS: [&str; 6] = ["output", "status", "wait", "poll", "stdin", "logs"];

/// What a tool's name says.
#[derive(Clone, Copy, Default)]
struct NameFacts {
    kind: Option<ToolKind>,
    /// By the policy, and by the table of names.
    by_policy: Option<ResultRole>,
    role: Option<ResultRole>,
    /// It asks how something goes on.
    is_poll: bool,
    /// Of the decoded name.
    hash: u64,
}

/// A file that a call reads or edits.
#[derive(Clone, Copy)]
pub(super) struct Use {
    pub(super) path: u64,
    /// Hash of its name and its folder's: the same for a path with all folders and for one without.
    pub(super) file: u64,
    pub(super) kind: UseKind,
    /// Its text is instructions.
    pub(super) is_instruction: bool,
    /// It has the original of a result.
    pub(super) is_original: bool,
}

impl Use {
    fn of(one: &FileUse) -> Self {
        let path = one.path.replace('\\', "/");
        let mut parts = path.rsplit('/');
        let name = parts.next().unwrap_or_default();
        let folder = parts.next().filter(|folder| !matches!(*folder, "" | ".")).unwrap_or_default();
        let file = xxh3_64_with_seed(name.as_bytes(), xxh3_64(folder.as_bytes()));
        let (is_instruction, is_original) = (is_instruction_path(&path), is_original_path(&path));
        Self { path: xxh3_64(path.as_bytes()), file, kind: one.kind, is_instruction, is_original }
    }
}

/// What was read of the arguments of calls of earlier requests: a request repeats the one before it.
#[derive(Default)]
pub struct KnownUses {
    uses: Map<u128, Arc<[Use]>>,
    words: Map<u128, u64>,
}

/// Most calls that are remembered; beyond them all are forgotten.
const MAX_KNOWN: usize = 20_000;

/// See the module.
pub(super) struct CallFacts<'r> {
    request: &'r Request<'r>,
    /// By raw name.
    names: Map<&'r [u8], NameFacts>,
    /// The last name asked for.
    name: Option<(&'r [u8], NameFacts)>,
    known: &'r mut KnownUses,
    /// By call, once it was asked for.
    uses: Vec<Option<Arc<[Use]>>>,
    /// Of calls whose name says nothing, by index, once they were asked for.
    kinds: Map<usize, Option<ToolKind>>,
    /// As [`Request::call_key`], likewise; 0 before.
    keys: Vec<u128>,
}

impl<'r> CallFacts<'r> {
    pub(super) fn new(request: &'r Request<'r>, known: &'r mut KnownUses) -> Self {
        let calls = request.transcript.calls.len();
        let uses = vec![None; calls];
        Self { request, names: Map::default(), name: None, known, uses, kinds: Map::default(), keys: vec![0; calls] }
    }

    fn name_facts(&mut self, call: &ToolCall) -> NameFacts {
        // At no offset where a name can be.
        let raw = call.name().unwrap_or_default().of(self.request.body);
        if let Some((_, known)) = self.name.filter(|&(name, _)| name == raw) {
            return known;
        }
        let known = self.names.get(raw).copied();
        let facts = known.unwrap_or_else(|| self.read_name(call));
        if known.is_none() {
            self.names.insert(raw, facts);
        }
        self.name = Some((raw, facts));
        facts
    }

    fn read_name(&self, call: &ToolCall) -> NameFacts {
        let name = call.name().map(|name| decoded(self.request, name));
        // Calls of a provider's own shell have no name.
        let kind = name.as_deref().map_or(Some(ToolKind::Shell), kind_of_tool);
        let name = name.unwrap_or_default();
        let lower = name.to_ascii_lowercase();
        NameFacts {
            kind,
            by_policy: self
                .request
                .policy
                .roles
                .as_ref()
                .and_then(|policy| policy.role_of(&self.request.name_of(call))),
            role: role_of_name(&name),
            is_poll: POLLS.iter().any(|poll| lower.contains(poll)),
            hash: xxh3_64(name.as_bytes()),
        }
    }

    /// What the call's tool does: by its name, or where that says nothing by the names of the call's arguments.
    pub(super) fn kind(&mut self, index: usize, call: &ToolCall) -> Option<ToolKind> {
        let NameFacts { kind, role, .. } = self.name_facts(call);
        if kind.is_some() || role.is_some() {
            return kind;
        }
        let known = self.kinds.get(&index).copied();
        let kind = known.unwrap_or_else(|| kind_of_arguments(&self.arguments(call)));
        self.kinds.insert(index, kind);
        kind
    }

    /// Whether the tool's name says what it does with files.
    pub(super) fn has_known_name(&mut self, call: &ToolCall) -> bool {
        self.name_facts(call).kind.is_some()
    }

    pub(super) fn role_of_name(&mut self, call: &ToolCall) -> Option<ResultRole> {
        self.name_facts(call).role
    }

    pub(super) fn role_of_policy(&mut self, call: &ToolCall) -> Option<ResultRole> {
        self.name_facts(call).by_policy
    }

    /// The call's arguments as JSON, or as the text that they are.
    pub(super) fn arguments(&self, call: &ToolCall) -> Cow<'r, str> {
        let raw = call.arguments.of(self.request.body);
        if raw.first() == Some(&b'"') {
            return Cow::Owned(decoded(self.request, call.arguments.inside()));
        }
        simdutf8::basic::from_utf8(raw).map_or_else(|_| String::from_utf8_lossy(raw), Cow::Borrowed)
    }

    /// The files that the call reads or edits.
    pub(super) fn uses(&mut self, index: usize, call: &ToolCall) -> Arc<[Use]> {
        if let Some(Some(known)) = self.uses.get(index) {
            return Arc::clone(known);
        }
        let has_files = self.kind(index, call).is_some_and(|kind| kind != ToolKind::Search);
        let found = if has_files { self.find_uses(index, call) } else { Arc::default() };
        self.uses.get_mut(index).into_iter().for_each(|known| *known = Some(Arc::clone(&found)));
        found
    }

    fn find_uses(&mut self, index: usize, call: &ToolCall) -> Arc<[Use]> {
        let key = self.key_of(index, call);
        if let Some(known) = self.known.uses.get(&key) {
            return Arc::clone(known);
        }
        let name = call.name().map_or_else(|| "shell".to_owned(), |name| decoded(self.request, name));
        let mut found = file_uses(&name, &self.arguments(call));
        // What is left of a shortened path names no file.
        let mark = ARGUMENT_MARK.split(' ').next().unwrap_or(ARGUMENT_MARK);
        found.retain(|one| !one.path.contains(mark));
        let uses: Arc<[Use]> = found.iter().map(Use::of).collect();
        if self.known.uses.len() == MAX_KNOWN {
            self.known.uses.clear();
        }
        self.known.uses.insert(key, Arc::clone(&uses));
        uses
    }

    /// [`Request::call_key`].
    fn key_of(&mut self, index: usize, call: &ToolCall) -> u128 {
        let known = self.keys.get(index).copied().filter(|&key| key != 0);
        let key = known.unwrap_or_else(|| self.request.call_key(index, call));
        self.keys.get_mut(index).into_iter().for_each(|known| *known = key);
        key
    }

    /// The keys of the calls asked about.
    pub(super) fn into_keys(self) -> Vec<u128> {
        self.keys
    }

    /// Whether the call runs a command, whatever its tool's name.
    pub(super) fn runs_command(&self, call: &ToolCall) -> bool {
        runs_command(&self.arguments(call))
    }

    /// The command of a shell's call.
    pub(super) fn command(&self, call: &ToolCall) -> String {
        command_of(&self.arguments(call))
    }

    /// Tells calls apart, however they are spelled and in whatever order their arguments are: by name, and by the words of the
    /// arguments if `with_arguments`.
    pub(super) fn key(&mut self, index: usize, call: &ToolCall, with_arguments: bool) -> u64 {
        let words = if with_arguments { self.words(index, call) } else { 0 };
        self.name_facts(call).hash ^ words.rotate_left(1)
    }

    /// The same of a call that fetches what it fetched before. None if it may fetch something new, because it changes a file,
    /// runs a command or asks how something goes on, or if it says not what.
    pub(super) fn fetch_key(&mut self, index: usize, call: &ToolCall) -> Option<u64> {
        let NameFacts { is_poll, hash, .. } = self.name_facts(call);
        let says_new = is_poll || matches!(self.kind(index, call), Some(ToolKind::Shell | ToolKind::Edit));
        let words = if says_new { 0 } else { self.words(index, call) };
        (words != 0).then_some(hash ^ words.rotate_left(1))
    }

    /// A hash of the words of a call's arguments, in any order; 0 if there are none.
    fn words(&mut self, index: usize, call: &ToolCall) -> u64 {
        let key = self.key_of(index, call);
        if let Some(&known) = self.known.words.get(&key) {
            return known;
        }
        let mut text = Vec::new();
        Text::new(call.arguments.of(self.request.body), self.request.level).decode_lossy_into(&mut text);
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || br#"{}[]:,""#.contains(byte);
        let words = text.split(is_between).filter(|word| !word.is_empty());
        let words = words.map(xxh3_64).fold(0, u64::wrapping_add);
        if self.known.words.len() == MAX_KNOWN {
            self.known.words.clear();
        }
        self.known.words.insert(key, words);
        words
    }
}

fn decoded(request: &Request<'_>, span: Span) -> String {
    let mut text = Vec::new();
    Text::new(span.of(request.body), request.level).decode_lossy_into(&mut text);
    String::from_utf8(text).unwrap_or_default()
}
