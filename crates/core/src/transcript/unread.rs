//! Messages that the provider does not read although they are sent: those in front of the newest compaction.
//!
//! ```text
//! user   assistant   results   assistant [{compaction}, {text}]   user
//! ╰──────── not read ────────╯
//! ```
//! Sources: docs.anthropic.com, "Compaction"; platform.openai.com, "Compaction".

use super::{Content, Transcript};

impl Transcript {
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
