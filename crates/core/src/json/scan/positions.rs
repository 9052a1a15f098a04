//! The positions of a chunk's structure, and the byte at each.

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

/// Begins at a page, so that few of the unaligned writes cross two pages.
#[repr(C, align(4096))]
struct Room {
    offsets: [u32; ROOM],
    /// The byte at each offset, and eight zeros behind the last.
    bytes: [u8; ROOM],
}

impl Positions {
    #[expect(clippy::large_stack_arrays, reason = "20 KB, once, and moved to the heap")]
    pub(crate) fn new() -> Self {
        Self { room: Box::new(Room { offsets: [0; ROOM], bytes: [0; ROOM] }), count: 0 }
    }

    /// Removes the positions of the previous chunk.
    #[inline(always)]
    pub(super) const fn clear(&mut self) {
        self.count = 0;
    }

    pub(crate) fn as_slice(&self) -> &[u32] {
        self.room.offsets.get(..self.count).unwrap_or_default()
    }

    /// A reader in front of the first position.
    pub(crate) const fn start(&self) -> NextPositions<'_> {
        NextPositions { room: &self.room, at: 0, count: self.count }
    }

    /// Appends `base` plus the place of each bit, and the byte of `block` there. `lanes` is `block` in registers.
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

    /// Puts eight zeros behind the last byte.
    #[inline(always)]
    pub(super) fn end(&mut self) {
        if let Some(end) = self.room.bytes.get_mut(self.count..).and_then(|rest| rest.first_chunk_mut()) {
            *end = [0; WORD];
        }
    }
}

/// The positions of a chunk from one of them on, with their bytes: a reader compares several at a time as a word.
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

    /// Byte at the next position; 0 if there is none.
    #[inline(always)]
    pub(crate) fn byte(self) -> u8 {
        self.room.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Bytes at the next eight positions, the first one lowest; 0 behind the last.
    #[inline(always)]
    pub(crate) fn word(self) -> u64 {
        // Spelled out, so that bounds are compared once.
        if self.at > ROOM - WORD {
            return 0;
        }
        let bytes = self.room.bytes.get(self.at..).and_then(|rest| rest.first_chunk());
        bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes))
    }

    /// Offset of the next position; unspecified if there is none.
    #[inline(always)]
    pub(crate) fn offset(self) -> u32 {
        self.room.offsets.get(self.at).copied().unwrap_or(0)
    }

    /// Offsets of the next positions; unspecified behind the last.
    #[inline(always)]
    pub(crate) fn offsets<const N: usize>(self) -> Option<&'a [u32; N]> {
        // Spelled out, so that bounds are compared once.
        if self.at > ROOM - N {
            return None;
        }
        self.room.offsets.get(self.at..).and_then(|rest| rest.first_chunk())
    }

    /// The positions behind the next `count`.
    #[inline(always)]
    pub(crate) const fn after(self, count: usize) -> Self {
        Self { at: self.at + count, ..self }
    }
}
