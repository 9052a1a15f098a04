//! Where a chunk's structure stands, and what stands there.

use super::lanes::{BLOCK, Lanes};
use super::structure::CHUNK_BYTES;

/// Room for the positions of a chunk: each byte may be one, and whole blocks are written.
const ROOM: usize = CHUNK_BYTES + BLOCK;

const WORD: usize = size_of::<u64>();

/// Positions found in one chunk, ascending: both quotes of every string, every operator outside strings, and the
/// first byte of every scalar (number, literal, or anything that is neither).
pub(crate) struct Positions {
    room: Box<Room>,
    count: usize,
}

/// At the start of a page, so that few blocks, which are written unaligned, lie across two.
#[repr(C, align(4096))]
struct Room {
    offsets: [u32; ROOM],
    /// What stands there, and eight zeros behind the last.
    bytes: [u8; ROOM],
}

impl Positions {
    #[expect(clippy::large_stack_arrays, reason = "20 KB, once, and moved to the heap")]
    pub(crate) fn new() -> Self {
        Self { room: Box::new(Room { offsets: [0; ROOM], bytes: [0; ROOM] }), count: 0 }
    }

    /// Forgets those of the chunk before.
    #[inline(always)]
    pub(super) const fn clear(&mut self) {
        self.count = 0;
    }

    /// Offsets of all.
    pub(crate) fn as_slice(&self) -> &[u32] {
        self.room.offsets.get(..self.count).unwrap_or_default()
    }

    /// In front of the first.
    pub(crate) const fn start(&self) -> NextPositions<'_> {
        NextPositions { room: &self.room, at: 0, count: self.count }
    }

    /// Appends `base` plus the place of each bit, and what `block`, which `lanes` holds, has there.
    #[inline(always)]
    pub(super) fn push_bits<L: Lanes>(&mut self, base: u32, bits: u64, lanes: L, block: &[u8; BLOCK]) {
        if bits == 0 {
            return;
        }
        let Room { offsets, bytes } = &mut *self.room;
        let offsets = offsets.get_mut(self.count..).and_then(|rest| rest.first_chunk_mut());
        let bytes = bytes.get_mut(self.count..).and_then(|rest| rest.first_chunk_mut());
        let (Some(offsets), Some(bytes)) = (offsets, bytes) else { return };
        // SAFETY: `lanes` exists, so its caller has loaded it with the CPU features of `L`, and this is inlined into that.
        unsafe { lanes.write_places(bits, base, block, offsets, bytes) };
        self.count += bits.count_ones() as usize;
    }

    /// Ends what stands at the positions.
    #[inline(always)]
    pub(super) fn end(&mut self) {
        if let Some(end) = self.room.bytes.get_mut(self.count..).and_then(|rest| rest.first_chunk_mut()) {
            *end = [0; WORD];
        }
    }
}

/// The positions of a chunk from one of them on, with what stands there: a reader of several at a time compares words.
#[derive(Clone, Copy)]
pub(crate) struct NextPositions<'a> {
    room: &'a Room,
    at: usize,
    count: usize,
}

impl<'a> NextPositions<'a> {
    /// Whether none is left.
    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.at >= self.count
    }

    /// What stands at the next one; 0 also if there is none.
    #[inline(always)]
    pub(crate) fn byte(self) -> u8 {
        self.room.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// What stands at the next eight, the first one lowest; 0 behind the last.
    #[inline(always)]
    pub(crate) fn word(self) -> u64 {
        // Spelled out, so that bounds are compared once.
        if self.at > ROOM - WORD {
            return 0;
        }
        let bytes = self.room.bytes.get(self.at..).and_then(|rest| rest.first_chunk());
        bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes))
    }

    /// Offset of the next one; unspecified if there is none.
    #[inline(always)]
    pub(crate) fn offset(self) -> u32 {
        self.room.offsets.get(self.at).copied().unwrap_or(0)
    }

    /// Offsets of the next ones; unspecified behind the last.
    #[inline(always)]
    pub(crate) fn offsets<const N: usize>(self) -> Option<&'a [u32; N]> {
        // As above.
        if self.at > ROOM - N {
            return None;
        }
        self.room.offsets.get(self.at..).and_then(|rest| rest.first_chunk())
    }

    /// Those behind the next `count`.
    #[inline(always)]
    pub(crate) const fn after(self, count: usize) -> Self {
        Self { at: self.at + count, ..self }
    }
}
