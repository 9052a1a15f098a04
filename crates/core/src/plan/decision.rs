//! What is decided about a result, and why.

/// What happens to a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It stays as it is.
    Keep,
    /// A placeholder replaces it.
    Mask,
    /// It is an error and is cut in the middle.
    Clip,
    /// It is taken out of its message.
    Remove,
    /// It is sent in the smaller form in which it was first sent.
    Shorten,
    /// Long strings in it, the arguments of a call, are shortened.
    Trim,
}

/// Reason of a decision; see `Reason` in `ts/contract/report.ts` for the meaning of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented where users meet them")]
pub enum Reason {
    Window,
    Error,
    Orphan,
    DuplicateKey,
    Content,
    Never,
    KeepLastK,
    Placeholder,
    Short,
    NotShorter,
    Carried,
    Dispatch,
    Pinned,
    Thinking,
    Bound,
    Terminal,
    Json,
    Paths,
    LineNumbers,
    LongLines,
    Clip,
    Arguments,
    Imitated,
    Dedupe,
    Referenced,
    Early,
    Program,
    User,
    Instruction,
    Task,
    State,
    Retrieved,
    WorkingSet,
    Report,
}

/// Decision about one result.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Index into [`Transcript::results`].
    pub result: u32,
    /// What happens to it.
    pub action: Action,
    /// Why.
    pub reason: Reason,
    /// `.length` (UTF-16 units) of its text before; 0 if it was not measured, because nothing depended on it.
    pub chars_before: u32,
    /// `.length` (UTF-16 units) after.
    pub chars_after: u32,
    /// The plain policy decides the same in every transcript that goes beyond this message.
    pub ready_message: u32,
}

impl Decision {
    /// Result number `result` stays.
    pub(super) const fn keep(result: u32, reason: Reason) -> Self {
        Self { result, action: Action::Keep, reason, chars_before: 0, chars_after: 0, ready_message: 0 }
    }
}
