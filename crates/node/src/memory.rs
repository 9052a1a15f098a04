//! How the process gives memory back to its system.

use napi_derive::napi;

/// Lets glibc give the memory of large bodies back as soon as they are freed. By itself it learns from the first of them to
/// keep as much, in one heap with everything else: bodies of many sizes leave holes there, and it grows to twice what they
/// take. Of the whole process, so for a program of our own; nothing with other C libraries.
#[napi(catch_unwind)]
pub fn return_large_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::return_large_memory();
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    use std::ffi::c_int;

    /// From so many bytes on, memory is the system's again once it is freed; fresh pages cost less than what a body of that
    /// size is reduced in.
    const LARGE_BYTES: c_int = 256 << 10;
    /// Free bytes at the heap's end that are kept for what comes next.
    const KEPT_BYTES: c_int = 8 << 20;

    /// The numbers of `<malloc.h>`.
    const M_TRIM_THRESHOLD: c_int = -1;
    const M_MMAP_THRESHOLD: c_int = -3;

    unsafe extern "C" {
        fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }

    pub fn return_large_memory() {
        for (parameter, value) in [(M_MMAP_THRESHOLD, LARGE_BYTES), (M_TRIM_THRESHOLD, KEPT_BYTES)] {
            // SAFETY: takes two numbers and sets a parameter of the allocator, under its own lock.
            let _ = unsafe { mallopt(parameter, value) };
        }
    }
}
