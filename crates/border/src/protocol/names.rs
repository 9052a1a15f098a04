//! Names that cross as their places in a list.

use tamis_core::arrival::Kind as ArrivalKind;
use tamis_core::validate::Place;
use tamis_core::{Action, Reason, ResultRole, RoleFrom, Wire};
use tamis_tokens::Encoding;

/// The names of an enum's variants. Does not compile where one is missing, or is in another place than in the enum.
macro_rules! names {
    ($module:ident: $kind:ident { $($variant:ident = $name:literal,)* }) => {
        pub mod $module {
            use super::$kind;

            pub const ALL: &[$kind] = &[$($kind::$variant),*];
            pub const NAMES: &[&str] = &[$($name),*];

            const fn place(value: $kind) -> usize {
                match value {
                    $($kind::$variant)|* => value as usize,
                }
            }

            const _: () = {
                let mut at = 0;
                while at < ALL.len() {
                    assert!(place(ALL[at]) == at, "names are in the order of the enum");
                    at += 1;
                }
            };
        }
    };
}

/// Whether a body was read; every other status is why it was not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Read,
    Empty,
    InvalidUtf8,
    InvalidJson,
    NoConversation,
    MixedWires,
    DuplicateKey,
    TooLarge,
    TooManyMessages,
    InternalError,
    BedrockConverse,
    ServerSideEditing,
}

names! {
    statuses: Status {
        Read = "read",
        Empty = "empty",
        InvalidUtf8 = "invalid_utf8",
        InvalidJson = "invalid_json",
        NoConversation = "no_conversation",
        MixedWires = "mixed_wires",
        DuplicateKey = "duplicate_key",
        TooLarge = "too_large",
        TooManyMessages = "too_many_messages",
        InternalError = "internal_error",
        BedrockConverse = "bedrock_converse",
        ServerSideEditing = "server_side_editing",
    }
}

names! {
    wires: Wire {
        OpenAiChat = "openai-chat",
        OpenAiResponses = "openai-responses",
        Anthropic = "anthropic",
        Gemini = "gemini",
    }
}

names! {
    actions: Action {
        Keep = "keep",
        Mask = "mask",
        Clip = "clip",
        Remove = "remove",
        Shorten = "shorten",
        Trim = "trim",
    }
}

names! {
    reasons: Reason {
        Window = "window",
        Error = "error",
        Orphan = "orphan",
        DuplicateKey = "duplicate_key",
        Content = "content",
        Never = "never",
        KeepLastK = "keep_last_k",
        Placeholder = "placeholder",
        Short = "short",
        NotShorter = "not_shorter",
        Carried = "carried",
        Dispatch = "dispatch",
        Pinned = "pinned",
        Thinking = "thinking",
        Bound = "bound",
        Terminal = "terminal",
        Json = "json",
        Paths = "paths",
        LineNumbers = "line_numbers",
        LongLines = "long_lines",
        Clip = "clip",
        Arguments = "arguments",
        Imitated = "imitated",
        Dedupe = "dedupe",
        Referenced = "referenced",
        Early = "early",
        Program = "program",
        User = "user",
        Instruction = "instruction",
        Task = "task",
        State = "state",
        Retrieved = "retrieved",
        WorkingSet = "working_set",
        Report = "report",
    }
}

names! {
    roles: ResultRole {
        Program = "program",
        User = "user",
        Instruction = "instruction",
        Task = "task",
        State = "state",
        Retrieved = "retrieved",
        File = "file",
        Report = "report",
        Failure = "failure",
        Observation = "observation",
    }
}

names! {
    role_sources: RoleFrom {
        Caller = "caller",
        Policy = "policy",
        Name = "name",
        Arguments = "arguments",
        Text = "text",
        Flag = "flag",
        Nothing = "nothing",
    }
}

names! {
    arrival_kinds: ArrivalKind {
        Terminal = "terminal",
        Json = "json",
        Paths = "paths",
        LineNumbers = "line_numbers",
        LongLines = "long_lines",
        Clip = "clip",
    }
}

names! {
    places: Place {
        Request = "request",
        Tool = "tool",
        System = "system",
        Message = "message",
        Block = "block",
        Nested = "nested",
        Call = "call",
        Part = "part",
    }
}

names! {
    encodings: Encoding {
        O200kBase = "o200k_base",
        Cl100kBase = "cl100k_base",
    }
}
