//! What the model does not read although it is sent: messages in front of the newest compaction, and results that a program
//! alone gets.
//!
//! ```text
//! user   assistant   results   assistant [{compaction}, {text}]   user   assistant [{call, caller: program}]   [{result}]
//! ╰──────── not read ────────╯                                                                               not read
//! ```
//! Sources: docs.anthropic.com, "Compaction", "Programmatic tool calling"; platform.openai.com, "Compaction".

use super::{Content, ToolResult, Transcript};

impl Transcript {
    /// Whether the model reads the message or the block that begins at `start`. It counts nothing else as its input.
    pub(crate) fn is_read(&self, message: u32, start: u32) -> bool {
        message >= self.unread_messages && self.for_programs.binary_search(&start).is_err()
    }

    /// Adds a result that is the block or the message that begins at `start`. Results come in order.
    pub(crate) fn push_result(&mut self, result: ToolResult, start: usize) {
        if self.call(&result).is_some_and(super::ToolCall::is_by_program) {
            self.for_programs.push(start as u32);
        }
        self.results.push(result);
    }

    /// Leaves all of it as it came: an edit would save nothing. Linear.
    pub(crate) fn keep_unread(&mut self) {
        let unread = self.unread_messages;
        if unread == 0 {
            return;
        }
        self.results.retain(|one| one.message >= unread || one.content.is_result());
        for result in self.results.iter_mut().take_while(|one| one.message < unread) {
            result.content = Content::Other;
        }
        let count =
            |is_kind: fn(&Content) -> bool| self.results.iter().filter(|one| is_kind(&one.content)).count() as u32;
        self.loose_count = count(Content::is_loose);
        self.argument_count = count(|content| matches!(content, Content::Arguments(_)));
        self.thinking.iter_mut().filter(|one| one.message < unread).for_each(|one| one.stays = true);
        self.marked.retain(|&message| message >= unread);
    }
}
