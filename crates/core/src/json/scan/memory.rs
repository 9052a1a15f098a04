//! Hints about memory that is soon needed. They change how long something takes, never what comes out.

/// A body of at most as many bytes is still in a near cache when it is read again.
const CACHED_BYTES: usize = 1 << 20;
/// Bytes that one prefetch brings.
pub(crate) const LINE_BYTES: usize = 64;
#[cfg(target_os = "linux")]
const HUGE_PAGE_BYTES: usize = 2 << 20;
/// The smallest that there are: with larger ones the range begins inside of one, which the kernel refuses.
#[cfg(target_os = "linux")]
const PAGE_BYTES: usize = 4096;
/// Less has few pages, and most often old ones.
#[cfg(target_os = "linux")]
const LEAST_POPULATED_BYTES: usize = 32 << 10;

/// The element `distance` after `at` in what is read of `body`, if that is too large to be in a near cache.
#[inline]
pub(crate) fn far_ahead<'l, T>(body: &[u8], list: &'l [T], at: usize, distance: usize) -> Option<&'l T> {
    if body.len() > CACHED_BYTES { list.get(at + distance) } else { None }
}

/// Asks for the cache line of `memory` at a byte `offset`, which will be read soon. Only a hint: any offset is fine.
#[inline]
pub(crate) fn prefetch<T>(memory: &[T], offset: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and faults on nothing; SSE is part of the target.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(memory.as_ptr().cast::<i8>().wrapping_add(offset));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (memory, offset);
}

/// Asks for `lines` cache lines of `memory` from `offset` on.
#[inline]
pub(crate) fn prefetch_lines<T>(memory: &[T], offset: usize, lines: usize) {
    for line in 0..lines {
        prefetch(memory, offset + line * LINE_BYTES);
    }
}

/// Asks for huge pages where `memory`, which will be written from its first to its last byte, has room for them: the
/// kernel then stops the writer once for two megabytes instead of 512 times. Linux only; elsewhere nothing happens.
pub(crate) fn prefer_huge_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        let start = memory.as_mut_ptr().cast::<u8>();
        let lead = start.align_offset(HUGE_PAGE_BYTES);
        let bytes = size_of_val(memory).saturating_sub(lead) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
        if bytes > 0 {
            // SAFETY: the range lies inside `memory`; the advice changes no byte of it. A refusal is no loss.
            unsafe { libc::madvise(start.wrapping_add(lead).cast(), bytes, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Has the kernel make the pages of `memory`, which will be written now, all at once: that takes it half the time of being
/// stopped for at each. Pages that are there already stay as they are. Linux 5.14 and later; elsewhere nothing happens.
pub(crate) fn populate(memory: &mut [u8]) {
    #[cfg(target_os = "linux")]
    if memory.len() >= LEAST_POPULATED_BYTES {
        let lead = memory.as_ptr().addr() % PAGE_BYTES;
        // SAFETY: all pages in the range hold some of `memory`, and the advice changes no byte of them. A refusal is no loss.
        unsafe {
            let start = memory.as_mut_ptr().wrapping_sub(lead);
            libc::madvise(start.cast(), lead + memory.len(), libc::MADV_POPULATE_WRITE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Copies `from` to `to`, which is as long, past the caches where the CPU can: what is there before is not read, and what
/// is in the caches stays. For what is larger than they are; a few bytes at its ends are copied as usual.
pub(crate) fn copy_past_caches(to: &mut [u8], from: &[u8]) {
    debug_assert_eq!(to.len(), from.len());
    let lead = to.as_ptr().align_offset(LINE_BYTES).min(to.len()).min(from.len());
    let ((to_lead, to), (from_lead, from)) = (to.split_at_mut(lead), from.split_at(lead));
    to_lead.copy_from_slice(from_lead);
    let ((to_lines, to_tail), (from_lines, from_tail)) = (to.as_chunks_mut(), from.as_chunks());
    stream_lines(to_lines, from_lines);
    to_tail.copy_from_slice(from_tail);
}

type Line = [u8; LINE_BYTES];

#[cfg(target_arch = "x86_64")]
#[expect(clippy::cast_ptr_alignment, reason = "loads need none, and stores have it: `to` begins at a line")]
fn stream_lines(to: &mut [Line], from: &[Line]) {
    use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
    assert!(to.as_ptr().addr().is_multiple_of(LINE_BYTES) || to.is_empty(), "streaming stores need aligned memory");
    for (to, from) in to.iter_mut().zip(from) {
        let (to, from) = (to.as_mut_ptr().cast::<__m128i>(), from.as_ptr().cast::<__m128i>());
        // SAFETY: four words of 16 bytes are the line that each pointer is of; `to` is aligned, as all lines are where the
        // first one is; SSE2 is part of the target.
        unsafe {
            let words = [0, 1, 2, 3].map(|word| _mm_loadu_si128(from.add(word)));
            for (word, value) in words.into_iter().enumerate() {
                _mm_stream_si128(to.add(word), value);
            }
        }
    }
    // SAFETY: reads and writes nothing. Streaming stores are in no order; whoever is told of the output sees them all.
    unsafe { _mm_sfence() };
}

#[cfg(not(target_arch = "x86_64"))]
fn stream_lines(to: &mut [Line], from: &[Line]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_past_the_caches_is_a_copy_wherever_it_begins() {
        let from: Vec<u8> = (0..=250).cycle().take(1000).collect();
        for (start, bytes) in (0..130).flat_map(|start| [0, 1, 63, 64, 65, 700].map(|bytes| (start, bytes))) {
            for shift in [0, 1, 17] {
                let mut to = vec![0xff; 1000];
                copy_past_caches(&mut to[start..start + bytes], &from[shift..shift + bytes]);
                assert_eq!(to[start..start + bytes], from[shift..shift + bytes]);
                assert!(to[..start].iter().chain(&to[start + bytes..]).all(|&byte| byte == 0xff), "{start} {bytes}");
            }
        }
    }
}
