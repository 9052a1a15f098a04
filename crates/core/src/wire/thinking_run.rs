//! Which comma goes with each thinking block that an edit may take out of a message.

use crate::transcript::{Content, TextPart, Transcript};

/// Thinking blocks that follow each other in a message, until it is known which comma goes with each.
#[derive(Default)]
pub(super) struct ThinkingRun {
    /// Blocks of the run, which are the transcript's last results.
    pub count: usize,
    /// End of the last other block.
    kept_end: Option<u32>,
}

impl ThinkingRun {
    /// Ends the run at a block of another kind: each removal takes the comma behind.
    pub fn close(&mut self, start: usize, end: usize, transcript: &mut Transcript) {
        let mut next = start as u32;
        for part in self.parts(transcript).rev() {
            part.element.end = next;
            next = part.element.start;
        }
        *self = Self { count: 0, kept_end: Some(end as u32) };
    }

    /// Ends the run at the message's end: each removal takes the comma in front. A message that is nothing but thinking
    /// keeps it.
    pub fn end(&mut self, transcript: &mut Transcript) {
        let Some(mut before) = self.kept_end else {
            let from = transcript.thinking.len() - self.count;
            transcript.thinking.iter_mut().skip(from).for_each(|block| block.stays = true);
            self.parts(transcript).for_each(|part| part.marked = true);
            return;
        };
        for part in self.parts(transcript) {
            part.element.start = before;
            before = part.element.end;
        }
    }

    fn parts<'t>(&self, transcript: &'t mut Transcript) -> impl DoubleEndedIterator<Item = &'t mut TextPart> {
        let from = transcript.results.len() - self.count;
        transcript.results.iter_mut().skip(from).filter_map(|block| match &mut block.content {
            Content::Thinking(part) => Some(part),
            _ => None,
        })
    }
}
