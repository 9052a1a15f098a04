//! Memory that one request after the other reuses.

/// Factor by which a list stays larger than its last use. Freed memory would come back as fresh pages in the next request,
/// which makes room before it knows its needs.
const SLACK: usize = 4;

/// Empties `list`. If its memory is above `bytes` and several times its last use, frees the rest.
pub fn reset<T>(list: &mut Vec<T>, bytes: usize) {
    let used = list.len();
    list.clear();
    let kept = bytes / size_of::<T>();
    if list.capacity() > kept.max(SLACK * used) {
        list.shrink_to(used.max(kept));
    }
}

/// Empties `list` and frees its memory, if that is above `bytes`.
pub fn give_up<T>(list: &mut Vec<T>, bytes: usize) {
    if list.len() > bytes / size_of::<T>() {
        *list = Vec::new();
    }
}
