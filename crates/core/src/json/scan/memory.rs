//! Hints about memory that is soon needed. They change the time, never a result.

/// A body of at most so many bytes is still in a near cache when it is read again.
const CACHED_BYTES: usize = 1 << 20;
/// Bytes that one prefetch loads.
pub(crate) const LINE_BYTES: usize = 64;
#[cfg(target_os = "linux")]
const HUGE_PAGE_BYTES: usize = 2 << 20;
/// Bytes of the smallest page of any kernel. If pages are larger, the range begins inside one and the kernel refuses it.
#[cfg(target_os = "linux")]
const PAGE_BYTES: usize = 4096;
/// Bytes of a body for which freed memory is given back.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const RELEASED_BYTES: usize = 16 << 20;
/// Smaller memory has few pages, which are usually there already.
#[cfg(target_os = "linux")]
const LEAST_POPULATED_BYTES: usize = 32 << 10;

/// The element `distance` after `at` of `list`, if `body` is too large for a near cache.
#[inline]
pub(crate) fn far_ahead<'l, T>(body: &[u8], list: &'l [T], at: usize, distance: usize) -> Option<&'l T> {
    if body.len() > CACHED_BYTES { list.get(at + distance) } else { None }
}

/// Prefetches the cache line of `memory` at a byte `offset`, which will be read soon. Only a hint: any offset is fine.
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

/// Prefetches `lines` cache lines of `memory` from byte `offset` on.
#[inline]
pub(crate) fn prefetch_lines<T>(memory: &[T], offset: usize, lines: usize) {
    for line in 0..lines {
        prefetch(memory, offset + line * LINE_BYTES);
    }
}

/// Asks the kernel for huge pages in `memory`, which will be written from its first to its last byte: the kernel then
/// interrupts the writer once in two megabytes instead of 512 times. Linux only; elsewhere it does nothing.
pub(crate) fn prefer_huge_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        let start = memory.as_mut_ptr().cast::<u8>();
        let lead = start.align_offset(HUGE_PAGE_BYTES);
        let bytes = size_of_val(memory).saturating_sub(lead) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
        if bytes > 0 {
            // SAFETY: the range is inside `memory`, and the advice changes no byte of it. A refusal does no harm.
            unsafe { libc::madvise(start.wrapping_add(lead).cast(), bytes, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Asks the kernel for all pages of `memory` at once, before it is written: half the time of an interrupt for each page.
/// Pages that are there already stay as they are. Linux 5.14 and later; elsewhere it does nothing.
pub(crate) fn populate(memory: &mut [u8]) {
    #[cfg(target_os = "linux")]
    if memory.len() >= LEAST_POPULATED_BYTES {
        let lead = memory.as_ptr().addr() % PAGE_BYTES;
        // SAFETY: every page in the range has bytes of `memory`, and the advice changes none of them. A refusal does no
        // harm.
        unsafe {
            let start = memory.as_mut_ptr().wrapping_sub(lead);
            libc::madvise(start.cast(), lead + memory.len(), libc::MADV_POPULATE_WRITE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Gives the pages of freed memory back, which the allocator keeps in between what is in use, if a large `body` is reduced. With
/// the GNU C library; elsewhere it does nothing.
pub(crate) fn release_freed(body: &[u8]) {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if body.len() >= RELEASED_BYTES {
        // SAFETY: it takes pages that no allocation has a byte in.
        unsafe { libc::malloc_trim(0) };
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    let _ = body;
}

/// Copies `from` to `to`, which is as long, past the caches if the CPU can: the old bytes of `to` are not read, and the
/// caches keep their contents. For copies larger than the caches; a few bytes at the ends are copied as usual.
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
        // SAFETY: each pointer is to a line, which is exactly four words of 16 bytes. `to` is aligned: the first line is
        // (asserted above), so all are. SSE2 is part of the target.
        unsafe {
            let words = [0, 1, 2, 3].map(|word| _mm_loadu_si128(from.add(word)));
            for (word, value) in words.into_iter().enumerate() {
                _mm_stream_si128(to.add(word), value);
            }
        }
    }
    // SAFETY: a fence reads and writes nothing. It makes the unordered streaming stores visible before any later store.
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
    fn copies_past_the_caches_exactly_at_every_alignment() {
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
